r"""Exercises: a question on a position, an answer that is checked and explained, points, a plain record.

Four kinds are made from a number, the same ones from the same number everywhere: `MarkLegalMoves`, `WhichRule`,
`PredictPosition` and `WinIn`. Each can be written by hand as well, and `Exercise` asks anything that has a short
answer. A `Quiz` goes through several and adds up.

>>> exercise = MarkLegalMoves("Auld Lang Syne\nF1: AC\nF2: AS 2H\nT1: 2D\nT2: 3C\nT3: 9H\nS: 4H")
>>> print(exercise.check("T1 F1 1, T2 F2 1, T3 F2 1"))
1 of 2 points
T1 F1 1 and T2 F2 1 are right.
T3 F2 1 is refused: 9♥ does not go on 2♥ in F2: a foundation builds up by rank, ... [AL-4]
>>> print(exercise.check("T1 F1 1"))
1 of 2 points
T1 F1 1 is right.
T2 F2 1 is missing: 3♣ goes from T2 to F2, onto 2♥. [AL-5, AL-4]
AL-5: Only a tableau pile's top card is in play, and it goes only to a foundation.
AL-4: A foundation builds up by rank, ace to king, whatever the suit.
"""

from __future__ import annotations

from .asking import Exercise, ExerciseError, Result
from .marking import MarkLegalMoves
from .predicting import PredictPosition
from .quiz import Quiz
from .refused import WhichRule
from .winning import WinIn

__all__ = [
    "Exercise",
    "ExerciseError",
    "MarkLegalMoves",
    "PredictPosition",
    "Quiz",
    "Result",
    "WhichRule",
    "WinIn",
]
