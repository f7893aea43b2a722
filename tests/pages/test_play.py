"""Whole games on a page, by mouse."""

import pytest

from tests.hosts.board import WINS

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", list(WINS))
def test_a_game_is_won_by_mouse(open_board, artifacts, name: str) -> None:
    win = WINS[name][0]
    board = open_board(name, deal=win["deal"])
    board.page.screenshot(path=artifacts / f"page-{name}-start.png")
    half = len(win["moves"]) // 2
    board.play(win["moves"][:half])
    board.expect_position()
    board.page.screenshot(path=artifacts / f"page-{name}-middle.png")
    board.play(win["moves"][half:])
    board.expect_position()
    assert board.root.get_attribute("data-status") == "won"
    assert board.widget.status == "won"
    board.page.screenshot(path=artifacts / f"page-{name}-won.png")
