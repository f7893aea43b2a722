"""What a search is asked with: one place that says which values it can have."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from typing import Protocol

from ..cards import quoted
from ..game import Game
from ..position import Position
from .loading import SearchError
from .score import Score

__all__ = [
    "Event",
    "Stop",
    "expect_asked",
    "expect_game",
    "expect_position",
    "expect_samples",
    "expect_score",
    "stop_of",
]


class Event(Protocol):
    """What can be asked whether it was set, as a `threading.Event`."""

    def is_set(self) -> bool:
        """Whether to stop."""


Stop = Event | Callable[[], bool]


def expect_asked(
    seconds: object, stop: object = None, compiled: object = None, nodes: object = None, *, endless: bool = False
) -> None:
    """Check how long a search may look and what ends it; without an end in time only where it may be `endless`.

    Raises
    ------
    SearchError
        For what none of them can be.

    Examples
    --------
    >>> expect_asked("x")
    Traceback (most recent call last):
    ...
    solitaire_widget.search.loading.SearchError: no time "x": give seconds above 0
    """
    number = type(seconds) is not bool and isinstance(seconds, Real) and float(seconds) > 0
    if not number and not (endless and seconds is None):
        raise SearchError(f"no time {quoted(seconds)}: give seconds above 0")
    if nodes is not None and (type(nodes) is not int or nodes < 1):
        raise SearchError(f"no limit {quoted(nodes)}: nodes is a whole number from 1")
    stop_of(stop)
    if compiled is not None and not isinstance(compiled, bool):
        raise SearchError(f"compiled cannot be {quoted(compiled)}: it is True, False or None")


def stop_of(stop: object) -> Callable[[], bool]:
    """What to ask whether to stop."""
    if stop is None:
        return lambda: False
    asked = stop if callable(stop) else getattr(stop, "is_set", None)
    if not callable(asked):
        raise SearchError(f"nothing to stop by in {quoted(stop)}: give a threading.Event, or a function that says True")
    return asked


def expect_position(position: object) -> None:
    """Check that there is something to look at."""
    if not isinstance(position, Position):
        raise SearchError(f"no position in {quoted(position)}: give a Position, as Game(...).position is")


def expect_game(game: object) -> None:
    """Check that there is a game to look at."""
    if not isinstance(game, Game):
        raise SearchError(f"no game in {quoted(game)}: give a Game")


def expect_samples(samples: object) -> None:
    """Check how many random deals are wanted."""
    if type(samples) is not int or samples < 1:
        raise SearchError(f"no number of deals {quoted(samples)}: samples is a whole number from 1")


def expect_score(score: object) -> None:
    """Check the weights."""
    if score is not None and not isinstance(score, Score):
        raise SearchError(f"no weights in {quoted(score)}: give a Score, or None for the page's")
