"""The hosts, started when a test first asks for one and stopped after the last test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route

from tests.hosts.jupyterlab import Lab, jupyterlab
from tests.hosts.notebook7 import Notebook7
from tests.hosts.notebook7 import notebook7 as serve_notebook7
from tests.hosts.server import Home

# What hosts do by themselves, with any widget or none. anywidget says that a model failed when the page was busy for
# two seconds while the model was made, and then makes it: a board that is missing fails its test without that.
NOT_OURS = ("reading 'schema'", "ServiceWorker", "[anywidget] Failed to initialize model.")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all that stands in this folder: it drives a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Look at the hosts through a window in which a whole board has room."""
    return {**browser_context_args, "viewport": {"width": 1400, "height": 1100}}


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """Fail a test on whose page an exception went uncaught, and print what the page complained about."""
    errors: list[str] = []
    page.on("console", lambda message: print(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert not [error for error in errors if not any(known in error for known in NOT_OURS)]


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Home]:
    """Make a fresh home for a host."""
    return lambda name: Home(tmp_path_factory.mktemp(name, numbered=False))


@pytest.fixture(scope="session")
def lab(home: Callable[[str], Home], artifacts: Path) -> Iterator[Lab]:
    """Run JupyterLab as it comes."""
    with jupyterlab(home("jupyterlab"), artifacts) as running:
        yield running


@pytest.fixture(scope="session")
def notebook7(home: Callable[[str], Home], artifacts: Path) -> Iterator[Notebook7]:
    """Run Notebook 7 as it comes."""
    with serve_notebook7(home("notebook7"), artifacts) as running:
        yield running


@pytest.fixture
def offline(page: Page) -> list[str]:
    """Cut the page off from all but this machine, and list what it asked for elsewhere."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        url = route.request.url
        if urlsplit(url).hostname == "127.0.0.1":
            route.continue_()
        else:
            asked.append(url)
            route.abort()

    page.context.route(lambda url: url.startswith("http"), answer)
    return asked
