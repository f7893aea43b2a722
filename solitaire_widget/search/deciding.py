"""Deciding many deals, one number after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple, SupportsIndex

from ..cards import FACES, decks
from ..deals import read_number
from ..games import find_rules
from ..position import Position, _dealing_order
from ..rules import Rules
from .asking import Stop
from .kernel import dealing, looking
from .loading import Kernel, load
from .solving import Limits, Search, Table, Verdict
from .states import States

__all__ = ["Decided", "decide_deals"]

VERDICTS: Final[dict[int, Verdict]] = {
    dealing.UNDECIDED: "unknown",
    dealing.IS_WON: "won",
    dealing.IS_LOST: "lost",
}
BATCH: Final = 4096
FEW_STATES: Final = 128
HIGHEST_LOW: Final = 0xFFFFFFFF


class Decided(NamedTuple):
    """What became of one deal.

    Attributes
    ----------
    number : int
        The deal number.
    verdict : str
        ``"won"``, ``"lost"`` or ``"unknown"``.
    states : int
        How many different states were met.
    """

    number: int
    verdict: Verdict
    states: int


def decide_deals(
    rules: Rules | str,
    numbers: Iterable[SupportsIndex | str],
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: Stop | None = None,
    compiled: bool | None = None,
) -> Iterator[Decided]:
    """Say of each deal number whether the deal can be won, in the order of the numbers.

    A game in which nothing is built on the tableau is looked at whole, and compiled it is dealt and decided
    without coming back to Python; any other is solved deal by deal as `solve` does.

    Parameters
    ----------
    rules : Rules or str
        The game, with its options, or its name.
    numbers : iterable of int
        Deal numbers.
    nodes, seconds : optional
        What to spend on a deal at the most; seconds are not counted where a game is looked at whole.
    stop : Event or callable, optional
        Asked between deals; no more are decided once it is set or says True.
    compiled : bool, optional
        As for `solve`.

    Examples
    --------
    >>> [deal.verdict for deal in decide_deals("auld lang syne", [1, 32296], compiled=False)]
    ['lost', 'won']
    """
    rules = find_rules(rules)
    kernel = load(compiled)
    read = map(read_number, numbers)
    if kernel.compiled and _can_be_dealt_inside(rules):
        return _decided_inside(rules, read, kernel, Limits(None, nodes, stop))
    return _decided_one_by_one(rules, read, kernel, nodes, seconds, stop)


def _decided_one_by_one(
    rules: Rules,
    numbers: Iterable[int],
    kernel: Kernel,
    nodes: int | None,
    seconds: float | None,
    stop: Stop | None,
) -> Iterator[Decided]:
    for number in numbers:
        limits = Limits(seconds, nodes, stop)
        if limits.over:
            return
        solution = Search(Position.dealt(rules, number), kernel).run(limits)
        yield Decided(number, solution.verdict, solution.states)


def _can_be_dealt_inside(rules: Rules) -> bool:
    """Whether nothing is built on the tableau, nothing is shuffled later, and one round of draws is enough."""
    stocks = rules.of_kind("stock")
    plain = not any(group.build or group.starts_with for group in rules.of_kind("tableau"))
    shuffles = bool(stocks) and stocks[0].redeals != 0 and not rules.of_kind("waste")
    return plain and not shuffles and rules.decks * FACES <= dealing.MOST_CARDS


class Dealer:
    """What the compiled loop needs in order to deal a game by number.

    Parameters
    ----------
    rules : Rules
        The game, with its options.
    kernel : Kernel
        The inner loops.
    """

    def __init__(self, rules: Rules, kernel: Kernel) -> None:
        cards = rules.decks * FACES
        self.rules, self.kernel = rules, kernel
        self.states = States(Position.dealt(rules, 1), kernel)
        index = self.states.facts.tables.index
        numbers = kernel.numbers
        aside = [0] * cards
        face_up: dict[int, int | None] = {}
        for group in rules.groups:
            kept = [card for card in decks(rules.decks) if card.rank in group.set_aside]
            for name, card in zip(group.names, kept, strict=False):
                aside[(card.deck - 1) * FACES + card.face] = index[name] + 1
            face_up |= {index[name]: group.face_up for name in group.names}
        order = [index[name] for name in _dealing_order(rules)]
        targets = []
        for place, slot in enumerate(order):
            up = face_up[slot]
            down = up is not None and order[place:].count(slot) > up
            targets.append(slot | (down << 16))
        self.aside, self.targets = numbers(aside), numbers(targets)
        self.empty = numbers(list(self.states.facts.empty))
        fresh = list(range(cards))
        by_rank = [suit * 13 + rank for rank in range(13) for suit in (0, 3, 2, 1)]
        self.fresh, self.fresh_low = numbers(fresh), numbers(by_rank if rules.decks == 1 else fresh)
        self.order = numbers(fresh)
        self.base = numbers(_before_seeding())
        self.twister = numbers([0] * dealing.WORDS)

    def state_of(self, number: int) -> list[int]:
        """The tidy state of a deal."""
        low, high = number & HIGHEST_LOW, number >> 32
        few = number < dealing.FIRST_PYTHON_DEAL
        self.order[:] = self.fresh_low if few else self.fresh
        pages = self.kernel.dealing
        pages.shuffle(low, high, self.base, self.twister, self.order)
        state = self.kernel.numbers([0] * self.states.width)
        pages.lay_out(self.states.flat, self.states.piles, self.empty, self.order, self.aside, self.targets, state)
        return [int(entry) for entry in state]


def _before_seeding() -> list[int]:
    """The state of a Mersenne Twister seeded with its usual first number, before a longer seed is mixed in."""
    words = [19650218]
    while len(words) < dealing.WORDS:
        words.append((1812433253 * (words[-1] ^ (words[-1] >> 30)) + len(words)) & 0xFFFFFFFF)
    return words


def _decided_inside(rules: Rules, numbers: Iterable[int], kernel: Kernel, limits: Limits) -> Iterator[Decided]:
    dealer = Dealer(rules, kernel)
    states = dealer.states
    last_layer = Search(Position.dealt(rules, 1), kernel).last_layer
    table = Table(states, [0] * states.width, last_layer, 0, FEW_STATES)
    numbers = iter(numbers)
    while batch := list(islice(numbers, BATCH)):
        lows = kernel.numbers([number & HIGHEST_LOW for number in batch])
        highs = kernel.numbers([number >> 32 for number in batch])
        verdicts, met = kernel.numbers([0] * len(batch)), kernel.numbers([0] * len(batch))
        first = 0
        while first < len(batch):
            if limits.over:
                return
            table.control[looking.LIMIT] = limits.nodes
            first = int(
                kernel.dealing.decide(
                    *(states.flat, states.piles, dealer.empty, dealer.aside, dealer.targets, dealer.fresh),
                    *(dealer.fresh_low, dealer.base, dealer.twister, dealer.order, *table.sequences),
                    *(table.state, table.child, states.wants, states.found, states.scratch, lows, highs, verdicts, met),
                    *(first, len(batch)),
                )
            )
            if first < len(batch):
                table.make_room()
        said = [VERDICTS[verdict] for verdict in verdicts.tolist()]
        yield from map(Decided, batch, said, met.tolist())
