"""Exercises that ask for every legal move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from ...deals import read_number
from ...games import find_rules
from ...moves import Move
from ...position import Position
from ...rules import Rules
from ..why import explain
from .asking import (
    Exercise,
    ExerciseError,
    Verdict,
    drawn,
    joined,
    read_board,
    read_moves,
    row_line,
)
from .draws import Draws, choice_of, choices, played

__all__ = ["MarkLegalMoves"]


FEWEST_CHOICES: Final = 3
MOST_CHOICES: Final = 8


class MarkLegalMoves(Exercise):
    r"""Mark every legal move: a point for each, a point less for each move that is refused.

    Moves that differ only in which empty place of a kind takes the cards are one choice: one of them is enough.

    Parameters
    ----------
    position : Position or str
        The board, as a position or as position text.
    question : str, optional
        What is asked, in other words than the usual ones.
    rules, marks, number
        As for `Exercise`.

    Examples
    --------
    >>> exercise = MarkLegalMoves("Adela\nT1: 8C 9C\nT2: 8C\nT3: 8D\nJ1: JD..9D", question="What can be played?")
    >>> exercise.take("T1 T2 1"), exercise.take("T3 J1 1"), exercise.take("T1 T2 1")
    ('T1 T2 1 noted, 1 so far.', 'T3 J1 1 noted, 2 so far.', 'T1 T2 1 taken off, 1 so far.')
    """

    kind = "mark legal moves"

    def __init__(
        self,
        position: Position | str,
        question: str = "",
        *,
        rules: Rules | str | None = None,
        marks: Iterable[object] = (),
        number: int | None = None,
    ) -> None:
        board = read_board(position, rules)
        if not board.legal_moves:
            raise ExerciseError("nothing to mark: no move is legal in this position")
        self._begin(question or _ask_for_moves(board), board, marks, number)
        self._legal = choices(board)

    @classmethod
    def from_number(cls, rules: Rules | str, number: int) -> MarkLegalMoves:
        """Make one from a number: a position met in random play of that deal, with a handful of legal moves.

        Examples
        --------
        >>> print(MarkLegalMoves.from_number("auld lang syne", 3))
        Mark every legal move. A deal counts where it is allowed.
        S   44 cards
        ...
        """
        rules = find_rules(rules)
        draws = Draws(cls.kind, repr(rules), read_number(number))
        best, best_miss = None, 10**6
        for ply, here in enumerate(played(Position.dealt(rules, number), draws, 90)):
            ways = len(choices(here))
            miss = max(FEWEST_CHOICES - ways, ways - MOST_CHOICES, 0)
            if ways and (miss < best_miss or not miss):
                best, best_miss = here, miss
            if not best_miss and ply >= 4 and not draws.below(8):
                break
        if best is None:
            raise ExerciseError(f"no legal move after deal {number}: {rules.name} gives no exercise from this number")
        return cls(best, number=number)

    @property
    def solution(self) -> tuple[str, ...]:
        """One legal move for each choice."""
        return tuple(str(moves[0]) for moves in self._legal.values())

    def take(self, move: Move | str) -> str:
        """Note a move, or take it off where it was noted already."""
        move = self._on_the_board(move)
        there = move in self._given
        self._given = tuple(other for other in self._given if other != move) if there else (*self._given, move)
        return f"{move} {'taken off' if there else 'noted'}, {len(self._given)} so far."

    def _read(self, answer: object) -> tuple[Move, ...]:
        moves = read_moves(self.position, answer, ordered=False)
        return tuple(sorted(set(moves))) if isinstance(answer, set | frozenset) else tuple(dict.fromkeys(moves))

    def _judge(self, given: tuple[Any, ...]) -> Verdict:
        here = self.position
        wrong = [move for move in given if here.refusal(move)]
        named = {choice_of(here, move) for move in given if move not in wrong}
        missing = [moves[0] for key, moves in self._legal.items() if key not in named]
        score, out_of = len(named) - len(wrong), len(self._legal)
        right = [move for move in given if move not in wrong]
        lines = [f"{joined(list(map(str, right)))} {'is' if len(right) == 1 else 'are'} right."] if right else []
        lines += [f"{move} is refused: {explain(here, move)}" for move in wrong]
        reasons = [explain(here, move) for move in missing]
        lines += [f"{said.move} is missing: {said.sentences[0]} [{', '.join(said.rules)}]" for said in reasons]
        # Each rule once, however many moves it allows.
        lines += [row_line(self.rules, id) for id in dict.fromkeys(id for said in reasons for id in said.rules)]
        marks = drawn(here, right, "good") + drawn(here, wrong, "bad") + drawn(here, missing, "hint")
        return Verdict(max(score, 0), out_of, tuple(lines), marks)


def _ask_for_moves(position: Position) -> str:
    said = ["Mark every legal move."]
    rules = position.rules
    if rules.of_kind("stock"):
        said.append("A deal counts where it is allowed.")
    if rules.decks > 1 and any(group.build for group in rules.of_kind("tableau")):
        said.append("Carrying cards to a twin of the card they lie on counts as well.")
    if any(len(moves) > 1 for moves in choices(position).values()):
        said.append("Where several empty places of a kind take the same cards, one of them is enough.")
    if len({move[:2] for move in position.legal_moves}) < len(position.legal_moves):
        said.append("Another number of cards is another move.")
    return " ".join(said)
