"""What several tests need: every game with every option, random positions, the brute-force set of moves."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from solitaire_widget import ADELA, ARABELLA, AULD_LANG_SYNE, DEAL, Move, Position, Rules
from solitaire_widget.rules import ANY_TIME, NO_MOVES

DATA = Path(__file__).parent / "data"
WINS: dict[str, list[dict[str, Any]]] = json.loads((DATA / "wins.json").read_text())["games"]
DEALS: dict[str, list[dict[str, Any]]] = json.loads((DATA / "deals.json").read_text())["games"]

VARIANTS = (
    ARABELLA,
    ARABELLA.with_options(deal_when=NO_MOVES),
    AULD_LANG_SYNE,
    AULD_LANG_SYNE.with_options(deal_when=ANY_TIME),
    AULD_LANG_SYNE.with_options(foundations="by suit", redeals=2),
    ADELA,
    ADELA.with_options(deal_when=ANY_TIME),
)


def random_positions(rules: Rules, count: int, seed: int = 1) -> list[Position]:
    """Positions met in uniform random play, each from a deal of its own."""
    rng = random.Random(f"{rules!r} {seed}")
    found = []
    for number in range(1, count + 1):
        position = Position.dealt(rules, rng.randrange(1, 10**9))
        for _ in range(rng.randrange(6 * number)):
            if not position.legal_moves:
                break
            position = position.after(rng.choice(position.legal_moves))
        found.append(position)
    return found


def unrefused(position: Position) -> set[Move]:
    """Every move that no rule refuses, found by asking about all that can be written down."""
    asked = [
        Move(source, target, count)
        for source in position
        for target in position
        for count in range(1, len(position[source]) + 2)
    ]
    return {move for move in (DEAL, *asked) if position.refusal(move) is None}
