"""A real page with the real front end, and the real Python widget at the other end of its model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import comm
import pytest
from playwright.sync_api import Browser, Page

from solitaire_widget import SolitaireWidget
from tests.fake_page import RecordingComm
from tests.hosts.board import Board

MODEL = (Path(__file__).parent / "model.js").read_text(encoding="utf-8")
HTML = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notebook</title></head>
<body style="margin:0"><button id="before">before</button><main id="here"></main><button id="after">after</button>
<div style="height:1500px"></div></body></html>"""

RENDER = """async ([traits, esm, options]) => {
    const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
    window.front = (await import(url)).default;
    window.model ??= window.makeModel(traits, window.toPython);
    window.views ??= [];
    const view = { controller: new AbortController(), el: document.createElement("div") };
    document.querySelector(options.into ?? "#here").append(view.el);
    const signal = options.old_host ? {} : { signal: view.controller.signal };
    await window.front.initialize?.({ model: window.model, ...signal });
    view.cleanup = await window.front.render({ model: window.model, el: view.el, ...signal });
    window.views.push(view);
}"""


class BoardPage(Board):
    """A board on a page of its own, with the widget that it belongs to."""

    def __init__(self, page: Page, widget: SolitaireWidget) -> None:
        self.widget = widget
        super().__init__(page, page, widget.game.copy())

    def tell(self) -> None:
        """Bring to the page what Python sent by itself."""
        sent, self.widget.comm.sent = list(self.widget.comm.sent), []
        self.page.evaluate("sent => sent.forEach(message => model.take(message))", sent)

    def play_from_code(self, move: str) -> None:
        """Make a move in Python and wait until it shows."""
        self.widget.game.play(move)
        self.tell()
        self.accepted(move)


Open = Callable[..., BoardPage]


@pytest.fixture
def open_board(monkeypatch: pytest.MonkeyPatch, browser: Browser) -> Iterator[Open]:
    """Give an opener of boards; the test fails when the page or Python met an error on the way."""
    monkeypatch.setattr(comm, "create_comm", RecordingComm)
    opened: list[tuple[Page, SolitaireWidget]] = []
    complaints: list[str] = []

    def open_board(*args: Any, view: dict[str, Any] | None = None, html: str = HTML, **kwargs: Any) -> BoardPage:
        view = dict(view or {})
        widget = SolitaireWidget(*args, **kwargs)
        render = {name: view.pop(name) for name in ("old_host", "into") if name in view}
        page = browser.new_context(**{"viewport": {"width": 1000, "height": 800}, **view}).new_page()
        opened.append((page, widget))
        page.on("pageerror", lambda error: complaints.append(f"{error}"))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)

        def to_python(data: dict[str, Any]) -> list[dict[str, Any]]:
            widget.comm.handle_msg({"content": {"comm_id": widget.comm.comm_id, "data": data}, "buffers": []})
            sent, widget.comm.sent = list(widget.comm.sent), []
            return sent

        page.expose_function("toPython", to_python)
        page.set_content(html)
        page.evaluate(MODEL)
        state = widget.get_state()
        traits = {name: value for name, value in state.items() if not name.startswith("_") and name != "layout"}
        page.evaluate(RENDER, [traits, widget._esm, render])
        return BoardPage(page, widget)

    yield open_board
    errors = [error for _, widget in opened for error in widget.errors if not getattr(error, "expected", False)]
    for page, widget in opened:
        page.context.close()
        widget.close()
    assert complaints == []
    assert errors == []
