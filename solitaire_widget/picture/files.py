"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

__all__ = ["save"]


def save(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file so that nobody ever reads half of it; what was there stays until the new one is complete.

    Raises
    ------
    OSError
        When it cannot be written; it names the file that was asked for.
    """
    target = Path(os.path.realpath(path))
    part = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        part.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        part.replace(target)
    except OSError as error:
        if error.errno is None:
            raise
        raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
