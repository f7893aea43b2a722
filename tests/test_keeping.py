"""A board and the shelf: kept with every move, resumed with its undo history, never in the game's way."""

import os
import shutil
import sqlite3
import subprocess
import sys

import pytest

from solitaire_widget import Game, Shelf, ShelfError, SolitaireError, SolitaireWidget
from solitaire_widget.teach.exercises import MarkLegalMoves
from tests.boards import WINS
from tests.fake_page import page_of
from tests.test_fourth_game import KLONDIKE

__all__ = ["page_of"]


@pytest.fixture
def shelf(tmp_path):
    with Shelf(tmp_path / "shelf.sqlite3") as shelf:
        yield shelf


def test_a_board_keeps_its_game_with_every_action(page_of, shelf) -> None:
    page = page_of("adela", deal=7, shelf=shelf)
    assert shelf.games() == [], "a board that nobody played on leaves nothing behind"
    game = page.widget.game
    for ask in (
        lambda: page.asks("move", move="T2 T7 1"),
        lambda: game.play(game.legal_moves[0]),
        lambda: page.asks("undo"),
        lambda: page.asks("redo"),
        lambda: page.asks("restart"),
        lambda: game.go_to(2),
        lambda: game.comment("think"),
        lambda: game.bookmark("fork"),
    ):
        ask()
        (record,) = shelf.games()
        assert shelf.load(record["key"]) == game
    assert page.widget.shelf is shelf


def test_a_resumed_game_goes_on_with_its_undo_history_under_the_same_key(page_of, shelf) -> None:
    page = page_of("adela", deal=7, shelf=shelf)
    game = page.widget.game
    for _ in range(6):
        game.play(game.legal_moves[0])
    game.undo()
    game.comment("think here")
    game.bookmark("fork")
    game.undo()
    widget = SolitaireWidget.resume(shelf=shelf, theme="dark")
    assert widget.game == game
    assert widget.theme == "dark"
    assert (len(widget.game.moves), len(widget.game.undone)) == (4, 2)
    widget.game.redo()
    assert [record["moves"] for record in shelf.games()] == [5]
    by_key = SolitaireWidget.resume(shelf.games()[0]["key"], shelf=shelf.path)
    assert by_key.game == widget.game
    by_key.close()


def test_the_newest_unfinished_game_of_one_kind_is_resumed(page_of, shelf) -> None:
    for name in ("adela", "arabella", "auld lang syne"):
        page = page_of(name, deal=3, shelf=shelf)
        page.widget.game.play(page.widget.game.legal_moves[0])
    assert SolitaireWidget.resume(shelf=shelf).game.rules.id == "auld_lang_syne"
    assert SolitaireWidget.resume(game="Arabella", shelf=shelf).game.rules.id == "arabella"
    page = page_of(KLONDIKE, deal=3, shelf=shelf)
    page.widget.game.play(page.widget.game.legal_moves[0])
    assert SolitaireWidget.resume(game=KLONDIKE, shelf=shelf).game == page.widget.game


def test_where_there_is_nothing_to_resume_one_sentence_says_so(shelf) -> None:
    with pytest.raises(ShelfError, match="no game to resume: the shelf has no unfinished one"):
        SolitaireWidget.resume(shelf=shelf)
    with pytest.raises(ShelfError, match="no game to resume: Adela has no unfinished one"):
        SolitaireWidget.resume(game="adela", shelf=shelf)
    with pytest.raises(ShelfError, match=r"no game .*nothere"):
        SolitaireWidget.resume("nothere", shelf=shelf)
    with pytest.raises(ShelfError, match="the shelf is off"):
        SolitaireWidget.resume()
    with pytest.raises(ShelfError, match="no shelf 7: give a Shelf"):
        SolitaireWidget("adela", shelf=7)


def test_a_new_deal_leaves_the_game_before_and_the_statistics_say_so(page_of, shelf) -> None:
    """Case 35, the part that a page shows."""
    win = WINS["auld_lang_syne"][0]
    page = page_of("auld lang syne", deal=win["deal"], shelf=shelf)
    assert page.asks("panel", panel="statistics")["panel"]["sections"][0]["heading"] == "No game has ended yet"
    for move in win["moves"]:
        assert page.asks("move", move=move)["ok"]
    page.asks("new", deal="5")
    page.asks("move", move=str(page.widget.game.legal_moves[0]))
    page.asks("new")
    (statistics,) = shelf.statistics()
    assert (statistics["played"], statistics["won"], statistics["left"]) == (2, 1, 1)
    (section,) = page.asks("panel", panel="statistics")["panel"]["sections"]
    assert section["heading"] == "Auld Lang Syne"
    rows = dict(section["rows"])
    assert (rows["Played"], rows["Won"], rows["Left"]) == ("2", "1 (50%)", "1")
    assert rows["Fewest moves"] == str(len(win["moves"]))


def test_positions_laid_out_by_hand_and_exercises_are_no_games_to_keep(page_of, shelf) -> None:
    page = page_of("adela", deal=7, shelf=shelf)
    widget = page.widget
    widget.game.play("T2 T7 1")
    game = widget.game
    widget.ask(MarkLegalMoves.from_number(game.rules, 1))
    assert widget.game is not game
    widget.ask(None)
    assert widget.game is game
    widget.game.play(game.legal_moves[0])
    (record,) = shelf.games()
    assert (record["moves"], record["status"]) == (2, "playing")
    lesson = page_of(position="Adela\nT1: 8C 9C\nT2: 8C", shelf=shelf)
    assert lesson.asks("move", move="T1 T2 1")["ok"]
    assert len(shelf.games()) == 1


def test_a_shelf_that_cannot_be_used_is_told_once_and_the_game_goes_on(page_of, tmp_path) -> None:
    (tmp_path / "file").write_text("in the way")
    page = page_of("adela", deal=7, shelf=tmp_path / "file" / "shelf.sqlite3")
    assert page.asks("move", move="T2 T7 1")["ok"]
    assert page.widget.notes["caption"].startswith("This game is not kept: ")
    assert page.asks("move", move=str(page.widget.game.legal_moves[0]))["ok"]
    assert page.widget.notes["caption"] == ""
    assert page.widget.errors == ()
    with pytest.raises(ShelfError, match="no shelf can be at"):
        _ = page.widget.shelf
    page.asks("new", deal="8")
    (section,) = page.asks("panel", panel="statistics")["panel"]["sections"]
    assert "no shelf can be at" in section["rows"][0][1]


def test_what_could_not_be_kept_is_kept_with_the_next_move(page_of, shelf) -> None:
    """Another process that keeps the file shut for a while costs nothing but the wait."""
    board = page_of("arabella", deal=1, shelf=Shelf(shelf.path, patience=0.01)).widget
    board.game.play("T12 T8 1")
    other = sqlite3.connect(shelf.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    board.game.play("T7 T3 1")
    assert board.notes["caption"].startswith("This game is not kept: another process")
    other.execute("ROLLBACK")
    other.close()
    board.game.undo()
    board.game.redo()
    while shelf.games()[0]["moves"] < 2:
        board.game.comment("and now?")
    board.new_deal(5)
    board.game.deal_cards()
    assert {(record["deal"], record["moves"]) for record in shelf.games()} == {(1, 2), (5, 1)}


def test_a_shelf_that_is_shut_for_long_is_not_waited_for_at_every_move(page_of, shelf) -> None:
    patient = Shelf(shelf.path, patience=1)
    board = page_of("arabella", deal=1, shelf=patient).widget
    board.game.play("T12 T8 1")
    other = sqlite3.connect(shelf.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    asked = []
    save, patient.save = patient.save, lambda *given, **more: (asked.append(1), save(*given, **more))
    for _ in range(5):
        board.game.undo()
        board.game.redo()
    assert len(asked) == 1
    other.close()


def test_a_file_that_is_damaged_in_the_middle_of_a_game_is_set_aside_by_the_board(page_of, shelf) -> None:
    board = page_of("adela", deal=7, shelf=shelf.path).widget
    board.game.play("T2 T7 1")
    for side in ("", "-wal", "-shm"):
        shelf.path.with_name(shelf.path.name + side).write_bytes(os.urandom(20_000))
    board.game.play(board.game.legal_moves[0])
    assert "the next use of it sets it aside" in board.notes["caption"]
    while "damaged-1" not in board.notes["caption"]:
        board.game.undo()
        if "damaged-1" not in board.notes["caption"]:
            board.game.redo()
    (record,) = Shelf(shelf.path).games()
    assert record["moves"] == len(board.game.moves)


def test_a_board_without_a_shelf_says_so_where_the_statistics_would_be(page_of) -> None:
    (section,) = page_of("adela", deal=7, shelf=False).asks("panel", panel="statistics")["panel"]["sections"]
    assert "kept nowhere" in section["heading"]


def test_a_damaged_shelf_is_set_aside_and_its_name_is_told(page_of, tmp_path) -> None:
    path = tmp_path / "shelf.sqlite3"
    path.write_bytes(b"no shelf at all" * 99)
    page = page_of("adela", deal=7, shelf=path)
    assert page.asks("move", move="T2 T7 1")["ok"]
    aside = [name for name in os.listdir(tmp_path) if name != path.name and "-wal" not in name and "-shm" not in name]
    assert len(aside) == 1
    assert aside[0] in page.widget.notes["caption"]
    assert (tmp_path / aside[0]).read_bytes() == b"no shelf at all" * 99
    assert len(page.widget.shelf.games()) == 1


def test_two_boards_play_at_once_on_one_shelf(page_of, shelf) -> None:
    pages = [page_of("adela", deal=deal, shelf=shelf.path) for deal in (1, 2)]
    for _ in range(5):
        for page in pages:
            page.widget.game.play(page.widget.game.legal_moves[0])
    assert sorted(record["moves"] for record in shelf.games()) == [5, 5]


def test_after_a_killed_process_another_one_resumes(tmp_path) -> None:
    path = tmp_path / "shelf.sqlite3"
    environment = {**os.environ, "SOLITAIRE_WIDGET_SHELF": str(path)}
    play = """
import os, signal
from solitaire_widget import Arabella
board = Arabella(deal=1)
for move in ("T12 T8 1", "T7 T3 1", "T13 T3 1"):
    board.game.play(move)
board.game.undo()
os.kill(os.getpid(), signal.SIGKILL)
"""
    resume = """
from solitaire_widget import SolitaireWidget
board = SolitaireWidget.resume()
print([str(move) for move in board.game.moves], [str(move) for move in board.game.undone])
"""
    killed = subprocess.run([sys.executable, "-c", play], env=environment, check=False)
    assert killed.returncode == -9
    said = subprocess.run(
        [sys.executable, "-c", resume], env=environment, check=True, capture_output=True, text=True
    ).stdout
    assert said == "['T12 T8 1', 'T7 T3 1'] ['T13 T3 1']\n"


def test_a_kept_game_of_which_nothing_is_left_is_refused_by_name(shelf) -> None:
    with pytest.raises(SolitaireError):
        shelf.load("x" * 10_000)
    game = Game("adela", deal=7)
    key = shelf.begin(game)
    game.play("T2 T7 1")
    shelf.save(key, game)
    assert SolitaireWidget.resume(key, shelf=shelf).game == game


def test_a_failure_that_comes_with_a_comment_or_a_new_deal_is_told_too(page_of, tmp_path) -> None:
    (tmp_path / "file").write_text("in the way")
    page = page_of("adela", deal=7, shelf=tmp_path / "file" / "shelf.sqlite3")
    page.widget.game.comment("think")
    assert page.widget.notes["caption"].startswith("This game is not kept: ")
    place = tmp_path / "place"
    place.mkdir()
    page = page_of("adela", deal=7, shelf=place / "shelf.sqlite3")
    page.asks("move", move="T2 T7 1")
    assert page.widget.notes["caption"] == ""
    shutil.rmtree(place)
    place.write_text("in the way")
    page.asks("new", deal="8")
    assert page.widget.notes["caption"].startswith("This game is not kept: ")


def test_a_file_that_is_replaced_in_the_middle_of_a_game_is_told(page_of, shelf) -> None:
    page = page_of("adela", deal=7, shelf=shelf)
    page.asks("move", move="T2 T7 1")
    other = shelf.path.with_name("other")
    other.write_bytes(b"foreign" * 500)
    other.replace(shelf.path)
    page.widget.game.play(page.widget.game.legal_moves[0])
    assert "damaged-1" in page.widget.notes["caption"]
    page.widget.game.play(page.widget.game.legal_moves[0])
    assert page.widget.notes["caption"] == ""


def test_resuming_from_a_damaged_shelf_names_what_was_set_aside(tmp_path) -> None:
    path = tmp_path / "shelf.sqlite3"
    path.write_bytes(b"no shelf at all" * 99)
    with pytest.raises(ShelfError, match=r"has no unfinished one; .*damaged-1"):
        SolitaireWidget.resume(shelf=path)


def test_a_game_put_back_on_the_board_goes_on_under_its_key(page_of, shelf) -> None:
    page = page_of("adela", deal=7, shelf=shelf)
    first = page.widget.game
    first.play("T2 T7 1")
    page.widget.game = Game("adela", deal=8)
    page.widget.game.play(page.widget.game.legal_moves[0])
    page.widget.game = first
    first.play(first.legal_moves[0])
    assert sorted(record["deal"] for record in shelf.games()) == sorted({record["deal"] for record in shelf.games()})
    assert len(shelf.games()) == 2


def test_a_game_declared_in_a_cell_does_not_hide_the_others(page_of, shelf) -> None:
    page = page_of("adela", deal=7, shelf=shelf)
    page.widget.game.play("T2 T7 1")
    own = page_of(KLONDIKE, deal=3, shelf=shelf)
    own.widget.game.play(own.widget.game.legal_moves[0])
    assert SolitaireWidget.resume(shelf=shelf).game == page.widget.game
