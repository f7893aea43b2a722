"""Several exercises, one after another."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from html import escape
from itertools import islice
from typing import Any, Final, Protocol

from ...cards import quoted
from ...deals import read_number
from ...games import find_rules
from ...rules import Rules
from .asking import (
    Exercise,
    ExerciseError,
    Result,
    points,
)
from .draws import Draws
from .endgames import EndgameError
from .marking import MarkLegalMoves
from .predicting import PredictPosition
from .refused import WhichRule
from .winning import WinIn

__all__ = ["Quiz"]


MOST_EXERCISES: Final = 500
TRIES_A_KIND: Final = 5


class Numbered(Protocol):
    """A kind of exercise that is made from a number."""

    def from_number(self, rules: Rules | str, number: int) -> Exercise:
        """Make an exercise from a number."""


KINDS: Final[tuple[Numbered, ...]] = (MarkLegalMoves, WhichRule, PredictPosition, WinIn)


class Quiz:
    """Several exercises one after another, with the points added up.

    Parameters
    ----------
    exercises : iterable of Exercise
        What is asked, in order.
    title : str
        What the quiz is called.

    Examples
    --------
    >>> quiz = Quiz.from_number("adela", 1, size=4)
    >>> quiz.answer(quiz.current.solution).correct, quiz.score, len(quiz.records())
    (True, 3, 1)
    >>> print(quiz)
    Adela, quiz 1: 1 of 4 answered, 3 of 3 points
    ...
    """

    def __init__(self, exercises: Iterable[Exercise], title: str = "Quiz") -> None:
        if isinstance(exercises, Exercise) or not isinstance(exercises, Iterable):
            raise ExerciseError(f"a quiz is given {quoted(exercises)}: give it a list of exercises")
        if not isinstance(title, str):
            raise ExerciseError(f"a quiz is called {quoted(title)}: give its title as text")
        self._exercises = tuple(islice(exercises, MOST_EXERCISES + 1))
        if not 1 <= len(self._exercises) <= MOST_EXERCISES:
            raise ExerciseError(f"a quiz has 1 to {MOST_EXERCISES} exercises: give them as a list")
        for exercise in self._exercises:
            if not isinstance(exercise, Exercise):
                raise ExerciseError(f"no exercise in {quoted(exercise)}: make one with Exercise or one of its kinds")
        self._title = title

    @classmethod
    def from_number(cls, rules: Rules | str, number: int, size: int = 10, kinds: Iterable[Numbered] = KINDS) -> Quiz:
        """Make one from a number, the kinds by turns; a kind that the game has no exercise of is left out.

        Raises
        ------
        SolitaireError
            When the game has none of any kind, or the size is no number of exercises.
        """
        rules = find_rules(rules)
        if type(size) is not int or not 1 <= size <= MOST_EXERCISES:
            raise ExerciseError(f"size={quoted(size)} is no choice: a quiz has 1 to {MOST_EXERCISES} exercises")
        draws = Draws("quiz", repr(rules), read_number(number))
        found: list[Exercise] = []
        left = _kinds(kinds)
        while left and len(found) < size:
            for kind in tuple(left):
                exercise = _one_of(kind, rules, draws)
                if exercise is None:
                    left.remove(kind)
                else:
                    found.append(exercise)
        if not found:
            raise ExerciseError(f"no exercise of these kinds: {rules.name} gives none from number {number}")
        return cls(found[:size], f"{rules.name}, quiz {number}")

    def __len__(self) -> int:
        return len(self._exercises)

    def __iter__(self) -> Iterator[Exercise]:
        return iter(self._exercises)

    def __getitem__(self, place: int) -> Exercise:
        return self._exercises[place]

    @property
    def current(self) -> Exercise:
        """The first exercise that was not answered yet.

        Raises
        ------
        ExerciseError
            When all were answered.
        """
        for exercise in self._exercises:
            if not exercise.done:
                return exercise
        raise ExerciseError(f"the quiz is over: all {len(self)} were answered")

    @property
    def done(self) -> bool:
        """Whether all exercises were answered."""
        return all(exercise.done for exercise in self._exercises)

    def clear(self) -> None:
        """Forget all answers, for the next pupil."""
        for exercise in self._exercises:
            exercise.clear()

    def answer(self, answer: object = None) -> Result:
        """Check an answer to the current exercise and go on to the next one."""
        return self.current.check(answer)

    @property
    def results(self) -> tuple[Result, ...]:
        """How the exercises that were answered were checked, here or on their own."""
        return tuple(exercise.result for exercise in self._exercises if exercise.result)

    @property
    def score(self) -> int:
        """The points got so far."""
        return sum(result.score for result in self.results)

    @property
    def out_of(self) -> int:
        """The points that there were so far."""
        return sum(result.out_of for result in self.results)

    def records(self) -> list[dict[str, Any]]:
        """The results as plain records, fit for JSON and for a table."""
        return [result.record() for result in self.results]

    def to_frame(self) -> Any:
        """The results as a pandas frame.

        Raises
        ------
        ExerciseError
            When pandas is not installed; `records` needs none.
        """
        try:
            pandas = importlib.import_module("pandas")
        except ImportError:
            raise ExerciseError("pandas is not installed: records() gives the same as a list") from None
        return pandas.DataFrame.from_records(self.records())

    def __str__(self) -> str:
        lines = [f"{place}. {_status(exercise)}: {exercise.question}" for place, exercise in enumerate(self, 1)]
        return "\n".join((self._summary, *lines))

    def __repr__(self) -> str:
        return f"<{self._summary}>"

    @property
    def _summary(self) -> str:
        answered = f"{len(self.results)} of {len(self)} answered"
        return f"{self._title}: {answered}, {points(self.score, self.out_of)}"

    def _repr_html_(self) -> str:
        cell = 'style="text-align:left;padding:2px 8px"'
        rows = "".join(
            f"<tr><td {cell}>{place}</td><td {cell}>{escape(exercise.kind)}</td>"
            f"<td {cell}>{escape(exercise.question)}</td><td {cell}>{escape(_status(exercise))}</td></tr>"
            for place, exercise in enumerate(self, 1)
        )
        heads = "".join(f"<th {cell}>{head}</th>" for head in ("", "Kind", "Question", "Points"))
        return f"<div><p><b>{escape(self._summary)}</b></p><table><tr>{heads}</tr>{rows}</table></div>"


def _kinds(kinds: object) -> list[Numbered]:
    known = ", ".join(getattr(kind, "__name__", "") for kind in KINDS)
    if not isinstance(kinds, Iterable) or isinstance(kinds, str):
        raise ExerciseError(f"kinds={quoted(kinds)} is no choice: give a list of kinds, such as {known}")
    found = list(kinds)
    if odd := [kind for kind in found if not hasattr(kind, "from_number")]:
        raise ExerciseError(f"no kind of exercise {quoted(odd[0])}: there are {known}, and classes like them")
    return found


def _one_of(kind: Numbered, rules: Rules, draws: Draws) -> Exercise | None:
    """An exercise of one kind, or None where several numbers give none."""
    for _ in range(TRIES_A_KIND):
        with suppress(EndgameError, ExerciseError):
            return kind.from_number(rules, 1 + draws.below(10**6))
    return None


def _status(exercise: Exercise) -> str:
    return f"{exercise.result.score} of {exercise.result.out_of}" if exercise.result else "to be answered"
