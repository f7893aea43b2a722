"""A position as plain text and as static HTML, for where there is no page to draw it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from ..cards import Card

if TYPE_CHECKING:
    from ..position import Position

__all__ = ["html_board", "text_board"]

FACE_DOWN = "##"
RED = "#b3261e"
BLACK = "#1b1b1b"


def text_board(position: Position, *, ascii: bool = False) -> str:
    """Show a position as lines of text: one pile a line, from bottom to top.

    Parameters
    ----------
    position : Position
        What is shown.
    ascii : bool
        Whether suits are letters (``9H``) instead of signs (``9♥``).

    Examples
    --------
    >>> from solitaire_widget import Position
    >>> from solitaire_widget.games import AULD_LANG_SYNE
    >>> print(text_board(Position.of(AULD_LANG_SYNE, F1="AC", T1="9H", T3="TC 2D", S="KH QH")))
    S   2 cards
    F1  A♣
    F2  empty
    F3  empty
    F4  empty
    T1  9♥
    T2  empty
    T3  10♣ 2♦
    T4  empty
    """
    width = max(map(len, position))
    return "\n".join(f"{name:{width}}  {_pile_text(position, name, ascii)}" for name in position)


def _pile_text(position: Position, name: str, ascii: bool) -> str:
    pile, down = position[name], position.face_down(name)
    if not pile:
        return "empty"
    if down == len(pile):
        return f"{down} card{'s' * (down != 1)}"
    shown = pile[down:] if position.group_of(name).kind != "foundation" else pile[-1:]
    faces = [card.ascii if ascii else str(card) for card in shown]
    return " ".join([FACE_DOWN] * down + faces)


def html_board(position: Position, caption: str) -> str:
    """Show a position as static HTML without script or style sheet, fit for a code host or an untrusted page.

    Everything is said by inline styles on a table, which sanitizers leave alone; fore- and background are
    always set together.
    """
    rows = "".join(
        f'<tr><th style="{_CELL}text-align:right;font-weight:normal">{escape(name)}</th>'
        f'<td style="{_CELL}text-align:left">{"".join(_html_pile(position, name))}</td></tr>'
        for name in position
    )
    return (
        f'<div style="background-color:#1f5c45;color:#ffffff;padding:8px">'
        f"<p><b>{escape(caption)}</b></p>"
        f'<table style="border-collapse:collapse;background-color:#1f5c45;color:#ffffff">{rows}</table></div>'
    )


_CELL = "background-color:#1f5c45;color:#ffffff;padding:2px 6px;"


def _html_pile(position: Position, name: str) -> Iterator[str]:
    pile, down = position[name], position.face_down(name)
    if not pile or down == len(pile):
        yield escape(_pile_text(position, name, ascii=False))
        return
    if down:
        yield f"{down} face down "
    shown = pile[down:] if position.group_of(name).kind != "foundation" else pile[-1:]
    for card in shown:
        yield _html_card(card)


def _html_card(card: Card) -> str:
    colour = RED if card.suit.is_red else BLACK
    return (
        f'<span style="background-color:#ffffff;color:{colour};border:1px solid #999999;padding:0 3px">'
        f"{card.rank.index}{card.suit.symbol}&#xFE0E;</span> "
    )
