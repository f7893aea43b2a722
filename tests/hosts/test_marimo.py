"""marimo: the board in a shadow root, and cells that follow it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from solitaire_widget import Game
from tests.hosts.board import IMPORT, LYING, Board, win
from tests.hosts.marimo_app import Mode, marimo, write_app
from tests.hosts.server import Home


@pytest.mark.parametrize(("mode", "game"), [("run", "auld_lang_syne"), ("edit", "adela")])
def test_won_by_mouse(home: Callable[[str], Home], page: Page, artifacts: Path, mode: Mode, game: str) -> None:
    """After each move the cell that reads the board is run again, and shows what the kernel has."""
    deal, moves = win(game)
    marimo_home = home(f"marimo-{mode}")
    notebook = marimo_home.notebooks / "play.py"
    write_app(
        notebook,
        [
            ("", "import marimo as mo", "mo,"),
            ("", IMPORT, "SolitaireWidget,"),
            (
                "SolitaireWidget, mo",
                f"board = mo.ui.anywidget(SolitaireWidget({game!r}, deal={deal}, speed='off'))\nboard",
                "board,",
            ),
            (
                "board, mo",
                f"lying = {LYING.format('board.game')}\n"
                "mo.Html(f'<pre class=echo data-seen={board.value[\"drawn\"]}>{lying}</pre>')",
                "",
            ),
        ],
    )
    with marimo(mode, notebook, marimo_home, artifacts) as url:
        page.goto(url)
        board = Board(page, page, Game(game, deal=deal))
        for move in moves:
            board.move(move)
            board.expect_echo()
        board.expect_won()
        page.screenshot(path=artifacts / f"marimo-{mode}-won.png")
