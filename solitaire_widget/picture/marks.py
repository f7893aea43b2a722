"""Rings, signs and arrows on a picture, in lines that are told apart without their colours."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final

from ..layout import label_of
from .art import art, choose
from .scene import Box, Scene, brief, rectangle

__all__ = ["drawn_arrows", "drawn_card_mark", "drawn_pile_mark", "told_marks", "tones_of"]

Marks = Mapping[str, Any]
Tones = tuple[dict[str, str], dict[tuple[str, int], str]]
# In widths of the line, as browsers draw them. Dots are round caps on dashes of no length.
DASHES: Final = {"dashed": (2, 1.2), "dotted": (0.01, 2)}
LIGHT: Final = "#fff"


def tones_of(scene: Scene, marks: Marks) -> Tones:
    """The tone of every marked pile, and of every marked card by its place in its pile; the later one counts.

    Raises
    ------
    PictureError
        For a tone that is not known, a pile or a card that is not there.
    """
    piles = {scene.name(pile): _tone(tone) for pile, tone in marks.get("piles", ())}
    cards: dict[tuple[str, int], str] = {}
    for pile, first, count, tone in marks.get("cards", ()):
        name = scene.name(pile)
        cards |= {(name, index): _tone(tone) for index in scene.run(name, first, count)}
    return piles, cards


def told_marks(scene: Scene, marks: Marks) -> Iterator[str]:
    """Say what is marked, in words."""
    position = scene.position
    for pile, tone in marks.get("piles", ()):
        yield f"Marked, {tone}: {label_of(position.rules, scene.name(pile))}."
    for pile, first, count, tone in marks.get("cards", ()):
        name = scene.name(pile)
        down = position.face_down(name)
        told = (position[name][i].name if i >= down else "face-down card" for i in scene.run(name, first, count))
        yield f"Marked, {tone}: {', '.join(told)} on {label_of(position.rules, name)}."
    for start, end, tone in marks.get("arrows", ()):
        labels = [label_of(position.rules, scene.name(pile)) for pile in (start, end)]
        yield f"Arrow, {tone}: from {labels[0]} to {labels[1]}."


def drawn_pile_mark(scene: Scene, name: str, tone: str) -> str:
    """Draw a ring around all that a pile covers."""
    width = art()["marks"]["pile_ring"]
    ring = _ring(scene.pile(name).grown(width / 2), scene.radius, width, tone)
    return f'<g data-mark="{escape(tone)}" fill="none">{ring}</g>'


def drawn_card_mark(scene: Scene, point: tuple[float, float], tone: str) -> str:
    """Draw a ring inside a card's edge, and a sign in its upper right corner."""
    marks, box = art()["marks"], scene.card_at(*point)
    least, part = marks["card_ring"]
    # Browsers draw borders in whole pixels.
    width = math.floor(max(least, part * box.width))
    ring = _ring(box.grown(-width / 2), max(0.0, scene.radius - width / 2), width, tone)
    ground, sign = _chip(box, width, tone)
    return f'<g data-mark="{escape(tone)}" fill="none">{ground}{ring}{sign}</g>'


def drawn_arrows(scene: Scene, marks: Marks) -> Iterator[str]:
    """Draw arrows from the middle of one pile's top card to the middle of another's."""
    for start, end, tone in marks.get("arrows", ()):
        source, target = scene.name(start), scene.name(end)
        thick = max(scene.geometry.card_width / 20, 2)
        path = _arrow_path(scene.top(source).centre, scene.top(target).centre, thick)
        if path:
            yield f'<path data-arrow="{escape(f"{source} {target}")}" d="{path}" {_arrow_look(_tone(tone))}/>\n'


def _tone(tone: object) -> str:
    return choose("tone", tone, art()["marks"]["tones"])


def _ring(box: Box, radius: float, width: float, tone: str) -> str:
    """A dark line between two light ones: it shows on paper and on every felt."""
    marks = art()["marks"]
    look = marks["tones"][tone]
    light = rectangle(box, radius, f'stroke="{LIGHT}" stroke-width="{brief(width + 2 * marks["casing"])}"')
    dash = ""
    if look["style"] in DASHES:
        parts = " ".join(brief(part * width) for part in DASHES[look["style"]])
        dash = f' stroke-dasharray="{parts}"' + (' stroke-linecap="round"' if look["style"] == "dotted" else "")
    line = rectangle(box, radius, f'stroke="{look["colour"]}" stroke-width="{brief(width)}"{dash}')
    if look["style"] == "double":
        line += rectangle(box, radius, f'stroke="{LIGHT}" stroke-width="{brief(width / 3)}"')
    return light + line


def _chip(card: Box, ring: float, tone: str) -> tuple[str, str]:
    """The ground of a sign, which the ring's light line crosses, and the sign; nothing on very small cards."""
    marks = art()["marks"]
    look, measures = marks["tones"][tone], marks["chip"]
    if card.width <= measures["from"]:
        return "", ""
    size = max(measures["least"], measures["part"] * card.width)
    width, height = measures["width"] * size, measures["height"] * size
    ground = Box(card.x + card.width - ring - width, card.y + ring, width, height)
    chip, (x, y) = look["chip"], ground.centre
    ink = f'stroke="{LIGHT}" stroke-width="{chip["line"]}"' if chip["line"] else f'fill="{LIGHT}"'
    sign = f'<path transform="translate({brief(x)} {brief(y)})scale({brief(size / 11)})" d="{chip["path"]}" {ink}/>'
    return rectangle(ground, 0, f'fill="{look["colour"]}"'), sign


def _arrow_path(start: tuple[float, float], end: tuple[float, float], thick: float) -> str:
    """The outline of an arrow; nothing where it would lead nowhere."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = math.hypot(across, down)
    if not length:
        return ""
    corners = []
    for corner in art()["marks"]["arrow"]:
        along = max(0, corner["along"] * thick + (length if corner["from"] == "tip" else 0)) / length
        aside = corner["aside"] * thick / length
        corners.append(
            f"{brief(start[0] + across * along - down * aside)} {brief(start[1] + down * along + across * aside)}"
        )
    return f"M{'L'.join(corners)}z"


def _arrow_look(tone: str) -> str:
    look = art()["marks"]["tones"][tone]["arrow"]
    dash = f' stroke-dasharray="{look["dash"]}"' if look["dash"] else ""
    return f'fill="{look["fill"]}" stroke="{look["edge"]}" stroke-width="{look["width"]}"{dash}'
