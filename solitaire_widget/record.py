"""A game as a plain record and as JSON: what a saved game holds, read back with suspicion."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from .cards import SolitaireError, is_number

__all__ = ["GameRecord", "RecordError"]

FORMAT: Final = "solitaire_widget game 1"
LONGEST_TEXT: Final = 1_000_000
MOST_MOVES: Final = 100_000
LATEST_TIME: Final = 32_503_680_000.0  # the year 3000


class RecordError(SolitaireError):
    """A saved game that is cut off, edited, from another version or hostile; the message names the place."""


@dataclass(frozen=True)
class GameRecord:
    """What makes a game: where it starts, and what was done since.

    Attributes
    ----------
    game : str
        The game's id, such as ``"auld_lang_syne"``.
    options : dict
        The options that differ from the game's own.
    deal : str
        The deal number, or empty.
    deck : str
        The cards in the order in which they were dealt, where there is no number.
    position : dict
        The piles that the game started from (cards from bottom to top), where nothing was dealt.
    hidden : dict
        How many cards at the bottom of a pile lay face down then, where any did.
    redealt : int
        How often the cards had gone back to the stock by then.
    shuffled_by : str
        The deal number that redeals shuffle by, where there is no `deal` to say it.
    moves : tuple of str
        The moves made, in order.
    redo : tuple of str
        The moves undone, the next one to be redone first.
    automatic : tuple of int
        The numbers of the moves that followed the one before by themselves.
    times : tuple of float
        When each move was made, in seconds since 1970; empty where nobody noted it.
    comments : dict
        What was said about a move, by its number as text; 0 is the start.
    bookmarks : dict
        The places in the history that have a name.
    """

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    deal: str = ""
    deck: str = ""
    position: dict[str, str] = field(default_factory=dict)
    hidden: dict[str, int] = field(default_factory=dict)
    redealt: int = 0
    shuffled_by: str = ""
    moves: tuple[str, ...] = ()
    redo: tuple[str, ...] = ()
    automatic: tuple[int, ...] = ()
    times: tuple[float, ...] = ()
    comments: dict[str, str] = field(default_factory=dict)
    bookmarks: dict[str, int] = field(default_factory=dict)

    def to_json(self) -> str:
        """The record on one line; fields that say nothing are left out."""
        said = {name: getattr(self, name) for name in self.__dataclass_fields__}
        kept = {name: list(value) if isinstance(value, tuple) else value for name, value in said.items() if value}
        return json.dumps({"format": FORMAT, **kept})

    @classmethod
    def from_json(cls, text: str) -> GameRecord:
        """Read a record; each field is checked for kind and size, the moves by replaying them.

        Raises
        ------
        RecordError
            With the place and the reason.

        Examples
        --------
        >>> GameRecord.from_json('{"format": "solitaire_widget game 1", "game": "adela", "deal": "7"}').deal
        '7'
        """
        said = _read_object(text)
        form = said.pop("format", None)
        if form != FORMAT:
            raise RecordError(f'the saved game has format {str(form)[:60]!r}: this version reads "{FORMAT}"')
        if unknown := set(said) - set(cls.__dataclass_fields__):
            raise RecordError(f"the saved game has a field {min(unknown)[:40]!r} that no game has")
        if sum(bool(said.get(name)) for name in ("deal", "deck", "position")) != 1:
            raise RecordError("the saved game names more or less than one of deal, deck and position")
        return cls(
            game=_text(said, "game", needed=True),
            options=_mapping(said, "options", (str, int)),
            deal=_text(said, "deal"),
            deck=_text(said, "deck"),
            position=_mapping(said, "position", (str,)),
            hidden=_mapping(said, "hidden", (int,)),
            redealt=_number(said, "redealt"),
            shuffled_by=_text(said, "shuffled_by"),
            moves=_texts(said, "moves"),
            redo=_texts(said, "redo"),
            automatic=_plies(said),
            times=_times(said),
            comments=_mapping(said, "comments", (str,)),
            bookmarks=_mapping(said, "bookmarks", (int,)),
        )


def _read_object(text: object) -> dict[str, Any]:
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise RecordError(f"a saved game is a text of at most {LONGEST_TEXT:,} characters")
    try:
        said = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(
            f"the saved game is broken at line {error.lineno}, column {error.colno}: {error.msg}"
        ) from None
    except (RecursionError, ValueError) as error:
        raise RecordError(f"the saved game is not one: {type(error).__name__}") from None
    if not isinstance(said, dict):
        raise RecordError(f"a saved game is a JSON object, this is a {type(said).__name__}")
    return said


def _text(said: Mapping[str, Any], name: str, needed: bool = False) -> str:
    value = said.get(name, "")
    if not isinstance(value, str) or (needed and not value):
        raise RecordError(f"the saved game's field {name!r} has to be a text")
    return value


def _number(said: Mapping[str, Any], name: str) -> int:
    value = said.get(name, 0)
    if type(value) is not int or not 0 <= value <= MOST_MOVES:
        raise RecordError(f"the saved game's field {name!r} has to be a number from 0 to {MOST_MOVES:,}")
    return value


def _texts(said: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = said.get(name, [])
    if not isinstance(value, list) or len(value) > MOST_MOVES or not all(isinstance(each, str) for each in value):
        raise RecordError(f"the saved game's field {name!r} has to be a list of at most {MOST_MOVES:,} texts")
    return tuple(value)


def _times(said: Mapping[str, Any]) -> tuple[float, ...]:
    value = said.get("times", [])
    if not isinstance(value, list) or len(value) > MOST_MOVES or not all(map(_is_time, value)):
        raise RecordError("the saved game's field 'times' has to be a list of seconds since 1970")
    return tuple(map(float, value))


def _plies(said: Mapping[str, Any]) -> tuple[int, ...]:
    value = said.get("automatic", [])
    if not isinstance(value, list) or not all(type(each) is int and 0 < each <= MOST_MOVES for each in value):
        raise RecordError("the saved game's field 'automatic' has to be a list of moves by number")
    return tuple(value)


def _is_time(value: object) -> bool:
    return is_number(value) and 0 <= value < LATEST_TIME


def _mapping(said: Mapping[str, Any], name: str, kinds: tuple[type, ...]) -> dict[str, Any]:
    value = said.get(name, {})
    if not isinstance(value, dict) or not all(isinstance(each, kinds) for each in value.values()):
        raise RecordError(f"the saved game's field {name!r} has to name {' or '.join(kind.__name__ for kind in kinds)}")
    return value
