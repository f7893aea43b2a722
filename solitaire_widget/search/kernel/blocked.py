"""A cheap proof that a game in which nothing is built on the tableau cannot be won any more.

Cards leave the tableau from the top only, and go only up. Two questions are asked, and each is answered too
kindly, so a "no" is a proof:

*From the front.* Which cards can have gone up before each deal? Let every card that may go up do so, without
asking which of its copies takes the place: a card goes when those above it are gone and at least as many cards
of the face before its own are up as copies of its own have to be up with it (itself and those above it in its
pile). Then deal. By induction over the moves of any line, whatever has gone up there before some deal has gone
up here before it: so a card that is left at the end stays for ever.

*From the back.* Which cards can be among the last? A card y that cannot have gone up before c was dealt upon
its pile lies under c, and goes up after it. At any time there are at least as many cards of a face left as of
the face before it. So, from the end backwards, a card can be put back when all that lie surely under it are
back, and at least as many cards of the next face are back as copies of its own (itself and those surely under
it). A card that never comes back so can in no line be taken up.

Faces that no foundation tells apart count as one.
"""

from __future__ import annotations

from .decorating import kernel
from .piles import (
    CODE,
    FACE,
    LIKE,
    NUMBER_OF,
    PARENT,
    PRED,
    SIZE,
    STOCK,
    SUCC,
    TABLEAU,
    Numbers,
    leave_out_the_stock,
)

__all__ = ["SIZE_OF_SCRATCH", "is_blocked"]

# What the scratch numbers hold: per face how many are up, and how many are back; per pile where its cards are.
UP = 0
BACK = 64
UP_NOW = 128
TOP = 192
COUNT = 320
CARDS_AT = 448
MOST_IN_PILE = 128
FACE_AT = 0
STAGE_AT = 1
LEFT_AT = 2
ENTRY = 4
MOST_PILES = 16
SIZE_OF_SCRATCH = CARDS_AT + MOST_PILES * MOST_IN_PILE * ENTRY


@kernel
def is_blocked(facts: Numbers, piles: Numbers, state: Numbers, scratch: Numbers) -> bool:
    """Whether some card in the tableau or the stock can never go up."""
    _lay(facts, piles, state, scratch)
    slots = facts[facts[TABLEAU] : facts[TABLEAU + 1]]
    stock = state[facts[STOCK]] if facts[STOCK] >= 0 else 0
    stage = 0
    while True:
        _take_up(facts, slots, scratch, stage)
        if stock == 0 or piles[stock + SIZE] == 0:
            break
        stage += 1
        for number in range(len(slots)):
            if piles[stock + SIZE]:
                at = CARDS_AT + (number * MOST_IN_PILE + scratch[COUNT + number]) * ENTRY
                face = facts[(piles[stock + CODE] & FACE) + LIKE]
                scratch[at + FACE_AT] = face
                scratch[at + STAGE_AT] = stage
                scratch[at + LEFT_AT] = -1
                scratch[COUNT + number] += 1
                scratch[TOP + number] = scratch[COUNT + number]
                stock = piles[stock + PARENT]
    for number in range(len(slots)):
        for place in range(scratch[COUNT + number]):
            if scratch[CARDS_AT + (number * MOST_IN_PILE + place) * ENTRY + LEFT_AT] < 0:
                return True
    return not _all_come_back(facts, slots, scratch)


@kernel
def _lay(facts: Numbers, piles: Numbers, state: Numbers, scratch: Numbers) -> None:
    """Write down the tableau's cards from bottom to top, and how many of each face are up."""
    for face in range(52):
        scratch[UP + face] = facts[NUMBER_OF + face]
        scratch[BACK + face] = 0
    for number, slot in enumerate(facts[facts[TABLEAU] : facts[TABLEAU + 1]]):
        node = state[slot]
        size = piles[node + SIZE]
        scratch[TOP + number] = size
        scratch[COUNT + number] = size
        place = size - 1
        while place >= 0:
            at = CARDS_AT + (number * MOST_IN_PILE + place) * ENTRY
            face = facts[(piles[node + CODE] & FACE) + LIKE]
            scratch[at + FACE_AT] = face
            scratch[at + STAGE_AT] = 0
            scratch[at + LEFT_AT] = -1
            scratch[UP + face] -= 1
            node = piles[node + PARENT]
            place -= 1
    leave_out_the_stock(facts, piles, state, scratch)
    for face in range(52):
        scratch[UP_NOW + face] = scratch[UP + face]


@kernel
def _take_up(facts: Numbers, slots: Numbers, scratch: Numbers, stage: int) -> None:
    changed = True
    while changed:
        changed = False
        for number in range(len(slots)):
            base = CARDS_AT + number * MOST_IN_PILE * ENTRY
            place = scratch[TOP + number] - 1
            while place >= 0:
                at = base + place * ENTRY
                if scratch[at + LEFT_AT] >= 0:
                    place -= 1
                    continue
                face = scratch[at + FACE_AT]
                before = facts[PRED + face]
                if before >= 0:
                    copies = scratch[UP_NOW + face] + 1
                    for above in range(place + 1, scratch[COUNT + number]):
                        if scratch[base + above * ENTRY + FACE_AT] == face:
                            copies += 1
                    if scratch[UP + before] < copies:
                        break
                scratch[at + LEFT_AT] = stage
                scratch[UP + face] += 1
                changed = True
                place -= 1
            scratch[TOP + number] = place + 1


@kernel
def _all_come_back(facts: Numbers, slots: Numbers, scratch: Numbers) -> bool:
    changed = True
    missing = 0
    while changed:
        changed = False
        missing = 0
        for number in range(len(slots)):
            base = CARDS_AT + number * MOST_IN_PILE * ENTRY
            for place in range(scratch[COUNT + number]):
                at = base + place * ENTRY
                if scratch[at + LEFT_AT] < 0:
                    continue
                face = scratch[at + FACE_AT]
                next_face = facts[SUCC + face]
                spare = 0
                if next_face >= 0:
                    spare = scratch[BACK + next_face] - facts[NUMBER_OF + next_face] + facts[NUMBER_OF + face]
                    if spare < 1:
                        missing += 1
                        continue
                stage = scratch[at + STAGE_AT]
                copies = 1
                waits = False
                for under in range(place):
                    lower = base + under * ENTRY
                    left = scratch[lower + LEFT_AT]
                    if (left if left >= 0 else -2 - left) >= stage:
                        if left >= 0:
                            waits = True
                            break
                        if scratch[lower + FACE_AT] == face:
                            copies += 1
                if waits or (next_face >= 0 and spare < copies):
                    missing += 1
                    continue
                scratch[at + LEFT_AT] = -2 - scratch[at + LEFT_AT]
                scratch[BACK + face] += 1
                changed = True
    return missing == 0
