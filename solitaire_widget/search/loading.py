"""The inner loops, as they are or compiled."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from functools import cache
from types import ModuleType
from typing import Any, Final

from ..cards import SolitaireError
from . import kernel

__all__ = ["Kernel", "SearchError", "can_compile", "load"]

COMPILED: Final = f"{__package__}.compiled_kernel"


class SearchError(SolitaireError):
    """A search that cannot be made as it was asked for."""


class Kernel:
    """The pages of the kernel, and what they keep their numbers in.

    Attributes
    ----------
    compiled : bool
        Whether numba compiled them.
    playing, looking, dealing : module
        The pages.
    """

    def __init__(self, package: str, compiled: bool) -> None:
        self.compiled = compiled
        self.piles: Any = importlib.import_module(f"{package}.piles")
        self.playing: Any = importlib.import_module(f"{package}.playing")
        self.blocked: Any = importlib.import_module(f"{package}.blocked")
        self.looking: Any = importlib.import_module(f"{package}.looking")
        self.dealing: Any = importlib.import_module(f"{package}.dealing")

    def numbers(self, values: list[int], size: int = 0) -> Any:
        """A sequence that begins with these numbers and has room for so many in all."""
        size = max(size, len(values))
        if not self.compiled:
            return values + [0] * (size - len(values))
        import numpy

        found = numpy.zeros(size, numpy.int64)
        found[: len(values)] = values
        return found

    def grown(self, numbers: Any, size: int) -> Any:
        """The same numbers with room for more."""
        if not self.compiled:
            numbers.extend([0] * (size - len(numbers)))
            return numbers
        import numpy

        found = numpy.zeros(size, numpy.int64)
        found[: len(numbers)] = numbers
        return found


def can_compile() -> bool:
    """Whether numba is installed."""
    return importlib.util.find_spec("numba") is not None


def load(compiled: bool | None = None) -> Kernel:
    """The inner loops: compiled, as they are, or (None) compiled where numba is installed.

    Raises
    ------
    SearchError
        When they are to be compiled and numba is not there.
    """
    if compiled is None:
        compiled = can_compile()
    if compiled and not can_compile():
        raise SearchError('compiled=True needs numba: install it with pip install "solitaire-widget[fast]"')
    return _loaded(compiled)


@cache
def _loaded(compiled: bool) -> Kernel:
    if not compiled:
        return Kernel(kernel.__name__, False)
    _import_numba_without_colours()
    if COMPILED not in sys.modules:
        # The same pages under another name: so each function finds the compiled ones beside it.
        package = ModuleType(COMPILED, kernel.__doc__)
        package.__path__ = kernel.__path__
        package.__package__ = COMPILED
        sys.modules[COMPILED] = package
    return Kernel(COMPILED, True)


def _import_numba_without_colours() -> None:
    """Import numba so that compiling leaves `sys.stdout` alone.

    With colorama installed, numba composes its messages, needed or not, while another `sys.stdout` is in place, and
    then puts back the one of the first time. Compiling on a thread, it would take what the game's own thread
    prints out of a cell that captures it. Who imported numba before has it as it was.
    """
    asked = "NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"
    before = os.environ.get(asked)
    os.environ[asked] = "1"
    try:
        importlib.import_module("numba")
    finally:
        if before is None:
            del os.environ[asked]
        else:
            os.environ[asked] = before
