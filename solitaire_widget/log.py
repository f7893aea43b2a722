"""The log of a board: what was done on it, and what was refused, as it happened."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from typing import Any, NamedTuple, overload

from .cards import SolitaireError
from .game import Change
from .moves import Refusal

__all__ = ["Entry", "Log", "NoPandas", "frame_of", "html_table"]


class NoPandas(SolitaireError, ImportError):
    """A table was asked for where pandas is not installed."""


def frame_of(records: list[dict[str, Any]]) -> Any:
    """Give records as a pandas table.

    Raises
    ------
    NoPandas
        Where pandas is not installed.
    """
    try:
        import pandas
    except ImportError:
        raise NoPandas("pandas is not installed: pip install pandas, or take the records() as they are") from None
    return pandas.DataFrame(records)


def html_table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Give rows of text as a table for a notebook.

    Examples
    --------
    >>> html_table(["a"], [["1 < 2"]])
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1 &lt; 2</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Entry(NamedTuple):
    """One line of the log.

    Attributes
    ----------
    number : int
        The line, from 1.
    time : datetime
        When it happened, in UTC.
    kind : str
        ``"move"``, ``"deal"``, ``"undo"``, ``"redo"``, ``"restart"``, ``"go"``, ``"new"`` or ``"refused"``.
    move : str
        The move, where there is one.
    text : str
        What happened, in words; for a refusal the reason.
    rules : tuple of str
        The ids of the ledger rows that allow it, or the one that forbids it.
    set_off : tuple of str
        What happened by itself.
    status : str
        The game's status afterwards.
    """

    number: int
    time: datetime
    kind: str
    move: str
    text: str
    rules: tuple[str, ...]
    set_off: tuple[str, ...]
    status: str

    def record(self) -> dict[str, Any]:
        """The line as plain values, the time as text."""
        return self._asdict() | {
            "time": self.time.isoformat(timespec="milliseconds"),
            "rules": list(self.rules),
            "set_off": list(self.set_off),
        }


class Log(Sequence[Entry]):
    """Everything that happened on a board, in order; it grows while the game goes on.

    Examples
    --------
    >>> from solitaire_widget import SolitaireWidget
    >>> widget = SolitaireWidget("adela", deal=7)
    >>> _ = widget.game.play("T2 T7 1")
    >>> entry = widget.log[-1]
    >>> entry.kind, entry.move, entry.rules, entry.set_off
    ('move', 'T2 T7 1', ('AD-12', 'AD-10', 'AD-13'), ('2 of spades fills T2',))
    """

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> list[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | list[Entry]:
        return self._entries[index]

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(tuple(self._entries))

    def note_change(self, change: Change) -> None:
        """Enter what a listener of the game was told."""
        action, status = change.action, change.game.status
        if action is None:
            self._enter(change.kind, f"ply {len(change.game.moves)}", status)
            return
        set_off = tuple(each.said(each.pile) for each in action.set_off)
        self._enter(change.kind, action.text, status, str(action.move), action.rules, set_off)

    def note_new_game(self, text: str, status: str) -> None:
        """Enter that another game was put on the board."""
        self._enter("new", text, status)

    def note_refusal(self, refusal: Refusal, status: str) -> None:
        """Enter a move that was refused."""
        self._enter("refused", refusal.sentence, status, str(refusal.move), (refusal.rule,))

    def _enter(
        self,
        kind: str,
        text: str,
        status: str,
        move: str = "",
        rules: tuple[str, ...] = (),
        set_off: tuple[str, ...] = (),
    ) -> None:
        number, now = len(self._entries) + 1, datetime.now(UTC)
        self._entries.append(Entry(number, now, kind, move, text, rules, set_off, status))

    def warning(self, message: str, *args: object, **more: Any) -> None:
        """Pass on what ipywidgets itself warns about: it speaks to each widget's log."""
        logging.getLogger(__name__).warning(message, *args, **more)

    def error(self, message: str, *args: object) -> None:
        """Pass on what ipywidgets itself complains about."""
        logging.getLogger(__name__).error(message, *args)

    def records(self) -> list[dict[str, Any]]:
        """The log as a list of plain dictionaries, one a line."""
        return [entry.record() for entry in self]

    def to_frame(self) -> Any:
        """The log as a pandas table.

        Raises
        ------
        NoPandas
            Where pandas is not installed.
        """
        return frame_of(self.records())

    def __repr__(self) -> str:
        return f"<Log: {len(self)} lines>"

    def __str__(self) -> str:
        return "\n".join(f"{e.number:>4}  {e.time:%H:%M:%S}  {e.kind:<7}  {e.move:<10}  {e.text}" for e in self)

    def _repr_html_(self) -> str:
        return html_table(Entry._fields, (map(_cell, entry) for entry in self))


def _cell(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(value)
    return f"{value:%H:%M:%S}" if isinstance(value, datetime) else str(value)
