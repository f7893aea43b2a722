"""Positions and games as text: written by hand or by a game, read by people, sent by mail, read back.

A **position** is the game's name, then a line a pile in any order. A pile that is not named is empty, and a
part of the deck is enough.

>>> position = read_position('''
...     Adela, deal_when=any time    # the game, and the options that are not its own
...     J1: JH..8H                   # a run in suit, up or down by one rank
...     T1: 8C 9♣                    # cards from bottom to top
...     T2: 10C
...     S: KH, 2D                    # the stock's last card, here the 2 of diamonds, is dealt next
... ''')
>>> print(write_position(position))
Adela, deal_when=any time
S: KH 2D
J1: JH..8H
T1: 8C 9C
T2: TC

================  =====================================================================================
``9H`` ``10♣``    a card: a rank ``A23456789TJQK`` and a suit ``CSHD`` or its sign, in any case
``9H2``           the second deck's; a card without a digit is of the first deck that is free, in the
                  order in which the game declares its piles, so that digits are seldom needed
``AH..7H``        a run in suit, up or down by one rank
``(9H 8C) 7D``    cards in brackets lie face down; those of the stock need none
``+ 5D 6H``       goes on with the line above
``redealt: 1``    how often the cards have gone back to the stock
``deal: 7``       the deal number that a redeal shuffles by, where one does
``#`` ``;``       the rest of the line is for people only
================  =====================================================================================

A **game** is a head, then its moves. Every move is checked, and so is the result.

>>> game = read_game('''
...     Game: Arabella
...     Deal: 1
...     Result: playing, 6 moves    # the result may be left out, and so may the number of moves
...
...     ; A comment here is on the start, one after a move is on that move.
...     1. T12-T8 T7-T3             ; two sixes find their sevens
...     3. T13-T3 [fork] T10-T2 T13-T2 T8-T13x2
... ''')
>>> len(game.moves), dict(game.bookmarks)
(6, {'fork': 3})

======================  ===============================================================================
``Game: Arabella``      the game's name
``Deal: 7``             where it starts: a deal number ...
``Deck: 9H TC ...``     ... or every card in the order in which it is dealt ...
``Position:``           ... or a position: its lines come next and end the head
``Options: redeals=2``  the options that are not the game's own, with commas between them
``Result: won``         ``won``, ``lost`` or ``playing``, and perhaps ``, 212 moves``
``T5-T9x3`` ``T5-T9``   a move: from, to, how many cards; ``T5 T9 3`` is read too
``deal``                a tap on the stock
``57.``                 the number of the move that comes next; wherever it helps the reader
``; the king at last``  a comment on the last move, up to the end of the line; the next lines may go on
``[before the king]``   a bookmark after the last move
``#``                   the rest of the line is for people only
======================  ===============================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, Final, NamedTuple

from .cards import Card, NotationError, Rank, SolitaireError, quoted
from .deals import HIGHEST_DEAL, DealError, read_number
from .game import Game
from .games import ALL_RULES, UnknownGame, find_rules
from .moves import DEAL, Move
from .position import Position, UnknownPile, misfit_of
from .record import LONGEST_TEXT, MOST_MOVES
from .rules import Option, PileGroup, Rules

__all__ = ["TextError", "read_game", "read_position", "write_game", "write_position"]

WIDTH: Final = 72
"""How wide a written line gets, so that mail leaves it as it is."""

MOVES_A_LINE: Final = 10
LONGEST_POSITION: Final = 100_000
LONGEST_NAME: Final = 100

LINE_END: Final = re.compile(r"\r\n?|\n")
REMARK: Final = re.compile(r"[#;]")
RANGE: Final = re.compile(r"\.{2,3}|…")
BETWEEN_COMMAS: Final = re.compile("[^,]+")
CARD_OR_BRACKET: Final = re.compile(r"[()]|[^\s,()]+")
HEAD_KEY: Final = re.compile(r"[^\[:]*:")
RESULT: Final = re.compile(r"(won|lost|playing)(?:\s*,?\s*([0-9]{1,6})\s+moves?)?", re.IGNORECASE)
STEP: Final = re.compile(
    r"""
      (?P<number>[0-9]{1,6})\.
    | (?: (?P<deal>deal)
        | (?P<source>[A-Z][0-9]{0,2}) (?:\s*(?:->|[-–—→>])\s*|\s+) (?P<target>[A-Z][0-9]{0,2})
          (?: (?:\s*x\s*|\s+) (?P<count>[0-9]{1,3}) )?
      ) (?![^\s,;\[\#])
    | ; (?P<comment>.*)
    | \[ (?P<bookmark>[^\[\]]*) \]
    | \# .*
    """,
    re.IGNORECASE | re.VERBOSE,
)
LONE_SPACE: Final = re.compile(r"(?<=\S) (?=\S)")
GAP: Final = re.compile(r"[\s,]*")
WORD: Final = re.compile(r"[^\s,;\[\]#]+|.")

HEADS: Final = ("game", "deal", "deck", "options", "result", "position")
STARTS: Final = ("deal", "deck", "position")


class TextError(NotationError):
    r"""A text that is no position or no game; the message names the place and what was expected there.

    Attributes
    ----------
    line : int
        The line, from 1.
    column : int
        The column, from 1.
    expected : str
        What should have been there.

    Examples
    --------
    >>> read_position("Adela\nT1: 9H 1X")
    Traceback (most recent call last):
        ...
    solitaire_widget.notation.TextError: line 2, column 8: "1X" is no card; expected a card such as 9H or...
    """

    def __init__(self, what: str, line: int, column: int, expected: str) -> None:
        super().__init__(f"line {line}, column {column}: {what}")
        self.line = line
        self.column = column
        self.expected = expected
        self._what = what

    def __reduce__(self) -> tuple[type[TextError], tuple[str, int, int, str]]:
        return TextError, (self._what, self.line, self.column, self.expected)


# -- the pieces of a text ----------------------------------------------------------------------------------


class Piece(NamedTuple):
    """A piece of the text on one line, and where it begins."""

    text: str
    line: int
    column: int

    def part(self, start: int, end: int | None = None) -> Piece:
        """A part of the piece without the spaces around it."""
        text = self.text[start:end]
        return Piece(text.strip(), self.line, self.column + start + len(text) - len(text.lstrip()))

    def split(self, words: re.Pattern[str]) -> Iterator[Piece]:
        """Each word of the piece."""
        return (self.part(*found.span()) for found in words.finditer(self.text))

    def fault(self, what: str, expected: str) -> TextError:
        """What is wrong here, and what was expected instead."""
        return TextError(f"{what}; expected {expected}", self.line, self.column, expected)

    def complaint(self, what: object, expected: str) -> TextError:
        """A sentence that names the way out by itself."""
        return TextError(str(what), self.line, self.column, expected)


class Entry(NamedTuple):
    """A name, a colon and what stands behind it, on one line or on several."""

    key: Piece
    pieces: tuple[Piece, ...]

    @property
    def name(self) -> str:
        """The name in lower case."""
        return self.key.text.lower()

    def value(self, expected: str) -> Piece:
        """What stands behind the colon where that is one piece."""
        if not self.pieces:
            raise self.key.fault(f"nothing is said of {quoted(self.key.text)}", expected)
        if len(self.pieces) > 1:
            raise self.pieces[1].fault(f"{quoted(self.key.text)} does not go on here", "no line that begins with +")
        return self.pieces[0]


def _lines_of(text: object, what: str, most: int) -> list[Piece]:
    start = Piece("", 1, 1)
    if not isinstance(text, str):
        raise start.fault(f"{what} is given as {quoted(text)}", "its text")
    if len(text) > most:
        raise start.fault(f"the text has {len(text):,} characters", f"{what} of at most {most:,}")
    if (count := text.count("\n") + text.count("\r")) > most // 10:
        raise start.fault(f"the text has {count:,} lines", f"{what} on at most {most // 10:,}")
    lines = LINE_END.split(text.removeprefix("\ufeff"))
    return [Piece(line, number, 1) for number, line in enumerate(lines, 1)]


def _said(line: Piece) -> Piece:
    """A line without what is for people only."""
    remark = REMARK.search(line.text)
    return line.part(0, remark.start() if remark else None)


def _first_said(lines: Iterable[Piece]) -> Piece | None:
    return next(filter(lambda line: line.text, map(_said, lines)), None)


def _entries(lines: Sequence[Piece], start: int, keys: re.Pattern[str]) -> tuple[list[Entry], int]:
    """The entries from a line on, and the line after the last of them."""
    found: list[Entry] = []
    end = start
    for number in range(start, len(lines)):
        line = _said(lines[number])
        if not line.text:
            continue
        if line.text.startswith("+"):
            if not found:
                raise line.fault("there is no line above to go on with", "a name and a colon")
            found[-1] = Entry(found[-1].key, found[-1].pieces + _filled(line.part(1)))
        elif key := keys.match(line.text):
            found.append(Entry(line.part(0, key.end() - 1), _filled(line.part(key.end()))))
        else:
            break
        end = number + 1
    return found, end


def _filled(piece: Piece) -> tuple[Piece, ...]:
    return (piece,) if piece.text else ()


# -- a game's name and options -----------------------------------------------------------------------------


def _bare(value: object) -> str:
    """A name or an option's value as it is written: on one line, without what means something else here."""
    return " ".join(re.sub(r"[,;#=\s]", " ", str(value)).split())


def _alike(one: object, other: object) -> bool:
    return re.sub(r"[\W_]+", "", str(one).casefold()) == re.sub(r"[\W_]+", "", str(other).casefold())


def _options(rules: Rules) -> list[str]:
    return [f"{name}={_bare(value)}" for name, value in rules.values]


def _find_rules(name: Piece, rules: Rules | None) -> Rules:
    """The game that a text names; `rules` where they are given, which have to be the same game's."""
    expected = f"the name of a game, such as {ALL_RULES[0].name}"
    if rules is not None:
        if not _names_a_game(name.text, rules):
            raise name.fault(f"the text is of {quoted(name.text)}, the rules are of {rules.name}", rules.name)
        return rules
    if len(name.text) > LONGEST_NAME:
        raise name.fault(f"{quoted(name.text)} is no game's name", expected)
    try:
        return find_rules(name.text)
    except UnknownGame as error:
        raise name.complaint(error, expected) from None


def _with_options(rules: Rules, pieces: Iterable[Piece]) -> Rules:
    """The rules with the options of a list such as ``deal_when=any time, redeals=2``."""
    known = {option.name: option for option in rules.every_option}
    asked: dict[str, Any] = {}
    for said in (word for piece in pieces for word in piece.split(BETWEEN_COMMAS) if word.text):
        equals = said.text.find("=")
        if equals < 0:
            raise said.fault(f"{quoted(said.text)} is no option", "a name and a value, as in deal_when=any time")
        name = said.text[:equals].strip().lower()
        if name not in known:
            raise said.fault(f"{rules.name} has no option {quoted(name)}", _either(known) or "no option")
        if name in asked:
            raise said.fault(f"{name} is there twice", "each option once")
        asked[name] = _choice(known[name], said.part(equals + 1))
    return rules.with_options(**asked) if asked else rules


def _choice(option: Option, value: Piece) -> Any:
    for choice in option.choices:
        if _bare(choice).casefold() == _bare(value.text).casefold():
            return choice
    raise value.fault(f"{quoted(value.text)} is no choice for {option.name}", _either(map(_bare, option.choices)))


def _either(words: Iterable[str]) -> str:
    *others, last = [*words] or [""]
    return f"{', '.join(others)} or {last}" if others else last


# -- cards -------------------------------------------------------------------------------------------------


class Laid(NamedTuple):
    """A card of the text: whether its deck is written, whether it lies face down, where it stands."""

    card: Card
    deck_said: bool
    down: bool
    piece: Piece


class Pack:
    """The cards that a text has named so far: none may be there more often than the game has decks."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._named: dict[int, int] = {}
        self._said: dict[Card, Piece] = {}

    def read(self, entry: Entry, group: PileGroup | None) -> list[Laid]:
        """The cards of one pile of a group, or (without a group) of a deck."""
        laid: list[Laid] = []
        opened: Piece | None = None
        for word in (word for piece in entry.pieces for word in piece.split(CARD_OR_BRACKET)):
            if word.text == "(":
                _check_bracket(word, opened, laid, group, self._rules)
                opened = word
            elif word.text == ")":
                if opened is None:
                    raise word.fault("a bracket is closed that was not opened", "a card")
                opened = None
            else:
                laid += [Laid(card, said, opened is not None, word) for card, said in self._cards(word)]
        if opened is not None:
            raise opened.fault("the bracket is never closed", "a ) behind the face-down cards")
        if laid and laid[-1].down and group is not None and group.face_up != 0:
            raise laid[-1].piece.fault(
                f"the top card of {entry.key.text.upper()} is face down", "a top card outside the brackets"
            )
        return laid

    def settled(self, laid: Iterable[Laid]) -> tuple[Card, ...]:
        """The cards with their decks: the written one, or the first that is free."""
        taken = set(self._said)
        cards = []
        for each in laid:
            card = each.card
            if not each.deck_said:
                twins = (Card(card.rank, card.suit, deck) for deck in range(1, self._rules.decks + 1))
                card = next(twin for twin in twins if twin not in taken)
                taken.add(card)
            cards.append(card)
        return tuple(cards)

    def _cards(self, word: Piece) -> Iterator[tuple[Card, bool]]:
        ends = [self._card(word, text) for text in RANGE.split(word.text)]
        cards = [ends[0][0]] if len(ends) == 1 else _range(word, ends)
        for card in cards:
            self._count(card, ends[0][1], word)
            yield card, ends[0][1]

    def _card(self, word: Piece, text: str) -> tuple[Card, bool]:
        try:
            card = Card(text)
        except NotationError:
            raise word.fault(f"{quoted(text)} is no card", "a card such as 9H or a range such as AH..7H") from None
        if card.deck > self._rules.decks:
            have = "no digit" if self._rules.decks == 1 else f"a digit from 1 to {self._rules.decks}"
            raise word.fault(f"{self._rules.name} has no deck {card.deck}", have)
        return card, text[-1:].isdigit()

    def _count(self, card: Card, deck_said: bool, word: Piece) -> None:
        self._named[card.face] = self._named.get(card.face, 0) + 1
        if self._named[card.face] > self._rules.decks:
            raise word.fault(f"{card} is there too often", f"at most {self._rules.decks} of it in {self._rules.name}")
        if deck_said:
            if card in self._said:
                there = self._said[card]
                place = f"line {there.line}, column {there.column}"
                raise word.fault(f"{card.id} is there already, in {place}", f"the {card} of another deck")
            self._said[card] = word


def _check_bracket(
    word: Piece, opened: Piece | None, laid: Sequence[Laid], group: PileGroup | None, rules: Rules
) -> None:
    if opened is not None:
        raise word.fault("a bracket in a bracket", "one pair of brackets around all cards that lie face down")
    if group is None or (group.kind == "stock" and group.face_up is None):
        raise word.fault(f"the {group.noun if group else 'deck'} is face down as it is", "cards without brackets")
    if group.kind != "tableau" and group.face_up is None:
        raise word.fault(f"every card of a {group.noun} lies face up in {rules.name}", "cards without brackets")
    if laid and not laid[-1].down:
        raise word.fault("a face-down card above a face-up one", "the face-down cards first")


def _range(word: Piece, ends: Sequence[tuple[Card, bool]]) -> list[Card]:
    (first, first_said), (last, last_said), *more = ends
    right = "two ranks of one suit, and one deck, as in AH..7H"
    if more or first.suit is not last.suit or first.rank == last.rank:
        raise word.fault(f"{quoted(word.text)} is no range", right)
    if first_said != last_said or first.deck != last.deck:
        raise word.fault(f"{quoted(word.text)} is a range over two decks", right)
    step = 1 if last.rank > first.rank else -1
    return [Card(Rank(rank), first.suit, first.deck) for rank in range(first.rank, last.rank + step, step)]


def _words(cards: Sequence[Card], plain: set[Card]) -> list[str]:
    """Cards as words: three or more of a run as a range, the deck only where it has to be said."""
    texts = [card.ascii if card in plain else card.id for card in cards]
    words = []
    first = 0
    while first < len(cards):
        last = _end_of_run(cards, plain, first)
        words.append(texts[first] if last < first + 2 else f"{texts[first]}..{texts[last]}")
        first = (first if last < first + 2 else last) + 1
    return words


def _end_of_run(cards: Sequence[Card], plain: set[Card], first: int) -> int:
    last, step = first, 0
    while last + 1 < len(cards):
        card, above = cards[last], cards[last + 1]
        rise = above.rank - card.rank
        alike = plain.issuperset((card, above)) or (plain.isdisjoint((card, above)) and card.deck == above.deck)
        if not alike or card.suit is not above.suit or rise not in ((step,) if step else (-1, 1)):
            break
        last, step = last + 1, rise
    return last


def _plain(cards: Iterable[Card]) -> set[Card]:
    """The cards whose deck need not be written, because it is the first that is free when their turn comes."""
    twins: dict[int, list[Card]] = {}
    for card in cards:
        twins.setdefault(card.face, []).append(card)
    return {card for alike in twins.values() for card in _most_plain(alike)}


def _most_plain(twins: Sequence[Card]) -> tuple[Card, ...]:
    there = {card.deck for card in twins}
    gap = next(deck for deck in range(1, len(there) + 2) if deck not in there)
    known = [card for card in twins if card.deck < gap]
    for count in range(len(known), 0, -1):
        for chosen in combinations(known, count):
            if all(one.deck < other.deck for one, other in pairwise(chosen)):
                return chosen
    return ()


def _folded(key: str, words: Iterable[str]) -> list[str]:
    lines = [f"{key}:"]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("+")
        lines[-1] += f" {word}"
    return lines


# -- positions ---------------------------------------------------------------------------------------------


def write_position(position: Position) -> str:
    """Write a position as text, from which `read_position` gives an equal one.

    Examples
    --------
    >>> from solitaire_widget.games import ARABELLA
    >>> print(write_position(Position.of(ARABELLA, F1="AH 2H 3H 4H", T1="KC QD", T2="QD", T3="9S3")))
    Arabella
    F1: AH..4H
    T1: KC QD
    T2: QD
    T3: 9S3
    """
    rules = position.rules
    return "\n".join([", ".join([_bare(rules.name), *_options(rules)]), *_board_lines(position)])


def _board_lines(position: Position) -> list[str]:
    piles, hidden, redealt, number = _fields(position)
    plain = _plain(card for pile in piles for card in pile)
    lines = []
    for name, pile, down in zip(position, piles, hidden, strict=True):
        if pile:
            face_down = _words(pile[:down], plain)
            if face_down:
                face_down[0] = f"({face_down[0]}"
                face_down[-1] += ")"
            lines += _folded(name, face_down + _words(pile[down:], plain))
    if redealt:
        lines.append(f"redealt: {redealt}")
    if number not in (None, _fields(Position.of(position.rules))[3]):
        lines.append(f"deal: {number}")
    return lines


def _fields(position: Position) -> tuple[tuple[tuple[Card, ...], ...], tuple[int, ...], int, int | None]:
    _, (_, piles, hidden, redealt, number) = position.__reduce__()
    return piles, hidden, redealt, number


def read_position(text: str, rules: Rules | None = None) -> Position:
    r"""Read a position from text; the module's page has the grammar.

    Parameters
    ----------
    text : str
        The game's name, then a line a pile.
    rules : Rules, optional
        The game's declaration, where it is not one of this package; the text may leave the name out then.

    Raises
    ------
    TextError
        With the line, the column and what was expected there.

    Examples
    --------
    >>> read_position("Adela; T1 waits for its 10\nT1: 8C 9C\nT2: 8C\nS: KH").legal_moves
    (Move('T1 T2 1'), Move('deal'))
    """
    lines = _lines_of(text, "a position", LONGEST_POSITION)
    rules = None if rules is None else find_rules(rules)
    first = _first_said(lines)
    if first is None:
        raise Piece("", 1, 1).fault("the text is empty", f"the name of a game, such as {ALL_RULES[0].name}")
    start = 0
    if rules is None or first.text.partition(":")[0].strip().upper() not in _keys_of(rules):
        comma = _place_of_options(first, rules)
        rules = _with_options(_find_rules(first.part(0, comma), rules), [first.part(comma)])
        start = first.line
    entries, end = _entries(lines, start, re.compile(r"[^:]*:"))
    if lost := _first_said(lines[end:]):
        raise lost.fault(f"{quoted(lost.text)} has no colon", "a pile, a colon and cards, as in T1: 8C 9C")
    return _read_board(entries, rules)


def _place_of_options(heading: Piece, rules: Rules | None) -> int:
    """Where the game's name ends: a name may hold a comma, but no equals sign."""
    equals = heading.text.find("=")
    comma = heading.text.rfind(",", 0, equals) if equals >= 0 else heading.text.find(",")
    if comma < 0 or (equals < 0 and not _names_a_game(heading.text[:comma], rules)):
        return len(heading.text)
    return comma


def _names_a_game(name: str, rules: Rules | None) -> bool:
    games = ALL_RULES if rules is None else (rules,)
    return any(_alike(name, known) for each in games for known in (each.name, *each.aliases))


def _keys_of(rules: Rules) -> set[str]:
    return {*rules.pile_names, "REDEALT", "DEAL"}


def _read_board(entries: Iterable[Entry], rules: Rules) -> Position:
    empty = Position.of(rules)
    _, hidden, _, number = _fields(empty)
    redealt = 0
    pack = Pack(rules)
    said: dict[str, Entry] = {}
    piles: dict[str, list[Laid]] = {name: [] for name in rules.pile_names}
    for entry in entries:
        name = entry.key.text.upper()
        if name in said:
            raise entry.key.fault(f"{name} is there twice, first in line {said[name].key.line}", "each name once")
        said[name] = entry
        if name == "REDEALT":
            redealt = _read_redealt(entry, rules)
        elif name == "DEAL":
            number = _read_shuffle(entry, rules, number)
        else:
            piles[name] = pack.read(entry, _group_of(entry.key, empty))
    if found := misfit_of(rules, {name: [each.card for each in pile] for name, pile in piles.items()}):
        raise piles[found.pile][found.place].piece.fault(found.what, found.expected)
    cards = iter(pack.settled(card for pile in piles.values() for card in pile))
    laid = tuple(tuple(next(cards) for _ in pile) for pile in piles.values())
    hidden = tuple(sum(card.down for card in pile) for pile in piles.values())
    return Position(rules, laid, hidden, redealt, number)


def _group_of(key: Piece, empty: Position) -> PileGroup:
    try:
        return empty.group_of(key.text.upper())
    except UnknownPile as error:
        raise key.complaint(error, "a pile of the game") from None


def _read_redealt(entry: Entry, rules: Rules) -> int:
    stocks = rules.of_kind("stock")
    most = stocks[0].redeals if stocks else 0
    if most == 0:
        raise entry.key.fault(f"{rules.name} has no redeal", "no such line")
    most = MOST_MOVES if most is None else most
    expected = f"a number from 0 to {most}"
    value = entry.value(expected)
    if not re.fullmatch("[0-9]{1,6}", value.text) or int(value.text) > most:
        raise value.fault(f"the cards of {rules.name} cannot go back {quoted(value.text)} times", expected)
    return int(value.text)


def _read_shuffle(entry: Entry, rules: Rules, usual: int | None) -> int:
    number = _read_deal(entry)
    if usual is None:
        raise entry.key.fault(f"no redeal of {rules.name} shuffles", "no such line")
    return number


def _read_deal(entry: Entry) -> int:
    expected = f"a whole number from 1 to {HIGHEST_DEAL}"
    value = entry.value(expected)
    try:
        return read_number(value.text)
    except DealError:
        raise value.fault(f"{quoted(value.text)} is no deal number", expected) from None


# -- games -------------------------------------------------------------------------------------------------


def write_game(game: Game) -> str:
    """Write a game as text, from which `read_game` gives an equal one; moves that were undone are left out.

    Examples
    --------
    >>> game = Game("arabella", deal=1, deal_when="no moves")
    >>> for move in ("T12 T8 1", "T7 T3 1", "T13 T3 1"):
    ...     _ = game.play(move)
    >>> game.comment("two sixes find their sevens", 2)
    >>> game.bookmark("fork")
    >>> print(write_game(game))
    Game: Arabella
    Deal: 1
    Options: deal_when=no moves
    Result: playing, 3 moves
    <BLANKLINE>
    1. T12-T8 T7-T3 ; two sixes find their sevens
    3. T13-T3 [fork]
    """
    with game.lock:
        moves = _move_lines(game)
        return "\n".join([*_head_lines(game), *([""] if moves else []), *moves])


def _head_lines(game: Game) -> list[str]:
    rules, made = game.rules, len(game.moves)
    lines = [f"Game: {_bare(rules.name)}"]
    if game.deal is not None:
        lines.append(f"Deal: {game.deal}")
    if rules.values:
        lines.append(f"Options: {', '.join(_options(rules))}")
    lines.append(f"Result: {game.status}, {made} move{'s' * (made != 1)}")
    if game.deal is None and game.deck:
        lines += _folded("Deck", _words(game.deck, _plain(game.deck)))
    elif game.deal is None:
        lines += ["Position:", *_board_lines(game.start)]
    return lines


def _move_lines(game: Game) -> list[str]:
    """The moves, ten a line or fewer; a comment ends its line, a long one goes on below."""
    marks: dict[int, list[str]] = {}
    for name, ply in game.bookmarks.items():
        marks.setdefault(ply, []).append(f"[{name}]")
    comments = game.comments
    lines = [""]
    for ply, move in enumerate((None, *game.moves)):
        words = [*([_move_text(move)] if move else []), *marks.get(ply, ())]
        if words:
            _write_on(lines, " ".join(words), ply)
        if ply in comments:
            _comment_on(lines, comments[ply])
    return lines if lines[-1] else lines[:-1]


def _move_text(move: Move) -> str:
    if move.is_deal:
        return str(move)
    return f"{move.source}-{move.target}" + (f"x{move.count}" if move.count > 1 else "")


def _write_on(lines: list[str], words: str, ply: int) -> None:
    if lines[-1] and (ply % MOVES_A_LINE == 1 or len(lines[-1]) + 1 + len(words) > WIDTH):
        lines.append("")
    number = f"{ply}. " if ply and not lines[-1] else ""
    lines[-1] += f" {words}" if lines[-1] else f"{number}{words}"


def _comment_on(lines: list[str], comment: str) -> None:
    first, *more = LONE_SPACE.split(comment)
    if lines[-1] and len(lines[-1]) + len(first) + 3 > WIDTH:
        lines.append("")
    lines[-1] += f" ; {first}" if lines[-1] else f"; {first}"
    for word in more:
        if len(lines[-1]) + len(word) + 1 > WIDTH:
            lines.append(";")
        lines[-1] += f" {word}"
    lines.append("")


def read_game(text: str, rules: Rules | None = None) -> Game:
    r"""Read a game from text and play it through; the module's page has the grammar.

    Parameters
    ----------
    text : str
        A head, then the moves.
    rules : Rules, optional
        The game's declaration, where it is not one of this package; the text may leave the name out then.

    Raises
    ------
    TextError
        With the line, the column and what was expected there, a move that the rules forbid included.

    Examples
    --------
    >>> read_game("Game: Arabella\nDeal: 1\n\n1. T12-T8 T7-T3\n3. T1-T9")
    Traceback (most recent call last):
        ...
    solitaire_widget.notation.TextError: line 5, column 4: move 3: ... [AR-7]
    """
    lines = _lines_of(text, "a game", LONGEST_TEXT)
    rules = None if rules is None else find_rules(rules)
    entries, end = _entries(lines, 0, HEAD_KEY)
    head, board = _read_head(entries)
    after = _first_said(lines[end:]) or Piece("", end + 1, 1)
    if "game" in head:
        rules = _find_rules(head["game"].value("the name of a game"), rules)
    elif rules is None:
        raise (entries[0].key if entries else after).fault(
            "the text does not say which game it is", f"a line such as Game: {ALL_RULES[0].name}"
        )
    rules = _with_options(rules, head["options"].pieces if "options" in head else ())
    game = _begun(rules, head, board, after)
    made = _replay(game, lines[end:])
    if "result" in head:
        _check_result(head["result"], game, made)
    return game


def _read_head(entries: Sequence[Entry]) -> tuple[dict[str, Entry], list[Entry]]:
    """The entries of the head by name, and those of the position that ends it."""
    head: dict[str, Entry] = {}
    for number, entry in enumerate(entries):
        if entry.name not in HEADS:
            raise entry.key.fault(
                f"no head begins with {quoted(entry.key.text)}", f"one of {', '.join(map(str.capitalize, HEADS))}"
            )
        if entry.name in head:
            raise entry.key.fault(f"{entry.key.text} is there twice", "each name once")
        if entry.name in STARTS and (others := [name for name in STARTS if name in head]):
            raise entry.key.fault(f"the game starts from its {others[0]}", f"no {entry.name} as well")
        head[entry.name] = entry
        if entry.name == "position":
            if entry.pieces:
                raise entry.pieces[0].fault("a position begins on the next line", "nothing behind the colon")
            return head, _board_of(entries[number + 1 :])
    return head, []


def _board_of(entries: Sequence[Entry]) -> list[Entry]:
    """The entries of a position, which no others of the head may follow."""
    for entry in entries:
        if entry.name in HEADS and entry.name != "deal":
            raise entry.key.fault(f"{entry.key.text} stands below the position", "it above the line Position:")
    return list(entries)


def _begun(rules: Rules, head: Mapping[str, Entry], board: Iterable[Entry], after: Piece) -> Game:
    if "position" in head:
        return Game(position=_read_board(board, rules))
    if "deal" in head:
        return Game(rules, deal=_read_deal(head["deal"]))
    if "deck" not in head:
        raise after.fault("the text does not say where the game starts", "a line Deal:, Deck: or Position: before")
    pack, entry = Pack(rules), head["deck"]
    try:
        return Game(rules, deck=pack.settled(pack.read(entry, None)))
    except TextError:
        raise
    except SolitaireError as error:
        raise entry.key.complaint(error, "every card of the game, in the order in which it is dealt") from None


def _replay(game: Game, lines: Iterable[Piece]) -> int:
    """Play the moves of the text, note its comments and bookmarks, and count the moves."""
    made = 0
    number: Piece | None = None
    comment = ""
    marks: set[str] = set()
    for line, step in _steps(lines):
        piece = line.part(*step.span())
        if step["number"]:
            if int(step["number"]) != made + 1:
                raise piece.fault(f"the move that comes next is number {made + 1}", f"{made + 1}.")
            number = piece
        elif step["comment"] is not None:
            piece = line.part(*step.span("comment"))
            comment = f"{comment} {piece.text}".strip()
            _comment(game, comment, piece)
        elif step["bookmark"] is not None:
            _mark(game, line.part(*step.span("bookmark")), marks)
        elif step["deal"] or step["source"]:
            made += 1
            number, comment = None, ""
            _play(game, piece, step, made)
    if number is not None:
        raise number.fault(f"no move comes after {quoted(number.text)}", "a move such as T5-T9x3 or deal")
    return made


def _steps(lines: Iterable[Piece]) -> Iterator[tuple[Piece, re.Match[str]]]:
    """Everything that stands in the lines of the moves, each with its line."""
    for line in lines:
        at = _after_gap(line.text, 0)
        while at < len(line.text):
            step = STEP.match(line.text, at)
            if step is None:
                word = WORD.match(line.text, at)
                raise line.part(at, word.end() if word else None).fault(
                    f"{quoted(word[0] if word else '')} is no move",
                    "a move such as T5-T9x3 or deal, a number such as 7., [a bookmark] or ; a comment",
                )
            yield line, step
            at = _after_gap(line.text, step.end())


def _after_gap(text: str, at: int) -> int:
    gap = GAP.match(text, at)
    return gap.end() if gap else at


def _play(game: Game, piece: Piece, step: re.Match[str], number: int) -> None:
    if number > MOST_MOVES:
        raise piece.fault("the game goes on and on", f"at most {MOST_MOVES:,} moves")
    try:
        game.play(DEAL if step["deal"] else Move(step["source"], step["target"], int(step["count"] or 1)))
    except SolitaireError as error:
        raise piece.complaint(f"move {number}: {error}", "a legal move") from None


def _mark(game: Game, name: Piece, marks: set[str]) -> None:
    if name.text in marks:
        raise name.fault(f"the bookmark {quoted(name.text)} is there twice", "another name")
    marks.add(name.text)
    try:
        game.bookmark(name.text)
    except SolitaireError as error:
        raise name.complaint(error, "a bookmark's name") from None


def _comment(game: Game, text: str, piece: Piece) -> None:
    try:
        game.comment(text)
    except SolitaireError as error:
        raise piece.complaint(error, "a comment") from None


def _check_result(entry: Entry, game: Game, made: int) -> None:
    expected = f"{game.status}, {made} move{'s' * (made != 1)}"
    value = entry.value(expected)
    said = RESULT.fullmatch(value.text)
    if said is None:
        raise value.fault(f"{quoted(value.text)} is no result", "won, lost or playing")
    if said[1].lower() != game.status:
        raise value.fault(f"the game is {game.status} after its last move, not {said[1].lower()}", expected)
    if said[2] and int(said[2]) != made:
        raise value.fault(f"the text has {made} move{'s' * (made != 1)}, not {said[2]}", expected)
