"""Legal moves, where each leads, and the moves that can never hurt.

A state is a sequence of whole numbers: each slot's pile (a node), how often the cards went back to the stock,
and the set of faces that may go up at once. A move is one number: the slot it leaves, the slot it reaches and
how many cards travel, 0 of them for the deal.
"""

from __future__ import annotations

from typing import Final

from .decorating import kernel
from .piles import (
    ALIKE,
    ALWAYS_READY,
    BENEATH,
    BLOCKS,
    CARDS,
    CLASS_FIRST,
    CLASS_SIZE,
    CLASS_WAITS,
    CLASSES,
    CODE,
    COPIES,
    COUNTS_REDEALS,
    DEALS_ANY_TIME,
    DOWN,
    DRAWS,
    DRAWS_PER_REDEAL,
    FACE,
    FACES_OF_SUIT,
    FILLS_OF_SLOT,
    FIRST,
    FOUNDATION_KIND,
    FOUNDATIONS,
    GATHERED,
    GROUP_OF_SLOT,
    KIND_OF_SLOT,
    LAYERED,
    LIKE,
    MAKES_SAFE_MOVES,
    MARKS,
    MIRRORS,
    OPENER_OF_SLOT,
    PARENT,
    PLAYS_BEFORE_DEALING,
    RANK,
    REDEALS,
    RUN,
    SHUFFLES,
    SINGLES,
    SIZE,
    SLOTS,
    SOURCES,
    STOCK,
    TABLEAU,
    TABLEAU_KIND,
    TIED,
    TIED_FROM,
    TO_CLEAR,
    TURNS,
    WANT,
    WASTE,
    Numbers,
    laid,
    lifted,
)

__all__ = ["DEAL", "deal_allowed", "dealt", "legal_moves", "play", "safe_move", "settle", "tidy", "won"]


DEAL: Final = 1 << 24
"""The deal, as a move."""


@kernel
def wanted(facts: Numbers, piles: Numbers, state: Numbers, slot: int) -> int:
    """The set of faces that a slot takes now."""
    node = state[slot]
    want = piles[node + WANT]
    if piles[node + SIZE]:
        return want
    opener = facts[slot + OPENER_OF_SLOT]
    if opener >= 0:
        opened = state[opener]
        if piles[opened + SIZE] == 0:
            return 0
        return want & facts[piles[opened + FIRST] // 13 + FACES_OF_SUIT]
    if facts[slot + FILLS_OF_SLOT] and facts[STOCK] >= 0 and piles[state[facts[STOCK]] + SIZE]:
        return 0
    return want


@kernel
def won(facts: Numbers, piles: Numbers, state: Numbers) -> bool:
    """Whether every pile that has to be empty is."""
    for slot in facts[facts[TO_CLEAR] : facts[TO_CLEAR + 1]]:  # noqa: SIM110  # numba compiles no generator
        if piles[state[slot] + SIZE]:
            return False
    return True


@kernel
def may_redeal(facts: Numbers, piles: Numbers, state: Numbers) -> bool:
    """Whether the rules still let cards go back to the stock."""
    if facts[REDEALS] >= 0 and state[facts[SLOTS]] >= facts[REDEALS]:
        return False
    for slot in facts[facts[GATHERED] : facts[GATHERED + 1]]:  # noqa: SIM110
        if piles[state[slot] + SIZE]:
            return True
    return False


@kernel
def deal_allowed(facts: Numbers, piles: Numbers, state: Numbers, idle: bool) -> bool:
    """Whether a tap on the stock is allowed, given whether no move but exchanges is left."""
    if facts[STOCK] < 0:
        return False
    if piles[state[facts[STOCK]] + SIZE] == 0:
        return may_redeal(facts, piles, state) and (facts[WASTE] >= 0 or idle)
    return facts[DEALS_ANY_TIME] > 0 or idle


@kernel
def order_is_free(facts: Numbers, piles: Numbers, state: Numbers) -> bool:
    """Whether no deal will ever tell one tableau pile from another."""
    if facts[STOCK] < 0 or facts[WASTE] >= 0:
        return True
    if piles[state[facts[STOCK]] + SIZE]:
        return False
    return facts[REDEALS] >= 0 and state[facts[SLOTS]] >= facts[REDEALS]


@kernel
def legal_moves(facts: Numbers, piles: Numbers, state: Numbers, wants: Numbers, found: Numbers, every: bool) -> int:
    """Write down the legal moves and tell how many; without `every`, one of each kind that leads to the same.

    A foundation's run is left to single steps then: carrying three cards up is the same as carrying one up
    three times, and nothing can be done between that could not be done without. Of several piles with the
    same cards in them one is as good as another where their order does not matter.
    """
    count = 0
    idle = True
    same_order = not every and order_is_free(facts, piles, state)
    tops = 0
    for slot in facts[facts[SOURCES] : facts[SOURCES + 1]]:
        if piles[state[slot] + RUN]:
            tops |= 1 << (piles[state[slot] + CODE] & FACE)
    for target in facts[facts[SINGLES] : facts[SINGLES + 1]]:
        want = wanted(facts, piles, state, target)
        if want & tops == 0:
            wants[target] = want
            continue
        wants[target] = want
        before = target - 1
        if (
            not every
            and before >= 0
            and facts[before + GROUP_OF_SLOT] == facts[target + GROUP_OF_SLOT]
            and state[before] == state[target]
            and wants[before] == want
        ):
            continue
        for source in facts[facts[SOURCES] : facts[SOURCES + 1]]:
            node = state[source]
            if piles[node + RUN] == 0 or source == target or (want >> (piles[node + CODE] & FACE)) & 1 == 0:
                continue
            idle = False
            if same_order and _repeats(facts, state, source):
                continue
            count = _note(found, count, source, target, 1)
            if every and piles[node + RUN] > 1:
                count = _note_runs(facts, piles, state, source, target, found, count)
    open_faces = 0
    for target in facts[facts[BLOCKS] : facts[BLOCKS + 1]]:
        want = wanted(facts, piles, state, target)
        wants[target] = want
        open_faces |= want
    if open_faces:
        for source in facts[facts[SOURCES] : facts[SOURCES + 1]]:
            node = state[source]
            run = piles[node + RUN]
            size = 1
            while size <= run:
                face = piles[node + CODE] & FACE
                left = piles[node + PARENT]
                if (open_faces >> face) & 1 and not (same_order and _repeats(facts, state, source)):
                    for target in facts[facts[BLOCKS] : facts[BLOCKS + 1]]:
                        if (wants[target] >> face) & 1 == 0 or source == target:
                            continue
                        if idle and not _is_exchange(facts, piles, state, source, target, left):
                            idle = False
                        if same_order and _repeats(facts, state, target):
                            continue
                        count = _note(found, count, source, target, size)
                node = left
                size += 1
    if deal_allowed(facts, piles, state, idle):
        found[count] = DEAL
        count += 1
    return count


@kernel
def _note(found: Numbers, count: int, source: int, target: int, size: int) -> int:
    found[count] = (source << 16) | (target << 8) | size
    return count + 1


@kernel
def _repeats(facts: Numbers, state: Numbers, slot: int) -> bool:
    """Whether the slot before is of the same group and holds the same cards."""
    return (
        slot > 0 and facts[slot - 1 + GROUP_OF_SLOT] == facts[slot + GROUP_OF_SLOT] and state[slot - 1] == state[slot]
    )


@kernel
def _note_runs(
    facts: Numbers, piles: Numbers, state: Numbers, source: int, target: int, found: Numbers, count: int
) -> int:
    """Write down the moves that carry two cards or more onto a pile that takes them one by one."""
    node = state[source]
    run = piles[node + RUN]
    upon = laid(facts, piles, state[target], piles[node + CODE])
    size = 2
    while size <= run:
        node = piles[node + PARENT]
        if (piles[upon + WANT] >> (piles[node + CODE] & FACE)) & 1 == 0:
            return count
        count = _note(found, count, source, target, size)
        upon = laid(facts, piles, upon, piles[node + CODE])
        size += 1
    return count


@kernel
def _is_exchange(facts: Numbers, piles: Numbers, state: Numbers, source: int, target: int, left: int) -> bool:
    """Whether a move leaves the same cards in play; `left` is the pile that it leaves."""
    if facts[source + KIND_OF_SLOT] != TABLEAU_KIND or facts[target + KIND_OF_SLOT] != TABLEAU_KIND:
        return False
    onto = state[target]
    if piles[left + SIZE] == 0 or piles[onto + SIZE] == 0:
        return piles[left + SIZE] == 0 and piles[onto + SIZE] == 0
    return piles[left + CODE] < DOWN and piles[left + CODE] == piles[onto + CODE] & FACE


@kernel
def play(facts: Numbers, piles: Numbers, state: Numbers, move: int) -> None:
    """Make a move in a state, with what it sets off; the slots stay where they are."""
    size = move & 255
    if size == 0:
        _deal(facts, piles, state)
        return
    source = move >> 16
    target = (move >> 8) & 255
    node = state[source]
    onto = state[target]
    if facts[target + KIND_OF_SLOT] == FOUNDATION_KIND:
        onto = laid(facts, piles, onto, facts[(piles[node + CODE] & FACE) + LIKE])
        for _ in range(size - 1):
            node = piles[node + PARENT]
            onto = laid(facts, piles, onto, facts[(piles[node + CODE] & FACE) + LIKE])
    elif size == 1:
        onto = laid(facts, piles, onto, piles[node + CODE])
    else:
        onto = _laid_run(facts, piles, node, onto, size)
        for _ in range(size - 1):
            node = piles[node + PARENT]
    node = lifted(facts, piles, node)
    state[target] = onto
    stock = facts[STOCK]
    if piles[node + SIZE] == 0 and facts[source + FILLS_OF_SLOT] and stock >= 0 and piles[state[stock] + SIZE]:
        node = laid(facts, piles, node, piles[state[stock] + CODE])
        state[stock] = piles[state[stock] + PARENT]
    state[source] = node
    if facts[MAKES_SAFE_MOVES] and facts[target + KIND_OF_SLOT] != TABLEAU_KIND:
        state[facts[SLOTS] + 1] = free_faces(facts, piles, state)


@kernel
def _laid_run(facts: Numbers, piles: Numbers, node: int, onto: int, size: int) -> int:
    depth = size - 1
    while depth >= 0:
        card = node
        for _ in range(depth):
            card = piles[card + PARENT]
        onto = laid(facts, piles, onto, piles[card + CODE])
        depth -= 1
    return onto


@kernel
def _deal(facts: Numbers, piles: Numbers, state: Numbers) -> None:
    stock = state[facts[STOCK]]
    if piles[stock + SIZE] == 0:
        _redeal(facts, piles, state)
    elif facts[TURNS] and facts[WASTE] >= 0:
        for _ in range(facts[TURNS]):
            if piles[stock + SIZE]:
                state[facts[WASTE]] = laid(facts, piles, state[facts[WASTE]], piles[stock + CODE])
                stock = piles[stock + PARENT]
        state[facts[STOCK]] = stock
    else:
        for slot in facts[facts[TABLEAU] : facts[TABLEAU + 1]]:
            if piles[stock + SIZE]:
                state[slot] = laid(facts, piles, state[slot], piles[stock + CODE])
                stock = piles[stock + PARENT]
        state[facts[STOCK]] = stock


@kernel
def _redeal(facts: Numbers, piles: Numbers, state: Numbers) -> None:
    """Gather the cards, shuffle them where there is no waste, and turn them over as the new stock."""
    total = 0
    for slot in facts[facts[GATHERED] : facts[GATHERED + 1]]:
        total += piles[state[slot] + SIZE]
    order = [0] * total
    end = 0
    for slot in facts[facts[GATHERED] : facts[GATHERED + 1]]:
        node = state[slot]
        end += piles[node + SIZE]
        place = end - 1
        while piles[node + SIZE]:
            order[place] = piles[node + CODE] & FACE
            node = piles[node + PARENT]
            place -= 1
        state[slot] = node
    if facts[SHUFFLES]:
        first = DRAWS_PER_REDEAL * state[facts[SLOTS]]
        for last in range(total - 1, 0, -1):
            other = int(facts[first + total - 1 - last + DRAWS] / 9007199254740992.0 * (last + 1))
            order[last], order[other] = order[other], order[last]
        order.reverse()
    node = state[facts[STOCK]]
    for place in range(total - 1, -1, -1):
        node = laid(facts, piles, node, order[place])
    state[facts[STOCK]] = node
    if facts[COUNTS_REDEALS]:
        state[facts[SLOTS]] += 1


@kernel
def tidy(facts: Numbers, piles: Numbers, state: Numbers) -> None:
    """Bring piles that can be swapped into one order, so that states which differ by a swap are the same.

    Piles of a group that opens others are sorted by their first card and bring the piles that they opened
    along; among those whose openers began with the same face, the opened ones are then sorted for themselves,
    as nothing but that face matters to them.
    """
    for number in range(facts[CLASSES]):
        if facts[number + CLASS_WAITS] and not order_is_free(facts, piles, state):
            continue
        first = facts[number + CLASS_FIRST]
        end = first + facts[number + CLASS_SIZE]
        tied_from = facts[number + TIED_FROM]
        tied_to = facts[number + 1 + TIED_FROM]
        for slot in range(first + 1, end):
            here = slot
            node = state[here]
            worth = piles[node + RANK]
            while here > first and piles[state[here - 1] + RANK] > worth:
                state[here] = state[here - 1]
                state[here - 1] = node
                for k in range(tied_from, tied_to):
                    other = facts[k + TIED] + here - first
                    held = state[other]
                    state[other] = state[other - 1]
                    state[other - 1] = held
                here -= 1
        for k in range(tied_from, tied_to):
            base = facts[k + TIED]
            for column in range(1, end - first):
                here = column
                while (
                    here > 0
                    and piles[state[first + here] + FIRST] == piles[state[first + here - 1] + FIRST]
                    and state[base + here - 1] > state[base + here]
                ):
                    held = state[base + here]
                    state[base + here] = state[base + here - 1]
                    state[base + here - 1] = held
                    here -= 1


@kernel
def free_faces(facts: Numbers, piles: Numbers, state: Numbers) -> int:
    """The set of faces that may go up the moment they can, as it can never hurt.

    A face is *ready* when every copy of it that is not up yet could go up now: there are as many foundations
    that wait for it as such copies. It is *free* when it is ready and every face that could lie upon it in the
    tableau is all up, or free itself. `solitaire_widget.search.safety` has the argument.

    Faces that no foundation tells apart count as one (`Facts.like`); how often each of them is up is counted
    in four sets of bits, a binary digit in each.
    """
    up1 = up2 = up4 = up8 = 0
    all1 = all2 = all4 = all8 = 0
    ready_now = 0
    for slot in facts[facts[FOUNDATIONS] : facts[FOUNDATIONS + 1]]:
        marks = piles[state[slot] + MARKS]
        want = wanted(facts, piles, state, slot)
        reach = marks
        if want:
            one = _likes(facts, want)
            if one & (one - 1) == 0:
                reach |= one
                ready_now |= one
        carry = up1 & marks
        up1 ^= marks
        more = up2 & carry
        up2 ^= carry
        carry = up4 & more
        up4 ^= more
        up8 ^= carry
        carry = all1 & reach
        all1 ^= reach
        more = all2 & carry
        all2 ^= carry
        carry = all4 & more
        all4 ^= more
        all8 ^= carry
    gone = ~(
        (up1 ^ facts[COPIES + 0]) | (up2 ^ facts[COPIES + 1]) | (up4 ^ facts[COPIES + 2]) | (up8 ^ facts[COPIES + 3])
    ) & ((1 << 52) - 1)
    full = ~(
        (all1 ^ facts[COPIES + 0])
        | (all2 ^ facts[COPIES + 1])
        | (all4 ^ facts[COPIES + 2])
        | (all8 ^ facts[COPIES + 3])
    ) & ((1 << 52) - 1)
    free = (ready_now & full) | facts[ALWAYS_READY]
    free &= ~gone
    changed = free != 0
    while changed:
        changed = False
        kept = free | gone
        for face in range(52):
            if (free >> face) & 1 and facts[face + BENEATH] & ~kept:
                free &= ~(1 << face)
                changed = True
    if facts[MIRRORS] == 0 or free == 0:
        return free
    faces = 0
    for face in range(52):
        if (free >> face) & 1:
            faces |= facts[face + ALIKE]
    return faces


@kernel
def _likes(facts: Numbers, faces: int) -> int:
    """The same set with each face replaced by the one that stands for all that are like it."""
    if facts[MIRRORS] == 0:
        return faces
    likes = 0
    for face in range(52):
        if (faces >> face) & 1:
            likes |= 1 << facts[face + LIKE]
    return likes


@kernel
def safe_move(facts: Numbers, piles: Numbers, state: Numbers) -> int:
    """A move that can never hurt, or the only one that there is; 0 where there is neither."""
    free = state[facts[SLOTS] + 1]
    if free == 0 and facts[PLAYS_BEFORE_DEALING] == 0:
        return 0
    fills = facts[STOCK] >= 0 and piles[state[facts[STOCK]] + SIZE] > 0
    idle = facts[PLAYS_BEFORE_DEALING] > 0
    open_faces = 0
    if idle:
        for target in facts[facts[FOUNDATIONS] : facts[FOUNDATIONS + 1]]:
            open_faces |= wanted(facts, piles, state, target)
    for source in facts[facts[SOURCES] : facts[SOURCES + 1]]:
        node = state[source]
        if piles[node + RUN] == 0:
            continue
        face = piles[node + CODE] & FACE
        if (free >> face) & 1 and not (fills and facts[source + FILLS_OF_SLOT] and piles[node + SIZE] == 1):
            target = _place_for(facts, piles, state, face)
            if target >= 0:
                return (source << 16) | (target << 8) | 1
        elif (open_faces >> face) & 1:
            target = _place_for(facts, piles, state, face)
            if target >= 0:
                if _has_no_rival(facts, piles, state, face):
                    return (source << 16) | (target << 8) | 1
                idle = False
    return DEAL if idle and fills else 0


@kernel
def _place_for(facts: Numbers, piles: Numbers, state: Numbers, face: int) -> int:
    """The first foundation that takes a face, or -1."""
    for target in facts[facts[FOUNDATIONS] : facts[FOUNDATIONS + 1]]:
        if (wanted(facts, piles, state, target) >> face) & 1:
            return target
    return -1


@kernel
def _has_no_rival(facts: Numbers, piles: Numbers, state: Numbers, face: int) -> bool:
    """Whether as many foundations wait for a face as there are cards like it in the tableau."""
    places = 0
    for target in facts[facts[FOUNDATIONS] : facts[FOUNDATIONS + 1]]:
        places += (wanted(facts, piles, state, target) >> face) & 1
    like = facts[LIKE + face]
    for slot in facts[facts[TABLEAU] : facts[TABLEAU + 1]]:
        node = state[slot]
        while piles[node + SIZE]:
            if facts[LIKE + (piles[node + CODE] & FACE)] == like:
                places -= 1
                if places < 0:
                    return False
            node = piles[node + PARENT]
    return True


@kernel
def settle(facts: Numbers, piles: Numbers, state: Numbers) -> None:
    """Make every move that can never hurt, one after the other."""
    move = safe_move(facts, piles, state)
    while move:
        play(facts, piles, state, move)
        tidy(facts, piles, state)
        move = safe_move(facts, piles, state)


@kernel
def dealt(facts: Numbers, piles: Numbers, state: Numbers) -> int:
    """How many cards have left the stock, counting on from redeal to redeal."""
    if facts[STOCK] < 0 or not facts[LAYERED]:
        return 0
    return facts[CARDS] * (state[facts[SLOTS]] + 1) - piles[state[facts[STOCK]] + SIZE]
