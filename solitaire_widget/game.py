"""A game: one deal being played, with everything that was done and may be undone."""

from __future__ import annotations

import operator
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from itertools import takewhile
from threading import RLock
from time import time
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, SupportsIndex, Unpack

from .cards import Card, SolitaireError, has_odd_signs, quoted, read_cards
from .deals import draw_number, read_number, shuffled
from .games import ALL_RULES, find_rules
from .layout import label_of
from .moves import DEAL, Move, Refusal
from .picture import Look, text_board
from .position import Pile, Position, PositionError, Status, with_decks
from .record import GameRecord, RecordError
from .refusals import allowing, listed
from .rules import Rules

if TYPE_CHECKING:
    from .teach.why import Explanation

__all__ = ["Action", "Change", "Difference", "Game", "HistoryError", "HookError", "NothingToUndo", "SetOff"]

LONGEST_COMMENT: Final = 500
LONGEST_BOOKMARK: Final = 40


class NothingToUndo(SolitaireError):
    """An undo at the start, or a redo at the end."""


class HistoryError(SolitaireError):
    """A place in the history that is not there, or a comment or bookmark that cannot be kept."""


class HookError(RuntimeError):
    """Somebody's listener or observer failed after something was done, which stands; `__cause__` is the first failure.

    Attributes
    ----------
    errors : tuple of Exception
        Every failure, in order.
    """

    def __init__(self, errors: tuple[Exception, ...]) -> None:
        super().__init__(f"it was done, but a hook failed: {type(errors[0]).__name__}: {errors[0]}"[:300])
        self.errors = errors


class SetOff(NamedTuple):
    """What a move set off by itself.

    Attributes
    ----------
    pile : str
        Where it happened.
    card : Card
        The card that came from the stock, or that now lies face up.
    how : str
        ``"fills"`` or ``"turns up in"``.
    """

    pile: str
    card: Card
    how: Literal["fills", "turns up in"]

    def __str__(self) -> str:
        return f"{self.card.id} {self.how} {self.pile}"

    def said(self, place: str) -> str:
        """The same for a screen reader, which knows the pile by another name."""
        return f"{self.card.name} {self.how} {place}"


class Action(NamedTuple):
    """One action of the player, with all that it set off.

    Attributes
    ----------
    number : int
        The place in the history, from 1.
    move : Move
        What the player did.
    cards : tuple of Card
        The cards that travelled, from bottom to top as they lay; for a deal, the dealt ones in order.
    set_off : tuple of SetOff
        What happened by itself: a pile that was filled from the stock, a card that turned face up.
    before : Position
        The position in which it was done.
    time : float
        When it was done, in seconds since 1970; 0 where a saved game does not say.

    Examples
    --------
    >>> action = Game("adela", deal=7).play("T2 T7 1")
    >>> action.text, action.rules
    ('3 of spades to pile 7; 2 of spades fills pile 2', ('AD-12', 'AD-10', 'AD-13'))
    """

    number: int
    move: Move
    cards: tuple[Card, ...]
    set_off: tuple[SetOff, ...]
    before: Position
    time: float

    def __str__(self) -> str:
        return str(self.move)

    @property
    def text(self) -> str:
        """The action as a screen reader says it."""
        if self.move.is_deal:
            return f"dealt {', '.join(card.name for card in self.cards)}" if self.cards else "cards back to the stock"
        rules, more = self.before.rules, len(self.cards) - 1
        cards = self.cards[0].name + (f" and {more} more" if more else "")
        set_off = "".join(f"; {each.said(label_of(rules, each.pile))}" for each in self.set_off)
        return f"{cards} to {label_of(rules, self.move.target)}{set_off}"

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the ledger rows that allow it and what it set off."""
        return allowing(self.before, self.move)

    def record(self) -> dict[str, Any]:
        """The action as plain values: ``number``, ``time``, ``move``, ``text``, ``cards``, ``set_off``, ``rules``."""
        return {
            "number": self.number,
            "time": datetime.fromtimestamp(self.time, UTC).isoformat(timespec="milliseconds") if self.time else "",
            "move": str(self.move),
            "text": self.text,
            "cards": [card.id for card in self.cards],
            "set_off": [str(each) for each in self.set_off],
            "rules": list(self.rules),
        }


class Difference(NamedTuple):
    """What changed from one position to another.

    Attributes
    ----------
    piles : dict
        For each pile that changed, the cards that are gone and those that came, from bottom to top.
    turned_up : dict
        For each pile, the cards that lay face down there before and lie face up now.
    turned_down : dict
        The other way round, as from a later place to an earlier one.

    Examples
    --------
    >>> game = Game("adela", deal=7)
    >>> _ = game.play("T2 T7 1")
    >>> print(game.diff(0, 1))
    S: 2♠ gone
    T2: 3♠ gone, 2♠ came
    T7: 3♠ came
    """

    piles: dict[str, tuple[Pile, Pile]]
    turned_up: dict[str, Pile]
    turned_down: dict[str, Pile]

    def __str__(self) -> str:
        lines = [
            f"{name}: {', '.join(self._changes_of(name))}"
            for name in {**self.piles, **self.turned_up, **self.turned_down}
        ]
        return "\n".join(lines) or "no difference"

    def _changes_of(self, name: str) -> Iterator[str]:
        gone, come = self.piles.get(name, ((), ()))
        up, down = self.turned_up.get(name, ()), self.turned_down.get(name, ())
        for cards, what in ((gone, "gone"), (come, "came"), (up, "turned up"), (down, "turned down")):
            if cards:
                yield f"{listed(cards)} {what}"


class Change(NamedTuple):
    """What a listener is told after a change.

    Attributes
    ----------
    game : Game
        The game, in its new state.
    kind : str
        ``"move"``, ``"deal"``, ``"undo"``, ``"redo"``, ``"restart"``, ``"go"``, or ``"note"`` for a comment or
        a bookmark.
    action : Action or None
        The action that was made, undone or redone; None for a restart and for a way through the history.
    """

    game: Game
    kind: str
    action: Action | None


class Game:
    """One deal being played.

    Parameters
    ----------
    game : str or Rules
        The game, by name (``"arabella"``, ``"Auld Lang Syne"``, in any case and spacing) or as `Rules`.
    deal : int or str, optional
        The deal number; without it one is drawn at random.
    deck : str or iterable of Card, optional
        The cards in the order in which they are dealt, instead of a number.
    position : Position or str, optional
        Where to start from, instead of a game and a deal; as text too (see `solitaire_widget.notation`).
    **options
        The game's options, such as ``deal_when="any time"``.

    Raises
    ------
    UnknownGame, OptionError, DealError, PositionError
        When there is no such game, option, deal number or deck.

    Examples
    --------
    >>> game = Game("arabella", deal=1)
    >>> game.play("T12 T8 1").cards
    (Card('6D'),)
    >>> game.status, str(game.undo())
    ('playing', 'T12 T8 1')
    """

    def __init__(
        self,
        game: str | Rules | None = None,
        deal: SupportsIndex | str | None = None,
        *,
        deck: str | Iterable[Card] | None = None,
        position: Position | str | None = None,
        **options: Any,
    ) -> None:
        given = [
            name for name, value in {"deal": deal, "deck": deck, "position": position}.items() if value is not None
        ]
        if len(given) > 1:
            raise PositionError(f"a game starts from one thing: leave out {' or '.join(given)}")
        if isinstance(position, str):
            position = Position.from_text(position, None if game is None else find_rules(game).with_options(**options))
        if position is not None and not isinstance(position, Position):
            raise PositionError(f"a position is given as {quoted(position)}: Position.of makes one")
        if game is None and position is None:
            raise PositionError(f'which game? Say its name, as in Game("{ALL_RULES[0].id}")')
        rules = position.rules if game is None and position is not None else find_rules(game)
        self._rules = rules.with_options(**options) if options else rules
        self._deal: int | None = None
        self._deck: tuple[Card, ...] = ()
        if position is not None:
            if position.rules != self._rules:
                raise PositionError(f"that is a position of {position.rules!r}, not of {self._rules!r}")
        elif deck is not None:
            self._deck = _full_deck(deck, self._rules)
            position = Position.laid_out(self._rules, self._deck)
        else:
            self._deal = draw_number() if deal is None else read_number(deal)
            position = Position.dealt(self._rules, self._deal)
        self._positions = [position]
        self._moves: list[Move] = []
        self._times: list[float] = []
        self._undone: list[Move] = []
        self._automatic: set[int] = set()
        self.follow_up: Callable[[Position], Move | None] | None = None
        self._comments: dict[int, str] = {}
        self._bookmarks: dict[str, int] = {}
        self._listeners: dict[object, Callable[[Change], None]] = {}
        self._untold: deque[Change] = deque()
        self._telling = False
        self._lock = RLock()

    # -- what there is -------------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The game that is played, with its options."""
        return self._rules

    @property
    def deal(self) -> int | None:
        """The deal number, or None where the cards came from a deck or a position."""
        return self._deal

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards in the order in which they were dealt; empty where the game began from a position."""
        return self._deck if self._deal is None else shuffled(self._deal, self._rules.decks)

    @property
    def start(self) -> Position:
        """The position in which the game began."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every move that is allowed now, the deal included."""
        return self.position.legal_moves

    @property
    def status(self) -> Status:
        """``"playing"``, ``"won"`` or ``"lost"``, computed from the position."""
        return self.position.status

    @property
    def history(self) -> tuple[Action, ...]:
        """Every action since the start, in order."""
        with self._lock:
            return tuple(self._action(number) for number in range(1, len(self._positions)))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the history alone."""
        return tuple(self._moves)

    @property
    def automatic(self) -> frozenset[int]:
        """The numbers of the actions that followed another one by themselves; see `follow_up`."""
        return frozenset(self._automatic)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that may be redone, the next one first."""
        return tuple(reversed(self._undone))

    def at(self, ply: int | str) -> Position:
        """Give the position after so many actions.

        Parameters
        ----------
        ply : int or str
            How many actions were made: 0 is the start, -1 the position now, as in a list; or a bookmark's name.

        Raises
        ------
        HistoryError
            When the history has no such place.

        Examples
        --------
        >>> game = Game("adela", deal=7)
        >>> _ = game.play("T2 T7 1")
        >>> game.at(0) is game.start, game.at(-1) is game.position
        (True, True)
        """
        with self._lock:
            return self._positions[self._ply(ply, len(self._moves))]

    def diff(self, before: int | str = -2, after: int | str = -1) -> Difference:
        """Say what changed between two places of the history, each as for `at`.

        Raises
        ------
        HistoryError
            When the history has no such place.
        """
        with self._lock:
            old, new = self.at(before), self.at(after)
        changed, up, down = {}, {}, {}
        for name, was, now in zip(old, old.piles, new.piles, strict=True):
            same = sum(1 for _ in _in_step(was, now))
            if was[same:] or now[same:]:
                changed[name] = was[same:], now[same:]
            hidden_before, hidden_now = min(old.face_down(name), same), min(new.face_down(name), same)
            if turned_up := was[hidden_now:hidden_before]:
                up[name] = turned_up
            if turned_down := was[hidden_before:hidden_now]:
                down[name] = turned_down
        return Difference(changed, up, down)

    @property
    def comments(self) -> Mapping[int, str]:
        """What was said about actions, by their number; 0 is the start."""
        return MappingProxyType(dict(sorted(self._comments.items())))

    @property
    def bookmarks(self) -> Mapping[str, int]:
        """The places in the history that have a name."""
        return MappingProxyType(dict(self._bookmarks))

    @property
    def lock(self) -> AbstractContextManager[bool]:
        """A re-entrant lock: hold it to look at several things that have to belong together."""
        return self._lock

    def refusal(self, move: Move | str) -> Refusal | None:
        """Why a move is not allowed now, or None where it is; see `Position.refusal`."""
        return self.position.refusal(move)

    def to_svg(self, path: str | os.PathLike[str] | None = None, **look: Unpack[Look]) -> str:
        """Draw the position now as the board shows it; see `Position.to_svg`."""
        return self.position.to_svg(path, **look)

    def to_png(self, path: str | os.PathLike[str] | None = None, *, scale: float = 2.0, **look: Unpack[Look]) -> bytes:
        """Draw the position now as a bitmap, which takes the extra ``png``; see `Position.to_png`."""
        return self.position.to_png(path, scale=scale, **look)

    def _repr_svg_(self) -> str | None:
        return self.position._repr_svg_()

    def __str__(self) -> str:
        return self._as_text(ascii=False)

    def __format__(self, kind: str) -> str:
        if kind not in ("", "ascii"):
            raise HistoryError(f'no format {quoted(kind)} of a game: leave it out for signs, or say "ascii"')
        return self._as_text(ascii=kind == "ascii")

    def _as_text(self, *, ascii: bool) -> str:
        number = f"deal {self._deal}" if self._deal is not None else "own cards"
        made = len(self._moves)
        caption = f"{self._rules.name}, {number}, {made} move{'s' * (made != 1)}, {self.status}"
        return f"{caption}\n{text_board(self.position, ascii=ascii)}"

    def __repr__(self) -> str:
        number = f", deal={self._deal}" if self._deal is not None else ""
        options = "".join(f", {name}={value!r}" for name, value in self._rules.values)
        return f"<Game({self._rules.id!r}{number}{options}): {len(self._moves)} moves, {self.status}>"

    # -- what is done --------------------------------------------------------------------------------------

    def play(self, move: Move | str) -> Action:
        """Make a move, with all that it sets off, and what `follow_up` lets follow by itself.

        Raises
        ------
        IllegalMove
            When a rule forbids it; nothing has changed then.
        NotationError, UnknownPile
            When the text names no move, or a pile that is not there.
        """
        with self._lock:
            move = Move(move)
            after = self.position.after(move)
            self._forget_what_was_undone()
            self._add(move, after)
            number = len(self._moves)
            self._follow_up()
            action = self._action(number)
            self._tell("deal" if move.is_deal else "move", action)
            return action

    def _follow_up(self) -> None:
        """Make what follows by itself; one undo takes it back together with the move before."""
        while self.follow_up is not None and (move := self.follow_up(self.position)) is not None:
            self._add(move, self.position.after(move))
            self._automatic.add(len(self._moves))

    def drop(self, move: Move | str) -> Action:
        """Make the move that dropping a run makes: a foundation takes it as far as each card fits (AR-15).

        Examples
        --------
        >>> from solitaire_widget.games import ADELA
        >>> game = Game(position=Position.of(ADELA, J1="JH TH 9H 8H 7H 6H 5H 4H 3H", T1="KH AH 2H"))
        >>> str(game.drop("T1 J1 3"))
        'T1 J1 2'
        """
        with self._lock:
            return self.play(self.position.fitting(move))

    def deal_cards(self) -> Action:
        """Tap the stock: deal, or take the cards back to the stock where the rules have a redeal."""
        return self.play(DEAL)

    def undo(self) -> Action:
        """Take the last action back, with all that it set off and all that followed by itself, and give it.

        Raises
        ------
        NothingToUndo
            At the start.
        """
        with self._lock:
            if not self._moves:
                raise NothingToUndo("nothing to undo: the game is at its start")
            while len(self._moves) in self._automatic:
                self._step_back()
            action = self._action(len(self._moves))
            self._step_back()
            self._tell("undo", action)
            return action

    def redo(self) -> Action:
        """Make the action again that was undone last.

        Raises
        ------
        NothingToUndo
            When nothing was undone, or another move was made since.
        """
        with self._lock:
            if not self._undone:
                raise NothingToUndo("nothing to redo: no action was undone")
            self._step_forth()
            action = self._action(len(self._moves))
            while len(self._moves) + 1 in self._automatic and self._undone:
                self._step_forth()
            self._tell("redo", action)
            return action

    def restart(self) -> None:
        """Go back to the start of the same deal; what was done may still be redone.

        Raises
        ------
        NothingToUndo
            At the start.
        """
        with self._lock:
            if not self._moves:
                raise NothingToUndo("nothing to restart: the game is at its start")
            while self._moves:
                self._step_back()
            self._tell("restart", None)

    def go_to(self, ply: int | str) -> None:
        """Go to a place in the history, back or forth; what lies after it may still be redone.

        Parameters
        ----------
        ply : int or str
            How many actions from the start on, those that were undone included; or a bookmark's name.

        Raises
        ------
        HistoryError
            When the history has no such place.

        Examples
        --------
        >>> game = Game("adela", deal=7)
        >>> game.bookmark("opening")
        >>> _ = game.play("T2 T7 1")
        >>> game.go_to("opening")
        >>> len(game.moves), len(game.undone)
        (0, 1)
        """
        with self._lock:
            wanted = self._ply(ply, len(self._moves) + len(self._undone))
            if wanted == len(self._moves):
                return
            while len(self._moves) > wanted:
                self._step_back()
            while len(self._moves) < wanted:
                self._step_forth()
            self._tell("go", None)

    def comment(self, text: str, ply: int | str | None = None) -> None:
        """Say something about an action; an empty text takes back what was said.

        Parameters
        ----------
        text : str
            One line of at most 500 characters.
        ply : int or str, optional
            The action's number (0 is the start) or a bookmark's name; the last action without it.

        Raises
        ------
        HistoryError
            When the text is no such line, or the history has no such place.

        Examples
        --------
        >>> game = Game("adela", deal=7)
        >>> _ = game.play("T2 T7 1")
        >>> game.comment("opens the second pile")
        >>> dict(game.comments)
        {1: 'opens the second pile'}
        """
        with self._lock:
            number = self._ply(len(self._moves) if ply is None else ply, len(self._moves) + len(self._undone))
            if text == "":
                self._comments.pop(number, None)
            else:
                self._comments[number] = _one_line(text, "comment", LONGEST_COMMENT)
            self._tell("note", None)

    def bookmark(self, name: str, ply: int | str | None = None) -> None:
        """Give a place in the history a name, to go back to; a name that was given moves there.

        Parameters
        ----------
        name : str
            1 to 40 characters on one line, not digits alone, without brackets.
        ply : int or str, optional
            How many actions from the start on; the place now without it.

        Raises
        ------
        HistoryError
            When the name is none, or the history has no such place.
        """
        with self._lock:
            number = self._ply(len(self._moves) if ply is None else ply, len(self._moves) + len(self._undone))
            line = _one_line(name, "bookmark", LONGEST_BOOKMARK)
            if line.isdigit() or set("[]") & set(line):
                raise HistoryError(f"a bookmark cannot be called {quoted(name)}: use words, without [ and ]")
            self._bookmarks[line] = number
            self._tell("note", None)

    def forget_bookmark(self, name: str) -> None:
        """Take a bookmark away.

        Raises
        ------
        HistoryError
            When there is none of that name.
        """
        with self._lock:
            self._ply(str(name), len(self._moves) + len(self._undone))
            del self._bookmarks[name]
            self._tell("note", None)

    def _ply(self, ply: int | str, last: int) -> int:
        if isinstance(ply, str):
            if ply not in self._bookmarks:
                have = f"there are {', '.join(self._bookmarks)}" if self._bookmarks else "there are none yet"
                raise HistoryError(f"no bookmark {quoted(ply)}: {have}")
            ply = self._bookmarks[ply]
        try:
            number = operator.index(ply)
        except TypeError:
            number = last + 1
        number += last + 1 if number < 0 else 0
        if isinstance(ply, bool) or not 0 <= number <= last:
            raise HistoryError(f"no ply {quoted(ply)}: the history goes from 0, the start, to {last}")
        return number

    def _forget_what_was_undone(self) -> None:
        if self._undone:
            last = len(self._moves)
            self._undone.clear()
            self._automatic = {ply for ply in self._automatic if ply <= last}
            self._comments = {ply: text for ply, text in self._comments.items() if ply <= last}
            self._bookmarks = {name: ply for name, ply in self._bookmarks.items() if ply <= last}

    def _add(self, move: Move, after: Position, at: float | None = None) -> None:
        self._moves.append(move)
        self._times.append(time() if at is None else at)
        self._positions.append(after)

    def _step_forth(self) -> None:
        move = self._undone.pop()
        self._add(move, self.position.after(move))

    def _step_back(self) -> None:
        self._positions.pop()
        self._times.pop()
        self._undone.append(self._moves.pop())

    def _action(self, number: int) -> Action:
        move, before, after = self._moves[number - 1], self._positions[number - 1], self._positions[number]
        at = self._times[number - 1]
        if move.is_deal:
            stock = self._rules.of_kind("stock")[0].letter
            return Action(number, move, before[stock][len(after[stock]) :][::-1], (), before, at)
        cards = before[move.source][-move.count :]
        left = after[move.source]
        set_off: tuple[SetOff, ...] = ()
        if left and len(cards) == len(before[move.source]):
            set_off = (SetOff(move.source, left[-1], "fills"),)
        elif left and before.face_down(move.source) >= len(left):
            set_off = (SetOff(move.source, left[-1], "turns up in"),)
        return Action(number, move, cards, set_off, before, at)

    # -- who listens ---------------------------------------------------------------------------------------

    def listen(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Have `listener` called after each change; the function given back ends that.

        A listener may play on: what it does is told after what it was told. One that fails keeps no other
        from being told; the call that made the change then raises `HookError`.
        """
        key = object()
        with self._lock:
            self._listeners[key] = listener

        def stop() -> None:
            with self._lock:
                self._listeners.pop(key, None)

        return stop

    def _tell(self, kind: str, action: Action | None) -> None:
        self._untold.append(Change(self, kind, action))
        if self._telling:
            return
        errors: list[Exception] = []
        self._telling = True
        try:
            while self._untold:
                change = self._untold.popleft()
                for listener in tuple(self._listeners.values()):
                    try:
                        listener(change)
                    except Exception as error:
                        errors += error.errors if isinstance(error, HookError) else (error,)
        finally:
            self._telling = False
        if errors:
            raise HookError(tuple(errors)) from errors[0]

    # -- a game as a value ---------------------------------------------------------------------------------

    def copy(self) -> Game:
        """The same game once more; playing one leaves the other as it is."""
        with self._lock:
            twin = object.__new__(type(self))
            vars(twin).update(vars(self))
            twin._positions, twin._moves, twin._undone = self._positions[:], self._moves[:], self._undone[:]
            twin._automatic, twin.follow_up = self._automatic.copy(), None
            twin._times, twin._comments, twin._bookmarks = self._times[:], self._comments.copy(), self._bookmarks.copy()
            twin._listeners, twin._untold, twin._telling, twin._lock = {}, deque(), False, RLock()
            return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:
            kept: dict[str, Any] = {
                "follow_up": None,
                "_listeners": {},
                "_untold": deque(),
                "_telling": False,
                "_lock": None,
            }
            return vars(self) | kept | {"_positions": self._positions[:1]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _lock=RLock())
        for move in self._moves:
            self._positions.append(self.position.after(move))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._key == other._key

    def __hash__(self) -> int:
        """The start alone, which stays the same while the game goes on."""
        return hash((self._rules.id, self._deal, self.start))

    @property
    def _key(self) -> tuple[object, ...]:
        begun = self._rules, self._deal, self._deck, self.start
        return *begun, self._moves, self._undone, self._automatic, self._comments, self._bookmarks

    def to_json(self) -> str:
        """The game as one line of JSON, undo and redo included; `from_json` reads it back."""
        with self._lock:
            begun = self._deal is None and not self._deck
            return GameRecord(
                game=self._rules.id,
                options=dict(self._rules.values),
                deal=str(self._deal or ""),
                deck=" ".join(card.id for card in self._deck),
                **_start_of(self.start if begun else None),
                moves=tuple(map(str, self._moves)),
                redo=tuple(map(str, self.undone)),
                times=tuple(round(at, 3) for at in self._times),
                automatic=tuple(sorted(self._automatic)),
                comments={str(ply): text for ply, text in self.comments.items()},
                bookmarks=dict(self._bookmarks),
            ).to_json()

    def to_text(self) -> str:
        """The game as a short text for people; see `solitaire_widget.notation`."""
        from .notation import write_game

        return write_game(self)

    @classmethod
    def from_text(cls, text: str, rules: Rules | None = None) -> Game:
        """Read a game that `to_text` wrote, or that somebody wrote by hand; every move is checked.

        Raises
        ------
        TextError
            With the line, the column and what was expected there.
        """
        from .notation import read_game

        game = read_game(text, rules)
        game._times = [0.0] * len(game.moves)
        return game

    def why(self, move: Move | str) -> Explanation:
        """Explain a move, legal or not, in one to three sentences with the ids of the rules.

        Raises
        ------
        NotationError, UnknownPile
            When the text names no move, or a pile that is not there.
        """
        from .teach.why import explain

        return explain(self.position, move)

    @classmethod
    def from_json(cls, text: str, rules: Rules | None = None) -> Game:
        """Read a game that `to_json` wrote; every move is checked.

        Parameters
        ----------
        text : str
            The saved game.
        rules : Rules, optional
            The game's declaration, where it is not one of this package.

        Raises
        ------
        RecordError
            With the place and the reason.

        Examples
        --------
        >>> game = Game("adela", deal=7)
        >>> Game.from_json(game.to_json()) == game
        True
        """
        record = GameRecord.from_json(text)
        try:
            chosen = find_rules(rules or record.game).with_options(**record.options)
            if chosen.id != record.game:
                raise RecordError(f"it is one of {record.game}, not of {chosen.id}")
            if record.position:
                game = cls(position=_begun(chosen, record))
            else:
                game = cls(chosen, deal=record.deal or None, deck=record.deck or None)
        except SolitaireError as error:
            raise RecordError(f"the saved game does not begin: {error}") from None
        for number, move in enumerate((*record.moves, *record.redo), 1):
            try:
                game.play(move)
            except SolitaireError as error:
                raise RecordError(f"move {number} of the saved game: {error}") from None
        for _ in record.redo:
            game._step_back()
        game._take_over(record)
        return game

    def _take_over(self, record: GameRecord) -> None:
        """What a record says about moves that were made, not which they are."""
        self._times = list(record.times or (0.0,) * len(self._moves))
        if len(self._times) != len(self._moves):
            raise RecordError(f"the saved game has {len(self._times)} times for {len(self._moves)} moves")
        there = range(2, len(record.moves) + len(record.redo) + 1)
        if not all(number in there for number in record.automatic):
            raise RecordError("the saved game calls moves automatic that were not made, or its first one")
        self._automatic = set(record.automatic)
        try:
            for name, ply in record.bookmarks.items():
                self.bookmark(name, ply)
            for number, text in record.comments.items():
                self.comment(text, _ply_of(number))
        except HistoryError as error:
            raise RecordError(f"the saved game's notes: {error}") from None


def _ply_of(number: str) -> int:
    if not (number.isascii() and number.isdigit() and len(number) <= 6):
        raise HistoryError(f"no ply {quoted(number)}: the history counts actions from 0")
    return int(number)


def _in_step(was: Pile, now: Pile) -> Iterable[Card]:
    """The cards at the bottom that both piles have."""
    return (old for old, _ in takewhile(lambda pair: pair[0] is pair[1], zip(was, now, strict=False)))


def _one_line(text: object, what: str, most: int) -> str:
    if not isinstance(text, str) or not 1 <= len(text) <= most or has_odd_signs(text) or text != text.strip():
        raise HistoryError(f"{quoted(text)} is no {what}: write one line of 1 to {most} characters")
    return text


def _start_of(start: Position | None) -> dict[str, Any]:
    """The fields of a record that say where a game began by hand."""
    if start is None:
        return {}
    _, (_, piles, hidden, redealt, number) = start.__reduce__()
    return {
        "position": {name: " ".join(card.id for card in pile) for name, pile in zip(start, piles, strict=True)},
        "hidden": {name: down for name, down in zip(start, hidden, strict=True) if down},
        "redealt": redealt,
        "shuffled_by": str(number or ""),
    }


def _begun(rules: Rules, record: GameRecord) -> Position:
    """The position that a record says a game began with."""
    laid = Position.of(rules, record.position)
    for name, down in record.hidden.items():
        if not 0 <= down <= len(laid[name]) or (down and laid.group_of(name).face_up is None):
            raise RecordError(f"{name} has no {quoted(down)} cards to lie face down")
    number = read_number(record.shuffled_by) if record.shuffled_by else None
    return Position(rules, laid.piles, tuple(record.hidden.get(name, 0) for name in laid), record.redealt, number)


def _full_deck(deck: str | Iterable[Card], rules: Rules) -> tuple[Card, ...]:
    """Read a whole deck; twins that are written alike get their decks in the order in which they come."""
    if not isinstance(deck, str | Iterable):
        raise PositionError(f"a deck is given as {quoted(deck)}: give its cards, as in '9H TC …'")
    cards = read_cards(deck) if isinstance(deck, str) else tuple(map(Card, deck))
    wanted = rules.decks * 52
    by_hand = with_decks(cards, rules)
    if len(by_hand) != wanted:
        missing = sorted({card.ascii for card in shuffled(1, rules.decks) if card not in by_hand})
        raise PositionError(f"{len(by_hand)} cards are no deck: {rules.name} has {wanted}, {missing[0]} is missing")
    return by_hand
