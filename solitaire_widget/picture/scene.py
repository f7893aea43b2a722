"""A position laid out: where on the picture each card, pile and place is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..cards import quoted
from .art import PictureError, art
from .geometry import Geometry, place
from .shown import shown_cards

if TYPE_CHECKING:
    from ..position import Position

__all__ = ["Box", "Scene", "brief", "rectangle"]


class Box(NamedTuple):
    """A part of the picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def bottom(self) -> float:
        """How far down its lower edge is."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def grown(self, by: float) -> Box:
        """The same box with a margin around it."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


class Scene:
    """Where everything is.

    Parameters
    ----------
    position : Position
        What lies where.
    geometry : Geometry
        How large a card is, and where each pile begins.
    """

    def __init__(self, position: Position, geometry: Geometry) -> None:
        self.position = position
        self.geometry = geometry
        self.cards = {name: shown_cards(position, name) for name in position}
        self.points = {name: place(geometry, name, cards) for name, cards in self.cards.items()}
        self.radius: float = art()["card"]["radius"] * geometry.card_width

    def name(self, pile: object) -> str:
        """The name of a pile by its number, counted from 0."""
        names = self.position.rules.pile_names
        if not isinstance(pile, int) or not 0 <= pile < len(names):
            raise PictureError(f"a mark is on pile {quoted(pile)}: {self.position.rules.name} has {len(names)} piles")
        return names[pile]

    def card_at(self, x: float, y: float) -> Box:
        """A card whose upper left corner is there."""
        return Box(x, y, self.geometry.card_width, self.geometry.card_height)

    def place(self, name: str) -> Box:
        """Where a pile's first card lies, or would lie."""
        slot = self.geometry.slots[name]
        return self.card_at(slot.x, slot.y)

    def top(self, name: str) -> Box:
        """A pile's top card, or its empty place."""
        points = self.points[name]
        return self.card_at(*points[-1]) if points else self.place(name)

    def pile(self, name: str) -> Box:
        """All that a pile covers."""
        place = self.place(name)
        return place._replace(height=self.top(name).bottom - place.y)

    def run(self, name: str, first: int, count: int) -> range:
        """The places in a pile of some cards, counted from the bottom."""
        if first < 0 or count < 1 or first + count > len(self.cards[name]):
            raise PictureError(f"a mark is on cards that are not there: {name} has {len(self.cards[name])}")
        return range(first, first + count)


def rectangle(box: Box, radius: float, look: str) -> str:
    """A box with round corners as an element."""
    x, y, width, height = map(brief, box)
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{brief(max(radius, 0))}" {look}/>'


def brief(value: float) -> str:
    """A number in as few characters as it takes.

    Examples
    --------
    >>> brief(2.0), brief(1 / 3), brief(-0.0001)
    ('2', '0.333', '0')
    """
    return f"{round(value, 3) + 0.0:.3f}".rstrip("0").rstrip(".")
