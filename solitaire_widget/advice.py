"""What a board knows: hints, whether the game can still be won, the winning line shown, a game analysed."""

from __future__ import annotations

from threading import Event
from typing import Any, Final

from .classroom import Classroom
from .moves import Move
from .position import Position
from .search.analysing import Analysis, analyse
from .search.background import Background
from .search.following import safe_move
from .search.hinting import Hint, hint, share_won, unseen
from .search.solving import Solution, Verdict, solve
from .search.warming import compiled_is_ready
from .teach.marks import Marks, Step
from .teach.showing import StoryError

__all__ = ["Adviser"]

HINT_SECONDS: Final = 2.0
BADGE_SECONDS: Final = 20.0
SHOW_SECONDS: Final = 10.0
WATCHING_SPEED: Final = 0.8

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
    _verdict: dict[str, str] | None = None
    _judged: tuple[Position, str] | None = None
    _hints_given: int = 0
    # A board that could not be made is closed all the same.
    _hints = Background()
    _badges = Background()

    def _begin_advice(self) -> None:
        self._hints = Background()
        self._badges = Background()

    def _renote(self) -> None:
        """Show other notes on the same picture; a board says how."""
        raise NotImplementedError

    def _set_follow_up(self) -> None:
        """Let safe cards follow by themselves, or no longer."""
        self._game.follow_up = safe_move if self.autoplay else None

    def _close_advice(self) -> None:
        self._hints.stop()
        self._badges.stop()

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
        found = hint(self._game.position, peek=peek, seconds=seconds, compiled=compiled_is_ready())
        with self._game.lock:
            self._take_hint(found)
            self._renote()
        return found

    def _take_hint(self, found: Hint | None) -> None:
        self._looking = False
        self._hint = found
        if found is None:
            self._showing = self._showing.instead(Marks(caption="No move is left."))
            return
        self._hints_given += 1
        self._line = found.line
        marks = Marks.of(self._game.position, found.move, tone="hint", caption=found.sentence)
        self._showing = self._showing.instead(marks)

    def _hint_asked(self) -> None:
        """The page's hint: the first asks, a second one plays what is shown."""
        self._expect_the_games_own_position()
        if self._hint is not None:
            self._game.play(self._hint.move)
            return
        position = self._game.position
        if not position.legal_moves:
            self._take_hint(None)
            self._renote()
            return
        self._looking = True
        self._renote()

        def tell(found: Hint | None) -> None:
            with self._game.lock:
                if self._game.position == position:
                    self._take_hint(found)
                    self._renote()

        def look(stop: Event | None, seconds: float) -> Hint | None:
            return hint(position, seconds=seconds, stop=stop, compiled=compiled_is_ready())

        if not self._hints.begin(lambda stop: look(stop, HINT_SECONDS), tell):
            tell(look(None, HINT_SECONDS / 2))

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
            When no winning line was found; the message says whether there is none.
        """
        found = solve(self._game.position, seconds=look, compiled=compiled_is_ready())
        with self._game.lock:
            self._show_line(found, seconds)
        return found

    def _show_line(self, found: Solution, seconds: float) -> None:
        if not found.line:
            raise StoryError(f"no line to show: {found}")
        count = len(found.line)
        steps = [Step(f"{number} of {count}: {move}", move=move) for number, move in enumerate(found.line, 1)]
        self.tell(f"{found}.", *steps, seconds=seconds)

    def _show_asked(self) -> None:
        position = self._game.position
        self._looking = True
        self._renote()

        def tell(found: Solution) -> None:
            with self._game.lock:
                if self._game.position != position:
                    return
                self._looking = False
                if found.line:
                    self._show_line(found, WATCHING_SPEED)
                else:
                    self._showing = self._showing.instead(Marks(caption=f"No line to show: {found}."))
                    self._renote()

        def look(stop: Event | None, seconds: float) -> Solution:
            return solve(position, seconds=seconds, stop=stop, compiled=compiled_is_ready())

        if not self._hints.begin(lambda stop: look(stop, SHOW_SECONDS), tell):
            tell(look(None, SHOW_SECONDS / 4))

    # -- the badge -----------------------------------------------------------------------------------------

    def _judge(self) -> None:
        """Find out in the background whether the game can still be won, where the badge is on."""
        position, how = self._game.position, self.badge
        if how == "off":
            self._badges.stop()
            self._verdict = self._judged = None
            return
        if self._judged == (position, how):
            return
        self._judged = position, how
        self._verdict = _badge("looking…", how, "note")

        def judge(stop: Event) -> dict[str, str]:
            if how == "known" or not unseen(position):
                found = solve(position, seconds=BADGE_SECONDS, stop=stop, compiled=compiled_is_ready())
                text, tone = BADGES[found.verdict]
                return _badge(text, how, tone)
            share = share_won(position, seconds=BADGE_SECONDS / 4, stop=stop, compiled=compiled_is_ready())
            tone = "bad" if share.lost == share.deals else "good" if share.won else "note"
            return _badge(f"{share.won} of {share.deals} won", how, tone)

        def tell(verdict: dict[str, str]) -> None:
            with self._game.lock:
                if self._game.position == position and self.badge == how:
                    self._verdict = verdict
                    self._renote()

        if not self._badges.begin(judge, tell):
            self._verdict = _badge("unknown", how, "note")

    def _forget_advice(self) -> None:
        """What was advised holds for the position before."""
        self._hints.stop()
        self._hint, self._line, self._looking = None, (), False

    def _advice_notes(self) -> dict[str, Any]:
        advice = None
        if self._looking or self._hint is not None:
            advice = {"kind": "looking" if self._looking else "hint", "show": bool(self._line)}
        return {"badge": self._verdict, "advice": advice}

    # -- analysis ------------------------------------------------------------------------------------------

    def analyse(self, *, seconds: float = 30.0) -> Analysis:
        """Find out where the game could still be won, and step through it on the board with the verdicts."""
        found = analyse(self._game, seconds=seconds, compiled=compiled_is_ready())
        self.tell(*found.steps())
        return found


def _badge(text: str, how: str, tone: str) -> dict[str, str]:
    return {"text": text, "how": KNOWN if how == "known" else UNSEEN, "tone": tone}
