"""Endgames for exercises: positions a few moves from won, and the fewest moves that win.

An endgame is made backwards, from the declaration alone: all cards lie where they have to go, then cards are taken
back, each step so that one legal move undoes it. Every card lies face up in an endgame, also where the game deals some
face down. `fewest_moves` then looks forwards and proves how many moves a win takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import count as numbers
from itertools import pairwise, permutations
from typing import Final, NamedTuple

from ...cards import Card, SolitaireError, decks
from ...moves import DEAL, Move
from ...position import Position
from ...rules import PileGroup, Rules
from .draws import Draws, choices

__all__ = ["Endgame", "EndgameError", "endgame", "fewest_moves", "won_position"]

MOST_LOOKED_AT: Final = 20_000
"""How many positions a search for the fewest moves looks at before it gives up."""

TRIES_A_STEP: Final = 8
TRIES_A_CHAIN: Final = 200
GOOD_CHAINS: Final = 4
MORE_STEPS: Final = 2
LOOKED_AT_A_CHAIN: Final = 400

Waiting = tuple[int, int, int, Position, tuple[Move, ...]]
Before = tuple[dict[str, tuple[Card, ...]], Move]


class EndgameError(SolitaireError):
    """An endgame that cannot be made, or one whose fewest moves are not found."""


# -- the fewest moves --------------------------------------------------------------------------------------


def fewest_moves(position: Position, at_most: int, looked_at: int = MOST_LOOKED_AT) -> tuple[Move, ...] | None:
    """A shortest line of moves that wins, or None where no line of at most so many does.

    The search is exhaustive: best first, by the moves made and a number of moves that are needed at least.

    Raises
    ------
    EndgameError
        When so many positions were looked at and the question is still open.

    Examples
    --------
    >>> from solitaire_widget import AULD_LANG_SYNE
    >>> fewest_moves(endgame(AULD_LANG_SYNE, Draws(1), 3).position, 2) is None
    True
    """
    order = numbers()
    waiting: list[Waiting] = [(_needed(position), 0, next(order), position, ())]
    best: dict[Position, int] = {position: 0}
    line: tuple[Move, ...]
    while waiting:
        expected, _, _, here, line = heappop(waiting)
        if expected > at_most:
            return None
        if here.status == "won":
            return line
        made = len(line) + 1
        for move in _representatives(here):
            after = here.after(move)
            if best.get(after, at_most + 1) > made:
                best[after] = made
                if (expected := made + _needed(after)) <= at_most:
                    heappush(waiting, (expected, -made, next(order), after, (*line, move)))
        if len(best) > looked_at:
            raise EndgameError(
                f"no win in {at_most} moves among {looked_at:,} positions, and more are left: give fewer cards or moves"
            )
    return None


def _representatives(position: Position) -> Iterator[Move]:
    """One move for each choice; all of them where a dealt row could tell empty piles apart."""
    stocks = position.rules.of_kind("stock")
    if stocks and position[stocks[0].letter] and not position.rules.of_kind("waste"):
        return iter(position.legal_moves)
    return (moves[0] for moves in choices(position).values())


def _needed(position: Position) -> int:
    """A number of moves that a win takes at least.

    A move lifts one run from what it lies on, so each run in play needs a move of its own. Where a redeal may gather
    cards, only those that never travel together are counted, one by one.
    """
    rules = position.rules
    travels = any(group.travels for group in rules.groups)
    stock = next(iter(rules.of_kind("stock")), None)
    gathered = _gathered_kind(rules) if stock is not None and stock.redeals != 0 else ""
    needed = 0
    for group in rules.groups:
        if group.kind in ("tableau", "waste", "cell"):
            for name in group.names:
                if not travels:
                    needed += len(position[name])
                elif group.kind != gathered:
                    needed += _runs(position[name], group)
    if stock is not None and position[stock.letter]:
        waiting = len(position[stock.letter])
        if not any(group.fills for group in rules.groups):
            needed += -(-waiting // (stock.turns or sum(group.count for group in rules.of_kind("tableau"))))
        if not travels:
            needed += waiting
    return needed


def _gathered_kind(rules: Rules) -> str:
    return "waste" if rules.of_kind("waste") else "tableau"


def _runs(pile: tuple[Card, ...], group: PileGroup) -> int:
    if group.travels is None:
        return len(pile)
    return bool(pile) + sum(not group.travels.follows(card, upon) for upon, card in pairwise(pile))


# -- backwards from a won position -------------------------------------------------------------------------


class Endgame(NamedTuple):
    """A position and one shortest line of moves that wins it."""

    position: Position
    line: tuple[Move, ...]


def endgame(rules: Rules, draws: Draws, moves: int, chains: int = GOOD_CHAINS) -> Endgame:
    """Make a position that takes so many moves to win, and no fewer.

    A few are made, and the one kept where most goes wrong by playing carelessly; first of all one that needs a
    move which brings no card home.

    Raises
    ------
    EndgameError
        When the game's declaration gives no such position.

    Examples
    --------
    >>> from solitaire_widget import ADELA
    >>> made = endgame(ADELA, Draws(5), 3)
    >>> len(made.line), len(fewest_moves(made.position, 9))
    (3, 3)
    """
    found: list[tuple[tuple[bool, int], Endgame]] = []
    won = won_position(rules, draws)
    for _ in range(TRIES_A_CHAIN):
        made = _taken_back(won, draws, moves)
        if made is not None:
            found.append((_trickiness(made), made))
        if len(found) == chains or (found and found[-1][0][0]):
            break
    if not found:
        raise EndgameError(f"no position {moves} moves from won was found: {rules.name} gives none from this number")
    return max(found, key=lambda rated: rated[0])[1]


def _trickiness(made: Endgame) -> tuple[bool, int]:
    """Whether a move is needed that brings no card home, and how many moves along the line spoil the win at once."""
    spoiling, here = 0, made.position
    for left, move in zip(range(len(made.line) - 1, -1, -1), made.line, strict=True):
        spoiling += sum(_needed(here.after(other)) > left for other in _representatives(here))
        here = here.after(move)
    return not _goes_straight_home(made.position, len(made.line)), spoiling


def _goes_straight_home(position: Position, moves: int) -> bool:
    """Whether so many deals and moves onto foundations win."""
    if position.status == "won":
        return True
    if _needed(position) > moves:
        return False
    straight = (m for m in _representatives(position) if m.is_deal or position.group_of(m.target).kind == "foundation")
    return any(_goes_straight_home(position.after(move), moves - 1) for move in straight)


def won_position(rules: Rules, draws: Draws) -> Position:
    """All cards where they have to go, as drawn where the rules leave a choice.

    Raises
    ------
    EndgameError
        When the declared foundations do not take all cards.

    Examples
    --------
    >>> from solitaire_widget import AULD_LANG_SYNE
    >>> won_position(AULD_LANG_SYNE, Draws(1)).status
    'won'
    """
    left = list(decks(rules.decks))
    piles: dict[str, tuple[Card, ...]] = {}
    for group in sorted(rules.of_kind("foundation"), key=lambda group: bool(group.opened_by)):
        set_aside = [card for card in decks(rules.decks) if card.rank in group.set_aside]
        for place, name in enumerate(group.names):
            starts = set_aside[place : place + 1] or [card for card in left if card.rank in group.starts_with]
            if group.opened_by:
                opener = piles[_twin_place(name, group.letter, group.opened_by)]
                starts = [card for card in starts if opener and card.suit is opener[0].suit]
            piles[name] = tuple(_grown(group, starts, left, draws))
    if left:
        raise EndgameError(f"{left[0]} finds no place on the foundations: {rules.name} has no won position to begin at")
    return Position.of(rules, piles)


def _grown(group: PileGroup, starts: list[Card], left: list[Card], draws: Draws) -> Iterator[Card]:
    """The cards of one foundation, taken from those that are left."""
    fitting, size = starts, 0
    while fitting and (group.limit is None or size < group.limit):
        card = draws.one_of(fitting)
        left.remove(card)
        yield card
        size += 1
        fitting = [other for other in left if group.build is not None and group.build.follows(other, card)]


def _twin_place(name: str, letter: str, other: str) -> str:
    """The place of the same number in another group."""
    return other + name[len(letter) :]


def _taken_back(position: Position, draws: Draws, moves: int) -> Endgame | None:
    """A position so many moves from a won one, or None where the draws led nowhere.

    A step back may bring a shorter way with it; then one or two more are taken.
    """
    places = _places_to_work_with(position.rules, draws)
    for taken in range(1, moves + MORE_STEPS + 1):
        earlier = _earlier(position, draws, places)
        if earlier is None:
            return None
        position = earlier
        if taken >= moves:
            try:
                line = fewest_moves(position, moves, LOOKED_AT_A_CHAIN)
            except EndgameError:
                return None
            if line is None or len(line) == moves:
                return Endgame(position, line) if line else None
    return None


def _places_to_work_with(rules: Rules, draws: Draws) -> list[str]:
    """Few piles, so that cards come to lie on one another, and now and then a waste or a cell."""
    tableau = [name for group in rules.of_kind("tableau") for name in group.names]
    besides = [
        name for kind in (rules.of_kind("waste"), rules.of_kind("cell")) for group in kind for name in group.names
    ]
    return draws.some_of(tableau, 2 + draws.below(2)) + draws.some_of(besides, draws.below(2))


def _earlier(position: Position, draws: Draws, places: list[str]) -> Position | None:
    """A position from which one move leads here."""
    ways: tuple[Callable[[Position, Draws, list[str]], Before | None], ...] = (
        _from_foundation,
        _onto_what_it_fits,
        _where_it_buries,
        _from_deal,
    )
    for _ in range(TRIES_A_STEP):
        before = draws.one_of((*ways, *ways, *ways[:3]))(position, draws, places)
        if before is not None:
            earlier, move = _with(position, before[0]), before[1]
            if _leads(earlier, move, position):
                return earlier
    return None


def _leads(earlier: Position, move: Move, position: Position) -> bool:
    # An empty pile that waits for the stock is filled at once: no play leaves it so.
    if any(earlier.waits_for_stock(name) and not earlier[name] for name in earlier):
        return False
    return move in earlier.legal_moves and not earlier.is_exchange(move) and earlier.after(move) == position


def _from_foundation(position: Position, draws: Draws, places: list[str]) -> Before | None:
    """Cards go back from a foundation, more than one where runs travel."""
    target = draws.one_of(places)
    count = 1 + draws.below(3 if position.group_of(target).travels else 1)
    return _sent_back(position, draws.one_of(_foundations(position)), target, count)


def _onto_what_it_fits(position: Position, draws: Draws, places: list[str]) -> Before | None:
    """A card goes back from a foundation onto one that it could be moved onto, and may be moved on from there."""
    fitting = []
    for target in places:
        build, pile = position.group_of(target).build, position[target]
        if build is not None and pile:
            cards = ((source, position[source][-1]) for source in _foundations(position) if position[source])
            fitting += [(source, target) for source, card in cards if build.follows(card, pile[-1])]
    return _sent_back(position, *draws.one_of(fitting), 1) if fitting else None


def _foundations(position: Position) -> list[str]:
    return [name for group in position.rules.of_kind("foundation") for name in group.names]


def _sent_back(position: Position, source: str, target: str, count: int) -> Before | None:
    group, pile = position.group_of(source), position[source]
    left = len(pile) - count
    if left < bool(group.set_aside) or (not left and _opens_a_started_place(position, source)):
        return None
    return {source: pile[:left], target: position[target] + pile[left:][::-1]}, Move(target, source, count)


def _opens_a_started_place(position: Position, name: str) -> bool:
    letter = position.group_of(name).letter
    return any(
        position[_twin_place(name, letter, group.letter)]
        for group in position.rules.groups
        if group.opened_by == letter
    )


def _where_it_buries(position: Position, draws: Draws, places: list[str]) -> Before | None:
    """Cards that were moved onto a pile or a cell go back to where they lay on some that have to go home first."""
    pairs = [(source, target) for source, target in permutations(places, 2) if position[source]]
    burying = [(source, target) for source, target in pairs if _buries(position, source, target)]
    if not pairs:
        return None
    source, target = draws.one_of(burying or pairs)
    pile = position[source]
    count = 1 + draws.below(min(len(pile), 3 if position.group_of(source).travels else 1))
    left = len(pile) - count
    return {source: pile[:left], target: position[target] + pile[left:]}, Move(target, source, count)


def _buries(position: Position, source: str, target: str) -> bool:
    """Whether a pile's top card would lie on one of its suit that a foundation takes before it."""
    top = position[source][-1]
    steps = {group.build.step for group in position.rules.of_kind("foundation") if group.build}
    return any(
        card.suit is top.suit and (top.rank - card.rank) * step > 0 for card in position[target] for step in steps
    )


def _from_deal(position: Position, draws: Draws, places: list[str]) -> Before | None:
    """The cards of a last deal go back to the stock."""
    rules = position.rules
    stock, waste = next(iter(rules.of_kind("stock")), None), next(iter(rules.of_kind("waste")), None)
    if stock is None:
        return None
    if waste is not None and stock.turns:
        dealt_to = [waste.letter] * min(stock.turns, len(position[waste.letter]))
    else:
        row = [name for group in rules.of_kind("tableau") for name in group.names]
        dealt_to = row if position[stock.letter] else row[: 1 + draws.below(len(row))]
    piles = {name: position[name] for name in (stock.letter, *dealt_to)}
    for name in reversed(dealt_to):
        if not piles[name]:
            return None
        piles[stock.letter] += piles[name][-1:]
        piles[name] = piles[name][:-1]
    return (piles, DEAL) if dealt_to else None


def _with(position: Position, changed: dict[str, tuple[Card, ...]]) -> Position:
    """The same position with some piles changed."""
    _, (rules, _, hidden, redealt, number) = position.__reduce__()
    return Position(rules, tuple(changed.get(name, position[name]) for name in position), hidden, redealt, number)
