"""What a state is worth to the search: the weights of the game's page, or a sensible default."""

from __future__ import annotations

from dataclasses import replace

from ..rules import Rules, Score

__all__ = ["Score", "other_tastes", "score_of"]


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
    """Weights that lead another way where the given ones lead nowhere: up at all costs, and order before all.

    Examples
    --------
    >>> [taste.up for taste in other_tastes(Score(up=6))]
    [12, 3]
    """
    return (
        replace(score, up=2 * score.up, buried=score.buried // 2),
        replace(score, up=(score.up + 1) // 2, buried=score.buried + 1),
    )
