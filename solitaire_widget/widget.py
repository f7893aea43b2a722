"""A game in a notebook: Python holds the position, the page draws it and sends what the player asks for."""

from __future__ import annotations

import os
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version as installed_version
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, SupportsIndex

import anywidget
import traitlets as t

from .advice import Adviser
from .cards import Card, SolitaireError, quoted
from .game import Action, Change, Game, HookError
from .hooks import Hooks, Moves
from .keeping import Keeper
from .log import Log
from .moves import IllegalMove, Refusal
from .picture import html_board
from .position import Position, PositionError
from .rules import OptionError, Rules
from .shelf import Shelf
from .teach.marks import Marks
from .teach.showing import NOTHING_SHOWN, Showing
from .wire import Malformed, Message, board_layout, board_state, frozen, id_of, read_message, said, thawed

__all__ = ["SolitaireWidget"]

RELEASE: Final = installed_version("solitaire-widget")
BUNDLE: Final = Path(__file__).parent / "static" / "widget.js"
HOT_RELOAD: Final = "ANYWIDGET_HMR"
REMEMBERED_IDS: Final = 256
KEPT_ERRORS: Final = 20


def _front_end() -> Path | str:
    if os.environ.get(HOT_RELOAD) == "1":
        return BUNDLE
    try:
        return BUNDLE.read_text("utf-8")
    except FileNotFoundError:
        raise ImportError(f"the front end, {BUNDLE.name}, is not built: pip install -e . builds it") from None


class SolitaireWidget(Adviser, anywidget.AnyWidget):
    """A game that is played on the page and from code at once.

    Parameters
    ----------
    game : str or Rules or Game
        A game's name or declaration, or a `Game` that is going on already.
    deal : int or str, optional
        The deal number; without it one is drawn at random.
    deck, position, **options
        As for `Game`.
    shelf : Shelf or str or Path or bool, optional
        Where the game is kept with every move: a shelf, or the file of one; False keeps it nowhere. Without it,
        `Shelf.default` says where.
    theme, felt, card_back, four_colours, large_indices, speed, assist, confirm_leaving, badge, autoplay
        How the board looks and behaves: traits of the same names.

    Attributes
    ----------
    state : Mapping
        What the page draws: piles, legal moves, status, refusal, version. Never changes in place.
    status : str
        ``"playing"``, ``"won"`` or ``"lost"``.
    notes : Mapping
        What the page draws besides: marks, a caption, a story's step. Never changes in place.
    version : int
        Grows by one with each accepted action, and with each other change of what is shown.
    log : Log
        What was done on the board and what was refused, as it happened.
    drawn : int
        The version that a page has drawn; only the page writes it.

    Raises
    ------
    UnknownGame, OptionError, DealError, PositionError
        When there is no such game, option, deal number or deck.

    Examples
    --------
    >>> widget = SolitaireWidget("adela", deal=7)
    >>> widget.game.play("T2 T7 1").cards
    (Card('3S'),)
    >>> widget.version, widget.status
    (1, 'playing')
    """

    _esm = _front_end()
    _ipython_display_ = None

    board = t.Any(read_only=True).tag(sync=True, to_json=thawed)
    state = t.Any(read_only=True).tag(sync=True, to_json=thawed)
    notes = t.Any(read_only=True).tag(sync=True, to_json=thawed)
    release = t.Unicode(RELEASE, read_only=True).tag(sync=True)
    log = t.Instance(Log, (), read_only=True)
    status = t.Unicode("playing", read_only=True)
    version = t.Int(0, read_only=True)

    drawn = t.Int(0).tag(sync=True, echo_update=False)
    theme = t.Enum(("host", "light", "dark", "contrast"), "host").tag(sync=True, echo_update=False)
    felt = t.Enum(("green", "slate", "none"), "green").tag(sync=True, echo_update=False)
    card_back = t.Enum(("lattice", "plain", "stripes"), "lattice").tag(sync=True, echo_update=False)
    four_colours = t.Bool(False).tag(sync=True, echo_update=False)
    large_indices = t.Bool(False).tag(sync=True, echo_update=False)
    speed = t.Enum(("off", "fast", "normal", "slow"), "normal").tag(sync=True, echo_update=False)
    assist = t.Enum(("off", "destinations", "movable"), "destinations").tag(sync=True, echo_update=False)
    confirm_leaving = t.Bool(True).tag(sync=True, echo_update=False)
    badge = t.Enum(("off", "known", "unseen"), "off").tag(sync=True, echo_update=False)
    autoplay = t.Bool(False).tag(sync=True, echo_update=False)

    # A widget that could not be made is closed all the same.
    _stop_listening: Callable[[], None] = staticmethod(lambda: None)
    _keeper = Keeper(False)
    _hooks = Hooks()

    def __init__(
        self,
        game: str | Rules | Game | None = None,
        deal: SupportsIndex | str | None = None,
        *,
        deck: str | Iterable[Card] | None = None,
        position: Position | str | None = None,
        shelf: Shelf | str | Path | bool | None = None,
        **options: Any,
    ) -> None:
        looks = {name: options.pop(name) for name in tuple(options) if name in LOOKS}
        for name, value in looks.items():
            if not self._can_be(name, value):
                raise OptionError(f"{name} cannot be {quoted(value)}: {_choices(self.traits()[name])}")
        if isinstance(game, Game):
            if options or (deal, deck, position) != (None, None, None):
                raise OptionError("that game has begun: give its deal and options to Game(), and no more here")
            self._game = game
        else:
            self._game = Game(game, deal, deck=deck, position=position, **options)
        self._session = secrets.token_hex(4)
        self._answered: deque[str] = deque(maxlen=REMEMBERED_IDS)
        self._errors: deque[Exception] = deque(maxlen=KEPT_ERRORS)
        self._hook_errors: list[Exception] = []
        self._catching = False
        self._hooks = Hooks()
        self._showing = NOTHING_SHOWN
        self._before_asking: Game | None = None
        self._keeper = Keeper(shelf)
        self._keeper.take(self._game)
        self._begin_advice()
        self._show_new(version=0)
        super().__init__(**looks)
        self._advise_anew()
        self.on_msg(self._on_message)
        self._stop_listening = self._game.listen(self._on_change)

    # -- for code ------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played; another one may be put in its place."""
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        if not isinstance(game, Game):
            raise PositionError(f"the board cannot show {quoted(game)}: give it a Game")
        with game.lock:
            self._before_asking = None
            self._put(game)

    def _put(self, game: Game, showing: Showing = NOTHING_SHOWN) -> None:
        with game.lock:
            self._stop_listening()
            self._game = game
            if self.comm is not None:
                self._stop_listening = game.listen(self._on_change)
            notice = self._keeper.take(game)
            self._showing = showing.instead(Marks(caption=notice)) if notice else showing
            self.log.note_new_game(f"{game!r}", game.status)
            self._hints_given = 0
            self._advise_anew()
            status_before = self.status
            self._show_new(self.version + 1)
            if self.status != status_before:
                self._hook_errors += self._hooks.tell("status", self.status)
            self._raise_hook_errors()

    def new_deal(self, deal: SupportsIndex | str | None = None) -> None:
        """Begin a new deal of the same game with the same options.

        Parameters
        ----------
        deal : int or str, optional
            The deal number; without it one is drawn at random.

        Raises
        ------
        DealError
            For a number that is none; the game goes on then.
        """
        self.game = Game(self._game.rules, deal)

    @classmethod
    def resume(
        cls,
        key: str | None = None,
        *,
        game: str | Rules | None = None,
        shelf: Shelf | str | Path | None = None,
        **looks: Any,
    ) -> SolitaireWidget:
        """Go on with a game that is kept on the shelf, with everything that may be undone and redone.

        Parameters
        ----------
        key : str, optional
            Which one, as ``shelf.games()`` lists them; the newest unfinished one without it.
        game : str or Rules, optional
            Of which game the newest unfinished one is wanted; a declaration for a game not of this package.
        shelf : Shelf or str or Path, optional
            Another shelf than the default one.
        **looks
            How the board looks, as for the widget.

        Raises
        ------
        ShelfError
            When there is no such game, or no shelf to look on.
        RecordError
            When the kept game is damaged; it stays as it is.
        """
        keeper = Keeper(shelf)
        widget = cls(keeper.taken_up(key, game), shelf=False, **looks)
        widget._keeper = keeper
        return widget

    @property
    def shelf(self) -> Shelf | None:
        """Where the game is kept, or None where it is kept nowhere.

        Raises
        ------
        ShelfError
            When its file cannot be used.
        """
        return self._keeper.shelf

    # -- for those who look on -----------------------------------------------------------------------------

    def on_move(self, hook: Callable[[Change], object], remove: bool = False) -> Callable[[Change], object]:
        """Have ``hook(change)`` called after each change of the game, or no longer; give the hook back.

        A hook that fails never breaks the game. Where the page asked for the change, the board shows the error and
        `errors` keeps it; where code did, the call raises `HookError` once all is done.
        """
        return self._hooks.register("move", hook, remove)

    def on_refused(self, hook: Callable[[Refusal], object], remove: bool = False) -> Callable[[Refusal], object]:
        """Have ``hook(refusal)`` called after each move that the page asked for in vain, or no longer."""
        return self._hooks.register("refused", hook, remove)

    def on_status(self, hook: Callable[[str], object], remove: bool = False) -> Callable[[str], object]:
        """Have ``hook(status)`` called when the game is won, lost or goes on again, or no longer."""
        return self._hooks.register("status", hook, remove)

    async def next_move(self, patience: float | None = 3.0) -> Action:
        """Wait for the next move or deal from now on, made on the page or by code, while the kernel goes on.

        What is made between two calls is in the history alone; `each_move` misses none.

        Parameters
        ----------
        patience : float or None
            How many seconds a page has to show that clicks arrive; None waits without asking, for moves from code.

        Raises
        ------
        NoClicks
            When no page answers: no board is shown, or the host delivers no click while a cell runs.
        """
        return await anext(self.each_move(patience))

    def each_move(self, patience: float | None = 3.0) -> Moves:
        """Give every move and deal from now on: ``async for action in board.each_move(): ...``.

        Parameters and errors are those of `next_move`.
        """
        return self._hooks.moves(self._ask_for_a_sign, patience)

    def _ask_for_a_sign(self) -> None:
        self.send({"kind": "ping"})

    @property
    def errors(self) -> tuple[Exception, ...]:
        """What went wrong while a message from the page was worked on, the newest last."""
        return tuple(self._errors)

    @property
    def last_error(self) -> Exception | None:
        """The newest of `errors`."""
        return self._errors[-1] if self._errors else None

    def close(self) -> None:
        """Take the board off every page; the game can be played on from code."""
        self._stop_listening()
        self._keeper.close()
        self._hooks.end()
        self._close_advice()
        super().close()

    def __repr__(self) -> str:
        return f"<SolitaireWidget: {self._game!r}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        bundle: tuple[dict[str, Any], dict[str, Any]] | None = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        with self._game.lock:
            data, metadata = bundle
            caption = str(self._game).partition("\n")[0]
            fallback = {
                "text/plain": f"{self._game}\n\nGame.from_json({self._game.to_json()!r})",
                "text/html": html_board(self._game.position, caption),
            }
        return {**data, **fallback}, metadata

    # -- from the page -------------------------------------------------------------------------------------

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what a page writes: the traits of the allow-list with values they can have, and nothing else.

        For everything else the page gets the true values back.
        """
        self._hooks.heard()
        with self._game.lock:
            kept = {name: value for name, value in sync_data.items() if self._page_may_write(name, value)}
            if kept:
                with self._catching_hook_errors():
                    super().set_state(kept)
                self._keep_hook_errors()
            if wrong := [name for name in sync_data if name in self.keys and name not in kept]:
                self.send_state(wrong)

    def _page_may_write(self, name: str, value: object) -> bool:
        if name not in PAGE_MAY_WRITE:
            return False
        if name == "drawn":
            return type(value) is int and 0 <= value <= self.version
        return self._can_be(name, value)

    def _can_be(self, name: str, value: object) -> bool:
        try:
            self.traits()[name]._validate(self, value)
        except t.TraitError:
            return False
        return True

    def _on_message(self, _widget: object, content: object, _buffers: object) -> None:
        self._hooks.heard()
        try:
            answer = self._answer(content)
        except Exception as error:
            self._keep_error(error)
            answer = {"id": id_of(content), "ok": False, "why": "failed", "reason": _in_words(error)}
        self.send({"kind": "answer", "version": self.version, **answer})

    def _answer(self, content: object) -> dict[str, Any]:
        try:
            message = read_message(content)
        except Malformed as error:
            return {"id": id_of(content), "ok": False, "why": "malformed", "reason": f"{error}"}
        if message.kind == "hello":
            return {"id": message.id, "ok": True, "release": RELEASE}
        with self._game.lock:
            if message.id in self._answered:
                return _refused(message, "repeated", "that was asked for already")
            if message.kind == "panel":
                return self._panel(message)
            if message.version != self.version:
                return _refused(message, "stale", "the board has changed in the meantime: look again")
            self._answered.append(message.id)
            return self._obey(message)

    def _obey(self, message: Message) -> dict[str, Any]:
        answer: dict[str, Any] = {"id": message.id, "ok": True}
        try:
            self._act(message)
        except HookError as failed:
            self._hook_errors += failed.errors
        except SolitaireError as error:
            rule = error.rule if isinstance(error, IllegalMove) else ""
            sentence = error.refusal.sentence if isinstance(error, IllegalMove) else str(error)
            self._show_refusal({"rule": rule, "sentence": sentence, "move": message.text})
            if isinstance(error, IllegalMove):
                self.log.note_refusal(error.refusal, self.status)
                self._hook_errors += self._hooks.tell("refused", error.refusal)
            answer = _refused(message, "refused", sentence, rule)
        self._keep_hook_errors()
        return answer

    def _act(self, message: Message) -> None:
        game = self._game
        acts: dict[str, Callable[[], object]] = {
            "move": lambda: self._move(message.text),
            "new": lambda: self.new_deal(message.text or None),
            "undo": game.undo,
            "redo": game.redo,
            "restart": game.restart,
            "why": lambda: self.why(message.text),
            "step": lambda: self.step(message.text),
            "replay": self.replay,
            "clear": self.unmark,
            "done": self.answer,
            "hint": self._hint_asked,
            "show": self._show_asked,
        }
        if message.kind == "new":
            self._expect_no_exercise("an exercise is on the board: the game before comes back with ask(None)")
        if message.kind in ("undo", "redo", "restart"):
            self._expect_the_games_own_position()
        acts[message.kind]()

    def _panel(self, message: Message) -> dict[str, Any]:
        """What a panel of the page shows: headings, and rows of two texts."""
        if message.text == "rules":
            panel = self._game.rules.sheet().panel
        elif message.text == "statistics":
            panel = {"title": "Statistics", "sections": self._keeper.statistics()}
        else:
            return _refused(message, "malformed", "there is a panel of the rules and one of the statistics")
        return {"id": message.id, "ok": True, "panel": panel}

    # -- to the page ---------------------------------------------------------------------------------------

    def _on_change(self, change: Change) -> None:
        if change.game is not self._game:
            return
        notice = self._keeper.save(change.game)
        if change.kind == "note":
            if notice:
                self._show_besides(self._showing.marked(Marks(caption=notice)))
            return
        status_before = self.status
        self._advise_anew()
        self.log.note_change(change)
        self._showing = self._after_change(change.game)
        if notice:
            self._showing = self._showing.marked(Marks(caption=notice))
        self._show(self.version + 1, said(change.game.rules, change.kind, change.action, _followers(change)))
        self._hook_errors += self._hooks.tell("move", change)
        if self.status != status_before:
            self._hook_errors += self._hooks.tell("status", self.status)
        if change.action is not None and change.kind in ("move", "deal"):
            self._hooks.moved(change.action)
        self._raise_hook_errors()

    def _after_change(self, game: Game) -> Showing:
        """What is still shown besides; a teacher's own exercise that fails in there is told as a hook that fails."""
        try:
            return self._showing.after_change(game)
        except Exception as error:
            self._hook_errors.append(error)
            return Showing(kept=self._showing.kept, exercise=self._showing.exercise)

    def _raise_hook_errors(self) -> None:
        errors, self._hook_errors = tuple(self._hook_errors), []
        if errors:
            raise HookError(errors) from errors[0]

    def _show_new(self, version: int) -> None:
        with self._in_one_update():
            self.set_trait("board", board_layout(self._game.rules))
            self._show(version, said(self._game.rules, "new", None))

    def _show(self, version: int, action: Mapping[str, str]) -> None:
        shown = {"version": version, "session": self._session, "action": action}
        drawn = board_state(self._game, self._showing) | shown
        notes = self._all_notes()
        with self._in_one_update():
            self.set_trait("state", frozen(drawn | {"refusal": None, "error": ""}))
            self.set_trait("notes", frozen(notes))
            self.set_trait("version", version)
            self.set_trait("status", drawn["status"])

    def _show_besides(self, showing: Showing) -> None:
        """Show something besides the game: the picture changes, the game does not."""
        self._showing = showing
        self._forget_advice()
        self._show(self.version + 1, said(self._game.rules, "show", None))
        self._raise_hook_errors()

    def _all_notes(self) -> dict[str, Any]:
        return self._showing.notes(self._game) | self._advice_notes()

    def _renote(self) -> None:
        """Show other notes on the same picture: no version changes, so no click on its way is refused."""
        with self._catching_hook_errors():
            self.set_trait("notes", frozen(self._all_notes()))
        self._keep_hook_errors()

    def _advise_anew(self) -> None:
        """The position is another one: what was advised is forgotten, what is asked for all the time is asked again."""
        self._forget_advice()
        self._set_follow_up()
        self._judge()

    @t.observe("badge", "autoplay")
    def _advice_asked_for(self, _change: object) -> None:
        if "_hints" in vars(self):
            self._set_follow_up()
            self._judge()
            self._renote()

    def _show_refusal(self, refusal: Mapping[str, str]) -> None:
        with self._catching_hook_errors():
            self.set_trait("state", frozen({**self.state, "refusal": refusal}))

    @contextmanager
    def _in_one_update(self) -> Iterator[None]:
        with self._catching_hook_errors(), self.hold_sync(), self.hold_trait_notifications():
            yield

    @contextmanager
    def _catching_hook_errors(self) -> Iterator[None]:
        before, self._catching = self._catching, True
        try:
            yield
        finally:
            self._catching = before

    def notify_change(self, change: Any) -> None:
        """Tell the page and the observers; an observer that raises does not keep the page from being told."""
        try:
            super().notify_change(change)
        except Exception as error:
            if not vars(self).get("_catching"):
                raise
            self._hook_errors.append(error)

    def _keep_hook_errors(self) -> None:
        errors, self._hook_errors = self._hook_errors, []
        for error in errors:
            self._keep_error(error)

    def _keep_error(self, error: Exception) -> None:
        self._errors.append(error)
        with self._catching_hook_errors():
            self.set_trait("state", frozen({**self.state, "error": _in_words(error)}))
        # A hook that fails again because it is told of its own failure has been heard.
        self._hook_errors.clear()


def _followers(change: Change) -> list[Action]:
    """The actions that followed a move by themselves."""
    automatic = change.game.automatic
    if change.action is None or change.kind not in ("move", "deal") or change.action.number + 1 not in automatic:
        return []
    return list(takewhile(lambda action: action.number in automatic, change.game.history[change.action.number :]))


def _refused(message: Message, why: str, reason: str, rule: str = "") -> dict[str, Any]:
    return {"id": message.id, "ok": False, "why": why, "reason": reason, "rule": rule}


def _in_words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:300]


def _choices(trait: Any) -> str:
    values = getattr(trait, "values", (True, False))
    return f"it is one of {', '.join(map(repr, values))}"


LOOKS: Final = frozenset(
    {"theme", "felt", "card_back", "four_colours", "large_indices", "speed", "assist", "confirm_leaving"}
    | {"badge", "autoplay"}
)
"""The traits that say how the board looks and behaves."""

PAGE_MAY_WRITE: Final = LOOKS | {"drawn"}
"""The traits that a page may write; the position is never among them."""
