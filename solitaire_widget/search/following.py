"""Cards that can follow by themselves: those of which `solitaire_widget.search.safety` argues that they never hurt."""

from __future__ import annotations

from ..cards import SolitaireError
from ..moves import Move
from ..position import Position
from .loading import load
from .states import States

__all__ = ["safe_move"]


def safe_move(position: Position) -> Move | None:
    """A card that can go up now and loses no win by it; None where there is none, or none can be known of.

    Examples
    --------
    >>> from solitaire_widget import ARABELLA
    >>> safe_move(Position.of(ARABELLA, T1="KH AC", T2="5H 4H"))
    Move('T1 F1 1')
    """
    try:
        states = States(position, load(False))
    except SolitaireError:
        # A game that is too large to be searched can be played all the same.
        return None
    move = states.move(states.safe_move(states.of(position)))
    return None if move.is_deal else move
