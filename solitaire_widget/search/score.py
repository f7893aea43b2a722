"""What a state is worth to the search: the weights of the game's page, or a sensible default."""

from __future__ import annotations

from typing import Final

from ..rules import Rules, Score

__all__ = ["FAR_TASTES", "Score", "other_tastes", "score_of"]

HALVES: Final = (
    # up, joined, built, buried, face down, empty, cell, waste
    (2, 2, 4, 1, 2, 1, 2, 0),
    (2, 2, 1, 1, 2, 1, 2, 0),
    (3, 2, 5, 3, 2, 1, 2, 6),
    (2, 1, 3, 1, 2, 2, 2, 4),
    (3, 2, 3, 1, 2, 1, 2, 2),
    (2, 1, 2, 1, 2, 1, 2, 4),
)
"""The other tastes, in halves of the page's weights."""

FAR_TASTES: Final = (
    Score(up=1, joined=0, built=0, buried=0, face_down=0, empty=0, cell=0, waste=0),
    Score(up=6, joined=10, built=2, buried=1, empty=20),
    Score(up=5, joined=15, built=1, buried=12, empty=6),
    Score(up=0, joined=6, built=0, buried=1, empty=0),
)
"""Weights that have little in common, for games whose states come in no layers: cards up alone, empty piles, long
runs, order alone. There nothing stops a search from going deeper and deeper where its weights lead it, so that a
slightly other taste gets lost in the same place."""


def score_of(rules: Rules) -> Score:
    """The weights that a game's page gives, or else those that suit most games.

    Examples
    --------
    >>> from solitaire_widget import Rules
    >>> from solitaire_widget.rules import foundations, tableau
    >>> score_of(Rules("Plain", 1, (foundations(4), tableau(4, dealt=13)))) == Score()
    True
    """
    return Score() if rules.score is None else rules.score


def other_tastes(score: Score) -> tuple[Score, ...]:
    """Weights that lead another way where the given ones lead nowhere: each of them so many halves of what it was.

    Which deals a search gets stuck on changes with the weights, nearly as if by chance, so a few more tastes leave
    far fewer of them than more states do. All of them are fixed: the same position gives the same answer.

    Examples
    --------
    >>> [(taste.up, taste.joined, taste.empty) for taste in other_tastes(Score(up=6, joined=4, empty=4))[:2]]
    [(6, 4, 2), (6, 4, 2)]
    """
    return tuple(
        Score(*((weight * part + 1) // 2 for weight, part in zip(score.as_numbers(), halves, strict=True)))
        for halves in HALVES
    )
