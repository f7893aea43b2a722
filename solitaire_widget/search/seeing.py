"""What a player sees of a position, and what nobody can see yet: face-down cards, and redeals that shuffle."""

from __future__ import annotations

import random
from typing import Final

from ..cards import Card
from ..position import Position

__all__ = ["dealt_anew", "is_wholly_seen", "shuffles_to_come", "unseen"]

SHUFFLES: Final = 10**8
"""From so many shuffles one is drawn for each random deal."""


def unseen(position: Position) -> tuple[Card, ...]:
    """The cards that a player cannot see."""
    return tuple(card for name in position for card in position[name][: position.face_down(name)])


def shuffles_to_come(position: Position) -> bool:
    """Whether a redeal may still come that shuffles the cards: what it brings follows from the deal number alone.

    Examples
    --------
    >>> from solitaire_widget import AULD_LANG_SYNE
    >>> shuffles_to_come(Position.of(AULD_LANG_SYNE.with_options(redeals=1), T1="2C")), shuffles_to_come(
    ...     Position.of(AULD_LANG_SYNE, T1="2C")
    ... )
    (True, False)
    """
    rules = position.rules
    stocks = rules.of_kind("stock")
    if not stocks or rules.of_kind("waste") or position.status == "won":
        return False
    return stocks[0].redeals is None or position.redealt < stocks[0].redeals


def is_wholly_seen(position: Position) -> bool:
    """Whether a player can know everything that will come."""
    return not unseen(position) and not shuffles_to_come(position)


def dealt_anew(position: Position, chance: random.Random) -> Position:
    """The same position with the cards that are not seen dealt at random, and other shuffles to come.

    Examples
    --------
    >>> from solitaire_widget import AULD_LANG_SYNE
    >>> position = Position.dealt(AULD_LANG_SYNE, 1)
    >>> other = dealt_anew(position, random.Random(1))
    >>> other["T1"] == position["T1"], other["S"] == position["S"], sorted(map(str, other["S"])) == sorted(
    ...     map(str, position["S"])
    ... )
    (True, False, True)
    """
    # In one order, whatever lies where: what nobody sees must not tell.
    cards = sorted(unseen(position), key=lambda card: card.id)
    chance.shuffle(cards)
    _, (rules, piles, hidden, redealt, number) = position.__reduce__()
    if shuffles_to_come(position):
        number = chance.randrange(1, SHUFFLES)
    laid = []
    for name, pile in zip(position, piles, strict=True):
        down = position.face_down(name)
        laid.append((*(cards.pop() for _ in range(down)), *pile[down:]))
    return Position(rules, tuple(laid), hidden, redealt, number)
