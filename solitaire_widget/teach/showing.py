"""What a board shows besides the game itself: marks, a story, an exercise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..cards import SolitaireError, quoted
from ..game import Game
from ..position import Position
from .marks import Marks, Step

if TYPE_CHECKING:
    from .exercises import Exercise

__all__ = ["NOTHING_SHOWN", "Frame", "Showing", "StoryError", "frames_of_history", "frames_of_steps"]


NO_MARKS: Final = Marks()


class StoryError(SolitaireError):
    """A story that is not on, or that has no such step."""


class Frame(NamedTuple):
    """One picture of a story.

    Attributes
    ----------
    position : Position
        Where the board stands.
    marks : Marks
        What is marked there, and the caption.
    ply : int or None
        The place in the game's own history, where it is one.
    """

    position: Position
    marks: Marks
    ply: int | None = None


def frames_of_steps(position: Position, steps: tuple[object, ...]) -> tuple[Frame, ...]:
    """Work out the pictures of a story that begins on a position.

    Raises
    ------
    StoryError
        When there is no step.
    SolitaireError
        When a step cannot be shown; the message says which.

    Examples
    --------
    >>> from solitaire_widget import ADELA
    >>> position = Position.of(ADELA, T1="8C 9C", T2="8C")
    >>> first, second = frames_of_steps(position, ("Two eights.", Step("The nine moves.", move="T1 T2 1")))
    >>> len(first.position["T2"]), len(second.position["T2"]), second.marks.caption
    (1, 2, 'The nine moves.')
    """
    if not steps:
        raise StoryError("a story without steps: give captions, (caption, what to mark, ...) or Step(...)")
    frames = []
    rules = position.rules
    for number, step in enumerate(steps, 1):
        try:
            position, marks = Step.of(step).shown(position)
            marks.notes(position)  # which says what of it is not there
            if position.rules != rules:
                raise StoryError(f"that is a position of {position.rules!r}, the board shows {rules!r}")
        except SolitaireError as error:
            raise StoryError(f"step {number} of the story: {error}") from error
        frames.append(Frame(position, marks))
    return tuple(frames)


def frames_of_history(game: Game) -> tuple[Frame, ...]:
    """The pictures of everything that was done, from the start to the position now."""
    start = Frame(game.start, Marks(caption=_said("Start", game.comments.get(0, ""))), 0)
    made = []
    for action in game.history:
        caption = _said(f"{action.number}. {action.text}", game.comments.get(action.number, ""))
        _, marks = Step(caption, move=action.move).shown(action.before)
        made.append(Frame(game.at(action.number), marks, action.number))
    return (start, *made)


def _said(what: str, comment: str) -> str:
    return f"{what} ({comment})" if comment else what


@dataclass(frozen=True)
class Showing:
    """What is shown besides the game.

    Attributes
    ----------
    marks : Marks
        What stands out, and the caption; gone with the next move.
    kept : Marks
        What stands out until it is taken away.
    keep : bool
        Whether the story stays when a move is made.
    frames : tuple of Frame
        The pictures of a story that is on; empty where none is.
    place : int
        Which picture is shown, from 0.
    seconds : float
        How long each picture stays before the next one comes by itself; 0 where the viewer steps.
    exercise : Exercise or None
        What the pupil is asked.
    """

    marks: Marks = NO_MARKS
    kept: Marks = NO_MARKS
    keep: bool = False
    frames: tuple[Frame, ...] = ()
    place: int = 0
    seconds: float = 0.0
    exercise: Exercise | None = None

    def position_in(self, game: Game) -> Position:
        """Where the board stands: in the story, else in the game."""
        return self.frames[self.place].position if self.frames else game.position

    def is_live(self, game: Game) -> bool:
        """Whether the board shows the game's own position, so that it can be played on."""
        return self.position_in(game) == game.position

    @property
    def only_notes_moves(self) -> bool:
        """Whether what the pupil does on the board is an answer and no move."""
        return self.exercise is not None and not self.exercise.plays

    @property
    def ply(self) -> int | None:
        """The place in the game's history that the story shows, where it is one."""
        return self.frames[self.place].ply if self.frames else None

    def notes(self, game: Game) -> dict[str, Any]:
        """What the page draws of it."""
        position = self.position_in(game)
        passing = self.frames[self.place].marks if self.frames else self.marks
        kept = self.kept.saying("") if passing.caption else self.kept
        story = {
            "step": self.place + 1,
            "of": len(self.frames),
            "seconds": self.seconds,
            "live": self.is_live(game),
            "resumable": self.ply is not None,
        }
        return {
            **(kept + passing).within(position).notes(position),
            "story": story if self.frames else None,
            "asking": {"done": _is_done(self.exercise)} if self.exercise else None,
        }

    def marked(self, marks: Marks, keep: bool = False) -> Showing:
        """The same with more marks, in a story on the picture that is shown; a new caption replaces the old one.

        Marks to be kept stay until they are taken away, whatever is shown besides.
        """
        if keep:
            return replace(self, kept=_with(self.kept, marks))
        if not self.frames:
            return replace(self, marks=_with(self.marks, marks))
        both = _with(self.frames[self.place].marks, marks)
        frame = self.frames[self.place]._replace(marks=both)
        return replace(self, frames=(*self.frames[: self.place], frame, *self.frames[self.place + 1 :]))

    def stepped(self, to: str) -> Showing:
        """Go through the story.

        Parameters
        ----------
        to : str
            ``"first"``, ``"previous"``, ``"next"``, ``"last"``, ``"leave"`` or a step's number, from 1.

        Raises
        ------
        StoryError
            When no story is on, or it has no such step.
        """
        if not self.frames:
            raise StoryError("no story is on: tell() or replay() begins one")
        if to == "leave":
            return self.instead()
        last = len(self.frames) - 1
        places = {"first": 0, "previous": max(self.place - 1, 0), "next": min(self.place + 1, last), "last": last}
        number = int(to) - 1 if to.isascii() and to.isdigit() and len(to) < 7 else -1
        place = places.get(to, number)
        if not 0 <= place <= last:
            raise StoryError(f"no step {quoted(to)}: go to {', '.join(places)}, leave, or 1 to {last + 1}")
        return replace(self, place=place)

    def instead(self, marks: Marks = NO_MARKS, frames: tuple[Frame, ...] = (), **more: Any) -> Showing:
        """Something else that passes; what is kept and what is asked stays, with its question where nothing is said."""
        if self.exercise is not None and not marks and not frames:
            marks = Marks(caption=self.exercise.question)
        return Showing(marks, self.kept, frames=frames, exercise=self.exercise, **more)

    def after_change(self, game: Game) -> Showing:
        """What is left of it once the game has changed: what is kept, a story to be kept, and the exercise."""
        if self.exercise is not None:
            said = self.exercise.retake(game.moves) if self.exercise.plays else self.marks.caption
            return self.instead(Marks(caption=said))
        return self if self.keep and self.frames else Showing(kept=self.kept)


NOTHING_SHOWN: Final = Showing()


def _with(before: Marks, more: Marks) -> Marks:
    return (before.saying("") if more.caption else before) + more


def _is_done(exercise: Exercise) -> bool:
    """A teacher's own exercise may fail in here; what it shows has to be shown all the same."""
    try:
        return bool(exercise.done)
    except Exception:
        return False
