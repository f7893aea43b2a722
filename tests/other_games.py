"""Pages of well-known games for the tests, as the solver `fc-solve` means them.

Its presets let a run travel as far as its cards can be carried one by one over empty cells and piles. Here they
travel one by one, so the same deals can be won. An empty pile takes any card, and nothing leaves a foundation.
"""

from solitaire_widget import Rules
from solitaire_widget.rules import ACE, ANY_RANK, DOWN, DOWN_IN_SUIT, cells, foundations, tableau
from tests.test_fourth_game import FREECELL

__all__ = ["BAKERS_GAME", "BELEAGUERED_CASTLE", "FREECELL", "PRESETS"]

BAKERS_GAME = Rules(
    name="Baker's Game",
    decks=1,
    piles=(
        cells(4),
        foundations(4, starts_with=ACE),
        tableau(8, dealt=(7, 7, 7, 7, 6, 6, 6, 6), starts_with=ANY_RANK, build=DOWN_IN_SUIT),
    ),
)
BELEAGUERED_CASTLE = Rules(
    name="Beleaguered Castle",
    decks=1,
    piles=(
        foundations(4, starts_with=ACE, set_aside=ACE),
        tableau(8, dealt=6, starts_with=ANY_RANK, build=DOWN),
    ),
)
PRESETS = {"freecell": FREECELL, "bakers_game": BAKERS_GAME, "beleaguered_castle": BELEAGUERED_CASTLE}
"""The pages by the names of the presets."""
