"""Lines that are known to win: a hint goes on with one, where a new search might begin with the way back."""

from __future__ import annotations

from threading import Lock
from typing import Final

from ..moves import Move
from ..position import Position
from .asking import Stop, expect_asked, expect_position
from .seeing import is_wholly_seen
from .solving import Solution, solve

__all__ = ["Lines", "known_line", "solve_once"]

MOST_LINES: Final = 16


class Lines:
    """The lines that were used last, to be found from every position along them.

    Examples
    --------
    >>> from solitaire_widget import ADELA
    >>> position, lines = Position.of(ADELA, J1="JC", T1="QC", T2="KC"), Lines()
    >>> lines.remember(position, (Move("T1 Q1 1"), Move("T2 K1 1")))
    >>> lines.rest(position.after("T1 Q1 1"))
    (Move('T2 K1 1'),)
    """

    def __init__(self, most: int = MOST_LINES) -> None:
        self._most = most
        self._lines: list[tuple[dict[Position, int], tuple[Move, ...]]] = []
        self._lock = Lock()

    def remember(self, position: Position, line: tuple[Move, ...]) -> None:
        """Keep a line that wins from a position; the one that was used longest ago is forgotten for it."""
        places = {position: 0}
        for number, move in enumerate(line, 1):
            position = position.after(move)
            places[position] = number
        with self._lock:
            self._lines.append((places, line))
            del self._lines[: -self._most]

    def rest(self, position: Position) -> tuple[Move, ...]:
        """What is left of a line that leads through a position; empty where none does."""
        with self._lock:
            for number, (places, line) in reversed(list(enumerate(self._lines))):
                if position in places:
                    self._lines.append(self._lines.pop(number))
                    return line[places[position] :]
        return ()


_LINES: Final = Lines()


def known_line(position: Position) -> tuple[Move, ...]:
    """A line that wins, found before with every card known; empty where none is remembered."""
    return _LINES.rest(position)


def solve_once(
    position: Position, *, seconds: float, stop: Stop | None = None, compiled: bool | None = None
) -> Solution:
    """As `solve`, but go on with a line that was found before, and remember one that is found.

    Every card is read, now or when the line was found: only for who may know them all.

    Examples
    --------
    >>> from solitaire_widget import ADELA
    >>> position = Position.of(ADELA, J1="JC", T1="QC", T2="KC")
    >>> first, *rest = solve_once(position, seconds=60, compiled=False).line
    >>> solve_once(position.after(first), seconds=60, compiled=False).line == tuple(rest)
    True
    """
    expect_position(position)
    expect_asked(seconds, stop, compiled)
    if line := known_line(position):
        return Solution("won", line, peeked=not is_wholly_seen(position))
    found = solve(position, seconds=seconds, stop=stop, compiled=compiled)
    if found.line:
        _LINES.remember(position, found.line)
    return found
