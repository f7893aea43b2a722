"""marimo, as an app (``run``) and as a notebook under work (``edit``)."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import indent
from typing import Literal

from tests.hosts.server import Home, serving

Mode = Literal["run", "edit"]

CELL = """
@app.cell
def _({takes}):
{body}
    return ({gives})
"""


def write_app(path: Path, cells: Sequence[tuple[str, str, str]]) -> None:
    """Write a marimo notebook of cells: what each takes from the others, does and gives to them."""
    body = [CELL.format(takes=takes, body=indent(code, "    "), gives=gives) for takes, code, gives in cells]
    path.write_text("import marimo\napp = marimo.App()\n" + "".join(body), encoding="utf-8")


@contextmanager
def marimo(mode: Mode, notebook: Path, home: Home, artifacts: Path) -> Iterator[str]:
    """Serve a notebook until the end of the block, at the address that is given; all its cells are run."""
    settings = home.make("xdg-config") / "marimo" / "marimo.toml"
    settings.parent.mkdir()
    settings.write_text("[runtime]\nauto_instantiate = true\n", encoding="utf-8")
    words = [
        *(sys.executable, "-m", "marimo", "--yes", mode, str(notebook), "--headless"),
        *("--host", "127.0.0.1", "--port", str(home.port), "--token-password", home.token),
    ]
    with serving(words, home, artifacts):
        yield f"{home.url}/?access_token={home.token}"
