"""A page that only records: what Python sends goes into a list, what it says goes the usual way in."""

from __future__ import annotations

from itertools import count
from typing import Any

import comm
import pytest
from comm.base_comm import BaseComm

from solitaire_widget import SolitaireWidget


class RecordingComm(BaseComm):
    """A comm whose other end is a list."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.sent: list[dict[str, Any]] = []
        super().__init__(*args, **kwargs)

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any
    ) -> None:
        self.sent.append({"type": msg_type, **(data or {})})


class FakePage:
    """A page that shows one widget."""

    def __init__(self, widget: SolitaireWidget) -> None:
        self.widget = widget
        self.comm: RecordingComm = widget.comm
        self._ids = count(1)
        self.comm.sent.clear()

    @property
    def sent(self) -> list[dict[str, Any]]:
        return self.comm.sent

    @property
    def updates(self) -> list[dict[str, Any]]:
        return [message["state"] for message in self.sent if message.get("method") == "update"]

    @property
    def answers(self) -> list[dict[str, Any]]:
        return [message["content"] for message in self.sent if message.get("method") == "custom"]

    def writes(self, **state: Any) -> None:
        """Write traits, as a page or somebody's console may."""
        self._say({"method": "update", "state": state, "buffer_paths": []})

    def says(self, content: Any) -> None:
        """Send a custom message as it is."""
        self._say({"method": "custom", "content": content})

    def asks(self, kind: str, version: int | None = None, **fields: Any) -> dict[str, Any]:
        """Send a proper message against the widget's version, and give the answer to it."""
        id = f"page-{next(self._ids)}"
        version = self.widget.version if version is None else version
        self.says({"kind": kind, "id": id, "version": version, **fields})
        return next(answer for answer in reversed(self.answers) if answer["id"] == id)

    def _say(self, data: dict[str, Any]) -> None:
        self.comm.handle_msg({"content": {"comm_id": self.comm.comm_id, "data": data}, "buffers": []})


@pytest.fixture
def page_of(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give a maker of widgets on fake pages; a test fails when an error was caught that it did not fetch."""
    monkeypatch.setattr(comm, "create_comm", RecordingComm)
    pages: list[FakePage] = []

    def make(*args: Any, **kwargs: Any) -> FakePage:
        pages.append(FakePage(SolitaireWidget(*args, **kwargs)))
        return pages[-1]

    yield make
    caught = [error for page in pages for error in page.widget.errors if not getattr(error, "expected", False)]
    for page in pages:
        page.widget.close()
    assert caught == []


class Expected(ValueError):
    """An error that a test raises on purpose in somebody's hook."""

    expected = True


class Inside(Expected, RuntimeError):
    """An error that a test raises on purpose where the package itself would."""
