"""A board on a page, played with a real mouse, and beside it the game that it ought to show."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import FrameLocator, Locator, Page, expect

from solitaire_widget import Game, Move
from tests.hosts.jupyter import Kernel

DATA = Path(__file__).parents[1] / "data"
WINS: dict[str, list[dict[str, Any]]] = json.loads((DATA / "wins.json").read_text(encoding="utf-8"))["games"]

LYING = "[[card.id for card in pile] for pile in {}.position.piles]"
"""The expression that tells what lies where in a game, here and in a kernel."""

IMPORT = "from solitaire_widget import SolitaireWidget"

ECHO = f"""
import ipywidgets
echo = ipywidgets.HTML()
def say(change):
    echo.value = f"<pre class=echo>{{{LYING.format("board.game")}}}</pre>"
say(None)
board.observe(say, "state")
echo
"""
"""A cell that shows what lies where in the kernel, for hosts that let nobody else into it."""


def show(game: str, deal: int, name: str = "board", **looks: object) -> str:
    """Write the cell that shows a board."""
    more = "".join(f", {look}={value!r}" for look, value in looks.items())
    return f"{name} = SolitaireWidget({game!r}, deal={deal}{more})\n{name}"


# Where to point for a card or a place: where a player would, at the upper edge, since a card in a fan shows
# no more, and once it has come to rest with nothing flying over it.
POINT = """(board, selector) => new Promise((found, lost) => {
    const start = performance.now()
    const look = () => {
        const element = board.querySelector(selector)
        if (!element) return lost(`no ${selector}`)
        element.scrollIntoView({ block: "nearest" })
        const { x, y, width, height } = element.getBoundingClientRect()
        const point = [x + width / 2, y + height * (element.dataset.card ? 0.08 : 0.5)]
        const there = board.getRootNode().elementFromPoint(...point)
        const rests = element.getAnimations().length === 0
        if (!element.dataset.card || (rests && element.contains(there))) return found(point)
        if (performance.now() - start > 5000) return lost(`${there?.outerHTML} covers ${selector}`)
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
        # Not looked for anew each time: through a host's page and shadow roots that takes longer than a move.
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
        assert kernel.run("", LYING.format(name)) == self.lying

    def expect_echo(self, echo: Locator | None = None) -> None:
        """Expect a cell that reads the kernel's game to show where this one stands."""
        expect(echo or self.page.locator(".echo")).to_have_text(str(self.lying))

    @property
    def lying(self) -> list[list[str]]:
        """What lies where."""
        found: list[list[str]] = eval(LYING.format("game"), {"game": self.game})
        return found

    # doing

    def point(self, selector: str) -> tuple[float, float]:
        """Say where to point for a card or a place."""
        x, y = self._element.evaluate(POINT, selector)
        return x, y

    def taken(self, move: Move) -> str:
        """Say what to point at for the cards to be moved: the one that heads them."""
        return f'[data-card="{self.game.position[move.source][-move.count].id}"]'

    def taker(self, move: Move) -> str:
        """Say what to point at for the pile that takes them: its top card, or its place if it is empty."""
        cards = self.game.position[move.target]
        return f'[data-card="{cards[-1].id}"]' if cards else f'[data-place="{move.target}"]'

    def try_move(self, text: str) -> None:
        """Click the card and then the pile, or the stock, whatever comes of it."""
        move = Move(text)
        for selector in ['[data-place="S"]'] if move.is_deal else [self.taken(move), self.taker(move)]:
            self.page.mouse.click(*self.point(selector))

    def move(self, text: str) -> None:
        """Make a move by clicks and wait until it shows."""
        self.try_move(text)
        self.accepted(text)

    def drag(self, text: str) -> None:
        """Make a move by dragging and wait until it shows."""
        move = Move(text)
        self.page.mouse.move(*self.point(self.taken(move)))
        self.page.mouse.down()
        self.page.mouse.move(*self.point(self.taker(move)), steps=8)
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

    def play(self, moves: Iterable[str], look: Callable[[], object] = lambda: None) -> None:
        """Play moves by mouse and take a look, at the kernel's position, after every tenth and the last."""
        for made, text in enumerate(moves, 1):
            self.move(text)
            if made % 10 == 0:
                look()
        look()

    def expect_won(self) -> None:
        """Expect the board to be won, and to show it."""
        assert self.game.status == "won"
        expect(self.root).to_have_attribute("data-status", "won")
        self.expect_position()

    def expect_gone(self) -> None:
        """Expect a board whose kernel is gone to say so, to do nothing and to stay readable."""
        expect(self.message).to_contain_text("kernel", timeout=3000)
        expect(self.button("new")).to_be_disabled()
        expect(self.button("undo")).to_be_disabled()
        self.try_move(str(next(iter(self.game.legal_moves))))
        self.expect_position()
