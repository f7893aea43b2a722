"""What a teacher does with a board: marks, stories, replays, explanations, exercises."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from .cards import SolitaireError, is_number, quoted
from .game import Game
from .moves import Move
from .teach.exercises import Exercise, Result
from .teach.marks import Marks, arrow_between, read_tone
from .teach.showing import NOTHING_SHOWN, Showing, StoryError, frames_of_history, frames_of_steps
from .teach.why import Explanation, explain

__all__ = ["Classroom"]

LONGEST_STEP: Final = 3600


class Classroom:
    """The part of a board that shows something besides the game, and never changes the game by it."""

    _game: Game
    _showing: Showing = NOTHING_SHOWN
    _before_asking: Game | None = None

    def _show_besides(self, showing: Showing) -> None:
        """Show something besides the game; a board says how."""
        raise NotImplementedError

    def _put(self, game: Game, showing: Showing = NOTHING_SHOWN) -> None:
        """Put another game on the board; a board says how."""
        raise NotImplementedError

    def mark(self, *things: object, tone: str = "note", caption: str = "", keep: bool = False) -> None:
        """Make cards and piles stand out, besides what is marked already.

        Parameters
        ----------
        *things
            Piles (``"T5"``), cards (``"9H"``), top cards (``"T5 3"``), moves with their arrow (``"T5 T9 3"``).
        tone : str
            ``"note"``, ``"good"``, ``"bad"`` or ``"hint"``.
        caption : str
            What is said below the board.
        keep : bool
            Whether it stays when a move is made; else it is gone then.

        Raises
        ------
        NotationError, UnknownPile, MarkError
            When something of that is not on the board; nothing is marked then.
        """
        with self._game.lock:
            position = self._showing.position_in(self._game)
            marks = Marks.of(position, *things, tone=tone, caption=caption)
            self._show_besides(self._showing.marked(marks, keep))

    def arrow(self, source: str, target: str, *, tone: str = "note", keep: bool = False) -> None:
        """Draw an arrow from one pile to another.

        Raises
        ------
        UnknownPile, MarkError
            When the game has no such pile.
        """
        arrow = arrow_between(str(source).upper(), str(target).upper(), read_tone(tone))
        self.mark(Marks(arrows=(arrow,)), keep=keep)

    def caption(self, text: str, *, keep: bool = False) -> None:
        """Say something below the board."""
        self.mark(caption=text, keep=keep)

    def unmark(self) -> None:
        """Take every mark, caption and story off the board."""
        with self._game.lock:
            self._show_besides(Showing(exercise=self._showing.exercise).instead())

    def tell(self, *steps: object, keep: bool = False, seconds: float = 0.0) -> None:
        """Tell a story on the board, step by step; the game itself is not touched.

        Parameters
        ----------
        *steps
            Captions, ``(caption, what to mark, ...)`` or `Step`; a step with a move shows the position after it.
        keep : bool
            Whether the story stays when a move is made.
        seconds : float
            How long each step stays before the next one comes by itself; 0 lets the viewer step.

        Raises
        ------
        StoryError
            When a step cannot be shown; the message says which.
        """
        with self._game.lock:
            frames = frames_of_steps(self._game.position, steps)
            self._show_besides(self._showing.instead(frames=frames, keep=keep, seconds=_pace(seconds)))

    def replay(self, seconds: float = 0.0) -> None:
        """Show the game from its start; leaving that leaves the game as it is.

        Parameters
        ----------
        seconds : float
            How long each position stays before the next one comes by itself; 0 lets the viewer step.
        """
        with self._game.lock:
            frames = frames_of_history(self._game)
            self._show_besides(self._showing.instead(frames=frames, seconds=_pace(seconds)))

    def step(self, to: str | int = "next") -> None:
        """Go through a story: ``"first"``, ``"previous"``, ``"next"``, ``"last"``, a number from 1, or ``"leave"``.

        ``"play on"`` takes the game itself to the place of a replay that is shown.

        Raises
        ------
        StoryError
            When no story is on, or it has no such step.
        """
        with self._game.lock:
            if to == "play on":
                if self._showing.ply is None:
                    raise StoryError("the game was never there: play on from a step of a replay, or leave the story")
                ply, self._showing = self._showing.ply, self._showing.instead()
                if ply == len(self._game.moves):
                    self._show_besides(self._showing)
                self._game.go_to(ply)
            else:
                self._show_besides(self._showing.stepped(str(to)))

    def why(self, move: Move | str) -> Explanation:
        """Explain a move on the board as it is shown, legal or not, and mark what the explanation speaks of.

        Raises
        ------
        NotationError, UnknownPile
            When the text names no move, or a pile that is not there.
        """
        with self._game.lock:
            explanation = explain(self._showing.position_in(self._game), move)
            marks = explanation.marks.saying(str(explanation))
            story = bool(self._showing.frames)
            self._show_besides(self._showing.marked(marks) if story else self._showing.instead(marks))
            return explanation

    @property
    def exercise(self) -> Exercise | None:
        """The exercise that is on the board; None where nothing is asked."""
        return self._showing.exercise

    def ask(self, exercise: Exercise | None) -> None:
        """Put an exercise on the board; the game that was there comes back with ``ask(None)``.

        What the pupil does on the board is the answer; `answer` or the board's Done button checks it.
        """
        if exercise is not None and not isinstance(exercise, Exercise):
            raise StoryError(
                f"no exercise in {quoted(exercise)}: give one of solitaire_widget.teach, or None to end it"
            )
        with self._game.lock:
            before = self._before_asking
            if exercise is not None:
                exercise.clear()
                asked = Showing(Marks(caption=exercise.question) + exercise.marks, exercise=exercise)
                self._before_asking = before or self._game
                self._put(Game(position=exercise.position), asked)
            elif before is not None:
                self._before_asking = None
                self._put(before)

    def answer(self) -> Result:
        """Check what the pupil did on the board, and say it there.

        Raises
        ------
        StoryError
            When nothing was asked.
        """
        with self._game.lock:
            exercise = self._showing.exercise
            if exercise is None:
                raise StoryError("no exercise is on the board: ask() puts one there")
            result = exercise.check()
            marks = result.marks.within(self._game.position).saying(_in_short(result))
            self._show_besides(self._showing.instead(marks))
            return result

    # -- what a pupil does on the board --------------------------------------------------------------------

    def _move(self, text: str) -> None:
        self._expect_the_games_own_position()
        showing = self._showing
        exercise = showing.exercise
        if exercise is not None and showing.only_notes_moves:
            if exercise.done:
                raise StoryError("that was answered: ask the exercise again for another try")
            noted = exercise.take(self._game.position.fitting(text))
            self._show_besides(showing.instead((self._given(exercise) or exercise.marks).saying(noted)))
        else:
            self._game.drop(text)

    def _expect_the_games_own_position(self) -> None:
        if not self._showing.is_live(self._game):
            raise StoryError("the board tells a story: leave it to play on")

    def _expect_no_exercise(self, why: str) -> None:
        if self.exercise is not None:
            raise StoryError(why)

    def _given(self, exercise: Exercise) -> Marks:
        """The moves that a pupil has noted so far, as arrows; those that cannot be drawn are left out."""
        marks = Marks()
        for move in exercise.given:
            with suppress(SolitaireError):
                marks += Marks.of(self._game.position, move)
        return marks


def _in_short(result: Result) -> str:
    """What there is room for below a board: the points, and the first of what was right and wrong."""
    return " ".join((f"{result.score} of {result.out_of}.", *result.explanation[:2]))


def _pace(seconds: object) -> float:
    if not is_number(seconds) or not 0 <= seconds <= LONGEST_STEP:
        raise StoryError(f"a step cannot stay for {quoted(seconds)}: give 0 to {LONGEST_STEP} seconds")
    return float(seconds)
