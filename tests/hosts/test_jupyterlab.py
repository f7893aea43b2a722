"""JupyterLab with a real kernel: each game is won by mouse, and all that happens to a notebook happens."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from solitaire_widget import Game, Move
from tests.hosts.board import IMPORT, WINS, Board, show, win
from tests.hosts.jupyterlab import Lab, setting


def refused(game: Game) -> Move:
    """Find a move between two piles that a player could try and that a rule forbids."""
    tried = (
        Move(move.source, target)
        for move in game.legal_moves
        if not move.is_deal
        for target in game.position
        if move.source != target and game.position[target] and not game.position.face_down(target)
    )
    return next(move for move in tried if game.refusal(move))


@pytest.mark.parametrize("name", WINS)
def test_won_by_mouse(lab: Lab, page: Page, artifacts: Path, name: str) -> None:
    deal, moves = win(name)
    # The short game is played at the usual pace; in the long ones nobody waits for cards to arrive.
    looks = {"speed": "off"} if len(moves) > 100 else {}
    notebook = lab.open(page, f"won-{name}", [IMPORT, show(name, deal, **looks)])
    notebook.run_all()
    board = Board(page, notebook.output(1), Game(name, deal=deal))
    board.expect_position()
    board.root.screenshot(path=artifacts / f"jupyterlab-{name}-start.png")

    with notebook.kernel() as kernel:

        def look() -> None:
            board.expect_kernel(kernel)

        middle = len(moves) // 2
        board.play(moves[:middle], look)
        board.root.screenshot(path=artifacts / f"jupyterlab-{name}-middle.png")

        forbidden = refused(board.game)
        board.try_move(str(forbidden))
        refusal = board.game.refusal(forbidden)
        assert refusal
        expect(board.message).to_contain_text(refusal.rule)
        look()

        board.press("undo")
        board.expect_position()
        look()
        board.press("redo")
        look()

        dragged = next(i for i in range(middle, len(moves)) if moves[i] != "deal")
        board.play(moves[middle:dragged], look)
        board.drag(moves[dragged])
        look()

        board.play(moves[dragged + 1 :], look)
        board.expect_won()
        assert kernel.run("", "board.status") == "won"
    page.screenshot(path=artifacts / f"jupyterlab-{name}-won.png")


NAME = "auld_lang_syne"
DEAL, MOVES = win(NAME)
BOARD = show(NAME, DEAL)


def test_other_windowing_mode(lab: Lab, page: Page) -> None:
    """A board that was scrolled out of the notebook, and so out of the page, comes back and plays on."""
    with setting(lab, "@jupyterlab/notebook-extension", "tracker", {"windowingMode": "full"}):
        far = ["print('\\n' * 60)"] * 8
        notebook = lab.open(page, "windowed", [IMPORT, BOARD, *far])
        notebook.run_all()
        board = None
        with notebook.kernel() as kernel:
            for part in (MOVES[:20], MOVES[20:40], MOVES[40:]):
                notebook.scroll_to("bottom")
                expect(page.locator(".solitaire")).not_to_be_in_viewport()
                notebook.scroll_to("top")
                board = Board(page, page, board.game if board else Game(NAME, deal=DEAL))
                board.expect_position()
                board.play(part)
                board.expect_kernel(kernel)
        assert board
        board.expect_won()


def test_two_views_of_one_board(lab: Lab, page: Page) -> None:
    notebook = lab.open(page, "views", [IMPORT, BOARD, "board"])
    notebook.run_all()
    one = Board(page, notebook.output(1), Game(NAME, deal=DEAL))
    other = Board(page, notebook.output(2), one.game)
    one.play(MOVES[:3])
    other.version = one.version
    other.expect_position()
    other.press("undo")
    one.version = other.version
    one.expect_position()


def test_two_boards(lab: Lab, page: Page) -> None:
    notebook = lab.open(page, "two", [IMPORT, BOARD, show("adela", 1, "second")])
    notebook.run_all()
    one = Board(page, notebook.output(1), Game(NAME, deal=DEAL))
    other = Board(page, notebook.output(2), Game("adela", deal=1))
    one.play(MOVES[:3])
    other.play(win("adela")[1][:3])
    one.press("undo")
    one.expect_position()
    other.expect_position()
    with notebook.kernel() as kernel:
        one.expect_kernel(kernel)
        other.expect_kernel(kernel, "second.game")


def test_cell_run_again(lab: Lab, page: Page) -> None:
    """Running the cell again brings a new board in the old one's place."""
    notebook = lab.open(page, "again", [IMPORT, BOARD])
    notebook.run_all()
    board = Board(page, notebook.output(1), Game(NAME, deal=DEAL))
    board.play(MOVES[:5])
    notebook.run_cell(1)
    expect(board.root).to_have_attribute("data-version", "0")
    board = Board(page, notebook.output(1), Game(NAME, deal=DEAL))
    board.play(MOVES[:3])
    with notebook.kernel() as kernel:
        board.expect_kernel(kernel)


def test_code_and_page_play_the_same_game(lab: Lab, page: Page) -> None:
    notebook = lab.open(page, "code", [IMPORT, BOARD])
    notebook.run_all()
    board = Board(page, notebook.output(1), Game(NAME, deal=DEAL))
    with notebook.kernel() as kernel:
        for i in range(0, 6, 2):
            kernel.run(f"board.game.play({MOVES[i]!r})")
            board.accepted(MOVES[i])
            board.move(MOVES[i + 1])
        board.expect_position()
        board.expect_kernel(kernel)


def test_closed(lab: Lab, page: Page) -> None:
    """A closed board leaves its place; the game goes on in Python."""
    notebook = lab.open(page, "closed", [IMPORT, BOARD])
    notebook.run_all()
    board = Board(page, notebook.output(1), Game(NAME, deal=DEAL))
    board.play(MOVES[:3])
    with notebook.kernel() as kernel:
        kernel.run("board.close()")
        expect(board.root).to_have_count(0)
        kernel.run(f"board.game.play({MOVES[3]!r})")


def test_page_reloaded_with_its_kernel_alive(lab: Lab, page: Page) -> None:
    notebook = lab.open(page, "reload", [IMPORT, BOARD])
    notebook.run_all()
    board = Board(page, notebook.output(1), Game(NAME, deal=DEAL))
    board.play(MOVES[:5])
    notebook.save()
    notebook.load()
    board = Board(page, notebook.output(1), board.game)
    board.expect_position()
    board.play(MOVES[5:10])
    with notebook.kernel() as kernel:
        board.expect_kernel(kernel)


def test_kernel_restarted(lab: Lab, page: Page, artifacts: Path) -> None:
    notebook = lab.open(page, "restart", [IMPORT, BOARD])
    notebook.run_all()
    board = Board(page, notebook.output(1), Game(NAME, deal=DEAL))
    board.play(MOVES[:3])
    notebook.restart_kernel()
    board.try_move(MOVES[3])
    board.expect_gone()
    page.screenshot(path=artifacts / "jupyterlab-kernel-gone.png")
    notebook.run_all()
    expect(board.root).to_have_attribute("data-version", "0")
    board = Board(page, notebook.output(1), Game(NAME, deal=DEAL))
    board.play(MOVES[:3])


def test_saved_with_widget_state_and_opened_again(lab: Lab, page: Page, artifacts: Path) -> None:
    """A stored board without its kernel shows the last position, says that nobody answers, keeps still."""
    with setting(lab, "@jupyter-widgets/jupyterlab-manager", "plugin", {"saveState": True}):
        notebook = lab.open(page, "stored", [IMPORT, BOARD])
        notebook.run_all()
        board = Board(page, notebook.output(1), Game(NAME, deal=DEAL))
        board.play(MOVES[:5])
        notebook.save_with_widgets()
        notebook.shut_down()
        notebook.load_with_widgets(1)
        board = Board(page, notebook.output(1), board.game)
        board.expect_position()
        board.expect_gone()
        page.screenshot(path=artifacts / "jupyterlab-reopened-stored.png")


def test_saved_by_somebody_else_and_opened_again(lab: Lab, page: Page, artifacts: Path) -> None:
    """In a notebook that is not trusted a static board stands in for the widget."""
    notebook = lab.open(page, "untrusted", [IMPORT, BOARD])
    notebook.run_all()
    board = Board(page, notebook.output(1), Game(NAME, deal=DEAL))
    board.play(MOVES[:5])
    notebook.save()
    notebook.shut_down()
    # Any change from outside, and the signature that says whose work the outputs are no longer fits.
    notebook.path.write_text(notebook.path.read_text("utf-8").replace('board"', 'board  "'), "utf-8")
    notebook.load()
    static = notebook.output(1).locator("table")
    expect(static).to_be_visible()
    # What it shows is the position at the time when the cell was run: no output changes later.
    for cards in Game(NAME, deal=DEAL).position.piles[-4:]:
        expect(static).to_contain_text(str(cards[-1]))
    page.screenshot(path=artifacts / "jupyterlab-reopened-untrusted.png")
