"""One page a game. `find_rules` finds a page by the game's name."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import re
from typing import Final

from ..cards import SolitaireError, quoted
from ..rules import Rules
from .adela import ADELA
from .arabella import ARABELLA
from .auld_lang_syne import AULD_LANG_SYNE

__all__ = ["ADELA", "ALL_RULES", "ARABELLA", "AULD_LANG_SYNE", "UnknownGame", "find_rules"]


class UnknownGame(SolitaireError):
    """A name that no game has."""


def _declared() -> tuple[Rules, ...]:
    pages = [importlib.import_module(f"{__name__}.{page.name}") for page in pkgutil.iter_modules(__path__)]
    return tuple(value for page in pages for value in vars(page).values() if isinstance(value, Rules))


ALL_RULES: Final = _declared()
"""The rules of every game that has a page here."""


def _key(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())


_BY_KEY: Final = {_key(name): rules for rules in ALL_RULES for name in (rules.name, *rules.aliases)}


def find_rules(name: object) -> Rules:
    """Find a game by name, in any case and with any spacing; `Rules` are given back as they are.

    Raises
    ------
    UnknownGame
        When no game has the name; the message lists the near ones.

    Examples
    --------
    >>> find_rules("AULD_LANG_SYNE") is find_rules("auld-lang-syne") is find_rules("Auld Lang Syne")
    True
    >>> find_rules("Arabela")
    Traceback (most recent call last):
        ...
    solitaire_widget.games.UnknownGame: no game "Arabela": did you mean Arabella or Adela?
    """
    if isinstance(name, Rules):
        return name
    if isinstance(name, str) and (rules := _BY_KEY.get(_key(name))):
        return rules
    near = difflib.get_close_matches(_key(name if isinstance(name, str) else ""), _BY_KEY, n=3)
    known = ", ".join(rules.name for rules in ALL_RULES)
    hint = f"did you mean {' or '.join(_BY_KEY[key].name for key in near)}?" if near else f"there are {known}"
    raise UnknownGame(f"no game {quoted(name)}: {hint}")
