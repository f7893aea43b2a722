"""Analysis: for each place of a game whether it could still be won, which move lost it, and what would have won."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from time import perf_counter
from typing import Any, Final, NamedTuple

from ..cards import SolitaireError
from ..game import Game
from ..log import frame_of, html_table
from ..moves import Move
from ..teach.marks import Step
from .asking import Stop, expect_asked, expect_game
from .seeing import is_wholly_seen
from .solving import Solution, Verdict, solve

__all__ = ["Analysis", "Judged", "NoMatplotlib", "analyse"]

WORDS: Final[dict[Verdict, str]] = {"won": "winnable", "lost": "unwinnable", "unknown": "unknown"}
HEIGHTS: Final[dict[Verdict, int]] = {"won": 1, "unknown": 0, "lost": -1}


class NoMatplotlib(SolitaireError, ImportError):
    """A chart was asked for where Matplotlib is not installed."""


class Judged(NamedTuple):
    """One place of the game.

    Attributes
    ----------
    ply : int
        How many actions were made: 0 is the start.
    move : str
        The move that led there; empty at the start.
    text : str
        The same in words.
    verdict : str
        ``"won"`` where it could still be won from there, ``"lost"`` where it could not, or ``"unknown"``.
    """

    ply: int
    move: str
    text: str
    verdict: Verdict

    def record(self) -> dict[str, Any]:
        """The place as plain values, the verdict in a player's words."""
        return self._asdict() | {"verdict": WORDS[self.verdict]}


@dataclass(frozen=True)
class Analysis:
    """What became of a game, with every card known.

    Attributes
    ----------
    game : Game
        The game, as it was when it was analysed.
    places : tuple of Judged
        Every place of the history, from the start on.
    instead : tuple of Move
        A line that would have won where the game was lost; empty where it was not, or none is known.
    seconds : float
        How long it took.
    peeked : bool
        Whether some card lay face down, or a shuffle was still to come: the verdicts know what the player could not.

    Examples
    --------
    >>> from solitaire_widget import ADELA, Position
    >>> game = Game(position=Position.of(ADELA, J1="JC TC 9C 8C 7C 6C 5C 4C 3C 2C", T1="QC AC", T2="KC"))
    >>> _ = game.play("T1 T2 1"), game.play("T1 Q1 1")
    >>> print(analyse(game, compiled=False))
    Adela: winnable from the start to the end.
    """

    game: Game
    places: tuple[Judged, ...]
    instead: tuple[Move, ...] = ()
    seconds: float = 0.0
    peeked: bool = False

    @property
    def lost_by(self) -> int | None:
        """The number of the action that lost the game; None where none did, or it is not known which."""
        for before, after in zip(self.places, self.places[1:], strict=False):
            if (before.verdict, after.verdict) == ("won", "lost"):
                return after.ply
        return None

    def __str__(self) -> str:
        return f"{self.game.rules.name}{self._knowing}: {self._summary()}"

    @property
    def _knowing(self) -> str:
        return ", with every card known" if self.peeked else ""

    def _summary(self) -> str:
        first, last = self.places[0].verdict, self.places[-1].verdict
        if first == last:
            return f"{WORDS[first]} from the start to the end."
        if self.lost_by is not None:
            place, count = self.places[self.lost_by], len(self.instead)
            in_moves = f"in {count} move{'s' * (count != 1)}"
            better = f" {self.instead[0]} would have won, {in_moves}." if self.instead else ""
            return f"action {place.ply}, {place.move}, lost it: {place.text}.{better}"
        won = [f"winnable up to action {place.ply}" for place in self.places if place.verdict == "won"][-1:]
        lost = [f"unwinnable from action {place.ply} on" for place in self.places if place.verdict == "lost"][:1]
        return f"{', '.join(won + lost)}; the rest is unknown."

    def records(self) -> list[dict[str, Any]]:
        """Each place of the game as plain values: ``ply``, ``move``, ``text``, ``verdict``."""
        return [place.record() for place in self.places]

    def to_frame(self) -> Any:
        """The same as a pandas table.

        Raises
        ------
        NoPandas
            Where pandas is not installed.
        """
        return frame_of(self.records())

    def chart(self) -> Any:
        """Draw how the game went as a Matplotlib figure: winnable above, unwinnable below, unknown between.

        Raises
        ------
        NoMatplotlib
            Where Matplotlib is not installed.
        """
        try:
            from matplotlib.figure import Figure
        except ImportError:
            raise NoMatplotlib("Matplotlib is not installed: pip install matplotlib, or take records()") from None
        figure = Figure(figsize=(8, 2.4), layout="constrained")
        axes = figure.subplots()
        plies = [place.ply for place in self.places]
        axes.step(plies, [HEIGHTS[place.verdict] for place in self.places], where="post", color="#1f5c45", linewidth=2)
        axes.set_yticks(list(HEIGHTS.values()), [WORDS[verdict] for verdict in HEIGHTS])
        axes.set_ylim(-1.4, 1.4)
        axes.set_xlabel("actions")
        axes.set_title(str(self), loc="left", fontsize=9, wrap=True)
        if self.lost_by is not None:
            axes.axvline(self.lost_by, color="#b3261e", linestyle="--", linewidth=1)
        return figure

    def steps(self) -> tuple[Step, ...]:
        """The game as a story for a board, each place with its verdict; the better line follows a loss."""
        told = []
        for place in self.places:
            said = f"{place.ply}. {place.text}: " if place.move else "Start: "
            told.append(Step(said + WORDS[place.verdict] + self._knowing, position=self.game.at(place.ply)))
        if self.lost_by is not None and self.instead:
            told.append(
                Step(f"Back: what would have won instead{self._knowing}.", position=self.game.at(self.lost_by - 1))
            )
            told.extend(Step(f"{number}. {move}", move=move) for number, move in enumerate(self.instead, 1))
        return tuple(told)

    def _repr_html_(self) -> str:
        rows = ((str(place.ply), place.move, place.text, WORDS[place.verdict]) for place in self.places)
        return f"<p>{escape(str(self))}</p>{html_table(Judged._fields, rows)}"


def analyse(game: Game, *, seconds: float = 30.0, stop: Stop | None = None, compiled: bool | None = None) -> Analysis:
    """Find out where a game could still be won, with every card known.

    A place from which a later one of the same game was reached is winnable if that one is, and unwinnable for
    good once one is; so the searches close in on the move that lost it, and few of them are needed.

    Parameters
    ----------
    game : Game
        The game, finished or not.
    seconds : float
        How long to look at the most, in all.
    stop : Event or callable, optional
        Ends the search soon after it is set or says True; what is not known then stays unknown.
    compiled : bool, optional
        As for `solve`.

    Raises
    ------
    SearchError
        For a game or limits that are none.
    """
    expect_game(game)
    expect_asked(seconds, stop, compiled)
    began = perf_counter()
    game = game.copy()
    last = len(game.moves)
    found: dict[int, Solution] = {}
    won, lost = (last, last + 1) if game.status == "won" else (-1, last + 1)
    while untried := [ply for ply in range(won + 1, lost) if ply not in found]:
        left = seconds - (perf_counter() - began)
        if left <= 0:
            break
        # Early places take longer to decide, so the end is looked at first.
        ply = untried[-1] if not found else untried[len(untried) // 2]
        found[ply] = solve(game.at(ply), seconds=left / 2, stop=stop, compiled=compiled)
        if found[ply].verdict == "won":
            won = ply
        elif found[ply].verdict == "lost":
            lost = ply
    places = [Judged(0, "", "the start", _verdict(0, won, lost))]
    for action in game.history:
        places.append(Judged(action.number, str(action.move), action.text, _verdict(action.number, won, lost)))
    instead = found[won].line if won in found and won + 1 == lost <= last else ()
    peeked = not all(is_wholly_seen(game.at(place.ply)) for place in places)
    return Analysis(game, tuple(places), instead, perf_counter() - began, peeked)


def _verdict(ply: int, won: int, lost: int) -> Verdict:
    return "won" if ply <= won else "lost" if ply >= lost else "unknown"
