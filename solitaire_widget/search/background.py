"""Searching beside the game: one job at a time on a thread of its own, the newest one wins."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import TypeVar

__all__ = ["Background"]

Found = TypeVar("Found")


class Background:
    """A place for searches that nobody waits for.

    Examples
    --------
    >>> background, told = Background(), []
    >>> background.begin(lambda stop: 6 * 7, told.append, told.append)
    True
    >>> background.finish()
    >>> told
    [42]
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._stop = Event()
        self._next: Callable[[], None] | None = None
        self._thread: Thread | None = None

    def begin(
        self,
        job: Callable[[Event], Found],
        tell: Callable[[Found], object],
        fail: Callable[[Exception], object],
    ) -> bool:
        """Stop what is going on and begin another job.

        Parameters
        ----------
        job : callable
            Gets an event that is set when nobody wants the answer any more.
        tell : callable
            Gets the answer, on the job's thread; not called where the job was stopped.
        fail : callable
            Gets instead what went wrong, in the job or while its answer was told.

        Returns
        -------
        bool
            False where the host has no threads, as in a browser: then nothing was begun. A job that was going on
            ends before this one begins.
        """
        self.stop()
        stop = self._stop = Event()

        def work() -> None:
            try:
                found = job(stop)
            except Exception as error:
                if not stop.is_set():
                    fail(error)
                return
            if not stop.is_set():
                try:
                    tell(found)
                except Exception as error:
                    fail(error)

        with self._lock:
            self._next = work
            # Starting a thread beside one that is busy takes a click's time: the busy one goes on with this.
            return (self._thread is not None and self._thread.is_alive()) or self._start()

    def _start(self) -> bool:
        thread = Thread(target=self._work, daemon=True, name="solitaire_widget search")
        try:
            thread.start()
        except RuntimeError:
            self._next = None
            return False
        self._thread = thread
        return True

    def _work(self) -> None:
        while True:
            with self._lock:
                work, self._next = self._next, None
                if work is None:
                    self._thread = None
                    return
            work()

    def stop(self) -> None:
        """Tell the job that nobody wants its answer any more, and wait for nothing."""
        self._stop.set()

    def finish(self) -> None:
        """Wait until nothing is left to be done."""
        thread = self._thread
        if thread is not None:
            thread.join()
