"""JupyterLite: the site that ``lite.build_site`` builds, served as plain files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from tests.hosts.jupyter import Document
from tests.hosts.server import Home, serving


class LiteDocument(Document):
    """A notebook of the site, open in JupyterLite, its kernel in the page itself."""

    idle = "unknown"

    def __init__(self, url: str, page: Page, name: str) -> None:
        self.url = url
        self.page = page
        self.path = Path(name)

    def load(self) -> None:
        """Open the page anew, and so a kernel too."""
        self.page.goto(f"{self.url}/lab/index.html?path={self.path.name}")
        self.wait_for_kernel()

    def add_cell(self, code: str) -> int:
        """Add a cell to the end of the notebook and give its number."""
        number = self.page.evaluate(
            """source => {
                const { sharedModel } = window.jupyterapp.shell.currentWidget.model
                sharedModel.addCell({ cell_type: "code", source })
                return sharedModel.cells.length - 1
            }""",
            code,
        )
        assert isinstance(number, int)
        return number


@contextmanager
def jupyterlite(site: Path, home: Home, artifacts: Path) -> Iterator[str]:
    """Serve the site until the end of the block, at the address that is given."""
    words = [sys.executable, "-m", "http.server", str(home.port), "--bind", "127.0.0.1"]
    with serving([*words, "--directory", str(site)], home, artifacts):
        yield home.url
