"""Notebook 7."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.hosts.jupyter import Document, Host, jupyter
from tests.hosts.server import Home


class PlainDocument(Document):
    """A notebook, open in Notebook 7."""

    address = "notebooks/{}"


Notebook7 = Host[PlainDocument]


@contextmanager
def notebook7(home: Home, artifacts: Path) -> Iterator[Notebook7]:
    """Run Notebook 7 until the end of the block."""
    with jupyter("notebook", "JupyterNotebookApp", home, artifacts) as server:
        yield Host(server, PlainDocument)
