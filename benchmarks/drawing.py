"""First drawing and one-move update of a 156-card board, beside a bare page of 160 elements without a framework.

    python benchmarks/drawing.py

Both run in the same page and take turns. A time runs from the call to the end of the layout that the browser
owes afterwards. The bare page makes 160 styled elements with a corner text and a sign and places them by
transform; its update moves one of them and changes one text.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from solitaire_widget import SolitaireWidget  # noqa: E402
from tests.conftest import FLAGS, find_browser  # noqa: E402
from tests.hosts.board import win  # noqa: E402

MODEL = (ROOT / "tests" / "pages" / "model.js").read_text(encoding="utf-8")

SET_UP = """async ([esm, traits]) => {
    const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
    const front = (await import(url)).default;
    const frame = () => new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    const timed = async (act, element) => {
        await frame();
        const start = performance.now();
        await act();
        element.getBoundingClientRect();
        return performance.now() - start;
    };
    const sheet = "position:absolute;width:60px;height:84px;background:#fff;border:1px solid #999;border-radius:4px";
    window.bare = async () => {
        const host = document.createElement("div");
        document.body.append(host);
        const cards = [];
        const first = await timed(() => {
            const root = host.attachShadow({ mode: "open" });
            const made = document.createDocumentFragment();
            for (let i = 0; i < 160; i++) {
                const card = document.createElement("div");
                card.style.cssText = sheet;
                card.style.transform = `translate(${(i % 13) * 64}px, ${Math.floor(i / 13) * 30}px)`;
                card.innerHTML = `<b>${i % 13}</b><i>x</i>`;
                cards.push(card);
                made.append(card);
            }
            root.append(made);
        }, host);
        const update = await timed(() => {
            cards[7].style.transform = "translate(500px, 300px)";
            cards[7].firstChild.textContent = "8";
        }, host);
        host.remove();
        return [first, update];
    };
    window.ours = async (states) => {
        const model = window.makeModel({ ...traits, state: states[0] }, async () => []);
        const el = document.createElement("div");
        document.body.append(el);
        const controller = new AbortController();
        const first = await timed(() => front.render({ model, el, signal: controller.signal }), el);
        await frame();
        const update = await timed(() => model.take({ method: "update", state: { state: states[1] } }), el);
        controller.abort();
        el.remove();
        return [first, update];
    };
}"""


def states() -> tuple[SolitaireWidget, list[dict[str, Any]]]:
    """A big board, and its state before and after a move."""
    deal, moves = win("arabella")
    widget = SolitaireWidget("arabella", deal=deal)
    before = widget.get_state("state")["state"]
    widget.game.play(moves[0])
    return widget, [before, widget.get_state("state")["state"]]


def main() -> None:
    """Print the table that the README quotes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    rounds = parser.parse_args().rounds
    widget, (before, after) = states()
    traits = {name: value for name, value in widget.get_state().items() if name[0] != "_" and name != "layout"}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(playwright.chromium.executable_path), args=FLAGS
        )
        page = browser.new_page(viewport={"width": 1000, "height": 800})
        page.set_content("<!doctype html><body></body>")
        page.evaluate(MODEL)
        page.evaluate(SET_UP, [widget._esm, traits])
        bare, ours = [], []
        for _ in range(rounds + 5):
            bare.append(page.evaluate("bare()"))
            ours.append(page.evaluate("states => ours(states)", [before, after]))
        browser.close()
    print("| | bare page, 160 elements | board, 156 cards | board / bare |\n| --- | ---: | ---: | ---: |")
    for column, name in enumerate(("first drawing", "one-move update")):
        pair = [statistics.median(row[column] for row in rows[5:]) for rows in (bare, ours)]
        print(f"| {name} | {pair[0]:.2f} ms | {pair[1]:.2f} ms | {pair[1] / pair[0]:.1f} |")


if __name__ == "__main__":
    main()
