"""The search itself: a table of every state met, what is still to be looked at, and the loop.

There are two orders in which states are looked at. *In layers*: a layer is how many cards have left the
stock, a number that no move makes smaller; in each layer the most promising states are looked at, `WIDTH` of
them and no more, before the next layer's turn comes. *Deepest first*: the most promising state of the last
layer that has any; nothing is left out, so when nothing is left to be looked at there is no win.

The loop can be left and entered again at any time: all that it knows is in the sequences.
"""

from __future__ import annotations

from typing import Any, Final

from .blocked import is_blocked
from .decorating import IS_COMPILED, kernel
from .jammed import is_jammed
from .piles import CARDS, PROVES_BLOCKED, PROVES_JAMMED, RECORD, SLOTS, WORTH, Numbers
from .playing import dealt, legal_moves, play, settle, tidy, won

__all__ = ["enter_again", "is_hopeless", "look", "start"]

# What look() tells.
GOING_ON: Final = 0
WON: Final = 1
NOTHING_LEFT: Final = 2
FULL: Final = 3

# The control numbers.
ROWS: Final = 0
WAITING: Final = 1
LAYER: Final = 2
LAST_LAYER: Final = 3
LOOKED_AT_HERE: Final = 4
WIDTH: Final = 5
LAST_WIDTH: Final = 6
CUT: Final = 7
LIMIT: Final = 8
WON_ROW: Final = 9
LOOKED_AT: Final = 10
SIZE_OF_CONTROL: Final = 16

# A row's links.
LINKS: Final = 3
FROM: Final = 0
MOVE: Final = 1
NEXT: Final = 2

ROW_BITS: Final = 30
ROW_MASK: Final = (1 << ROW_BITS) - 1
WORTH_BITS: Final = 20
MIDDLE: Final = 1 << (WORTH_BITS - 1)


@kernel
def _push(heap: Numbers, control: Numbers, key: int) -> None:
    here = control[WAITING]
    control[WAITING] = here + 1
    while here:
        above = (here - 1) >> 1
        if heap[above] <= key:
            break
        heap[here] = heap[above]
        here = above
    heap[here] = key


@kernel
def _pop(heap: Numbers, control: Numbers) -> int:
    least = heap[0]
    size = control[WAITING] - 1
    control[WAITING] = size
    key = heap[size]
    here = 0
    below = 1
    while below < size:
        if below + 1 < size and heap[below + 1] < heap[below]:
            below += 1
        if heap[below] >= key:
            break
        heap[here] = heap[below]
        here = below
        below = 2 * here + 1
    heap[here] = key
    return least


@kernel
def _key(facts: Numbers, piles: Numbers, state: Numbers, layers_left: int, row: int) -> int:
    """The place of a state in the order: less is sooner; of equals the one met last comes first."""
    worth = 0
    for slot in range(facts[SLOTS]):
        worth += piles[state[slot] + WORTH]
    fault = min(max(MIDDLE - worth, 0), 2 * MIDDLE - 1)
    return (((layers_left << WORTH_BITS) | fault) << ROW_BITS) | (ROW_MASK - row)


@kernel
def _enter_by_hash(index: Any, rows: Numbers, state: Numbers, width: int, row: int) -> bool:
    """Note a state; whether it is a new one. States with the same hash are compared number by number."""
    mask = len(index) - 1
    place = 0
    for k in range(width):
        place = (place ^ state[k]) * 0x1E3779B97F4A7C15
        place ^= place >> 29
    place &= mask
    while index[place]:
        base = (index[place] - 1) * (width + 1)
        k = 0
        while k < width and rows[base + k] == state[k]:
            k += 1
        if k == width:
            return False
        place = (place + 1) & mask
    index[place] = row + 1
    return True


def _enter_in_a_dictionary(index: Any, rows: Numbers, state: Numbers, width: int, row: int) -> bool:
    """The same for lists: a dictionary compares states itself."""
    return bool(index.setdefault(tuple(state), row) == row)


_enter = _enter_by_hash if IS_COMPILED else _enter_in_a_dictionary


@kernel
def start(
    facts: Numbers,
    piles: Numbers,
    rows: Numbers,
    links: Numbers,
    index: Any,
    heap: Numbers,
    control: Numbers,
    state: Numbers,
) -> None:
    """Begin with one state, which is tidy and settled."""
    width = facts[SLOTS] + 1
    _enter(index, rows, state, width, 0)
    rows[0 : width + 1] = state
    links[FROM] = -1
    control[ROWS] = 1
    control[LAYER] = dealt(facts, piles, state)
    _push(heap, control, _key(facts, piles, state, 0, 0))


@kernel
def is_hopeless(facts: Numbers, piles: Numbers, state: Numbers, scratch: Numbers) -> bool:
    """Whether one of the cheap proofs says that a state cannot be won any more."""
    if facts[PROVES_BLOCKED]:
        return is_blocked(facts, piles, state, scratch)
    if facts[PROVES_JAMMED]:
        return is_jammed(facts, piles, state, scratch)
    return False


@kernel
def look(
    facts: Numbers,
    piles: Numbers,
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
    budget: int,
) -> int:
    """Look at so many states; tells whether the game is won, nothing is left, room is short or it goes on."""
    width = facts[SLOTS] + 1
    stride = width + 1
    in_layers = control[WIDTH] > 0
    room_for_piles = (2 * facts[CARDS] + facts[SLOTS] + 8) * RECORD
    most_rows = min(len(rows) // stride, len(heap))
    while budget > 0:
        if in_layers:
            here = control[LAYER]
            most = control[LAST_WIDTH] if here == control[LAST_LAYER] else control[WIDTH]
            if control[WAITING] and control[LOOKED_AT_HERE] >= most:
                control[CUT] = 1
                control[WAITING] = 0
            if control[WAITING] == 0:
                if not _next_layer(facts, piles, rows, links, heap, heads, control, state, stride):
                    return NOTHING_LEFT
                continue
        elif control[WAITING] == 0:
            return NOTHING_LEFT
        if control[ROWS] >= control[LIMIT]:
            return GOING_ON
        key = _pop(heap, control)
        row = ROW_MASK - (key & ROW_MASK)
        state[:] = rows[row * stride : row * stride + stride]
        count = legal_moves(facts, piles, state, wants, found, False)
        for number in range(count):
            if control[ROWS] >= most_rows or piles[0] + room_for_piles > len(piles):
                _push(heap, control, key)
                return FULL
            move = found[number]
            child[:] = state
            play(facts, piles, child, move)
            tidy(facts, piles, child)
            settle(facts, piles, child)
            new = control[ROWS]
            if not _enter(index, rows, child, width, new):
                continue
            rows[new * stride : new * stride + stride] = child
            links[LINKS * new + FROM] = row
            links[LINKS * new + MOVE] = move
            control[ROWS] = new + 1
            if won(facts, piles, child):
                control[WON_ROW] = new
                return WON
            if is_hopeless(facts, piles, child, scratch):
                continue
            layer = dealt(facts, piles, child)
            if not in_layers:
                _push(heap, control, _key(facts, piles, child, control[LAST_LAYER] - layer, new))
            elif layer == control[LAYER]:
                _push(heap, control, _key(facts, piles, child, 0, new))
            else:
                links[LINKS * new + NEXT] = heads[layer]
                heads[layer] = new + 1
        control[LOOKED_AT_HERE] += 1
        control[LOOKED_AT] += 1
        budget -= 1
    return GOING_ON


@kernel
def _next_layer(
    facts: Numbers,
    piles: Numbers,
    rows: Numbers,
    links: Numbers,
    heap: Numbers,
    heads: Numbers,
    control: Numbers,
    state: Numbers,
    stride: int,
) -> bool:
    """Go on to the next layer in which states are waiting; whether there is one."""
    layer = control[LAYER] + 1
    while layer <= control[LAST_LAYER] and heads[layer] == 0:
        layer += 1
    if layer > control[LAST_LAYER]:
        return False
    control[LAYER] = layer
    control[LOOKED_AT_HERE] = 0
    row = heads[layer]
    while row:
        row -= 1
        state[:] = rows[row * stride : row * stride + stride]
        _push(heap, control, _key(facts, piles, state, 0, row))
        row = links[LINKS * row + NEXT]
    return True


@kernel
def enter_again(index: Any, rows: Numbers, width: int, count: int) -> None:
    """Note the states of a grown table."""
    for row in range(count):
        base = row * (width + 1)
        _enter(index, rows, rows[base : base + width + 1], width, row)
