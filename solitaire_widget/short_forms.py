"""The short forms that a notebook wants: ``Adela()`` is ``SolitaireWidget("adela")``."""

from __future__ import annotations

from functools import partial

from .games import ADELA, ARABELLA, AULD_LANG_SYNE
from .widget import SolitaireWidget

__all__ = ["Adela", "Arabella", "AuldLangSyne"]

Arabella = partial(SolitaireWidget, ARABELLA)
AuldLangSyne = partial(SolitaireWidget, AULD_LANG_SYNE)
Adela = partial(SolitaireWidget, ADELA)
