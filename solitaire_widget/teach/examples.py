"""Small positions that show a rule, found by trying cards against a declaration.

The board is a part of the game's: a few piles of each group are enough, and their cards can be read in a small
picture. Nothing here knows a game: each example is laid out by what a group of piles builds, takes or lets
travel, and kept only if the position itself allows and refuses what it is meant to show. A variant's examples
are right by that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from ..cards import Card, Rank, SolitaireError, Suit, decks
from ..layout import WIDTHS
from ..moves import Move
from ..position import Position
from ..refusals import allowing, listed
from ..rules import ANY_RANK, Build, PileGroup, Rules
from .marks import Marks
from .phrases import opener_of

__all__ = ["Example", "examples_of", "opening_of"]

FACES: Final = decks(1)
FIRST_DEAL: Final = 1
MOST_PILES: Final = 4
GAPS: Final = frozenset(WIDTHS)
SUIT_FIRST: Final = Suit.HEARTS
RANK_FIRST: Final = Rank.NINE


class Example(NamedTuple):
    """A position that shows a rule.

    Attributes
    ----------
    caption : str
        What is seen.
    position : Position
        The cards.
    marks : Marks
        The move that is allowed and the one that is refused.
    rules : tuple of str
        The rows of the ledger that say so.
    """

    caption: str
    position: Position
    marks: Marks
    rules: tuple[str, ...]


def opening_of(rules: Rules) -> Example:
    """How a deal looks at the start.

    Examples
    --------
    >>> from solitaire_widget import ADELA
    >>> opening_of(ADELA).caption
    'Deal 1 at the start.'
    """
    return Example(f"Deal {FIRST_DEAL} at the start.", Position.dealt(rules, FIRST_DEAL), Marks(), ())


def examples_of(rules: Rules) -> tuple[Example, ...]:
    """What starts a pile, how it builds and what travels: one example for each group and clause that has any.

    Examples
    --------
    >>> from solitaire_widget import ARABELLA
    >>> for example in examples_of(ARABELLA):
    ...     print(example.caption, *example.rules)
    A♥ starts F2; 2♥ does not. AR-5
    3♥ goes on 2♥ in F2; 3♣ does not. AR-6
    2♥ and 3♥ go up one by one to F2. AR-9 AR-15 AR-6
    K♥ starts T2; Q♥ does not. AR-8
    8♣ goes on 9♥ in T2; 10♥ does not. AR-7
    7♣ and 6♣ go together on 8♥ in T2; 7♠ and 6♥ do not go together on 8♣ in T4. AR-9 AR-7 AR-10
    """
    rules = _small(rules)
    made: list[Example] = []
    for group in rules.groups:
        for show in (_starting, _building, _turning, _going_up, _travelling):
            for piles, good, bad in show(rules, group):
                example = _example(rules, piles, good, bad)
                if example is not None:
                    made.append(example)
                    break
    return tuple(made)


def _small(rules: Rules) -> Rules:
    """The same game with a few piles of each group."""
    piles = tuple(
        replace(group, count=min(group.count, MOST_PILES), dealt=group.dealt[:MOST_PILES]) for group in rules.piles
    )
    names = {name for group in piles for name in group.names}
    board, narrow_board = _small_board(rules.board, names), _small_board(rules.narrow_board, names)
    return replace(rules, piles=piles, board=board, narrow_board=narrow_board)


def _small_board(board: tuple[str, ...], names: set[str]) -> tuple[str, ...]:
    """The board without the piles that are not there, nor the gaps between them."""
    lines = []
    for line in board:
        tokens = [token for token in line.split() if token in names or token in GAPS]
        while tokens and tokens[-1] in GAPS:
            tokens.pop()
        lines.append(" ".join(tokens))
    return tuple(filter(None, lines))


Trial = tuple[dict[str, list[Card]], Move | None, Move | None]
"""Piles, a move that should be allowed and one that should be refused."""


def _example(rules: Rules, piles: dict[str, list[Card]], good: Move | None, bad: Move | None) -> Example | None:
    """The example, if the position bears it out."""
    try:
        position = Position.of(rules, {name: tuple(cards) for name, cards in piles.items()})
    except SolitaireError:  # a card too many of one kind
        return None
    refusal = position.refusal(bad) if bad else None
    if (good and position.refusal(good)) or (bad and not refusal):
        return None
    ids: tuple[str, ...] = ()
    marks = Marks()
    if good:
        single = good.count == 1 and len(allowing(position, good)) > 1
        # A single card travels as it may; what the example is about is where it goes.
        ids += allowing(position, good)[1 if single else 0 :]
        marks += Marks.of(position, good, tone="good")
    if bad and refusal:
        ids += (refusal.rule,)
        marks += Marks.of(position, bad, tone="bad")
    return Example(_caption(position, good, bad), position, marks, tuple(dict.fromkeys(ids)))


def _caption(position: Position, good: Move | None, bad: Move | None) -> str:
    if good is None:
        return f"{_said(position, bad, allowed=False)}." if bad else ""
    told = _said(position, good, allowed=True)
    if bad is None:
        return f"{told}."
    if bad.target == good.target and bad.count == good.count:
        return f"{told}; {listed(_cards(position, bad))} {'does' if bad.count == 1 else 'do'} not."
    return f"{told}; {_said(position, bad, allowed=False)}."


def _said(position: Position, move: Move, allowed: bool) -> str:
    pile, one = position[move.target], move.count == 1
    cards = _cards(position, move)
    if position.group_of(move.target).piecemeal and allowed and not one:
        return f"{listed(cards[::-1])} go up one by one to {move.target}"
    if not pile:
        verb = ("starts" if one else "start") if allowed else ("does not start" if one else "do not start")
        return f"{listed(cards)} {verb} {move.target}"
    verb = ("goes" if one else "go together") if allowed else ("does not go" if one else "do not go together")
    return f"{listed(cards)} {verb} on {pile[-1]} in {move.target}"


def _cards(position: Position, move: Move) -> tuple[Card, ...]:
    return position[move.source][-move.count :]


def _place(group: PileGroup) -> str:
    """The pile that cards are laid on: not the first one, so that they may come from both sides."""
    return group.names[min(1, group.count - 1)]


def _hands(rules: Rules, target: str) -> list[str]:
    """Two piles that cards may leave by hand, other than the one they go to."""
    kinds = ("tableau", "waste", "cell")
    names = [name for kind in kinds for group in rules.groups if group.kind == kind for name in group.names]
    apart = [name for name in (*names[::2], *names[1::2]) if name != target]
    return apart[:2]


def _starting(rules: Rules, group: PileGroup) -> Iterator[Trial]:
    """A card that an empty pile takes, and one that it does not."""
    if group.kind not in ("foundation", "tableau") or group.set_aside or set(group.starts_with) == set(ANY_RANK):
        return
    target = _place(group)
    hands = _hands(rules, target)
    if not group.starts_with or len(hands) < 2:
        return
    rank = group.starts_with[0]
    good, bad = Card(rank, SUIT_FIRST), Card(_next_rank(rank, group), SUIT_FIRST)
    piles: dict[str, list[Card]] = {hands[0]: [good], hands[1]: [bad]}
    refused = target
    if group.opened_by:
        opener = opener_of(target, group)
        first = next(each for each in rules.groups if opener in each.names).starts_with[0]
        piles |= {opener: [Card(first, SUIT_FIRST)], hands[1]: [Card(rank, Suit.CLUBS)]}
        refused = group.names[-1]
    yield piles, Move(hands[0], target), Move(hands[1], refused)


def _next_rank(rank: Rank, group: PileGroup) -> Rank:
    """A rank beside another one that does not start a pile."""
    beside = [Rank(r) for r in (rank - 1, rank + 1) if 1 <= r <= len(Rank)]
    return next((r for r in beside if r not in group.starts_with), beside[0])


def _building(rules: Rules, group: PileGroup) -> Iterator[Trial]:
    """A card that goes on a pile, and one that does not; where nothing is built, a neighbour that does not."""
    if group.kind not in ("foundation", "tableau") or group.limit == 1:
        return
    target = _place(group)
    hands = _hands(rules, target)
    if len(hands) < 2:
        return
    pile = _pile_to_build_on(group)
    if group.build is None:
        below = Card(Rank(pile[-1].rank - 1), SUIT_FIRST)
        yield {target: pile, hands[0]: [below]}, None, Move(hands[0], target)
        return
    yield from _good_and_bad(pile, target, hands, group.build)


def _good_and_bad(pile: list[Card], target: str, hands: list[str], build: Build) -> Iterator[Trial]:
    upon = pile[-1]
    for good in _by_suit(lambda card: build.follows(card, upon), other_than=upon):
        rank = [card for card in FACES if card.rank == good.rank and not build.follows(card, upon)]
        other_way = [card for card in FACES if card.suit is upon.suit and build.follows(upon, card)]
        same_suit = [card for card in FACES if card.suit is upon.suit and not build.follows(card, upon)]
        for bad in (*rank, *other_way, *same_suit):
            if bad not in pile:
                yield {target: pile, hands[0]: [good], hands[1]: [bad]}, Move(hands[0], target), Move(hands[1], target)


def _pile_to_build_on(group: PileGroup) -> list[Card]:
    if group.kind != "foundation" or group.build is None or not group.starts_with:
        return [Card(RANK_FIRST, SUIT_FIRST)]
    first = Card(group.starts_with[0], SUIT_FIRST)
    build = group.build
    return [first, *_by_suit(lambda card: build.follows(card, first), like=first)[:1]]


def _turning(rules: Rules, group: PileGroup) -> Iterator[Trial]:
    """The step around the corner, from king to ace or from ace to king."""
    if group.build is None or not group.build.around or group.kind != "tableau":
        return
    last = Rank.KING if group.build.step > 0 else Rank.ACE
    hands = _hands(rules, _place(group))
    if len(hands) == 2:
        yield from _good_and_bad([Card(last, SUIT_FIRST)], _place(group), hands, group.build)


def _going_up(rules: Rules, group: PileGroup) -> Iterator[Trial]:
    """A run that goes onto a foundation card by card, where the tableau's runs allow it."""
    build = group.build
    if group.kind != "foundation" or build is None or not group.starts_with:
        return
    first = Card(group.starts_with[0], SUIT_FIRST)
    hands = [name for each in rules.of_kind("tableau") if each.travels is not None for name in each.names]
    for second in FACES:
        if hands and build.follows(second, first):
            for third in FACES:
                if build.follows(third, second):
                    place = _place(group)
                    yield {place: [first], hands[0]: [third, second]}, Move(hands[0], place, 2), None


def _travelling(rules: Rules, group: PileGroup) -> Iterator[Trial]:
    """Two cards that travel together, and two that do not though the first of them would fit."""
    build, travels = group.build, group.travels
    if group.kind == "tableau" and build is None:
        yield from _one_by_one(rules, group)
    if group.kind != "tableau" or build is None or group.count < 4:
        return
    ours, onto, theirs, beside = group.names[:4]
    for top in _runs(build, travels, build):
        spare = [card for card in FACES if card not in top]
        for other in _broken(build, travels, spare):
            held = {theirs: list(other[1:]), beside: [other[0]]}
            refused = Move(theirs, beside, 2)
            if travels is None:
                yield held, None, refused
            else:
                yield {ours: list(top[1:]), onto: [top[0]], **held}, Move(ours, onto, 2), refused


def _one_by_one(rules: Rules, group: PileGroup) -> Iterator[Trial]:
    """Two cards that a foundation would take one after the other, but not together."""
    for foundation in rules.of_kind("foundation"):
        build, target = foundation.build, _place(foundation)
        if build is not None and foundation.starts_with:
            pile = _pile_to_build_on(foundation)
            for first in FACES:
                second = next((card for card in FACES if build.follows(card, first) and card not in pile), None)
                if second and build.follows(first, pile[-1]):
                    yield {target: pile, group.names[0]: [second, first]}, None, Move(group.names[0], target, 2)


Three = tuple[Card, Card, Card]
"""A card, and two that would go on it together."""


def _runs(build: Build, travels: Build | None, upon: Build) -> Iterator[Three]:
    joins = travels or build
    base = Card(Rank(RANK_FIRST - 1), SUIT_FIRST)
    for head in _by_suit(lambda card: upon.follows(card, base), other_than=base):
        for tail in FACES:
            if joins.follows(tail, head):
                yield base, head, tail


def _broken(build: Build, travels: Build | None, spare: list[Card]) -> Iterator[Three]:
    """Three cards of which the last two do not travel together: first such as are built all the same."""
    for built in (True, False):
        for base in (card for card in spare if card.rank == RANK_FIRST - 1):
            for head in (card for card in spare if build.follows(card, base) and card != base):
                for tail in (card for card in spare if card not in (base, head)):
                    joined = travels is not None and travels.follows(tail, head)
                    next_rank = any(build.follows(Card(tail.rank, suit), head) for suit in Suit)
                    if next_rank and not joined and build.follows(tail, head) is built:
                        yield base, head, tail


def _by_suit(fits: Callable[[Card], bool], *, like: Card | None = None, other_than: Card | None = None) -> list[Card]:
    """The faces that fit: those of a suit first, or those of another colour and another suit first."""

    def distance(card: Card) -> int:
        if like is not None:
            return int(card.suit is not like.suit)
        assert other_than is not None
        return 2 * (card.suit.is_red == other_than.suit.is_red) + (card.suit is other_than.suit)

    return sorted(filter(fits, FACES), key=distance)
