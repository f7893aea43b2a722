"""What the page draws with, read from the file that the front end's build writes beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

from ..cards import SolitaireError, quoted

__all__ = ["PictureError", "art", "choose"]

ART: Final = Path(__file__).parents[1] / "static" / "art.json"


class PictureError(SolitaireError):
    """A picture that cannot be drawn: the sentence says what is wrong or missing."""


def art() -> dict[str, Any]:
    """Card faces, backs, signs, colours and measures, just as the page has them.

    Raises
    ------
    PictureError
        Where the front end is not built.

    Examples
    --------
    >>> sorted(art()["schemes"]), art()["layout"]["card_ratio"]
    (['contrast', 'dark', 'light'], 1.4)
    """
    return _read(ART)


@cache
def _read(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise PictureError(f"the cards' faces, {path.name}, are not built: pip install -e . builds them") from None
    return found


def choose(what: str, value: object, choices: Iterable[str]) -> str:
    """Give back a value that is one of the choices.

    Raises
    ------
    PictureError
        When it is none of them.
    """
    known = list(choices)
    if not isinstance(value, str) or value not in known:
        raise PictureError(f"no {what} {quoted(value)}: there is {', '.join(known[:-1])} and {known[-1]}")
    return value
