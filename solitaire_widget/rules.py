"""The words a game is written in: kinds of pile, builds, options, the ledger.

A game is one page of plain declarations (`solitaire_widget.games` has three). Everything else reads that
one declaration: legal moves, refusals, the rule sheet, the board's layout, the search.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

from .cards import Card, Rank, SolitaireError, has_odd_signs, quoted

if TYPE_CHECKING:
    from .teach.sheet import Sheet

__all__ = [
    "ACE",
    "ANY_RANK",
    "ANY_TIME",
    "DOWN",
    "DOWN_ALTERNATING",
    "DOWN_IN_SUIT",
    "JACK",
    "KING",
    "NOTHING",
    "NO_MOVES",
    "QUEEN",
    "UP",
    "UP_IN_SUIT",
    "UP_IN_SUIT_AROUND",
    "Build",
    "Option",
    "OptionError",
    "PileGroup",
    "Row",
    "Rules",
    "Score",
    "cells",
    "foundations",
    "read_ledger",
    "stock",
    "tableau",
    "waste",
]

ACE: Final = (Rank.ACE,)
JACK: Final = (Rank.JACK,)
QUEEN: Final = (Rank.QUEEN,)
KING: Final = (Rank.KING,)
ANY_RANK: Final = tuple(Rank)
NOTHING: Final[tuple[Rank, ...]] = ()

ANY_TIME: Final = "any time"
NO_MOVES: Final = "no moves"

Kind = Literal["stock", "waste", "foundation", "tableau", "cell"]
Clause = Literal[
    "around",
    "builds",
    "deal",
    "exchange",
    "fills",
    "full",
    "leaves",
    "mixed",
    "redeal",
    "run",
    "short deal",
    "shut",
    "starts",
    "takes",
    "up from stock",
]
Suits = Literal["same", "any", "other colour"]


class OptionError(SolitaireError):
    """An option, or a value for one, that the game does not have."""


@dataclass(frozen=True)
class Build:
    """Which card follows which.

    Parameters
    ----------
    step : int
        +1 builds up, -1 builds down.
    suits : {"same", "any", "other colour"}
        What the next card's suit has to be.
    around : bool
        Whether an ace follows a king (or a king an ace, going down).

    Examples
    --------
    >>> DOWN.follows(Card("9H"), upon=Card("10C")), DOWN_IN_SUIT.follows(Card("9H"), upon=Card("10C"))
    (True, False)
    >>> UP_IN_SUIT_AROUND.words
    'up in suit, ace upon king'
    """

    step: Literal[-1, 1]
    suits: Suits = "any"
    around: bool = False

    def follows(self, card: Card, upon: Card) -> bool:
        """Whether `card` may be laid upon the card `upon`."""
        rank = upon.rank + self.step
        if self.around:
            rank = (rank - 1) % 13 + 1
        if card.rank != rank:
            return False
        if self.suits == "same":
            return card.suit is upon.suit
        return self.suits == "any" or card.suit.is_red != upon.suit.is_red

    @property
    def words(self) -> str:
        """The build as it is said: ``"down in suit"``."""
        suits = {"same": "in suit", "any": "whatever the suit", "other colour": "in alternating colours"}[self.suits]
        turn = "" if not self.around else ", ace upon king" if self.step > 0 else ", king upon ace"
        return f"{'up' if self.step > 0 else 'down'} {suits}{turn}"


UP: Final = Build(+1)
UP_IN_SUIT: Final = Build(+1, "same")
UP_IN_SUIT_AROUND: Final = Build(+1, "same", around=True)
DOWN: Final = Build(-1)
DOWN_IN_SUIT: Final = Build(-1, "same")
DOWN_ALTERNATING: Final = Build(-1, "other colour")


@dataclass(frozen=True)
class PileGroup:
    """Piles of one kind under the same rules; made by `stock`, `waste`, `foundations`, `tableau`, `cells`.

    Attributes
    ----------
    kind : str
        ``"stock"``, ``"waste"``, ``"foundation"``, ``"tableau"`` or ``"cell"``.
    letter : str
        What the names of the piles start with.
    count : int
        How many piles there are.
    dealt : tuple of int
        How many cards each pile gets at the start.
    face_up : int or None
        How many of the dealt cards lie face up, from the top; None for all.
    set_aside : tuple of Rank
        One card of each suit and of these ranks starts the piles, before the cards are dealt.
    starts_with : tuple of Rank
        The ranks that an empty pile takes.
    build : Build or None
        Which card goes on which; None where nothing is built.
    travels : Build or None
        Which cards may travel as a unit; None for one by one.
    limit : int or None
        How many cards a pile holds at most.
    opened_by : str
        The letter of the group whose pile of the same number has to be started first, and gives the suit.
    fills : bool
        Whether an empty pile is filled from the stock at once, while that lasts.
    turns : int
        Stock only: how many cards one deal turns onto the waste; 0 deals one onto each tableau pile.
    when : str
        Stock only: ``"any time"`` or ``"no moves"``.
    redeals : int or None
        Stock only: how often the cards go back to the stock; None for without end.
    noun : str
        What one of these piles is called.
    cites : tuple of (clause, rule id)
        Which row of the ledger each clause stands in.
    words : tuple of (clause, sentence)
        What a chosen option says of a clause, instead of the row.
    """

    kind: Kind
    letter: str
    count: int = 1
    dealt: tuple[int, ...] = ()
    face_up: int | None = None
    set_aside: tuple[Rank, ...] = NOTHING
    starts_with: tuple[Rank, ...] = NOTHING
    build: Build | None = None
    travels: Build | None = None
    limit: int | None = None
    opened_by: str = ""
    fills: bool = False
    turns: int = 0
    when: str = ANY_TIME
    redeals: int | None = 0
    noun: str = ""
    cites: tuple[tuple[Clause, str], ...] = ()
    words: tuple[tuple[Clause, str], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The piles' names: the letter alone where there is only one, else with numbers from 1."""
        if self.count == 1:
            return (self.letter,)
        return tuple(f"{self.letter}{number}" for number in range(1, self.count + 1))

    @property
    def piecemeal(self) -> bool:
        """Whether cards arrive one by one, from the top card on, instead of as a block."""
        return self.kind in ("foundation", "cell")

    def cite(self, clause: Clause) -> str:
        """The id of the ledger row that a clause stands in, or the common one."""
        return dict(self.cites).get(clause) or COMMON_CITES_OF_KIND.get((self.kind, clause)) or COMMON_CITES[clause]

    def has_own(self, clause: Clause) -> bool:
        """Whether the game's page or an option says which row a clause stands in."""
        return clause in dict(self.cites)


Cites = Mapping[Clause, str]


def _cited(cites: Cites | None) -> tuple[tuple[Clause, str], ...]:
    return tuple((cites or {}).items())


def stock(
    letter: str = "S",
    *,
    turns: int = 0,
    when: str = ANY_TIME,
    redeals: int | None = 0,
    cites: Cites | None = None,
) -> PileGroup:
    """The cards still to be dealt: `turns` of them onto the waste, or (0) one onto each tableau pile."""
    return PileGroup(
        "stock",
        letter,
        turns=turns,
        when=when,
        redeals=redeals,
        noun="stock",
        cites=_cited(cites),
    )


def waste(letter: str = "W", *, cites: Cites | None = None) -> PileGroup:
    """The pile that the stock is turned onto; only its top card is in play."""
    return PileGroup("waste", letter, noun="waste", cites=_cited(cites))


def foundations(
    count: int,
    letter: str = "F",
    *,
    starts_with: Iterable[Rank] = ACE,
    set_aside: Iterable[Rank] = NOTHING,
    build: Build | None = UP_IN_SUIT,
    limit: int | None = 13,
    opened_by: str = "",
    noun: str = "foundation",
    cites: Cites | None = None,
) -> PileGroup:
    """The piles where the cards have to go; nothing leaves them, and runs go up card by card."""
    return PileGroup(
        "foundation",
        letter,
        count,
        starts_with=tuple(starts_with),
        set_aside=tuple(set_aside),
        build=build,
        limit=limit,
        opened_by=opened_by,
        noun=noun,
        cites=_cited(cites),
    )


def tableau(
    count: int,
    letter: str = "T",
    *,
    dealt: int | Iterable[int] = 1,
    face_up: int | None = None,
    starts_with: Iterable[Rank] = ANY_RANK,
    build: Build | None = None,
    travels: Build | None = None,
    fills: bool = False,
    cites: Cites | None = None,
) -> PileGroup:
    """The piles where the game is played."""
    each = (dealt,) * count if isinstance(dealt, int) else tuple(dealt)
    return PileGroup(
        "tableau",
        letter,
        count,
        dealt=each,
        face_up=face_up,
        starts_with=tuple(starts_with),
        build=build,
        travels=travels,
        fills=fills,
        noun="pile",
        cites=_cited(cites),
    )


def cells(count: int, letter: str = "C", *, cites: Cites | None = None) -> PileGroup:
    """Places that hold one card of any kind for a while."""
    return PileGroup("cell", letter, count, starts_with=ANY_RANK, limit=1, noun="cell", cites=_cited(cites))


@dataclass(frozen=True)
class Option:
    """A choice that the player has before the game.

    Parameters
    ----------
    name : str
        The keyword: ``Game("auld lang syne", redeals=2)``.
    sets : str
        What it changes, as ``"letter.field"`` of a `PileGroup`.
    choices : mapping
        Each value that may be asked for, and what the field becomes.
    default : object
        The value where nothing is asked for.
    rule : str
        The ledger row that allows it.
    words : str
        What the row says while the option is on; ``{value}`` is filled in.
    sets_aside : tuple of str
        Rows that do not hold while it is on, besides the one that says what it changes.
    """

    name: str
    sets: str
    choices: Mapping[Any, Any] = field(hash=False)
    default: Any
    rule: str
    words: str
    sets_aside: tuple[str, ...] = ()


CLAUSES_OF_FIELD: Final[dict[str, tuple[Clause, ...]]] = {
    "when": ("deal",),
    "turns": ("deal",),
    "redeals": ("redeal",),
    "build": ("builds", "full"),
    "limit": ("full",),
    "travels": ("run", "mixed"),
    "starts_with": ("starts",),
    "fills": ("fills",),
    "opened_by": ("shut",),
    "dealt": (),
    "face_up": (),
    "set_aside": (),
}
"""What an option may change of a group, and the clauses that it then answers for."""


@dataclass(frozen=True)
class Score:
    """What makes a position promising, in points; the search looks at the most promising ones first.

    Attributes
    ----------
    up : int
        For each card on a foundation.
    joined : int
        For each card in the tableau that could travel with the card beneath it.
    built : int
        For each other one that lies on a card on which it could be built.
    buried : int
        Off for each pair of cards in a tableau pile or the waste of which the lower one has to go up first.
    face_down : int
        Off for each card in the tableau that lies face down.
    empty : int
        For each empty tableau pile.
    cell : int
        Off for each cell that is taken.
    waste : int
        Off for each card in the waste.

    Examples
    --------
    >>> Score(up=8, cell=5).as_numbers()
    (8, 4, 2, 3, 6, 4, 5, 2)
    """

    up: int = 6
    joined: int = 4
    built: int = 2
    buried: int = 3
    face_down: int = 6
    empty: int = 4
    cell: int = 2
    waste: int = 2

    def as_numbers(self) -> tuple[int, ...]:
        """The weights in the order in which they are declared."""
        return tuple(getattr(self, name) for name in self.__dataclass_fields__)


@dataclass(frozen=True)
class Row:
    """One row of the rule ledger.

    Attributes
    ----------
    id : str
        ``"AR-7"``.
    sentence : str
        The rule in one or two plain sentences.
    settled : str
        Why it is our reading, where the source is silent or contradicts itself; else empty.
    """

    id: str
    sentence: str
    settled: str = ""


ROW_START: Final = re.compile(r"([A-Z]+-[0-9]+)\s+")
ROW_SETTLED: Final = re.compile(r"\s*\[settled: (.*)\]$")


def read_ledger(text: str) -> tuple[Row, ...]:
    """Read rows: each begins with its id, then a sentence, and ``[settled: why]`` where it is our reading.

    Raises
    ------
    SolitaireError
        When the text does not begin with an id.

    Examples
    --------
    >>> read_ledger("XX-1  Two cards. [settled: the source has none]")
    (Row(id='XX-1', sentence='Two cards.', settled='the source has none'),)
    """
    words: dict[str, list[str]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        if start := ROW_START.match(line):
            words[start[1]] = []
            line = line[start.end() :]
        if not words:
            raise SolitaireError(f'no ledger row "{line[:60]}": a row is an id such as AR-7, then a sentence')
        words[next(reversed(words))].append(line)
    return tuple(_row(id, " ".join(lines)) for id, lines in words.items())


def _row(id: str, text: str) -> Row:
    settled = ROW_SETTLED.search(text)
    return Row(id, text[: settled.start()], settled[1]) if settled else Row(id, text)


COMMON_LEDGER: Final = read_ledger("""
    OP-1  Every game can be asked for with deal_when="any time" or deal_when="no moves"; the second lets a
          deal wait until no move is left. A rule sheet and a saved game say which options are on.
    OP-2  Carrying a run from a card to that card's twin, or a whole pile to an empty place, is no move where a
          deal waits until no move is left, nor where exchanges do not keep a game from being lost. [settled:
          the ledger says so of a run and its twin in one game; without it the option could lock every game
          in which a card can shuttle]
    GE-1  A move takes at least one card, and no more than lie face up in the pile.
    GE-2  A move leads from one pile to another one.
    GE-3  Cards are played to a foundation, to the tableau or to a cell; nothing is laid on the stock or the
          waste by hand.
    GE-4  Cards in the stock are in play only once they have been dealt.
    GE-5  A pile takes what its sign shows when it is empty, and then only the card that comes next.
    GE-6  Cards travel together only where they stand in the order that travels in this game; otherwise one
          by one.
    GE-7  Cards stay on a foundation.
    GE-8  A run goes onto a foundation card by card, from its top card on, as far as each card fits.
    GE-9  Cards go back to the stock only as often as the game allows.
""")

COMMON_CITES: Final[dict[Clause, str]] = {
    "around": "GE-5",
    "builds": "GE-5",
    "deal": "OP-1",
    "exchange": "OP-2",
    "fills": "GE-5",
    "full": "GE-5",
    "leaves": "GE-7",
    "mixed": "GE-6",
    "redeal": "GE-9",
    "run": "GE-6",
    "short deal": "OP-1",
    "shut": "GE-5",
    "starts": "GE-5",
    "takes": "GE-3",
    "up from stock": "GE-4",
}
COMMON_CITES_OF_KIND: Final[dict[tuple[Kind, Clause], str]] = {
    ("stock", "leaves"): "GE-4",
    ("foundation", "run"): "GE-8",
}


@dataclass(frozen=True)
class Rules:
    """A whole game, declared.

    Parameters
    ----------
    name : str
        The game's name.
    decks : int
        How many 52-card decks are shuffled together.
    piles : tuple of PileGroup
        Every pile, in groups.
    board : tuple of str
        The board, row by row: pile names, ``.`` for an empty place, ``-`` for half of one. Without it the
        tableau lies below all the rest.
    narrow_board : tuple of str
        The same for a narrow page.
    ledger : tuple of Row
        The rows of the rule ledger.
    options : tuple of Option
        The choices besides `deal_when`, which every game with a stock has.
    exchanges_count : bool
        Whether carrying a run from a card to that card's twin keeps a game from being lost.
    aliases : tuple of str
        Other names of the game.
    source : str
        Where the rules come from.
    score : Score or None
        What the search goes by; None for weights that suit most games.
    values : tuple of (name, value)
        The options that were asked for; `with_options` sets them.

    Examples
    --------
    >>> from solitaire_widget.games import ARABELLA
    >>> ARABELLA, ARABELLA.with_options(deal_when="no moves").chosen
    (Rules('Arabella'), {'deal_when': 'no moves'})
    """

    name: str
    decks: int
    piles: tuple[PileGroup, ...]
    board: tuple[str, ...] = ()
    narrow_board: tuple[str, ...] = ()
    ledger: tuple[Row, ...] = ()
    options: tuple[Option, ...] = ()
    exchanges_count: bool = True
    aliases: tuple[str, ...] = ()
    source: str = ""
    score: Score | None = None
    values: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        if odd := [group.letter for group in self.piles if not re.fullmatch("[A-Z]", group.letter)]:
            raise SolitaireError(f"{self.name} calls piles {quoted(odd[0])}: a group's letter is one of A to Z")
        if not self.id or has_odd_signs(self.name) or ":" in self.name:
            raise SolitaireError(f"no game's name {quoted(self.name)}: use a few words, without a colon")
        for group in self.piles:
            self._look_at_group(group)
        names = [name for group in self.piles for name in group.names]
        if twice := {name for name in names if names.count(name) > 1}:
            raise SolitaireError(f"{self.name} declares pile {min(twice)} twice: give each group a letter of its own")
        rows = {row.id for row in (*self.ledger, *COMMON_LEDGER)}
        cited = {id for group in self.piles for _, id in group.cites} | {option.rule for option in self.options}
        cited |= {id for option in self.options for id in option.sets_aside}
        if unknown := cited - rows:
            raise SolitaireError(f"{self.name} cites {min(unknown)}, which its ledger does not have")
        for option in self.options:
            self._look_at(option)

    def _look_at_group(self, group: PileGroup) -> None:
        openers = [other for other in self.piles if other.letter == group.opened_by]
        if group.opened_by and (group in openers or not openers or openers[0].count < group.count):
            said = f"{self.name}'s {group.letter} is opened by {quoted(group.opened_by)}"
            raise SolitaireError(f"{said}: name the letter of another group with {group.count} piles or more")
        if odd := [size for size in group.dealt if type(size) is not int or size < 0]:
            raise SolitaireError(
                f"{self.name} deals {quoted(odd[0])} cards to {group.letter}: give whole numbers from 0"
            )

    def _look_at(self, option: Option) -> None:
        letter, _, name = option.sets.partition(".")
        if letter not in {group.letter for group in self.piles} or name not in CLAUSES_OF_FIELD:
            said = f"{self.name}'s option {option.name} sets {quoted(option.sets)}"
            raise SolitaireError(f"{said}: write a group's letter, a dot and one of {', '.join(CLAUSES_OF_FIELD)}")
        if odd := [choice for choice in option.choices if type(choice) not in (str, int)]:
            said = f"{self.name}'s option {option.name} offers {quoted(odd[0])}"
            raise SolitaireError(f"{said}: choices are texts or whole numbers, so that a saved game can name them")
        if option.default not in option.choices:
            raise SolitaireError(f"{self.name}'s option {option.name} does not have its default among its choices")

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.values)
        return f"Rules({self.name!r}{options})"

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @property
    def id(self) -> str:
        """The name in lower case with underscores; what a saved game says."""
        return re.sub(r"\W+", "_", self.name.casefold()).strip("_")

    @cached_property
    def every_option(self) -> tuple[Option, ...]:
        """The game's options; one with a stock has ``deal_when`` before all others."""
        stocks = [group for group in self.piles if group.kind == "stock"]
        return (*(_deal_when(group) for group in stocks), *self.options)

    @cached_property
    def chosen(self) -> dict[str, Any]:
        """Every option with the value in force."""
        return {option.name: option.default for option in self.every_option} | dict(self.values)

    def with_options(self, /, **asked: Any) -> Rules:
        """Give the same game with options chosen; the page they come from stays as it is.

        Raises
        ------
        OptionError
            When the game has no such option, or the option no such value.
        """
        known = {option.name: option for option in self.every_option}
        for name, value in asked.items():
            if name not in known:
                have = f"has {', '.join(known)}" if known else "has no options"
                raise OptionError(f"no option {name!r}: {self.name} {have}")
            if type(value) is bool or not _chooses(known[name], value):
                choices = ", ".join(repr(choice) for choice in known[name].choices)
                raise OptionError(f"{name}={quoted(value)} is no choice: {self.name} takes {choices}")
        values = self.chosen | {name: _choice(known[name], value) for name, value in asked.items()}
        differing = tuple((name, values[name]) for name in known if values[name] != known[name].default)
        return self if differing == self.values else replace(self, values=differing)

    @cached_property
    def groups(self) -> tuple[PileGroup, ...]:
        """The groups of piles with the chosen options in force."""
        groups = {group.letter: group for group in self.piles}
        for option in self.every_option:
            value = self.chosen[option.name]
            if value != option.default:
                letter, name = option.sets.split(".")
                group, words = groups[letter], option.words.replace("{value}", str(value))
                in_force = ((clause, id) for clause, id in group.cites if id not in self._set_aside)
                groups[letter] = replace(
                    group,
                    cites=(*in_force, *((clause, option.rule) for clause in CLAUSES_OF_FIELD[name])),
                    words=(*group.words, *((clause, words) for clause in CLAUSES_OF_FIELD[name])),
                    **{name: option.choices[value]},
                )
        return tuple(groups.values())

    def of_kind(self, kind: Kind) -> tuple[PileGroup, ...]:
        """The groups of one kind, with the chosen options in force."""
        return tuple(group for group in self.groups if group.kind == kind)

    @cached_property
    def rows(self) -> dict[str, Row]:
        """The ledger in force by id: the game's own rows, then those common to all games."""
        rows = {row.id: row for row in (*self.ledger, *COMMON_LEDGER)}
        for id in {option.rule for option in self.every_option}:
            words = [
                option.words.replace("{value}", str(self.chosen[option.name]))
                for option in self.every_option
                if option.rule == id and self.chosen[option.name] != option.default
            ]
            if words:
                rows[id] = replace(rows[id], sentence=" ".join(words))
        for id, instead in self._set_aside.items():
            rows[id] = replace(rows[id], sentence=f"{rows[id].sentence} Set aside here by {instead}.")
        return rows

    @cached_property
    def _set_aside(self) -> dict[str, str]:
        """The rows that chosen options take out of force, and the rows that allow it."""
        declared = {group.letter: group for group in self.piles}
        found: dict[str, str] = {}
        for option in self.every_option:
            letter, name = option.sets.split(".")
            if self.chosen[option.name] == option.default:
                continue
            found |= dict.fromkeys(option.sets_aside, option.rule)
            for clause in CLAUSES_OF_FIELD[name][:1]:
                if (old := declared[letter].cite(clause)) != option.rule:
                    found[old] = option.rule
        return found

    def sheet(self) -> Sheet:
        """The rule sheet, written from this declaration and its ledger, with the options in force."""
        from .teach.sheet import sheet

        return sheet(self)

    def _repr_html_(self) -> str:
        return self.sheet()._repr_html_()

    @cached_property
    def pile_names(self) -> tuple[str, ...]:
        """Every pile's name, in the order of the declaration."""
        return tuple(name for group in self.piles for name in group.names)


def _deal_when(group: PileGroup) -> Option:
    words = {
        ANY_TIME: "A deal is allowed at any time (asked for with deal_when).",
        NO_MOVES: "A deal is allowed only when no move is left (asked for with deal_when).",
    }
    other = NO_MOVES if group.when == ANY_TIME else ANY_TIME
    choices = {ANY_TIME: ANY_TIME, NO_MOVES: NO_MOVES}
    return Option("deal_when", f"{group.letter}.when", choices, group.when, "OP-1", words[other])


def _choice(option: Option, value: object) -> Any:
    """The choice as it was declared: 1, where somebody's own kind of number equals it."""
    return next(choice for choice in option.choices if choice == value)


def _chooses(option: Option, value: object) -> bool:
    try:
        return value in option.choices
    except TypeError:
        return False
