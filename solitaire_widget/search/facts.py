"""The facts that the inner loops read: one game's declaration, and one position's cards, as flat whole numbers.

`facts_of` makes them from the same `Tables` that a `Position` looks its answers up in.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from ..cards import FACES, Rank, SolitaireError, decks
from ..rules import ANY_TIME, PileGroup, Rules
from ..tables import SUIT_FACES, Tables, tables_of
from .kernel import piles as places
from .safety import blocking_holds, jamming_holds, playing_first_holds, safe_moves_hold
from .score import Score, score_of

__all__ = ["MOST_SHUFFLES", "Facts", "needs"]

MOST_SHUFFLES: Final = 16
"""How many shuffled redeals are looked at where the game sets no end to them."""

DRAW_UNIT: Final = 2**53
SUITS: Final = tuple(SUIT_FACES[suit * 13] for suit in range(4))
KINDS: Final = {
    "stock": places.STOCK_KIND,
    "waste": places.WASTE_KIND,
    "foundation": places.FOUNDATION_KIND,
    "tableau": places.TABLEAU_KIND,
    "cell": places.CELL_KIND,
}


class Facts:
    """One game's declaration in flat numbers.

    Parameters
    ----------
    rules : Rules
        The game, with its options.
    faces : iterable of int
        The faces of all cards on the board.
    number : int or None
        The deal number, where a redeal shuffles by it.
    safe_moves : bool
        Whether moves that can never hurt are made at once.
    proofs : bool
        Whether states that are proved to be lost are given up.
    regular : bool
        Whether the foundations are built as the rules say; a position laid by hand may have others.
    score : Score, optional
        Other weights than the page's.

    Attributes
    ----------
    flat : list of int
        All facts; `solitaire_widget.search.kernel.piles` says what lies where.
    empty : tuple of int
        Each slot's empty pile.
    shuffles_end : bool
        Whether redeals that shuffle come to an end by the rules.
    """

    def __init__(
        self,
        rules: Rules,
        faces: Iterable[int],
        number: int | None = None,
        *,
        safe_moves: bool = True,
        proofs: bool = True,
        regular: bool = True,
        score: Score | None = None,
    ) -> None:
        tables = tables_of(rules)
        groups = rules.groups
        slots = len(tables.names)
        if slots > places.MOST_SLOTS:
            raise SolitaireError(f"{rules.name} has {slots} piles: a search takes at most {places.MOST_SLOTS}")
        self.rules, self.tables, self.groups = rules, tables, groups
        self.flat = [0] * places.SIZE_OF_FACTS
        group_of_slot = [number for number, group in enumerate(groups) for _ in range(group.count)]
        self.empty = tuple(places.RECORD * (1 + group) for group in group_of_slot)
        self.copies = Counter(faces)
        self._end_of_lists = places.LISTS
        self._state_the_deal(tables)
        self._state_the_slots(tables, group_of_slot)
        self._state_the_groups(groups, tables, group_of_slot)
        self._state_the_classes(groups, tables)
        self._state_the_faces(groups, tables)
        self._state_what_holds(groups, tables, safe_moves and regular, proofs and regular)
        weights = score_of(rules) if score is None else score
        self.flat[places.WEIGHTS : places.WEIGHTS + 8] = weights.as_numbers()
        self.flat[places.CARDS] = sum(self.copies.values())
        self._add_draws(number)

    def first_piles(self) -> list[int]:
        """The records of the groups' empty piles, after which every other pile is written down."""
        found = [0] * places.RECORD
        for number, group in enumerate(self.groups):
            record = [0] * places.RECORD
            node = len(found)
            record[places.CODE] = record[places.FIRST] = places.FACE
            record[places.GROUP] = number
            slot = self.empty.index(node)
            record[places.WANT] = self.tables.starts[slot]
            by_first = self.flat[places.RANK_BY_FIRST + number]
            record[places.RANK] = (places.FACE << 40) + node if by_first else node
            if group.kind == "tableau":
                record[places.WORTH] = self.flat[places.WEIGHTS + places.EMPTY_WEIGHT]
            found += record
        found[0] = len(found)
        return found

    def _list(self, place: int, entries: Iterable[int]) -> None:
        entries = list(entries)
        begin, end = self._end_of_lists, self._end_of_lists + len(entries)
        self.flat[begin:end] = entries
        self.flat[place : place + 2] = begin, end
        self._end_of_lists = end

    def _state_the_deal(self, tables: Tables) -> None:
        flat = self.flat
        flat[places.SLOTS] = len(tables.names)
        flat[places.STOCK] = -1 if tables.stock is None else tables.stock
        flat[places.WASTE] = -1 if tables.waste is None else tables.waste
        self.shuffles_end = True
        if tables.stock is None:
            return
        stock = tables.groups[tables.stock]
        shuffles = tables.waste is None and stock.redeals != 0
        self.shuffles_end = not shuffles or stock.redeals is not None
        redeals = stock.redeals
        if redeals is None:
            redeals = MOST_SHUFFLES if shuffles else -1
        flat[places.TURNS] = stock.turns
        flat[places.DEALS_ANY_TIME] = stock.when == ANY_TIME
        flat[places.REDEALS] = redeals
        flat[places.COUNTS_REDEALS] = flat[places.LAYERED] = redeals >= 0
        flat[places.SHUFFLES] = shuffles

    def _state_the_slots(self, tables: Tables, group_of_slot: list[int]) -> None:
        flat = self.flat
        for slot, group in enumerate(tables.groups):
            flat[places.KIND_OF_SLOT + slot] = KINDS[group.kind]
            flat[places.GROUP_OF_SLOT + slot] = group_of_slot[slot]
            opener = tables.opener[slot]
            flat[places.OPENER_OF_SLOT + slot] = -1 if opener is None else opener
            flat[places.FILLS_OF_SLOT + slot] = slot in tables.fills
        self._list(places.SOURCES, tables.sources)
        self._list(places.SINGLES, tables.singles)
        self._list(places.FOUNDATIONS, (i for i, group in enumerate(tables.groups) if group.kind == "foundation"))
        self._list(places.BLOCKS, tables.blocks)
        self._list(places.TABLEAU, tables.tableau)
        self._list(places.TO_CLEAR, tables.to_clear)
        self._list(places.GATHERED, tables.gathered)

    def _state_the_groups(self, groups: tuple[PileGroup, ...], tables: Tables, group_of_slot: list[int]) -> None:
        flat = self.flat
        openers = {group.opened_by for group in groups if group.opened_by}
        for number, group in enumerate(groups):
            slot = group_of_slot.index(number)
            flat[places.KIND_OF_GROUP + number] = KINDS[group.kind]
            flat[places.LIMIT_OF_GROUP + number] = tables.limits[slot]
            flat[places.RANK_BY_FIRST + number] = group.letter in openers
            upon, joins = places.UPON + FACES * number, places.JOINS + FACES * number
            flat[upon : upon + FACES] = tables.upon[slot]
            flat[joins : joins + FACES] = tables.joins[slot]

    def _state_the_classes(self, groups: tuple[PileGroup, ...], tables: Tables) -> None:
        """Write down which groups' piles can be swapped, and which go along with those that open them."""
        flat = self.flat
        first_slots = {group.letter: tables.index[group.names[0]] for group in groups}
        leaders = [group for group in groups if group.count > 1 and not group.opened_by]
        flat[places.CLASSES] = len(leaders)
        tied: list[int] = []
        for number, group in enumerate(leaders):
            flat[places.CLASS_FIRST + number] = first_slots[group.letter]
            flat[places.CLASS_SIZE + number] = group.count
            flat[places.CLASS_WAITS + number] = group.kind == "tableau"
            flat[places.TIED_FROM + number] = len(tied)
            tied += [first_slots[other.letter] for other in groups if other.opened_by == group.letter]
            flat[places.TIED_FROM + number + 1] = len(tied)
        flat[places.TIED : places.TIED + len(tied)] = tied

    def _state_the_faces(self, groups: tuple[PileGroup, ...], tables: Tables) -> None:
        flat = self.flat
        flat[places.FACES_OF_SUIT : places.FACES_OF_SUIT + 4] = SUITS
        likes = _likes(groups, tables)
        flat[places.LIKE : places.LIKE + FACES] = likes
        flat[places.MIRRORS] = any(like != face for face, like in enumerate(likes))
        copies = [0] * FACES
        for face, like in enumerate(likes):
            flat[places.ALIKE + like] |= 1 << face
            copies[like] += self.copies[face]
            for slot in tables.blocks:
                lying = tables.upon[slot][face] | tables.joins[slot][face]
                flat[places.BENEATH + like] |= sum(
                    1 << likes[f] for f in range(FACES) if lying >> f & 1 and f == likes[f]
                )
        for digit in range(4):
            flat[places.COPIES + digit] = sum((copies[face] >> digit & 1) << face for face in range(FACES))
        flat[places.NEED : places.NEED + FACES] = needs(groups, tables)
        flat[places.NUMBER_OF : places.NUMBER_OF + FACES] = copies
        for group in groups:
            starts = _faces(tables.starts[tables.index[group.names[0]]])
            has_room = sum(self.copies[face] for face in starts) <= group.count
            if group.kind == "foundation" and not group.opened_by and has_room:
                flat[places.ALWAYS_READY] |= sum({1 << likes[face] for face in starts})

    def _state_what_holds(self, groups: tuple[PileGroup, ...], tables: Tables, safe_moves: bool, proofs: bool) -> None:
        flat = self.flat
        # A free card has no rival, so where the second kind of safe move holds the first is not asked for.
        flat[places.PLAYS_BEFORE_DEALING] = safe_moves and playing_first_holds(self.rules)
        flat[places.MAKES_SAFE_MOVES] = (
            safe_moves and not playing_first_holds(self.rules) and safe_moves_hold(self.rules)
        )
        if proofs:
            self._state_what_proves(groups, tables)

    def _state_what_proves(self, groups: tuple[PileGroup, ...], tables: Tables) -> None:
        """Write down which faces go up before and after which, and what carries what, for the cheap proofs."""
        flat = self.flat
        likes = flat[places.LIKE : places.LIKE + FACES]
        before: list[set[int]] = [set() for _ in range(FACES)]
        after: list[set[int]] = [set() for _ in range(FACES)]
        for first, then in _pairs_that_go_up(groups, tables):
            before[likes[then]].add(likes[first])
            after[likes[first]].add(likes[then])
        flat[places.PRED : places.PRED + FACES] = [next(iter(faces), -1) for faces in before]
        flat[places.SUCC : places.SUCC + FACES] = [next(iter(faces), -1) for faces in after]
        for slot in tables.tableau:
            for face in range(FACES):
                flat[places.RUNS_ON + face] |= tables.joins[slot][face]
                flat[places.CARRIES + face] |= tables.joins[slot][face] | tables.upon[slot][face]
        carries = flat[places.CARRIES : places.CARRIES + FACES]
        flat[places.CARRIES_ONE] = all(faces.bit_count() <= 1 for faces in carries)
        one_before, one_after = (max(map(len, faces)) <= 1 for faces in (before, after))
        flat[places.PROVES_BLOCKED] = one_before and one_after and blocking_holds(self.rules)
        flat[places.PROVES_JAMMED] = one_before and jamming_holds(self.rules)

    def _add_draws(self, number: int | None) -> None:
        if not self.flat[places.SHUFFLES]:
            return
        for times in range(self.flat[places.REDEALS]):
            generator = random.Random((number or 1) * 1000 + times + 32000)
            draws = [int(generator.random() * DRAW_UNIT) for _ in range(places.DRAWS_PER_REDEAL)]
            self.flat += draws


def _pairs_that_go_up(groups: tuple[PileGroup, ...], tables: Tables) -> Iterator[tuple[int, int]]:
    """Two faces at a time: on a foundation the one goes right before the other, or opens its place."""
    first_slots = {group.letter: tables.index[group.names[0]] for group in groups}
    for group in groups:
        if group.kind != "foundation":
            continue
        slot = first_slots[group.letter]
        if group.opened_by:
            for suit in SUITS:
                starts = tables.starts[slot] & suit
                yield from product(_faces(tables.starts[first_slots[group.opened_by]] & suit), _faces(starts))
        reached, met = tables.starts[slot], 0
        while reached & ~met:
            following = 0
            for face in _faces(reached & ~met):
                then = tables.upon[slot][face] if tables.limits[slot] > 1 else 0
                yield from product([face], _faces(then))
                following |= then
            met |= reached
            reached = following


def _faces(chosen: int) -> list[int]:
    return [face for face in range(FACES) if chosen >> face & 1]


def _likes(groups: tuple[PileGroup, ...], tables: Tables) -> list[int]:
    """For each face, the first face that no foundation ever tells from it."""
    first_slots = [tables.index[group.names[0]] for group in groups if group.kind == "foundation"]
    opens = any(group.opened_by for group in groups)
    seen: dict[tuple[object, ...], int] = {}
    likes = []
    for face, card in enumerate(decks(1)):
        sign: list[object] = [card.suit if opens else None]
        for slot in first_slots:
            upon = tables.upon[slot]
            sign += [upon[face], tables.starts[slot] >> face & 1]
            sign.append(tuple(other for other in range(FACES) if upon[other] >> face & 1))
        likes.append(seen.setdefault(tuple(sign), face))
    return likes


def needs(groups: tuple[PileGroup, ...], tables: Tables) -> list[int]:
    """For each face, how many cards have to go up before it at the least.

    Examples
    --------
    >>> from solitaire_widget.games import ADELA
    >>> needs(ADELA.groups, tables_of(ADELA))[:13]
    [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 1]
    """
    found = [len(Rank)] * FACES
    for group in groups:
        if group.kind == "foundation" and not group.opened_by:
            for face in _faces(tables.starts[tables.index[group.names[0]]]):
                found[face] = 0
    pairs = list(_pairs_that_go_up(groups, tables))
    for _ in Rank:
        for first, then in pairs:
            found[then] = min(found[then], found[first] + 1)
    return found
