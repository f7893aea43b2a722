"""Where each pile stands on the board, worked out from the declaration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .cards import SolitaireError
from .rules import Rules

__all__ = ["Board", "board_of", "label_of", "narrow_board_of"]

WIDTHS: Final = {".": 1.0, "-": 0.5}


class Board(NamedTuple):
    """Places in card units.

    Attributes
    ----------
    places : dict
        Each pile's column (in card widths, from the left) and row (from the top).
    columns : float
        How many card widths the board is wide.
    rows : int
        How many rows it has.
    """

    places: dict[str, tuple[float, int]]
    columns: float
    rows: int


def board_of(rules: Rules) -> Board:
    """The board of a wide page.

    Raises
    ------
    SolitaireError
        When the declared board leaves a pile out, names one twice or one that is not there.

    Examples
    --------
    >>> from solitaire_widget.games import AULD_LANG_SYNE
    >>> board = board_of(AULD_LANG_SYNE)
    >>> board.columns, board.places["S"], board.places["F1"]
    (5.5, (0.0, 1), (1.5, 0))
    """
    return _read_board(rules, rules.board or _plain_board(rules))


def narrow_board_of(rules: Rules) -> Board:
    """The board of a narrow page; the wide one where none is declared."""
    return _read_board(rules, rules.narrow_board) if rules.narrow_board else board_of(rules)


def label_of(rules: Rules, name: str) -> str:
    """What a pile is called in a sentence.

    Examples
    --------
    >>> from solitaire_widget.games import ADELA
    >>> label_of(ADELA, "T3"), label_of(ADELA, "K1"), label_of(ADELA, "S")
    ('pile 3', 'king space 1', 'stock')
    """
    group = next(group for group in rules.groups if name in group.names)
    return group.noun if group.count == 1 else f"{group.noun} {name[len(group.letter) :]}"


def _read_board(rules: Rules, lines: Sequence[str]) -> Board:
    rows = [line.split() for line in lines]
    widths = [sum(WIDTHS.get(token, 1.0) for token in row) for row in rows]
    places: dict[str, tuple[float, int]] = {}
    for row, tokens in enumerate(rows):
        column = (max(widths) - widths[row]) / 2
        for token in tokens:
            if token not in WIDTHS:
                if token in places or token not in rules.pile_names:
                    raise SolitaireError(f"{rules.name}'s board names {token}, which is there already or no pile")
                places[token] = (column, row)
            column += WIDTHS.get(token, 1.0)
    if missing := [name for name in rules.pile_names if name not in places]:
        raise SolitaireError(f"{rules.name}'s board has no place for {missing[0]}")
    return Board(places, max(widths), len(rows))


def _plain_board(rules: Rules) -> list[str]:
    above = [" ".join(group.names) for group in rules.groups if group.kind != "tableau"]
    below = [" ".join(group.names) for group in rules.groups if group.kind == "tableau"]
    return [line for line in (" - ".join(above), *below) if line]
