"""Where each card of a picture lies: what the page works out in a window, worked out without one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ..layout import Board, board_of, narrow_board_of
from ..rules import Rules
from .art import art

__all__ = ["NARROW", "WIDE", "Geometry", "Slot", "Space", "arrange", "place", "shown_from"]


class Space(NamedTuple):
    """The room that a board is laid out for, in pixels.

    Attributes
    ----------
    width, height : float
        How wide it is, and how high it would like to stay.
    largest_card : float
        How wide a card gets at most.
    """

    width: float
    height: float
    largest_card: float = 100


WIDE: Final = Space(960, 760)
NARROW: Final = Space(360, 760)


class Slot(NamedTuple):
    """Where a pile lies.

    Attributes
    ----------
    x, y : float
        Its upper left corner.
    room : float
        How far down its cards may reach.
    fan : bool
        Whether its cards lie fanned out, or all on one spot.
    """

    x: float
    y: float
    room: float
    fan: bool


class Geometry(NamedTuple):
    """A board laid out: the size of a card and the place of every pile.

    Attributes
    ----------
    card_width, card_height : int
        A card's size.
    face_size : str
        Which face has large enough indices at that size: ``"small"``, ``"large"`` or ``"huge"``.
    left, right : float
        What part of the space the board takes.
    gap : int
        The room between two piles.
    slots : dict of str to Slot
        Each pile by its name.
    """

    card_width: int
    card_height: int
    face_size: str
    left: float
    right: float
    gap: int
    slots: dict[str, Slot]


def arrange(rules: Rules, space: Space) -> Geometry:
    """Lay a game's board out.

    Examples
    --------
    >>> from solitaire_widget import ADELA, ARABELLA
    >>> arrange(ADELA, WIDE).card_width, arrange(ARABELLA, NARROW).face_size
    (80, 'huge')
    """
    measures = art()["layout"]
    board = _board_for(rules, space, measures)
    fans = {name: group.kind == "tableau" for group in rules.groups for name in group.names}
    tall = [any(fans[name] for name, (_, at) in board.places.items() if at == row) for row in range(board.rows)]
    width = _card_width(board, tall, space, measures)
    height = _round(width * measures["card_ratio"])
    pitch = min(space.width / board.columns, width / (1 - measures["gap"]))
    gap = max(3, _round(pitch - width))
    size = _face_size(width, measures)
    room = _fan_room(tall, height, gap, space, measures, measures["band"][size])
    tops = [gap]
    for fanned in tall:
        tops.append(tops[-1] + (room if fanned else height) + gap)
    left = (space.width - board.columns * pitch) / 2
    slots = {}
    for name in rules.pile_names:
        column, row = board.places[name]
        x = _round(left + (pitch - width) / 2 + column * pitch)
        slots[name] = Slot(x, tops[row], room if fans[name] else height, fans[name])
    return Geometry(width, height, size, left, space.width - left, gap, slots)


def place(geometry: Geometry, name: str, cards: Sequence[str]) -> list[tuple[float, float]]:
    """Where each card of a pile lies; a fan tightens before it leaves its room.

    Parameters
    ----------
    geometry : Geometry
        The board.
    name : str
        The pile.
    cards : sequence of str
        What lies there, face-down cards as empty texts.
    """
    measures, slot = art()["layout"], geometry.slots[name]
    if not slot.fan:
        first = max(0, len(cards) - measures["stock_depth"])
        return [(slot.x, slot.y - (max(0, i - first) if card == "" else 0)) for i, card in enumerate(cards)]
    parts = [measures["face_down"] if card == "" else 1 for card in cards]
    step = band = geometry.card_height * measures["band"][geometry.face_size]
    if steps := sum(parts[:-1]):
        step = min(band, (slot.room - geometry.card_height) / steps)
    return [(slot.x, math.floor((slot.y + step * sum(parts[:i])) * 10 + 0.5) / 10) for i in range(len(cards))]


def shown_from(geometry: Geometry, name: str, cards: Sequence[str]) -> int:
    """The first card of a pile that is worth drawing: on one spot, the last face-up one or a few backs."""
    if geometry.slots[name].fan:
        return 0
    depth: int = art()["layout"]["stock_depth"] if cards and cards[-1] == "" else 1
    return max(0, len(cards) - depth)


def _board_for(rules: Rules, space: Space, measures: dict[str, Any]) -> Board:
    wide, narrow = board_of(rules), narrow_board_of(rules)
    comfortable = space.width / wide.columns * (1 - measures["gap"]) >= measures["comfortable_card"]
    return narrow if narrow.columns < wide.columns and not comfortable else wide


def _card_width(board: Board, tall: list[bool], space: Space, measures: dict[str, Any]) -> int:
    gap, smallest = float(measures["gap"]), int(measures["smallest_card"])
    cards = gap + sum((measures["fan_shortest"] if fanned else 1) + gap for fanned in tall)
    by_height: float = max(space.height / cards / measures["card_ratio"], measures["comfortable_card"])
    by_width = space.width / board.columns * (1 - gap)
    return max(smallest, math.floor(min(by_width, by_height, space.largest_card)))


def _face_size(width: float, measures: dict[str, Any]) -> str:
    sizes: dict[str, float] = measures["face_from"]
    return next((size for size, least in sizes.items() if width >= least), "huge")


def _fan_room(tall: list[bool], height: int, gap: int, space: Space, measures: dict[str, Any], band: float) -> int:
    longest = min(height * (1 + measures["full_fan"] * band), space.height * measures["fan_share"])
    flat = tall.count(False) * (height + gap)
    free = (space.height - flat - gap) / (tall.count(True) or 1) - gap
    return _round(max(min(free, longest), height * measures["fan_shortest"]))


def _round(value: float) -> int:
    return math.floor(value + 0.5)
