"""Other hands than a mouse: a board played with keys alone, and one played with a finger."""

from __future__ import annotations

from playwright.sync_api import FrameLocator, Locator, Page

from solitaire_widget import Game, Move
from solitaire_widget.layout import board_of
from solitaire_widget.preference import best_first
from tests.hosts.board import Board


class ByKeys(Board):
    """A board that is walked and played by keys.

    The arrows walk the piles in reading order, and so does `cursor` here. Cards go up with F, to the
    foundation that the board prefers, so the game that follows along is told that one.
    """

    def __init__(self, page: Page, scope: Page | FrameLocator | Locator, game: Game) -> None:
        super().__init__(page, scope, game)
        places = board_of(game.rules).places
        self.order = sorted(places, key=lambda name: (places[name][1], places[name][0]))
        self.root.locator('.board [tabindex="0"]').focus()
        self.cursor = next(name for name in game.position if game.position.group_of(name).kind == "tableau")

    def press_keys(self, *keys: str) -> None:
        """Press one key after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def walk(self, name: str) -> None:
        """Walk to a pile, the shorter way round: the arrow is held, so it comes again and again and goes up once."""
        steps = (self.order.index(name) - self.order.index(self.cursor)) % len(self.order)
        back = len(self.order) - steps
        key = "ArrowRight" if steps <= back else "ArrowLeft"
        for _ in range(min(steps, back)):
            self.page.keyboard.down(key)
        self.page.keyboard.up(key)
        self.cursor = name

    def move(self, text: str) -> None:
        """Make a move by keys and wait until it shows."""
        move = Move(text)
        if move.is_deal:
            self.press_keys("d")
            self.cursor = "S"
        elif self.game.position.group_of(move.target).kind == "foundation":
            self.walk(move.source)
            self.press_keys("f")
            move = next(best for best in best_first(self.game.position) if best.source == move.source)
        else:
            self.walk(move.source)
            self.press_keys(*["+"] * move.count)
            self.walk(move.target)
            self.press_keys("Enter")
        self.accepted(str(move))


class ByTouch(Board):
    """A board that is tapped with a finger."""

    def try_move(self, text: str) -> None:
        """Tap the card and then the pile, or the stock."""
        move = Move(text)
        for selector in ['[data-place="S"]'] if move.is_deal else [self.taken(move), self.taker(move)]:
            self.page.touchscreen.tap(*self.point(selector))
