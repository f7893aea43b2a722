"""A deal number gives the order of the cards, the same order as the same number in PySolFC.

The description followed here is the one in this project's design notes; no code was taken over.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Sequence
from typing import Final, SupportsIndex

from .cards import Card, Rank, SolitaireError, decks, quoted

__all__ = ["HIGHEST_DEAL", "DealError", "draw_number", "read_number", "reshuffled", "shuffled"]

HIGHEST_DEAL: Final = 10**20 - 1
"""The highest deal number, as in PySolFC."""

FIRST_PYTHON_DEAL: Final = 32000
MICROSOFT_SUITS: Final = "CDHS"


class DealError(SolitaireError):
    """A deal number that is none."""


def read_number(number: SupportsIndex | str) -> int:
    """Read a deal number from an integer or its digits.

    Raises
    ------
    DealError
        For anything but a whole number from 1 to `HIGHEST_DEAL`.

    Examples
    --------
    >>> read_number("2026")
    2026
    >>> read_number("one")
    Traceback (most recent call last):
        ...
    solitaire_widget.deals.DealError: no deal "one": a deal number is a whole number from 1 to 9999...
    """
    try:
        value = _whole(number)
    except (TypeError, ValueError):
        value = 0
    if not 1 <= value <= HIGHEST_DEAL:
        raise DealError(f"no deal {quoted(number)}: a deal number is a whole number from 1 to {HIGHEST_DEAL}")
    return value


def _whole(number: SupportsIndex | str) -> int:
    if isinstance(number, str):
        digits = number.strip().removeprefix("#")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 20):
            raise ValueError
        return int(digits)
    if isinstance(number, bool):
        raise TypeError
    return operator.index(number)


def draw_number() -> int:
    """Draw a deal number at random, short enough to be told to a friend.

    Python's shared generator is neither read nor changed.
    """
    return random.SystemRandom().randrange(FIRST_PYTHON_DEAL, 10**8)


def shuffled(number: int, deck_count: int) -> tuple[Card, ...]:
    """Give the cards of `deck_count` decks in the order in which deal `number` deals them.

    Parameters
    ----------
    number : int
        A deal number, as `read_number` gives it.
    deck_count : int
        How many decks are shuffled together.

    Returns
    -------
    tuple of Card
        ``52 * deck_count`` cards; the first is dealt first.

    Examples
    --------
    >>> [str(card) for card in shuffled(1, 1)[:4]]
    ['J♦', '2♦', '9♥', 'J♣']
    """
    cards = decks(deck_count)
    if number >= FIRST_PYTHON_DEAL:
        return _swapped(cards, _python_draws(number))
    if deck_count == 1:
        cards = tuple(Card(rank, suit) for rank in Rank for suit in MICROSOFT_SUITS)
    return _swapped(cards, _microsoft_draws(number))


def reshuffled(cards: Sequence[Card], number: int, times: int) -> tuple[Card, ...]:
    """Give gathered cards a new order that depends on the deal number and on which redeal this is."""
    return _swapped(cards, _python_draws(number * 1000 + times + FIRST_PYTHON_DEAL))


def _swapped(cards: Sequence[Card], draw_below: Callable[[int], int]) -> tuple[Card, ...]:
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = draw_below(last + 1)
        order[last], order[other] = order[other], order[last]
    order.reverse()
    return tuple(order)


def _python_draws(seed: int) -> Callable[[int], int]:
    generator = random.Random(seed)
    return lambda below: int(generator.random() * below)


def _microsoft_draws(seed: int) -> Callable[[int], int]:
    state = seed

    def draw_below(below: int) -> int:
        nonlocal state
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        return (state >> 16 & 0x7FFF) % below

    return draw_below
