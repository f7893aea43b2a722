"""Whom a board tells what happened: functions, and those who await the next move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any, Final, Literal, NamedTuple, TypeVar

from .cards import SolitaireError, quoted
from .game import Action

__all__ = ["Event", "Hooks", "NoClicks"]

Event = Literal["move", "refused", "status"]
Hook = TypeVar("Hook", bound=Callable[[Any], object])

BUSY_FOR: Final = 1.0
"""How much longer than asked for a wait may take before the kernel itself must have been busy, in seconds."""


class NoClicks(SolitaireError, TimeoutError):
    """A move is awaited where the host delivers none: no page shows the board, or a running cell keeps clicks out."""


class Waiting(NamedTuple):
    """Somebody who awaits the next move, and the sign that a page is there."""

    loop: asyncio.AbstractEventLoop
    moves: asyncio.Queue[Action]
    sign: asyncio.Event


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
        self._waiting: list[Waiting] = []

    def register(self, event: Event, hook: Hook, remove: bool = False) -> Hook:
        """Have a function called after each event of a kind, or no longer; give the function back.

        Raises
        ------
        SolitaireError
            When it is no function, or one is to be removed that is not there.
        """
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
        for waiting in tuple(self._waiting):
            waiting.loop.call_soon_threadsafe(waiting.moves.put_nowait, action)

    def heard(self) -> None:
        """Note that something came from a page."""
        for waiting in tuple(self._waiting):
            waiting.loop.call_soon_threadsafe(waiting.sign.set)

    async def actions(self, ask_for_a_sign: Callable[[], object], patience: float | None) -> AsyncGenerator[Action, None]:
        """Give every action from now on, waiting for each without keeping the kernel busy.

        Parameters
        ----------
        ask_for_a_sign : callable
            Makes every page say something.
        patience : float or None
            How many seconds a page has for that; None waits without asking.

        Raises
        ------
        NoClicks
            When no page said anything in that time, and nobody moved.
        """
        waiting = Waiting(asyncio.get_running_loop(), asyncio.Queue(), asyncio.Event())
        self._waiting.append(waiting)
        try:
            if patience is not None:
                ask_for_a_sign()
                yield await _move_after_a_sign(waiting, patience)
            while True:
                yield await waiting.moves.get()
        finally:
            self._waiting.remove(waiting)


async def _move_after_a_sign(waiting: Waiting, patience: float) -> Action:
    move = asyncio.ensure_future(waiting.moves.get())
    sign = asyncio.ensure_future(waiting.sign.wait())
    try:
        await _either(waiting.loop, {move, sign}, patience)
        return await move
    finally:
        move.cancel()
        sign.cancel()


async def _either(loop: asyncio.AbstractEventLoop, tasks: set[asyncio.Future[Any]], patience: float) -> None:
    while True:
        since = loop.time()
        done, _ = await asyncio.wait(tasks, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        if done:
            return
        # A kernel that was busy itself has not read what the page said meanwhile.
        if loop.time() - since < patience + BUSY_FOR:
            raise NoClicks(
                f"no page answered for {patience:g} s, so no click can come: show the board in a cell of its own, and "
                "where a host delivers no click while a cell runs, start the waiting with asyncio.create_task(...)"
            )
