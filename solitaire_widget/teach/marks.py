"""Marks: cards and piles that stand out, arrows from pile to pile, a caption; and the steps of a story.

Marks are plain values that name piles by name. `Marks.of` reads what a teacher writes and checks it against a
position; `Marks.notes` says them as the page and the pictures want them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple, get_args

from ..cards import CARD_TEXT, Card, NotationError, SolitaireError, one_line, quoted
from ..moves import Move
from ..position import Position

__all__ = ["ArrowMark", "CardMark", "MarkError", "Marks", "PileMark", "Step", "Tone"]

Tone = Literal["note", "good", "bad", "hint"]
TONES: Final[tuple[Tone, ...]] = get_args(Tone)

PILE_TEXT: Final = re.compile(r"[A-Za-z]\d{0,2}")
TOP_CARDS_TEXT: Final = re.compile(r"([A-Za-z]\d{0,2})[\s,x]+(\d{1,3})")
FORMS: Final = "a pile as in T5, a card as in 9H, top cards as in T5 3, or a move as in T5 T9 3"


class MarkError(SolitaireError):
    """Something to be marked that is not on the board, or a tone that no mark has."""


class CardMark(NamedTuple):
    """Some cards of one pile: `size` of them from the one numbered `first`, counted from 0 at the bottom."""

    pile: str
    first: int
    size: int
    tone: Tone


class PileMark(NamedTuple):
    """A whole pile, or its empty place."""

    pile: str
    tone: Tone


class ArrowMark(NamedTuple):
    """An arrow from one pile to another."""

    source: str
    target: str
    tone: Tone


@dataclass(frozen=True)
class Marks:
    """What stands out on a board. `a + b` holds the marks of both.

    Attributes
    ----------
    cards : tuple of CardMark
        Cards, by pile and place: ``(pile, first, how many, tone)``.
    piles : tuple of PileMark
        Whole piles and empty places: ``(pile, tone)``.
    arrows : tuple of ArrowMark
        Arrows: ``(from, to, tone)``.
    caption : str
        What is said about it.

    Raises
    ------
    MarkError
        For a tone other than ``"note"``, ``"good"``, ``"bad"`` and ``"hint"``.

    Examples
    --------
    >>> from solitaire_widget import ADELA, Position
    >>> position = Position.of(ADELA, T1="5C 9H", T2="8H")
    >>> marks = Marks.of(position, "9H", "T3", tone="hint") + Marks.of(position, "T1 T2 1", caption="9♥ fits 8♥.")
    >>> marks.piles, marks.arrows, marks.caption
    ((PileMark(pile='T3', tone='hint'),), (ArrowMark(source='T1', target='T2', tone='note'),), '9♥ fits 8♥.')
    """

    cards: tuple[CardMark, ...] = ()
    piles: tuple[PileMark, ...] = ()
    arrows: tuple[ArrowMark, ...] = ()
    caption: str = ""

    def __post_init__(self) -> None:
        # Plain tuples are welcome; what is kept has names.
        for name, kind in (("cards", CardMark), ("piles", PileMark), ("arrows", ArrowMark)):
            marks = tuple(_made(kind, mark) for mark in getattr(self, name))
            object.__setattr__(self, name, tuple(dict.fromkeys(marks)))
        object.__setattr__(self, "caption", _read_caption(self.caption))

    @classmethod
    def of(cls, position: Position, *things: object, tone: str = "note", caption: str = "") -> Marks:
        """Read what is to be marked on a position.

        Parameters
        ----------
        position : Position
            The board; what is not on it cannot be marked.
        *things
            Each one a pile (``"T5"``), a card where it lies (``"9H"``: each one that can be seen; ``"9H2"`` or
            a `Card`: that one), the top cards of a pile (``"T5 3"``), a move with its arrow (``"T5 T9 3"``, a
            `Move`, ``"deal"``), or marks.
        tone : str
            ``"note"``, ``"good"``, ``"bad"`` or ``"hint"``.
        caption : str
            What is said about it.

        Raises
        ------
        NotationError
            For a text that names nothing of the kind.
        UnknownPile
            For a pile that the game does not have.
        MarkError
            For a card that cannot be seen on this board, more cards than a pile shows, or an unknown tone.

        Examples
        --------
        >>> from solitaire_widget import ADELA, Position
        >>> Marks.of(Position.of(ADELA, T1="5C 9H"), "T1 2", tone="bad").cards
        (CardMark(pile='T1', first=0, size=2, tone='bad'),)
        >>> Marks.of(Position.of(ADELA, T1="5C", S="9H"), "9H")
        Traceback (most recent call last):
            ...
        solitaire_widget.teach.marks.MarkError: no card 9H on this board: it lies in no pile face up
        """
        if not isinstance(position, Position):
            raise MarkError(f"marks are put on a position, not on {quoted(position)}")
        found = cls(caption=caption)
        for thing in things:
            found += _read(position, thing, read_tone(tone))
        return found

    def __add__(self, other: Marks) -> Marks:
        if not isinstance(other, Marks):
            return NotImplemented
        captions = " ".join(dict.fromkeys(filter(None, (self.caption, other.caption))))
        return Marks(self.cards + other.cards, self.piles + other.piles, self.arrows + other.arrows, captions)

    def __bool__(self) -> bool:
        return bool(self.cards or self.piles or self.arrows or self.caption)

    def saying(self, caption: str) -> Marks:
        """Give the same marks with another caption."""
        return replace(self, caption=caption)

    def within(self, position: Position) -> Marks:
        """Give those of the marks that still fit another position, for marks that outlive a move.

        Examples
        --------
        >>> from solitaire_widget import ADELA, Position
        >>> position = Position.of(ADELA, T1="5C 9H", T2="8H")
        >>> Marks.of(position, "9H", "T3").within(position.after("T1 T2 1"))
        Marks(cards=(), piles=(PileMark(pile='T3', tone='note'),), arrows=(), caption='')
        """
        names = set(position)
        return Marks(
            tuple(mark for mark in self.cards if mark.pile in names and not _misplaced(position, mark)),
            tuple(mark for mark in self.piles if mark.pile in names),
            tuple(mark for mark in self.arrows if {mark.source, mark.target} <= names),
            self.caption,
        )

    def notes(self, position: Position) -> dict[str, Any]:
        """Say the marks in plain lists, as the page and the pictures take them: piles by number.

        Raises
        ------
        UnknownPile, MarkError
            When a mark names a pile or cards that are not there; `within` leaves such marks out.

        Examples
        --------
        >>> from solitaire_widget import ADELA, Position
        >>> position = Position.of(ADELA, T1="5C 9H", T2="8H")
        >>> Marks.of(position, "T1 T2 1").notes(position)
        {'cards': [[25, 1, 1, 'note']], 'piles': [], 'arrows': [[25, 26, 'note']], 'caption': ''}
        """
        for mark in self.cards:
            if said := _misplaced(position, mark):
                raise MarkError(said)
        for name in (*(mark.pile for mark in self.piles), *(end for mark in self.arrows for end in mark[:2])):
            position[name]  # the position says which piles there are
        number = {name: place for place, name in enumerate(position)}
        return {
            "cards": [[number[mark.pile], *mark[1:]] for mark in self.cards],
            "piles": [[number[mark.pile], mark.tone] for mark in self.piles],
            "arrows": [[number[mark.source], number[mark.target], mark.tone] for mark in self.arrows],
            "caption": self.caption,
        }


@dataclass(frozen=True)
class Step:
    """One step of a story: what is said, what is marked, and where the board stands.

    Attributes
    ----------
    caption : str
        What is said.
    marks : Marks or str or tuple
        What is marked, in any form that `Marks.of` reads, on the board as this step shows it.
    move : Move or str or None
        A move that is made, on a copy: the step shows the position after it.
    position : Position or None
        A position to show instead of the one that the step before left.

    Examples
    --------
    >>> from solitaire_widget import ADELA, Position
    >>> position = Position.of(ADELA, T1="5C 9H", T2="8H")
    >>> shown, marks = Step("The 9 goes on the 8.", move="T1 T2 1").shown(position)
    >>> len(shown["T2"]), marks.cards
    (2, (CardMark(pile='T2', first=1, size=1, tone='hint'),))
    """

    caption: str = ""
    marks: Any = ()
    move: Move | str | None = None
    position: Position | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "caption", _read_caption(self.caption))
        if not isinstance(self.marks, Marks):
            alone = isinstance(self.marks, str | Card | Move) or not isinstance(self.marks, tuple | list)
            object.__setattr__(self, "marks", (self.marks,) if alone else tuple(self.marks))
        if self.move is not None:
            object.__setattr__(self, "move", Move(self.move))
        if self.position is not None and not isinstance(self.position, Position):
            raise MarkError(f"a step's position is given as {quoted(self.position)}: Position.of makes one")

    @classmethod
    def of(cls, step: object) -> Step:
        """Read a step: one as it is, a caption alone, or a tuple of a caption and things to mark.

        Examples
        --------
        >>> Step.of(("Look at the king.", "KH", "T5"))
        Step(caption='Look at the king.', marks=('KH', 'T5'), move=None, position=None)
        """
        if isinstance(step, Step):
            return step
        if isinstance(step, str):
            return cls(step)
        if isinstance(step, tuple | list) and step and isinstance(step[0], str) and not isinstance(step, Move):
            return cls(step[0], tuple(step[1:]))
        raise MarkError(f"{quoted(step)} is no step: give a Step, a caption, or (caption, what to mark, ...)")

    def shown(self, position: Position, tone: str = "hint") -> tuple[Position, Marks]:
        """Where the board stands with this step, coming from a position, and what is marked there.

        A move that comes without marks of its own is shown by an arrow and its cards where they lie now.

        Raises
        ------
        IllegalMove, NotationError, UnknownPile, MarkError
            When the move is refused here, or something to be marked is not there.
        """
        before = self.position or position
        if self.move is None:
            return before, self._marks_on(before, tone)
        move = Move(self.move)
        after = before.after(move)
        marks = self._marks_on(after, tone)
        if not (marks.cards or marks.piles or marks.arrows):
            marks += _landed(before, after, move, read_tone(tone))
        return after, marks

    def _marks_on(self, position: Position, tone: str) -> Marks:
        if isinstance(self.marks, Marks):
            marks: Marks = self.marks
            return marks.saying(self.caption) if self.caption else marks
        return Marks.of(position, *self.marks, tone=tone, caption=self.caption)


def arrow_between(source: str, target: str, tone: Tone) -> ArrowMark:
    """An arrow from one pile to another, or the complaint that they are the same."""
    if source == target:
        raise MarkError(f"an arrow leads from one pile to another, not from {quoted(source)} to itself")
    return ArrowMark(source, target, tone)


def read_tone(tone: object) -> Tone:
    """Give a tone back, or say which there are."""
    for known in TONES:
        if tone == known:
            return known
    raise MarkError(f"no tone {quoted(tone)}: tones are {', '.join(TONES[:-1])} and {TONES[-1]}")


def _read_caption(caption: object) -> str:
    if not isinstance(caption, str):
        raise MarkError(f"a caption is a text, not {quoted(caption)}")
    return one_line(caption)


def _made(kind: Any, mark: object) -> Any:
    """The mark with names, its fields looked at."""
    if not isinstance(mark, tuple | list) or len(mark) != len(kind._fields):
        raise MarkError(f"{quoted(mark)} is no mark: give ({', '.join(kind._fields)})")
    made = kind(*mark)
    read_tone(made.tone)
    for name, value in zip(kind._fields, made, strict=True):
        if not (type(value) is int if name in ("first", "size") else isinstance(value, str)):
            raise MarkError(f"a mark's {name} is given as {quoted(value)}: give ({', '.join(kind._fields)})")
    return made


def _misplaced(position: Position, mark: CardMark) -> str:
    """What is wrong with a mark's place on a position; empty where nothing is."""
    size = len(position[mark.pile])
    if mark.first < 0 or mark.size < 1 or mark.first + mark.size > size:
        return f"no cards {mark.first + 1} to {mark.first + mark.size} in {mark.pile}: it has {size}"
    return ""


def _read(position: Position, thing: object, tone: Tone) -> Marks:
    if isinstance(thing, Marks):
        thing.notes(position)  # which says what of it is not there
        return thing
    if isinstance(thing, Card):
        return _card_marks(position, str(thing.id), (thing,), tone)
    if isinstance(thing, Move):
        return _move_marks(position, thing, tone)
    if not isinstance(thing, str):
        raise NotationError(f"nothing to mark in {quoted(thing)}: write {FORMS}")
    text = thing.strip()
    if len(text) <= 40:
        if PILE_TEXT.fullmatch(text):
            name = text.upper()
            position[name]  # the position says which piles there are
            return Marks(piles=(PileMark(name, tone),))
        if found := TOP_CARDS_TEXT.fullmatch(text):
            return Marks(cards=(_top_cards(position, found[1].upper(), int(found[2]), tone),))
        if found := CARD_TEXT.fullmatch(text):
            card = Card(text)
            same = (card,) if found["deck"] else tuple(Card(card.rank, card.suit, deck) for deck in range(1, 10))
            return _card_marks(position, text, same, tone)
        try:
            return _move_marks(position, Move(text), tone)
        except NotationError:
            pass
    raise NotationError(f"nothing to mark in {quoted(thing)}: write {FORMS}")


def _face_up(position: Position) -> Iterator[tuple[str, int, Card]]:
    for name in position:
        down = position.face_down(name)
        for place, card in enumerate(position[name][down:], start=down):
            yield name, place, card


def _card_marks(position: Position, text: str, cards: tuple[Card, ...], tone: Tone) -> Marks:
    # A face-down card is no different from one that is not there: a mark must not give it away.
    seen = [(name, place, card) for name, place, card in _face_up(position)]
    marks = tuple(CardMark(name, place, 1, tone) for name, place, card in seen if card in cards)
    if not marks:
        twins = [f"{card.id} lies in {name}" for name, _, card in seen if card.is_twin(cards[0])]
        raise MarkError(f"no card {text} on this board: {twins[0] if twins else 'it lies in no pile face up'}")
    return Marks(cards=marks)


def _top_cards(position: Position, name: str, count: int, tone: Tone) -> CardMark:
    size = len(position[name])
    shown = size - position.face_down(name)
    if not 1 <= count <= shown:
        raise MarkError(f"no {count} top cards in {name}: it has {shown} face up")
    return CardMark(name, size - count, count, tone)


def _move_marks(position: Position, move: Move, tone: Tone) -> Marks:
    if move.is_deal:
        stocks = [name for group in position.rules.of_kind("stock") for name in group.names]
        if not stocks:
            raise MarkError(f"no deal to mark: {position.rules.name} has no stock")
        return Marks(piles=tuple(PileMark(name, tone) for name in stocks))
    arrow = arrow_between(move.source, move.target, tone)
    position[move.target]  # the position says which piles there are
    return Marks(cards=(_top_cards(position, move.source, move.count, tone),), arrows=(arrow,))


def _landed(before: Position, after: Position, move: Move, tone: Tone) -> Marks:
    """The cards of a move where they lie after it."""
    if move.is_deal:
        grown = [name for name in after if len(after[name]) > len(before[name]) and not after.face_down(name)]
        return Marks(
            cards=tuple(CardMark(name, len(before[name]), len(after[name]) - len(before[name]), tone) for name in grown)
        )
    size = len(after[move.target])
    return Marks(
        cards=(CardMark(move.target, size - move.count, move.count, tone),),
        arrows=(ArrowMark(move.source, move.target, tone),),
    )
