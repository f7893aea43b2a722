"""The three games once more, straight from the ledger: slow, plain, and sharing no code with the package.

Cards are texts such as ``9H2`` (rank, suit, deck); a position is a dictionary from pile names to lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

Piles = dict[str, list[str]]
RANKS = "A23456789TJQK"


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def suit(card: str) -> str:
    return card[1]


def moves(game: str, piles: Piles, *, any_time: bool, by_suit: bool = False) -> set[str]:
    """Every legal move as text."""
    found = set(card_moves(game, piles, by_suit))
    if piles["S"] and (any_time or all(is_exchange(piles, move) for move in found)):
        found.add("deal")
    return found


def card_moves(game: str, piles: Piles, by_suit: bool = False) -> Iterator[str]:
    for source in piles:
        if source[0] not in "TW":
            continue
        for count in range(1, len(piles[source]) + 1):
            unit = piles[source][-count:]
            if not may_travel(game, source, unit):
                continue
            for target in piles:
                if target != source and may_land(game, piles, unit, target, by_suit):
                    yield f"{source} {target} {count}"


def may_travel(game: str, source: str, unit: list[str]) -> bool:
    pairs = list(pairwise(unit))
    if game == "arabella" and source != "W":
        return all(suit(below) == suit(above) and rank(below) == rank(above) + 1 for below, above in pairs)
    if game == "adela":
        return all(next_in_suit(below, above) for below, above in pairs)
    return not pairs


def next_in_suit(below: str, above: str) -> bool:
    goes_around = rank(below) == 13 and rank(above) == 1
    return suit(below) == suit(above) and (rank(above) == rank(below) + 1 or goes_around)


def may_land(game: str, piles: Piles, unit: list[str], target: str, by_suit: bool) -> bool:
    pile = piles[target]
    if target[0] in "FJKQ":
        grown = list(pile)
        for card in reversed(unit):
            if not fits_foundation(game, piles, grown, card, target, by_suit):
                return False
            grown.append(card)
        return True
    if target[0] != "T" or game == "auld_lang_syne":
        return False
    if game == "arabella":
        return rank(unit[0]) == 13 if not pile else rank(pile[-1]) == rank(unit[0]) + 1
    if not pile:
        return not piles["S"]
    return next_in_suit(pile[-1], unit[0])


def fits_foundation(game: str, piles: Piles, pile: list[str], card: str, target: str, by_suit: bool) -> bool:
    if game == "adela":
        if target[0] == "J":
            if not pile:
                return rank(card) == 11
            return suit(card) == suit(pile[-1]) and rank(card) == rank(pile[-1]) - 1
        middle = piles["J" + target[1:]]
        opened = bool(middle) and not pile
        return opened and suit(card) == suit(middle[0]) and rank(card) == {"K": 13, "Q": 12}[target[0]]
    if not pile:
        return rank(card) == 1
    same_suit = game == "arabella" or by_suit
    return rank(card) == rank(pile[-1]) + 1 and (not same_suit or suit(card) == suit(pile[-1]))


def is_exchange(piles: Piles, move: str) -> bool:
    source, target, count = move.split()
    if source[0] != "T" or target[0] != "T":
        return False
    left = piles[source][: -int(count)]
    if not left or not piles[target]:
        return not left and not piles[target]
    return left[-1][:2] == piles[target][-1][:2]


def play(game: str, piles: Piles, move: str) -> Piles:
    """The position after a legal move."""
    after = {name: list(pile) for name, pile in piles.items()}
    stock = after["S"]
    if move == "deal":
        targets = ["W"] if game == "arabella" else [name for name in after if name[0] == "T"]
        for target in targets:
            if stock:
                after[target].append(stock.pop())
        return after
    source, target, count = move.split()
    unit = after[source][-int(count) :]
    del after[source][-int(count) :]
    after[target] += unit if target[0] == "T" else reversed(unit)
    if game == "adela" and not after[source] and stock:
        after[source].append(stock.pop())
    return after


def sequences(game: str, piles: Piles, depth: int, *, any_time: bool) -> int:
    """How many distinct sequences of so many moves there are."""
    if depth == 0:
        return 1
    return sum(
        sequences(game, play(game, piles, move), depth - 1, any_time=any_time)
        for move in moves(game, piles, any_time=any_time)
    )
