"""Moves per second of uniform random play, side by side with other patience packages from PyPI.

Every contestant looks for all its legal moves, draws one uniformly and plays it, state changes and
bookkeeping included, until no move is left or 300 moves are made; then it deals anew. The contestants take
turns in short rounds within one run, so that a noisy machine is unkind to all of them alike; the best round
of each counts.

    python benchmarks/random_play.py
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator

from solitaire_widget.game import Game
from solitaire_widget.games import ALL_RULES
from solitaire_widget.position import Position
from solitaire_widget.rules import Rules

MOST_MOVES = 300
Play = Callable[[random.Random], Iterator[None]]


def our_positions(rules: Rules) -> Play:
    """Positions alone: what a search or a strategy uses."""

    def play(rng: random.Random) -> Iterator[None]:
        position = Position.dealt(rules, rng.randrange(1, 10**6))
        while moves := position.legal_moves:
            position = position.after(moves[int(rng.random() * len(moves))])
            yield

    return play


def our_games(rules: Rules) -> Play:
    """A whole game with history and undo: what the widget uses."""

    def play(rng: random.Random) -> Iterator[None]:
        game = Game(rules, deal=rng.randrange(1, 10**6))
        while moves := game.legal_moves:
            game.play(moves[int(rng.random() * len(moves))])
            yield

    return play


def soliterm_klondike(rng: random.Random) -> Iterator[None]:
    """Soliterm's Klondike: it lists its moves itself; a deal is one more where it is productive."""
    from soliterm.engine import new_solitaire

    game = new_solitaire("klondike", rng.randrange(1, 10**6))
    while True:
        moves: list[tuple[int, int, int] | None] = list(game.legal_moves())
        if game.can_deal():
            moves.append(None)
        if not moves:
            return
        move = moves[int(rng.random() * len(moves))]
        if move is None:
            game.deal()
        else:
            game.attempt_move(*move)
        yield


def usolitaire_klondike(rng: random.Random) -> Iterator[None]:
    """Usolitaire's Klondike has no list of moves: the ones its own tests allow are tried."""
    from usolitaire.game import Game as UsolitaireGame

    game = UsolitaireGame()
    while True:
        moves: list[Callable[[], None]] = [game.deal_from_stock if game.stock else game.restore_stock]
        for target in range(7):
            if game.can_move_from_waste_to_tableau(target):
                moves.append(lambda target=target: game.move_from_waste_to_tableau(target))
            for source in range(7):
                top = game.tableau[target][-1] if game.tableau[target] else None
                if source != target and any(game._is_valid_move_to_tableau(card, top) for card in game.tableau[source]):
                    moves.append(lambda s=source, t=target: game.move_tableau_pile(s, t))
            if game.tableau[target] and game._find_foundation_pile(game.tableau[target][-1]) is not None:
                moves.append(lambda target=target: game.move_to_foundation_from_tableau(target))
        if game.waste and game._find_foundation_pile(game.waste[-1]) is not None:
            moves.append(game.move_to_foundation_from_waste)
        moves[int(rng.random() * len(moves))]()
        for pile in game.tableau:
            if pile and not pile[-1].face_up:
                pile[-1].face_up = True
        yield


def pytience_klondike(rng: random.Random) -> Iterator[None]:
    """Pytience's Klondike neither lists nor tests moves: each is tried and undone, then one is played."""
    from pytience.games.solitaire.exception import IllegalMoveException
    from pytience.games.solitaire.klondike import KlondikeGame

    game = KlondikeGame()

    def allowed(move: Callable[[], None]) -> bool:
        try:
            move()
        except (IllegalMoveException, IndexError):
            return False
        game.undo()
        return True

    while True:
        tries: list[Callable[[], None]] = [game.deal, game.select_waste]
        for source, pile in enumerate(game.tableau.piles):
            if not pile:
                continue
            for card in range(len(pile)):
                if not pile[card].is_concealed:
                    tries.append(lambda s=source, c=card: game.select_tableau(s, c))
        moves = [move for move in tries if allowed(move)]
        if not moves:
            return
        moves[int(rng.random() * len(moves))]()
        yield


def moves_per_second(play: Play, seed: int, seconds: float) -> float:
    """Play for about so many seconds; the deals depend on the seed alone."""
    rng = random.Random(seed)
    made = 0
    start = now = time.perf_counter()
    while now < start + seconds:
        for count, _ in enumerate(play(rng), 1):
            made += 1
            if count == MOST_MOVES:
                break
        now = time.perf_counter()
    return made / (now - start)


def contestants() -> dict[str, Play]:
    """Everybody by name; packages that are not installed are left out and said so."""
    plays = {f"{rules.name}, positions": our_positions(rules) for rules in ALL_RULES}
    plays |= {f"{rules.name}, whole games": our_games(rules) for rules in ALL_RULES}
    plays |= {
        "soliterm, Klondike": soliterm_klondike,
        "pytience, Klondike": pytience_klondike,
        "usolitaire, Klondike": usolitaire_klondike,
    }
    for name, play in list(plays.items()):
        try:
            next(iter(play(random.Random(1))))
        except ImportError as missing:
            print(f"{name}: left out, {missing}")
            del plays[name]
    return plays


def main() -> None:
    """Print the table that the README quotes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each round")
    asked = parser.parse_args()
    plays = contestants()
    best = dict.fromkeys(plays, 0.0)
    for seed in range(asked.rounds):
        for name, play in plays.items():
            best[name] = max(best[name], moves_per_second(play, seed, asked.seconds))
    measure = best.get("soliterm, Klondike")
    print("| contestant | moves per second | against soliterm |\n| --- | ---: | ---: |")
    for name, speed in best.items():
        print(f"| {name} | {speed:,.0f} | {f'{speed / measure:.1f} times' if measure else ''} |")


if __name__ == "__main__":
    main()
