"""From a position to a state of whole numbers, and from a way through states back to moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from ..moves import DEAL, Move
from ..position import Position
from ..tables import tables_of
from .facts import Facts
from .kernel import blocked
from .kernel import piles as places
from .loading import Kernel
from .score import Score

__all__ = ["States"]


class States:
    """The states of one game as the inner loops know them.

    Parameters
    ----------
    position : Position
        Where it begins.
    kernel : Kernel
        The inner loops to use.
    safe_moves : bool
        Whether moves that can never hurt are made at once.
    proofs : bool
        Whether states are given up that are proved to be lost.
    score : Score, optional
        Other weights than the page's.
    """

    def __init__(
        self,
        position: Position,
        kernel: Kernel,
        *,
        safe_moves: bool = True,
        proofs: bool = True,
        score: Score | None = None,
    ) -> None:
        faces = (card.face for pile in position.piles for card in pile)
        self.facts = Facts(
            position.rules,
            faces,
            position._number,
            safe_moves=safe_moves,
            proofs=proofs,
            regular=_is_regular(position),
            score=score,
        )
        self.kernel = kernel
        self.flat: Any = kernel.numbers(self.facts.flat)
        self._jams_prove = bool(self.flat[places.PROVES_JAMMED])
        self.slots = len(position.piles)
        self.width = self.slots + 2
        self.piles: Any = kernel.numbers(self.facts.first_piles(), places.RECORD * 4096)
        self.wants: Any = kernel.numbers([0] * self.slots)
        self.found: Any = kernel.numbers([0] * 8192)
        self.scratch: Any = kernel.numbers([0] * blocked.SIZE_OF_SCRATCH)

    def of(self, position: Position) -> list[int]:
        """The state of a position, each pile in its own slot."""
        self._make_room()
        nodes = []
        for name, pile, node in zip(position, position.piles, self.facts.empty, strict=True):
            kind = position.group_of(name).kind
            down = min(position.face_down(name), len(pile) - 1) if kind != "stock" else 0
            for number, card in enumerate(pile):
                code = self.facts.flat[places.LIKE + card.face] if kind == "foundation" else card.face
                node = self.kernel.piles.laid(self.flat, self.piles, node, code | (places.DOWN if number < down else 0))
            nodes.append(int(node))
        redealt = position.redealt if self.facts.flat[places.COUNTS_REDEALS] else 0
        state = self.kernel.numbers([*nodes, redealt, 0])
        if self.facts.flat[places.MAKES_SAFE_MOVES]:
            state[self.slots + 1] = self.kernel.playing.free_faces(self.flat, self.piles, state)
        return [int(number) for number in state]

    def tidied(self, state: Iterable[int]) -> tuple[list[int], list[int]]:
        """The state with piles that can be swapped in one order, and for each slot the slot it came from."""
        numbers = self.kernel.numbers(list(state))
        self.kernel.playing.tidy(self.flat, self.piles, numbers)
        tidy = [int(number) for number in numbers]
        return tidy, self._places_before(list(state), tidy)

    def _places_before(self, state: list[int], tidy: list[int]) -> list[int]:
        """Which slot went where: any assignment of equal piles does, as long as tied piles keep their suit."""
        flat = self.facts.flat
        origin = list(range(self.slots))
        for number in range(flat[places.CLASSES]):
            first = flat[places.CLASS_FIRST + number]
            columns = range(flat[places.CLASS_SIZE + number])
            tied = flat[
                places.TIED + flat[places.TIED_FROM + number] : places.TIED + flat[places.TIED_FROM + number + 1]
            ]
            for base in (first, *tied):
                signs = [(self._opened_with(state[first + k]) if tied else 0, state[base + k]) for k in columns]
                waiting: dict[tuple[int, int], list[int]] = {}
                for k in reversed(columns):
                    waiting.setdefault(signs[k], []).append(base + k)
                for k in columns:
                    sign = (self._opened_with(tidy[first + k]) if tied else 0, tidy[base + k])
                    origin[base + k] = waiting[sign].pop()
        return origin

    def _opened_with(self, node: int) -> int:
        return int(self.piles[node + places.FIRST])

    def moves(self, state: Iterable[int], *, every: bool = True) -> list[Move]:
        """The legal moves in a state, each pile in its own slot."""
        self._make_room()
        numbers = self.kernel.numbers(list(state))
        count = self.kernel.playing.legal_moves(self.flat, self.piles, numbers, self.wants, self.found, every)
        return [self.move(int(code)) for code in self.found[:count]]

    def move(self, code: int) -> Move:
        """A move from its number."""
        if not code & 255:
            return DEAL
        names = self.facts.tables.names
        return Move(names[code >> 16], names[code >> 8 & 255], code & 255)

    def after(self, state: Iterable[int], code: int) -> list[int]:
        """The state to which a move leads, each pile in its own slot."""
        self._make_room()
        numbers = self.kernel.numbers(list(state))
        self.kernel.playing.play(self.flat, self.piles, numbers, code)
        return [int(number) for number in numbers]

    def safe_move(self, state: Iterable[int]) -> int:
        """The move that can never hurt, or 0."""
        return int(self.kernel.playing.safe_move(self.flat, self.piles, self.kernel.numbers(list(state))))

    def is_won(self, state: Iterable[int]) -> bool:
        """Whether nothing is left to be played."""
        return bool(self.kernel.playing.won(self.flat, self.piles, self.kernel.numbers(list(state))))

    def asks_for_jams(self, asks: bool) -> None:
        """Whether from now on each state is asked whether its piles are jammed, where that proof holds."""
        self.flat[places.PROVES_JAMMED] = asks and self._jams_prove

    def is_hopeless(self, state: Iterable[int]) -> bool:
        """Whether a cheap proof says that a state cannot be won any more."""
        numbers = self.kernel.numbers(list(state))
        return bool(self.kernel.looking.is_hopeless(self.flat, self.piles, numbers, self.scratch))

    def settled(self, state: Iterable[int]) -> list[int]:
        """The tidy state after all moves that can never hurt."""
        self._make_room()
        numbers = self.kernel.numbers(list(state))
        self.kernel.playing.tidy(self.flat, self.piles, numbers)
        self.kernel.playing.settle(self.flat, self.piles, numbers)
        return [int(number) for number in numbers]

    def line(self, position: Position, codes: Iterable[int]) -> Iterator[Move]:
        """The moves on the board for moves between tidy states, those that can never hurt put back in.

        `codes` are the moves of the search, beginning in the settled state of `position`.
        """
        state, labels = self._with_labels(self.of(position), list(range(self.slots)))
        waiting = list(codes)[::-1]
        while True:
            code = self.safe_move(state)
            if not code:
                if not waiting:
                    return
                code = waiting.pop()
            move = self.move(code)
            if code & 255:
                names = self.facts.tables.names
                move = Move(names[labels[code >> 16]], names[labels[code >> 8 & 255]], code & 255)
            yield move
            state, labels = self._with_labels(self.after(state, code), labels)

    def _with_labels(self, state: list[int], labels: list[int]) -> tuple[list[int], list[int]]:
        tidy, origin = self.tidied(state)
        return tidy, [labels[slot] for slot in origin]

    def _make_room(self) -> None:
        """Keep room for the piles that a few moves may make."""
        most = (4 * self.facts.flat[places.CARDS] + 4 * self.slots + 1024) * places.RECORD
        if self.piles[0] + most > len(self.piles):
            self.piles = self.kernel.grown(self.piles, 2 * len(self.piles) + most)


def _is_regular(position: Position) -> bool:
    """Whether every foundation begins with a card that starts it, and was built as the rules say."""
    tables = tables_of(position.rules)
    for i, pile in enumerate(position.piles):
        if tables.groups[i].kind == "foundation" and pile:
            if not tables.starts[i] & pile[0].bit or len(pile) > tables.limits[i]:
                return False
            if not all(tables.upon[i][below.face] & card.bit for below, card in pairwise(pile)):
                return False
    return True
