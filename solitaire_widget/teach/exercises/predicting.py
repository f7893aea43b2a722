"""Exercises that ask what the piles look like after a move."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple

from ...cards import Card, quoted, read_cards
from ...deals import read_number
from ...games import find_rules
from ...moves import Move
from ...notation import read_position
from ...position import Pile, Position
from ...refusals import listed
from ...rules import Rules
from ..marks import Marks, PileMark
from ..why import explain
from .asking import (
    MOST_MOVES,
    Exercise,
    ExerciseError,
    Verdict,
    counted,
    joined,
    not_too_long,
    only_one,
    read_board,
)
from .draws import Draws, choices, played

__all__ = ["PredictPosition"]


LETTERS: Final = "ABC"
EMPTY_WORDS: Final = ("", "-", "empty", "nothing", "no cards")
LAID_LINE: Final = re.compile(r"\s*([A-Za-z]\d{0,2})\s*[:=]\s*(.*?)\s*")

Seen = dict[str, Pile]


class Laid(NamedTuple):
    """What an answer says of one pile: its cards, or (for the stock) how many there are."""

    name: str
    cards: Pile
    size: int

    def __str__(self) -> str:
        return f"{self.name}: {_pile_words(self.cards) if self.cards or not self.size else self.size}"


class PredictPosition(Exercise):
    r"""What do the piles look like after a move, with all that it sets off? A point for each pile that changes.

    The answer is a letter, a mapping such as ``{"T1": "", "T2": "8C 9C"}``, the same as lines (``T2: 8C 9C``), a
    position or its text. Of a foundation the top card is enough; the stock is not asked about.

    Parameters
    ----------
    position : Position or str
        The board, as a position or as position text.
    move : Move or str
        A legal move.
    question : str, optional
        What is asked, in other words than the usual ones.
    rules, marks, number
        As for `Exercise`; without marks the move is marked.

    Examples
    --------
    >>> exercise = PredictPosition("Adela\nT1: 9C\nT2: 8C\nS: KD 2H", "T1 T2 1")
    >>> exercise.question
    'What do the piles look like after T1 T2 1? The next card of the stock is 2♥.'
    >>> print(exercise.check("T1: empty\nT2: 8C 9C"))
    1 of 2 points
    T2 is right.
    T1 is 2♥, not empty.
    9♣ goes from T1 to T2, onto 8♣. ... T1, which becomes empty, is filled from the stock at once. [...]
    """

    kind = "predict the position"

    def __init__(
        self,
        position: Position | str,
        move: Move | str,
        question: str = "",
        *,
        rules: Rules | str | None = None,
        marks: Iterable[object] = (),
        number: int | None = None,
    ) -> None:
        board = read_board(position, rules)
        self._move = Move(move)
        if refusal := board.refusal(self._move):
            raise ExerciseError(f"nothing to predict, {self._move} is refused: {refusal}")
        self._after = board.after(self._move)
        self._truth = _changes(board, self._after)
        self._candidates = _candidates(board, self._move, self._after)
        event = "a deal" if self._move.is_deal else self._move
        asked = question or f"What do the piles look like after {event}?{_revealed(board, self._after)}"
        self._begin(asked, board, marks or (self._move,), number)

    @classmethod
    def from_number(cls, rules: Rules | str, number: int) -> PredictPosition:
        """Make one from a number: a deal, a run, a pile that is filled, whatever random play brings.

        Examples
        --------
        >>> exercise = PredictPosition.from_number("auld lang syne", 6)
        >>> exercise.check(exercise.solution[0]).correct
        True
        """
        rules = find_rules(rules)
        draws = Draws(cls.kind, repr(rules), read_number(number))
        wish = draws.below(4)
        found: tuple[Position, Move] | None = None
        for ply, here in enumerate(played(Position.dealt(rules, number), draws, 40)):
            ways = [draws.one_of(moves) for moves in choices(here).values()]
            wished = [move for move in ways if _is_wished(here, move, wish)]
            if ways and (found is None or wished):
                found = here, draws.one_of(wished or ways)
            if wished and ply >= 2 and not draws.below(3):
                break
        if found is None:
            raise ExerciseError(f"no legal move after deal {number}: {rules.name} gives no exercise from this number")
        return cls(*found, number=number)

    @property
    def move(self) -> Move:
        """The move that is to be foreseen."""
        return self._move

    @property
    def choices(self) -> tuple[str, ...]:
        """Three positions, by the piles that change, each with its letter."""
        return tuple(f"{letter}. {_seen_words(seen)}" for letter, seen in self._candidates.items())

    @property
    def solution(self) -> tuple[str, ...]:
        """The right letter."""
        return tuple(letter for letter, seen in self._candidates.items() if _same(seen, self._truth))

    def take(self, move: Move | str) -> str:
        """Say how to answer: a prediction is no move."""
        self._on_the_board(move)
        return f"No move is asked for: choose in a cell, as in exercise.check({LETTERS[0]!r})."

    def _read(self, answer: object) -> tuple[object, ...]:
        answer = only_one(answer)
        if isinstance(answer, str) and answer.strip().rstrip(".").upper() in self._candidates:
            return (answer.strip().rstrip(".").upper(),)
        if isinstance(answer, Position):
            return self._laid_as(answer)
        if isinstance(answer, Mapping):
            return tuple(_read_laid(self.position, name, cards) for name, cards in islice(answer.items(), MOST_MOVES))
        if not isinstance(answer, str) or not answer.strip():
            raise ExerciseError(f"no position in {quoted(answer)}: answer with a letter, or with piles as in 'T1: 9H'")
        lines = [line for line in not_too_long(answer).splitlines() if line.strip()]
        found = [LAID_LINE.fullmatch(line) for line in lines]
        if found[0] is None:
            return self._laid_as(read_position(answer, self.rules))
        if bad := next((line for line, laid in zip(lines, found, strict=True) if laid is None), ""):
            raise ExerciseError(f"no pile in {quoted(bad)}: write its name and its cards, as in 'T1: 9H'")
        return tuple(_read_laid(self.position, laid[1].upper(), laid[2]) for laid in found if laid)

    def _laid_as(self, position: Position) -> tuple[Laid, ...]:
        if position.rules != self.rules:
            raise ExerciseError(f"that is a position of {position.rules!r}, not of {self.rules!r}")
        return tuple(
            Laid(name, _seen(position, name), len(position[name]))
            for name in position
            if name in self._truth or not self._is_right(Laid(name, _seen(position, name), len(position[name])))
        )

    def _judge(self, given: tuple[Any, ...]) -> Verdict:
        out_of, why = len(self._truth), str(explain(self.position, self._move))
        if not given:
            said = f"Nothing was answered: {_seen_words(self._truth)}."
            return Verdict(0, out_of, (said, why))
        if isinstance(given[0], str):
            if given == self.solution:
                return Verdict(out_of, out_of, (f"{given[0]} is right.", why))
            return Verdict(0, out_of, (f"It is {self.solution[0]}: {_seen_words(self._truth)}.", why))
        said_of = {laid.name: laid for laid in given}
        right = [name for name in self._truth if name in said_of and self._is_right(said_of[name])]
        wrong = [laid for laid in said_of.values() if not self._is_right(laid)]
        missing = [name for name in self._truth if name not in said_of]
        extra = [laid for laid in wrong if laid.name not in self._truth]
        lines = [f"{joined(right)} {'is' if len(right) == 1 else 'are'} right."] if right else []
        lines += [self._correction(laid) for laid in wrong]
        lines += [f"{name} changes too: it is {_pile_words(self._truth[name])} then." for name in missing]
        marks = Marks(
            piles=tuple(
                [PileMark(name, "good") for name in right]
                + [PileMark(laid.name, "bad") for laid in wrong]
                + [PileMark(name, "hint") for name in missing]
            )
        )
        return Verdict(max(len(right) - len(extra), 0), out_of, (*lines, why), marks)

    def _correction(self, laid: Laid) -> str:
        name = laid.name
        if name == self._stock:
            return f"{name} has {counted(len(self._after[name]), 'card')} then."
        stays = "" if name in self._truth else " as before"
        return f"{name} is {_pile_words(_seen(self._after, name))}{stays}, not {_pile_words(laid.cards)}."

    @property
    def _stock(self) -> str:
        return next((group.letter for group in self.rules.of_kind("stock")), "")

    def _is_right(self, laid: Laid) -> bool:
        """Whether an answer says what can be seen of a pile; decks are not to be seen."""
        pile = self._after[laid.name]
        if laid.name == self._stock:
            return laid.size == len(pile)
        seen = _seen(self._after, laid.name)
        if self.position.group_of(laid.name).kind == "foundation" and len(laid.cards) == 1:
            seen = seen[-1:]
        return _faces(laid.cards) in (_faces(seen), _faces(pile))


def _is_wished(position: Position, move: Move, wish: int) -> bool:
    if wish == 0:
        return move.is_deal
    if move.is_deal:
        return False
    leaves = len(position[move.source]) - move.count
    if wish == 1:
        return position.waits_for_stock(move.source) if not leaves else position.face_down(move.source) >= leaves
    return move.count > 1 if wish == 2 else position.group_of(move.target).kind == "foundation"


def _seen(position: Position, name: str) -> Pile:
    """The cards of a pile that can be seen."""
    return position[name][position.face_down(name) :]


def _changes(before: Position, after: Position) -> Seen:
    """The piles whose cards can be seen to change, as they are then."""
    return {name: _seen(after, name) for name in after if _seen(after, name) != _seen(before, name)}


def _revealed(before: Position, after: Position) -> str:
    """What the pupil cannot see, but has to know: cards from the stock, and one that turns up."""
    said = ""
    for group in before.rules.of_kind("stock"):
        drawn = before[group.letter][len(after[group.letter]) :][::-1]
        if drawn:
            are = f"card of the stock is {drawn[0]}" if len(drawn) == 1 else f"cards of the stock are {listed(drawn)}"
            said += f" The next {are}."
    for name in after:
        down = after.face_down(name)
        if before.face_down(name) > down and before.group_of(name).kind != "stock":
            said += f" The next card in {name} is {after[name][down]}."
    return said


def _faces(cards: Pile) -> tuple[int, ...]:
    return tuple(card.face for card in cards)


def _same(one: Seen, other: Seen) -> bool:
    return {name: _faces(pile) for name, pile in one.items()} == {name: _faces(pile) for name, pile in other.items()}


def _pile_words(cards: Pile) -> str:
    return " ".join(map(str, cards)) or "empty"


def _seen_words(seen: Seen) -> str:
    return "; ".join(f"{name}: {_pile_words(pile)}" for name, pile in seen.items()) or "no pile changes"


def _read_laid(position: Position, name: object, cards: object) -> Laid:
    if not isinstance(name, str):
        raise ExerciseError(f"no pile {quoted(name)}: name it as in {{'T1': '9H'}}")
    name = name.strip().upper()
    position[name]  # the position says which piles there are
    if type(cards) is int or (isinstance(cards, str) and re.fullmatch(r"\s*\d{1,3}(\s+cards?)?\s*", cards)):
        size = int(re.sub(r"\D", "", str(cards))[:4])
        if position.group_of(name).kind != "stock":
            raise ExerciseError(f"{name} is given as a number: give its cards, as in {{'{name}': '9H 8H'}}")
        return Laid(name, (), size)
    if isinstance(cards, str):
        read = () if cards.strip().casefold() in EMPTY_WORDS else read_cards(not_too_long(cards))
    elif isinstance(cards, Iterable) and not isinstance(cards, Mapping | bytes):
        read = tuple(Card(card) for card in islice(cards, MOST_MOVES))
    else:
        raise ExerciseError(f"{name} is given as {quoted(cards)}: give its cards, as in {{'{name}': '9H 8H'}}")
    return Laid(name, read, len(read))


def _candidates(position: Position, move: Move, after: Position) -> dict[str, Seen]:
    """The truth and two mistakes that beginners make, by letter."""
    truth = _changes(position, after)
    mistakes: list[Seen] = []
    for seen in _mistakes(position, move, after):
        changed = {name: seen[name] for name in position if name in seen and seen[name] != _seen(position, name)}
        if not any(_same(changed, other) for other in (truth, *mistakes)):
            mistakes.append(changed)
    draws = Draws("candidates", move, *(card.id for pile in position.piles for card in pile))
    wrong = draws.some_of(mistakes[:3], len(LETTERS) - 1)
    return dict(zip(LETTERS, draws.some_of([truth, *wrong], len(LETTERS)), strict=True))


def _mistakes(position: Position, move: Move, after: Position) -> Iterator[Seen]:
    """What the piles would look like by some mistake, the likeliest first; each may change nothing."""
    truth = _changes(position, after)
    yield from _mistaken_deals(position, after) if move.is_deal else _mistaken_moves(position, move, truth)
    yield {}
    yield {name: pile for name, pile in truth.items() if name != next(reversed(truth))}
    yield {name: pile[:-1] for name, pile in truth.items()}


def _mistaken_moves(position: Position, move: Move, truth: Seen) -> Iterator[Seen]:
    source, target, count = move
    from_pile, onto = _seen(position, source), _seen(position, target)
    left, lifted = from_pile[:-count], from_pile[-count:]
    if truth.get(source, left) != left:
        yield {**truth, source: left}  # what the move sets off is forgotten
        yield {**truth, source: left, target: truth[target] + truth[source]}  # and the stock's card goes along
    if count > 1:
        yield {**truth, target: onto + tuple(reversed(truth[target][len(onto) :]))}
        yield {source: from_pile[:-1], target: onto + from_pile[-1:]}
    if left:
        yield {source: left[:-1], target: onto + from_pile[-count - 1 :]}
    for other in position.group_of(target).names:
        if other not in (source, target):
            yield {source: truth[source], other: _seen(position, other) + lifted}
            break


def _mistaken_deals(position: Position, after: Position) -> Iterator[Seen]:
    stock = position.rules.of_kind("stock")[0].letter
    drawn = position[stock][len(after[stock]) :][::-1]
    row = [name for name in after if name != stock and len(after[name]) > len(position[name])]
    yield {name: (*_seen(position, name), card) for name, card in zip(row, reversed(drawn), strict=False)}
    if len(row) == 1:
        yield {row[0]: drawn + _seen(position, row[0])}  # the card goes under the waste
        yield {row[0]: _seen(position, row[0]) + position[stock][::-1][: len(drawn) + 1]}
        yield {row[0]: drawn}
    elif row:
        yield {name: (card,) for name, card in zip(row, drawn, strict=False)}  # on nothing, as in a first row
        yield {row[0]: _seen(position, row[0]) + drawn}
        filled = [name for name in row if position[name]]
        yield {name: (*_seen(position, name), card) for name, card in zip(filled, drawn, strict=False)}
    for group in position.rules.of_kind("tableau"):
        yield {group.names[0]: _seen(position, group.names[0]) + drawn}
