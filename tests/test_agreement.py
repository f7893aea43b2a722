"""Somebody else's solver says the same: FreeCell, Baker's Game and Beleaguered Castle against `fc-solve`."""

import os
import shutil
import subprocess
from collections import Counter

import pytest

from solitaire_widget import Position, Rules
from solitaire_widget.search import solve
from solitaire_widget.search.loading import can_compile
from tests.other_games import BAKERS_GAME, BELEAGUERED_CASTLE, FREECELL, PRESETS

COMPILED = can_compile()
ASKED = int(os.environ.get("AGREEMENT_DEALS", "0"))
"""How many deals of each game to compare; without it so many that a whole run of the tests stays short."""
MOST_UNKNOWN_SHARE = 0.05 if COMPILED else 0.3
THEIR_STATES = 2_000_000
OUR_STATES = 1_800_000 if COMPILED else 60_000

THEIR_WORDS = {
    "This game is solveable.": "won",
    "I could not solve this game.": "lost",
    "Iterations count exceeded.": "unknown",
}

needs_fc_solve = pytest.mark.skipif(
    shutil.which("fc-solve") is None, reason="fc-solve is not installed (Debian: freecell-solver-bin)"
)


def deals_in_a_run(rules: Rules) -> int:
    if not COMPILED:
        return 20
    return 60 if rules is BELEAGUERED_CASTLE else 500


def board_of(position: Position) -> str:
    """The position as `fc-solve` reads it: piles from the bottom up, ``T`` for a ten, no decks."""
    lines = {"foundation": ["Foundations:"], "cell": ["Freecells:"], "tableau": []}
    for name in position:
        kind, pile = position.group_of(name).kind, position[name]
        cards = [card.id[:2] for card in pile]
        if kind == "tableau":
            lines[kind].append(": " + " ".join(cards))
        elif pile:
            lines[kind].append(cards[0] if kind == "cell" else f"{cards[0][1]}-{len(cards)}")
    return "\n".join([" ".join(lines["foundation"]), " ".join(lines["cell"]), *lines["tableau"], ""])


def verdict_of_fc_solve(preset: str, position: Position) -> str:
    """What `fc-solve` says.

    Its quick configurations try moves made of several steps and leave out some that a player has: in Baker's Game
    they call deals 129 and 451 lost, which by single steps it wins itself. So "lost" counts only by single steps.
    """
    verdict = asked_of_fc_solve(preset, position, "--load-config", "amateur-star")
    return asked_of_fc_solve(preset, position, "--tests-order", "01ABCDE") if verdict == "lost" else verdict


def asked_of_fc_solve(preset: str, position: Position, *how: str) -> str:
    """One run of it; without `--show-exceeded-limits` a deal given up looks like a lost one."""
    command = ["fc-solve", "--game", preset, *how, "--show-exceeded-limits", "--max-iters", str(THEIR_STATES), "-"]
    done = subprocess.run(command, input=board_of(position), capture_output=True, text=True, timeout=120, check=False)
    said = [verdict for words, verdict in THEIR_WORDS.items() if words in done.stdout.splitlines()]
    assert len(said) == 1, done.stdout + done.stderr
    return said[0]


@pytest.mark.parametrize(
    ("rules", "piles", "board"),
    [
        (FREECELL, {"F1": "AC 2C", "F2": "AH", "T1": "KD QS"}, ["Foundations: C-2 H-1", "Freecells:", ": KD QS"]),
        (BAKERS_GAME, {"C1": "10C", "C4": "JS", "T1": "AS"}, ["Foundations:", "Freecells: TC JS", ": AS"]),
        (BELEAGUERED_CASTLE, {"F3": "AS", "T1": "KD"}, ["Foundations: S-1", "Freecells:", ": KD"]),
    ],
    ids=repr,
)
def test_a_position_is_told_to_the_other_solver(rules: Rules, piles: dict[str, str], board: list[str]) -> None:
    assert board_of(Position.of(rules, piles)).splitlines()[:3] == board


@needs_fc_solve
@pytest.mark.browser
@pytest.mark.parametrize("preset", PRESETS)
def test_the_other_solver_agrees(preset: str) -> None:
    pairs: Counter[tuple[str, str]] = Counter()
    deals = ASKED or deals_in_a_run(PRESETS[preset])
    for number in range(1, deals + 1):
        position = Position.dealt(PRESETS[preset], number)
        theirs = verdict_of_fc_solve(preset, position)
        ours = solve(position, nodes=OUR_STATES).verdict
        assert "unknown" in (ours, theirs) or ours == theirs, f"deal {number}: {ours} here, {theirs} there"
        pairs[ours, theirs] += 1
    unknown = sum(count for pair, count in pairs.items() if "unknown" in pair)
    assert unknown <= deals * MOST_UNKNOWN_SHARE, pairs
    assert pairs["won", "won"] > deals // 2, pairs
    print(preset, dict(pairs))
