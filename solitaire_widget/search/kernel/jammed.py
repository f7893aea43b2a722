"""A cheap proof that a game in which piles are built on the tableau cannot be won any more: its piles are jammed.

Every card of the tableau, the waste and the stock has to leave the place where it lies now, or where a deal
will lay it. Let cards leave whenever they might, too kindly, and a card that cannot leave even so is proof:

- A card in play leaves when a foundation might take it: nothing is asked but that enough copies of every face
  that goes up before its own have been in play.
- It leaves, with those that lie on it in one run, when some card that might carry it has been in play anywhere,
  though it may be buried, carry another or be up by then.
- A card that left is never in the way again, and counts as in play for ever.

When nothing more can leave, the next cards are dealt upon what is left, and so on until the stock is empty.

**Argument.** Say that a line wins, and look at its moves in order. Claim: what has left its place in the line
has left it here, at the latest before the same card of the stock is dealt. A move takes a card c from its own
place, with cards upon it that lie on one another as a run does. Of those upon c, some left their own places
earlier and were brought; by the claim they left here too and count as in play. The others lie here above c
still, in pieces that are runs of their own; the uppermost piece lies upon a card that was brought and may carry it, so it leaves
here, and so does each piece below it, down to the piece with c. The card upon which c is laid in the line has
nothing upon it there, so here it was in play, and c leaves. Where c goes up, those before it in its suit went
up in the line; all of them were in play, here too. Deals lay the same cards upon the same piles, as long as no
pile becomes empty: an empty pile takes what it likes, or is filled from the stock and so shifts all later
deals. So as soon as some pile is empty nothing is claimed.
"""

from __future__ import annotations

from .decorating import kernel
from .piles import (
    CARRIES,
    CODE,
    FACE,
    LIKE,
    NUMBER_OF,
    PARENT,
    PRED,
    RUNS_ON,
    SIZE,
    STOCK,
    TABLEAU,
    TURNS,
    WASTE,
    Numbers,
)

__all__ = ["is_jammed"]

# What the scratch numbers hold: per face how many are up, and how many are or might be; per pile where its cards are.
UP = 0
MIGHT_BE_UP = 64
COUNT = 128
CARRIED = 160
IN_PLAY = 161
CARDS_AT = 192
MOST_IN_PILE = 160


@kernel
def is_jammed(facts: Numbers, piles: Numbers, state: Numbers, scratch: Numbers) -> bool:
    """Whether some card in the tableau, the waste or the stock can never leave its place."""
    slots = facts[facts[TABLEAU] : facts[TABLEAU + 1]]
    waste = len(slots) if facts[WASTE] >= 0 else -1
    if not _lay(facts, piles, state, scratch, slots, waste):
        return False
    stock = state[facts[STOCK]] if facts[STOCK] >= 0 else 0
    if not _let_all_leave(facts, scratch, len(slots), waste):
        return False
    while stock and piles[stock + SIZE]:
        changed = False
        if waste >= 0:
            for _ in range(facts[TURNS]):
                if piles[stock + SIZE]:
                    _lay_one(scratch, waste, piles[stock + CODE] & FACE)
                    stock = piles[stock + PARENT]
            changed = _let_leave(facts, scratch, waste)
        else:
            for number in range(len(slots)):
                if piles[stock + SIZE]:
                    _lay_one(scratch, number, piles[stock + CODE] & FACE)
                    stock = piles[stock + PARENT]
            changed = True
        if changed and not _let_all_leave(facts, scratch, len(slots), waste):
            return False
    for number in range(len(slots)):
        if scratch[COUNT + number]:
            return True
    return waste >= 0 and scratch[COUNT + waste] > 0


@kernel
def _lay(facts: Numbers, piles: Numbers, state: Numbers, scratch: Numbers, slots: Numbers, waste: int) -> bool:
    """Write down where the cards lie and how many of each face are up; whether no pile of the tableau is empty."""
    for face in range(52):
        scratch[UP + face] = facts[NUMBER_OF + face]
    scratch[CARRIED] = scratch[IN_PLAY] = 0
    for number in range(len(slots)):
        node = state[slots[number]]
        if piles[node + SIZE] == 0:
            return False
        _lay_pile(facts, piles, scratch, number, node)
    if waste >= 0:
        _lay_pile(facts, piles, scratch, waste, state[facts[WASTE]])
    if facts[STOCK] >= 0:
        node = state[facts[STOCK]]
        while piles[node + SIZE]:
            scratch[UP + facts[(piles[node + CODE] & FACE) + LIKE]] -= 1
            node = piles[node + PARENT]
    for face in range(52):
        scratch[MIGHT_BE_UP + face] = scratch[UP + face]
    return True


@kernel
def _lay_pile(facts: Numbers, piles: Numbers, scratch: Numbers, number: int, node: int) -> None:
    place = piles[node + SIZE]
    scratch[COUNT + number] = place
    while place:
        place -= 1
        face = piles[node + CODE] & FACE
        scratch[CARDS_AT + number * MOST_IN_PILE + place] = face
        scratch[UP + facts[face + LIKE]] -= 1
        node = piles[node + PARENT]


@kernel
def _lay_one(scratch: Numbers, number: int, face: int) -> None:
    count = scratch[COUNT + number]
    scratch[CARDS_AT + number * MOST_IN_PILE + count] = face
    scratch[COUNT + number] = count + 1


@kernel
def _let_all_leave(facts: Numbers, scratch: Numbers, tableau: int, waste: int) -> bool:
    """Let cards leave until none can any more; whether no pile of the tableau became empty."""
    changed = True
    while changed:
        changed = False
        for number in range(tableau):
            changed = _let_leave(facts, scratch, number) or changed
            if scratch[COUNT + number] == 0:
                return False
        if waste >= 0:
            changed = _let_leave(facts, scratch, waste) or changed
    return True


@kernel
def _let_leave(facts: Numbers, scratch: Numbers, number: int) -> bool:
    """Let cards leave from the top of a pile; whether any did, or came into play."""
    base = CARDS_AT + number * MOST_IN_PILE
    changed = False
    while scratch[COUNT + number]:
        top = scratch[COUNT + number] - 1
        face = scratch[base + top]
        if _is_new_in_play(facts, scratch, face):
            changed = True
        lowest = -1
        if _might_go_up(facts, scratch, facts[face + LIKE]):
            lowest = top
        else:
            place = top
            while True:
                if (scratch[CARRIED] >> scratch[base + place]) & 1:
                    lowest = place
                if place == 0 or (facts[scratch[base + place - 1] + RUNS_ON] >> scratch[base + place]) & 1 == 0:
                    break
                place -= 1
        if lowest < 0:
            break
        for place in range(lowest, top + 1):
            face = scratch[base + place]
            scratch[MIGHT_BE_UP + facts[face + LIKE]] += 1
            _is_new_in_play(facts, scratch, face)
        scratch[COUNT + number] = lowest
        changed = True
    return changed


@kernel
def _is_new_in_play(facts: Numbers, scratch: Numbers, face: int) -> bool:
    """Note that a face has been in play; whether that was not known."""
    if (scratch[IN_PLAY] >> face) & 1:
        return False
    scratch[IN_PLAY] |= 1 << face
    scratch[CARRIED] |= facts[face + CARRIES]
    return True


@kernel
def _might_go_up(facts: Numbers, scratch: Numbers, face: int) -> bool:
    """Whether every face before this one might be up once more often than this one is."""
    before = facts[face + PRED]
    while before >= 0:
        if scratch[MIGHT_BE_UP + before] <= scratch[UP + face]:
            return False
        before = facts[before + PRED]
    return True
