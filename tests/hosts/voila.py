"""Voilà: a notebook as a page, its code hidden."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.hosts.server import Home, serving


@contextmanager
def voila(notebook: Path, home: Home, artifacts: Path) -> Iterator[str]:
    """Serve a notebook until the end of the block, at the address that is given."""
    words = [
        *(sys.executable, "-m", "voila", str(notebook), "--no-browser", f"--port={home.port}"),
        *("--Voila.ip=127.0.0.1", f"--token={home.token}"),
    ]
    with serving(words, home, artifacts):
        yield f"{home.url}/?token={home.token}"
