"""What crosses between Python and the page: the state that is drawn, and the messages that ask for something.

Nothing in here changes anything. `board_state` and `board_layout` say all that a page needs in order to draw,
and `read_message` makes a message out of what came in, or says why it is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from .game import Action, Game
from .layout import board_of, label_of, narrow_board_of
from .moves import Move
from .position import Position
from .rules import Rules

__all__ = [
    "Malformed",
    "Message",
    "board_layout",
    "board_state",
    "frozen",
    "id_of",
    "read_message",
    "said",
    "thawed",
]

KINDS: Final = ("move", "undo", "redo", "restart", "new", "hello")
LONGEST_ID: Final = 64
LONGEST_TEXT: Final = 40
MOST_FIELDS: Final = 8


class Malformed(ValueError):
    """What came from the page is no message; the sentence says why."""


class Message(NamedTuple):
    """One thing that the page asks for.

    Attributes
    ----------
    kind : str
        ``"move"``, ``"undo"``, ``"redo"``, ``"restart"``, ``"new"`` or ``"hello"``.
    id : str
        What the answer repeats.
    version : int
        The version of the state that the player saw.
    text : str
        The move, the deal number or the page's release; empty where nothing is said.
    """

    kind: str
    id: str
    version: int
    text: str


TEXT_FIELD: Final = {"move": "move", "new": "deal", "hello": "release"}


def read_message(content: object) -> Message:
    """Read what the page sent.

    Raises
    ------
    Malformed
        When it is no message: of another kind, too large, with fields of the wrong type.

    Examples
    --------
    >>> read_message({"kind": "move", "id": "a-1", "version": 3, "move": "T5 T9 3"})
    Message(kind='move', id='a-1', version=3, text='T5 T9 3')
    """
    if not isinstance(content, Mapping) or len(content) > MOST_FIELDS:
        raise Malformed("a message is an object with a few fields")
    kind, id, version = content.get("kind"), content.get("id"), content.get("version", 0)
    if kind not in KINDS:
        raise Malformed(f"a message's kind is one of {', '.join(KINDS)}")
    if not isinstance(id, str) or not 1 <= len(id) <= LONGEST_ID:
        raise Malformed(f"a message's id is a text of 1 to {LONGEST_ID} characters")
    if type(version) is not int or (kind != "hello" and "version" not in content):
        raise Malformed("a message's version is the whole number that the drawn state has")
    text = content.get(TEXT_FIELD.get(kind, ""))
    if text is None and kind != "move":
        text = ""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise Malformed(f"a message's {TEXT_FIELD[kind]} is a text of at most {LONGEST_TEXT} characters")
    return Message(kind, id, version, text)


def id_of(content: object) -> str:
    """The id to answer to, even where the rest is no message; empty where there is none."""
    id = content.get("id") if isinstance(content, Mapping) else None
    return id if isinstance(id, str) and len(id) <= LONGEST_ID else ""


def board_layout(rules: Rules) -> Mapping[str, Any]:
    """What stays the same while a game is played: the piles, their places, the options in force."""
    wide, narrow = board_of(rules), narrow_board_of(rules)
    piles = [
        {
            "name": name,
            "kind": group.kind,
            "label": label_of(rules, name),
            "at": wide.places[name],
            "narrow": narrow.places[name],
            "fan": group.kind == "tableau",
        }
        for group in rules.groups
        for name in group.names
    ]
    board: Mapping[str, Any] = frozen(
        {
            "game": rules.name,
            "id": rules.id,
            "columns": wide.columns,
            "rows": wide.rows,
            "narrow_columns": narrow.columns,
            "narrow_rows": narrow.rows,
            "piles": piles,
            "options": [{"name": name, "value": value} for name, value in rules.chosen.items()],
        }
    )
    return board


def board_state(game: Game) -> dict[str, Any]:
    """What lies where and what may be done with it, as the page draws it.

    Face-down cards are empty texts: their rank and suit stay here.
    """
    position = game.position
    return {
        "status": position.status,
        "deal": str(game.deal or ""),
        "piles": [_pile_texts(position, name) for name in position],
        "moves": [str(move) for move in best_first(position)],
        "partial": _partial_drops(position),
        "signs": [_sign(position, name) for name in position],
        "shut": [name for name in position if _is_shut(position, name)],
        "undo": len(game.moves),
        "redo": len(game.undone),
        "can_move": {name: lifted for name in position if (lifted := position.can_lift(name))},
    }


def best_first(position: Position) -> list[Move]:
    """The legal moves, those before others that a double-tap should choose.

    A card goes to a foundation, else onto a card of its own suit, else onto any card, else to a cell or an
    empty pile; where several are alike, to the first in the order of the declaration.
    """
    return sorted(position.legal_moves, key=lambda move: _preference(position, move))


def _preference(position: Position, move: Move) -> int:
    if move.is_deal:
        return 9
    target, pile = position.group_of(move.target), position[move.target]
    if target.kind == "foundation":
        return 0
    if not pile:
        return 3
    return 1 if pile[-1].suit is position[move.source][-move.count].suit else 2


def _pile_texts(position: Position, name: str) -> list[str]:
    down = position.face_down(name)
    return [""] * down + [card.id for card in position[name][down:]]


def _partial_drops(position: Position) -> dict[str, int]:
    """The runs that a foundation takes only a part of, and how many cards that is."""
    taken: dict[tuple[str, str], int] = {}
    for move in position.legal_moves:
        if not move.is_deal and position.group_of(move.target).piecemeal:
            key = move.source, move.target
            taken[key] = max(move.count, taken.get(key, 0))
    return {
        str(Move(source, target, count)): most
        for (source, target), most in taken.items()
        for count in range(most + 1, position.can_lift(source) + 1)
    }


def _sign(position: Position, name: str) -> str:
    """What an empty pile takes, as far as one rank or one face says it."""
    group, wanted = position.group_of(name), position.wanted(name)
    ranks = {card.rank for card in wanted} or set(group.starts_with)
    if len(ranks) != 1 or position[name]:
        return ""
    return wanted[0].ascii if len(wanted) == 1 else ranks.pop().letter


def _is_shut(position: Position, name: str) -> bool:
    return not position[name] and bool(position.group_of(name).opened_by) and not position.wanted(name)


def said(rules: Rules, kind: str, action: Action | None) -> dict[str, str]:
    """The last action for the page: its kind, its move and what a screen reader says."""
    if action is None:
        return {
            "kind": kind,
            "move": "",
            "text": {"restart": "Back to the start", "new": f"{rules.name}: new deal"}[kind],
        }
    before = {"undo": "Undone: ", "redo": "Redone: "}.get(kind, "")
    return {"kind": kind, "move": str(action.move), "text": before + _spoken(rules, action)}


def _spoken(rules: Rules, action: Action) -> str:
    if action.move.is_deal:
        return f"dealt {', '.join(card.name for card in action.cards)}" if action.cards else "cards back to the stock"
    first, more = action.cards[0].name, len(action.cards) - 1
    cards = f"{first} and {more} more" if more else first
    filled = "".join(f"; {card.name} fills {label_of(rules, name)}" for name, card in action.set_off)
    return f"{cards} to {label_of(rules, action.move.target)}{filled}"


def frozen(value: Any) -> Any:
    """The same value, unchangeable: lists as tuples, dictionaries as read-only views."""
    kind = type(value)
    if kind is dict:
        return MappingProxyType({key: frozen(each) for key, each in value.items()})
    return tuple(map(frozen, value)) if kind is list or kind is tuple else value


def thawed(value: Any, _widget: object = None) -> Any:
    """The same value as JSON wants it."""
    kind = type(value)
    if kind is MappingProxyType:
        return {key: thawed(each) for key, each in value.items()}
    return list(map(thawed, value)) if kind is tuple else value
