"""Compiled searches for who cannot wait: the compiler works beside the game, and is used once it is done."""

from __future__ import annotations

from threading import Event, Lock, Thread
from typing import Final

from ..games import ALL_RULES
from ..position import Position
from .loading import can_compile
from .solving import solve

__all__ = ["compiled_is_ready"]

FEW_STATES: Final = 500

_READY: Final = Event()
_BEGUN: Final = Lock()


def compiled_is_ready() -> bool:
    """Whether a search would run compiled at once; where it could, the first question has it made ready meanwhile."""
    if can_compile() and not _READY.is_set() and _BEGUN.acquire(blocking=False):
        try:
            Thread(target=_make_ready, daemon=True, name="solitaire_widget compiler").start()
        except RuntimeError:
            return False
    return _READY.is_set()


def _make_ready() -> None:
    solve(Position.dealt(ALL_RULES[0], 1), nodes=FEW_STATES, compiled=True)
    _READY.set()
