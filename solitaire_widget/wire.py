"""What crosses between Python and the page: the state that is drawn, and the messages that ask for something.

Nothing in here changes anything. `board_state` and `board_layout` say all that a page needs in order to draw,
and `read_message` makes a message out of what came in, or says why it is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from .cards import has_odd_signs, one_line
from .game import Action, Game
from .layout import board_of, label_of, narrow_board_of
from .moves import Move
from .picture import is_shut, shown_cards, sign_on
from .position import Position
from .preference import best_first
from .rules import Rules
from .teach.showing import NOTHING_SHOWN, Showing

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

KINDS: Final = (
    *("move", "undo", "redo", "restart", "new", "hello"),
    *("why", "step", "replay", "clear", "done", "panel", "hint", "show"),
)
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
        ``"move"``, ``"undo"``, ``"redo"``, ``"restart"``, ``"new"`` or ``"hello"``; ``"why"`` asks for an
        explanation, ``"step"`` and ``"replay"`` go through a story, ``"clear"`` takes marks away, ``"done"`` ends
        an exercise, ``"panel"`` asks for what a panel shows, ``"hint"`` for a hint or for the hint that is shown to be
        played, ``"show"`` for a way to win.
    id : str
        What the answer repeats.
    version : int
        The version of the state that the player saw.
    text : str
        The move, the deal number, the page's release, the step or the panel; empty where nothing is said.
    """

    kind: str
    id: str
    version: int
    text: str


TEXT_FIELD: Final = {
    "move": "move",
    "new": "deal",
    "hello": "release",
    "why": "move",
    "step": "to",
    "panel": "panel",
}
MAY_BE_LEFT_OUT: Final = ("new", "hello")


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
    if text is None and (kind in MAY_BE_LEFT_OUT or kind not in TEXT_FIELD):
        text = ""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise Malformed(f"a message's {TEXT_FIELD[kind]} is a text of at most {LONGEST_TEXT} characters")
    if has_odd_signs(id + text):
        raise Malformed("a message's texts are without control characters")
    return Message(kind, id, version, text)


def id_of(content: object) -> str:
    """The id to answer to, even where the rest is no message; empty where there is none."""
    id = content.get("id") if isinstance(content, Mapping) else None
    return one_line(id) if isinstance(id, str) and len(id) <= LONGEST_ID else ""


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


def board_state(game: Game, showing: Showing = NOTHING_SHOWN) -> dict[str, Any]:
    """What lies where and what may be done with it, as the page draws it.

    Face-down cards are empty texts: their rank and suit stay here. Where a story shows another position than the
    game's, nothing may be done with it; where moves are a pupil's answers, the page is not told the legal ones.
    """
    position = showing.position_in(game)
    state = _playable_state(game, position)
    if not showing.is_live(game):
        # What a story ends with is no end of the game.
        still = {"status": "playing", "moves": [], "partial": {}, "can_move": {}}
        return state | still | ({} if showing.ply is None else {"undo": showing.ply, "redo": 0})
    return state | {"moves": [], "partial": {}} if showing.only_notes_moves else state


def _playable_state(game: Game, position: Position) -> dict[str, Any]:
    return {
        "status": position.status,
        "deal": str(game.deal or ""),
        "piles": [shown_cards(position, name) for name in position],
        "moves": [str(move) for move in best_first(position)],
        "partial": _partial_drops(position),
        "signs": [sign_on(position, name) for name in position],
        "shut": [name for name in position if is_shut(position, name)],
        "undo": len(game.moves),
        "redo": len(game.undone),
        "can_move": {name: lifted for name in position if (lifted := position.can_lift(name))},
    }


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


MOST_FOLLOWERS_TOLD: Final = 3


def said(rules: Rules, kind: str, action: Action | None, followed: Sequence[Action] = ()) -> dict[str, str]:
    """The last action for the page: its kind, its move and what a screen reader says, with what followed by itself."""
    if action is None:
        sentence = {
            "restart": "Back to the start",
            "new": f"{rules.name}: new deal",
            "go": "Another place in the game",
            "show": "",
        }[kind]
        return {"kind": kind, "move": "", "text": sentence}
    before = {"undo": "Undone: ", "redo": "Redone: "}.get(kind, "")
    more = len(followed) - MOST_FOLLOWERS_TOLD
    told = [each.text for each in followed[:MOST_FOLLOWERS_TOLD]] + ([f"{more} more by themselves"] if more > 0 else [])
    return {"kind": kind, "move": str(action.move), "text": before + "; ".join([action.text, *told])}


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
