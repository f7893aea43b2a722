"""A position: what lies where, the legal moves, where each leads, and why one is refused."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Unpack

from .cards import Card, Rank, SolitaireError, decks, quoted, read_cards
from .deals import read_number, reshuffled, shuffled
from .moves import DEAL, IllegalMove, Move, Refusal
from .refusals import forbidden
from .rules import ANY_TIME, PileGroup, Rules
from .tables import SUIT_FACES, tables_of

if TYPE_CHECKING:
    from .picture import Look

__all__ = ["Misfit", "Pile", "Position", "PositionError", "Status", "UnknownPile", "misfit_of", "with_decks"]

Status = Literal["playing", "won", "lost"]
Pile = tuple[Card, ...]


class UnknownPile(SolitaireError):
    """A name that no pile of the game has."""


class PositionError(SolitaireError):
    """Cards that cannot lie on the board together."""


class Position:
    """What lies where. A position never changes: a move leads to a new one that shares the other piles.

    `Position.dealt` lays out a deal number, `Position.of` lays out piles by hand. Positions compare and hash
    by what lies where, card by card.

    Parameters
    ----------
    rules : Rules
        The game, with its options.
    piles : tuple of tuple of Card
        Every pile from bottom to top, in the order of ``rules.pile_names``.
    hidden : tuple of int
        How many cards at the bottom of each pile lie face down; the stock, which is all face down, counts 0.
    redealt : int
        How often the cards have gone back to the stock.
    number : int or None
        The deal number, where a redeal shuffles by it.

    Examples
    --------
    >>> from solitaire_widget.games import ARABELLA
    >>> position = Position.dealt(ARABELLA, 1)
    >>> position["T2"], position.status
    ((Card('3D'), Card('5H2')), 'playing')
    >>> position.after("T12 T8 1")["T8"][-2:]
    (Card('7D3'), Card('6D'))
    """

    __slots__ = (
        "_hash",
        "_hidden",
        "_legal_moves",
        "_number",
        "_piles",
        "_redealt",
        "_rules",
        "_runs",
        "_tables",
        "_wants",
    )

    def __init__(
        self,
        rules: Rules,
        piles: tuple[Pile, ...],
        hidden: tuple[int, ...],
        redealt: int = 0,
        number: int | None = None,
    ) -> None:
        tables = tables_of(rules)
        self._rules = rules
        self._tables = tables
        self._piles = piles
        self._hidden = hidden
        self._redealt = redealt
        self._number = number
        self._hash: int | None = None
        self._legal_moves: tuple[Move, ...] | None = None
        self._runs = tuple(map(tables.run_length, range(len(piles)), piles, hidden))
        self._wants = tuple(map(self._wanted, range(len(piles))))

    @classmethod
    def dealt(cls, rules: Rules, number: int) -> Position:
        """Lay out a deal number, as the declaration says."""
        _check_rules(rules)
        number = read_number(number)
        return cls.laid_out(rules, shuffled(number, rules.decks), number)

    @classmethod
    def laid_out(cls, rules: Rules, order: Iterable[Card], number: int | None = None) -> Position:
        """Lay out cards in the order in which they are dealt; what is left over becomes the stock.

        Raises
        ------
        PositionError
            When there are too few cards, or some are left over and the game has no stock.
        """
        cards = list(order)
        piles: dict[str, list[Card]] = {name: [] for name in rules.pile_names}
        for group in rules.groups:
            kept = [card for card in decks(rules.decks) if card.rank in group.set_aside]
            for name, card in zip(group.names, kept, strict=False):
                if card not in cards:
                    raise PositionError(f"{card} is missing: {rules.name} begins with it on {name}")
                piles[name].append(card)
                cards.remove(card)
        targets = _dealing_order(rules)
        if len(cards) < len(targets):
            raise PositionError(f"{len(cards)} cards are too few: {rules.name} deals {len(targets)}")
        for name, card in zip(targets, cards, strict=False):
            piles[name].append(card)
        stocks = rules.of_kind("stock")
        if stocks:
            piles[stocks[0].letter] = cards[len(targets) :][::-1]
        elif len(cards) > len(targets):
            raise PositionError(f"{len(cards)} cards are too many: {rules.name} deals {len(targets)}")
        hidden = dict.fromkeys(piles, 0)
        for group in rules.groups:
            if group.face_up is not None:
                hidden |= {name: max(0, len(piles[name]) - group.face_up) for name in group.names}
        return cls(rules, tuple(map(tuple, piles.values())), tuple(hidden.values()), number=_kept(rules, number))

    @classmethod
    def of(cls, rules: Rules, piles: Mapping[str, str | Iterable[Card]] | None = None, /, **named: str) -> Position:
        """Lay out piles by hand, each from bottom to top; a pile that is not named is empty.

        A card that is already there gets the next deck in which it is free. The stock's last card is the next
        one to be dealt.

        Raises
        ------
        UnknownPile
            For a name that no pile has.
        PositionError
            For a card that is there more often than the game has decks, and one that no play puts on that foundation.

        Examples
        --------
        >>> from solitaire_widget.games import ADELA
        >>> Position.of(ADELA, T1="8C 9C", T2="8C", S="KH").legal_moves
        (Move('T1 T2 1'), Move('deal'))
        """
        _check_rules(rules)
        given: dict[str, str | Iterable[Card]] = {**(piles or {}), **named}
        for name in given:
            if name not in rules.pile_names:
                raise _unknown_pile(rules, name)
        cards = {name: tuple(_cards_of(given.get(name, ()), name)) for name in rules.pile_names}
        laid = iter(with_decks([card for pile in cards.values() for card in pile], rules))
        whole = {name: tuple(next(laid) for _ in pile) for name, pile in cards.items()}
        if found := misfit_of(rules, whole):
            raise PositionError(f"{found.what}; expected {found.expected}")
        return cls(rules, tuple(whole.values()), (0,) * len(whole), number=_kept(rules, 1))

    @classmethod
    def from_text(cls, text: str, rules: Rules | None = None) -> Position:
        r"""Read a position that `to_text` wrote, or that somebody wrote by hand.

        Parameters
        ----------
        text : str
            The game's name, then a line a pile; the grammar is in `solitaire_widget.notation`.
        rules : Rules, optional
            The game's declaration, where it is not one of this package or the text does not name it.

        Raises
        ------
        TextError
            With the line, the column and what was expected there.

        Examples
        --------
        >>> Position.from_text("Adela\nT1: 8C 9C\nT2: 8C\nS: KH").legal_moves
        (Move('T1 T2 1'), Move('deal'))
        """
        from .notation import read_position

        return read_position(text, rules)

    def to_text(self) -> str:
        """The position as text that `from_text` reads back; see `solitaire_widget.notation`."""
        from .notation import write_position

        return write_position(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._key == other._key and (self._rules is other._rules or self._rules == other._rules)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self._key)
        return self._hash

    @property
    def _key(self) -> tuple[tuple[Pile, ...], tuple[int, ...], int, int | None]:
        return self._piles, self._hidden, self._redealt, self._number

    def __reduce__(self) -> tuple[type[Position], tuple[Any, ...]]:
        return Position, (self._rules, *self._key)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __str__(self) -> str:
        from .picture import text_board

        return text_board(self)

    def __format__(self, kind: str) -> str:
        """The position as text: with suits as signs, or with ``"ascii"`` as letters.

        Examples
        --------
        >>> from solitaire_widget.games import AULD_LANG_SYNE
        >>> format(Position.of(AULD_LANG_SYNE, F1="AC"), "ascii").splitlines()[1]
        'F1  AC'
        """
        from .picture import text_board

        if kind not in ("", "ascii"):
            raise PositionError(f'no format {quoted(kind)} of a position: leave it out for signs, or say "ascii"')
        return text_board(self, ascii=kind == "ascii")

    def to_svg(self, path: str | os.PathLike[str] | None = None, **look: Unpack[Look]) -> str:
        """Draw the position as the board shows it, and write it to a file where one is named.

        Parameters
        ----------
        path : str or path-like, optional
            The file; it is there whole or not at all.
        **look
            Theme, felt, card back, caption, marks and more: see `solitaire_widget.picture.svg_board`.

        Returns
        -------
        str
            The picture.
        """
        from .picture import save, svg_board

        picture = svg_board(self, **look)
        if path is not None:
            save(path, picture)
        return picture

    def to_png(self, path: str | os.PathLike[str] | None = None, *, scale: float = 2.0, **look: Unpack[Look]) -> bytes:
        """Draw the position as a bitmap, which takes the extra ``png``; as `to_svg` otherwise."""
        from .picture import save, svg_board, to_png

        picture = to_png(svg_board(self, **look), scale)
        if path is not None:
            save(path, picture)
        return picture

    def _repr_svg_(self) -> str | None:
        from .picture import PictureError, svg_board

        try:
            return svg_board(self)
        except PictureError:
            return None

    def __repr__(self) -> str:
        laid = " ".join(f"{name}={len(self[name])}" for name in self if self[name])
        return f"<{self._rules.name} position: {laid or 'no cards'}; {self.status}>"

    # -- what lies where -----------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The game, with its options."""
        return self._rules

    @property
    def piles(self) -> tuple[Pile, ...]:
        """Every pile from bottom to top, in the order of ``rules.pile_names``."""
        return self._piles

    @property
    def redealt(self) -> int:
        """How often the cards have gone back to the stock."""
        return self._redealt

    def __getitem__(self, name: str) -> Pile:
        """The cards of one pile from bottom to top.

        Raises
        ------
        UnknownPile
            For a name that no pile has.
        """
        return self._piles[self._index(name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules.pile_names)

    def face_down(self, name: str) -> int:
        """How many cards at the bottom of a pile lie face down."""
        index = self._index(name)
        return len(self._piles[index]) if index == self._tables.stock else self._hidden[index]

    def group_of(self, name: str) -> PileGroup:
        """The group that a pile belongs to, with the options in force."""
        return self._tables.groups[self._index(name)]

    @property
    def status(self) -> Status:
        """``"won"``, ``"lost"`` or ``"playing"``."""
        if not any(self._piles[i] for i in self._tables.to_clear):
            return "won"
        moves = self.legal_moves
        if self._rules.exchanges_count:
            return "playing" if moves else "lost"
        return "lost" if self._is_idle(moves) else "playing"

    # -- what may be done ----------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every move that no rule refuses: onto foundations first, then onto other piles, the deal last."""
        if self._legal_moves is None:
            moves = self._moves_to_singles() + self._moves_to_blocks()
            if self._tables.stock is not None and self._deal_allowed(moves):
                moves.append(DEAL)
            self._legal_moves = tuple(moves)
        return self._legal_moves

    def refusal(self, move: Move | str) -> Refusal | None:
        """Why a move is not allowed, or None where it is.

        Raises
        ------
        NotationError, UnknownPile
            When the text names no move, or a pile that is not there.

        Examples
        --------
        >>> from solitaire_widget.games import ADELA
        >>> Position.of(ADELA, T1="9H", T2="10C").refusal("T1 T2 1").sentence
        '9♥ does not go on 10♣ in T2: a tableau pile builds up by suit: the next card is one rank higher...'
        """
        move = Move(move)
        found = forbidden(self, move)
        if found is None:
            return None
        said = found.words or self._rules.rows[found.rule].sentence
        return Refusal(found.rule, f"{found.what}: {said[0].lower()}{said[1:]}", move)

    def after(self, move: Move | str) -> Position:
        """The position to which a move leads, with all that it sets off.

        Raises
        ------
        IllegalMove
            When a rule forbids it.
        NotationError, UnknownPile
            When the text names no move, or a pile that is not there.
        """
        move = move if type(move) is Move else Move(move)
        if move not in self.legal_moves and (refusal := self.refusal(move)):
            raise IllegalMove(refusal)
        return self._after_moving(move) if move.count else self._after_deal()

    def fitting(self, move: Move | str) -> Move:
        """The move that dropping a run makes: a foundation may take only a part of it, from the top card on.

        A move that cannot be trimmed to a legal one is given back as it is.
        """
        move = Move(move)
        if not move.count or not self.group_of(move.target).piecemeal or move.count > self.can_lift(move.source):
            return move
        return Move(move.source, move.target, self.goes_up(move) or move.count)

    def is_exchange(self, move: Move) -> bool:
        """Whether a move leaves the same cards in play (AD-16, OP-2).

        It does when it carries a run from a card to that card's twin, or a whole pile to an empty place.
        """
        tables = self._tables
        if not move.count:
            return False
        source, target = tables.index[move.source], tables.index[move.target]
        if source not in tables.tableau or target not in tables.tableau:
            return False
        from_pile, onto_pile = self._piles[source], self._piles[target]
        left = len(from_pile) - move.count
        if not left or not onto_pile:
            return not left and not onto_pile
        return left > self._hidden[source] and from_pile[left - 1].face == onto_pile[-1].face

    def can_lift(self, name: str) -> int:
        """How many cards at the top of a pile may be picked up together; 0 where none may leave by hand."""
        return self._runs[self._index(name)]

    def is_built(self, name: str, count: int) -> bool:
        """Whether the top `count` cards of a pile follow one another as it builds, whatever travels."""
        pile, upon = self[name], self._tables.upon[self._index(name)]
        return all(upon[pile[-i - 1].face] & pile[-i].bit for i in range(1, count))

    def wanted(self, name: str) -> tuple[Card, ...]:
        """The faces that a pile would take now, as cards of the first deck."""
        wants = self._wants[self._index(name)]
        return tuple(card for card in decks(1) if card.bit & wants)

    def waits_for_stock(self, name: str) -> bool:
        """Whether a pile takes nothing by hand while it is empty and the stock lasts."""
        tables = self._tables
        return self._index(name) in tables.fills and tables.stock is not None and bool(self._piles[tables.stock])

    def goes_up(self, move: Move) -> int:
        """How many of the cards that a move carries would be taken: onto a foundation perhaps only some."""
        source, target = self._index(move.source), self._index(move.target)
        if self._tables.groups[target].piecemeal:
            return self._taken_singly(source, target, move.count)
        return move.count if self._piles[source][-move.count].bit & self._wants[target] else 0

    @property
    def may_deal(self) -> bool:
        """Whether a tap on the stock is allowed."""
        return DEAL in self.legal_moves

    @property
    def places_of_a_deal(self) -> int:
        """How many cards a deal puts somewhere while the stock has enough; 0 in a game without one."""
        return len(self._dealt_to)

    @property
    def _dealt_to(self) -> tuple[int, ...]:
        tables, stock = self._tables, self._tables.stock
        if stock is None:
            return ()
        turns = tables.groups[stock].turns
        return (tables.waste,) * turns if turns and tables.waste is not None else tables.tableau

    @property
    def may_redeal(self) -> bool:
        """Whether the rules still let cards go back to the stock, now or once no move is left."""
        stock = self._tables.stock
        if stock is None or not any(self._piles[i] for i in self._tables.gathered):
            return False
        redeals = self._tables.groups[stock].redeals
        return redeals is None or self._redealt < redeals

    def _index(self, name: str) -> int:
        index = self._tables.index.get(name)
        if index is None:
            raise _unknown_pile(self._rules, name)
        return index

    def _moves_to_singles(self) -> list[Move]:
        tables, piles, runs, wants = self._tables, self._piles, self._runs, self._wants
        found_bits = 0
        tops: dict[int, list[int]] = {}
        for source in tables.sources:
            if runs[source]:
                bit = piles[source][-1].bit
                if bit & found_bits:
                    tops[bit].append(source)
                else:
                    found_bits |= bit
                    tops[bit] = [source]
        found: list[Move] = []
        for target in tables.singles:
            hits = wants[target] & found_bits
            while hits:
                bit = hits & -hits
                hits ^= bit
                for source in tops[bit]:
                    most = runs[source]
                    if most > 1:
                        most = self._taken_singly(source, target, most)
                    found += tables.moves[source][target][1 : most + 1]
        return found

    def _moves_to_blocks(self) -> list[Move]:
        tables, piles, runs, wants = self._tables, self._piles, self._runs, self._wants
        open_bits = 0
        for target in tables.blocks:
            open_bits |= wants[target]
        if not open_bits:
            return []
        found_bits = 0
        heads: dict[int, list[tuple[int, int]]] = {}
        for source in tables.sources:
            pile = piles[source]
            for count in range(1, runs[source] + 1):
                bit = pile[-count].bit
                if bit & open_bits:
                    if bit & found_bits:
                        heads[bit].append((source, count))
                    else:
                        found_bits |= bit
                        heads[bit] = [(source, count)]
        found: list[Move] = []
        moves = tables.moves
        for target in tables.blocks:
            hits = wants[target] & found_bits
            while hits:
                bit = hits & -hits
                hits ^= bit
                for source, count in heads[bit]:
                    if source != target:
                        found.append(moves[source][target][count])
        return found

    def _taken_singly(self, source: int, target: int, most: int) -> int:
        pile, upon = self._piles[source], self._tables.upon[target]
        room = self._tables.limits[target] - len(self._piles[target])
        wanted, count = self._wants[target], 0
        while count < most and count < room and pile[-count - 1].bit & wanted:
            wanted = upon[pile[-count - 1].face]
            count += 1
        return count

    def _deal_allowed(self, moves: list[Move]) -> bool:
        stock = self._tables.stock
        assert stock is not None
        if not self._piles[stock]:
            return self.may_redeal and (self._tables.waste is not None or self._is_idle(moves))
        return self._tables.groups[stock].when == ANY_TIME or self._is_idle(moves)

    def _is_idle(self, moves: Iterable[Move]) -> bool:
        return all(map(self.is_exchange, moves))

    def _wanted(self, index: int) -> int:
        """The set of faces that a pile takes now."""
        tables, cards = self._tables, self._piles[index]
        if cards:
            return tables.upon[index][cards[-1].face] if len(cards) < tables.limits[index] else 0
        opener = tables.opener[index]
        if opener is not None:
            opened = self._piles[opener]
            return tables.starts[index] & SUIT_FACES[opened[0].face] if opened else 0
        if index in tables.fills and tables.stock is not None and self._piles[tables.stock]:
            return 0
        return tables.starts[index]

    # -- where moves lead ----------------------------------------------------------------------------------

    def _after_moving(self, move: Move) -> Position:
        tables = self._tables
        source, target, count = tables.index[move[0]], tables.index[move[1]], move[2]
        piles = list(self._piles)
        from_pile = piles[source]
        lifted = from_pile[: -count - 1 : -1] if tables.groups[target].piecemeal else from_pile[-count:]
        piles[source] = from_pile[:-count]
        piles[target] += lifted
        stock = tables.stock
        if not piles[source] and source in tables.fills and stock is not None and piles[stock]:
            piles[source] = piles[stock][-1:]
            piles[stock] = piles[stock][:-1]
            return self._with(piles, (source, target, stock))
        return self._with(piles, (source, target))

    def _after_deal(self) -> Position:
        stock = self._tables.stock
        assert stock is not None
        piles = list(self._piles)
        if not piles[stock]:
            return self._after_redeal(piles, stock)
        targets = self._dealt_to
        dealt = piles[stock][: -len(targets) - 1 : -1]
        piles[stock] = piles[stock][: -len(dealt)]
        for target, card in zip(targets, dealt, strict=False):
            piles[target] += (card,)
        return self._with(piles, (stock, *targets))

    def _after_redeal(self, piles: list[Pile], stock: int) -> Position:
        gathered = tuple(card for i in self._tables.gathered for card in piles[i])
        if self._tables.waste is None:
            gathered = reshuffled(gathered, self._number or 1, self._redealt)
        for i in self._tables.gathered:
            piles[i] = ()
        piles[stock] = gathered[::-1]
        after = self._with(piles, (stock, *self._tables.gathered))
        after._redealt += 1
        return after

    def _with(self, piles: list[Pile], touched: tuple[int, ...]) -> Position:
        """The position with these piles, of which only the `touched` ones are looked at anew."""
        tables = self._tables
        after = object.__new__(Position)
        after._rules, after._tables = self._rules, tables
        after._piles = tuple(piles)
        after._hidden = self._hidden
        after._redealt, after._number = self._redealt, self._number
        after._hash = after._legal_moves = None
        if any(self._hidden):
            after._hidden = tuple(
                min(down, max(0, len(pile) - 1)) for down, pile in zip(self._hidden, piles, strict=True)
            )
        if tables.fills and tables.stock in touched:
            touched += tables.fills
        runs, wants = list(self._runs), list(self._wants)
        for i in touched:
            runs[i] = tables.run_length(i, piles[i], after._hidden[i])
            wants[i] = after._wanted(i)
            for opened in tables.opened[i]:
                wants[opened] = after._wanted(opened)
        after._runs, after._wants = tuple(runs), tuple(wants)
        return after


def _dealing_order(rules: Rules) -> list[str]:
    """Each pass deals to every pile that lacks more than one card; a last pass deals one to all."""
    wanted = [
        (name, size)
        for group in rules.groups
        if group.dealt
        for name, size in zip(group.names, group.dealt, strict=True)
    ]
    most = max((size for _, size in wanted), default=0)
    passes = [[name for name, size in wanted if size > turn] for turn in range(1, most)]
    return [name for turn in (*passes, [name for name, size in wanted if size]) for name in turn]


def _kept(rules: Rules, number: int | None) -> int | None:
    """The deal number, where a position needs it: a redeal that shuffles."""
    stocks = rules.of_kind("stock")
    shuffles = bool(stocks) and stocks[0].redeals != 0 and not rules.of_kind("waste")
    return (number or 1) if shuffles else None


def _cards_of(cards: object, name: str) -> Iterable[Card]:
    if isinstance(cards, str):
        return read_cards(cards)
    if not isinstance(cards, Iterable):
        raise PositionError(f"{name} is given {quoted(cards)}: give its cards, as in {name}='KH QH'")
    return map(Card, cards)


class Misfit(NamedTuple):
    """A card that cannot lie where it lies: its pile, its place there from the bottom, why, and what would fit."""

    pile: str
    place: int
    what: str
    expected: str


def misfit_of(rules: Rules, piles: Mapping[str, Sequence[Card]]) -> Misfit | None:
    """Find the first card that no play puts where it lies; on the tableau anything may lie.

    Examples
    --------
    >>> from solitaire_widget.games import ADELA
    >>> misfit_of(ADELA, {"J2": read_cards("JH TS")})
    Misfit(pile='J2', place=1, what='10♠ does not go on J♥ in J2', expected='the next card down in suit')
    """
    laid = ((group, name) for group in rules.groups for name in group.names if piles.get(name))
    return next(filter(None, (_misfit_in(group, name, piles) for group, name in laid)), None)


def _misfit_in(group: PileGroup, name: str, piles: Mapping[str, Sequence[Card]]) -> Misfit | None:
    pile = piles[name]
    if group.limit is not None and len(pile) > group.limit:
        cards = "card" if group.limit == 1 else "cards"
        return Misfit(name, group.limit, f"{name} is full", f"at most {group.limit} {cards} there")
    if group.kind != "foundation":
        return None
    dealt = group.dealt[group.names.index(name)] if group.dealt else 0
    if not dealt and (found := _misfit_at_the_bottom(group, name, piles)):
        return found
    for place in range(max(dealt, 1), len(pile)):
        if group.build is None or not group.build.follows(pile[place], pile[place - 1]):
            words = f"the next card {group.build.words}" if group.build else "no second card"
            return Misfit(name, place, f"{pile[place]} does not go on {pile[place - 1]} in {name}", words)
    return None


def _misfit_at_the_bottom(group: PileGroup, name: str, piles: Mapping[str, Sequence[Card]]) -> Misfit | None:
    first = piles[name][0]
    ranks = tuple(dict.fromkeys((*group.starts_with, *group.set_aside)))
    said = f"{first} does not start {name}"
    if first.rank not in ranks:
        words = " or ".join(f"{'an' if rank in (Rank.ACE, Rank.EIGHT) else 'a'} {rank.word}" for rank in ranks)
        return Misfit(name, 0, said, words or "no card")
    opener = group.opened_by + name[len(group.letter) :]
    if group.opened_by and not piles.get(opener):
        return Misfit(name, 0, f"{name} is shut", f"a card on {opener} too")
    if group.opened_by and piles[opener][0].suit is not first.suit:
        return Misfit(name, 0, said, f"a card of {piles[opener][0].suit.word}, as on {opener}")
    return None


def _check_rules(rules: object) -> None:
    if not isinstance(rules, Rules):
        raise PositionError(f"a game is given as {quoted(rules)}: give its Rules, as ALL_RULES has them")


def with_decks(cards: Iterable[Card], rules: Rules) -> tuple[Card, ...]:
    """Give cards that are there twice the next deck in which they are free, in the order in which they come.

    Raises
    ------
    PositionError
        For a card of a deck that the game does not have, or one that is there too often.
    """
    taken: set[Card] = set()
    return tuple(_take(card, taken, rules) for card in cards)


def _take(card: Card, taken: set[Card], rules: Rules) -> Card:
    if card.deck > rules.decks:
        raise PositionError(f"{card.id} is of deck {card.deck}: {rules.name} has {rules.decks}")
    for same in (card, *(Card(card.rank, card.suit, deck) for deck in range(1, rules.decks + 1))):
        if same not in taken:
            taken.add(same)
            return same
    raise PositionError(f"{card} is there too often: {rules.name} has {rules.decks} of it")


def _unknown_pile(rules: Rules, name: object) -> UnknownPile:
    ranges = [group.names[0] if group.count == 1 else f"{group.names[0]} to {group.names[-1]}" for group in rules.piles]
    return UnknownPile(f"no pile {quoted(name)}: {rules.name} has {', '.join(ranges[:-1])} and {ranges[-1]}")
