"""Solving: can this position still be won, by which moves, and how sure is the answer."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import Any, Final, Literal

from ..games import ALL_RULES
from ..moves import Move
from ..position import Position
from .asking import Stop, expect_asked, expect_position, expect_score, stop_of
from .kernel import looking
from .kernel import piles as places
from .loading import Kernel, load
from .score import FAR_TASTES, Score, other_tastes, score_of
from .seeing import is_wholly_seen
from .states import States

__all__ = ["Solution", "Verdict", "solve"]

Verdict = Literal["won", "lost", "unknown"]

EXHAUSTED: Final = "exhausted"
BLOCKED: Final = "blocked"
JAMMED: Final = "jammed"
PROOFS: Final = {
    EXHAUSTED: "every line was looked at",
    BLOCKED: "some card can never go up",
    JAMMED: "some card can never leave its place",
}
FIRST_WIDTH: Final = 8
WIDENING: Final = 4
WIDE: Final = 512
"""From that width on, and where nothing is left out, each state is asked whether its piles are jammed: a narrow pass is
over sooner without."""
LAST_WIDTH: Final = 32768
LAST_LAYER_SHARE: Final = 72
MOST_IN_LAST_LAYER: Final = 40_000
"""Once the stock is empty, that many times as many states are looked at as in a layer before, but no more than so many;
and never fewer than before."""
FEW_CARDS: Final = 20
SHORT_LOOKS: Final = (50_000, 200_000)
"""Where states come in no layers each taste may meet so many of them before the next one's turn comes."""
BUDGET: Final = {False: 64, True: 2048}
"""How many states are looked at between two looks at the clock."""


@dataclass(frozen=True)
class Solution:
    """What a search found.

    Attributes
    ----------
    verdict : str
        ``"won"``, ``"lost"`` (it cannot be won any more, whatever is played) or ``"unknown"``.
    line : tuple of Move
        The moves that win; empty where none are known.
    states : int
        How many different states were met.
    seconds : float
        How long it took.
    proof : str
        Why a lost position is lost: ``"exhausted"``, where every state that can be reached was looked at.
    peeked : bool
        Whether face-down cards were read, or a shuffle that is still to come was known.
    compiled : bool
        Whether numba ran it.

    Examples
    --------
    >>> from solitaire_widget import AULD_LANG_SYNE
    >>> solution = solve(Position.of(AULD_LANG_SYNE, F1="AC", T1="3C", T2="2C"), compiled=False)
    >>> solution.verdict, solution.line
    ('won', (Move('T2 F1 1'), Move('T1 F1 1')))
    """

    verdict: Verdict
    line: tuple[Move, ...] = ()
    states: int = 0
    seconds: float = 0.0
    proof: str = ""
    peeked: bool = False
    compiled: bool = False

    def __str__(self) -> str:
        knowing = ", with every card known" if self.peeked else ""
        cost = f"{self.states:,} state{'s' * (self.states != 1)} in {self.seconds:.1f} s"
        if self.verdict == "won":
            count = len(self.line)
            return f"won in {count} move{'s' * (count != 1)}{knowing}; {cost}"
        if self.verdict == "lost":
            said = PROOFS[self.proof]
            return f"cannot be won any more{knowing}: {said}; {cost}"
        return f"unknown{knowing}; {cost}"


def solve(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
    progress: bool = False,
    compiled: bool | None = None,
    safe_moves: bool = True,
    proofs: bool = True,
    score: Score | None = None,
) -> Solution:
    """Find out whether a position can still be won, with every card known.

    Promising lines are tried first, with more and more patience; then everything that can be reached is looked
    at, until a win is found, nothing is left, or a limit is met. Without limits that can take very long.

    Parameters
    ----------
    position : Position
        Where to begin. Cards in the stock and face-down cards are read; `Solution.peeked` says so.
    seconds : float, optional
        How long to look at the most.
    nodes : int, optional
        How many states to meet at the most; about 50 million without.
    stop : Event or callable, optional
        Asked all the while; the search ends soon after it is set or says True.
    progress : bool
        Whether to show a bar when it takes long (with ``tqdm``, where that is installed).
    compiled : bool, optional
        True for numba, False for plain Python, None for numba where it is installed.
    safe_moves : bool
        Whether moves that can never hurt are made at once.
    proofs : bool
        Whether states are given up that a cheap proof says are lost.
    score : Score, optional
        Other weights than the page's.

    Returns
    -------
    Solution
        A line that was replayed on the board, a proof, or "unknown".

    Raises
    ------
    SearchError
        For a position, limits or weights that are none, and where ``compiled=True`` lacks numba.

    Examples
    --------
    >>> from solitaire_widget import ADELA
    >>> print(solve(Position.of(ADELA, T1="8C 9C", T2="8C", S="KH"), compiled=False).verdict)
    lost
    """
    expect_position(position)
    expect_score(score)
    expect_asked(seconds, stop, compiled, nodes, endless=True)
    kernel = load(compiled)
    if kernel.compiled:
        _compile_all(kernel)
    search = Search(position, kernel, safe_moves=safe_moves, proofs=proofs, score=score)
    return search.run(Limits(seconds, nodes, stop), progress=progress)


@cache
def _compile_all(kernel: Kernel) -> None:
    """Have everything compiled before the first clock begins to run."""
    Search(Position.dealt(ALL_RULES[0], 1), kernel).run(Limits(None, 1, None))


class Limits:
    """When to give up."""

    def __init__(self, seconds: float | None, nodes: int | None, stop: Stop | None) -> None:
        expect_asked(seconds, stop, nodes=nodes, endless=True)
        self.began = perf_counter()
        self.seconds = seconds
        self.nodes = 50_000_000 if nodes is None else nodes
        self.stopped: Callable[[], bool] = stop_of(stop)

    @property
    def spent(self) -> float:
        """Seconds since the search began."""
        return perf_counter() - self.began

    @property
    def over(self) -> bool:
        """Whether to stop now, whatever was found."""
        return self.stopped() or (self.seconds is not None and self.spent >= self.seconds)


@dataclass(frozen=True)
class Look:
    """One way to look: so many states in each layer (0 for all), by one of the tastes, so many states at the most."""

    width: int = 0
    taste: int = 0
    patient: bool = False
    most: int = sys.maxsize


class Search:
    """One search from one position."""

    def __init__(
        self,
        position: Position,
        kernel: Kernel,
        *,
        safe_moves: bool = True,
        proofs: bool = True,
        score: Score | None = None,
    ) -> None:
        self.position = position
        self.kernel = kernel
        weights = score_of(position.rules) if score is None else score
        self._settings: dict[str, Any] = {"safe_moves": safe_moves, "proofs": proofs}
        self._tastes: tuple[Score, ...] = (weights,)
        self._states: dict[tuple[int, bool], States] = {}
        self.states = self.view(0)
        self.begin = self.states.settled(self.states.of(position))
        self.seen = 0
        flat = self.states.facts.flat
        redeals = max(0, flat[places.REDEALS])
        self.last_layer = flat[places.CARDS] * (redeals + 1) if flat[places.LAYERED] else 0
        self._tastes += other_tastes(weights) if self.last_layer else FAR_TASTES
        self.peeked = not is_wholly_seen(position)

    def view(self, number: int, patient: bool = False) -> States:
        """The states as they are judged by the page's weights, or (from 1 on) by another taste.

        Where one is `patient`, a deal waits until no move but exchanges is left, though the rules allow it at any
        time: every line found so is legal, and there are far fewer of them to look at.
        """
        if (number, patient) not in self._states:
            states = States(self.position, self.kernel, score=self._tastes[number], **self._settings)
            if patient:
                states.flat[places.DEALS_ANY_TIME] = 0
            self._states[number, patient] = states
        return self._states[number, patient]

    def run(self, limits: Limits, *, progress: bool = False) -> Solution:
        """Look until the answer is there or a limit is met."""
        if self.position.status == "won":
            return self._solution("won", limits)
        if self.states.is_hopeless(self.begin):
            return self._solution("lost", limits, proof=BLOCKED if self.states.flat[places.PROVES_BLOCKED] else JAMMED)
        if self.states.is_won(self.begin):
            return self._solution("won", limits, self._checked(self.states, []))
        bar = _Bar(limits) if progress else None
        try:
            for look in self._looks():
                states = self.view(look.taste, look.patient)
                found, codes = self._look(states, look, limits, bar)
                if found == looking.WON:
                    return self._solution("won", limits, self._checked(states, codes))
                if found == looking.NOTHING_LEFT and not look.patient and self.states.facts.shuffles_end:
                    return self._solution("lost", limits, proof=EXHAUSTED)
                if limits.over or self.seen >= limits.nodes:
                    break
        finally:
            if bar is not None:
                bar.close()
        return self._solution("unknown", limits)

    def _looks(self) -> Iterator[Look]:
        """How to look, one time after the other; the last look leaves nothing out.

        Where a deal has to wait until no move is left there are far fewer lines: a wide look soon meets all of
        them, and a second one by another taste would only meet them again.
        """
        facts = self.states.facts
        any_time = facts.flat[places.DEALS_ANY_TIME]
        may_wait = any_time and facts.tables.waste is None
        left = sum(map(len, (self.position.piles[i] for i in facts.tables.to_clear)))
        everyone = range(len(self._tastes))
        if left > FEW_CARDS and not self.last_layer:
            yield from (Look(taste=taste, most=most) for most in SHORT_LOOKS for taste in everyone)
        if left > FEW_CARDS and self.last_layer and facts.tables.blocks:
            width = FIRST_WIDTH
            while width <= LAST_WIDTH:
                for taste in everyone if any_time or width < WIDE else [0]:
                    yield Look(width, taste)
                    if may_wait and taste == 0:
                        yield Look(width, taste, patient=True)
                width *= WIDENING
        yield Look()

    def _look(self, states: States, look: Look, limits: Limits, bar: _Bar | None) -> tuple[int, list[int]]:
        """How it ended, and the winning moves between states."""
        kernel = self.kernel
        states.asks_for_jams(look.width == 0 or look.width >= WIDE)
        table = Table(states, states.settled(states.of(self.position)), self.last_layer, look.width)
        table.control[looking.LIMIT] = max(1, min(look.most, limits.nodes - self.seen))
        arguments = (states.wants, states.found, states.scratch, BUDGET[kernel.compiled])
        while True:
            found = int(
                kernel.looking.look(states.flat, states.piles, *table.sequences, table.state, table.child, *arguments)
            )
            met = int(table.control[looking.ROWS])
            if bar is not None:
                bar.show(self.seen + met)
            if found == looking.FULL:
                table.make_room()
            elif found != looking.GOING_ON or limits.over or met >= table.control[looking.LIMIT]:
                break
        self.seen += met
        if found == looking.NOTHING_LEFT and table.control[looking.CUT]:
            found = looking.GOING_ON
        return found, table.codes() if found == looking.WON else []

    def _checked(self, states: States, codes: list[int]) -> tuple[Move, ...]:
        """The moves on the board, each of them played there."""
        line, position = [], self.position
        for move in states.line(self.position, codes):
            position = position.after(move)
            line.append(move)
        if position.status != "won":
            raise AssertionError("a line that should win does not")
        return tuple(line)

    def _solution(self, verdict: Verdict, limits: Limits, line: tuple[Move, ...] = (), proof: str = "") -> Solution:
        return Solution(verdict, line, self.seen, limits.spent, proof, self.peeked, self.kernel.compiled)


class Table:
    """Every state met in one pass, and what waits to be looked at."""

    def __init__(self, states: States, begin: list[int], last_layer: int, width: int, size: int = 1024) -> None:
        self.states, self.kernel = states, states.kernel
        numbers = self.kernel.numbers
        self.rows: Any = numbers([], size * states.width)
        self.links: Any = numbers([], size * looking.LINKS)
        self.index: Any = numbers([], 4 * size) if self.kernel.compiled else {}
        self.heap: Any = numbers([], size)
        self.heads: Any = numbers([], last_layer + 2)
        self.control: Any = numbers([], looking.SIZE_OF_CONTROL)
        self.state: Any = numbers(begin)
        self.child: Any = numbers(begin)
        self.control[looking.LAST_LAYER] = last_layer
        self.control[looking.WIDTH] = width
        self.control[looking.LAST_WIDTH] = max(width, min(width * LAST_LAYER_SHARE, MOST_IN_LAST_LAYER))
        self.kernel.looking.start(
            states.flat, states.piles, self.rows, self.links, self.index, self.heap, self.control, self.state
        )

    @property
    def sequences(self) -> tuple[Any, ...]:
        """What the loop works on."""
        return self.rows, self.links, self.index, self.heap, self.heads, self.control

    def make_room(self) -> None:
        """Double what is about to be full."""
        grown, states, size = self.kernel.grown, self.states, len(self.heap)
        states._make_room()
        if self.control[looking.ROWS] < size:
            return
        size *= 4
        self.rows = grown(self.rows, size * states.width)
        self.links = grown(self.links, size * looking.LINKS)
        self.heap = grown(self.heap, size)
        if self.kernel.compiled:
            self.index = self.kernel.numbers([], 4 * size)
            self.kernel.looking.enter_again(self.index, self.rows, states.width - 1, self.control[looking.ROWS])

    def codes(self) -> list[int]:
        """The moves that lead to the winning state, from the first on."""
        row, found = int(self.control[looking.WON_ROW]), []
        while row:
            found.append(int(self.links[looking.LINKS * row + looking.MOVE]))
            row = int(self.links[looking.LINKS * row + looking.FROM])
        return found[::-1]


class _Bar:
    """A bar of ``tqdm``, where that is installed and it takes long."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._bar: Any = None
        try:
            self._tqdm: Any = importlib.import_module("tqdm.auto").tqdm
        except ImportError:
            self._tqdm = None

    def show(self, states: int) -> None:
        """Show how many states were met."""
        if self._bar is None:
            if self._tqdm is None or self._limits.spent < 1:
                return
            self._bar = self._tqdm(desc="states", unit=" states", unit_scale=True)
        self._bar.update(states - self._bar.n)

    def close(self) -> None:
        """Leave the bar as it stands."""
        if self._bar is not None:
            self._bar.close()
