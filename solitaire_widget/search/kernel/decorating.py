"""The one decorator of these pages: it compiles where they are loaded to be compiled, and else does nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

__all__ = ["IS_COMPILED", "kernel"]

F = TypeVar("F", bound=Callable[..., Any])

IS_COMPILED: Final = __name__.split(".")[-2] == "compiled_kernel"
"""Whether these pages are the ones that numba compiles."""


def _pages_as_they_stand() -> tuple[float, int]:
    """Newest time and whole size of these pages."""
    found = [page.stat() for page in Path(__file__).parent.glob("*.py")]
    return max(page.st_mtime for page in found), sum(page.st_size for page in found)


def _compiled(function: F) -> F:
    """Compile a function; what numba made is kept beside it, or in the user's cache where that cannot be written.

    numba throws away what it kept when the function's own page changed; here a function holds parts of other
    pages, so it is thrown away when any of them did.
    """
    from numba import njit  # type: ignore[import-not-found,unused-ignore]

    compiled: Any = njit(nogil=True, cache=True, error_model="numpy")(function)
    kept: Any = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if kept is not None and hasattr(kept, "_source_stamp"):
        kept._source_stamp = _pages_as_they_stand()
    found: F = compiled
    return found


def _as_it_is(function: F) -> F:
    return function


kernel: Final = _compiled if IS_COMPILED else _as_it_is
"""Compiles a function, or gives it back as it is."""
