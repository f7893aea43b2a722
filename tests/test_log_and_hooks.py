"""Looking on from code: the log, hooks, and awaiting the next move."""

import asyncio
import sys
import threading

import pytest

from solitaire_widget import Game, HookError, Position, SolitaireError, SolitaireWidget, find_rules
from solitaire_widget.hooks import NoClicks
from solitaire_widget.log import NoPandas
from tests.fake_page import Expected, page_of

__all__ = ["page_of"]

ADELA = find_rules("adela")
EIGHTS = Position.of(ADELA, T1="8C 9C", T2="8C", T3="KD", S="2D 3D")
LAST_CARD = Position.of(ADELA, J1="JH TH 9H 8H 7H 6H 5H 4H 3H 2H", T1="AH")


async def let_others_run() -> None:
    """Give every task that is ready its turn."""
    turn = asyncio.Event()
    asyncio.get_running_loop().call_soon(turn.set)
    await turn.wait()


def test_the_log_has_everything_that_happened_in_order(page_of) -> None:
    page = page_of(position=EIGHTS)
    page.asks("move", move="T1 T2 1")
    page.asks("move", move="T3 T1 1")
    page.asks("undo")
    page.asks("redo")
    page.widget.game.go_to(0)
    page.asks("new", deal="7")
    page.asks("restart")
    log = page.widget.log
    assert [entry.kind for entry in log] == ["move", "refused", "undo", "redo", "go", "new"]
    assert [entry.number for entry in log] == [1, 2, 3, 4, 5, 6]
    assert [entry.time for entry in log] == sorted(entry.time for entry in log)
    move, refused = log[0], log[1]
    assert (move.move, move.rules, move.set_off) == ("T1 T2 1", ("AD-12", "AD-10"), ())
    assert (refused.move, refused.rules) == ("T3 T1 1", ("AD-10",))
    assert "K♦ does not go on 8♣" in refused.text
    assert log[-1].text.startswith("<Game('adela', deal=7)")
    assert [record["kind"] for record in log.records()] == [entry.kind for entry in log]
    assert "K♦ does not go on 8♣" in log._repr_html_()
    assert len(str(log).splitlines()) == len(log)
    assert log[1:3] == list(log)[1:3]


def test_the_log_becomes_a_table(page_of) -> None:
    page = page_of(position=EIGHTS)
    page.asks("move", move="T1 T2 1")
    frame = page.widget.log.to_frame()
    assert list(frame["move"]) == ["T1 T2 1"]
    assert list(frame["rules"]) == [["AD-12", "AD-10"]]


def test_without_pandas_the_log_says_what_to_do(page_of, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(NoPandas, match=r"^pandas is not installed: pip install pandas, or take the records\(\)"):
        page_of(position=EIGHTS).widget.log.to_frame()


def test_hooks_are_told_and_can_be_taken_off(page_of) -> None:
    page = page_of(position=LAST_CARD)
    widget = page.widget
    told: list[object] = []

    @widget.on_move
    def moved(change) -> None:
        told.append((change.kind, str(change.action)))

    refused = widget.on_refused(lambda refusal: told.append(refusal.rule))
    widget.on_status(told.append)
    page.asks("move", move="T1 J2 1")
    page.asks("move", move="T1 J1 1")
    assert told == ["AD-4", ("move", "T1 J1 1"), "won"]
    widget.game.undo()
    assert told[3:] == [("undo", "T1 J1 1"), "playing"]
    told.clear()
    assert widget.on_move(moved, remove=True) is moved
    widget.on_refused(refused, remove=True)
    page.asks("move", move="T1 J2 1")
    page.asks("move", move="T1 J1 1")
    assert told == ["won"]
    with pytest.raises(SolitaireError, match="that function is not called on_move"):
        widget.on_move(moved, remove=True)
    with pytest.raises(SolitaireError, match="nothing to call: on_status is given"):
        widget.on_status("won")


@pytest.mark.parametrize("event", ["on_move", "on_status", "on_refused"])
def test_a_hook_that_fails_is_shown_and_breaks_nothing(page_of, event) -> None:
    page = page_of(position=LAST_CARD)
    widget = page.widget
    told: list[object] = []

    def fail(_news) -> None:
        raise Expected("mine")

    getattr(widget, event)(fail)
    getattr(widget, event)(told.append)
    if event == "on_refused":
        assert page.asks("move", move="T1 J2 1")["why"] == "refused"
    else:
        assert page.asks("move", move="T1 J1 1")["ok"]
        assert widget.status == "won"
    assert told, "the next hook is told all the same"
    assert isinstance(widget.last_error, Expected)
    assert widget.state["error"] == "Expected: mine"


def test_a_hook_that_fails_after_a_move_from_code_raises_there_and_the_move_stands(page_of) -> None:
    page = page_of(position=EIGHTS)

    @page.widget.on_move
    def fail(_change) -> None:
        raise Expected("mine")

    with pytest.raises(HookError, match="mine"):
        page.widget.game.play("T1 T2 1")
    assert len(page.widget.game.moves) == 1
    assert page.updates[-1]["state"]["version"] == 1


def test_a_hook_may_play_on(page_of) -> None:
    """A strategy that answers each move with one of its own."""
    page = page_of("auld lang syne", deal=1)
    game = page.widget.game

    @page.widget.on_move
    def send_everything_up(_change) -> None:
        ups = [move for move in game.legal_moves if not move.is_deal]
        if ups:
            game.play(ups[0])

    while game.status == "playing":
        assert page.asks("move", move="deal" if game.position.may_deal else str(game.legal_moves[0]))["ok"]
    assert page.widget.version == len(game.moves)


def test_the_next_move_can_be_awaited(page_of) -> None:
    page = page_of("adela", deal=7, deal_when="any time")
    page.asks("move", move="T2 T7 1")

    async def lesson() -> list[str]:
        seen = []
        for move in ("T2 T7 1", "deal"):
            waiting = asyncio.create_task(page.widget.next_move())
            await let_others_run()
            assert page.answers[-1] == {"kind": "ping"}
            page.asks("undo")
            page.asks("move", move=move)
            seen.append(str(await waiting))
        return seen

    assert asyncio.run(lesson()) == ["T2 T7 1", "deal"]


def test_a_move_from_another_thread_wakes_who_awaits_it(page_of) -> None:
    """A host may hand clicks over on a thread of its own while a cell runs."""
    page = page_of(position=EIGHTS)

    async def lesson() -> str:
        clicker = threading.Thread(target=lambda: page.asks("move", move="T1 T2 1"))
        waiting = asyncio.create_task(page.widget.next_move())
        await let_others_run()
        clicker.start()
        action = await waiting
        clicker.join()
        return str(action)

    assert asyncio.run(lesson()) == "T1 T2 1"


def test_a_loop_over_moves_misses_none(page_of) -> None:
    """Those made while the loop is busy with the one before wait for their turn."""
    page = page_of("auld lang syne", deal=1)
    game = page.widget.game

    async def lesson() -> list[str]:
        seen = []
        game.play(game.legal_moves[0])
        async for action in page.widget.each_move(patience=None):
            seen.append(str(action))
            while game.status == "playing":
                game.play(game.legal_moves[0])
            if len(seen) == len(game.moves) - 1:
                break
        return seen

    async def both() -> list[str]:
        waiting = asyncio.create_task(lesson())
        await let_others_run()
        game.play(game.legal_moves[0])
        return await waiting

    assert asyncio.run(both()) == [str(move) for move in game.moves[1:]]


def test_awaiting_a_move_where_no_click_can_come_says_so(page_of) -> None:
    page = page_of(position=EIGHTS)
    with pytest.raises(NoClicks, match=r"no page answered for 0\.01 s, so no click can come: show the board"):
        asyncio.run(page.widget.next_move(patience=0.01))
    widget = SolitaireWidget(position=EIGHTS)
    with pytest.raises(TimeoutError):
        asyncio.run(widget.next_move(patience=0.01))


def test_a_strategy_and_a_teachers_script_may_take_turns_without_a_page() -> None:
    widget = SolitaireWidget("auld lang syne", deal=1)
    game: Game = widget.game

    async def strategy() -> None:
        while game.status == "playing":
            game.play(game.legal_moves[0])
            await let_others_run()

    async def teacher() -> int:
        seen = 0
        while game.status == "playing":
            await widget.next_move(patience=None)
            seen += 1
        return seen

    async def both() -> int:
        waiting = asyncio.create_task(teacher())
        await let_others_run()
        await strategy()
        return await waiting

    assert asyncio.run(both()) == len(game.moves)


def test_a_loop_that_was_closed_while_somebody_waited_harms_nobody(page_of) -> None:
    page = page_of(position=EIGHTS)
    loop = asyncio.new_event_loop()
    task = loop.create_task(page.widget.next_move(None))
    loop.run_until_complete(let_others_run())
    loop.close()
    assert page.asks("move", move="T1 T2 1")["ok"]
    page.writes(theme="dark")
    assert page.widget.theme == "dark"
    task.get_coro().close()


def test_each_move_begins_where_it_is_called(page_of) -> None:
    page = page_of(position=EIGHTS)
    moves = page.widget.each_move(patience=None)
    page.widget.game.play("T1 T2 1")

    async def first() -> str:
        return str(await anext(moves))

    assert asyncio.run(first()) == "T1 T2 1"


def test_a_board_that_is_closed_lets_nobody_wait_for_ever(page_of) -> None:
    page = page_of(position=EIGHTS)

    async def lesson() -> None:
        waiting = asyncio.create_task(page.widget.next_move(None))
        await let_others_run()
        page.widget.close()
        await waiting

    with pytest.raises(NoClicks, match="the board was closed"):
        asyncio.run(lesson())


@pytest.mark.parametrize("patience", ["3", 0, -1, float("nan"), True])
def test_a_patience_is_a_number_of_seconds(page_of, patience) -> None:
    with pytest.raises(SolitaireError, match="no patience"):
        page_of(position=EIGHTS).widget.each_move(patience)


def test_a_hook_that_would_have_to_be_awaited_is_refused(page_of) -> None:
    async def hook(_change) -> None:
        pass

    with pytest.raises(SolitaireError, match="on_move awaits nothing: give a plain function, or use each_move"):
        page_of(position=EIGHTS).widget.on_move(hook)


def test_a_new_game_that_stands_otherwise_is_told(page_of) -> None:
    page = page_of(position=LAST_CARD)
    told: list[str] = []
    page.widget.on_status(told.append)
    page.asks("move", move="T1 J1 1")
    page.asks("new", deal="7")
    assert told == ["won", "playing"]


def test_a_board_that_was_closed_before_says_so_at_once(page_of) -> None:
    widget = page_of(position=EIGHTS).widget
    widget.close()
    for patience in (3.0, None):
        with pytest.raises(NoClicks, match="the board was closed"):
            widget.each_move(patience=patience)
