"""Voilà: the board without its notebook."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from solitaire_widget import Game
from tests.hosts.board import ECHO, IMPORT, Board, show, win
from tests.hosts.jupyter import write_notebook
from tests.hosts.server import Home
from tests.hosts.voila import voila


def test_won_by_mouse(home: Callable[[str], Home], page: Page, artifacts: Path) -> None:
    deal, moves = win("auld_lang_syne")
    voila_home = home("voila")
    notebook = voila_home.notebooks / "play.ipynb"
    write_notebook(notebook, [IMPORT, show("auld_lang_syne", deal), ECHO])
    with voila(notebook, voila_home, artifacts) as url:
        page.goto(url)
        board = Board(page, page, Game("auld_lang_syne", deal=deal))
        board.play(moves, board.expect_echo)
        board.expect_won()
        page.screenshot(path=artifacts / "voila-won.png")
