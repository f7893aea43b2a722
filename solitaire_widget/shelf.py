"""The shelf: games that are played and games that are over, kept in one SQLite file.

A game is saved with every action, whole, in one transaction. The file is in SQLite's write-ahead mode with
``synchronous=NORMAL``: what was saved is in the operating system's hands before `Shelf.save` returns, where
the end of the process, even by SIGKILL, cannot reach it. A save that is cut short is half a frame at the
end of the log, which its checksum betrays and the next opening leaves out. So a killed process loses the
action in flight at most. When the whole machine stops, the last few saves may be missing, but the file is
whole: the log is on the disk before anything is copied out of it.

Several notebooks may have the file open at once: whoever writes waits for the other, a few seconds at most.
A file that is damaged or not a shelf is renamed, never written to; `Shelf.notice` then tells the new name.
"""

from __future__ import annotations

import json
import math
import os
import re
import secrets
import stat
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from threading import Lock, RLock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .cards import SolitaireError, is_number, quoted
from .deals import read_number
from .game import Game
from .games import UnknownGame, find_rules
from .record import LONGEST_TEXT, RecordError
from .rules import Rules

if TYPE_CHECKING:
    import sqlite3

__all__ = ["Shelf", "ShelfError"]

SETTING: Final = "SOLITAIRE_WIDGET_SHELF"
FILE_NAME: Final = "shelf.sqlite3"
PATIENCE: Final = 5.0
LONGEST_GAP: Final = 300.0
RETRY: Final = 0.005

MAGIC: Final = b"SQLite format 3\0"
APPLICATION: Final = 0x536F6C57  # "SolW"
SIDE_FILES: Final = ("-wal", "-shm", "-journal")
LONGEST_ROW: Final = 2 * LONGEST_TEXT
LONGEST_NAME: Final = 200
KEY_TEXT: Final = re.compile(r"[\w-]{1,64}", re.ASCII)
STATUSES: Final = ("playing", "won", "lost", "left", "damaged")
HOW: Final = ("left", "won", "lost")

STEPS: Final = (
    (
        """CREATE TABLE games (
            key TEXT NOT NULL PRIMARY KEY,
            game TEXT, -- the game's id
            name TEXT,
            options TEXT, -- JSON: those that differ from the game's own
            deal TEXT, -- digits, since a number may be longer than SQLite's
            counted INTEGER, -- 1 where statistics take the game in
            board TEXT, -- playing, won or lost, as it stands now, or left
            status TEXT, -- playing, won, lost or left, as it counts
            moves INTEGER,
            won_moves INTEGER,
            won_seconds REAL,
            started REAL, -- this and the next two in seconds since 1970
            changed REAL,
            ended REAL,
            seconds REAL,
            comments INTEGER,
            bookmarks TEXT, -- JSON
            record TEXT -- the last column: lists pass over it unread
        )""",
    ),
)
"""What makes a shelf of each version out of the one before; the first step makes it out of nothing."""

VERSION: Final = len(STEPS)

FIELDS: Final = (
    "key, game, name, options, deal, counted, board, status, moves, won_moves, won_seconds, "
    "started, changed, ended, seconds, comments, bookmarks"
)
FIELD_COUNT: Final = FIELDS.count(",") + 1
NEWEST_FIRST: Final = f"SELECT {FIELDS} FROM games ORDER BY changed DESC, rowid DESC"

# A win stays a win, whatever is undone after it; a loss stays one while the board stands lost.
SAVE: Final = f"""
    INSERT INTO games ({FIELDS}, record) VALUES (
        :key, :game, :name, :options, :deal, :counted, :board, :board, :moves,
        CASE :board WHEN 'won' THEN :moves END, CASE :board WHEN 'won' THEN :seconds END,
        :now - :seconds, :now, CASE :board WHEN 'playing' THEN NULL ELSE :now END,
        :seconds, :comments, :bookmarks, :record
    )
    ON CONFLICT (key) DO UPDATE SET
        game = excluded.game, name = excluded.name, options = excluded.options, deal = excluded.deal,
        counted = max(counted, excluded.counted),
        board = excluded.board,
        status = CASE status WHEN 'won' THEN status ELSE excluded.status END,
        moves = excluded.moves,
        won_moves = CASE status WHEN 'won' THEN won_moves ELSE excluded.won_moves END,
        won_seconds = CASE status WHEN 'won' THEN won_seconds ELSE seconds + excluded.won_seconds END,
        changed = excluded.changed,
        ended = CASE WHEN status IN ('won', excluded.status) THEN ended ELSE excluded.ended END,
        seconds = seconds + excluded.seconds,
        comments = excluded.comments, bookmarks = excluded.bookmarks, record = excluded.record
"""
LEAVE: Final = """
    UPDATE games SET
        board = CASE board WHEN 'playing' THEN 'left' ELSE board END,
        status = CASE status WHEN 'playing' THEN 'left' ELSE status END,
        ended = CASE status WHEN 'playing' THEN :now ELSE ended END
    WHERE key = :key
"""


class ShelfError(SolitaireError):
    """A shelf that cannot be opened, read or written, or has no such game."""


class Shelf:
    """Games kept in one SQLite file, with their bookmarks and statistics.

    One shelf may be used by several threads, and one file by several processes. Each save is the whole game,
    so a game that two boards play on is kept as the one that played last.

    Parameters
    ----------
    path : str or Path, optional
        The file; without it ``shelf.sqlite3`` in the user's own folder for data.
    patience : float
        For how many seconds another process that is writing is waited for.

    Attributes
    ----------
    path : Path
        The file.
    notice : str
        A sentence for the player where a damaged or foreign file had to be set aside; empty otherwise.

    Raises
    ------
    ShelfError
        When the place cannot be written, the file is one of a newer version, or there is no SQLite.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> shelf = Shelf(f"{folder.name}/shelf.sqlite3")
    >>> game = Game("arabella", deal=1)
    >>> key = shelf.begin(game)
    >>> action = game.play("T12 T8 1")
    >>> shelf.save(key, game, seconds=2.5)
    >>> shelf.load(shelf.latest()) == game
    True
    >>> [(record["name"], record["status"], record["moves"]) for record in shelf.games()]
    [('Arabella', 'playing', 1)]
    >>> shelf.close()
    >>> folder.cleanup()
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, *, patience: float = PATIENCE) -> None:
        if not (is_number(patience) and patience >= 0):
            raise ShelfError(f"no patience {quoted(patience)}: give the seconds to wait for another process")
        self.path = _default_path() if path is None else _whole_path(path)
        self.notice = ""
        self._patience = patience
        self._suspect = False
        self._let_go_of_nothing()
        with self._asking():
            pass

    @classmethod
    def default(cls) -> Shelf | None:
        """The shelf that the environment asks for, the same one each time.

        ``SOLITAIRE_WIDGET_SHELF`` names a file, or is ``off``: then nothing is kept, and this is None. Without
        it the file is ``shelf.sqlite3`` in the user's own folder for data.

        Raises
        ------
        ShelfError
            As for `Shelf`.
        """
        asked = os.environ.get(SETTING, "").strip()
        if asked.lower() == "off":
            return None
        path = _whole_path(asked) if asked else _default_path()
        with _DEFAULTS_LOCK:
            if path not in _DEFAULTS:
                _DEFAULTS[path] = cls(path)
            return _DEFAULTS[path]

    # -- one game ------------------------------------------------------------------------------------------

    def begin(self, game: Game) -> str:
        """Give the key to save a game under; it stands on the shelf from the first save on.

        Boards that nobody played on leave nothing behind.
        """
        _check_game(game)
        return secrets.token_hex(5)

    def save(self, key: str, game: Game, *, seconds: float = 0.0) -> None:
        """Keep a game as it stands now, with undo, redo, comments and bookmarks.

        Parameters
        ----------
        key : str
            What `begin` gave.
        game : Game
            The game.
        seconds : float
            The time since the action before, of which five minutes count at most.

        Raises
        ------
        ShelfError
            When it cannot be written; what was saved before is still there.
        """
        _check_game(game)
        saved = _as_row(_known_key(key), game) | {"seconds": _gap(seconds)}
        with self._asking() as connection:
            connection.execute(SAVE, saved | {"now": time.time()})

    def end(self, key: str, how: str = "left") -> None:
        """Note that a game is not played on: another deal took its place.

        A game that was won or lost stays so. A game that was never saved ends without a trace, and one that
        is saved again goes on.

        Parameters
        ----------
        key : str
            What `begin` gave.
        how : {"left", "won", "lost"}
            The last two are known from saving, and are only checked.

        Raises
        ------
        ShelfError
            When the game is not won or lost, or the file cannot be written.
        """
        if how not in HOW:
            raise ShelfError(f"no end {quoted(how)}: a game is {', '.join(HOW)}")
        with self._asking() as connection:
            if how == "left":
                connection.execute(LEAVE, {"key": _known_key(key), "now": time.time()})
            elif self._fetch(connection, "status", key) != how:
                raise ShelfError(f"game {key} is not {how}: save it as it stands, and the shelf knows")

    def load(self, key: str, rules: Rules | None = None) -> Game:
        """Give a game back as it was saved last; every move of it is checked.

        Parameters
        ----------
        key : str
            What `begin` gave and `games` lists.
        rules : Rules, optional
            The game's declaration, where it is not one of this package.

        Raises
        ------
        ShelfError
            When there is no such game.
        RecordError
            When the saved game is damaged; the message names key, place and reason.
        """
        with self._asking() as connection:
            text = self._fetch(connection, "record", key)
        try:
            return Game.from_json(text, rules)
        except RecordError as error:
            raise RecordError(f"game {key} cannot be taken from the shelf: {error}") from None

    def latest(self, game: str | Rules | None = None) -> str | None:
        """The key of the unfinished game that was played last, of one game or of any; None without one."""
        return next((row.key for row in self._rows(game) if row.board == "playing"), None)

    def forget(self, key: str) -> None:
        """Take a game off the shelf, and out of the statistics.

        Raises
        ------
        ShelfError
            When there is no such game, or the file cannot be written.
        """
        with self._asking() as connection:
            if not connection.execute("DELETE FROM games WHERE key = ?", (_known_key(key),)).rowcount:
                raise _no_game(key)

    # -- all games -----------------------------------------------------------------------------------------

    def games(self, game: str | Rules | None = None, status: str | None = None) -> list[dict[str, Any]]:
        """List the games as plain records, the one that was played last first.

        Parameters
        ----------
        game : str or Rules, optional
            Only those of this game.
        status : {"playing", "won", "lost", "left", "damaged"}, optional
            Only those that stand so.

        Returns
        -------
        list of dict
            ``key``, ``game`` (its id), ``name``, ``options``, ``deal`` (None where the cards were given),
            ``status``, ``unfinished`` (whether it may be played on without an undo), ``moves``, ``seconds``,
            ``started``, ``changed`` and ``ended`` (seconds since 1970; `ended` may be None), ``comments`` (how
            many) and ``bookmarks`` (name and action). A row that somebody damaged says ``"damaged"`` and its key.
        """
        if status is not None and status not in STATUSES:
            raise ShelfError(f"no status {quoted(status)}: a game is {', '.join(STATUSES)}")
        return [row.record() for row in self._rows(game) if status in (None, row.status)]

    def statistics(self, game: str | Rules | None = None) -> list[dict[str, Any]]:
        """Sum the games up, for each game and each choice of its options.

        A game counts as *played* once it has an action and its play has ended: won, lost, or left for another
        deal. What is still unfinished changes nothing. A game that is resumed is one game, however often.
        A win counts once and for good, also when it is undone and played on. A loss that is undone is no
        loss any more, and may become a win. Games from positions laid by hand are kept, but not counted.

        Streaks run over the played games in the order in which they ended: `streak` is the number of wins
        since the last game that was not won, `longest_streak` the most wins in a row. The fewest moves and
        the fastest win are those at the first moment at which a game was won; moves taken back are not
        in. Time is the sum of the gaps between one action and the next, each counted up to five minutes.

        Parameters
        ----------
        game : str or Rules, optional
            Only this game.

        Returns
        -------
        list of dict
            Sorted by name: ``game``, ``name``, ``options`` (those that differ from the game's own), ``played``,
            ``won``, ``lost``, ``left``, ``unfinished``, ``share`` (won of played; None while none is played),
            ``streak``, ``longest_streak``, ``fewest_moves`` and ``fastest_win`` (in seconds; None without a
            win) and ``seconds`` (of the played games together).
        """
        groups: dict[tuple[str, str], list[_Row]] = {}
        for row in self._rows(game):
            if row.counted:
                groups.setdefault((row.game, json.dumps(row.options, sort_keys=True)), []).append(row)
        return sorted(map(_summed, groups.values()), key=lambda record: (record["name"], str(record["options"])))

    def _rows(self, game: str | Rules | None) -> Iterator[_Row]:
        wanted = None if game is None else _id_of(game)
        with self._asking() as connection:
            fetched = _fetch_all(connection)
        return (row for row in map(_read_row, fetched) if wanted in (None, row.game))

    # -- the file ------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        with self._asking_lock():
            self._let_go()

    def __enter__(self) -> Shelf:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Shelf({str(self.path)!r})"

    @contextmanager
    def _asking(self) -> Iterator[sqlite3.Connection]:
        """Take a turn with the open file; what SQLite complains about becomes one sentence."""
        sqlite3 = _find_sqlite3()
        with self._asking_lock():
            try:
                yield self._opened()
            except sqlite3.Error as error:
                raise self._in_words(error) from error
            except OSError as error:
                raise ShelfError(f"the shelf at {self.path} cannot be written: {_reason(error)}") from error

    def _asking_lock(self) -> AbstractContextManager[bool]:
        # After a fork the file and the lock are the parent's. Not even closing is the child's business.
        if self._process != os.getpid():
            self._let_go_of_nothing()
        return self._lock

    def _let_go_of_nothing(self) -> None:
        self._process = os.getpid()
        self._lock: AbstractContextManager[bool] = RLock()
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._close_connection: Callable[[], object] | None = None

    def _let_go(self) -> None:
        if self._close_connection is not None:
            self._close_connection()
        self._connection = self._identity = self._close_connection = None

    def _opened(self) -> sqlite3.Connection:
        # Somebody may have deleted the file, or set it aside: then saves belong into the new one.
        if self._connection is not None and _identity(self.path) != self._identity:
            self._let_go()
        if self._connection is None:
            self._open()
        assert self._connection is not None
        return self._connection

    def _open(self) -> None:
        sqlite3 = _find_sqlite3()
        deadline = time.monotonic() + self._patience
        while self._connection is None:
            try:
                self._open_once()
            except sqlite3.OperationalError as error:
                # Two processes that make the same file at once are in each other's way without waiting.
                if _code(error) not in BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(RETRY)

    def _open_once(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        seen = _identity(self.path)
        if fault := _fault_at_sight(self.path):
            self._set_aside(fault, seen)
        sqlite3 = _find_sqlite3()
        connection = sqlite3.connect(self.path, timeout=self._patience, isolation_level=None, check_same_thread=False)
        try:
            fault = self._fault_or_ready(connection)
        except BaseException:
            connection.close()
            raise
        seen = _identity(self.path)
        if fault:
            connection.close()
            self._set_aside(fault, seen)
            return
        self._connection, self._identity, self._suspect = connection, seen, False
        self._close_connection = weakref.finalize(self, _close_in, os.getpid(), connection)

    def _fault_or_ready(self, connection: sqlite3.Connection) -> str:
        """Make a connection ready for use, or say why the file is none of ours or damaged."""
        sqlite3 = _find_sqlite3()
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_ROW)
        connection.text_factory = lambda raw: str(raw, "utf-8", "replace")
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            if fault := self._fault_inside(connection):
                return fault
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            _bring_up_to_date(connection)
            return ""
        except sqlite3.DatabaseError as error:
            if _code(error) in FAULTS_OF_THE_PLACE:
                raise
            return str(error)
        except UnicodeDecodeError:  # a complaint of SQLite's that quotes what the file says
            return "its tables are no text"

    def _fault_inside(self, connection: sqlite3.Connection) -> str:
        # One look at one moment: another process may be making the tables just now.
        connection.execute("BEGIN")
        try:
            return self._fault_now(connection)
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def _fault_now(self, connection: sqlite3.Connection) -> str:
        application, version = _number(connection, "application_id"), _number(connection, "user_version")
        if application == APPLICATION and version > VERSION:
            raise ShelfError(
                f"the shelf at {self.path} has version {version}, this solitaire_widget reads up to {VERSION}: "
                f"upgrade it, or name another file in {SETTING}"
            )
        if application != APPLICATION and (application or version or _has_content(connection)):
            return "it is another program's SQLite file"
        if version < 0 or _schema(connection) != _wanted_schema(version):
            return "its tables are not a shelf's"
        check = "integrity_check" if self._suspect else "quick_check"
        found = str(connection.execute(f"PRAGMA {check}(1)").fetchone()[0])
        return "" if found == "ok" else found.splitlines()[-1]

    def _set_aside(self, fault: str, seen: tuple[int, int] | None) -> None:
        """Rename the file and what belongs to it; nothing is written to it or over another."""
        if _identity(self.path) != seen:
            return  # another process was faster
        aside = _reserved(self.path)
        try:
            for side in SIDE_FILES:
                with suppress(FileNotFoundError):
                    os.replace(f"{self.path}{side}", f"{aside}{side}")
            with suppress(FileNotFoundError):
                os.replace(self.path, aside)
        except OSError as error:
            raise ShelfError(
                f"the shelf at {self.path} is none ({fault}) and cannot be set aside: {_reason(error)}"
            ) from error
        self.notice = (
            f"the file {self.path} was no sound shelf ({fault}): it is kept as {aside.name}, and a new one begun"
        )

    def _fetch(self, connection: sqlite3.Connection, column: str, key: str) -> Any:
        sqlite3 = _find_sqlite3()
        try:
            found = connection.execute(f"SELECT {column} FROM games WHERE key = ?", (_known_key(key),)).fetchone()
        except sqlite3.DataError:
            raise RecordError(f"game {key} cannot be taken from the shelf: it is longer than any game") from None
        if found is None:
            raise _no_game(key)
        return found[0]

    def _in_words(self, error: sqlite3.Error) -> ShelfError:
        if _code(error) in BUSY:
            return ShelfError(
                f"another process has kept the shelf at {self.path} shut for {self._patience:g} seconds: try later"
            )
        if _code(error) in DAMAGED:
            self._suspect = True
            self._let_go()
            return ShelfError(f"the shelf at {self.path} is damaged ({error}): the next use of it sets it aside")
        return ShelfError(f"the shelf at {self.path} cannot be used: {error}")


_DEFAULTS: Final[dict[Path, Shelf]] = {}
_DEFAULTS_LOCK: Final = Lock()


class _Row(NamedTuple):
    """What a row says about a game, checked."""

    key: str
    game: str = ""
    name: str = ""
    options: dict[str, str | int] = {}  # noqa: RUF012  # never changed
    deal: int | None = None
    counted: bool = False
    board: str = ""
    status: str = "damaged"
    moves: int = 0
    won_moves: int | None = None
    won_seconds: float | None = None
    started: float | None = None
    changed: float | None = None
    ended: float | None = None
    seconds: float = 0.0
    comments: int = 0
    bookmarks: dict[str, int] = {}  # noqa: RUF012

    def record(self) -> dict[str, Any]:
        """The row as `Shelf.games` gives it."""
        names = ("key", "game", "name", "options", "deal", "status", "moves", "seconds", "started", "changed", "ended")
        return {
            **{name: getattr(self, name) for name in names},
            "unfinished": self.board == "playing",
            "comments": self.comments,
            "bookmarks": dict(self.bookmarks),
        }


def _read_row(row: tuple[Any, ...]) -> _Row:
    """Check a row that anybody may have edited; a wrong one is told as damaged, and hides no other."""
    key, game, name, options, deal, counted, board, status, moves, won_moves, won_seconds, *rest = row
    started, changed, ended, seconds, comments, bookmarks = rest
    try:
        won = _one_of(status, STATUSES[:4]) == "won"
        return _Row(
            key=_known_key(key),
            game=_name(game),
            name=_name(name),
            options=_object(options, (str, int)),
            deal=read_number(_name(deal)) if deal else None,
            counted=bool(_count(counted)),
            board=_one_of(board, STATUSES[:4]),
            status=status,
            moves=_count(moves),
            won_moves=_count(won_moves) if won else None,
            won_seconds=_time(won_seconds) if won else None,
            started=_time(started),
            changed=_time(changed),
            ended=None if status == "playing" else _time(ended),
            seconds=_time(seconds),
            comments=_count(comments),
            bookmarks=_object(bookmarks, (int,)),
        )
    except (ValueError, RecursionError):
        return _Row(key if isinstance(key, str) and KEY_TEXT.fullmatch(key) else "")


def _name(value: object) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= LONGEST_NAME or not value.isprintable():
        raise ValueError
    return value


def _one_of(value: object, choices: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise ValueError
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError
    return value


def _time(value: object) -> float:
    if not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise ValueError
    return float(value)


def _object(text: object, kinds: tuple[type, ...]) -> dict[str, Any]:
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise ValueError
    value = json.loads(text)
    if not isinstance(value, dict) or not all(type(each) in kinds for each in value.values()):
        raise ValueError
    for each in (*value, *(each for each in value.values() if isinstance(each, str))):
        _name(each)
    return value


def _summed(rows: list[_Row]) -> dict[str, Any]:
    """One record of the statistics, of the games of one kind."""
    played = sorted((row for row in rows if row.status != "playing"), key=lambda row: row.ended or 0.0)
    won = [row for row in played if row.status == "won"]
    streaks = [0]
    for row in played:
        streaks.append(streaks[-1] + 1 if row.status == "won" else 0)
    return {
        "game": rows[0].game,
        "name": rows[0].name,
        "options": dict(rows[0].options),
        "played": len(played),
        **{status: sum(row.status == status for row in played) for status in ("won", "lost", "left")},
        "unfinished": len(rows) - len(played),
        "share": len(won) / len(played) if played else None,
        "streak": streaks[-1],
        "longest_streak": max(streaks),
        "fewest_moves": min((row.won_moves for row in won if row.won_moves is not None), default=None),
        "fastest_win": min((row.won_seconds for row in won if row.won_seconds is not None), default=None),
        "seconds": math.fsum(row.seconds for row in played),
    }


def _as_row(key: str, game: Game) -> dict[str, Any]:
    with game.lock:
        record = game.to_json()
        if len(record) > LONGEST_TEXT:
            raise ShelfError(
                f"{len(game.moves):,} moves are too many to keep: a saved game has up to {LONGEST_TEXT:,} characters"
            )
        dealt = game.deal is not None or bool(game.deck)
        return {
            "key": key,
            "game": game.rules.id,
            "name": game.rules.name,
            "options": json.dumps(dict(game.rules.values)),
            "deal": str(game.deal or ""),
            "counted": int(dealt and bool(game.moves or game.undone)),
            "board": game.status,
            "moves": len(game.moves),
            "comments": len(game.comments),
            "bookmarks": json.dumps(dict(game.bookmarks)),
            "record": record,
        }


def _check_game(game: object) -> None:
    if not isinstance(game, Game):
        raise ShelfError(f"the shelf keeps games, not {quoted(game)}: give it a Game")


def _gap(seconds: float) -> float:
    if not is_number(seconds):
        raise ShelfError(f"no time {quoted(seconds)}: give the seconds since the action before")
    return min(seconds, LONGEST_GAP) if seconds > 0 else 0.0


def _known_key(key: object) -> str:
    if not isinstance(key, str) or not KEY_TEXT.fullmatch(key):
        raise ShelfError(f"no key {quoted(key)}: begin gives one to a game, and games lists them")
    return key


def _no_game(key: str) -> ShelfError:
    return ShelfError(f"no game {quoted(key)} on the shelf: games lists their keys")


def _id_of(game: object) -> str:
    """A game's id; a name that no page here has may still be that of a game of somebody else's."""
    try:
        return find_rules(game).id
    except UnknownGame:
        if isinstance(game, str):
            return game
        raise


# -- the place -----------------------------------------------------------------------------------------


def _find_sqlite3() -> Any:
    # A Python in a browser may have none, and playing needs none.
    try:
        import sqlite3
    except ImportError:
        raise ShelfError("this Python has no sqlite3, so no game can be kept: play goes on without a shelf") from None
    return sqlite3


def _default_path() -> Path:
    from platformdirs import user_data_path

    return _whole_path(user_data_path("solitaire_widget", appauthor=False) / FILE_NAME)


def _whole_path(path: str | os.PathLike[str]) -> Path:
    try:
        whole = Path(path).expanduser().resolve()
        mode = whole.stat().st_mode
    except FileNotFoundError:
        return whole
    except (OSError, RuntimeError, TypeError, ValueError) as error:
        raise ShelfError(f"no shelf can be at {str(path)!r:.300}: {_reason(error)}") from None
    # A folder is never set aside: it may be somebody's whole work, named by mistake.
    if not stat.S_ISREG(mode):
        raise ShelfError(f"no shelf can be at {whole}: that is no file but a folder or a device; name a file")
    return whole


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _fault_at_sight(path: Path) -> str:
    """What is wrong with a file by its first bytes: so much is known without SQLite's touching it."""
    # Looked at first: a log with something in it belongs to a file that has something in it, then and later.
    has_log = bool(_first_bytes(Path(f"{path}-wal")))
    head = _first_bytes(path)
    if not head:
        return "its log is there without it" if has_log else ""
    if not head.startswith(MAGIC):
        return "it is no SQLite file"
    if int.from_bytes(head[68:72], "big") not in (0, APPLICATION):
        return "it is another program's SQLite file"
    return ""


def _first_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(100)
    except FileNotFoundError:
        return b""


def _reserved(path: Path) -> Path:
    """A name beside the file that nothing has, taken by an empty file so that nothing else takes it."""
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.damaged-{number}")
        if not any(os.path.lexists(f"{aside}{side}") for side in SIDE_FILES):
            with suppress(FileExistsError):
                aside.touch(exist_ok=False)
                return aside
        number += 1


def _close_in(process: int, connection: sqlite3.Connection) -> None:
    if process == os.getpid():
        connection.close()


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


# -- SQLite --------------------------------------------------------------------------------------------


def _bring_up_to_date(connection: sqlite3.Connection, version: int = VERSION) -> None:
    """Make the tables, or take an older shelf's up to this version, in one transaction."""
    if _number(connection, "user_version") >= version:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it while this one waited.
        for step in STEPS[_number(connection, "user_version") : version]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("COMMIT")
    except BaseException:
        with suppress(Exception):
            connection.execute("ROLLBACK")
        raise


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _has_content(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None


def _schema(connection: sqlite3.Connection) -> list[Any]:
    """The table, and whatever could act by itself; somebody's own tables and indices are none of our business."""
    return connection.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE name = 'games' OR type IN ('trigger', 'view') ORDER BY name"
    ).fetchall()


def _wanted_schema(version: int) -> list[Any]:
    connection = _find_sqlite3().connect(":memory:", isolation_level=None)
    try:
        _bring_up_to_date(connection, version)
        return _schema(connection)
    finally:
        connection.close()


def _fetch_all(connection: sqlite3.Connection) -> Iterable[tuple[Any, ...]]:
    """Every row without its record; where one is too long to be read, the others all the same."""
    sqlite3 = _find_sqlite3()
    try:
        return connection.execute(NEWEST_FIRST).fetchall()
    except sqlite3.DataError:
        rows = connection.execute("SELECT rowid FROM games").fetchall()
        return [_fetch_row(connection, rowid) for (rowid,) in rows]


def _fetch_row(connection: sqlite3.Connection, rowid: int) -> tuple[Any, ...]:
    sqlite3 = _find_sqlite3()
    for fields in (FIELDS, "key"):
        with suppress(sqlite3.DataError):
            row = connection.execute(f"SELECT {fields} FROM games WHERE rowid = ?", (rowid,)).fetchone()
            if row is not None:
                return (*row, *[None] * (FIELD_COUNT - len(row)))
    return (None,) * FIELD_COUNT


# SQLite's codes by number: Python has had their names since 3.11, where it has SQLite at all.
BUSY: Final = frozenset({5, 6})
DAMAGED: Final = frozenset({11, 24, 26})
FAULTS_OF_THE_PLACE: Final = BUSY | {3, 7, 8, 9, 10, 13, 14, 15, 22, 23}
"""No permission, memory, space or lock, an interrupt, a read-only or broken disk: the file may be sound."""


def _code(error: Exception) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
