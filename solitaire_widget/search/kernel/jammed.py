"""A cheap proof that a game in which piles are built on the tableau cannot be won any more: its piles are jammed.

Every card of the tableau, the waste and the stock has to leave the place where it lies now, or where a deal
will lay it. Let cards leave whenever they might, too kindly; a card that cannot leave even so is the proof.

- The top card leaves when a foundation might take it: enough copies of every face that goes up before its own
  have left or are up, wherever they may be by then.
- A card leaves, with those that lie on it in one run, when a card that carries it has been *bare*: in play with
  nothing upon it, in whatever place. A card is bare when all that lay upon it have left.
- A card that left is never in the way again, and can go up or be bare at any later time.

When nothing more can leave, the next cards are dealt upon what is left, and so on until the stock is empty. All
this ends as soon as some pile of the tableau is empty: such a pile takes what it likes, or is filled from the
stock and so shifts all later deals. Then nothing is claimed.

Where each face is carried by one face only, as in suit, carriers are counted (c is a card, b a card that carries it):

- A card that left in the middle of a run has another upon it. It is bare only once that one might go up, or
  might be carried elsewhere because some other card like the first has been bare.
- Where a twin of c has left the pile from above c, and cards like c cannot go up yet, that twin lies upon some b. So
  c needs a second one: two such cards must have been bare.

**Argument.** Take a line that wins while no pile of the tableau becomes empty here, and look at its moves in
order. Claim: what has left its own place in the line, or was bare in it, has left or was bare here, before the
same card of the stock is dealt. Say that it held so far.

*A card goes up.* What lay upon it is gone, here too. Those before it in its suit are up in the line, so here they
have left or were up from the beginning: a foundation might take it.

*A card b lies bare.* What lay upon it is gone. If b is in its place here, it is bare here. If it left here as the
top of a run, it was bare before. If it left here with u upon it, u has left b in the line: u went up, or was laid
upon another bare card like b, and in both cases b counts as bare here. Only a u that lies upon b already is looked
at so, as nothing can come between the two; one that is dealt there later may be parted from b by others.

*A run is moved, and c is its lowest card.* Of the cards upon c some are in their places still, the others were
brought. The uppermost piece of those in place lies upon a brought card y that carries it, and y was bare before
that piece was dealt; so the piece leaves here, and likewise the next one below it, down to the one with c. The card
upon which c is laid is bare in the line, so it was bare here. If a twin of c left the pile from above c and is not
up, it lies upon another card like that one, as no pile was ever empty: two of them have been bare.
"""

from __future__ import annotations

from .decorating import kernel
from .piles import (
    CARRIES,
    CARRIES_ONE,
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
    leave_out_the_stock,
)

__all__ = ["MOST_IN_PILE", "is_jammed"]

# What the scratch numbers hold: per face how many are up, how many are or might be, how many cards that carry it
# have been bare, and how many of those left with one of it upon them; per pile what is left there and what is gone.
UP = 0
MIGHT_BE_UP = 52
CARRIERS = 104
COVERED_BY = 156
COUNT = 208
DEALT_ON = 240
GONE_FROM = 272
CARDS_AT = 304
MOST_IN_PILE = 160
"""Three decks have room in one pile; with more cards the proof is not asked for."""
BARE = 64
"""What is added to a face when it was noted that the card has been bare."""


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
        scratch[CARRIERS + face] = scratch[COVERED_BY + face] = 0
    for number in range(len(slots)):
        node = state[slots[number]]
        if piles[node + SIZE] == 0:
            return False
        _lay_pile(facts, piles, scratch, number, node)
    if waste >= 0:
        _lay_pile(facts, piles, scratch, waste, state[facts[WASTE]])
    leave_out_the_stock(facts, piles, state, scratch)
    for face in range(52):
        scratch[MIGHT_BE_UP + face] = scratch[UP + face]
    return True


@kernel
def _lay_pile(facts: Numbers, piles: Numbers, scratch: Numbers, number: int, node: int) -> None:
    place = piles[node + SIZE]
    scratch[COUNT + number] = scratch[DEALT_ON + number] = place
    scratch[GONE_FROM + number] = 0
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
        if scratch[base + top] < BARE:
            _bare(facts, scratch, scratch[base + top])
            scratch[base + top] += BARE
            changed = True
        lowest = -1
        if _might_go_up(facts, scratch, facts[(scratch[base + top] & FACE) + LIKE]):
            lowest = top
        else:
            place = top
            while True:
                face = scratch[base + place] & FACE
                if _might_be_carried(facts, scratch, number, face):
                    lowest = place
                if place == 0 or (facts[(scratch[base + place - 1] & FACE) + RUNS_ON] >> face) & 1 == 0:
                    break
                place -= 1
        if lowest < 0:
            break
        for place in range(lowest, top + 1):
            face = scratch[base + place] & FACE
            scratch[MIGHT_BE_UP + facts[face + LIKE]] += 1
            scratch[GONE_FROM + number] |= 1 << face
            if scratch[base + place] < BARE:
                if facts[CARRIES_ONE] and place + 1 < scratch[DEALT_ON + number]:
                    scratch[COVERED_BY + (scratch[base + place + 1] & FACE)] += 1
                else:
                    _bare(facts, scratch, face)
        scratch[COUNT + number] = lowest
        changed = True
    return changed


@kernel
def _bare(facts: Numbers, scratch: Numbers, face: int) -> None:
    """Note that a card with this face has been in play with nothing upon it."""
    for other in range(52):
        if (facts[face + CARRIES] >> other) & 1:
            scratch[CARRIERS + other] += 1


@kernel
def _might_be_carried(facts: Numbers, scratch: Numbers, number: int, face: int) -> bool:
    """Whether so many cards that might carry this face have been bare as are needed for it to leave its pile."""
    carriers = scratch[CARRIERS + face]
    if facts[CARRIES_ONE] == 0:
        return carriers > 0
    might_go_up = _might_go_up(facts, scratch, facts[face + LIKE])
    if carriers or might_go_up:
        carriers += scratch[COVERED_BY + face]
    twin_is_gone = (scratch[GONE_FROM + number] >> face) & 1 > 0
    return carriers > (1 if twin_is_gone and not might_go_up else 0)


@kernel
def _might_go_up(facts: Numbers, scratch: Numbers, face: int) -> bool:
    """Whether every face before this one might be up once more often than this one is."""
    before = facts[face + PRED]
    while before >= 0:
        if scratch[MIGHT_BE_UP + before] <= scratch[UP + face]:
            return False
        before = facts[before + PRED]
    return True
