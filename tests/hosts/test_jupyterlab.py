"""JupyterLab with a real kernel: the three games are won by mouse, and what a notebook's life brings."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from hosts.board import WINS, Board, win
from hosts.jupyterlab import Lab
from solitaire_widget import Game, Move

IMPORT = "from solitaire_widget import SolitaireWidget"


def show(game: str, deal: int, name: str = "board") -> str:
    """Write the cell that shows a board."""
    return f"{name} = SolitaireWidget({game!r}, deal={deal})\n{name}"


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
    notebook = lab.open(page, f"won-{name}", [IMPORT, show(name, deal)])
    notebook.run_all()
    board = Board(page, notebook.output(1), Game(name, deal=deal))
    board.expect_position()
    board.root.screenshot(path=artifacts / f"jupyterlab-{name}-start.png")

    with notebook.kernel() as kernel:
        middle = len(moves) // 2
        board.play(moves[:middle], kernel)
        board.root.screenshot(path=artifacts / f"jupyterlab-{name}-middle.png")

        forbidden = refused(board.game)
        board.try_move(str(forbidden))
        refusal = board.game.refusal(forbidden)
        assert refusal
        expect(board.message).to_contain_text(refusal.rule)
        board.expect_kernel(kernel)

        board.press("undo")
        board.expect_position()
        board.expect_kernel(kernel)
        board.press("redo")
        board.expect_kernel(kernel)

        dragged = next(i for i in range(middle, len(moves)) if moves[i] != "deal")
        board.play(moves[middle:dragged], kernel)
        board.drag(moves[dragged])
        board.expect_kernel(kernel)

        board.play(moves[dragged + 1 :], kernel)
        assert board.game.status == "won"
        expect(board.root).to_have_attribute("data-status", "won")
        assert kernel.run("", "board.game.status") == "won"
    board.expect_position()
    page.screenshot(path=artifacts / f"jupyterlab-{name}-won.png")
