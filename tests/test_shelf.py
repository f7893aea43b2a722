"""The shelf keeps what was played: through kills, damage, locks, two notebooks at once (cases 29, 32, 35)."""

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from build_front_end import ROOT
from solitaire_widget import ADELA, ARABELLA, AULD_LANG_SYNE, Game, Position, RecordError, SolitaireError
from solitaire_widget import shelf as shelf_page
from solitaire_widget.record import LONGEST_TEXT
from solitaire_widget.shelf import APPLICATION, VERSION, Shelf, ShelfError
from tests.boards import VARIANTS, WINS
from tests.shelf_player import act, digest
from tests.test_fourth_game import FREECELL, KLONDIKE

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="the player forks")


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in memory where the system has a place for such: it is the syncing that takes its time."""
    if not os.access("/dev/shm", os.W_OK):
        yield tmp_path_factory.mktemp("shelf")
        return
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        yield Path(folder)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "shelf.sqlite3"


@pytest.fixture
def shelf(path: Path) -> Iterator[Shelf]:
    with Shelf(path) as shelf:
        yield shelf


def played(rules: Any = "arabella", moves: int = 12, undone: int = 2, deal: int = 2026, **options: Any) -> Game:
    game = Game(rules, deal, **options)
    for _ in range(moves):
        game.play(game.legal_moves[0])
    for _ in range(undone):
        game.undo()
    return game


GAME = played()


def kept(shelf: Shelf, game: Game, seconds: float = 0.0) -> str:
    key = shelf.begin(game)
    shelf.save(key, game, seconds=seconds)
    return key


def a_win(name: str = "auld_lang_syne") -> Game:
    saved = WINS[name][0]
    game = Game(name, saved["deal"], **saved.get("options", {}))
    for move in saved["moves"]:
        game.play(move)
    assert game.status == "won"
    return game


def a_loss() -> Game:
    game = Game("auld lang syne", deal=1)
    while game.status == "playing":
        game.play(game.legal_moves[0])
    assert game.status == "lost"
    return game


def edit(path: Path, statement: str, *values: object) -> None:
    """Do to the file what somebody with another program might do."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(statement, values)
    connection.close()


def is_whole(path: Path) -> bool:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()


def one(records: list[dict[str, Any]]) -> dict[str, Any]:
    assert len(records) == 1
    return records[0]


# -- one game ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [*VARIANTS, KLONDIKE, FREECELL], ids=repr)
def test_a_game_comes_back_whole_to_another_shelf_on_the_same_file(path: Path, rules: Any) -> None:
    """Case 29."""
    game = played(rules)
    game.comment("the first one", 1)
    game.bookmark("opening", 3)
    with Shelf(path) as shelf:
        key = kept(shelf, game, seconds=1.5)
    with Shelf(path) as shelf:
        assert shelf.latest() == shelf.latest(rules) == shelf.latest(rules.id) == key
        back = shelf.load(key, rules if rules in (KLONDIKE, FREECELL) else None)
        record = one(shelf.games(rules))
    assert back == game
    assert back.undone == game.undone
    assert back.to_json() == game.to_json()
    assert (record["key"], record["name"], record["options"]) == (key, rules.name, dict(rules.values))
    assert (record["deal"], record["status"], record["moves"], record["seconds"]) == (2026, "playing", 10, 1.5)
    assert (record["comments"], record["bookmarks"], record["unfinished"]) == (1, {"opening": 3}, True)
    assert json.loads(json.dumps(record)) == record


def test_the_last_save_stands_and_a_game_saved_never_is_not_there(shelf: Shelf) -> None:
    game = Game("adela", deal=7)
    key = shelf.begin(game)
    assert shelf.games() == shelf.statistics() == []
    assert shelf.latest() is None
    shelf.end(key, "left")
    with pytest.raises(ShelfError, match=f'no game "{key}" on the shelf'):
        shelf.load(key)
    for _ in range(30):
        game.play(game.legal_moves[0])
        shelf.save(key, game)
    assert shelf.load(key) == game
    game.restart()
    shelf.save(key, game)
    assert len(shelf.load(key).undone) == 30


def test_keys_differ_and_wrong_ones_are_a_sentence(shelf: Shelf) -> None:
    game = played()
    keys = {kept(shelf, game) for _ in range(50)}
    assert len(keys) == len(shelf.games()) == 50
    wrong: list[Any] = ["", "no such key", "'; DROP TABLE games; --", "x" * 65, "\0", "\ud800", None, 5, b"abc", []]
    for key in wrong:
        for ask in (
            lambda key: shelf.save(key, game),
            lambda key: shelf.end(key),
            lambda key: shelf.load(key),
            lambda key: shelf.forget(key),
        ):
            with pytest.raises(ShelfError, match="no key"):
                ask(key)
    for ask in (shelf.load, shelf.forget, lambda key: shelf.end(key, "won")):
        with pytest.raises(ShelfError, match='no game "0123456789" on the shelf'):
            ask("0123456789")
    with pytest.raises(ShelfError, match='no end "closed": a game is left, won, lost'):
        shelf.end(keys.pop(), "closed")
    with pytest.raises(ShelfError, match='no status "open": a game is playing, won'):
        shelf.games(status="open")
    with pytest.raises(ShelfError, match="keeps games, not"):
        shelf.begin("arabella")  # type: ignore[arg-type]


def test_a_game_is_forgotten(shelf: Shelf) -> None:
    keys = [kept(shelf, a_loss()), kept(shelf, played())]
    shelf.forget(keys[0])
    assert [record["key"] for record in shelf.games()] == keys[1:]
    assert [record["played"] for record in shelf.statistics()] == [0]
    with pytest.raises(ShelfError, match="no game"):
        shelf.forget(keys[0])


def test_the_newest_unfinished_game_is_the_one_played_last(shelf: Shelf) -> None:
    first, second, third = (kept(shelf, played(deal=deal)) for deal in (1, 2, 3))
    adela = kept(shelf, played("adela"))
    kept(shelf, a_win())
    kept(shelf, a_loss())
    assert shelf.latest() == shelf.latest("ADELA") == adela
    assert shelf.latest("arabella") == third
    shelf.save(first, played(deal=1, moves=14))
    assert shelf.latest() == first
    assert [record["key"] for record in shelf.games(ARABELLA)] == [first, third, second]
    shelf.end(first)
    assert shelf.latest("arabella") == third
    assert shelf.latest("klondike") is None
    assert shelf.games("klondike") == []
    assert [record["key"] for record in shelf.games(status="left")] == [first]
    assert len(shelf.games(status="won")) == len(shelf.games(status="lost")) == 1


def test_a_game_too_long_to_be_read_again_is_not_saved(shelf: Shelf) -> None:
    game = played()
    key = kept(shelf, game)
    longer = game.copy()
    game.comment("kept")
    shelf.save(key, game)
    longer._moves = longer._moves * (LONGEST_TEXT // 50)
    with pytest.raises(ShelfError, match=r"^[0-9,]+ moves are too many to keep"):
        shelf.save(key, longer)
    assert shelf.load(key) == game


# -- statistics ----------------------------------------------------------------------------------------


def test_nothing_played_has_no_share(shelf: Shelf) -> None:
    kept(shelf, played())
    assert one(shelf.statistics()) == {
        "game": "arabella",
        "name": "Arabella",
        "options": {},
        "played": 0,
        "won": 0,
        "lost": 0,
        "left": 0,
        "unfinished": 1,
        "share": None,
        "streak": 0,
        "longest_streak": 0,
        "fewest_moves": None,
        "fastest_win": None,
        "seconds": 0.0,
    }


def test_a_win_counts_once_and_for_good(shelf: Shelf) -> None:
    """Case 35."""
    game = a_win()
    key = shelf.begin(game)
    winning = len(game.moves)
    game.undo()
    shelf.save(key, game, seconds=100)
    assert one(shelf.statistics())["played"] == 0
    game.redo()
    shelf.save(key, game, seconds=10)
    after_the_win = one(shelf.statistics())
    assert after_the_win == after_the_win | {"played": 1, "won": 1, "share": 1.0, "streak": 1, "longest_streak": 1}
    assert (after_the_win["fewest_moves"], after_the_win["fastest_win"]) == (winning, 110)
    for _ in range(20):
        game.undo()
    shelf.save(key, game, seconds=5)
    assert one(shelf.games())["status"] == "won"
    assert shelf.latest() == key  # it may be played on
    while game.undone:
        game.redo()
        shelf.save(key, game)
    shelf.end(key, "won")
    shelf.end(key)
    assert one(shelf.statistics()) == after_the_win | {"seconds": 115}
    assert shelf.latest() is None


def test_a_loss_that_is_undone_is_none_and_may_be_won(shelf: Shelf) -> None:
    game = a_win()
    key = shelf.begin(game)
    lost = a_loss()
    shelf.save(key, lost)
    with pytest.raises(ShelfError, match=f"game {key} is not won"):
        shelf.end(key, "won")
    shelf.end(key, "lost")
    assert one(shelf.statistics())["lost"] == 1
    ended = one(shelf.games())["ended"]
    lost.comment("a pity")
    shelf.save(key, lost)
    assert one(shelf.games())["ended"] == ended
    lost.undo()
    shelf.save(key, lost)
    assert (one(shelf.games())["status"], one(shelf.games())["ended"]) == ("playing", None)
    assert one(shelf.statistics())["played"] == 0
    shelf.save(key, game)
    counted = one(shelf.statistics())
    assert (counted["played"], counted["won"], counted["lost"]) == (1, 1, 0)


def test_a_game_left_is_played_and_one_resumed_is_one_game(shelf: Shelf) -> None:
    game = played()
    key = kept(shelf, game)
    shelf.end(key)
    assert one(shelf.statistics())["left"] == 1
    for _ in range(3):
        game = shelf.load(key)
        game.play(game.legal_moves[-1])
        shelf.save(key, game)
        assert (one(shelf.statistics())["played"], one(shelf.statistics())["unfinished"]) == (0, 1)
        shelf.end(key)
        assert (one(shelf.statistics())["played"], one(shelf.statistics())["unfinished"]) == (1, 0)
    assert one(shelf.games(status="left"))["unfinished"] is False


def test_streaks_run_in_the_order_in_which_games_ended(shelf: Shelf) -> None:
    won, lost = a_win(), a_loss()
    begun_first = shelf.begin(won)
    shelf.save(begun_first, played("auld lang syne", moves=3, undone=0))
    for game in (won, won, won, lost, won):
        kept(shelf, game)
    assert one(shelf.statistics()) == one(shelf.statistics()) | {"streak": 1, "longest_streak": 3, "share": 0.8}
    shelf.save(begun_first, won)
    assert one(shelf.statistics()) == one(shelf.statistics()) | {"streak": 2, "longest_streak": 3}
    left = kept(shelf, played("auld lang syne", moves=3, undone=0))
    assert one(shelf.statistics())["streak"] == 2
    shelf.end(left)
    assert one(shelf.statistics()) == one(shelf.statistics()) | {"streak": 0, "longest_streak": 3, "played": 7}


def test_games_and_options_are_counted_apart(shelf: Shelf) -> None:
    by_suit = a_loss().rules.with_options(foundations="by suit")
    for game in (
        a_win(),
        a_loss(),
        played(by_suit, moves=1, undone=0),
        played(KLONDIKE),
        played(ADELA, deal_when="any time"),
    ):
        shelf.end(kept(shelf, game, seconds=60))
    counted = shelf.statistics()
    assert [(record["name"], record["options"], record["played"]) for record in counted] == [
        ("Adela", {"deal_when": "any time"}, 1),
        ("Auld Lang Syne", {"foundations": "by suit"}, 1),
        ("Auld Lang Syne", {}, 2),
        ("Klondike", {}, 1),
    ]
    assert [record["seconds"] for record in counted] == [60, 60, 120, 60]
    assert [record["played"] for record in shelf.statistics("Auld-Lang-Syne")] == [1, 2]
    assert one(shelf.statistics(KLONDIKE)) == one(shelf.statistics("klondike"))
    assert json.loads(json.dumps(counted)) == counted


def test_what_is_not_counted(shelf: Shelf) -> None:
    deck = Game("arabella", deck=" ".join(card.id for card in Game("arabella", deal=9).deck))
    untouched = kept(shelf, Game("arabella", deal=1))
    by_hand = Game(position=Position.of(ADELA, T1="8C", T2="9C"))
    by_hand.play(by_hand.legal_moves[0])
    shelf.end(kept(shelf, by_hand))
    shelf.end(untouched)
    assert shelf.statistics() == []
    assert len(shelf.games()) == 2
    deck.play(deck.legal_moves[0])
    shelf.end(kept(shelf, deck))
    assert one(shelf.statistics())["played"] == 1
    taken_back = Game("arabella", deal=1)
    taken_back.play("T12 T8 1")
    taken_back.undo()
    shelf.save(untouched, taken_back)
    shelf.end(untouched)
    assert one(shelf.statistics())["played"] == 2


@pytest.mark.parametrize(("gap", "counts"), [(12.5, 12.5), (300, 300), (301, 300), (1e300, 300), (float("inf"), 300)])
def test_a_long_pause_is_no_play(shelf: Shelf, gap: float, counts: float) -> None:
    key = kept(shelf, played(), seconds=gap)
    for nothing in (0, -5, float("nan"), float("-inf")):
        shelf.save(key, played(), seconds=nothing)
    record = one(shelf.games())
    assert record["seconds"] == counts
    assert record["changed"] - record["started"] >= counts - 1e-6
    shelf.save(key, played(), seconds=gap)
    assert one(shelf.games())["seconds"] == 2 * counts


# -- the place -----------------------------------------------------------------------------------------


def test_the_setting_says_where_or_not_at_all(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for off in ("off", "OFF", " off "):
        monkeypatch.setenv("SOLITAIRE_WIDGET_SHELF", off)
        assert Shelf.default() is None
    monkeypatch.setenv("SOLITAIRE_WIDGET_SHELF", str(path))
    shelf = Shelf.default()
    assert shelf is not None
    assert shelf is Shelf.default()
    assert shelf.path == path
    key = kept(shelf, played())
    shelf.close()
    assert shelf.load(key) == played()  # closed is not gone
    shelf.close()
    monkeypatch.setenv("SOLITAIRE_WIDGET_SHELF", "")
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, appauthor: path.parent / "data" / name)
    with Shelf() as home:
        assert home.path == path.parent / "data" / "solitaire_widget" / "shelf.sqlite3"
        assert home.path.is_file()
        assert repr(home) == f"Shelf({str(home.path)!r})"
    usual = Shelf.default()
    assert usual is not None
    assert usual.path == home.path
    usual.close()


def test_a_place_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file")
    (tmp_path / "folder").mkdir()
    wrong: list[Any] = [
        tmp_path / "file" / "shelf.sqlite3",
        tmp_path / "file" / "below" / "shelf.sqlite3",
        tmp_path / "folder",
        tmp_path / ("x" * 300),
        "",
        "nul\0",
        5,
        b"bytes",
    ]
    if sys.platform != "win32":
        wrong += ["/dev/null", "/proc/nothing/shelf.sqlite3", "/proc/shelf.sqlite3"]
        os.mkfifo(tmp_path / "fifo")
        wrong += [tmp_path / "fifo"]
    for place in wrong:
        with pytest.raises(ShelfError, match=r"shelf .*: \w") as caught:
            Shelf(place)
        assert "\n" not in str(caught.value)
        assert "\0" not in str(caught.value)
    assert (tmp_path / "file").read_text() == "a file"
    assert {found.name for found in tmp_path.iterdir()} <= {"file", "folder", "fifo"}


def test_a_link_to_a_shelf_is_that_shelf(tmp_path: Path, path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("links need a privilege there")
    (tmp_path / "link").symlink_to(path)
    with Shelf(tmp_path / "link") as shelf:
        key = kept(shelf, played())
        assert shelf.path == path
    path.write_bytes(b"garbage")
    with Shelf(tmp_path / "link") as shelf:
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "shelf.sqlite3.damaged-1").read_bytes() == b"garbage"
        with pytest.raises(ShelfError, match="no game"):
            shelf.load(key)


def run(code: str, *arguments: str) -> str:
    said = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert said.returncode == 0, said.stderr
    return said.stdout


def test_playing_needs_no_sqlite(path: Path) -> None:
    """Case 32."""
    code = """
import sys
sys.modules["sqlite3"] = None
from solitaire_widget import Game, SolitaireError
from solitaire_widget.shelf import Shelf
Game("adela", deal=7).play("T2 T7 1")
try:
    Shelf(sys.argv[1])
except SolitaireError as error:
    print(type(error).__name__, error)
"""
    assert run(code, str(path)) == (
        "ShelfError this Python has no sqlite3, so no game can be kept: play goes on without a shelf\n"
    )
    assert not path.exists()
    light = 'import sys, solitaire_widget.shelf; print({"sqlite3", "platformdirs"} & sys.modules.keys())'
    assert run(light) == "set()\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
def test_a_full_disk_is_one_sentence_and_what_was_kept_stays(path: Path) -> None:
    code = """
import resource, sys
from solitaire_widget import Game
from solitaire_widget.shelf import Shelf, ShelfError
shelf = Shelf(sys.argv[1])
game = Game("adela", deal=7)
key = shelf.begin(game)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
saved = failed = 0
for _ in range(60):
    game.play(game.legal_moves[0])
    try:
        shelf.save(key, game)
        assert not failed
        saved = len(game.moves)
    except ShelfError as error:
        failed += 1
        assert f"the shelf at {shelf.path} cannot be used: " in str(error), error
assert len(shelf.load(key).moves) == saved
print(key, saved, failed)
"""
    key, saved, failed = run(code, str(path)).split()
    assert int(saved) > 2
    assert int(failed) > 2
    with Shelf(path) as shelf:
        assert len(shelf.load(key).moves) == int(saved)
        assert shelf.notice == ""


# -- files that are no shelves -------------------------------------------------------------------------


def a_file_of(path: Path, *statements: str) -> bytes:
    for statement in statements:
        edit(path, statement)
    return path.read_bytes()


def bytes_of_a_shelf(path: Path) -> bytes:
    with Shelf(path) as shelf:
        for deal in range(1, 30):
            kept(shelf, played(deal=deal))
    return path.read_bytes()


FOREIGN: dict[str, Callable[[Path], bytes]] = {
    "text": lambda path: b"Dear diary",
    "garbage": lambda path: random.Random(1).randbytes(20_000),
    "zeros": lambda path: bytes(8192),
    "another program's": lambda path: a_file_of(path, "PRAGMA application_id = 77", "CREATE TABLE t (x)"),
    "a table": lambda path: a_file_of(path, "CREATE TABLE games (x)"),
    "a version": lambda path: a_file_of(path, "PRAGMA user_version = 3"),
    "our name": lambda path: a_file_of(path, f"PRAGMA application_id = {APPLICATION}", "PRAGMA user_version = 1"),
    "an old version": lambda path: a_file_of(path, f"PRAGMA application_id = {APPLICATION}", "CREATE TABLE games (x)"),
    "magic alone": lambda path: b"SQLite format 3\0",
    "cut short": lambda path: bytes_of_a_shelf(path)[:5000],
    "cut in the header": lambda path: bytes_of_a_shelf(path)[:60],
    "cut by a page": lambda path: bytes_of_a_shelf(path)[:-4096],
    "odd in the middle": lambda path: (whole := bytes_of_a_shelf(path))[:8192] + b"x" * 4096 + whole[12288:],
    "a view": lambda path: (
        a_file_of(path, "ALTER TABLE games RENAME TO g", "CREATE VIEW games AS SELECT * FROM g")
        if bytes_of_a_shelf(path)
        else b""
    ),
    "a trigger": lambda path: (
        a_file_of(path, "CREATE TRIGGER t AFTER UPDATE ON games BEGIN DELETE FROM games; END")
        if bytes_of_a_shelf(path)
        else b""
    ),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_damaged_or_foreign_file_is_set_aside_with_its_name_told(path: Path, kind: str) -> None:
    """Case 35."""
    content = FOREIGN[kind](path)
    path.write_bytes(content)
    with Shelf(path) as shelf:
        assert shelf.notice.startswith(f"the file {path} was no sound shelf (")
        assert shelf.notice.endswith("it is kept as shelf.sqlite3.damaged-1, and a new one begun")
        assert "\n" not in shelf.notice
        assert shelf.games() == []
        key = kept(shelf, played())
        assert shelf.load(key) == played()
    assert path.with_name("shelf.sqlite3.damaged-1").read_bytes() == content
    with Shelf(path) as shelf:
        assert shelf.notice == ""
        assert shelf.load(key) == played()
    path.write_bytes(b"again")
    with Shelf(path) as shelf:
        assert shelf.notice.endswith("it is kept as shelf.sqlite3.damaged-2, and a new one begun")
    assert path.with_name("shelf.sqlite3.damaged-1").read_bytes() == content


def test_the_log_goes_with_its_file_and_no_name_is_taken_twice(path: Path) -> None:
    sides = {"": b"garbage", "-wal": b"a log", "-shm": b"its index", "-journal": b"another"}
    for side, content in sides.items():
        path.with_name(f"{path.name}{side}").write_bytes(content)
    path.with_name(f"{path.name}.damaged-1").mkdir()
    path.with_name(f"{path.name}.damaged-2-wal").write_bytes(b"somebody's")
    path.with_name(f"{path.name}.damaged-3").symlink_to("nowhere")
    with Shelf(path) as shelf:
        assert "kept as shelf.sqlite3.damaged-4," in shelf.notice
        kept(shelf, played())
    for side, content in sides.items():
        assert path.with_name(f"{path.name}.damaged-4{side}").read_bytes() == content
    assert path.with_name(f"{path.name}.damaged-2-wal").read_bytes() == b"somebody's"


def test_a_log_without_its_file_is_not_thrown_away(path: Path) -> None:
    path.with_name(f"{path.name}-wal").write_bytes(b"what is left")
    with Shelf(path) as shelf:
        assert "kept as shelf.sqlite3.damaged-1," in shelf.notice
    assert path.with_name(f"{path.name}.damaged-1-wal").read_bytes() == b"what is left"


@pytest.mark.parametrize("content", [b"", None], ids=["empty", "an empty database"])
def test_an_empty_file_is_a_new_shelf(path: Path, content: bytes | None) -> None:
    if content is None:
        a_file_of(path, "PRAGMA journal_mode = WAL", "CREATE TABLE t (x)", "DROP TABLE t")
    else:
        path.write_bytes(content)
    with Shelf(path) as shelf:
        assert shelf.notice == ""
        kept(shelf, played())
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_a_newer_shelf_is_left_as_it_is(path: Path) -> None:
    bytes_of_a_shelf(path)
    edit(path, f"PRAGMA user_version = {VERSION + 1}")
    edit(path, "ALTER TABLE games ADD COLUMN more")
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(ShelfError, match=f"version {VERSION + 1}, this solitaire_widget reads up to {VERSION}"):
            Shelf(path)
    assert path.read_bytes() == before
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_somebodys_own_index_and_table_do_not_matter(path: Path) -> None:
    bytes_of_a_shelf(path)
    edit(path, "CREATE INDEX mine ON games (name)")
    edit(path, "CREATE TABLE notes (text)")
    edit(path, "ANALYZE")
    with Shelf(path) as shelf:
        assert shelf.notice == ""
        assert len(shelf.games()) == 29


def test_a_shelf_deleted_or_moved_while_in_use_is_begun_anew(path: Path) -> None:
    game = played()
    with Shelf(path) as shelf:
        key = kept(shelf, game)
        for side in ("", "-wal", "-shm"):
            path.with_name(f"{path.name}{side}").rename(path.with_name(f"moved{side}"))
        game.play(game.legal_moves[0])
        shelf.save(key, game)
        assert shelf.load(key) == game
    with Shelf(path) as shelf:
        assert shelf.load(key) == game
    with Shelf(path.with_name("moved")) as shelf:
        assert shelf.load(key) == played()


def test_damage_that_shows_in_use_is_told_and_the_next_use_goes_on(path: Path) -> None:
    whole = bytes_of_a_shelf(path)
    with Shelf(path) as shelf:
        edit(path, "CREATE TABLE t (x)")  # so that the shelf looks at the file anew
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(b"x" * (len(whole) - 4096))
        game = played()
        key = shelf.begin(game)
        with pytest.raises(ShelfError, match=r"is damaged \(.*\): the next use of it sets it aside"):
            shelf.save(key, game)
        shelf.save(key, game)
        assert "kept as shelf.sqlite3.damaged-1," in shelf.notice
        assert shelf.load(key) == game


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 200_000), st.integers(0, 255)), min_size=1, max_size=12), st.integers(0, 3))
@example([(18, 9), (19, 9)], 0)
@example([(47, 9)], 0)
@example([(59, 3)], 0)
@example([(4058, 128)], 1)
def test_a_shelf_with_changed_bytes_works_or_is_set_aside_or_is_a_sentence(
    a_whole_shelf: Path, tmp_path: Path, changes: list[tuple[int, int]], near: int
) -> None:
    path = tmp_path / "shelf.sqlite3"
    for found in tmp_path.iterdir():
        found.unlink()
    altered = bytearray(a_whole_shelf.read_bytes())
    for place, value in changes:
        altered[place % min(len(altered), (100, 4096, 16384, 200_000)[near])] = value
    path.write_bytes(altered)
    game = GAME
    with contextlib.suppress(ShelfError), Shelf(path) as shelf:
        aside = path.with_name("shelf.sqlite3.damaged-1")
        assert aside.exists() == bool(shelf.notice)
        assert not shelf.notice or aside.read_bytes() == altered
        key = kept(shelf, game)
        assert shelf.load(key) == game
        shelf.games()
        shelf.statistics()
        for record in shelf.games(status="playing")[1:3]:
            with contextlib.suppress(SolitaireError):
                shelf.load(record["key"])


@pytest.fixture(scope="module")
def a_whole_shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "shelf.sqlite3"
    bytes_of_a_shelf(path)
    return path


# -- rows that were edited -----------------------------------------------------------------------------


def test_a_row_edited_by_hand_hides_no_other(path: Path) -> None:
    with Shelf(path) as shelf:
        good = kept(shelf, a_win())
        bad = {}
        wrong: dict[str, list[Any]] = {
            "game": [None, b"adela", "", "x" * 300, "a\nb"],
            "name": [None, "x" * 3_000_000, "\x1b[31m"],
            "options": [None, "", "[]", "{", '{"a": []}', '{"a": null}', '{"a": true}', "[" * 90_000, b"{}"],
            "deal": [-1, "0", "one", "9" * 30, b"1"],
            "counted": [None, "yes", -1, 0.5],
            "board": [None, "open", b"won"],
            "status": [None, "damaged", "WON", 1],
            "moves": [None, -1, "x", 1e300],
            "started": [None, "x", float("inf"), -1],
            "changed": [None, "now"],
            "seconds": [None, "x", float("inf"), -0.5],
            "comments": [None, -3],
            "bookmarks": [None, '{"a": "b"}', '{"a": 1.5}', '{"\\u0007": 1}', "{" * 50_000, '{"\\ud800": 1}'],
        }
        for column, values in wrong.items():
            for value in values:
                key = kept(shelf, played())
                bad[key] = (column, value)
                edit(path, f"UPDATE games SET {column} = ? WHERE key = ?", value, key)
        edit(path, "INSERT INTO games (key) VALUES (zeroblob(5000000))")
        edit(path, "INSERT INTO games (key, record) VALUES ('huge', zeroblob(5000000))")
        edit(path, "INSERT INTO games (key) VALUES (CAST(x'ff00' AS TEXT))")
    with Shelf(path) as shelf:
        assert shelf.notice == ""
        damaged = {record["key"] for record in shelf.games(status="damaged")}
        assert not bad.keys() - damaged, {bad[key] for key in bad.keys() - damaged}
        assert damaged - bad.keys() == {"huge", ""}
        assert [record["key"] for record in shelf.games() if record["status"] != "damaged"] == [good]
        assert len({tuple(record) for record in shelf.games()}) == 1  # the same fields
        assert one(shelf.statistics())["won"] == 1
        assert shelf.latest() is None
        for key in (*bad, "huge"):
            shelf.forget(key)
        assert len(shelf.games()) == 3


HOSTILE: dict[str, object] = {
    "nothing": None,
    "empty": "",
    "bytes": b"\xff" * 1000,
    "number": 7,
    "huge": "[" + "1," * (LONGEST_TEXT - 10) + "1]",
    "gigantic": "x" * (4 * LONGEST_TEXT),
    "nested": "[" * 900_000,
    "nested object": '{"format":' * 90_000,
    "another version": '{"format": "solitaire_widget game 99", "game": "adela", "deal": "7"}',
    "a long number": '{"format": ' + "9" * 900_000 + "}",
    "a long deal": json.dumps({"format": "solitaire_widget game 1", "game": "adela", "deal": "7" * 900_000}),
    "a long deck": json.dumps({"format": "solitaire_widget game 1", "game": "adela", "deck": "9H " * 300_000}),
    "a long pile": json.dumps(
        {"format": "solitaire_widget game 1", "game": "adela", "position": {"T1": "9H " * 300_000}}
    ),
    "many piles": json.dumps(
        {"format": "solitaire_widget game 1", "game": "adela", "position": {f"T{n}": "" for n in range(60_000)}}
    ),
    "many moves": json.dumps(
        {"format": "solitaire_widget game 1", "game": "adela", "deal": "7", "moves": ["T1 T1 1"] * 90_000}
    ),
    "nested options": '{"format": "solitaire_widget game 1", "game": "adela", "deal": "7", "options": '
    + '{"a":' * 900
    + "1"
    + "}" * 901,
    "an endless number": '{"format": "solitaire_widget game 1", "game": "adela", "deal": "7", "redealt": 1e999}',
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_saved_game_is_refused_by_its_key(shelf: Shelf, kind: str) -> None:
    good, key = kept(shelf, played()), kept(shelf, played())
    edit(shelf.path, "UPDATE games SET record = ? WHERE key = ?", HOSTILE[kind], key)
    with pytest.raises(RecordError, match=f"^game {key} cannot be taken from the shelf: ") as caught:
        shelf.load(key)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
    assert (kind == "gigantic") == ("it is longer than any game" in str(caught.value))
    assert {record["key"] for record in shelf.games()} == {good, key}
    assert shelf.load(good) == played()


SAVED = json.loads(GAME.to_json())
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(st.sampled_from([*SAVED, "position", "hidden", "deck", "comments", "bookmarks", "x"]), JSON)
    | st.text(max_size=200)
    | st.binary(max_size=200)
)
def test_nothing_but_a_sentence_comes_out_of_a_fuzzed_record(shelf: Shelf, change: Any) -> None:
    key = kept(shelf, GAME)
    record = json.dumps({**SAVED, **change}) if isinstance(change, dict) else change
    with contextlib.suppress(UnicodeEncodeError):  # a surrogate alone, which no SQLite file can hold
        edit(shelf.path, "UPDATE games SET record = ? WHERE key = ?", record, key)
        with contextlib.suppress(RecordError):
            assert isinstance(shelf.load(key), Game)
    shelf.forget(key)


# -- several at once -----------------------------------------------------------------------------------


@pytest.mark.parametrize("shared", [True, False], ids=["one shelf", "a shelf each"])
def test_threads_play_at_once(path: Path, shared: bool) -> None:
    shelves = [Shelf(path)] * 4 if shared else [Shelf(path) for _ in range(4)]
    failures: list[Exception] = []
    keys: dict[str, Game] = {}

    def play(shelf: Shelf, deal: int) -> None:
        try:
            game = Game("adela", deal=deal)
            key = shelf.begin(game)
            for _ in range(40):
                game.play(game.legal_moves[0])
                shelf.save(key, game)
                shelf.statistics()
            keys[key] = game
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=play, args=(shelf, deal)) for deal, shelf in enumerate(shelves, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    with Shelf(path) as shelf:
        assert {key: shelf.load(key) for key in keys} == keys
        assert len(keys) == 4
    for shelf in shelves:
        shelf.close()


def test_a_lock_that_is_let_go_is_waited_for_and_another_is_a_sentence(path: Path) -> None:
    game = played()
    with Shelf(path) as patient, Shelf(path, patience=0.02) as impatient:
        key = kept(patient, game)
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        game.play(game.legal_moves[0])
        with pytest.raises(ShelfError, match=f"another process has kept the shelf at {path} shut for 0.02 s") as caught:
            impatient.save(key, game)
        assert "locked" not in str(caught.value)
        assert impatient.load(key) == played()  # reading waits for nobody
        thread = threading.Thread(target=patient.save, args=(key, game))
        thread.start()
        other.execute("COMMIT")
        thread.join()
        assert patient.load(key) == game
        impatient.save(key, game)
        other.close()


def test_a_file_locked_while_it_is_opened_is_a_sentence_too(path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("CREATE TABLE t (x)")
    other.execute("DROP TABLE t")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(ShelfError, match=r"shut for 0\.02 seconds"):
        Shelf(path, patience=0.02)
    other.close()
    Shelf(path, patience=0.02).close()


def test_a_file_made_by_another_is_waited_for_where_sqlite_does_not_wait(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("CREATE TABLE t (x)")
    other.execute("DROP TABLE t")
    other.execute("BEGIN IMMEDIATE")
    tries = []

    def pause(seconds: float) -> None:
        tries.append(seconds)
        if len(tries) == 3:
            other.execute("COMMIT")

    monkeypatch.setattr("solitaire_widget.shelf.time.sleep", pause)
    with Shelf(path) as shelf:
        assert len(tries) == 3
        assert shelf.notice == ""
    other.close()


def test_a_shelf_that_another_makes_meanwhile_is_no_foreign_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = shelf_page._number
    asked = []

    def ask_and_be_overtaken(connection: sqlite3.Connection, pragma: str) -> int:
        answer = ask(connection, pragma)
        asked.append(pragma)
        if len(asked) == 1:
            with contextlib.suppress(ShelfError), Shelf(path, patience=0.01) as faster:
                kept(faster, GAME)
        return answer

    monkeypatch.setattr(shelf_page, "_number", ask_and_be_overtaken)
    with Shelf(path) as shelf:
        assert shelf.notice == ""
    assert asked
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_a_shelf_that_is_made_by_many_at_once_is_made_once(tmp_path: Path) -> None:
    for number in range(5):
        path = tmp_path / f"{number}" / "shelf.sqlite3"
        barrier = threading.Barrier(4)
        notices: list[str] = []

        def make(path: Path = path, barrier: threading.Barrier = barrier, notices: list[str] = notices) -> None:
            barrier.wait()
            with Shelf(path) as shelf:
                kept(shelf, played(moves=3, undone=0))
                notices.append(shelf.notice)

        threads = [threading.Thread(target=make) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert notices == [""] * 4
        with Shelf(path) as shelf:
            assert len(shelf.games()) == 4


@needs_fork
def test_a_forked_child_opens_the_file_for_itself(path: Path) -> None:
    code = """
import os, sys
from solitaire_widget import Game
from solitaire_widget.shelf import Shelf
shelf = Shelf(sys.argv[1])
game = Game("adela", deal=7)
shelf.save("before", game)
parents = shelf._connection
child = os.fork()
shelf.games()
assert (shelf._connection is parents) == bool(child)
game.play(game.legal_moves[0])
for _ in range(50):
    shelf.save("parent" if child else "child", game)
if child:
    assert os.waitpid(child, 0)[1] == 0
    shelf.save("after", game)
"""
    run(code, str(path))
    with Shelf(path) as shelf:
        assert {record["key"] for record in shelf.games()} == {"before", "parent", "child", "after"}
    assert is_whole(path)


# -- kills ---------------------------------------------------------------------------------------------


class Player:
    """The process that plays, and what it says."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.shelf_player"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
        )
        self.pid = 0

    def begin(self, task: str, path: Path, **more: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"task": task, "path": str(path), **more}).encode() + b"\n")
        self.process.stdin.flush()
        self.pid = int(self.hear("pid"))

    def hear(self, wanted: str = "") -> str:
        """Give what is said next, or what is said of the next thing that is wanted."""
        assert self.process.stdout is not None
        while True:
            said = self.process.stdout.readline().decode().strip()
            assert said, "the player is gone"
            kind, _, rest = said.partition(" ")
            assert kind != "failed", said
            if not wanted:
                return said
            if kind == wanted:
                return rest

    def kill(self) -> list[str]:
        """Kill it in the middle of what it is doing; give what it had said."""
        os.kill(self.pid, signal.SIGKILL)
        said = [self.hear()]
        while not said[-1].startswith("gone"):
            said.append(self.hear())
        assert said.pop() == f"gone {-signal.SIGKILL}"
        return said

    def close(self) -> None:
        with self.process:
            assert self.process.stdin is not None
            self.process.stdin.close()


@pytest.fixture(scope="module")
def players() -> Iterator[tuple[Player, Player]]:
    both = Player(), Player()
    yield both
    for player in both:
        player.close()


def spin(rng: random.Random, most: int) -> None:
    """Let a random moment pass."""
    for _ in range(rng.randrange(most)):
        pass


class Watched:
    """What has to be on the shelf, by what players said of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.saved: dict[str, str] = {}
        self.in_flight = ("", "")
        self.key = ""

    def note(self, said: list[str]) -> None:
        for line in said:
            kind, _, rest = line.partition(" ")
            if kind == "game":
                self.key = rest
            elif kind == "next":
                self.in_flight = (self.key, rest)
            elif kind == "saved":
                self.saved[self.key] = rest
                self.in_flight = ("", "")

    def check(self) -> None:
        """Resume: at most the action in flight is lost, and all else is as it was."""
        key, following = self.in_flight
        with Shelf(self.path) as shelf:
            assert shelf.notice == ""
            records = {record["key"]: record for record in shelf.games()}
            assert records.keys() - {key} == self.saved.keys() - {key}
            for each in {key, self.key} & records.keys():
                game = shelf.load(each)
                found = digest(game)
                assert found == self.saved.get(each) or (each == key and found == following)
                assert records[each]["moves"] == len(game.moves)
                assert (records[each]["status"] in (game.status, "left")) or records[each]["status"] == "won"
                self.saved[each] = found
            counted = shelf.statistics()
            assert sum(record["played"] + record["unfinished"] for record in counted) <= len(records)
            for record in counted:
                alike = [
                    r for r in records.values() if (r["game"], r["options"]) == (record["game"], record["options"])
                ]
                for status in ("won", "lost", "left"):
                    assert record[status] <= sum(r["status"] == status for r in alike)
                assert record["played"] == record["won"] + record["lost"] + record["left"]
        assert is_whole(self.path)
        self.in_flight = ("", "")

    def check_all(self) -> None:
        with Shelf(self.path) as shelf:
            assert {key: digest(shelf.load(key)) for key in self.saved} == self.saved


def play_and_kill(player: Player, path: Path, kills: int, seed: int) -> Watched:
    rng = random.Random(seed)
    watched = Watched(path)
    for number in range(kills):
        if len(watched.saved) < 8 or rng.random() < 0.2:
            rules = rng.choice(VARIANTS)
            task = {"game": rules.id, "deal": rng.randrange(1, 10**9), **dict(rules.values)}
        else:
            task = {"key": rng.choice(list(watched.saved))}
        player.begin("play", path, seed=number, **task)
        said = [f"game {player.hear('game')}"]
        for _ in range(rng.randrange(30)):
            said.append(player.hear())
        spin(rng, 20_000)
        watched.note(said + player.kill())
        watched.check()
    watched.check_all()
    return watched


def test_a_log_cut_off_anywhere_gives_a_game_as_it_was_saved(path: Path, tmp_path: Path) -> None:
    """What a kill at each moment of a save leaves: so much of the log as was written by then."""
    rng = random.Random(5)
    game = Game("arabella", deal=1)
    log, cut = path.with_name(f"{path.name}-wal"), tmp_path / "cut" / "shelf.sqlite3"
    cut.parent.mkdir()
    saved: list[str] = []
    ends: list[int] = []
    with Shelf(path) as shelf:
        key = shelf.begin(game)
        while not ends or ends[-1] < 150_000:
            act(game, rng)
            shelf.save(key, game)
            saved.append(digest(game))
            ends.append(log.stat().st_size)
        main, whole = path.read_bytes(), log.read_bytes()
    assert ends == sorted(set(ends))
    for length in {rng.randrange(len(whole)) for _ in range(60)} | {ends[5], ends[5] - 1, ends[5] + 1}:
        for found in cut.parent.iterdir():
            found.unlink()
        cut.write_bytes(main)
        cut.with_name(f"{cut.name}-wal").write_bytes(whole[:length])
        with Shelf(cut) as shelf:
            assert shelf.notice == ""
            complete = sum(end <= length for end in ends)
            if complete:
                assert digest(shelf.load(key)) == saved[complete - 1]
            else:
                assert shelf.games() == []
        assert is_whole(cut)


@needs_fork
def test_a_kill_loses_at_most_the_action_in_flight(players: tuple[Player, Player], path: Path) -> None:
    watched = play_and_kill(players[0], path, kills=20, seed=1)
    assert len(watched.saved) >= 8


@needs_fork
@pytest.mark.browser
def test_two_hundred_kills(players: tuple[Player, Player], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("kills") / "shelf.sqlite3"  # on a real disk
    watched = play_and_kill(players[0], path, kills=200, seed=2)
    assert len(watched.saved) >= 8


@needs_fork
def test_a_kill_while_the_file_is_made_leaves_a_file_to_go_on_with(
    players: tuple[Player, Player], tmp_path: Path
) -> None:
    rng = random.Random(3)
    for number in range(40):
        path = tmp_path / f"{number}" / "shelf.sqlite3"
        players[0].begin("play", path, seed=number, game="adela", deal=7)
        players[0].hear("opening")
        spin(rng, 100_000)
        watched = Watched(path)
        watched.note(players[0].kill())
        watched.check()
        with Shelf(path) as shelf:
            assert shelf.load(kept(shelf, played())) == played()
        assert {found.name for found in path.parent.iterdir()} == {path.name}


@needs_fork
def test_a_kill_of_one_of_two_players_does_not_disturb_the_other(players: tuple[Player, Player], path: Path) -> None:
    rng = random.Random(4)
    steady, killed = Watched(path), Watched(path)
    for number in range(8):
        players[0].begin("play some", path, seed=number, game="arabella", deal=number + 1, actions=60)
        players[1].begin("play", path, seed=number, game="adela", deal=number + 1)
        said = [f"game {players[1].hear('game')}"]
        for _ in range(rng.randrange(20)):
            said.append(players[1].hear())
        spin(rng, 20_000)
        killed.note(said + players[1].kill())
        lines = [players[0].hear()]
        while not lines[-1].startswith("gone"):
            lines.append(players[0].hear())
        assert lines[-1] == "gone 0"
        steady.note(lines)
        assert sum(line.startswith("saved") for line in lines) == 60
        killed.saved |= steady.saved
        killed.check()
    killed.check_all()


@needs_fork
@pytest.mark.parametrize("name", WINS)
def test_a_win_followed_at_once_by_a_kill_counts(players: tuple[Player, Player], path: Path, name: str) -> None:
    """Case 35."""
    saved = WINS[name][0]
    task = {"game": name, "deal": saved["deal"], "moves": saved["moves"], **saved.get("options", {})}
    for count in (1, 2):
        players[0].begin("win", path, **task)
        key = players[0].hear("game")
        assert players[0].hear("gone") == f"{-signal.SIGKILL}"
        with Shelf(path) as shelf:
            counted = one(shelf.statistics())
            assert (counted["played"], counted["won"], counted["streak"]) == (count, count, count)
            assert counted["fewest_moves"] == len(saved["moves"])
            assert counted["fastest_win"] == 2 * len(saved["moves"])
            game = shelf.load(key)
            assert game.status == "won"
            assert len(game.history) == len(saved["moves"])
        assert is_whole(path)


def test_the_ids_of_games_are_those_that_the_shelf_keeps(shelf: Shelf) -> None:
    for rules in (ARABELLA, AULD_LANG_SYNE, ADELA):
        kept(shelf, Game(rules, deal=1))
        assert one(shelf.games(rules.name.upper()))["game"] == rules.id
