"""JupyterLab 4."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from tests.hosts.jupyter import SLOW, Document, Host, jupyter
from tests.hosts.server import Home


class LabDocument(Document):
    """A notebook, open alone in JupyterLab."""

    address = "lab/tree/{}"

    def save_with_widgets(self) -> None:
        """Save the notebook and the state of its widgets, once JupyterLab has read that it shall."""
        self.page.wait_for_function(
            "window.jupyterapp.commands.isToggled('@jupyter-widgets/jupyterlab-manager:saveWidgetState')"
        )
        self.save()
        assert "widgets" in json.loads(self.path.read_text("utf-8"))["metadata"]

    def load_with_widgets(self, number: int) -> None:
        """Open the page anew without a kernel until a cell shows its widget from the file.

        Its widget manager asks a kernel that is just starting which widgets it has, more than once at a time, and reads
        those of the file after only one of the answers. It was seen to say "model not found" and leave it at that.
        """
        forgotten = self.output(number).get_by_text("model not found")
        for _ in range(3):
            self.load()
            expect(self.output(number).locator(".solitaire").or_(forgotten).first).to_be_visible(timeout=SLOW)
            if not forgotten.count():
                return
            self.shut_down()
        raise AssertionError("JupyterLab has three times forgotten a widget that the file has")


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
