"""What a board knows: hints, whether the game can still be won, the winning line shown, a game analysed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Any, Final, TypeVar

from .cards import SolitaireError
from .classroom import Classroom
from .game import Game, HookError
from .moves import Move
from .position import Position
from .search.analysing import Analysis, analyse
from .search.background import Background
from .search.following import safe_move
from .search.hinting import Hint, hint, share_won
from .search.lines import known_line, solve_once
from .search.seeing import is_wholly_seen
from .search.solving import Solution, Verdict
from .search.warming import compiled_is_ready
from .teach.marks import Marks, Step
from .teach.showing import StoryError

__all__ = ["Adviser"]

Found = TypeVar("Found")

HINT_SECONDS: Final = 2.0
BADGE_SECONDS: Final = 20.0
SHOW_SECONDS: Final = 10.0
WATCHING_SPEED: Final = 0.8
REST: Final = 0.2
"""How long play has to rest before a position is judged, in seconds."""

WON: Final = "The game is won."
FOR_YOU: Final = "that is for you to find"
LOST: Final = "No move is left: the game is lost."

KNOWN: Final = "every card known"
UNSEEN: Final = "unseen cards dealt at random"
BADGES: Final[dict[Verdict, tuple[str, str]]] = {
    "won": ("winnable", "good"),
    "lost": ("unwinnable", "bad"),
    "unknown": ("unknown", "note"),
}


class Adviser(Classroom):
    """The part of a board that searches: in the background, so that no click ever waits for it."""

    badge: Any
    autoplay: Any

    _hint: Hint | None = None
    _line: tuple[Move, ...] = ()
    _looking: bool = False
    _question: object = None
    _verdict: dict[str, str] | None = None
    _judged: tuple[Position, str] | None = None
    _hints_given: int = 0
    _followed: Game | None = None
    _gives_advice: bool = False
    # A board that could not be made is closed all the same.
    _hints = Background()
    _badges = Background()

    def _begin_advice(self) -> None:
        self._hints = Background()
        self._badges = Background()
        # Its own, so that of several boards of one game each takes back what it gave.
        self._follow = partial(safe_move)
        self._gives_advice = True

    def _renote(self) -> None:
        """Show other notes on the same picture; a board says how."""
        raise NotImplementedError

    def _keep_error(self, error: Exception) -> None:
        """Show what went wrong besides, and keep it; a board says how."""
        raise NotImplementedError

    def _set_follow_up(self) -> None:
        """Let safe cards follow by themselves, or no longer; never where a pupil is asked something."""
        follows = self._gives_advice and self.autoplay and self.exercise is None
        wanted = self._game if follows else None
        before, self._followed = self._followed, wanted
        if before is not None and before is not wanted and before.follow_up is self._follow:
            before.follow_up = None
        if wanted is not None and wanted.follow_up is None:
            wanted.follow_up = self._follow

    def _close_advice(self) -> None:
        self._gives_advice = False
        self._hints.stop()
        self._badges.stop()
        self._set_follow_up()

    # -- asking in the background --------------------------------------------------------------------------

    def _look_for(
        self,
        look: Callable[[Event | None, float], Found],
        tell: Callable[[Found], object],
        seconds: float,
        at_once: float,
    ) -> None:
        """Look for an answer in the background and tell it, if nothing else was asked or done in the meantime.

        Without threads look right now, for fewer seconds.
        """
        question = self._question = object()
        self._looking = True
        self._renote()

        def answer(found: Found) -> None:
            with self._game.lock:
                if self._question is question:
                    self._looking = False
                    tell(found)

        def fail(error: Exception) -> None:
            with self._game.lock:
                if self._looking and self._question is question:
                    self._looking = False
                    self._say(f"{error}" if isinstance(error, SolitaireError) else "The search failed.")
                for each in _worth_keeping(error):
                    self._keep_error(each)

        if not self._hints.begin(lambda stop: look(stop, seconds), answer, fail):
            try:
                found = look(None, at_once)
            except Exception as error:
                fail(error)
            else:
                answer(found)

    def _say(self, sentence: str) -> None:
        """Say something besides, on the same picture."""
        self._showing = self._showing.instead(Marks(caption=sentence))
        self._renote()

    def _end_story(self) -> None:
        """Show the game's own position again, as advice is about that."""
        if self._showing.frames:
            self._show_besides(self._showing.instead())

    # -- hints ---------------------------------------------------------------------------------------------

    @property
    def hints_given(self) -> int:
        """How many hints were given in this game; one that found nothing is not counted."""
        return self._hints_given

    def hint(self, *, peek: bool = False, seconds: float = HINT_SECONDS) -> Hint | None:
        """Recommend a move and mark it on the board; None where no move is left.

        Parameters
        ----------
        peek : bool
            Whether cards that lie face down may be read.
        seconds : float
            How long to look at the most.
        """
        game = self._game.copy()
        found = hint(game, peek=peek, seconds=seconds, compiled=compiled_is_ready())
        with self._game.lock:
            if self._game.position == game.position:
                self._end_story()
                self._take_hint(found)
        return found

    def _take_hint(self, found: Hint | None) -> None:
        self._looking = False
        self._hint = found
        if found is None:
            self._say(WON if self._game.status == "won" else LOST)
            return
        self._hints_given += 1
        self._line = found.line
        marks = Marks.of(self._game.position, found.move, tone="hint", caption=found.sentence)
        self._showing = self._showing.instead(marks)
        self._renote()

    def _hint_asked(self) -> None:
        """The page's hint: the first asks, a second one plays what is shown."""
        self._expect_no_exercise(FOR_YOU)
        self._expect_the_games_own_position()
        if self._hint is not None:
            self._game.play(self._hint.move)
            return
        self._end_story()
        game = self._game.copy()
        if game.status != "playing":
            self._take_hint(None)
            return

        def look(stop: Event | None, seconds: float) -> Hint | None:
            return hint(game, seconds=seconds, stop=stop, compiled=compiled_is_ready())

        self._look_for(look, self._take_hint, HINT_SECONDS, HINT_SECONDS / 2)

    # -- show me -------------------------------------------------------------------------------------------

    def show_me(self, *, seconds: float = WATCHING_SPEED, look: float = SHOW_SECONDS) -> Solution:
        """Show a winning line at watching speed, with every card known; the game and its history stay as they are.

        Parameters
        ----------
        seconds : float
            How long each move stays before the next one comes by itself.
        look : float
            How long to look for a line at the most, in seconds.

        Raises
        ------
        StoryError
            When the game is won already, or no winning line was found; the message says whether there is none.
        """
        position = self._game.position
        if position.status == "won":
            raise StoryError(WON)
        found = solve_once(position, seconds=look, compiled=compiled_is_ready())
        with self._game.lock:
            self._show_line(position, found, seconds)
        return found

    def _show_line(self, position: Position, found: Solution, seconds: float) -> None:
        if not found.line:
            raise StoryError(f"no line to show: {found}")
        steps = [Step(f"{move}", move=move) for move in found.line]
        self.tell(Step(f"{found}.", position=position), *steps, seconds=seconds)

    def _show_asked(self) -> None:
        self._expect_no_exercise(FOR_YOU)
        self._expect_the_games_own_position()
        self._end_story()
        position = self._game.position
        if position.status == "won":
            self._say(WON)
            return

        def tell(found: Solution) -> None:
            if found.line:
                self._show_line(position, found, WATCHING_SPEED)
            else:
                self._say(f"No line to show: {found}.")

        def look(stop: Event | None, seconds: float) -> Solution:
            return solve_once(position, seconds=seconds, stop=stop, compiled=compiled_is_ready())

        self._look_for(look, tell, SHOW_SECONDS, SHOW_SECONDS / 4)

    # -- the badge -----------------------------------------------------------------------------------------

    def _judge(self) -> None:
        """Find out in the background whether the game can still be won, where the badge is on."""
        position, how = self._game.position, self.badge
        # A pupil is told nothing, and who has won knows.
        if how == "off" or self.exercise is not None or position.status == "won" or not self._gives_advice:
            self._badges.stop()
            self._verdict = self._judged = None
            return
        if self._judged == (position, how):
            return
        self._judged = position, how
        every_card = how == "known" or is_wholly_seen(position)
        if every_card and known_line(position):
            self._badges.stop()
            self._verdict = _badge(*BADGES["won"], how)
            return
        self._verdict = _badge("looking…", "note", how)

        def judge(stop: Event) -> dict[str, str]:
            # Who plays on quickly is not slowed down by verdicts that nobody reads.
            if stop.wait(REST):
                return _badge(*BADGES["unknown"], how)
            if every_card:
                found = solve_once(position, seconds=BADGE_SECONDS, stop=stop, compiled=compiled_is_ready())
                return _badge(*BADGES[found.verdict], how)
            share = share_won(position, seconds=BADGE_SECONDS / 4, stop=stop, compiled=compiled_is_ready())
            if not share.deals:
                return _badge(*BADGES["unknown"], how)
            tone = "bad" if share.lost == share.deals else "good" if share.won else "note"
            return _badge(f"{share.won} of {share.deals} won", tone, how)

        def tell(verdict: dict[str, str]) -> None:
            with self._game.lock:
                if self._judged == (position, how):
                    self._verdict = verdict
                    self._renote()

        def fail(error: Exception) -> None:
            tell(_badge(*BADGES["unknown"], how))
            with self._game.lock:
                for each in _worth_keeping(error):
                    self._keep_error(each)

        if not self._badges.begin(judge, tell, fail):
            self._verdict = _badge(*BADGES["unknown"], how)

    def _forget_advice(self) -> None:
        """What was advised holds for the position before."""
        self._hints.stop()
        self._hint, self._line, self._looking, self._question = None, (), False, None

    def _advice_notes(self) -> dict[str, Any]:
        advice = None
        if self._looking or self._hint is not None:
            advice = {"kind": "looking" if self._looking else "hint", "show": bool(self._line)}
        # The verdict is about the game, not about what a story shows.
        return {"badge": self._verdict if self._showing.is_live(self._game) else None, "advice": advice}

    # -- analysis ------------------------------------------------------------------------------------------

    def analyse(self, *, seconds: float = 30.0) -> Analysis:
        """Find out where the game could still be won, and step through it on the board with the verdicts."""
        found = analyse(self._game, seconds=seconds, compiled=compiled_is_ready())
        self.tell(*found.steps())
        return found


def _worth_keeping(error: Exception) -> tuple[Exception, ...]:
    """What failed in there; a search that could not be made as it was asked for is told, and that is all."""
    if isinstance(error, HookError):
        return error.errors
    return () if isinstance(error, SolitaireError) else (error,)


def _badge(text: str, tone: str, how: str) -> dict[str, str]:
    return {"text": text, "how": KNOWN if how == "known" else UNSEEN, "tone": tone}
