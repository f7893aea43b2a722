"""Search: can a position still be won, and how; hints; where a game was lost.

>>> from solitaire_widget import ADELA, Position
>>> solve(Position.of(ADELA, J1="JC", T1="QC", T2="KC"), compiled=False).line
(Move('T1 Q1 1'), Move('T2 K1 1'))
"""

from .analysing import Analysis, Judged, analyse
from .deciding import Decided, decide_deals
from .hinting import Hint, Share, hint, share_won
from .loading import SearchError
from .solving import Solution, solve

__all__ = [
    "Analysis",
    "Decided",
    "Hint",
    "Judged",
    "SearchError",
    "Share",
    "Solution",
    "analyse",
    "decide_deals",
    "hint",
    "share_won",
    "solve",
]
