"""A position as one SVG picture: the board as the page draws it, with a text inside that says what is shown."""

from __future__ import annotations

import hashlib
import itertools
import math
import re
import textwrap
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, TypedDict, runtime_checkable

from ..cards import quoted
from .art import PictureError, art, choose
from .geometry import NARROW, WIDE, arrange, shown_from
from .marks import drawn_arrows, drawn_card_mark, drawn_pile_mark, told_marks, tones_of
from .scene import Box, Scene, brief, rectangle
from .shown import description, is_shut, sign_on

if TYPE_CHECKING:
    from ..position import Position

__all__ = ["Look", "svg_board"]

PREFIX: Final = re.compile(r"[A-Za-z_][\w-]{0,60}", re.ASCII)
# No XML text may hold it, so no caption does: it stands for the prefix until the picture's digest is known.
UNNAMED: Final = "\0"
NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
BARE_SUIT: Final = re.compile("([♠♣♥♦])\ufe0e?")
TEXT_STYLE: Final = "system-ui,'Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',sans-serif"
LETTER: Final = 0.55
COUNTER: Final = itertools.count(1)


@runtime_checkable
class HasNotes(Protocol):
    """Marks that say themselves in plain lists, as those of `solitaire_widget.teach` do."""

    def notes(self, position: Position) -> dict[str, Any]:
        """The marks on a position."""


class Look(TypedDict, total=False):
    """What may be chosen about a picture; see `svg_board`."""

    theme: Literal["light", "dark", "contrast"]
    four_colours: bool
    card_back: Literal["lattice", "plain", "stripes"]
    felt: Literal["green", "slate", "none"]
    narrow: bool
    caption: str
    marks: Mapping[str, Any] | HasNotes | None
    id_prefix: str | None


class Style(NamedTuple):
    """The colours of one picture and its card back."""

    paper: str
    inks: Mapping[str, str]
    felt: str
    on_felt: str
    edge: Mapping[str, Any]
    back: str


def svg_board(
    position: Position,
    *,
    theme: str = "light",
    four_colours: bool = False,
    card_back: str = "lattice",
    felt: str = "green",
    narrow: bool = False,
    caption: str = "",
    marks: Mapping[str, Any] | HasNotes | None = None,
    id_prefix: str | None = None,
) -> str:
    """Draw a position as SVG: the same picture as the board, in one text that needs nothing else.

    Only cards that lie face up are in it; what lies beneath others in a squared pile is told in the description.

    Parameters
    ----------
    position : Position
        What is drawn.
    theme : str
        ``"light"``, ``"dark"`` or ``"contrast"``. The picture paints its own ground, so each reads well on
        any page.
    four_colours : bool
        Whether each suit has a colour of its own.
    card_back : str
        ``"lattice"``, ``"plain"`` or ``"stripes"``.
    felt : str
        ``"green"``, ``"slate"`` or ``"none"``.
    narrow : bool
        Whether to lay the board out as on a telephone.
    caption : str
        A line or two below the board.
    marks : Marks or mapping, optional
        Rings and arrows: ``cards`` as ``[pile, first, count, tone]``, ``piles`` as ``[pile, tone]``, ``arrows``
        as ``[from, to, tone]`` and a ``caption``; piles by their place in ``rules.pile_names``.
    id_prefix : str, optional
        What all ids in the picture begin with. Without it each picture gets a prefix of its own, so that any
        number of them may stand in one document.

    Raises
    ------
    PictureError
        When there is no such theme, back or felt, or a mark is on no card.

    Examples
    --------
    >>> from solitaire_widget import AULD_LANG_SYNE, Position
    >>> picture = svg_board(Position.of(AULD_LANG_SYNE, T1="9H", S="KH QH"), caption="Two cards are left")
    >>> picture[:5], "Pile 1: 9 of hearts." in picture, "king" in picture
    ('<svg ', True, False)
    """
    style = _style(theme, four_colours, card_back, felt)
    geometry = arrange(position.rules, NARROW if narrow else WIDE)
    marks = marks.notes(position) if isinstance(marks, HasNotes) else marks or {}
    if not isinstance(marks, Mapping):
        raise PictureError(
            f"marks are given as {quoted(marks)}: give Marks.of(position, ...), or lists of them by name"
        )
    words = _texts(caption, marks.get("caption", ""))
    picture = _Drawing(Scene(position, geometry), style, marks).picture(words)
    if id_prefix is None:
        digest = hashlib.blake2s(picture.encode(), digest_size=5).hexdigest()
        id_prefix = f"sw{digest}-{next(COUNTER)}"
    elif not PREFIX.fullmatch(str(id_prefix)):
        raise PictureError("a prefix of ids is a letter, then letters, digits and hyphens")
    return picture.replace(UNNAMED, id_prefix)


def _style(theme: str, four_colours: bool, card_back: str, felt: str) -> Style:
    scheme = art()["schemes"][choose("theme", theme, art()["schemes"])]
    ground = scheme["felts"][choose("felt", felt, scheme["felts"])]
    back = art()["backs"][choose("card back", card_back, art()["backs"])]
    inks = scheme["four_colours" if four_colours else "two_colours"]
    return Style(scheme["paper"], inks, ground["felt"], ground["on_felt"], ground["edge"], back)


def _texts(*captions: str) -> list[str]:
    """The captions that say something, each once."""
    clean = (NOT_IN_XML.sub("", str(caption)).strip() for caption in captions)
    return [text for text in dict.fromkeys(clean) if text]


class _Drawing:
    """One picture in the making: it notes the faces and suits that it comes to need."""

    def __init__(self, scene: Scene, style: Style, marks: Mapping[str, Any]) -> None:
        self.scene = scene
        self.position = scene.position
        self.style = style
        self.marks = marks
        self.marked_piles, self.marked_cards = tones_of(scene, marks)
        self.faces: dict[str, None] = {}
        self.suits: dict[str, None] = {}

    def picture(self, words: Sequence[str]) -> str:
        felt, geometry = art()["felt"], self.scene.geometry
        padding = felt["padding"]
        width = round(geometry.right - geometry.left) + 2 * padding
        depth = max(self.scene.pile(name).bottom for name in self.position)
        text, height = _caption(words, width, math.ceil(depth + geometry.gap) + 2 * padding, self.style.on_felt)
        piles = "".join(map(self._pile, self.position))
        arrows = "".join(drawn_arrows(self.scene, self.marks))
        told = "\n".join([*words, description(self.position), *told_marks(self.scene, self.marks)])
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" aria-labelledby="{UNNAMED}-title {UNNAMED}-desc" style="max-width:100%;height:auto">\n'
            f'<title id="{UNNAMED}-title">{_escaped(self.position.rules.name)}, {self.position.status}</title>\n'
            f'<desc id="{UNNAMED}-desc">{_escaped(told)}</desc>\n'
            f"<defs>\n{self._definitions()}</defs>\n"
            f'<rect width="{width}" height="{height}" rx="{felt["radius"]}" fill="{self.style.felt}"/>\n'
            f'<g transform="translate({brief(padding - math.floor(geometry.left))} {padding})" '
            f'stroke-linejoin="round">\n{piles}{arrows}</g>\n{text}</svg>\n'
        )

    def _pile(self, name: str) -> str:
        cards, points = self.scene.cards[name], self.scene.points[name]
        tone = self.marked_piles.get(name)
        drawn = [drawn_pile_mark(self.scene, name, tone)] if tone else []
        if not cards:
            drawn.append(self._place(name))
        for index in range(shown_from(self.scene.geometry, name, cards), len(cards)):
            drawn.append(self._card(cards[index], points[index]))
            if tone := self.marked_cards.get((name, index)):
                drawn.append(drawn_card_mark(self.scene, points[index], tone))
        return f'<g data-pile="{escape(name)}">{"".join(drawn)}</g>\n'

    def _card(self, card: str, point: tuple[float, float]) -> str:
        face = card[:2]
        self.faces.setdefault(face)
        x, y = map(brief, point)
        return f'<use xlink:href="#{UNNAMED}-{face or "back"}" x="{x}" y="{y}" data-card="{card}"/>'

    def _place(self, name: str) -> str:
        looks, shut, box = art()["place"], is_shut(self.position, name), self.scene.place(name)
        opacity, line = looks["shut_opacity" if shut else "opacity"], looks["line"]
        dash = f' stroke-dasharray="{brief(2 * line)} {brief(line)}"' if shut else ""
        border = rectangle(
            box.grown(-line / 2),
            self.scene.radius,
            f'fill="none" stroke="{self.style.on_felt}" stroke-width="{line}" stroke-opacity="{opacity}"{dash} '
            f'data-place="{escape(name)}"',
        )
        return border + self._sign(name, box, looks["shut_sign_opacity" if shut else "sign_opacity"])

    def _sign(self, name: str, box: Box, opacity: float) -> str:
        if self.position.group_of(name).kind == "stock":
            sign = "redeal" if self.position.may_deal else "none"
        else:
            sign = sign_on(self.position, name)
        if not sign:
            return ""
        looks, card = art()["place"], art()["card"]
        inner = box.grown(-looks["line"])
        scale = (1 - 2 * looks["inset"]) * min(inner.width / card["width"], inner.height / card["height"])
        x, y = box.centre[0] - card["width"] * scale / 2, box.centre[1] - card["height"] * scale / 2
        drawing = self._inked(art()["signs"][sign], sign[1:2], self.style.on_felt)
        moved = f"translate({brief(x)} {brief(y)})scale({scale:.4f})"
        return f'<g transform="{moved}" fill="{self.style.on_felt}" opacity="{opacity}">{drawing}</g>'

    def _definitions(self) -> str:
        """What the picture uses: a card without a face, the faces that are shown, their suits."""
        faces = "".join(f'<g id="{UNNAMED}-{face or "back"}">{self._face(face)}</g>\n' for face in self.faces)
        suits = "".join(f'<path id="{UNNAMED}-{suit}" d="{art()["suits"][suit]}"/>\n' for suit in self.suits)
        return f'{suits}<g id="{UNNAMED}-card">{self._blank_card()}</g>\n{faces}'

    def _face(self, face: str) -> str:
        ink, drawing = "none", self.style.back
        if face:
            ink = self.style.inks[face[1]]
            drawing = self._inked(art()["faces"][self.scene.geometry.face_size][face], face[1], ink)
        scale = self.scene.geometry.card_width / art()["card"]["width"]
        return f'<use xlink:href="#{UNNAMED}-card"/><g transform="scale({scale:.4f})" fill="{ink}">{drawing}</g>'

    def _inked(self, drawing: str, suit: str, ink: str) -> str:
        """A drawing in its colours. Suits in its ink are drawn once, and take the colour that is around them."""
        if "{suit}" in drawing:
            self.suits.setdefault(suit)
        shape = f"<use xlink:href='#{UNNAMED}-{suit}'/>"
        return drawing.replace("{suit}", shape).replace("{ink}", ink).replace("{paper}", self.style.paper)

    def _blank_card(self) -> str:
        """Paper with an edge; its soft shadow is two faint layers, for filters are slow and not drawn everywhere."""
        shadow, edge = art()["card"]["shadow"], self.style.edge
        box, radius = self.scene.card_at(0, 0), self.scene.radius
        layers = [
            rectangle(
                box._replace(y=shadow["drop"]).grown(shadow["blur"] * spread),
                radius + shadow["blur"] * spread,
                f'fill="{shadow["colour"]}" fill-opacity="{brief(shadow["opacity"] * part)}"',
            )
            for spread, part in ((0.6, 0.36), (0.2, 0.56))
        ]
        rim = shadow["edge"] / 2
        outline = f'stroke="{edge["colour"]}" stroke-opacity="{edge["opacity"]}" stroke-width="{shadow["edge"]}"'
        paper = rectangle(box, radius, f'fill="{self.style.paper}"')
        return "".join(layers) + paper + rectangle(box.grown(rim), radius + rim, f'fill="none" {outline}')


def _caption(words: Sequence[str], width: int, top: int, ink: str) -> tuple[str, int]:
    """The lines below the board, and how high the picture is with them."""
    if not words:
        return "", top
    size, leading, margin = 16, 22, 10
    most = max(10, int((width - 2 * margin) / size / LETTER))
    lines = [
        line for text in words for part in text.splitlines() for line in textwrap.wrap(" ".join(part.split()), most)
    ]
    spans = "".join(
        f'<tspan x="{margin}" y="{top + size + i * leading}">{_escaped(line)}</tspan>' for i, line in enumerate(lines)
    )
    text = f'<text font-family="{TEXT_STYLE}" font-size="{size}" fill="{ink}">{spans}</text>\n'
    return text, top + len(lines) * leading + margin


def _escaped(text: str) -> str:
    """A text as XML may hold it, with suits that stay text."""
    return escape(BARE_SUIT.sub("\\1\ufe0e", NOT_IN_XML.sub("", text)))
