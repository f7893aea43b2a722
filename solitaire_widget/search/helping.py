"""Which moves help by themselves, and which only lead back: for a hint where no win is known."""

from __future__ import annotations

from collections.abc import Iterable

from ..moves import DEAL, Move
from ..position import Position
from ..preference import best_first

__all__ = ["Past", "best_by_itself", "how_it_helps"]


class Past:
    """The positions that a game has been in.

    Those count as the same that differ only by where whole piles lie, or by twins.

    Parameters
    ----------
    positions : iterable of Position
        The positions, the present one among them.

    Examples
    --------
    >>> from solitaire_widget import ARABELLA
    >>> position = Position.of(ARABELLA, T1="6C 5H", T2="6S")
    >>> past = Past([position])
    >>> past.leads_back(position, Move("T1 T2 1")), past.leads_back(position.after("T1 T2 1"), Move("T2 T1 1"))
    (False, True)
    """

    def __init__(self, positions: Iterable[Position]) -> None:
        self._seen = {_looks(position) for position in positions}

    def leads_back(self, position: Position, move: Move) -> bool:
        """Whether the game has been there already."""
        return _looks(position.after(move)) in self._seen


def _looks(position: Position) -> tuple[object, ...]:
    """What is alike in positions between which nobody would choose."""
    found: list[object] = []
    for group in position.rules.groups:
        piles = [(position.face_down(name), *(card.face for card in position[name])) for name in group.names]
        found.append(tuple(sorted(piles) if group.kind in ("tableau", "cell") else piles))
    return tuple(found)


def best_by_itself(position: Position, past: Past) -> tuple[Move, str]:
    """The move that looks best where no win is known, and what speaks for it.

    A move that helps, else a deal, else one that leads to a new position.

    Examples
    --------
    >>> from solitaire_widget import ARABELLA
    >>> position = Position.of(ARABELLA, T1="6H 5C", T2="6D", S="9C 9D")
    >>> best_by_itself(position, Past([position]))
    (Move('deal'), 'no other move helps')
    """
    moves = [move for move in best_first(position) if not move.is_deal and not position.is_exchange(move)]
    fresh = [move for move in moves if not past.leads_back(position, move)]
    helping = [(help, move) for move in fresh if (help := how_it_helps(position, move)) is not None]
    if helping:
        (_, promise), move = min(helping, key=lambda each: each[0][0])
        return move, promise
    may_deal = DEAL in position.legal_moves
    if may_deal and not past.leads_back(position, DEAL):
        return DEAL, "no other move helps" if moves else "nothing else is left"
    if fresh:
        return fresh[0], "it fits there as well" if position[fresh[0].target] else "it goes to an empty place"
    return DEAL if may_deal else (moves or position.legal_moves)[0], "nothing is left but to go back"


def how_it_helps(position: Position, move: Move) -> tuple[int, str] | None:
    """What a move changes for good: its rank, the best one is 0, and in words; None where it changes nothing so.

    Moves that help never lead round in a circle: cards go up, are turned, leave the waste, get onto a card that they
    fit or out of a place where they do not, and each of that is only undone by one of those before it.

    Examples
    --------
    >>> from solitaire_widget import ARABELLA
    >>> position = Position.of(ARABELLA, T1="6H 5C", T2="6D", T3="4H")
    >>> how_it_helps(position, Move("T1 T2 1")), how_it_helps(position, Move("T3 T1 1"))
    (None, (5, 'it empties a place'))
    """
    source, target = position.group_of(move.source).kind, position.group_of(move.target).kind
    if target == "foundation":
        return 0, "it goes up"
    if source == "foundation":
        return None
    pile, onto = position[move.source], position[move.target]
    left, down = len(pile) - move.count, position.face_down(move.source)
    below = pile[left - 1] if left > down else None
    if left and left == down:
        return 1, "it turns a card up"
    if below is not None and _is_wanted_above(position, below.face):
        return 2, f"{below} can go up then"
    if target == "cell":
        return None
    fitted = below is not None and source == "tableau" and position.is_built(move.source, move.count + 1)
    if onto and onto[-1].suit is pile[left].suit and not (fitted and below and below.suit is pile[left].suit):
        return 3, "it joins its suit"
    if source == "waste":
        return 4, "it comes from the waste"
    if onto and source == "cell":
        return 4, "it frees a cell"
    if onto and not left:
        return 5, "it empties a place"
    if left and not fitted and source == "tableau":
        return (6, "it goes where it fits") if onto else (7, f"{below} lies open then")
    return None


def _is_wanted_above(position: Position, face: int) -> bool:
    return any(
        card.face == face
        for group in position.rules.of_kind("foundation")
        for name in group.names
        for card in position.wanted(name)
    )
