"""A notebook as a static page, without kernel or network."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from solitaire_widget import Game
from tests.hosts.board import IMPORT, Board, show, win
from tests.hosts.jupyter import write_notebook
from tests.hosts.nbconvert import to_html
from tests.hosts.server import Home


def test_last_position_is_shown(home: Callable[[str], Home], offline: list[str], page: Page, artifacts: Path) -> None:
    """The board shows the position at the end of the run, does nothing and says why."""
    deal, moves = win("adela")
    game = Game("adela", deal=deal)
    for move in moves[: len(moves) // 2]:
        game.play(move)
    page_home = home("nbconvert")
    notebook = page_home.notebooks / "play.ipynb"
    played = f"for move in {[str(move) for move in game.moves]!r}:\n    board.game.play(move)"
    write_notebook(notebook, [IMPORT, show("adela", deal), played])
    page.goto(to_html(notebook, page_home).as_uri())
    board = Board(page, page, game)
    board.expect_position()
    board.expect_gone()
    page.screenshot(path=artifacts / "nbconvert.png")
    assert not offline
