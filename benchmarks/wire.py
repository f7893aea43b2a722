"""What crosses the wire, and what Python spends on it, each beside a bare anywidget counter in the same run.

    python benchmarks/wire.py

Sizes are bytes of JSON, as the socket carries them. Times are medians of the whole way through the widget:
a message in, a state and an answer out. The counter is the smallest anywidget there is: a number that a
click raises.
"""

from __future__ import annotations

import gzip
import json
import statistics
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import comm
import traitlets
from comm.base_comm import BaseComm

from solitaire_widget import ALL_RULES, Rules, SolitaireWidget
from solitaire_widget.widget import BUNDLE

WINS = json.loads((Path(__file__).parents[1] / "tests" / "data" / "wins.json").read_text())["games"]
MANY = 50


class Counter(anywidget.AnyWidget):
    """A number that a click raises."""

    _esm = "export default { render() {} }"
    value = traitlets.Int(0).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(lambda *_: self.set_trait("value", self.value + 1))


class Listening(BaseComm):
    """A comm that counts the bytes that go out."""

    out = 0

    def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None, **keys: Any) -> None:
        self.out += len(json.dumps(data))


def say(widget: Any, content: dict[str, Any]) -> int:
    """Send a custom message in, and give how many bytes it had."""
    data = {"method": "custom", "content": content}
    widget.comm.handle_msg({"content": {"comm_id": widget.comm.comm_id, "data": data}, "buffers": []})
    return len(json.dumps(data))


def won_game(rules: Rules) -> list[tuple[int, int, int, float]]:
    """Play a won game from the page: per move the bytes in, the bytes out, the state's bytes, the seconds."""
    win = WINS[rules.id][0]
    widget = SolitaireWidget(rules, deal=win["deal"])
    measured = []
    for version, move in enumerate(win["moves"]):
        before, start = widget.comm.out, time.perf_counter()
        bytes_in = say(widget, {"kind": "move", "id": f"a-{version}", "version": version, "move": move})
        seconds = time.perf_counter() - start
        state = len(json.dumps(widget.get_state("state")))
        measured.append((bytes_in, widget.comm.out - before, state, seconds))
    assert widget.status == "won"
    widget.close()
    return measured


def counted(clicks: int) -> list[float]:
    """Seconds that Python spends on each click of the counter."""
    counter, seconds = Counter(), []
    for _ in range(clicks):
        start = time.perf_counter()
        say(counter, {"kind": "up"})
        seconds.append(time.perf_counter() - start)
    counter.close()
    return seconds


def many(make: Callable[[], Any]) -> tuple[float, float]:
    """Milliseconds and kilobytes that each of fifty widgets takes."""
    make().close()
    start = time.perf_counter()
    widgets = [make() for _ in range(MANY)]
    milliseconds = (time.perf_counter() - start) / MANY * 1000
    for widget in widgets:
        widget.close()
    tracemalloc.start()
    widgets = [make() for _ in range(MANY)]
    kilobytes = tracemalloc.get_traced_memory()[0] / MANY / 1000
    tracemalloc.stop()
    for widget in widgets:
        widget.close()
    return milliseconds, kilobytes


def main() -> None:
    """Print the tables that the README quotes."""
    comm.create_comm = Listening  # type: ignore[assignment]  # nobody listens but us
    bundle = BUNDLE.read_bytes()
    print(f"Front end: {len(bundle):,} bytes, {len(gzip.compress(bundle, 9)):,} gzipped.\n")
    bare = statistics.median(counted(500)) * 1000
    print("| game | in, per move | out, first fifth | out, last fifth | largest state | Python, per move |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for rules in ALL_RULES:
        moves = won_game(rules)
        fifth = len(moves) // 5
        out = [statistics.median(move[1] for move in part) for part in (moves[:fifth], moves[-fifth:])]
        spent = statistics.median(move[3] for move in moves) * 1000
        print(
            f"| {rules.name} | {statistics.median(move[0] for move in moves):,.0f} | {out[0]:,.0f} | {out[1]:,.0f} "
            f"| {max(move[2] for move in moves):,} | {spent:.2f} ms ({spent / bare:.1f} counters) |"
        )
    print(f"\nFifty widgets in one notebook, each; the bare counter takes {bare:.2f} ms a click.\n")
    print("| widget | to make one | memory |\n| --- | ---: | ---: |")
    makers = {rules.name: lambda rules=rules: SolitaireWidget(rules, deal=1) for rules in ALL_RULES}
    for name, make in {"bare counter": Counter, **makers}.items():
        milliseconds, kilobytes = many(make)
        print(f"| {name} | {milliseconds:.1f} ms | {kilobytes:.0f} KB |")


if __name__ == "__main__":
    main()
