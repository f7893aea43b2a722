"""What every exercise has: a question on a board, an answer, points and why; and moves as answers."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from html import escape
from itertools import islice
from typing import Any, ClassVar, Final, NamedTuple

from ...cards import Card, NotationError, SolitaireError, quoted
from ...deals import read_number
from ...games import find_rules
from ...moves import Move
from ...notation import read_position
from ...picture import svg_board, text_board
from ...position import Position
from ...refusals import listed
from ...rules import Rules
from ..marks import Marks, Tone

__all__ = [
    "Exercise",
    "ExerciseError",
    "Result",
    "Verdict",
    "counted",
    "drawn",
    "joined",
    "not_too_long",
    "only_one",
    "points",
    "read_board",
    "read_moves",
    "read_rule",
    "row_line",
    "told",
]

LONGEST_ANSWER: Final = 20_000
MOST_MOVES: Final = 500
ROW_ID: Final = re.compile(r"[A-Za-z]{1,6}-\d{1,4}")


class ExerciseError(SolitaireError):
    """An exercise that is not sound, or an answer that is none."""


@dataclass(frozen=True)
class Result:
    """How an answer was checked.

    Attributes
    ----------
    kind : str
        The kind of exercise.
    game : str
        The game's id.
    options : dict
        The options that are not the game's own.
    number : int or None
        The number that the exercise was made from; None where a teacher wrote it.
    question : str
        What was asked.
    answer : tuple of str
        What was answered, as text.
    score : int
        The points got.
    out_of : int
        The points there were.
    explanation : tuple of str
        What was right, what was not and why, a sentence or a few each, with the ids of the rules.
    marks : Marks
        The same on the board: right ones good, wrong ones bad, missing ones as a hint.
    time : float
        When it was checked, in seconds since the epoch.
    """

    kind: str
    game: str
    options: dict[str, Any] = field(hash=False)
    number: int | None
    question: str
    answer: tuple[str, ...]
    score: int
    out_of: int
    explanation: tuple[str, ...]
    marks: Marks = field(default=Marks(), repr=False, compare=False)
    time: float = field(default_factory=time.time, compare=False)

    @property
    def correct(self) -> bool:
        """Whether every point was got."""
        return self.score == self.out_of

    def record(self) -> dict[str, Any]:
        """All of it but the marks as plain values, fit for JSON and for a table.

        Examples
        --------
        >>> result = Exercise("Which rule ends it?", "Adela", answer="AD-20").check("ad-20")
        >>> {name: result.record()[name] for name in ("kind", "game", "answer", "score", "correct")}
        {'kind': 'question', 'game': 'adela', 'answer': ['ad-20'], 'score': 1, 'correct': True}
        """
        said = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "marks"}
        lists = {name: list(said[name]) for name in ("answer", "explanation")}
        return said | lists | {"options": dict(self.options), "correct": self.correct}

    def __str__(self) -> str:
        return "\n".join((points(self.score, self.out_of), *self.explanation))

    def _repr_html_(self) -> str:
        lines = "".join(f"<li>{escape(sentence)}</li>" for sentence in self.explanation)
        verdict = "Right" if self.correct else "Not yet"
        got = escape(points(self.score, self.out_of))
        return f"<div><p><b>{verdict}: {got}</b></p><ul>{lines}</ul></div>"


def points(score: int, out_of: int) -> str:
    """Say how many points were got."""
    return f"{score} of {out_of} point{'s' * (out_of != 1)}"


class Verdict(NamedTuple):
    """What a kind of exercise makes of an answer."""

    score: int
    out_of: int
    explanation: tuple[str, ...]
    marks: Marks = Marks()


class Exercise:
    r"""A question on a position, with a short answer.

    Parameters
    ----------
    question : str
        What is asked, in a plain sentence.
    position : Position or str
        The board that it is asked about, as a position or as position text (a game's name alone is an empty board).
    answer : str or int or Move or Card
        The right answer: a word, a number, a rule's id, a card, a move.
    because : str or iterable of str
        Ids of the rules that explain it, or sentences.
    accept : iterable of str
        Other answers that are right.
    rules : Rules or str, optional
        The game, where the text does not name it.
    marks : iterable
        What is marked on the board, in the forms that `Marks.of` reads.
    number : int, optional
        A number to tell the exercise by in records.

    Raises
    ------
    SolitaireError
        When the exercise is not sound: no such position, rule or mark, no question, no answer.

    Examples
    --------
    >>> exercise = Exercise(
    ...     "Both moves are exchanges. Which rule lets you deal all the same?",
    ...     "Adela\nT1: 8C 9C\nT2: 8C\nS: KH",
    ...     answer="AD-16",
    ...     because="AD-16",
    ... )
    >>> exercise.check("ad-16").correct
    True
    >>> print(exercise.check("AD-15"))
    0 of 1 point
    AD-15 is not right: it is AD-16.
    AD-16: For a deal an exchange is no move: carrying a run from a card to that card's twin leaves the same...
    """

    kind: ClassVar[str] = "question"
    plays: ClassVar[bool] = False
    """Whether the pupil's moves on the board are played; else they are only noted."""

    def __init__(
        self,
        question: str,
        position: Position | str,
        answer: object,
        because: str | Iterable[str] = (),
        *,
        accept: Iterable[object] = (),
        rules: Rules | str | None = None,
        marks: Iterable[object] = (),
        number: int | None = None,
    ) -> None:
        self._begin(question, read_board(position, rules), marks, number)
        self._right = tuple(_plain(each) for each in (answer, *_listed_answers(accept)))
        self._shown = _shown_answer(answer)
        sentences = one_or_more("reasons are", because)
        self._because = tuple(_reason(self.rules, each) for each in sentences)

    def _begin(self, question: object, position: Position, marks: Iterable[object], number: int | None) -> None:
        """What every kind has: the question, the board and nothing answered yet."""
        if not isinstance(question, str) or not question.strip():
            raise ExerciseError(f"no question in {quoted(question)}: ask something in a plain sentence")
        self._question = " ".join(question.split())
        self._position = position
        self._marks = Marks.of(position, *one_or_more("marks are", marks))
        self._number = number if number is None else read_number(number)
        self._given: tuple[object, ...] = ()
        self._result: Result | None = None

    # -- what is asked -------------------------------------------------------------------------------------

    @property
    def question(self) -> str:
        """What is asked, in a plain sentence or two."""
        return self._question

    @property
    def choices(self) -> tuple[str, ...]:
        """What there is to choose from, a line each; empty where the question says all."""
        return ()

    @property
    def position(self) -> Position:
        """The board that it is asked about."""
        return self._position

    @property
    def rules(self) -> Rules:
        """The game, with its options."""
        return self._position.rules

    @property
    def marks(self) -> Marks:
        """What is marked on the board from the start."""
        return self._marks

    @property
    def number(self) -> int | None:
        """The number that it was made from; None where a teacher wrote it."""
        return self._number

    @property
    def solution(self) -> tuple[str, ...]:
        """A right answer, as text."""
        return (self._shown,)

    # -- what is answered ----------------------------------------------------------------------------------

    @property
    def given(self) -> tuple[str, ...]:
        """What was noted on the board so far, as text."""
        return tuple(map(str, self._given))

    @property
    def result(self) -> Result | None:
        """How the answer was checked last; None before that."""
        return self._result

    @property
    def done(self) -> bool:
        """Whether an answer was checked."""
        return self._result is not None

    def take(self, move: Move | str) -> str:
        """Note a move that the pupil made on the board, and say so."""
        move = self._on_the_board(move)
        self._given = (move,)
        return f"{move} noted."

    def retake(self, moves: Sequence[Move | str]) -> str:
        """Note all the moves that stand on the board now, in place of those noted so far, and say so."""
        read = tuple(map(self._on_the_board, moves))
        self._given = ()
        said = [self.take(move) for move in read]
        return said[-1] if said else "Nothing is noted."

    def clear(self) -> None:
        """Forget the answer so far and how it was checked, for the next pupil."""
        self._given, self._result = (), None

    def check(self, answer: object = None) -> Result:
        """Check an answer, by default the one noted on the board; `solution` is one, whatever the kind.

        Raises
        ------
        SolitaireError
            When it is no answer at all: it names no such pile, move, rule or card. Nothing has changed then.
        """
        given = self._given if answer is None else self._read(answer)
        verdict = self._judge(given)
        self._result = Result(
            kind=self.kind,
            game=self.rules.id,
            options=dict(self.rules.values),
            number=self.number,
            question=self.question,
            answer=tuple(map(str, given)),
            score=verdict.score,
            out_of=verdict.out_of,
            explanation=verdict.explanation,
            marks=verdict.marks,
        )
        return self._result

    def _read(self, answer: object) -> tuple[object, ...]:
        return (_shown_answer(only_one(answer)),)

    def _judge(self, given: tuple[Any, ...]) -> Verdict:
        if not given:
            return Verdict(0, 1, (f"Nothing was answered: it is {self._shown}.", *self._because))
        if _plain(given[0]) in self._right:
            return Verdict(1, 1, (f"{given[0]} is right.", *self._because))
        return Verdict(0, 1, (f"{given[0]} is not right: it is {self._shown}.", *self._because))

    def _on_the_board(self, move: Move | str) -> Move:
        move = Move(move)
        if not move.is_deal:
            self.position[move.source], self.position[move.target]  # the position says which piles there are
        return move

    # -- how it looks --------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return "\n".join((self.question, *self.choices, text_board(self.position)))

    def __repr__(self) -> str:
        number = f" {self.number}" if self.number is not None else ""
        got = f", {points(self._result.score, self._result.out_of)}" if self._result else ""
        return f"<{type(self).__name__}{number}, {self.rules.name}{got}: {self.question}>"

    def _repr_html_(self) -> str:
        lines = "".join(f"<li>{escape(line)}</li>" for line in self.choices)
        picture = svg_board(self.position, marks=self.marks.notes(self.position))
        listing = f'<ul style="list-style:none">{lines}</ul>' if lines else ""
        return f'<div style="max-width:44em"><p><b>{escape(self.question)}</b></p>{listing}{picture}</div>'


def read_board(position: object, rules: Rules | str | None) -> Position:
    """Read the board that is asked about: a position, or its text."""
    if isinstance(position, Position):
        if rules is not None and find_rules(rules) != position.rules:
            raise ExerciseError(f"that is a position of {position.rules!r}, not of {find_rules(rules)!r}")
        return position
    if not isinstance(position, str):
        raise ExerciseError(f"the board is given as {quoted(position)}: give a position or its text")
    return read_position(position, None if rules is None else find_rules(rules))


def one_or_more(what: str, given: object) -> tuple[Any, ...]:
    """What somebody gave as one thing or as several."""
    if isinstance(given, str | Move | Card | Marks):
        return (given,)
    if not isinstance(given, Iterable):
        raise ExerciseError(f"{what} given as {quoted(given)}: give a text, or a list of them")
    return tuple(given)


def _listed_answers(accept: object) -> tuple[object, ...]:
    return one_or_more("answers are", accept) if isinstance(accept, Iterable) else (accept,)


def only_one(answer: object) -> object:
    """The one thing in a list of one, as `Exercise.solution` is; anything else as it is."""
    return answer[0] if isinstance(answer, tuple | list) and len(answer) == 1 else answer


def not_too_long(answer: str) -> str:
    """Give a text back, or say how long one may be."""
    if len(answer) > LONGEST_ANSWER:
        raise ExerciseError(f"an answer has at most {LONGEST_ANSWER:,} characters")
    return answer


def _shown_answer(answer: object) -> str:
    if not isinstance(answer, str | int | float | Move | Card) or not str(answer).strip():
        raise ExerciseError(f"no answer in {quoted(answer)}: give a word, a number, a card or a move")
    return " ".join(not_too_long(str(answer)).split())


def _plain(answer: object) -> str:
    """An answer so that the same ones are equal: cards, moves, words in any case and spacing."""
    text = _shown_answer(answer)
    with suppress(NotationError):
        return Card(text).ascii
    with suppress(NotationError):
        return str(Move(text))
    return text.casefold().rstrip(".!?")


def _reason(rules: Rules, because: object) -> str:
    if not isinstance(because, str):
        raise ExerciseError(f"a reason is given as {quoted(because)}: give a rule's id or a sentence")
    if ROW_ID.fullmatch(because.strip()):
        return row_line(rules, read_rule(rules, because))
    return " ".join(because.split())


def row_line(rules: Rules, id: str) -> str:
    """Quote a row of the ledger."""
    return f"{id}: {rules.rows[id].sentence}"


def read_rule(rules: Rules, text: str) -> str:
    """Read the id of a rule that the game has."""
    id = text.strip().upper()
    if id not in rules.rows:
        raise ExerciseError(f"no rule {quoted(text)}: {rules.name} has {_ids_in_short(rules)}")
    return id


def _ids_in_short(rules: Rules) -> str:
    series: dict[str, list[str]] = {}
    for id in rules.rows:
        series.setdefault(id.partition("-")[0], []).append(id)
    spans = [ids[0] if len(ids) == 1 else f"{ids[0]} to {ids[-1]}" for ids in series.values()]
    return " and ".join(filter(None, (", ".join(spans[:-1]), spans[-1])))


# -- moves as answers --------------------------------------------------------------------------------------


def read_moves(position: Position, answer: object, ordered: bool) -> tuple[Move, ...]:
    """The moves of an answer: one text with commas, one move, or several of either."""
    if isinstance(answer, str):
        texts: Iterable[Any] = filter(None, map(str.strip, re.split(r"[,;\n]", not_too_long(answer))))
    elif isinstance(answer, Move):
        texts = (answer,)
    elif isinstance(answer, Iterable) and not isinstance(answer, Mapping | bytes):
        if ordered and isinstance(answer, set | frozenset):
            raise ExerciseError("a set has no order: give the moves as a list, as in ['T1 T2 1', 'deal']")
        texts = answer
    else:
        raise ExerciseError(f"no moves in {quoted(answer)}: give them as in 'T1 T2 1, deal'")
    moves = tuple(Move(text) for text in islice(texts, MOST_MOVES + 1))
    if len(moves) > MOST_MOVES:
        raise ExerciseError(f"an answer has at most {MOST_MOVES} moves")
    for move in moves:
        if not move.is_deal:
            position[move.source], position[move.target]  # the position says which piles there are
    return moves


def drawn(position: Position, moves: Iterable[Move], tone: Tone) -> Marks:
    """Moves as marks; one that cannot be drawn, as with more cards than there are, is left out."""
    marks = Marks()
    for move in moves:
        with suppress(SolitaireError):
            marks += Marks.of(position, move, tone=tone)
    return marks


def told(position: Position, move: Move) -> str:
    """A move in words, naming only cards that can be seen."""
    if move.is_deal:
        return "a deal"
    pile = position[move.source]
    face_up = len(pile) - position.face_down(move.source)
    cards = f"{move.count} card{'s' * (move.count != 1)}"
    what = listed(pile[-move.count :]) if move.count <= face_up else cards
    onto = position[move.target]
    seen = bool(onto) and position.face_down(move.target) != len(onto)
    where = f" onto {onto[-1]}" if seen else "" if onto else ", which is empty"
    return f"{what} from {move.source} to {move.target}{where}"


def joined(texts: Sequence[str]) -> str:
    """Several texts as they are named in a sentence."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def counted(number: int, noun: str) -> str:
    """A number of things in words."""
    return f"{number} {noun}{'s' * (number != 1)}"
