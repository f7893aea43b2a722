"""Exercises that ask for a win in so many moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from ...cards import quoted
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
    counted,
    drawn,
    read_board,
    read_moves,
)
from .draws import Draws
from .endgames import EndgameError, endgame, fewest_moves

__all__ = ["WinIn"]


MOST_TO_WIN: Final = 12
LOOKED_AT_AN_ANSWER: Final = 3_000


class WinIn(Exercise):
    r"""Win from here in so many moves: any line that wins is right.

    A line that does not win gets a point for each move that was on the way; one that wins, but in more moves, a point
    less for each move too many.

    Parameters
    ----------
    position : Position or str
        The board, as a position or as position text.
    moves : int, optional
        How many moves there are at most; by default the fewest that win.
    question : str, optional
        What is asked, in other words than the usual ones.
    rules, marks, number
        As for `Exercise`.

    Raises
    ------
    SolitaireError
        When it cannot be won in so many moves, or when that is not found out within a small search.

    Examples
    --------
    >>> won_but_two = "Auld Lang Syne\nF1: AC..QC\nF2: AS..KS\nF3: AH..KH\nF4: AD..JD\nT1: KC QD\nT2: KD"
    >>> exercise = WinIn(won_but_two)
    >>> exercise.question
    'Win from here in 3 moves.'
    >>> print(exercise.check("T1 F4 1, T2 F1 1, T1 F4 1"))
    3 of 3 points
    Won in 3 moves.
    """

    kind = "win in"
    plays = True

    def __init__(
        self,
        position: Position | str,
        moves: int | None = None,
        question: str = "",
        *,
        rules: Rules | str | None = None,
        marks: Iterable[object] = (),
        number: int | None = None,
    ) -> None:
        board = read_board(position, rules)
        if board.status == "won":
            raise ExerciseError("nothing to play: the position is won already")
        most = MOST_TO_WIN if moves is None else _read_most(moves)
        line = fewest_moves(board, most)
        if line is None:
            raise ExerciseError(f"no win in {counted(most, 'move')}: the position cannot be won in so few")
        self._line = line
        self._most = len(line) if moves is None else most
        at_most = "at most " if len(line) < self._most else ""
        self._begin(
            question or f"Win from here in {at_most}{counted(self._most, 'move')}.",
            board,
            marks,
            number,
        )

    @classmethod
    def from_number(cls, rules: Rules | str, number: int, moves: int = 3) -> WinIn:
        """Make one from a number: a position that takes exactly so many moves to win.

        Cards are taken back from a won position, all face up, so that they bury one another where the game allows
        it. In a game whose tableau takes no cards by hand nothing has to be moved aside: there the order is all.

        Raises
        ------
        SolitaireError
            When the game's declaration gives no such position, as where its foundations take not all cards; and for
            some numbers where more than eight moves are asked for.

        Examples
        --------
        >>> exercise = WinIn.from_number("adela", 1, moves=4)
        >>> exercise.question, exercise.check(exercise.solution).correct
        ('Win from here in 4 moves.', True)
        """
        rules = find_rules(rules)
        draws = Draws(cls.kind, repr(rules), read_number(number), _read_most(moves))
        return cls(endgame(rules, draws, moves).position, moves, number=number)

    @property
    def moves(self) -> int:
        """How many moves there are at most."""
        return self._most

    @property
    def fewest(self) -> int:
        """The fewest moves that win."""
        return len(self._line)

    @property
    def solution(self) -> tuple[str, ...]:
        """A line of the fewest moves that win."""
        return tuple(map(str, self._line))

    def take(self, move: Move | str) -> str:
        """Note the next move; the one that wins is checked at once.

        Raises
        ------
        IllegalMove
            When a rule forbids it; nothing has changed then.
        """
        return self.retake((*self.given, move))

    def retake(self, moves: Sequence[Move | str]) -> str:
        """Note all the moves that stand on the board now; once they win they are checked."""
        here, read = self.position, tuple(map(Move, moves))
        for move in read:
            here = here.after(move)
        self._given, self._result = read, None
        if here.status == "won":
            return self.check().explanation[0]
        left = self._most - len(read)
        if left > 0:
            return f"{counted(left, 'move')} left." if read else self.question
        return f"{counted(len(read), 'move')} made, and it is not won: undo some and try again."

    def _read(self, answer: object) -> tuple[Move, ...]:
        return read_moves(self.position, answer, ordered=True)

    def _judge(self, given: tuple[Any, ...]) -> Verdict:
        played, here = [self.position], self.position
        for number, move in enumerate(given, 1):
            if here.status == "won":
                return self._too_far(number - 1, len(given))
            if here.refusal(move):
                said = f"Move {number}, {move}, is refused: {explain(here, move)}"
                return self._not_won(given, played, (said,))
            here = here.after(move)
            played.append(here)
        if here.status != "won":
            left = sum(len(here[name]) for name in here if here.group_of(name).kind != "foundation")
            made = f"after {counted(len(given), 'move')}: {counted(left, 'card')} {'is' if left == 1 else 'are'} still"
            return self._not_won(given, played, (f"Not won {made} in play.",) if given else ("Nothing was played.",))
        over = len(given) - self._most
        if over > 0:
            said = f"That wins in {counted(len(given), 'move')}, {over} too many: {self._one_way()}"
            return Verdict(max(self._most - over, 0), self._most, (said,))
        shorter = (
            () if len(given) == self.fewest else (f"It can be done in {self.fewest}: {', '.join(self.solution)}.",)
        )
        return Verdict(self._most, self._most, (f"Won in {counted(len(given), 'move')}.", *shorter))

    def _too_far(self, won_after: int, made: int) -> Verdict:
        """A line that goes on after the win: it is a win all the same, but the pupil did not see it."""
        said = f"The game is won after move {won_after}: nothing can be played then."
        return Verdict(max(self._most - (made - won_after), 0), self._most, (said,))

    def _not_won(self, given: Sequence[Move], played: Sequence[Position], said: tuple[str, ...]) -> Verdict:
        on_the_way, spoilt = self._on_the_way(played)
        lines = list(said)
        if spoilt:
            lines.append(
                f"After move {on_the_way + 1}, {given[on_the_way]}, a win takes more than {self._most} in all."
            )
        marks = drawn(self.position, (Move(self.solution[0]),), "hint")
        return Verdict(min(on_the_way, self._most - 1), self._most, (*lines, self._one_way()), marks)

    def _on_the_way(self, played: Sequence[Position]) -> tuple[int, bool]:
        """How many moves were on the way to a win in time, and whether the next one is known to have spoilt it."""
        for number, here in enumerate(played[1:], 1):
            left = self._most - number
            try:
                if left < 0 or fewest_moves(here, left, LOOKED_AT_AN_ANSWER) is None:
                    return number - 1, True
            except EndgameError:
                return number - 1, False
        return len(played) - 1, False

    def _one_way(self) -> str:
        return f"One way: {', '.join(self.solution)}."


def _read_most(moves: object) -> int:
    if type(moves) is not int or not 1 <= moves <= MOST_TO_WIN:
        raise ExerciseError(f"moves={quoted(moves)} is no choice: a win from here takes 1 to {MOST_TO_WIN} moves")
    return moves
