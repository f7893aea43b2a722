"""A move as a value and as text, and the refusal of one."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, overload

from .cards import NotationError, SolitaireError, quoted

__all__ = ["DEAL", "IllegalMove", "Move", "Refusal"]

MOVE_TEXT: Final = re.compile(r"([A-Za-z]\d{0,2})[\s,>-]+([A-Za-z]\d{0,2})(?:[\s,x]+(\d{1,3}))?")


class _Fields(NamedTuple):
    source: str
    target: str
    count: int  # type: ignore[assignment]  # a tuple has a method of that name, which a move does not need


class Move(_Fields):
    """So many cards from one pile to another, or a deal.

    Parameters
    ----------
    source : str
        A move's whole text (``"T5 T9 3"``, ``"W F2"``, ``"deal"``), or a pile's name when `target` is given.
    target : str, optional
        The pile that takes the cards.
    count : int, optional
        How many cards travel, 1 if it is left out.

    Raises
    ------
    NotationError
        When the text names no move.

    Examples
    --------
    >>> Move("T5 T9 3") == Move("T5", "T9", 3), str(Move("w f2")), Move("deal") is DEAL
    (True, 'W F2 1', True)
    """

    __slots__ = ()

    @overload
    def __new__(cls, source: Move | str) -> Move: ...
    @overload
    def __new__(cls, source: str, target: str, count: int = 1) -> Move: ...
    def __new__(cls, source: Move | str, target: str | None = None, count: int = 1) -> Move:  # noqa: D102
        if target is None:
            return _read_move(source)
        if not isinstance(source, str) or not _is_name(target) or type(count) is not int or count < 1:
            raise NotationError("no move: give two piles by name and how many cards, from 1 on, as in T5 T9 3")
        return super().__new__(cls, source.upper(), target.upper(), count)

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __str__(self) -> str:
        return f"{self.source} {self.target} {self.count}" if self.count else "deal"

    def __reduce__(self) -> tuple[type[Move], tuple[str]]:
        return Move, (str(self),)

    @property
    def is_deal(self) -> bool:
        """Whether the move is a tap on the stock."""
        return not self.count


DEAL: Final = tuple.__new__(Move, ("", "", 0))
"""A tap on the stock: it deals, or takes the cards back to the stock where the rules have a redeal."""


def _is_name(value: object) -> bool:
    return isinstance(value, str)


def _read_move(text: object) -> Move:
    if isinstance(text, Move):
        return text
    if isinstance(text, tuple) and len(text) == 3:
        return Move(*text)
    if isinstance(text, str) and len(text) <= 40:
        if text.strip().lower() == "deal":
            return DEAL
        if found := MOVE_TEXT.fullmatch(text.strip()):
            source, target, count = found.groups()
            if count is None or int(count):
                return Move(source.upper(), target.upper(), int(count or 1))
    raise NotationError(f'no move {quoted(text)}: write "from to count" as in T5 T9 3, or deal')


class Refusal(NamedTuple):
    """Why a move is not allowed.

    Attributes
    ----------
    rule : str
        The id of the ledger row that forbids it.
    sentence : str
        What a beginner understands, naming the cards.
    move : Move
        The move in question.
    """

    rule: str
    sentence: str
    move: Move

    def __str__(self) -> str:
        return f"{self.sentence} [{self.rule}]"


class IllegalMove(SolitaireError):
    """A move that the rules forbid.

    Attributes
    ----------
    move : Move
        The move.
    rule : str
        The id of the ledger row that forbids it.
    refusal : Refusal
        Both, with the sentence.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.move = refusal.move
        self.rule = refusal.rule

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Refusal]]:
        return IllegalMove, (self.refusal,)
