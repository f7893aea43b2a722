"""Piles as numbers: every pile that was ever met is kept once, and the same pile has the same number.

A pile is a node of a tree: the pile without its top card, and that card's face. Laying a card on a pile is
a step down to a child, which is made the first time; taking it away is a step up. So two piles of one group
are equal exactly when their nodes are, whatever decks their cards are from, and all that is asked of a pile
again and again (its run, what it takes, what it is worth) is worked out once.

Two flat sequences hold everything: ``facts`` what the declaration says (filled by
`solitaire_widget.search.facts`), ``piles`` a record of `RECORD` numbers a node. A node is the place where its
record begins, and the names in capitals below are places within a record or within the facts.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Final

from .decorating import kernel

__all__ = ["DOWN", "FACE", "RECORD", "Numbers", "laid", "leave_out_the_stock", "lifted"]

Numbers = MutableSequence[int]

FACE: Final = 63
"""The part of a card's code that is its face."""
DOWN: Final = 64
"""The part of a card's code that says that it lies face down."""
FACES: Final = 52

# Kinds of pile.
STOCK_KIND: Final = 0
WASTE_KIND: Final = 1
FOUNDATION_KIND: Final = 2
TABLEAU_KIND: Final = 3
CELL_KIND: Final = 4

# A node's record. The first record of all is no pile: it begins with the place where the next record goes.
RECORD: Final = 16
PARENT: Final = 0
CHILD: Final = 1
SIBLING: Final = 2
CODE: Final = 3
GROUP: Final = 4
SIZE: Final = 5
RUN: Final = 6
FIRST: Final = 7
WANT: Final = 8
MARKS: Final = 9
RANK: Final = 10
WORTH: Final = 11

# The facts: single numbers.
SLOTS: Final = 0
STOCK: Final = 1
WASTE: Final = 2
TURNS: Final = 3
DEALS_ANY_TIME: Final = 4
REDEALS: Final = 5
COUNTS_REDEALS: Final = 6
SHUFFLES: Final = 7
MIRRORS: Final = 8
MAKES_SAFE_MOVES: Final = 9
LAYERED: Final = 10
ALWAYS_READY: Final = 11
CARDS: Final = 12
CLASSES: Final = 13
PROVES_BLOCKED: Final = 14
PLAYS_BEFORE_DEALING: Final = 15
PROVES_JAMMED: Final = 16
CARRIES_ONE: Final = 17
# Lists: where each begins and, one further, where it ends.
SOURCES: Final = 20
SINGLES: Final = 22
FOUNDATIONS: Final = 24
BLOCKS: Final = 26
TABLEAU: Final = 28
TO_CLEAR: Final = 30
GATHERED: Final = 32
COPIES: Final = 40
WEIGHTS: Final = 44
FACES_OF_SUIT: Final = 60
# An entry a face.
LIKE: Final = 64
ALIKE: Final = LIKE + FACES
BENEATH: Final = ALIKE + FACES
NEED: Final = BENEATH + FACES
NUMBER_OF: Final = NEED + FACES
PRED: Final = NUMBER_OF + FACES
SUCC: Final = PRED + FACES
CARRIES: Final = SUCC + FACES
RUNS_ON: Final = CARRIES + FACES
# An entry a slot.
MOST_SLOTS: Final = 128
KIND_OF_SLOT: Final = RUNS_ON + FACES
GROUP_OF_SLOT: Final = KIND_OF_SLOT + MOST_SLOTS
OPENER_OF_SLOT: Final = GROUP_OF_SLOT + MOST_SLOTS
FILLS_OF_SLOT: Final = OPENER_OF_SLOT + MOST_SLOTS
# An entry a class of piles that can be swapped.
MOST_GROUPS: Final = 27
CLASS_FIRST: Final = FILLS_OF_SLOT + MOST_SLOTS
CLASS_SIZE: Final = CLASS_FIRST + MOST_GROUPS
CLASS_WAITS: Final = CLASS_SIZE + MOST_GROUPS
TIED_FROM: Final = CLASS_WAITS + MOST_GROUPS
TIED: Final = TIED_FROM + MOST_GROUPS
# An entry a group, or a group and face.
KIND_OF_GROUP: Final = TIED + MOST_GROUPS
LIMIT_OF_GROUP: Final = KIND_OF_GROUP + MOST_GROUPS
RANK_BY_FIRST: Final = LIMIT_OF_GROUP + MOST_GROUPS
UPON: Final = RANK_BY_FIRST + MOST_GROUPS
JOINS: Final = UPON + FACES * MOST_GROUPS
LISTS: Final = JOINS + FACES * MOST_GROUPS
# What a redeal draws: numerators of fractions of 2 to the 53rd, so many a redeal.
DRAWS: Final = LISTS + 8 * MOST_SLOTS
DRAWS_PER_REDEAL: Final = 512
SIZE_OF_FACTS: Final = DRAWS

# The weights of a score.
UP_WEIGHT: Final = 0
JOINED_WEIGHT: Final = 1
BUILT_WEIGHT: Final = 2
BURIED_WEIGHT: Final = 3
FACE_DOWN_WEIGHT: Final = 4
EMPTY_WEIGHT: Final = 5
CELL_WEIGHT: Final = 6
WASTE_WEIGHT: Final = 7


@kernel
def laid(facts: Numbers, piles: Numbers, node: int, code: int) -> int:
    """The pile that is there when a card is laid upon a pile."""
    child = piles[node + CHILD]
    while child:
        if piles[child + CODE] == code:
            return child
        child = piles[child + SIBLING]
    return _new_pile(facts, piles, node, code)


@kernel
def lifted(facts: Numbers, piles: Numbers, node: int) -> int:
    """The pile that is left when its top card is gone: the next one turns up where it lay face down."""
    left = piles[node + PARENT]
    code = piles[left + CODE]
    if code >= DOWN:
        return laid(facts, piles, piles[left + PARENT], code & FACE)
    return left


@kernel
def leave_out_the_stock(facts: Numbers, piles: Numbers, state: Numbers, counts: Numbers) -> None:
    """Take the stock's cards off numbers of cards, one for each face, that begin a sequence."""
    if facts[STOCK] >= 0:
        node = state[facts[STOCK]]
        while piles[node + SIZE]:
            counts[facts[(piles[node + CODE] & FACE) + LIKE]] -= 1
            node = piles[node + PARENT]


@kernel
def _new_pile(facts: Numbers, piles: Numbers, node: int, code: int) -> int:
    number = piles[0]
    piles[0] = number + RECORD
    group = piles[node + GROUP]
    face = code & FACE
    size = piles[node + SIZE] + 1
    kind = facts[group + KIND_OF_GROUP]
    below = piles[node + CODE]
    piles[number + PARENT] = node
    piles[number + CHILD] = 0
    piles[number + SIBLING] = piles[node + CHILD]
    piles[node + CHILD] = number
    piles[number + CODE] = code
    piles[number + GROUP] = group
    piles[number + SIZE] = size
    run = 0
    if code < DOWN and kind in (TABLEAU_KIND, WASTE_KIND, CELL_KIND):
        run = 1
        if size > 1 and below < DOWN and (facts[52 * group + below + JOINS] >> face) & 1:
            run += piles[node + RUN]
    piles[number + RUN] = run
    first = piles[node + FIRST] if size > 1 else face
    piles[number + FIRST] = first
    piles[number + WANT] = facts[52 * group + face + UPON] if size < facts[group + LIMIT_OF_GROUP] else 0
    piles[number + MARKS] = piles[node + MARKS] | (1 << facts[face + LIKE])
    piles[number + RANK] = (first << 40) + number if facts[group + RANK_BY_FIRST] else number
    piles[number + WORTH] = piles[node + WORTH] + _gain(facts, piles, node, code, group, kind)
    return number


@kernel
def _gain(facts: Numbers, piles: Numbers, node: int, code: int, group: int, kind: int) -> int:
    """What the card with this code adds to a pile's worth, by the weights of the game's page."""
    if kind == FOUNDATION_KIND:
        return facts[WEIGHTS + UP_WEIGHT]
    if kind == CELL_KIND:
        return -facts[WEIGHTS + CELL_WEIGHT]
    if kind == STOCK_KIND:
        return 0
    face = code & FACE
    gain = 0
    if kind == WASTE_KIND:
        gain -= facts[WEIGHTS + WASTE_WEIGHT]
    elif piles[node + SIZE]:
        below = piles[node + CODE]
        if below < DOWN and (facts[52 * group + below + JOINS] >> face) & 1:
            gain += facts[WEIGHTS + JOINED_WEIGHT]
        elif below < DOWN and (facts[52 * group + below + UPON] >> face) & 1:
            gain += facts[WEIGHTS + BUILT_WEIGHT]
    if code >= DOWN:
        gain -= facts[WEIGHTS + FACE_DOWN_WEIGHT]
    need = facts[face + NEED]
    while piles[node + SIZE]:
        if facts[(piles[node + CODE] & FACE) + NEED] < need:
            gain -= facts[WEIGHTS + BURIED_WEIGHT]
        node = piles[node + PARENT]
    return gain
