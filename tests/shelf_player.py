"""A process that plays onto a shelf until it is killed.

It is started once, as ``python -m tests.shelf_player``. Each line it reads is a task in JSON; a child forked
for it plays, and says on standard output what it does: ``pid``, then ``game`` and a key, and around each save
``next`` and ``saved`` with a digest of the whole game. Once the child is gone, its exit status is told.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import sys
from collections.abc import Callable
from typing import Any

from solitaire_widget import Game
from solitaire_widget.shelf import Shelf


def say(*words: object) -> None:
    os.write(1, f"{' '.join(map(str, words))}\n".encode())


def digest(game: Game) -> str:
    return hashlib.sha256(game.to_json().encode()).hexdigest()[:16]


def act(game: Game, rng: random.Random) -> None:
    """Do one of the things that change what is saved."""
    kind = rng.random()
    if kind < 0.15 and game.moves:
        game.undo()
    elif kind < 0.22 and game.undone:
        game.redo()
    elif kind < 0.26:
        game.comment(f"comment {rng.randrange(1000)}", rng.randint(0, len(game.moves)))
    elif kind < 0.28 and game.moves:
        game.restart()
    elif game.legal_moves:
        game.play(rng.choice(game.legal_moves))


def keep(shelf: Shelf, key: str, game: Game) -> None:
    say("next", digest(game))
    shelf.save(key, game, seconds=1)
    say("saved", digest(game))


def play(path: str, seed: int, key: str = "", game: str = "", deal: int = 0, **options: Any) -> None:
    """Play on, or begin, and begin the next deal when one is over."""
    rng = random.Random(seed)
    say("opening", path)
    shelf = Shelf(path)
    playing = shelf.load(key) if key else Game(game, deal, **options)
    while True:
        key = key or shelf.begin(playing)
        say("game", key)
        while playing.status == "playing" or rng.random() < 0.5:
            act(playing, rng)
            keep(shelf, key, playing)
        shelf.end(key)
        playing, key = Game(playing.rules, rng.randrange(1, 10**9)), ""


def play_some(path: str, seed: int, game: str, deal: int, actions: int) -> None:
    """Play a number of actions and go."""
    rng = random.Random(seed)
    with Shelf(path) as shelf:
        playing = Game(game, deal)
        key = shelf.begin(playing)
        say("game", key)
        for _ in range(actions):
            act(playing, rng)
            keep(shelf, key, playing)


def win(path: str, game: str, deal: int, moves: list[str], **options: Any) -> None:
    """Play a whole game; nothing is done after the winning move is saved, not even an exit."""
    shelf = Shelf(path)
    playing = Game(game, deal, **options)
    key = shelf.begin(playing)
    say("game", key)
    for move in moves:
        playing.play(move)
        shelf.save(key, playing, seconds=2)
    os.kill(os.getpid(), signal.SIGKILL)


TASKS: dict[str, Callable[..., None]] = {"play": play, "play some": play_some, "win": win}


def work(task: dict[str, Any]) -> None:
    say("pid", os.getpid())
    try:
        TASKS[task.pop("task")](**task)
    except BaseException as error:
        say("failed", type(error).__name__, error)
        os._exit(1)
    os._exit(0)


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if not child:
            work(json.loads(line))
        _, status = os.waitpid(child, 0)
        say("gone", os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
