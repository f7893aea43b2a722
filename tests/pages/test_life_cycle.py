"""Boards that come, stay and go: views, hosts old and new, a kernel that is gone, a release that differs."""

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import RENDER

pytestmark = pytest.mark.browser


def show_again(board, **options) -> None:
    """Render one more view of the same model."""
    board.page.evaluate(RENDER, [{}, board.widget._esm, options])


def test_a_host_that_gives_no_signal_is_served_and_cleaned_up(open_board) -> None:
    """Case 19."""
    board = open_board("adela", deal=7, view={"old_host": True})
    board.move("T2 T7 1")
    listening = board.page.evaluate("model.listening()")
    assert listening > 0
    board.page.evaluate("views[0].cleanup()")
    assert board.page.evaluate("model.listening()") == 0


COUNT_TIMERS = """() => {
    window.timers = new Set();
    const { setTimeout: start, clearTimeout: stop } = window;
    window.setTimeout = (act, ...rest) => {
        const timer = start(() => { timers.delete(timer); act(); }, ...rest);
        timers.add(timer);
        return timer;
    };
    window.clearTimeout = (timer) => { timers.delete(timer); stop(timer); };
    window.setInterval = () => { throw new Error("an interval is never over"); };
}"""


def test_a_hundred_views_come_and_go_and_leave_nothing(open_board) -> None:
    """No listener, no timer and no node stays."""
    board = open_board("arabella", deal=1)
    board.page.evaluate(COUNT_TIMERS)
    left = "[model.listening(), document.querySelectorAll('*').length, timers.size]"
    before = board.page.evaluate(left)
    for _ in range(100):
        show_again(board)
        board.page.evaluate("(() => { const view = views.pop(); view.controller.abort(); view.el.remove(); })()")
    assert board.page.evaluate(left) == before
    board.move("T12 T8 1")


def test_initialize_may_run_for_every_view(open_board) -> None:
    """Case 20: two views of one model, one answer to one tap."""
    board = open_board("arabella", deal=1)
    show_again(board)
    boards = board.page.locator(".solitaire")
    expect(boards).to_have_count(2)
    board.page.evaluate("sent.length = 0")
    board.root = boards.first
    board.move("T12 T8 1")
    moves = [message for message in board.page.evaluate("sent") if message["kind"] == "move"]
    assert len(moves) == 1
    expect(boards.nth(1)).to_have_attribute("data-version", "1")
    assert board.widget.version == 1


def test_two_boards_have_no_id_in_common(open_board) -> None:
    """Cases 22 and 23: hide the first one, and the second still shows its suits."""
    board = open_board("arabella", deal=1)
    show_again(board)
    ids = board.page.evaluate(
        """() => [...document.querySelectorAll("*")]
            .flatMap((host) => [host, ...(host.shadowRoot?.querySelectorAll("*") ?? [])])
            .map((element) => element.id).filter(Boolean)"""
    )
    inside = [id for id in ids if id not in ("before", "after", "here")]
    assert len(inside) == len(set(inside))
    second = board.page.locator(".solitaire").nth(1)
    before = second.screenshot(animations="disabled")
    board.page.evaluate("views[0].el.style.visibility = 'hidden'")
    assert second.screenshot(animations="disabled") == before


def test_a_board_shown_late_needs_no_message(open_board) -> None:
    """Case 10."""
    board = open_board("arabella", deal=1)
    for move in ("T12 T8 1", "deal", "deal"):
        board.play_from_code(move)
    board.page.evaluate("views[0].controller.abort(); views[0].el.remove()")
    show_again(board)
    board.root = board.page.locator(".solitaire")
    board._element = board.root.element_handle()
    board.expect_position()


def test_an_older_state_is_not_drawn(open_board) -> None:
    """Case 5."""
    board = open_board("arabella", deal=1)
    board.play_from_code("T12 T8 1")
    old = dict(board.page.evaluate("model.get('state')"))
    board.play_from_code("deal")
    board.page.evaluate("state => model.take({ method: 'update', state: { state } })", old)
    board.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert board.root.get_attribute("data-version") == "2"
    board.expect_position()


def test_another_release_is_told_and_nothing_breaks(open_board) -> None:
    """Case 31."""
    board = open_board("arabella", deal=1)
    board.page.evaluate("model.take({ method: 'update', state: { release: '99.0' } })")
    expect(board.root).to_contain_text("99.0")
    board.move("T12 T8 1")


def test_a_kernel_that_is_gone_leaves_a_readable_board_that_does_nothing(open_board) -> None:
    """Case 25."""
    board = open_board("arabella", deal=1)
    board.page.evaluate("window.gone = true")
    board.try_move("T12 T8 1")
    expect(board.root).to_contain_text("kernel", ignore_case=True, timeout=4000)
    board.page.wait_for_function("() => document.querySelector('main *').shadowRoot || true")
    board.expect_position()
    assert board.widget.version == 0
    for action in ("undo", "redo", "restart", "new"):
        assert board.button(action).get_attribute("aria-disabled") == "true"


def test_a_page_without_a_kernel_shows_the_last_position(open_board) -> None:
    board = open_board("arabella", deal=1)
    board.page.evaluate("window.cut = true; views[0].controller.abort(); views[0].el.remove()")
    show_again(board)
    board.root = board.page.locator(".solitaire")
    board._element = board.root.element_handle()
    expect(board.root).to_contain_text("kernel", ignore_case=True, timeout=5000)
    board.expect_position()


def test_a_slow_kernel_is_told_and_the_move_arrives(open_board) -> None:
    board = open_board("arabella", deal=1)
    board.page.evaluate("window.delay = 1500")
    board.try_move("T12 T8 1")
    expect(board.root).to_contain_text("busy", ignore_case=True, timeout=4000)
    board.accepted("T12 T8 1")
    board.expect_position()
    expect(board.root).not_to_contain_text("busy", ignore_case=True)


def test_a_hook_that_fails_is_shown_on_the_board(open_board) -> None:
    """Case 13."""
    from tests.fake_page import Expected

    board = open_board("arabella", deal=1)

    def fail(_change: object) -> None:
        raise Expected("my hook is broken")

    board.widget.observe(fail, "version")
    board.move("T12 T8 1")
    expect(board.root.get_by_role("alert")).to_contain_text("my hook is broken")
