"""Three patience games in a notebook: Arabella, Auld Lang Syne and Adela.

>>> from solitaire_widget import Game
>>> Game("arabella", deal=1).play("T12 T8 1").cards
(Card('6D'),)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .cards import Card, NotationError, Rank, SolitaireError, Suit
from .deals import DealError
from .game import Action, Change, Difference, Game, HistoryError, HookError, NothingToUndo
from .games import ADELA, ALL_RULES, ARABELLA, AULD_LANG_SYNE, UnknownGame, find_rules
from .moves import DEAL, IllegalMove, Move, Refusal
from .notation import TextError
from .position import Position, PositionError, UnknownPile
from .record import RecordError
from .rules import OptionError, Rules
from .shelf import Shelf, ShelfError

if TYPE_CHECKING:
    from .short_forms import Adela, Arabella, AuldLangSyne
    from .widget import SolitaireWidget

__all__ = [
    "ADELA",
    "ALL_RULES",
    "ARABELLA",
    "AULD_LANG_SYNE",
    "DEAL",
    "Action",
    "Adela",
    "Arabella",
    "AuldLangSyne",
    "Card",
    "Change",
    "DealError",
    "Difference",
    "Game",
    "HistoryError",
    "HookError",
    "IllegalMove",
    "Move",
    "NotationError",
    "NothingToUndo",
    "OptionError",
    "Position",
    "PositionError",
    "Rank",
    "RecordError",
    "Refusal",
    "Rules",
    "Shelf",
    "ShelfError",
    "SolitaireError",
    "SolitaireWidget",
    "Suit",
    "TextError",
    "UnknownGame",
    "UnknownPile",
    "find_rules",
]


def __getattr__(name: str) -> Any:
    """Bring the widget in when it is asked for: the games alone need no Jupyter."""
    if name == "SolitaireWidget":
        from .widget import SolitaireWidget

        return SolitaireWidget
    if name in ("Adela", "Arabella", "AuldLangSyne"):
        from . import short_forms

        return getattr(short_forms, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
