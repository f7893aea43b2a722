"""JupyterLab 4."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.hosts.jupyter import Document, Host, jupyter
from tests.hosts.server import Home


class LabDocument(Document):
    """A notebook, open alone in JupyterLab."""

    address = "lab/tree/{}"


Lab = Host[LabDocument]


@contextmanager
def setting(lab: Lab, package: str, plugin: str, values: dict[str, object]) -> Iterator[None]:
    """Change settings for the pages that are loaded in this block."""
    path = lab.server.home.make("settings") / package / f"{plugin}.jupyterlab-settings"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(values), encoding="utf-8")
    yield
    path.unlink()


@contextmanager
def jupyterlab(home: Home, artifacts: Path) -> Iterator[Lab]:
    """Run JupyterLab until the end of the block."""
    with jupyter("lab", "LabApp", home, artifacts) as server:
        yield Host(server, LabDocument)
