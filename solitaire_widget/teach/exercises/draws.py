"""What is drawn: numbers that are the same everywhere, choices that a player has, positions met in random play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from ...moves import Move
from ...position import Position

__all__ = ["Draws", "choice_of", "choices", "played"]

Item = TypeVar("Item")


class Draws:
    """Draws that are the same for the same seed, in every process and every Python.

    Only `random.Random.random` is promised never to give other numbers; all draws are made from it.

    Parameters
    ----------
    *seed
        Anything that prints the same each time.

    Examples
    --------
    >>> Draws("a", 7).below(10) == Draws("a", 7).below(10)
    True
    """

    def __init__(self, *seed: object) -> None:
        self._random = Random(" ".join(map(str, seed))).random

    def below(self, limit: int) -> int:
        """Draw a whole number from 0 to one below the limit."""
        return int(self._random() * limit)

    def one_of(self, items: Sequence[Item]) -> Item:
        """Draw one of the items."""
        return items[self.below(len(items))]

    def some_of(self, items: Sequence[Item], count: int) -> list[Item]:
        """Draw so many of the items, none twice; all of them, in a new order, where there are no more."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]


def choices(position: Position) -> dict[tuple[str, str, int], tuple[Move, ...]]:
    """The legal moves, those together that differ only in which empty place of a kind takes the cards.

    Examples
    --------
    >>> from solitaire_widget import ADELA
    >>> {key: len(moves) for key, moves in choices(Position.of(ADELA, T1="JH", T2="8C 9C", T3="8C")).items()}
    {('T1', 'J', 1): 8, ('T2', 'T3', 1): 1, ('T2', 'T', 2): 6, ('T3', 'T', 1): 6, ('T2', 'T', 1): 6, ('T1', 'T', 1): 6}
    """
    found: dict[tuple[str, str, int], tuple[Move, ...]] = {}
    for move in position.legal_moves:
        key = choice_of(position, move)
        found[key] = (*found.get(key, ()), move)
    return found


def choice_of(position: Position, move: Move) -> tuple[str, str, int]:
    """What a move chooses: source, target and count, with the letter alone for an empty place."""
    if move.is_deal or position[move.target]:
        return move.source, move.target, move.count
    return move.source, position.group_of(move.target).letter, move.count


def played(position: Position, draws: Draws, plies: int) -> Iterator[Position]:
    """The positions of a game in which every choice is as likely as any other."""
    yield position
    for _ in range(plies):
        ways = tuple(choices(position).values())
        if not ways:
            return
        position = position.after(draws.one_of(ways)[0])
        yield position
