"""Notebook 7 with a real kernel."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from solitaire_widget import Game
from tests.hosts.board import IMPORT, Board, show, win
from tests.hosts.notebook7 import Notebook7


def test_won_by_mouse(notebook7: Notebook7, page: Page, artifacts: Path) -> None:
    deal, moves = win("adela")
    notebook = notebook7.open(page, "adela", [IMPORT, show("adela", deal, speed="off")])
    notebook.run_all()
    board = Board(page, notebook.output(1), Game("adela", deal=deal))
    with notebook.kernel() as kernel:
        board.play(moves, lambda: board.expect_kernel(kernel))
    board.expect_won()
    page.screenshot(path=artifacts / "notebook7-won.png")
