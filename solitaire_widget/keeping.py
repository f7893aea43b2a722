"""Keeps what is played on a board on the shelf, move by move, and never lets the shelf spoil the game."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any, Final
from weakref import WeakKeyDictionary

from .cards import quoted
from .game import Game
from .games import ALL_RULES, find_rules
from .rules import Rules
from .shelf import Shelf, ShelfError

__all__ = ["Keeper"]

_TOLD: Final[WeakKeyDictionary[Shelf, str]] = WeakKeyDictionary()
"""The notice of each shelf that a board has shown already."""

_KEYS: Final[dict[int, tuple[weakref.ref[Game], str, str]]] = {}
"""Each kept game that is still there, by its identity: itself, its shelf's path, and its key on it."""

REST: Final = 10
"""After a failure that took a while nothing is asked of the shelf for so many times as long: a file that another
process keeps shut may slow a game down, but not halt it at every move."""


class Keeper:
    """One board's way to the shelf.

    Parameters
    ----------
    shelf : Shelf or str or Path or bool or None
        A shelf or the file of one; None for the default one, False for none at all.

    Raises
    ------
    ShelfError
        When it is none of these.
    """

    def __init__(self, shelf: Shelf | str | Path | bool | None) -> None:
        if shelf is not None and shelf is not False and not isinstance(shelf, Shelf | str | Path):
            raise ShelfError(f"no shelf {quoted(shelf)}: give a Shelf, the path of its file, or False for none")
        self._asked = None if isinstance(shelf, bool) else shelf
        self._opened: Shelf | None = None
        self._off = shelf is False
        self._game: Game | None = None
        self._key: str | None = None
        self._since = monotonic()
        self._rests_until = self._since
        self._complaint = ""

    @property
    def shelf(self) -> Shelf | None:
        """The shelf, opened when it is first needed; None where games are kept nowhere.

        Raises
        ------
        ShelfError
            When its file cannot be used.
        """
        if self._opened is None and not self._off:
            asked = self._asked
            self._opened = asked if isinstance(asked, Shelf) else Shelf(asked) if asked is not None else Shelf.default()
            self._off = self._opened is None
        return self._opened

    def take(self, game: Game) -> str:
        """Begin to keep another game; give the sentence that the player should read, where there is one.

        The game before is left, unless the other one is laid out by hand, which is a lesson between. One that was
        kept before goes on under its key.
        """
        if game is self._game or not _is_kept(game):
            return ""
        self._rests_until = monotonic()
        notice = self._never_failing(self._leave)
        self._game, self._since = game, monotonic()
        self._key = None
        return notice

    def _leave(self) -> str:
        if self._key is not None and self._opened is not None:
            self._opened.end(self._key, "left")
        return ""

    def taken_up(self, key: str | None, game: str | Rules | None) -> Game:
        """Give a game from the shelf, to be kept under the same key from now on.

        Raises
        ------
        ShelfError
            When there is no such game, or no shelf.
        """
        shelf = self.shelf
        if shelf is None:
            raise ShelfError("no game to resume: the shelf is off (SOLITAIRE_WIDGET_SHELF)")
        rules = None if game is None else find_rules(game)
        found = key or _newest(shelf, rules)
        if found is None:
            notice = f"; {shelf.notice}" if shelf.notice else ""
            whose = rules.name if rules else "the shelf"
            raise ShelfError(f"no game to resume: {whose} has no unfinished one{notice}")
        self._game = shelf.load(found, rules)
        self._key, self._since = found, monotonic()
        _remember(self._game, shelf, found)
        return self._game

    def save(self, game: Game) -> str:
        """Keep a game as it stands now; give the sentence that the player should read, where there is one."""
        if game is not self._game or self._off or monotonic() < self._rests_until:
            return ""
        return self._never_failing(lambda: self._saved(game))

    def _never_failing(self, act: Callable[[], str]) -> str:
        """What an act says; whatever goes wrong in it is told once, and the next act, which saves all, tries again."""
        began = monotonic()
        try:
            said, self._complaint = act(), ""
        except Exception as error:
            before, self._complaint = self._complaint, f"This game is not kept: {error}"
            self._rests_until = monotonic() + REST * (monotonic() - began)
            return self._complaint if self._complaint != before else ""
        return said

    def _saved(self, game: Game) -> str:
        shelf = self.shelf
        if shelf is None:
            return ""
        if self._key is None:
            self._key = _key_of(game, shelf) or shelf.begin(game)
            _remember(game, shelf, self._key)
        shelf.save(self._key, game, seconds=monotonic() - self._since)
        self._since = monotonic()
        told, _TOLD[shelf] = _TOLD.get(shelf, ""), shelf.notice
        return shelf.notice if shelf.notice != told else ""

    def statistics(self) -> list[dict[str, Any]]:
        """What the statistics panel shows: a heading for each game and its options, and rows of two texts."""
        try:
            shelf = self.shelf
            if shelf is None:
                return [{"heading": "Games are kept nowhere: the shelf is off", "rows": []}]
            records = shelf.statistics()
        except ShelfError as error:
            return [{"heading": "No statistics", "rows": [["", str(error)]]}]
        if not records:
            return [{"heading": "No game has ended yet", "rows": []}]
        return [{"heading": _heading(record), "rows": _rows(record)} for record in records]

    def close(self) -> None:
        """Let go of the file of a shelf that was opened for this board alone."""
        if self._opened is not None and isinstance(self._asked, str | Path):
            self._opened.close()


def _is_kept(game: Game) -> bool:
    """Games that were dealt are kept; a position laid out by hand is a lesson."""
    return game.deal is not None or bool(game.deck)


def _newest(shelf: Shelf, rules: Rules | None) -> str | None:
    """The unfinished game that was played last, of those whose declaration is at hand."""
    at_hand = {each.id for each in (ALL_RULES if rules is None else (rules,))}
    return next((game["key"] for game in shelf.games() if game.get("unfinished") and game["game"] in at_hand), None)


def _remember(game: Game, shelf: Shelf, key: str) -> None:
    number = id(game)
    _KEYS[number] = weakref.ref(game, lambda _: _KEYS.pop(number, None)), str(shelf.path), key


def _key_of(game: Game, shelf: Shelf) -> str | None:
    kept, path, key = _KEYS.get(id(game), (None, "", ""))
    return key if kept is not None and kept() is game and path == str(shelf.path) else None


def _heading(record: dict[str, Any]) -> str:
    options = "".join(f", {name}: {value}" for name, value in record["options"].items())
    return f"{record['name']}{options}"


def _rows(record: dict[str, Any]) -> list[list[str]]:
    won = f"{record['won']} ({record['share']:.0%})" if record["share"] is not None else str(record["won"])
    rows = {
        "Played": str(record["played"]),
        "Won": won,
        "Lost": str(record["lost"]),
        "Left": str(record["left"]),
        "Unfinished": str(record["unfinished"]),
        "Wins in a row, now": str(record["streak"]),
        "Wins in a row, at most": str(record["longest_streak"]),
        "Fewest moves": "" if record["fewest_moves"] is None else str(record["fewest_moves"]),
        "Fastest win": _clock(record["fastest_win"]),
        "Time played": _clock(record["seconds"]),
    }
    return [[name, value] for name, value in rows.items() if value]


def _clock(seconds: float | None) -> str:
    if seconds is None:
        return ""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
