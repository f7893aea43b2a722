"""Whole games without a mouse: by keys in JupyterLab and in Notebook 7, by touch in JupyterLab."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from solitaire_widget import Game
from tests.hosts.board import IMPORT, WINS, show, win
from tests.hosts.hands import ByKeys, ByTouch
from tests.hosts.jupyterlab import Lab
from tests.hosts.notebook7 import Notebook7

COMMANDS = """() => {
    const { commands } = window.jupyterapp;
    const execute = commands.execute.bind(commands);
    window.executed = [];
    commands.execute = (id, ...rest) => { window.executed.push(id); return execute(id, ...rest); };
}"""


@pytest.mark.parametrize("name", WINS)
@pytest.mark.parametrize("host", ["lab", "notebook7"])
def test_won_by_keys_alone(request: pytest.FixtureRequest, page: Page, host: str, name: str) -> None:
    """Cases 37 and 40: and no key on the way reaches a command of the notebook."""
    running: Lab | Notebook7 = request.getfixturevalue(host)
    deal, moves = win(name)
    notebook = running.open(page, f"keys-{name}", [IMPORT, show(name, deal, speed="off")])
    notebook.run_all()
    board = ByKeys(page, notebook.output(1), Game(name, deal=deal))
    page.evaluate(COMMANDS)
    board.play(moves)
    board.expect_won()
    with notebook.kernel() as kernel:
        board.expect_kernel(kernel)
    executed = set(page.evaluate("executed"))
    assert not {command for command in executed if command.startswith(("notebook:", "undo", "redo"))}
    assert page.locator(".jp-Notebook .jp-Cell").count() == 2


@pytest.mark.parametrize("name", WINS)
def test_won_by_touch(lab: Lab, browser: Browser, name: str) -> None:
    deal, moves = win(name)
    context = browser.new_context(viewport={"width": 1200, "height": 1100}, has_touch=True)
    page = context.new_page()
    notebook = lab.open(page, f"touch-{name}", [IMPORT, show(name, deal, speed="off")])
    notebook.run_all()
    board = ByTouch(page, notebook.output(1), Game(name, deal=deal))
    board.play(moves)
    board.expect_won()
    with notebook.kernel() as kernel:
        board.expect_kernel(kernel)
    context.close()
