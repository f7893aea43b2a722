"""Hints: which move to make now, how good it is known to be, and why, without looking at cards that lie face down."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from ..game import Game
from ..moves import Move
from ..picture import shown_cards
from ..position import Position
from .asking import Stop, expect_asked, expect_position, expect_samples
from .helping import Past, best_by_itself, how_it_helps
from .lines import solve_once
from .seeing import dealt_anew, is_wholly_seen
from .solving import Limits, Solution, solve

__all__ = ["Hint", "Share", "hint", "share_won"]

Kind = Literal["won", "share", "sensible"]

CANDIDATES: Final = 3
"""How many moves are compared over all the deals that were tried."""
SHARE_OF_TIME: Final = 0.5
"""How much of the time goes into finding candidates; the rest compares them."""
LEAST_HELP: Final = 9
NOT_SEEN: Final = "of the cards that are not seen"


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
    position: Position | Game,
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
    move that wins most often is given with that share. Where no win is found, a move that looks sensible: one that
    changes something for good, else a deal.

    A line that is known to win is remembered, and the next hint goes on with it.

    Parameters
    ----------
    position : Position or Game
        Where the player is. Of a game, a hint knows where it has been, and leads back there only along a line that
        wins, or where nothing else is left.
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
        None where the game is won or lost.

    Raises
    ------
    SearchError
        For a position or limits that are none.
    """
    expect_samples(samples)
    expect_asked(seconds, stop, compiled)
    position, been = _where(position)
    if position.status != "playing":
        return None
    past, seen = Past(been), is_wholly_seen(position)
    if peek or seen:
        solution = solve_once(position, seconds=seconds, stop=stop, compiled=compiled)
        return _of_a_solution(position, past, solution, not seen)
    return _Sampling(position, seconds, samples, stop, compiled).hint(past)


def _where(position: Position | Game) -> tuple[Position, list[Position]]:
    """The position, and those that the game has been in, this one among them."""
    if isinstance(position, Game):
        with position.lock:
            return position.position, [position.at(ply) for ply in range(len(position.moves) + 1)]
    expect_position(position)
    return position, [position]


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

    Raises
    ------
    SearchError
        For a position or limits that are none.
    """
    expect_position(position)
    expect_samples(samples)
    expect_asked(seconds, stop, compiled)
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

    def hint(self, past: Past) -> Hint:
        self.deal_and_solve(SHARE_OF_TIME)
        first = Counter(solution.line[0] for solution in self.lines if solution.line)
        if not first:
            return sensible(self.position, past, _no_win(len(self.deals)), len(self.deals))
        votes = Counter({move: count for move, count in first.items() if not past.leads_back(self.position, move)})
        candidates = {move for move, _ in votes.most_common(CANDIDATES)} | {best_by_itself(self.position, past)[0]}
        wins = {move: self._wins(move) for move in sorted(candidates)}
        move = max(wins, key=lambda each: (wins[each], -self._rank(each)))
        if not wins[move]:
            return sensible(self.position, past, "the wins that were found lead back", len(self.deals))
        said = f"{move}: it won {_of_the_deals(wins[move], len(self.deals))}."
        return Hint(move, "share", said, wins=wins[move], samples=len(self.deals))

    def _rank(self, move: Move) -> int:
        """How much a move helps by itself, where several win as often."""
        helps = None if move.is_deal else how_it_helps(self.position, move)
        return LEAST_HELP if helps is None else helps[0]

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
    return f"{count} random deal{'s' * (count != 1)} {NOT_SEEN}"


def _of_the_deals(wins: int, count: int) -> str:
    return f"{wins} of {_deals(count)}" if count > 1 else f"the only random deal that was tried {NOT_SEEN}"


def _no_win(count: int) -> str:
    return f"no win was found in {_deals(count)}" if count else "there was no time to try a deal"


def _of_a_solution(position: Position, past: Past, solution: Solution, peeked: bool) -> Hint:
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
    return sensible(position, past, why, peeked=peeked)


def sensible(position: Position, past: Past, why: str, samples: int = 0, peeked: bool = False) -> Hint:
    """A move that looks best by itself, where no win is known."""
    move, promise = best_by_itself(position, past)
    return Hint(move, "sensible", f"{move}: {promise}; {why}.", samples=samples, peeked=peeked)
