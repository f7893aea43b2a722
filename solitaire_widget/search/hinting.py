"""Hints: which move to make now, how good it is known to be, and why, without looking at cards that lie face down."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from ..cards import Card, quoted
from ..moves import Move
from ..picture import shown_cards
from ..position import Position
from ..preference import best_first
from .loading import SearchError
from .solving import Limits, Solution, Stop, solve

__all__ = ["Hint", "Share", "dealt_anew", "hint", "share_won", "unseen"]

Kind = Literal["won", "share", "sensible"]

CANDIDATES: Final = 3
"""How many moves are compared over all the deals that were tried."""
SHARE_OF_TIME: Final = 0.5
"""How much of the time goes into finding candidates; the rest compares them."""


@dataclass(frozen=True)
class Hint:
    """A move to make, and what is known of it.

    Attributes
    ----------
    move : Move
        The move; ``deal`` where that is the right thing.
    kind : str
        ``"won"``: it begins a line that wins. ``"share"``: the cards that are not seen were dealt at random, and it
        won most often. ``"sensible"``: no win was found, it looks best.
    sentence : str
        The move and why, for a player.
    line : tuple of Move
        For ``"won"``, the whole line.
    wins : int
        For ``"share"``, in how many of the random deals it won.
    samples : int
        How many random deals were tried.
    peeked : bool
        Whether cards that lie face down were read.

    Examples
    --------
    >>> from solitaire_widget import ADELA
    >>> print(hint(Position.of(ADELA, J1="JC", T1="QC", T2="KC"), seconds=60, compiled=False))
    T1 Q1 1: it begins a line of 2 moves that wins; all cards lie open.
    """

    move: Move
    kind: Kind
    sentence: str
    line: tuple[Move, ...] = ()
    wins: int = 0
    samples: int = 0
    peeked: bool = False

    def __str__(self) -> str:
        return self.sentence


def hint(
    position: Position,
    *,
    peek: bool = False,
    seconds: float = 2.0,
    samples: int = 12,
    stop: Stop | None = None,
    compiled: bool | None = None,
) -> Hint | None:
    """Recommend a move, one that the mouse could make as well.

    Where every card lies open, or `peek` allows to read those that do not, the first move of a known win comes
    first. Else the cards that are not seen are dealt at random a number of times, each deal is searched, and the
    move that wins most often is given with that share. Where no win is found, a move that looks sensible.

    Parameters
    ----------
    position : Position
        Where the player is.
    peek : bool
        Whether cards that lie face down may be read; the hint says so.
    seconds : float
        How long to look at the most.
    samples : int
        How many random deals to try at the most.
    stop : Event or callable, optional
        Ends the search soon after it is set or says True.
    compiled : bool, optional
        As for `solve`.

    Returns
    -------
    Hint or None
        None where no move is left.

    Raises
    ------
    SearchError
        For limits that are none.
    """
    if type(samples) is not int or samples < 1:
        raise SearchError(f"no number of deals {quoted(samples)}: samples is a whole number from 1")
    if not position.legal_moves:
        return None
    hidden = unseen(position)
    if peek or not hidden:
        solution = solve(position, seconds=seconds, stop=stop, compiled=compiled)
        return _of_a_solution(position, solution, bool(hidden))
    return _Sampling(position, seconds, samples, stop, compiled).hint()


def unseen(position: Position) -> tuple[Card, ...]:
    """The cards that a player cannot see."""
    return tuple(card for name in position for card in position[name][: position.face_down(name)])


def dealt_anew(position: Position, chance: random.Random) -> Position:
    """The same position with the cards that are not seen dealt at random.

    Examples
    --------
    >>> from solitaire_widget import AULD_LANG_SYNE
    >>> position = Position.dealt(AULD_LANG_SYNE, 1)
    >>> other = dealt_anew(position, random.Random(1))
    >>> other["T1"] == position["T1"], other["S"] == position["S"], sorted(map(str, other["S"])) == sorted(
    ...     map(str, position["S"])
    ... )
    (True, False, True)
    """
    # In one order, whatever lies where: what nobody sees must not tell.
    cards = sorted(unseen(position), key=lambda card: card.id)
    chance.shuffle(cards)
    _, (rules, piles, hidden, redealt, number) = position.__reduce__()
    laid = []
    for name, pile in zip(position, piles, strict=True):
        down = position.face_down(name)
        laid.append((*(cards.pop() for _ in range(down)), *pile[down:]))
    return Position(rules, tuple(laid), hidden, redealt, number)


class Share(NamedTuple):
    """Of how many random deals of the unseen cards a win was found.

    Attributes
    ----------
    won : int
        In so many a win was found.
    lost : int
        In so many it was proved that there is none.
    deals : int
        So many were tried.
    """

    won: int
    lost: int
    deals: int


def share_won(
    position: Position,
    *,
    seconds: float = 5.0,
    samples: int = 12,
    stop: Stop | None = None,
    compiled: bool | None = None,
) -> Share:
    """Deal the cards that are not seen at random a number of times, and count the deals that can be won.

    Examples
    --------
    >>> from solitaire_widget import AULD_LANG_SYNE
    >>> share_won(Position.of(AULD_LANG_SYNE, F1="AC", T1="2C", S="3C 4C"), samples=3, seconds=60, compiled=False)
    Share(won=3, lost=0, deals=3)
    """
    sampling = _Sampling(position, seconds, samples, stop, compiled)
    sampling.deal_and_solve(1.0)
    verdicts = Counter(solution.verdict for solution in sampling.lines)
    return Share(verdicts["won"], verdicts["lost"], len(sampling.lines))


class _Sampling:
    """Random deals of the cards that are not seen, and which first moves win them."""

    def __init__(
        self, position: Position, seconds: float, samples: int, stop: Stop | None, compiled: bool | None
    ) -> None:
        self.position = position
        self.limits, self.seconds = Limits(seconds, None, stop), seconds
        self.asked, self.stop, self.compiled = samples, stop, compiled
        # The same position gets the same advice, as far as the time allows.
        self.chance = random.Random(" ".join(card for name in position for card in shown_cards(position, name)))
        self.deals: list[Position] = []
        self.lines: list[Solution] = []

    def left(self, share: float) -> float:
        return self.seconds * share - self.limits.spent

    def deal_and_solve(self, share: float) -> None:
        while len(self.deals) < self.asked and self.left(share) > 0 and not self.limits.stopped():
            deal = dealt_anew(self.position, self.chance)
            patience = max(self.left(share), 0.01)
            self.deals.append(deal)
            self.lines.append(solve(deal, seconds=patience, stop=self.stop, compiled=self.compiled))

    def hint(self) -> Hint:
        self.deal_and_solve(SHARE_OF_TIME)
        votes = Counter(solution.line[0] for solution in self.lines if solution.line)
        if not votes:
            return sensible(self.position, f"in none of {_deals(len(self.deals))} a win was found", len(self.deals))
        wins = {move: self._wins(move) for move, _ in votes.most_common(CANDIDATES)}
        move = max(wins, key=lambda each: wins[each])
        said = f"{move}: it won {wins[move]} of {_deals(len(self.deals))}."
        return Hint(move, "share", said, wins=wins[move], samples=len(self.deals))

    def _wins(self, move: Move) -> int:
        """In how many of the deals the move can be the first of a win."""
        return sum(self._is_won_by(move, deal, found) for deal, found in zip(self.deals, self.lines, strict=True))

    def _is_won_by(self, move: Move, deal: Position, found: Solution) -> bool:
        if found.line and found.line[0] == move:
            return True
        if found.verdict == "lost" or self.limits.over:
            return False
        patience = max(self.left(1.0), 0.01) / len(self.deals)
        after = deal.after(move)
        return solve(after, seconds=patience, stop=self.stop, compiled=self.compiled).verdict == "won"


def _deals(count: int) -> str:
    return f"{count} random deal{'s' * (count != 1)} of the cards that are not seen"


def _of_a_solution(position: Position, solution: Solution, peeked: bool) -> Hint:
    knowing = "with every card known" if peeked else "all cards lie open"
    if solution.line:
        count = len(solution.line)
        what = f"a line of {count} move{'s' * (count != 1)} that wins"
        said = f"{solution.line[0]}: it begins {what}{', ' if peeked else '; '}{knowing}."
        return Hint(solution.line[0], "won", said, solution.line, peeked=peeked)
    if solution.verdict == "lost":
        why = f"{knowing}, this cannot be won any more" if peeked else "this cannot be won any more"
    else:
        why = f"{knowing}, no win was found" if peeked else "no win was found"
    return sensible(position, why, peeked=peeked)


def sensible(position: Position, why: str, samples: int = 0, peeked: bool = False) -> Hint:
    """A move that looks best by itself, where no win is known."""
    moves = [move for move in best_first(position) if not move.is_deal and not position.is_exchange(move)]
    move = moves[0] if moves else position.legal_moves[-1]
    told = "nothing else is left" if move.is_deal else _promise(position, move)
    return Hint(move, "sensible", f"{move}: {told}; {why}.", samples=samples, peeked=peeked)


def _promise(position: Position, move: Move) -> str:
    if position.group_of(move.target).kind == "foundation":
        return "it goes up"
    if not position[move.target]:
        return "it goes to an empty place"
    return "it goes where it fits best"
