"""The compiled search: number for number the same as the plain one."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from solitaire_widget import ADELA, ARABELLA, AULD_LANG_SYNE, Position, Rules
from solitaire_widget.rules import ANY_TIME
from solitaire_widget.search import decide_deals, solve
from solitaire_widget.search.deciding import Dealer
from solitaire_widget.search.loading import can_compile, load
from solitaire_widget.search.states import States
from tests.boards import random_positions
from tests.test_search import ENDINGS, GAMES, PURE, endings

# numba compiles once and keeps what it made: the first run takes long.
pytestmark = [pytest.mark.browser, pytest.mark.skipif(not can_compile(), reason="numba is not installed")]


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_legal_moves_and_where_they_lead_are_the_same(rules: Rules) -> None:
    for position in random_positions(rules, 12, seed=9):
        plain, compiled = States(position, PURE), States(position, load(True))
        state = plain.of(position)
        assert compiled.of(position) == state
        assert compiled.moves(state) == plain.moves(state)
        assert compiled.tidied(state) == plain.tidied(state)
        assert compiled.settled(state) == plain.settled(state)
        assert compiled.is_hopeless(state) == plain.is_hopeless(state)


@pytest.mark.parametrize("rules", [ARABELLA, AULD_LANG_SYNE, ADELA], ids=repr)
def test_it_deals_as_the_plain_one_does(rules: Rules) -> None:
    plain, compiled = Dealer(rules, PURE), Dealer(rules, load(True))
    for number in (1, 31999, 32000, 2**32 - 1, 2**32, 10**20 - 1):
        assert compiled.state_of(number) == plain.state_of(number)


@pytest.mark.parametrize(("rules", "left", "count"), ENDINGS, ids=lambda value: repr(value))
def test_endings_are_decided_alike(rules: Rules, left: int, count: int) -> None:
    for position, answer in endings(rules, left, 5):
        plain, compiled = solve(position, compiled=False), solve(position, compiled=True)
        assert compiled.verdict == ("won" if answer else "lost")
        assert (compiled.line, compiled.states, compiled.proof) == (plain.line, plain.states, plain.proof)


@pytest.mark.parametrize("rules", [ARABELLA, ADELA, ADELA.with_options(deal_when=ANY_TIME)], ids=repr)
def test_deals_are_solved_by_the_same_line_through_as_many_states(rules: Rules) -> None:
    for number in (3, 2026):
        plain, compiled = (solve(Position.dealt(rules, number), nodes=40_000, compiled=way) for way in (False, True))
        assert compiled.compiled
        assert (compiled.verdict, compiled.line, compiled.states) == (plain.verdict, plain.line, plain.states)


@pytest.mark.parametrize("rules", [AULD_LANG_SYNE, AULD_LANG_SYNE.with_options(deal_when=ANY_TIME)], ids=repr)
def test_many_deals_are_decided_alike(rules: Rules) -> None:
    numbers = (*range(1, 60), 246, 765, *range(32290, 32300))
    assert [deal[:2] for deal in decide_deals(rules, numbers, compiled=True)] == [
        deal[:2] for deal in decide_deals(rules, numbers, compiled=False)
    ]


def test_another_thread_stops_it() -> None:
    stop, found = threading.Event(), []
    position = Position.dealt(ARABELLA, 46)
    asked = threading.Event()

    def is_stopped() -> bool:
        asked.set()
        return stop.is_set()

    search = threading.Thread(
        target=lambda: found.append(solve(position, score=None, stop=is_stopped, compiled=True, safe_moves=False))
    )
    search.start()
    assert asked.wait(60)
    stop.set()
    search.join(60)
    assert not search.is_alive()
    assert found[0].verdict in ("won", "unknown")


def test_compiling_leaves_alone_where_the_game_prints(tmp_path: Path) -> None:
    """A cell that captures what it prints keeps it, while numba compiles on another thread."""
    code = """
import colorama
swapped = []
for name in ("init", "reinit", "deinit"):
    setattr(colorama, name, lambda name=name: swapped.append(name))
from solitaire_widget import AULD_LANG_SYNE
from solitaire_widget.search.deciding import Dealer
from solitaire_widget.search.loading import load
import os
before = dict(os.environ)
Dealer(AULD_LANG_SYNE, load(True)).state_of(1)
print(len(swapped), os.environ == before)
"""
    fresh = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    said = subprocess.run([sys.executable, "-c", code], env=fresh, capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["0", "True"]
    assert list(tmp_path.rglob("*.nbi")), "nothing was compiled"
