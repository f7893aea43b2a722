"""What a position lets be seen: the cards that lie face up, the signs on empty places, all of it in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..layout import label_of

if TYPE_CHECKING:
    from ..position import Position

__all__ = ["description", "is_shut", "pile_words", "shown_cards", "sign_on"]


def shown_cards(position: Position, name: str) -> list[str]:
    """A pile's cards from bottom to top as texts; a card that lies face down is an empty text.

    Examples
    --------
    >>> from solitaire_widget import ADELA, Position
    >>> position = Position.of(ADELA, T1="8C 9C", S="KH QH")
    >>> shown_cards(position, "T1"), shown_cards(position, "S")
    (['8C1', '9C1'], ['', ''])
    """
    down = position.face_down(name)
    return [""] * down + [card.id for card in position[name][down:]]


def sign_on(position: Position, name: str) -> str:
    """What an empty pile takes, as far as one rank or one face says it; else an empty text.

    Examples
    --------
    >>> from solitaire_widget import AULD_LANG_SYNE, Position
    >>> sign_on(Position.of(AULD_LANG_SYNE, S="KH"), "F1")
    'A'
    """
    group, wanted = position.group_of(name), position.wanted(name)
    ranks = {card.rank for card in wanted} or set(group.starts_with)
    if len(ranks) != 1 or position[name]:
        return ""
    return wanted[0].ascii if len(wanted) == 1 else ranks.pop().letter


def is_shut(position: Position, name: str) -> bool:
    """Whether an empty pile takes nothing until another one has been begun."""
    return not position[name] and bool(position.group_of(name).opened_by) and not position.wanted(name)


def description(position: Position) -> str:
    """Say what lies on every pile, bottom to top, in words.

    Examples
    --------
    >>> from solitaire_widget import AULD_LANG_SYNE, Position
    >>> print(description(Position.of(AULD_LANG_SYNE, F1="AC 2H", T2="9H TC", S="KH QH")))
    Stock: 2 face-down cards. Foundation 1: ace of clubs, 2 of hearts. Pile 2: 9 of hearts, 10 of clubs.
    Empty: foundation 2, foundation 3, foundation 4, pile 1, pile 3, pile 4.
    """
    told = [f"{_capital(label_of(position.rules, name))}: {pile_words(position, name)}." for name in _filled(position)]
    empty = [label_of(position.rules, name) for name in position if not position[name]]
    said = [" ".join(told)] if told else []
    return "\n".join([*said, f"Empty: {', '.join(empty)}."] if empty else said)


def pile_words(position: Position, name: str) -> str:
    """Say what lies on one pile, bottom to top."""
    down = position.face_down(name)
    backs = [f"{down} face-down card{'s' * (down != 1)}"] if down else []
    return ", ".join([*backs, *(card.name for card in position[name][down:])]) or "empty"


def _filled(position: Position) -> Iterator[str]:
    return (name for name in position if position[name])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
