"""What JupyterLab and Notebook 7 share: a server, notebooks made from cells, a way into the kernel."""

from __future__ import annotations

import ast
import json
import sys
import urllib.request
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

import nbformat
import pytest
import websocket
from playwright.sync_api import Locator, Page, expect

from tests.hosts.server import Home, serving

PATIENCE = 60.0
"""Seconds that the kernel may take for one answer."""
SLOW = 60_000
"""Milliseconds that a page may take until its kernel has started."""

KERNEL_IS_READY = """([name, idle]) => {
    window.jupyterapp?.restored.then(() => { window.restored = true })
    const { context, sessionContext } = window.jupyterapp?.shell.currentWidget ?? {}
    const kernel = sessionContext?.session?.kernel
    return window.restored && context?.path === name && context.isReady && sessionContext.isReady
        && kernel?.connectionStatus === "connected" && kernel.status === idle
}"""


def write_notebook(path: Path, cells: Sequence[str]) -> None:
    """Write a notebook of code cells."""
    spec = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in cells], metadata={"kernelspec": spec}
    )
    nbformat.write(notebook, path)


class Jupyter:
    """A running Jupyter server with its own folders and token."""

    def __init__(self, home: Home) -> None:
        self.home = home

    def ask(self, path: str) -> Any:
        """Ask the server's REST interface."""
        request = urllib.request.Request(
            f"{self.home.url}/api/{path}", headers={"Authorization": f"token {self.home.token}"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    @contextmanager
    def kernel(self, notebook: Path) -> Iterator[Kernel]:
        """Talk to the kernel of an open notebook, beside its page."""
        (session,) = [session for session in self.ask("sessions") if session["path"] == notebook.name]
        kernel = Kernel(self.home, session["kernel"]["id"])
        try:
            yield kernel
        finally:
            kernel.close()


class Kernel:
    """A second conversation with a kernel that a page is talking to."""

    def __init__(self, home: Home, ident: str) -> None:
        self._session = uuid.uuid4().hex
        self._socket = websocket.create_connection(
            f"{home.url.replace('http', 'ws', 1)}/api/kernels/{ident}/channels?session_id={self._session}",
            header=[f"Authorization: token {home.token}"],
            timeout=PATIENCE,
        )

    def close(self) -> None:
        """End the conversation; the kernel goes on."""
        self._socket.close()

    def run(self, code: str, value: str = "None") -> Any:
        """Run code in the kernel and bring back the value of an expression, which must be plain data."""
        ident = uuid.uuid4().hex
        message = {
            "channel": "shell",
            "header": {
                "msg_id": ident,
                "msg_type": "execute_request",
                "session": self._session,
                "username": "tests",
                "version": "5.3",
                "date": "",
            },
            "parent_header": {},
            "metadata": {},
            "content": {
                "code": code,
                "silent": True,
                "store_history": False,
                "user_expressions": {"value": value},
                "allow_stdin": False,
                "stop_on_error": False,
            },
            "buffers": [],
        }
        self._socket.send(json.dumps(message))
        while True:
            answer = json.loads(self._socket.recv())
            ours = answer["parent_header"].get("msg_id") == ident
            if ours and answer["header"]["msg_type"] == "execute_reply":
                break
        content = answer["content"]
        failed = content if content["status"] != "ok" else content["user_expressions"]["value"]
        if failed["status"] != "ok":
            pytest.fail("the kernel: " + "\n".join(failed.get("traceback") or [str(failed)]))
        return ast.literal_eval(failed["data"]["text/plain"])


class Document:
    """A notebook, open on a page of JupyterLab or Notebook 7, driven by their own menus."""

    address = ""
    """Where the host shows a notebook: a format of its name."""
    idle = "idle"
    """What a page calls a kernel that has started and run nothing."""

    def __init__(self, server: Jupyter, page: Page, path: Path) -> None:
        self.server = server
        self.page = page
        self.path = path

    def load(self) -> None:
        """Open the page anew; a kernel that runs goes on."""
        home = self.server.home
        self.page.goto(f"{home.url}/{self.address.format(self.path.name)}?token={home.token}&reset")
        self.wait_for_kernel()

    def wait_for_kernel(self) -> None:
        """Wait for an idle kernel that talks to the page: cells run earlier are dropped without a word."""
        self.page.wait_for_function(KERNEL_IS_READY, arg=[self.path.name, self.idle], timeout=SLOW)

    def menu(self, menu: str, entry: str) -> None:
        """Choose an entry of a menu."""
        self.page.get_by_role("menubar").get_by_role("menuitem", name=menu, exact=True).click()
        self.page.get_by_role("menuitem", name=entry).first.click()

    def run_all(self) -> None:
        """Run every cell."""
        self.menu("Run", "Run All Cells")

    def run_cell(self, number: int) -> None:
        """Run one cell again, counted from 0."""
        self.cell(number).locator(".jp-InputArea-editor").click()
        self.page.keyboard.press("Control+Enter")

    def restart_kernel(self) -> None:
        """Restart the kernel and wait until it is there again."""
        self.menu("Kernel", "Restart Kernel…")
        with self.page.expect_response(lambda response: "/restart" in response.url, timeout=SLOW):
            self.page.locator(".jp-Dialog .jp-mod-accept").click()
        self.wait_for_kernel()

    def shut_down(self) -> None:
        """End the kernel."""
        self.menu("Kernel", "Shut Down Kernel")
        expect(self.page.get_by_text("No Kernel").first).to_be_visible(timeout=SLOW)

    def scroll_to(self, end: Literal["top", "bottom"]) -> None:
        """Scroll to an end of the notebook, as the wheel would."""
        outer = self.page.locator(".jp-WindowedPanel-outer").first
        outer.hover(position={"x": 5, "y": 5})
        self.page.mouse.wheel(0, -100_000 if end == "top" else 100_000)

    def save(self) -> None:
        """Save the notebook and wait until the server has it."""
        with self.page.expect_response(
            lambda response: response.request.method == "PUT" and self.path.name in response.url
        ):
            self.menu("File", "Save Notebook")

    def cell(self, number: int) -> Locator:
        """Find a cell, counted from 0."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(number)

    def output(self, number: int) -> Locator:
        """Find a cell's output."""
        return self.cell(number).locator(".jp-Cell-outputArea")

    @contextmanager
    def kernel(self) -> Iterator[Kernel]:
        """Talk to the kernel beside the page."""
        with self.server.kernel(self.path) as kernel:
            yield kernel


Shown = TypeVar("Shown", bound=Document)


class Host(Generic[Shown]):
    """JupyterLab or Notebook 7, running."""

    def __init__(self, server: Jupyter, shows: type[Shown]) -> None:
        self.server = server
        self.shows = shows

    def open(self, page: Page, name: str, cells: Sequence[str]) -> Shown:
        """Make a notebook, open it and wait for its kernel."""
        path = self.server.home.notebooks / f"{name}.ipynb"
        write_notebook(path, cells)
        document = self.shows(self.server, page, path)
        document.load()
        return document


@contextmanager
def jupyter(command: str, app: str, home: Home, artifacts: Path) -> Iterator[Jupyter]:
    """Run ``jupyter lab`` or ``jupyter notebook`` until the end of the block."""
    notice = home.make("settings") / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    notice.parent.mkdir(parents=True, exist_ok=True)
    # Else a toast about news covers the corner of the page.
    notice.write_text(json.dumps({"fetchNews": "false", "checkForUpdates": False}), encoding="utf-8")
    words = [
        *(sys.executable, "-m", "jupyter", command, "--no-browser"),
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={home.port}",
        "--ServerApp.port_retries=0",
        "--ServerApp.allow_root=True",
        f"--ServerApp.root_dir={home.notebooks}",
        f"--IdentityProvider.token={home.token}",
        # So that the page can be asked whether it is ready, and which of its commands a key sets off.
        f"--{app}.expose_app_in_browser=True",
    ]
    with serving(words, home, artifacts):
        yield Jupyter(home)
