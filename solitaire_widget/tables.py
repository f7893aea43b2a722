"""A game's declaration worked out into tables, so that a position can look its answers up.

A set of faces is one integer: bit ``card.face`` stands for that rank and suit. Piles are numbered in the
order of the declaration.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, get_args

from .cards import FACES, Card, Rank, decks
from .moves import DEAL, Move
from .rules import Build, Kind, PileGroup, Rules

__all__ = ["Tables", "tables_of"]

FRESH_DECK: Final = decks(1)


def faces_of(ranks: tuple[Rank, ...]) -> int:
    """The set of the faces that have one of these ranks."""
    return sum(card.bit for card in FRESH_DECK if card.rank in ranks)


@cache
def followers(build: Build | None) -> tuple[int, ...]:
    """For each face, the set of faces that may be laid upon it."""
    if build is None:
        return (0,) * FACES
    return tuple(sum(card.bit for card in FRESH_DECK if build.follows(card, upon)) for upon in FRESH_DECK)


SUIT_FACES: Final = tuple(sum(card.bit for card in FRESH_DECK if card.suit is upon.suit) for upon in FRESH_DECK)
"""For each face, the set of faces of its suit."""


class Tables:
    """What the declaration of one game says about each pile, by the pile's number.

    Attributes
    ----------
    groups : tuple of PileGroup
        Each pile's group.
    index : dict
        Each name's number.
    stock : int or None
        The stock's number.
    waste : int or None
        The waste's number.
    tableau : tuple of int
        The tableau piles.
    sources : tuple of int
        The piles that cards may leave by hand.
    to_clear : tuple of int
        The piles that are empty when the game is won.
    gathered : tuple of int
        The piles whose cards a redeal takes back.
    blocks : tuple of int
        The piles that take a run as a block.
    singles : tuple of int
        The piles that take cards one by one.
    upon : tuple of tuple of int
        Per pile and face: the faces that go on it.
    joins : tuple of tuple of int
        Per pile and face: the faces that travel together with it when they lie on it.
    starts : tuple of int
        Per pile: the faces that an empty one takes.
    opener : tuple of int or None
        Per pile: the pile that has to be started first.
    opened : tuple of tuple of int
        Per pile: the piles that it opens.
    limits : tuple of int
        Per pile: how many cards it holds at most.
    fills : tuple of int
        The piles that are filled from the stock at once.
    moves : tuple of tuple of list of Move
        Per source and target: the moves by count, from 1 on; the one at 0 stands in.
    """

    def __init__(self, rules: Rules) -> None:
        groups = [group for group in rules.groups for _ in range(group.count)]
        count = len(groups)
        self.names = rules.pile_names
        self.groups: tuple[PileGroup, ...] = tuple(groups)
        self.index = {name: number for number, name in enumerate(self.names)}
        numbers = {kind: tuple(i for i in range(count) if groups[i].kind == kind) for kind in get_args(Kind)}
        self.stock = next(iter(numbers["stock"]), None)
        self.waste = next(iter(numbers["waste"]), None)
        self.tableau = numbers["tableau"]
        self.singles = tuple(i for i in range(count) if groups[i].piecemeal)
        self.sources = (*self.tableau, *numbers["waste"], *numbers["cell"])
        self.to_clear = (*self.sources, *numbers["stock"])
        self.gathered = numbers["waste"] or self.tableau
        self.blocks = tuple(i for i in self.tableau if groups[i].build is not None or groups[i].starts_with)
        self.upon = tuple(followers(group.build) for group in groups)
        self.joins = tuple(followers(group.travels) for group in groups)
        self.starts = tuple(faces_of(group.starts_with) for group in groups)
        self.limits = tuple(group.limit or len(FRESH_DECK) * rules.decks for group in groups)
        self.fills = tuple(i for i in self.tableau if groups[i].fills)
        self.opener = tuple(
            self.index[self.names[i].replace(groups[i].letter, groups[i].opened_by, 1)] if groups[i].opened_by else None
            for i in range(count)
        )
        self.opened = tuple(tuple(i for i in range(count) if self.opener[i] == opener) for opener in range(count))
        longest = 13 * rules.decks + 1
        self.moves = tuple(
            tuple(
                [DEAL, *(Move(source, target, size) for size in range(1, longest))] if i in self.sources else []
                for target in self.names
            )
            for i, source in enumerate(self.names)
        )

    def run_length(self, pile: int, cards: tuple[Card, ...], hidden: int) -> int:
        """How many cards at the top of a pile may be picked up together."""
        if pile not in self.sources or not cards:
            return 0
        joins = self.joins[pile]
        length, most = 1, len(cards) - hidden
        while length < most and joins[cards[-length - 1].face] & cards[-length].bit:
            length += 1
        return length


# Each call of `with_options` makes a new object; the tables are the same as long as the rules are.
_tables_of_equal_rules = lru_cache(maxsize=64)(Tables)


def tables_of(rules: Rules) -> Tables:
    """The tables of a game, worked out once for each `Rules` object."""
    found = vars(rules).get("_tables")
    if found is None:
        found = _tables_of_equal_rules(rules)
        vars(rules)["_tables"] = found
    return found
