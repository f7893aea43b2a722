"""Which of the legal moves a player most likely wants: for the double tap, and for a hint where nothing is known."""

from __future__ import annotations

from .moves import Move
from .position import Position

__all__ = ["best_first"]


def best_first(position: Position) -> list[Move]:
    """The legal moves, those before others that a double-tap should choose.

    A card goes to a foundation, else onto a card of its own suit, else onto any card, else to a cell or an
    empty pile; where several are alike, to the first in the order of the declaration.
    """
    return sorted(position.legal_moves, key=lambda move: _preference(position, move))


def _preference(position: Position, move: Move) -> int:
    if move.is_deal:
        return 9
    target, pile = position.group_of(move.target), position[move.target]
    if target.kind == "foundation":
        return 0
    if not pile:
        return 3
    return 1 if pile[-1].suit is position[move.source][-move.count].suit else 2
