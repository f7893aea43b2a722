"""The rule sheet of a game, written from its declaration and its ledger.

The facts at the top are worked out from the declaration alone, so that a game without a ledger has a whole sheet
too, and a variant's is right by itself. The ledger's rows follow: each goes into the section that its place and
its citations give it. What comes before the first row that a clause of play cites is set-up; what speaks of
winning and losing is that; what an option cites is an option; all else is play.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import pairwise
from typing import Any, Final, NamedTuple

from ..position import Position
from ..rules import COMMON_LEDGER, NO_MOVES, Clause, PileGroup, Row, Rules
from .examples import Example, examples_of, opening_of
from .phrases import (
    a_deal_waits,
    builds_words,
    exchanges_are_no_moves,
    number_of,
    one_of,
    plural,
    sentence,
    starts_words,
    title_of,
    travels_words,
)

__all__ = ["Fact", "Sheet", "SheetOption", "SheetRow", "SheetSection", "sheet"]

SET_UP: Final = "Set-up"
PLAY: Final = "Play"
THE_END: Final = "Winning and losing"
OPTIONS: Final = "Options"
COMMON: Final = "Rows common to every game"
GLANCE: Final = "At a glance"
EXAMPLES: Final = "Examples, on a part of the board"

OF_THE_END: Final = re.compile(r"\b(won|wins?|lost|loses?|unwinnable)\b", re.IGNORECASE)
A_CLAIM: Final = re.compile(r"the source\b", re.IGNORECASE)
WIDTH: Final = 100


class Fact(NamedTuple):
    """One line of the table at the top: what it is about, and what the declaration says."""

    name: str
    words: str

    @property
    def parts(self) -> list[str]:
        """What is said, one thing at a time."""
        return self.words.split("; ")


class SheetRow(NamedTuple):
    """One row of the ledger as the sheet shows it.

    Attributes
    ----------
    id : str
        ``"AR-7"``.
    sentence : str
        The rule, with the words of a chosen option, or saying what sets it aside.
    settled : str
        Why it is our reading, where the source is silent or contradicts itself; else empty.
    """

    id: str
    sentence: str
    settled: str = ""

    @property
    def remark(self) -> str:
        """What the sheet adds to the sentence: that it is settled and why, or that the source claims it."""
        if self.settled:
            return f"settled: {self.settled}"
        return "the source's claim, no rule" if A_CLAIM.match(self.sentence) else ""


class SheetSection(NamedTuple):
    """A heading and the rows below it."""

    heading: str
    rows: tuple[SheetRow, ...]


class SheetOption(NamedTuple):
    """An option with the value in force.

    Attributes
    ----------
    name : str
        The keyword.
    value : object
        The value in force.
    own : bool
        Whether the game has that value where nothing is asked for.
    choices : tuple of object
        What may be asked for.
    rule : str
        The ledger row that allows it.
    """

    name: str
    value: Any
    own: bool
    choices: tuple[Any, ...]
    rule: str

    def __str__(self) -> str:
        whose = "the game's own" if self.own else "asked for"
        return f"{self.name} = {self.value} ({whose}; it may be {_choices_said(self.choices)}) [{self.rule}]"


def _choices_said(choices: tuple[Any, ...]) -> str:
    if len(choices) > 2 and choices == tuple(range(len(choices))):
        return f"{choices[0]} to {choices[-1]}"
    return one_of([str(choice) for choice in choices])


@dataclass(frozen=True)
class Sheet:
    """A game's rules to be read: `print` it, show it in a notebook, or take `to_markdown()`.

    Attributes
    ----------
    rules : Rules
        The game, with its options.
    title : str
        The game's name.
    source : str
        Where the rules come from.
    options : tuple of SheetOption
        Every option with the value in force.
    facts : tuple of Fact
        What the declaration says, line by line.
    sections : tuple of SheetSection
        The ledger's rows below their headings.
    """

    rules: Rules
    title: str
    source: str
    options: tuple[SheetOption, ...]
    facts: tuple[Fact, ...]
    sections: tuple[SheetSection, ...]

    def __repr__(self) -> str:
        return f"<rule sheet of {self.rules!r}: {len(self.rows)} rows>"

    @cached_property
    def rows(self) -> dict[str, SheetRow]:
        """Every row by its id."""
        return {row.id: row for section in self.sections for row in section.rows}

    @cached_property
    def opening(self) -> Example:
        """A deal at the start."""
        return opening_of(self.rules)

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        """Positions that show what starts a pile, how it builds and what travels."""
        return examples_of(self.rules)

    @property
    def panel(self) -> dict[str, Any]:
        """The sheet as the page's panel shows it: headings with rows of two cells.

        Examples
        --------
        >>> from solitaire_widget import ADELA
        >>> panel = sheet(ADELA).panel
        >>> panel["title"], panel["sections"][0]["heading"], panel["sections"][0]["rows"][1]
        ('Adela', 'At a glance', ['Cards', '104: two decks shuffled together'])
        """
        glance = [[name, said] for name, said in (*self._options_said(), *self.facts)]
        rows = [
            {"heading": section.heading, "rows": [[row.id, _with_remark(row)] for row in section.rows]}
            for section in self.sections
        ]
        return {"title": self.title, "sections": [{"heading": GLANCE, "rows": glance}, *rows]}

    def _options_said(self) -> list[tuple[str, str]]:
        return [("Option", str(option)) for option in self.options] or [("Options", "this game has none")]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield from (self.title, "=" * len(self.title), "")
        head = [("Source", self.source)] if self.source else []
        yield from _columns([*head, *self._options_said()])
        yield from ("", GLANCE, "-" * len(GLANCE))
        yield from _columns(self.facts)
        for section in self.sections:
            yield from ("", section.heading, "-" * len(section.heading))
            yield from _columns((row.id, _with_remark(row)) for row in section.rows)
        if self.examples:
            yield from ("", EXAMPLES, "-" * len(EXAMPLES))
            yield from _columns((_cited(example), example.caption) for example in self.examples)

    def to_markdown(self) -> str:
        """The sheet as Markdown, with a table for each section.

        Examples
        --------
        >>> from solitaire_widget import ADELA
        >>> print(sheet(ADELA).to_markdown())
        # Adela
        <BLANKLINE>
        Source: Adela, a rule sheet for two decks and nine piles
        ...
        """
        source = [f"Source: {_cell(self.source)}", ""] if self.source else []
        options = [f"- {name}: {_cell(said)}" for name, said in self._options_said()]
        lines = [f"# {_cell(self.title)}", "", *source, *options]
        lines += ["", f"## {GLANCE}", "", *_table(("What", "How"), self.facts)]
        for section in self.sections:
            rows = [(f"**{row.id}**", _with_remark(row)) for row in section.rows]
            lines += ["", f"## {section.heading}", "", *_table(("Rule", "What it says"), rows)]
        if self.examples:
            rows = [(_cited(example), example.caption) for example in self.examples]
            lines += ["", f"## {EXAMPLES}", "", *_table(("Rules", "What is seen"), rows)]
        return "\n".join(lines) + "\n"

    def _repr_html_(self) -> str:
        source = f'<p style="{PAPER}margin:2px 0">Source: {escape(self.source)}</p>' if self.source else ""
        options = "".join(
            f'<p style="{PAPER}margin:2px 0"><b>{name}:</b> {escape(said)}</p>' for name, said in self._options_said()
        )
        facts = _html_table(
            ((escape(fact.name), "<br>".join(map(escape, fact.parts))) for fact in self.facts), width="14em"
        )
        sections = "".join(
            _html_heading(section.heading) + _html_table(map(_html_row, section.rows)) for section in self.sections
        )
        examples = _html_heading(EXAMPLES) + _html_pictures(self.examples) if self.examples else ""
        return (
            f'<div style="{PAPER}padding:12px 20px 16px;max-width:58em;font-family:sans-serif;line-height:1.45">'
            f'<h2 style="{PAPER}margin:4px 0 8px;font-size:1.6em">{escape(self.title)}</h2>'
            f"{source}{options}{_html_heading(GLANCE)}{facts}{_html_pictures([self.opening], wide=True)}"
            f"{sections}{examples}</div>"
        )


def sheet(rules: Rules) -> Sheet:
    """Write the rule sheet of a game.

    Examples
    --------
    >>> from solitaire_widget import ARABELLA
    >>> written = sheet(ARABELLA)
    >>> [section.heading for section in written.sections]
    ['Set-up', 'Play', 'Winning and losing', 'Options', 'Rows common to every game']
    >>> print(written)
    Arabella
    ========
    <BLANKLINE>
    Source  Arabella, a rule sheet for three decks and thirteen piles
    Option  deal_when = any time (the game's own; it may be any time or no moves) [OP-1]
    ...
    """
    options = tuple(
        SheetOption(
            option.name,
            rules.chosen[option.name],
            rules.chosen[option.name] == option.default,
            tuple(option.choices),
            option.rule,
        )
        for option in rules.every_option
    )
    return Sheet(rules, rules.name, rules.source, options, tuple(_facts(rules)), _sections(rules))


# -- the facts -----------------------------------------------------------------------------------------------


def _facts(rules: Rules) -> Iterator[Fact]:
    start = Position.dealt(rules, 1)
    cards = 52 * rules.decks
    shuffled = "one deck" if rules.decks == 1 else f"{number_of(rules.decks, 'deck')} shuffled together"
    yield Fact("Cards", f"{cards}: {shuffled}")
    for group in rules.groups:
        yield Fact(sentence(title_of(group))[:-1], "; ".join(filter(None, _group_facts(rules, group, start))))
    yield from _dealing_facts(rules)
    yield Fact("Won", f"all {cards} cards are on the foundations")
    yield Fact("Lost", f"cards remain elsewhere, and no move {_but_exchanges(rules)}is left{_deals_too(rules)}")


def _but_exchanges(rules: Rules) -> str:
    return "" if rules.exchanges_count else "but exchanges "


def _deals_too(rules: Rules) -> str:
    return ", not even a deal" if rules.of_kind("stock") else ""


def _group_facts(rules: Rules, group: PileGroup, start: Position) -> Iterator[str]:
    yield _at_the_start(group, start)
    if group.kind == "stock":
        return
    if group.kind in ("waste", "cell"):
        if group.limit is not None:
            yield f"each holds {number_of(group.limit, 'card')} of any kind for a while"
        yield travels_words(group)
        return
    if not group.set_aside:
        yield starts_words(group)
    if group.fills and rules.of_kind("stock"):
        yield "while the stock lasts, a pile that has become empty is filled from it at once"
    yield builds_words(group)
    yield travels_words(group)


def _at_the_start(group: PileGroup, start: Position) -> str:
    sizes = [len(start[name]) for name in group.names]
    total = sum(sizes)
    if not total:
        return "empty at the start"
    if group.kind == "stock":
        return f"{number_of(total, 'card')} at the start, face down"
    if group.set_aside:
        return f"{one_of([plural(rank.word) for rank in group.set_aside], 'and')} lie on them at the start, face up"
    faces = "all face up"
    if group.face_up is not None and group.face_up < max(sizes):
        faces = "the top card face up" if group.face_up == 1 else f"the top {group.face_up} cards face up"
        faces = faces if group.face_up else "all face down"
    if len(set(sizes)) == 1:
        each = number_of(sizes[0], "card")
        return f"{each} each at the start, {faces}" if group.count > 1 else f"{each} at the start, {faces}"
    return f"{_listed_sizes(sizes)} cards at the start, {total} in all, {faces}"


def _listed_sizes(sizes: list[int]) -> str:
    steps = {after - before for before, after in pairwise(sizes)}
    if len(steps) == 1 and len(sizes) > 3:
        return f"{sizes[0]}, {sizes[1]} and so on to {sizes[-1]}"
    return one_of([str(size) for size in sizes], "and")


def _dealing_facts(rules: Rules) -> Iterator[Fact]:
    for stock in rules.of_kind("stock"):
        wastes = rules.of_kind("waste")
        if stock.turns and wastes:
            does = f"turns {number_of(stock.turns, 'card')} face up onto the waste"
        else:
            piles = sum(group.count for group in rules.of_kind("tableau"))
            does = f"puts one card on each of the {number_of(piles, 'pile')}, from left to right"
        when = "only when no move is left" if stock.when == NO_MOVES else "at any time"
        yield Fact("Deal", f"a tap on the stock {does}; {when}")
        yield Fact("Redeal", _redeal_words(stock, bool(wastes)))
        if exchanges_are_no_moves(rules):
            yield Fact(
                "Exchanges",
                "carrying a run from a card to that card's twin, or a whole pile to an empty place, is allowed, but "
                f"is no move where {_waiting(rules)} waits until none is left",
            )


def _waiting(rules: Rules) -> str:
    """What waits until no move but exchanges is left."""
    deal = ["a deal"] if a_deal_waits(rules) else []
    return one_of([*deal, *([] if rules.exchanges_count else ["the end of the game"])])


def _redeal_words(stock: PileGroup, waste: bool) -> str:
    if stock.redeals == 0:
        return "none: once the stock is empty, there is no further deal"
    how = "the waste goes back to the stock, in the order in which it was turned"
    if not waste:
        how = "once no move is left, the piles are gathered, shuffled by the deal number and become the stock"
    often = "as often as wanted" if stock.redeals is None else f"{number_of(stock.redeals, 'time')} at most"
    return f"{often}, once the stock is empty: {how}"


# -- the rows ------------------------------------------------------------------------------------------------


def _sections(rules: Rules) -> tuple[SheetSection, ...]:
    topics = _topics(rules)
    found = []
    for heading in (SET_UP, PLAY, THE_END, OPTIONS, COMMON):
        rows = (_row(rules.rows[id]) for id in topics if topics[id] == heading)
        found.append(SheetSection(heading, tuple(rows)))
    return tuple(section for section in found if section.rows)


def _row(row: Row) -> SheetRow:
    return SheetRow(row.id, row.sentence, row.settled)


def _topics(rules: Rules) -> dict[str, str]:
    """Each row's heading: the game's own rows in their order, then the common ones that are in force."""
    options = {option.rule for option in rules.every_option}
    played = {id for group in rules.piles for clause, id in group.cites if not (clause == "starts" and group.set_aside)}
    topics = {}
    under_way = not played & {row.id for row in rules.ledger}
    for row in rules.ledger:
        under_way = under_way or row.id in played
        if row.id in options:
            topics[row.id] = OPTIONS
        elif OF_THE_END.search(row.sentence):
            topics[row.id] = THE_END
        else:
            topics[row.id] = PLAY if under_way else SET_UP
    in_force = set(_common_in_force(rules))
    for row in COMMON_LEDGER:
        if row.id in options:
            topics[row.id] = OPTIONS
        elif row.id in in_force:
            topics[row.id] = COMMON
    return topics


def _common_in_force(rules: Rules) -> Iterator[str]:
    """The common rows that something in this game goes by."""
    yield from ("GE-1", "GE-2")
    runs = any(group.travels is not None for group in rules.of_kind("tableau"))
    for group in rules.groups:
        yield from (group.cite(clause) for clause in _clauses(group, runs))
    if not rules.of_kind("stock"):
        yield "GE-9"  # what a deal is answered with, where there is nothing to deal
    if exchanges_are_no_moves(rules):
        yield from (group.cite("exchange") for group in rules.of_kind("tableau"))


def _clauses(group: PileGroup, runs: bool) -> Iterator[Clause]:
    """The clauses that can allow or forbid something in piles of a group, in a game with or without runs."""
    if group.kind == "stock":
        yield from ("deal", "redeal", "leaves", "takes")
        return
    if group.kind == "waste":
        yield from ("run", "takes")
        return
    yield "starts"
    if group.limit != 1:
        yield "builds"
    if group.limit is not None:
        yield "full"
    if group.build is not None and group.build.around:
        yield "around"
    if group.opened_by:
        yield "shut"
    if group.fills:
        yield "fills"
    if group.kind == "foundation":
        yield "leaves"
    if group.kind != "foundation" or runs:
        yield "run"
    if group.kind == "tableau" and group.travels not in (None, group.build):
        yield "mixed"


# -- how it looks --------------------------------------------------------------------------------------------


def _with_remark(row: SheetRow) -> str:
    return f"{row.sentence} ({row.remark})" if row.remark else row.sentence


def _cited(example: Example) -> str:
    return ", ".join(example.rules)


def _columns(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Two columns of plain text, the second one wrapped."""
    pairs = list(rows)
    width = max((len(left) for left, _ in pairs), default=0) + 2
    if width > WIDTH // 3:  # a long name has a line of its own
        for left, right in pairs:
            yield left
            yield from textwrap.wrap(right, WIDTH, initial_indent="    ", subsequent_indent="    ")
        return
    for left, right in pairs:
        yield from textwrap.wrap(
            right, WIDTH, initial_indent=f"{left:{width}}", subsequent_indent=" " * width, break_on_hyphens=False
        )


def _table(heads: tuple[str, str], rows: Iterable[tuple[str, str]]) -> list[str]:
    return [
        f"| {left} | {right} |" for left, right in (heads, ("---", "---"), *((_cell(a), _cell(b)) for a, b in rows))
    ]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


PAPER: Final = "background-color:#ffffff;color:#1b1b1b;"
QUIET: Final = "background-color:#ffffff;color:#595959;"
LEFT: Final = (
    f"{PAPER}text-align:left;vertical-align:top;padding:3px 16px 3px 0;border:none;border-bottom:1px solid #dddddd;"
)


def _html_heading(words: str) -> str:
    return f'<h3 style="{PAPER}margin:18px 0 4px;font-size:1.15em">{escape(words)}</h3>'


def _html_row(row: SheetRow) -> tuple[str, str]:
    remark = f' <i style="{QUIET}">({escape(row.remark)})</i>' if row.remark else ""
    return escape(row.id), escape(row.sentence) + remark


def _html_table(rows: Iterable[tuple[str, str]], *, width: str = "4em") -> str:
    lines = "".join(
        f'<tr style="{PAPER}"><th scope="row" style="{LEFT}width:{width};font-weight:bold">{left}</th>'
        f'<td style="{LEFT}white-space:normal">{right}</td></tr>'
        for left, right in rows
    )
    fixed = f"{PAPER}border-collapse:collapse;width:100%;table-layout:fixed;margin:0;font-size:1em"
    return f'<table style="{fixed}">{lines}</table>'


def _html_pictures(examples: Iterable[Example], *, wide: bool = False) -> str:
    from ..picture import svg_board

    width = "38em" if wide else "23em"
    figures = "".join(
        f'<figure style="{PAPER}margin:8px 0;width:{width};max-width:100%">'
        f"{svg_board(example.position, marks=example.marks.notes(example.position))}"
        f'<figcaption style="{PAPER}font-size:0.95em">{escape(example.caption)} {_html_ids(example)}</figcaption>'
        "</figure>"
        for example in examples
    )
    return f'<div style="{PAPER}display:flex;flex-wrap:wrap;gap:8px 24px">{figures}</div>'


def _html_ids(example: Example) -> str:
    return f'<span style="{QUIET}white-space:nowrap">[{escape(_cited(example))}]</span>' if example.rules else ""
