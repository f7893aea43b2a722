"""What every host has in common: a process of its own, in folders of its own, waited for until it listens."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

START = 60.0
"""Seconds that a host may take to start."""


def free_port() -> int:
    """Ask the system for a port that nobody uses."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port = asked.getsockname()[1]
    assert isinstance(port, int)
    return port


def answers(port: int) -> bool:
    """Tell whether something takes connections on a port of this machine."""
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) == 0


@dataclass
class Home:
    """A folder that holds all that a host writes, so that it neither reads nor leaves anything elsewhere."""

    folder: Path
    port: int = field(default_factory=free_port)
    token: str = field(default_factory=secrets.token_hex)

    @property
    def url(self) -> str:
        """The host's address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def notebooks(self) -> Path:
        """The folder that the host shows."""
        return self.make("notebooks")

    def make(self, name: str) -> Path:
        """Make a folder in here, once."""
        made = self.folder / name
        made.mkdir(parents=True, exist_ok=True)
        return made

    def environment(self) -> dict[str, str]:
        """Name the private folders in the words of Jupyter, IPython, marimo and the desktop."""
        folders = {
            "HOME": "home",
            "IPYTHONDIR": "ipython",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "XDG_CACHE_HOME": "cache",
            "XDG_CONFIG_HOME": "xdg-config",
            "XDG_DATA_HOME": "xdg-data",
            "XDG_STATE_HOME": "xdg-state",
        }
        private = {name: str(self.make(folder)) for name, folder in folders.items()}
        # The kernels that the hosts start are this environment's, whatever the machine has besides.
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        return {**os.environ, **private, "PATH": path, "PYTHONUNBUFFERED": "1"}


class Server:
    """A running host and what it has said so far."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self.process = process
        self.log = log
        self._said = ""
        self._ended = False
        self._news = threading.Condition()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines, self.log.open("w", encoding="utf-8") as log:
            for line in lines:
                log.write(line)
                log.flush()
                with self._news:
                    self._said += line
                    self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()

    def wait_until_it_listens(self, port: int) -> None:
        """Wait until it takes connections, which is later than some say so; else fail with all it said."""
        end = time.monotonic() + START
        with self._news:
            while not answers(port):
                waits = not self._ended and time.monotonic() < end
                assert waits, f"nobody listens at port {port} for {self.process.args!r}:\n{self._said}"
                self._news.wait(0.05)

    def stop(self) -> None:
        """Ask the host to end, and end it if it does not."""
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._listener.join(timeout=10)


@contextmanager
def serving(command: Sequence[str], home: Home, artifacts: Path) -> Iterator[Server]:
    """Run a host until the end of the block, from the moment when it listens at its home's port."""
    process = subprocess.Popen(
        list(command),
        cwd=home.folder,
        env=home.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    server = Server(process, artifacts / f"{home.folder.name}.log")
    try:
        server.wait_until_it_listens(home.port)
        yield server
    finally:
        server.stop()
