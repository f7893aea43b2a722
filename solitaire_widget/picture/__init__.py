"""A position as text, as static HTML, as SVG and as PNG, for where there is no page to draw it."""

from __future__ import annotations

from .art import PictureError
from .files import save
from .plain import html_board, text_board
from .png import to_png
from .shown import description, is_shut, shown_cards, sign_on
from .svg import Look, svg_board

__all__ = [
    "Look",
    "PictureError",
    "description",
    "html_board",
    "is_shut",
    "save",
    "shown_cards",
    "sign_on",
    "svg_board",
    "text_board",
    "to_png",
]
