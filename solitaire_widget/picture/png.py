"""An SVG picture as a bitmap, drawn by a package that not everybody has."""

from __future__ import annotations

from typing import Final

from ..cards import is_number, quoted
from .art import PictureError

__all__ = ["to_png"]

LARGEST_SCALE: Final = 20


def to_png(svg: str, scale: float = 2.0) -> bytes:
    """Draw a picture as PNG.

    Cards need no font. A caption does: it is written in the system's own, and left out where there is none.

    Parameters
    ----------
    svg : str
        The picture, from `svg_board`.
    scale : float
        How many pixels a unit of the picture becomes, up to 20.

    Raises
    ------
    PictureError
        Without the extra ``png``, or for a scale or a text that gives no picture.

    Examples
    --------
    >>> from solitaire_widget import AULD_LANG_SYNE, Position
    >>> to_png(Position.dealt(AULD_LANG_SYNE, 1).to_svg(), scale=0.5)[1:4]
    b'PNG'
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise PictureError(
            'a PNG takes the package resvg-py: pip install "solitaire-widget[png]"; to_svg needs no package'
        ) from None
    if not is_number(scale) or not 0 < scale <= LARGEST_SCALE:
        raise PictureError(f"a picture's scale is above 0 and at most {LARGEST_SCALE}, not {quoted(scale)}")
    try:
        return svg_to_bytes(svg_string=svg, zoom=float(scale))
    except ValueError as error:
        raise PictureError(f"that text is no SVG picture: {error}") from None
