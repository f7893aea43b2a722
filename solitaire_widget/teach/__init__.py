"""Teaching: rule sheets, why a move is allowed or not, marks on the board and steps of a story."""

from __future__ import annotations

from .examples import Example
from .exercises import Exercise, ExerciseError, MarkLegalMoves, PredictPosition, Quiz, Result, WhichRule, WinIn
from .marks import ArrowMark, CardMark, MarkError, Marks, PileMark, Step, Tone
from .sheet import Fact, Sheet, SheetOption, SheetRow, SheetSection
from .why import Explanation, explain

__all__ = [
    "ArrowMark",
    "CardMark",
    "Example",
    "Exercise",
    "ExerciseError",
    "Explanation",
    "Fact",
    "MarkError",
    "MarkLegalMoves",
    "Marks",
    "PileMark",
    "PredictPosition",
    "Quiz",
    "Result",
    "Sheet",
    "SheetOption",
    "SheetRow",
    "SheetSection",
    "Step",
    "Tone",
    "WhichRule",
    "WinIn",
    "explain",
]
