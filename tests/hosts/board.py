"""A board on a page, played with a real mouse, and beside it the game that it ought to show."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import FrameLocator, Locator, Page, expect

from hosts.jupyter import Kernel
from solitaire_widget import Game, Move

DATA = Path(__file__).parents[1] / "data"
WINS: dict[str, list[dict[str, Any]]] = json.loads((DATA / "wins.json").read_text(encoding="utf-8"))["games"]

LYING = "[[card.id for card in pile] for pile in {}.position.piles]"
"""The expression that tells what lies where in a game, here and in a kernel."""

# Where to point for a card or a place: where a player would, at the upper edge, since a card in a fan shows
# no more, and once it has come to rest with nothing flying over it.
POINTS = """(board, selectors) => new Promise((found, lost) => {
    const start = performance.now()
    const look = () => {
        const points = []
        for (const selector of selectors) {
            const element = board.querySelector(selector)
            if (!element) return lost(`no ${selector}`)
            element.scrollIntoView({ block: "nearest" })
            const { x, y, width, height } = element.getBoundingClientRect()
            const point = [x + width / 2, y + height * (element.dataset.card ? 0.08 : 0.5)]
            const there = board.getRootNode().elementFromPoint(...point)
            const rests = element.getAnimations().length === 0
            if (!element.dataset.card || (rests && element.contains(there))) points.push(point)
            else if (performance.now() - start > 5000) return lost(`${there?.outerHTML} covers ${selector}`)
        }
        if (points.length === selectors.length) return found(points)
        requestAnimationFrame(look)
    }
    look()
})"""

# Playwright's own waiting looks again after 100 ms at the earliest; this one wakes with the change.
DRAWN = """(element, version) => new Promise((done, late) => {
    const there = () => Number(element.dataset.version) >= version
    if (there()) return done()
    const watch = new MutationObserver(() => there() && (watch.disconnect(), done()))
    watch.observe(element, { attributes: true, attributeFilter: ["data-version"] })
    setTimeout(() => late(`still at ${element.dataset.version}, not ${version}`), 10000)
})"""


def win(game: str) -> tuple[int, list[str]]:
    """Give the first won game on file: its deal number and its moves."""
    first = WINS[game][0]
    return first["deal"], first["moves"]


class Board:
    """One board: what the mouse does to it, and a `Game` that follows along.

    Parameters
    ----------
    page : Page
        The page it is on.
    scope : Page, FrameLocator or Locator
        Where on the page to look for it, if there are several.
    game : Game
        The game as it was when the board was shown.
    """

    def __init__(self, page: Page, scope: Page | FrameLocator | Locator, game: Game) -> None:
        self.page = page
        self.game = game
        self.root = scope.locator(".solitaire")
        expect(self.root).to_be_visible(timeout=30_000)
        # Not looked for anew each time: on a host's page, and through shadow roots, that takes longer than a move.
        self._element = self.root.element_handle()
        self.version = int(self.root.get_attribute("data-version") or 0)

    # looking

    def card(self, text: str) -> Locator:
        """Find a card that lies face up."""
        return self.root.locator(f'[data-card="{text}"]')

    def button(self, action: str) -> Locator:
        """Find a button by what it does."""
        return self.root.locator(f'[data-action="{action}"]')

    @property
    def message(self) -> Locator:
        """Find the line under the board."""
        return self.root.locator('[data-line="message"]')

    def wait(self) -> None:
        """Wait until the board shows what the game has come to."""
        self._element.evaluate(DRAWN, self.version)

    def expect_position(self) -> None:
        """Expect every pile's cards on the page to be the game's."""
        self.wait()
        shown = self.root.locator("[data-card]").evaluate_all(
            "cards => cards.map(card => [card.dataset.card, card.dataset.pile])"
        )
        position = self.game.position
        lying = {(card.id, pile) for pile in position for card in position[pile][position.face_down(pile) :]}
        assert {tuple(pair) for pair in shown} == lying

    def expect_kernel(self, kernel: Kernel, name: str = "board.game") -> None:
        """Expect the kernel's game to stand where this one stands."""
        there = kernel.run("", LYING.format(name))
        assert there == eval(LYING.format("game"), {"game": self.game})

    # doing

    def points(self, move: Move) -> list[tuple[float, float]]:
        """Say where to click: on the card that heads those to go and on what is to take them, or on the stock."""
        if move.is_deal:
            wanted = ['[data-place="S"]']
        else:
            head, onto = self.game.position[move.source][-move.count], self.game.position[move.target]
            taker = f'[data-card="{onto[-1].id}"]' if onto else f'[data-place="{move.target}"]'
            wanted = [f'[data-card="{head.id}"]', taker]
        return [(x, y) for x, y in self._element.evaluate(POINTS, wanted)]

    def try_move(self, text: str) -> None:
        """Click the card and then the pile, or the stock, whatever comes of it."""
        for point in self.points(Move(text)):
            self.page.mouse.click(*point)

    def move(self, text: str) -> None:
        """Make a move by clicks and wait until it shows."""
        self.try_move(text)
        self.accepted(text)

    def drag(self, text: str) -> None:
        """Make a move by dragging and wait until it shows."""
        start, end = self.points(Move(text))
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=8)
        self.page.mouse.up()
        self.accepted(text)

    def accepted(self, text: str) -> None:
        """Follow a move that the board took."""
        self.game.play(text)
        self.version += 1
        self.wait()

    def press(self, action: str) -> None:
        """Click undo, redo or restart and wait until it shows."""
        self.button(action).click()
        getattr(self.game, action)()
        self.version += 1
        self.wait()

    def play(self, moves: Iterable[str], kernel: Kernel | None = None) -> None:
        """Play moves by mouse, looking at the kernel's position after every tenth and the last."""
        made = 0
        for made, text in enumerate(moves, 1):  # noqa: B007
            self.move(text)
            if kernel and made % 10 == 0:
                self.expect_kernel(kernel)
        if kernel:
            self.expect_kernel(kernel)
