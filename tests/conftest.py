"""What all tests share: a front end that is up to date, a browser, a folder for pictures, the fast first."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import build_front_end

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

ARTIFACTS = Path(__file__).parent / "artifacts"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_configure() -> None:
    """Keep what is played here off the shelf of who runs the tests; build the front end where its sources are newer."""
    os.environ["SOLITAIRE_WIDGET_SHELF"] = "off"
    try:
        build_front_end.ensure()
    except build_front_end.BuildError as error:
        raise pytest.UsageError(str(error)) from None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests from fast to slow."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(scope="session")
def artifacts() -> Path:
    """Name the folder for what is there to be looked at after a run."""
    ARTIFACTS.mkdir(exist_ok=True)
    return ARTIFACTS


@pytest.fixture(scope="session")
def browser_type_launch_args(playwright: Playwright) -> dict[str, Any]:
    """Tell pytest-playwright which browser to start, and how."""
    with one_at_a_time():
        path = find_browser(playwright.chromium.executable_path)
    return {"executable_path": path, "args": FLAGS}


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let the workers of a run go through the block one after the other: apt-get serves one at a time."""
    ARTIFACTS.mkdir(exist_ok=True)
    with (ARTIFACTS / "browser.lock").open("w") as lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def find_browser(from_playwright: str) -> str:
    """Find a Chromium that starts: the system's, Playwright's or Debian's; fetch one if need be."""
    fetch_playwright = [sys.executable, "-m", "playwright", "install", "chromium"]
    fetch_debian = ["apt-get", "install", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core"]
    system = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
    steps: list[tuple[list[list[str]], tuple[str, ...]]] = [
        ([], (*system, from_playwright)),
        ([fetch_playwright], (from_playwright,)),
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        steps.append(([["apt-get", "update"], fetch_debian], system))
    for commands, candidates in steps:
        for command in commands:
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, check=False, capture_output=True)
        for candidate in candidates:
            path = shutil.which(candidate)
            if path and starts(path):
                return path
    pytest.fail(
        "No browser: install Chromium, or run `python -m playwright install --with-deps chromium`.",
        pytrace=False,
    )


def starts(browser: str) -> bool:
    """Tell whether a browser is whole: Playwright's may lack libraries of the system's."""
    try:
        return not subprocess.run([browser, "--version"], capture_output=True, check=False, timeout=60).returncode
    except (OSError, subprocess.TimeoutExpired):
        return False
