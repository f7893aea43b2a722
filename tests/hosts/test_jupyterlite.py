"""JupyterLite with the Pyodide kernel: no server, no network, the whole of it in the browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

import lite.build_site
from solitaire_widget import Game
from tests.hosts.board import ECHO, IMPORT, Board, show, win
from tests.hosts.jupyterlite import LiteDocument, jupyterlite
from tests.hosts.server import Home


def test_won_by_mouse(home: Callable[[str], Home], offline: list[str], page: Page, artifacts: Path) -> None:
    deal, moves = win("auld_lang_syne")
    site = lite.build_site.build()
    with jupyterlite(site, home("jupyterlite"), artifacts) as url:
        notebook = LiteDocument(url, page, "play.ipynb")
        notebook.load()
        shown = notebook.add_cell(f"{IMPORT}\n{show('auld_lang_syne', deal, speed='off')}")
        notebook.add_cell(ECHO)
        notebook.run_all()
        expect(page.locator(".echo")).to_be_attached(timeout=120_000)
        board = Board(page, notebook.output(shown), Game("auld_lang_syne", deal=deal))
        board.play(moves, board.expect_echo)
        board.expect_won()
        page.screenshot(path=artifacts / "jupyterlite-won.png")
    assert not offline
