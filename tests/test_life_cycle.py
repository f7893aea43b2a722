"""A widget from its making to its end, and what is left of it where no kernel runs."""

import gc
import html.parser
import shutil
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

import solitaire_widget
from solitaire_widget import AuldLangSyne, Game, SolitaireWidget
from tests.fake_page import page_of

__all__ = ["page_of"]

PACKAGE = Path(solitaire_widget.__file__).parent


def test_a_closed_widget_is_collected() -> None:
    """Case 17."""
    widget = SolitaireWidget("arabella", deal=1)
    game = widget.game
    gone = weakref.ref(widget)
    widget.close()
    del widget
    gc.collect()
    assert gone() is None
    game.play("T12 T8 1")
    assert len(game.moves) == 1


def test_the_front_end_is_a_text_that_every_widget_shares() -> None:
    """Cases 17 and 34."""
    one, other = AuldLangSyne(deal=1), AuldLangSyne(deal=2)
    assert isinstance(one._esm, str)
    assert one._esm is other._esm
    assert "export" in one._esm


def test_what_is_shown_without_a_kernel(page_of) -> None:
    """Case 26: the text names the game, the deal and every pile, and brings the game back in one line."""
    page = page_of("arabella", deal=2026)
    page.widget.game.play(page.widget.game.legal_moves[0])
    data, _ = page.widget._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    text = data["text/plain"]
    assert text.startswith("Arabella, deal 2026, 1 move, playing\n")
    assert all(f"\n{name} " in text for name in page.widget.game.position)
    line = text.splitlines()[-1]
    assert line.startswith("Game.from_json(")
    assert eval(line) == page.widget.game


class Board(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.styles: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.styles += [value or "" for name, value in attrs if name == "style"]
        assert {name for name, _ in attrs} <= {"style"}

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("name", ["arabella", "auld lang syne", "adela"])
def test_the_html_fallback_is_static_and_readable_on_any_ground(page_of, name: str) -> None:
    data, _ = page_of(name, deal=7).widget._repr_mimebundle_()
    board = Board()
    board.feed(data["text/html"])
    assert not {"script", "style", "link", "svg", "img"} & set(board.tags)
    for style in board.styles:
        assert ("background-color" in style) == ("color:" in style.replace("background-color:", ""))
    for card in (card for pile in Game(name, deal=7).position.piles[1:] for card in pile):
        assert str(card) in board.text.replace("\ufe0e", "")


def test_without_jupyter_the_games_still_play() -> None:
    code = """
import sys
for name in ("ipywidgets", "anywidget", "traitlets", "IPython", "numpy", "multiprocessing", "subprocess"):
    sys.modules[name] = None
from solitaire_widget import ALL_RULES, Game
for rules in ALL_RULES:
    game = Game(rules, deal=1)
    game.play(game.legal_moves[0])
    print(game)
"""
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_a_missing_front_end_is_told_with_the_way_out(tmp_path: Path) -> None:
    """Case 34."""
    shutil.copytree(PACKAGE, tmp_path / PACKAGE.name, ignore=shutil.ignore_patterns("static"))
    code = """
try:
    from solitaire_widget import SolitaireWidget
except ImportError as error:
    print(error)
"""
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert said.stdout == "the front end, widget.js, is not built: pip install -e . builds it\n"


def test_hot_reload_reads_the_file_that_is_there() -> None:
    code = """
import os
os.environ["ANYWIDGET_HMR"] = "1"
from solitaire_widget import SolitaireWidget
from anywidget._file_contents import FileContents
assert isinstance(vars(SolitaireWidget)["_esm"], FileContents), vars(SolitaireWidget)["_esm"]
"""
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
