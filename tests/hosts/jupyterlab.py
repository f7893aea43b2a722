"""JupyterLab 4."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hosts.jupyter import Document, Host, jupyter
from hosts.server import Home


class LabDocument(Document):
    """A notebook, open alone in JupyterLab."""

    address = "lab/tree/{}"


Lab = Host[LabDocument]


@contextmanager
def jupyterlab(home: Home, artifacts: Path, windowing: str = "contentVisibility") -> Iterator[Lab]:
    """Run JupyterLab until the end of the block, with one of its ways to draw long notebooks."""
    tracker = home.make("settings") / "@jupyterlab" / "notebook-extension" / "tracker.jupyterlab-settings"
    tracker.parent.mkdir(parents=True, exist_ok=True)
    tracker.write_text(json.dumps({"windowingMode": windowing}), encoding="utf-8")
    with jupyter("lab", "LabApp", home, artifacts) as server:
        yield Host(server, LabDocument)
