"""From a click to the picture, through a real kernel in a real JupyterLab, beside a bare counter in the same page.

    python benchmarks/latency.py

Counter and boards take turns, click by click. Every click is a real one; its time runs from the event's own
time stamp to the change of the page: the counter's text, or the version that the board has drawn. The boards
are clicked on undo and redo, whose pictures have to wait for Python, early in a won game and late in it. The
last column is another matter: from the second tap of a move to the first frame that shows it, which does not
wait for Python.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import ElementHandle, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from solitaire_widget import ALL_RULES, Game, Move, Rules  # noqa: E402
from tests.conftest import FLAGS, find_browser  # noqa: E402
from tests.hosts.board import Board, win  # noqa: E402
from tests.hosts.jupyterlab import jupyterlab  # noqa: E402
from tests.hosts.server import Home  # noqa: E402

PLIES = (5, 300)
COUNTER = '''
import anywidget, traitlets
class Counter(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
        const button = document.createElement("button");
        button.className = "counter";
        const show = () => { button.textContent = button.dataset.version = String(model.get("value")); };
        model.on("change:value", show);
        button.addEventListener("click", () => model.send("up"));
        show();
        el.append(button);
    } };
    """
    value = traitlets.Int(0).tag(sync=True)
    def __init__(self):
        super().__init__()
        self.on_msg(lambda *_: self.set_trait("value", self.value + 1))
'''

ARM = """([clicked, watched]) => {
    window.measured = new Promise((done) => {
        let start;
        const root = clicked.getRootNode();
        root.addEventListener("click", (event) => { start = event.timeStamp; }, { capture: true, once: true });
        const watch = new MutationObserver(() => { watch.disconnect(); done(performance.now() - start); });
        watch.observe(watched, { attributes: true, attributeFilter: ["data-version"] });
    });
}"""

FRAMES = """([root, card]) => {
    window.measured = new Promise((done) => {
        let pressed = false;
        let frames = 0;
        const before = card.dataset.pile;
        const look = () => {
            if (pressed) frames += 1;
            if (card.dataset.pile !== before) return done(frames);
            requestAnimationFrame(look);
        };
        root.getRootNode().addEventListener("pointerup", () => { pressed = true; }, { capture: true, once: true });
        requestAnimationFrame(look);
    });
}"""


def click(page: Page, clicked: ElementHandle, watched: ElementHandle) -> float:
    """Click, and give the milliseconds until the page shows what came of it."""
    page.evaluate(ARM, [clicked, watched])
    box = clicked.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    milliseconds: float = page.evaluate("measured")
    return milliseconds


def first_changed_frame(board: Board, move: str) -> int:
    """Tap a move, and give the number of frames until its card stands in the other pile."""
    wanted = Move(move)
    card = board.card(board.game.position[wanted.source][-wanted.count].id).element_handle()
    board.page.mouse.click(*board.point(board.taken(wanted)))
    board.page.evaluate(FRAMES, [board._element, card])
    board.page.mouse.click(*board.point(board.taker(wanted)))
    frames: int = board.page.evaluate("measured")
    board.accepted(move)
    return frames


def measure(page: Page, document: Any, rules: Rules, ply: int, clicks: int) -> dict[str, Any]:
    """Bring a game to a ply of a won game, and click counter and board in turn."""
    deal, moves = win(rules.id)
    moves = moves[: min(ply, len(moves) - 2)]
    with document.kernel() as kernel:
        kernel.run(f"board.game = Game({rules.id!r}, deal={deal})\nfor move in {moves!r}: board.game.play(move)")
    game = Game(rules, deal=deal)
    for move in moves:
        game.play(move)
    board = Board(page, document.output(1), game)
    page.wait_for_function(
        "([root, moves]) => root.textContent.includes(moves)", arg=[board._element, f"Moves {len(moves)}"]
    )
    counter = document.output(0).locator(".counter").element_handle()
    undo, redo = board.button("undo").element_handle(), board.button("redo").element_handle()
    bare, ours = [], []
    for turn in range(clicks):
        bare.append(click(page, counter, counter))
        ours.append(click(page, redo if turn % 2 else undo, board._element))
    return {"game": rules.name, "ply": len(moves), "bare": statistics.median(bare), "ours": statistics.median(ours)}


def main() -> None:
    """Print the table that the README quotes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=100, help="on the counter and on the board, at each ply")
    clicks = parser.parse_args().clicks
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(playwright.chromium.executable_path), args=FLAGS
        )
        page = browser.new_page(viewport={"width": 1400, "height": 1100})
        with jupyterlab(Home(Path(folder) / "latency"), Path(folder)) as lab:
            cells = [
                f"{COUNTER}\nCounter()",
                "from solitaire_widget import Game, SolitaireWidget\nboard = SolitaireWidget('adela', deal=1)\nboard",
            ]
            document = lab.open(page, "latency", cells)
            document.run_all()
            document.output(1).locator(".solitaire").wait_for(timeout=60_000)
            print("| game | move | bare counter, median | board, median | board / counter |")
            print("| --- | ---: | ---: | ---: | ---: |")
            for rules in ALL_RULES:
                for ply in PLIES:
                    row = measure(page, document, rules, ply, clicks)
                    print(
                        f"| {row['game']} | {row['ply']} | {row['bare']:.1f} ms | {row['ours']:.1f} ms "
                        f"| {row['ours'] / row['bare']:.2f} |",
                        flush=True,
                    )
            deal, moves = win("arabella")
            with document.kernel() as kernel:
                kernel.run(f"board.game = Game('arabella', deal={deal})")
            board = Board(page, document.output(1), Game("arabella", deal=deal))
            frames = [first_changed_frame(board, move) for move in moves[:20]]
            print(f"\nFrames from the tap to the first picture of it: {statistics.median(frames):.0f} (median of 20).")
        browser.close()


if __name__ == "__main__":
    main()
