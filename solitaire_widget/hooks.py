"""Whom a board tells what happened: functions, and those who await the next move."""

from __future__ import annotations

import asyncio
import inspect
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Literal, TypeVar
from weakref import WeakSet

from .cards import SolitaireError, is_number, quoted
from .game import Action

__all__ = ["Event", "Hooks", "Moves", "NoClicks"]

Event = Literal["move", "refused", "status"]
Hook = TypeVar("Hook", bound=Callable[[Any], object])

LONGEST_PATIENCE: Final = 86_400
BUSY_FOR: Final = 1.0
"""How much longer than asked for a wait may take before the kernel itself must have been busy, in seconds."""


CLOSED: Final = "the board was closed: no move will come"


class NoClicks(SolitaireError, TimeoutError):
    """A move is awaited where the host delivers none: no page shows the board, or a running cell keeps clicks out."""


class Moves:
    """The moves from now on, for ``async for``; made by `Hooks.moves`."""

    def __init__(self, ask_for_a_sign: Callable[[], object] | None, patience: float) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._came: deque[Action | NoClicks] = deque()
        self._something: asyncio.Event | None = None
        self._sign = False
        self._ask_for_a_sign = ask_for_a_sign
        self._patience = patience

    def take(self, news: Action | NoClicks | None) -> None:
        """Note a move, an end, or (None) that a page said something; called on any thread."""
        if news is None:
            self._sign = True
        else:
            self._came.append(news)
        if self._loop is not None and self._something is not None:
            # A loop that was closed waits for nothing any more.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._something.set)

    def __aiter__(self) -> Moves:
        return self

    async def __anext__(self) -> Action:
        self._loop, self._something = asyncio.get_running_loop(), asyncio.Event()
        if self._ask_for_a_sign is not None:
            ask, self._ask_for_a_sign = self._ask_for_a_sign, None
            self._sign = False
            ask()
            await self._wait_for_a_sign()
        while not self._came:
            self._something.clear()
            await self._something.wait()
        news = self._came.popleft()
        if isinstance(news, NoClicks):
            raise news
        return news

    def _has_answer(self) -> bool:
        return self._sign or bool(self._came)

    async def _wait_for_a_sign(self) -> None:
        assert self._loop is not None
        assert self._something is not None
        while not self._has_answer():
            since = self._loop.time()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._something.wait(), self._patience)
            # A kernel that was busy itself has not read what the page said meanwhile.
            if not self._has_answer() and self._loop.time() - since < self._patience + BUSY_FOR:
                raise NoClicks(
                    f"no page answered for {self._patience:g} s, so no click can come: show the board in a cell of its "
                    "own, and where a host delivers no click while a cell runs, start the waiting with "
                    "asyncio.create_task(...)"
                )


class Hooks:
    """The functions that a board calls, by event.

    Examples
    --------
    >>> hooks, heard = Hooks(), []
    >>> _ = hooks.register("status", heard.append)
    >>> hooks.tell("status", "won"), heard
    ([], ['won'])
    """

    def __init__(self) -> None:
        self._functions: dict[Event, list[Callable[[Any], object]]] = {"move": [], "refused": [], "status": []}
        self._waiting: WeakSet[Moves] = WeakSet()
        self._ended = False

    def register(self, event: Event, hook: Hook, remove: bool = False) -> Hook:
        """Have a function called after each event of a kind, or no longer; give the function back.

        Raises
        ------
        SolitaireError
            When it is no function that can be called at once, or one is to be removed that is not there.
        """
        if inspect.iscoroutinefunction(hook):
            raise SolitaireError(f"on_{event} awaits nothing: give a plain function, or use each_move() in a task")
        if not callable(hook):
            raise SolitaireError(f"nothing to call: on_{event} is given {quoted(hook)} instead of a function")
        functions = self._functions[event]
        if not remove:
            functions.append(hook)
        elif hook in functions:
            functions.remove(hook)
        else:
            raise SolitaireError(f"that function is not called on_{event}: it was removed already, or never given")
        return hook

    def tell(self, event: Event, news: object) -> list[Exception]:
        """Call every function of an event, and give what went wrong in them."""
        errors = []
        for function in tuple(self._functions[event]):
            try:
                function(news)
            except Exception as error:
                errors.append(error)
        return errors

    def moved(self, action: Action) -> None:
        """Give an action to those who await one."""
        self._tell_who_waits(action)

    def heard(self) -> None:
        """Note that something came from a page."""
        self._tell_who_waits(None)

    def end(self) -> None:
        """Tell those who wait that nothing will come any more."""
        self._ended = True
        self._tell_who_waits(NoClicks(CLOSED))

    def _tell_who_waits(self, news: Action | NoClicks | None) -> None:
        for moves in tuple(self._waiting):
            moves.take(news)

    def moves(self, ask_for_a_sign: Callable[[], object], patience: float | None) -> Moves:
        """Give every action from now on, waiting for each without keeping the kernel busy.

        Parameters
        ----------
        ask_for_a_sign : callable
            Makes every page say something.
        patience : float or None
            How many seconds a page has for that; None waits without asking.

        Raises
        ------
        SolitaireError
            For a patience that is none; `NoClicks` when the board was closed, and while waiting, when no page said
            anything in that time and nobody moved.
        """
        if self._ended:
            raise NoClicks(CLOSED)
        if patience is not None and not (is_number(patience) and 0 < patience < LONGEST_PATIENCE):
            raise SolitaireError(
                f"no patience {quoted(patience)}: give seconds above 0, or None to wait without asking"
            )
        moves = Moves(None if patience is None else ask_for_a_sign, patience or 0.0)
        self._waiting.add(moves)
        return moves
