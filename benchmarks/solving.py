"""How many deals are won, lost for certain or left open, and how long it takes; by number, so repeatable.

python benchmarks/solving.py arabella --deals 1 1000
python benchmarks/solving.py adela --option deal_when="any time" --deals 1 1000
python benchmarks/solving.py "auld lang syne" --deals 1 100000
python benchmarks/solving.py arabella --deals 1 50 --pure
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter

from solitaire_widget.game import Game
from solitaire_widget.games import find_rules
from solitaire_widget.moves import Move
from solitaire_widget.position import Position
from solitaire_widget.search import decide_deals, solve


def replays(game: Game, line: tuple[Move, ...]) -> bool:
    """Whether a line wins the game when it is played move by move."""
    for move in line:
        game.play(move)
    return game.status == "won"


def main() -> None:
    """Print the figures that the README quotes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], help="as in deal_when=any time")
    parser.add_argument("--deals", type=int, nargs=2, default=(1, 1000))
    parser.add_argument("--nodes", type=int, default=3_000_000, help="states that are met at the most, a deal")
    parser.add_argument("--pure", action="store_true", help="plain Python")
    asked = parser.parse_args()
    rules = find_rules(asked.game).with_options(**dict(option.split("=", 1) for option in asked.option))
    numbers = range(asked.deals[0], asked.deals[1] + 1)
    compiled = False if asked.pure else None
    began = time.perf_counter()
    print(f"compiled: {solve(Position.dealt(rules, 1), nodes=1, compiled=compiled).compiled}; ", end="")
    list(decide_deals(rules, [1], nodes=1, compiled=compiled))
    print(f"ready after {time.perf_counter() - began:.1f} s")
    if not any(group.build for group in rules.of_kind("tableau")):
        began = time.process_time()
        found = list(decide_deals(rules, numbers, compiled=compiled))
        spent = time.process_time() - began
        verdicts = Counter(deal.verdict for deal in found)
        states = [deal.states for deal in found]
        print(f"{rules!r}, deals {numbers[0]:,} to {numbers[-1]:,}: {dict(verdicts)}")
        print(f"{len(found) / spent:,.0f} deals a second and core; states: mean {statistics.mean(states):.1f}")
        return
    verdicts, seconds, states, unknown = Counter(), [], [], []
    for number in numbers:
        solution = solve(Position.dealt(rules, number), nodes=asked.nodes, compiled=compiled)
        verdicts[solution.verdict] += 1
        seconds.append(solution.seconds)
        states.append(solution.states)
        if solution.verdict == "won":
            assert replays(Game(rules, deal=number), solution.line), number
        elif solution.verdict == "unknown":
            unknown.append(number)
        else:
            assert solution.proof, number
    print(f"{rules!r}, deals {numbers[0]:,} to {numbers[-1]:,}: {dict(verdicts)}, unknown: {unknown}")
    print(
        f"a deal: median {1000 * statistics.median(seconds):.1f} ms, mean {1000 * statistics.mean(seconds):.1f} ms; "
        f"states: median {statistics.median(states):,.0f}, mean {statistics.mean(states):,.0f}"
    )


if __name__ == "__main__":
    main()
