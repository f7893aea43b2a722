"""Dealing by number, and deciding deal after deal without going back to Python between them.

The order of a deal's cards is the one of `solitaire_widget.deals`: the Microsoft generator below 32000, and
above the Mersenne Twister as Python seeds it with a whole number (by the number's 32-bit words).
"""

from __future__ import annotations

from typing import Any, Final

from .decorating import kernel
from .looking import (
    CUT,
    LAYER,
    LIMIT,
    LOOKED_AT_HERE,
    NOTHING_LEFT,
    ROWS,
    WAITING,
    WON,
    is_hopeless,
    look,
    start,
)
from .piles import (
    CHILD,
    DOWN,
    FOUNDATION_KIND,
    KIND_OF_SLOT,
    LIKE,
    MAKES_SAFE_MOVES,
    RECORD,
    SLOTS,
    STOCK,
    Numbers,
    laid,
)
from .playing import free_faces, settle, tidy, won

__all__ = ["decide", "lay_out", "shuffle"]

WORDS: Final = 624
SHIFT: Final = 397
FIRST_PYTHON_DEAL: Final = 32000
MOST_CARDS: Final = 312
"""How many cards can be shuffled with the numbers that the generator's first round gives."""

# A verdict in `verdicts`.
UNDECIDED: Final = 0
IS_WON: Final = 1
IS_LOST: Final = 2


@kernel
def shuffle(number: int, high: int, base: Numbers, twister: Numbers, order: Numbers) -> None:
    """Bring fresh cards into the order in which a deal deals them.

    `number` is the deal's number modulo 2 to the 64th halved into ``high`` (its upper words) and the lowest 32
    bits; `base` is the generator's state before it is seeded, `twister` room for it.
    """
    count = len(order)
    if high == 0 and number < FIRST_PYTHON_DEAL:
        state = number
        for last in range(count - 1, 0, -1):
            state = (state * 214013 + 2531011) & 0xFFFFFFFF
            other = (state >> 16 & 0x7FFF) % (last + 1)
            held = order[last]
            order[last] = order[other]
            order[other] = held
    else:
        _seed(number, high, base, twister)
        drawn = 0
        for last in range(count - 1, 0, -1):
            first = _draw(twister, drawn) >> 5
            second = _draw(twister, drawn + 1) >> 6
            drawn += 2
            other = int((first * 67108864.0 + second) / 9007199254740992.0 * (last + 1))
            held = order[last]
            order[last] = order[other]
            order[other] = held
    low = 0
    top = count - 1
    while low < top:
        held = order[low]
        order[low] = order[top]
        order[top] = held
        low += 1
        top -= 1


@kernel
def _seed(number: int, high: int, base: Numbers, twister: Numbers) -> None:
    """Seed with the words of ``high * 2**32 + number``; there are at most three of them."""
    middle = high & 0xFFFFFFFF
    upper = high >> 32
    words = 1
    if middle:
        words = 2
    if upper:
        words = 3
    twister[:] = base
    place = 1
    word = 0
    before = twister[0]
    for _ in range(WORDS):
        key = number if word == 0 else middle if word == 1 else upper
        before = ((twister[place] ^ ((before ^ (before >> 30)) * 1664525)) + key + word) & 0xFFFFFFFF
        twister[place] = before
        place += 1
        word += 1
        if place == WORDS:
            twister[0] = before
            place = 1
        if word == words:
            word = 0
    for _ in range(WORDS - 1):
        before = ((twister[place] ^ ((before ^ (before >> 30)) * 1566083941)) - place) & 0xFFFFFFFF
        twister[place] = before
        place += 1
        if place == WORDS:
            twister[0] = before
            place = 1
    twister[0] = 0x80000000


@kernel
def _draw(twister: Numbers, place: int) -> int:
    """The next 32 bits; each place is drawn once, from the first on."""
    follower = twister[place + 1] if place + 1 < WORDS else twister[0]
    mixed = (twister[place] & 0x80000000) | (follower & 0x7FFFFFFF)
    far = place + SHIFT
    if far >= WORDS:
        far -= WORDS
    value = twister[far] ^ (mixed >> 1)
    if mixed & 1:
        value ^= 0x9908B0DF
    twister[place] = value
    value ^= value >> 11
    value ^= (value << 7) & 0x9D2C5680
    value ^= (value << 15) & 0xEFC60000
    return value ^ (value >> 18)


@kernel
def lay_out(
    facts: Numbers, piles: Numbers, empty: Numbers, order: Numbers, aside: Numbers, targets: Numbers, state: Numbers
) -> None:
    """Lay out cards in the order in which they are dealt, and tidy the state.

    `aside` gives for each card of the decks one more than the slot that begins with it, or 0; `targets` the
    slot that each dealt card goes to, and `DOWN` besides where it lies face down.
    """
    slots = facts[SLOTS]
    for slot in range(slots):
        state[slot] = empty[slot]
    state[slots] = 0
    state[slots + 1] = 0
    for card in range(len(aside)):
        if aside[card]:
            slot = aside[card] - 1
            face = card % 52
            if facts[slot + KIND_OF_SLOT] == FOUNDATION_KIND:
                face = facts[face + LIKE]
            state[slot] = laid(facts, piles, state[slot], face)
    at = 0
    place = 0
    while at < len(targets):
        card = order[place]
        place += 1
        if aside[card]:
            continue
        slot = targets[at] & 0xFFFF
        state[slot] = laid(facts, piles, state[slot], card % 52 + (DOWN if targets[at] >> 16 else 0))
        at += 1
    if facts[STOCK] >= 0:
        stock = facts[STOCK]
        for rest in range(len(order) - 1, place - 1, -1):
            if aside[order[rest]] == 0:
                state[stock] = laid(facts, piles, state[stock], order[rest] % 52)
    if facts[MAKES_SAFE_MOVES]:
        state[slots + 1] = free_faces(facts, piles, state)
    tidy(facts, piles, state)


@kernel
def decide(
    facts: Numbers,
    piles: Numbers,
    empty: Numbers,
    aside: Numbers,
    targets: Numbers,
    fresh: Numbers,
    fresh_low: Numbers,
    base: Numbers,
    twister: Numbers,
    order: Numbers,
    rows: Numbers,
    links: Numbers,
    index: Any,
    heap: Numbers,
    heads: Numbers,
    control: Numbers,
    state: Numbers,
    child: Numbers,
    wants: Numbers,
    found: Numbers,
    scratch: Numbers,
    lows: Numbers,
    highs: Numbers,
    verdicts: Numbers,
    met: Numbers,
    first: int,
    end: int,
) -> int:
    """Decide deals by looking at everything; tells at which one room became short, or `end`.

    The deal's number is ``highs[k] * 2**32 + lows[k]``; verdict and number of states go to the same place.
    """
    roots = RECORD
    for slot in range(facts[SLOTS]):
        roots = max(roots, empty[slot] + RECORD)
    for k in range(first, end):
        piles[0] = roots
        for node in range(RECORD, roots, RECORD):
            piles[node + CHILD] = 0
        index[:] = 0
        control[ROWS] = 0
        control[WAITING] = 0
        control[LAYER] = 0
        control[LOOKED_AT_HERE] = 0
        control[CUT] = 0
        order[:] = fresh_low if highs[k] == 0 and lows[k] < FIRST_PYTHON_DEAL else fresh
        shuffle(lows[k], highs[k], base, twister, order)
        lay_out(facts, piles, empty, order, aside, targets, state)
        if is_hopeless(facts, piles, state, scratch):
            verdicts[k] = IS_LOST
            met[k] = 1
            continue
        settle(facts, piles, state)
        if won(facts, piles, state):
            verdicts[k] = IS_WON
            met[k] = 1
            continue
        start(facts, piles, rows, links, index, heap, control, state)
        ended = look(
            facts, piles, rows, links, index, heap, heads, control, state, child, wants, found, scratch, control[LIMIT]
        )
        met[k] = control[ROWS]
        if ended == WON:
            verdicts[k] = IS_WON
        elif ended == NOTHING_LEFT:
            verdicts[k] = IS_LOST
        elif control[ROWS] >= control[LIMIT]:
            verdicts[k] = UNDECIDED
        else:
            return k
    return end
