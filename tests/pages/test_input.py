"""Mouse, finger and keys on one board: what each may do, and what the page around it keeps."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from solitaire_widget import Position, find_rules
from solitaire_widget.wire import best_first
from tests.boards import WINS
from tests.hosts.hands import ByKeys

pytestmark = pytest.mark.browser

ARABELLA, ADELA = find_rules("arabella"), find_rules("adela")
RUN = Position.of(ARABELLA, T1="KC TH 9H 8H", T2="JC", T3="9C", T4="JS", F1="AH", S="2C 3C")


def by_keys(board) -> ByKeys:
    board.page.locator("#before").focus()
    return ByKeys(board.page, board.page, board.game)


def sent_moves(board) -> list[str]:
    return [message["move"] for message in board.page.evaluate("sent") if message["kind"] == "move"]


# -- taps and drags -----------------------------------------------------------------------------------------


def test_a_card_in_a_run_lifts_the_run_and_its_destinations_light_up(open_board) -> None:
    board = open_board(position=RUN)
    board.page.mouse.click(*board.point('[data-card="TH1"]'))
    assert selected(board) == {"TH1", "9H1", "8H1"}
    lit = board.root.locator("[data-destination]").evaluate_all(
        "all => all.map(element => element.dataset.pile ?? element.dataset.place)"
    )
    assert set(lit) == {"T2", "T4"}
    board.page.mouse.click(*board.point('[data-card="JC1"]'))
    board.accepted("T1 T2 3")
    assert selected(board) == set()
    board.expect_position()


def selected(board) -> set[str]:
    return set(board.root.locator("[data-selected]").evaluate_all("all => all.map(card => card.dataset.card)"))


def test_a_double_tap_sends_a_card_where_it_fits_best(open_board) -> None:
    """Case 48."""
    board = open_board("arabella", deal=2026)
    for _ in range(12):
        best = next(move for move in best_first(board.game.position) if not move.is_deal and move.count == 1)
        first = next(m for m in best_first(board.game.position) if (m.source, m.count) == (best.source, 1))
        board.page.mouse.dblclick(*board.point(board.taken(best)))
        board.accepted(str(first))
    board.expect_position()
    assert board.widget.game.moves == board.game.moves


def test_a_double_tap_on_a_card_that_fits_nowhere_says_so(open_board) -> None:
    board = open_board(position=Position.of(ARABELLA, T1="2H", T2="9C", S="KH"))
    board.page.mouse.dblclick(*board.point('[data-card="2H1"]'))
    expect(board.message).to_contain_text("nowhere to go")
    assert sent_moves(board) == []


def test_a_dragged_run_settles_from_under_the_pointer(open_board) -> None:
    """Case 46: in the first frame after the drop the card is within 5 px of where it was let go."""
    board = open_board(position=RUN, speed="slow")
    page = board.page
    start, end = board.point('[data-card="TH1"]'), board.point('[data-card="JC1"]')
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    held = board.card("TH1").bounding_box()
    assert selected(board) == {"TH1", "9H1", "8H1"}
    page.evaluate(
        """card => { addEventListener("pointerup", () => requestAnimationFrame(() => {
            window.after = card.getBoundingClientRect().toJSON(); }), { once: true, capture: true }); }""",
        board.card("TH1").element_handle(),
    )
    page.mouse.up()
    page.wait_for_function("window.after")
    after = page.evaluate("window.after")
    assert abs(after["x"] - held["x"]) <= 5
    assert abs(after["y"] - held["y"]) <= 5
    board.accepted("T1 T2 3")
    board.expect_position()


def test_a_drag_with_shift_is_a_drag(open_board) -> None:
    """Case 41."""
    board = open_board(position=RUN)
    board.page.keyboard.down("Shift")
    board.drag("T1 T2 3")
    board.page.keyboard.up("Shift")
    board.expect_position()


def test_a_cancelled_drag_puts_the_cards_back_and_asks_for_nothing(open_board) -> None:
    """Case 42."""
    board = open_board(position=RUN)
    page = board.page
    before = board.card("TH1").bounding_box()
    page.mouse.move(*board.point('[data-card="TH1"]'))
    page.mouse.down()
    page.mouse.move(600, 500, steps=4)
    assert board.card("TH1").bounding_box() != before
    board.card("TH1").dispatch_event("pointercancel", {"pointerId": 1, "bubbles": True, "composed": True})
    page.mouse.up()
    page.wait_for_function(
        """([card, x, y]) => {
            const box = card.getBoundingClientRect();
            return Math.hypot(box.x - x, box.y - y) < 0.5;
        }""",
        arg=[board.card("TH1").element_handle(), before["x"], before["y"]],
    )
    assert selected(board) == set()
    assert sent_moves(board) == []
    board.expect_position()


def test_a_drop_beside_every_pile_and_a_drop_that_is_refused(open_board) -> None:
    board = open_board(position=RUN)
    board.page.mouse.move(*board.point('[data-card="9C1"]'))
    board.page.mouse.down()
    board.page.mouse.move(*board.point('[data-card="JC1"]'), steps=5)
    board.page.mouse.up()
    expect(board.message).to_contain_text("AR-7")
    expect(board.message).to_contain_text("9♣\ufe0e does not go on J♣\ufe0e")
    board.expect_position()
    assert board.widget.version == 0


def test_a_run_dropped_on_a_foundation_goes_up_as_far_as_it_fits(open_board) -> None:
    """AR-15 AD-9"""
    board = open_board(position=Position.of(ADELA, J1="JH TH 9H 8H 7H 6H 5H 4H 3H", T1="QH KH AH 2H"))
    board.page.mouse.move(*board.point('[data-card="KH1"]'))
    board.page.mouse.down()
    board.page.mouse.move(*board.point('[data-card="3H1"]'), steps=6)
    board.page.mouse.up()
    board.accepted("T1 J1 2")
    board.expect_position()


def test_only_cards_that_may_move_keep_a_finger_from_scrolling(open_board) -> None:
    """Case 42."""
    board = open_board("arabella", deal=1, view={"has_touch": True})
    stopped = board.root.locator("*").evaluate_all(
        """all => all.filter(each => getComputedStyle(each).touchAction !== "auto")
            .map(each => each.dataset.card ?? each.className)"""
    )
    position = board.game.position
    liftable = {
        card.id for name in position for card in position[name][len(position[name]) - position.can_lift(name) :]
    }
    assert {name for name in stopped if name in {card.id for pile in position.piles for card in pile}} == liftable
    assert not [name for name in stopped if "felt" in name or "board" in name or name == "solitaire"]


def test_a_swipe_over_the_felt_scrolls_the_page(open_board) -> None:
    """Case 42."""
    board = open_board("auld lang syne", deal=1, view={"has_touch": True, "viewport": {"width": 500, "height": 500}})
    box = board.root.locator(".felt").bounding_box()
    x, y = box["x"] + box["width"] - 12, box["y"] + 300
    finger = board.page.context.new_cdp_session(board.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 15):
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - 18 * step}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    board.page.wait_for_function("scrollY > 100")


# -- keys ---------------------------------------------------------------------------------------------------


def test_the_board_is_one_stop_of_the_tab_key_and_lets_go(open_board) -> None:
    """Case 39."""
    board = open_board("arabella", deal=1)
    board.page.locator("#before").focus()
    for _stops in range(1, 5):
        board.page.keyboard.press("Tab")
        if board.page.evaluate("document.activeElement.id") == "after":
            break
    assert board.page.evaluate("document.activeElement.id") == "after"
    assert _stops <= 4
    board.page.keyboard.press("Shift+Tab")
    board.page.keyboard.press("Enter")
    board.page.keyboard.press("Escape")
    board.page.keyboard.press("Tab")
    assert board.page.evaluate("document.activeElement.id") == "after"


def test_each_key_of_the_help_page_does_what_it_says(open_board) -> None:
    board = by_keys(open_board("arabella", deal=1))
    board.move("T12 T8 1")
    board.move("deal")
    for key, act in [("u", "undo"), ("r", "redo"), ("z", "undo"), ("y", "redo"), ("Backspace", "undo")]:
        board.press_keys(key)
        getattr(board.game, act)()
        board.version += 1
        board.wait()
    board.expect_position()
    board.press_keys("?")
    help_page = board.page.get_by_role("dialog")
    expect(help_page).to_be_visible()
    for word in ("undo", "redo", "deal", "foundation", "Escape", "Tab"):
        expect(help_page).to_contain_text(word)
    board.press_keys("Escape")
    expect(help_page).to_be_hidden()
    board.press_keys("o")
    expect(board.page.get_by_role("dialog")).to_be_visible()
    board.press_keys("Escape")
    board.press_keys("i")
    expect(board.message).to_contain_text("deal 1")


def test_enter_picks_up_and_puts_down_and_shift_enter_sends(open_board) -> None:
    board = by_keys(open_board(position=RUN))
    board.walk("T1")
    board.press_keys("ArrowUp", "ArrowUp", "Enter")
    assert selected(board) == {"TH1", "9H1", "8H1"}
    board.press_keys("-")
    assert selected(board) == {"9H1", "8H1"}
    board.press_keys("+")
    board.walk("T2")
    board.press_keys("Space")
    board.accepted("T1 T2 3")
    board.walk("T2")
    board.press_keys("ArrowUp", "ArrowUp", "Shift+Enter")
    board.accepted("T2 T4 3")
    board.expect_position()


def test_escape_lets_go_of_a_run_and_w_says_where_it_can_go(open_board) -> None:
    board = by_keys(open_board(position=RUN))
    board.walk("T1")
    board.press_keys("ArrowUp", "ArrowUp", "w")
    expect(board.message).to_contain_text("10 of hearts can go to pile 2, pile 4")
    board.press_keys("Enter", "Escape")
    assert selected(board) == set()
    assert sent_moves(board) == []


NOTEBOOK_KEYS = [
    *"abcdefghijklmnopqrstuvwxyz",
    *"0123456789",
    "Enter",
    "Space",
    "ArrowUp",
    "ArrowDown",
    "Delete",
]


def test_no_plain_key_reaches_the_page_around_while_combinations_do(open_board) -> None:
    """Case 37."""
    board = by_keys(open_board("arabella", deal=1))
    board.page.evaluate(
        """() => { window.heard = []; document.addEventListener("keydown", (event) => {
            if (event.ctrlKey || !["Control"].includes(event.key)) heard.push(event.key); }); }"""
    )
    for key in NOTEBOOK_KEYS:
        if key in "non":
            continue
        board.press_keys(key)
    board.press_keys("Escape")
    assert [key for key in board.page.evaluate("heard") if key != "Escape"] == []
    board.page.evaluate("heard.length = 0")
    board.root.locator('.board [tabindex="0"]').focus()
    board.press_keys("Control+b", "Alt+j")
    assert {"b", "j"} <= set(board.page.evaluate("heard"))


def test_keys_typed_for_a_deal_number_stay_in_the_field(open_board) -> None:
    board = open_board("arabella", deal=1)
    board.page.evaluate("() => { window.heard = []; document.addEventListener('keydown', e => heard.push(e.key)); }")
    field = board.root.locator('[data-field="deal"]')
    field.click()
    field.fill("")
    board.page.keyboard.type("2026")
    board.page.keyboard.press("Enter")
    expect(board.root).to_have_attribute("data-version", "1")
    assert board.widget.game.deal == 2026
    assert board.page.evaluate("heard") == []


# -- at once, in order --------------------------------------------------------------------------------------


def test_a_legal_move_shows_in_the_next_frame_before_python_answers(open_board) -> None:
    board = open_board(position=RUN)
    board.page.evaluate("window.delay = 600")
    board.page.mouse.click(*board.point('[data-card="TH1"]'))
    board.page.mouse.click(*board.point('[data-card="JC1"]'))
    board.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert board.card("TH1").get_attribute("data-pile") == "T2"
    assert board.root.get_attribute("data-version") == "0"
    board.accepted("T1 T2 3")
    board.expect_position()


def test_input_while_an_answer_is_out_is_kept_in_order(open_board) -> None:
    board = open_board("arabella", deal=1)
    board.page.evaluate("window.delay = 300")
    moves = WINS["arabella"][0]["moves"][:4]
    for move in moves:
        board.try_move(move)
        board.game.play(move)
    board.version = 4
    board.expect_position()
    assert [str(move) for move in board.widget.game.moves] == moves


def test_a_move_that_code_overtook_is_taken_back(open_board) -> None:
    board = open_board("arabella", deal=1)
    board.page.evaluate("window.delay = 300")
    board.try_move("T12 T8 1")
    board.widget.game.play("deal")
    board.widget.comm.sent.clear()
    board.page.wait_for_function("document.querySelector('main div').shadowRoot || sent.length")
    expect(board.message).to_contain_text("changed")
    board.page.evaluate(
        "state => model.take({ method: 'update', state: { state } })",
        board.widget.get_state("state")["state"],
    )
    board.accepted("deal")
    board.expect_position()


def test_twenty_undos_at_once_end_in_the_right_picture(open_board) -> None:
    """Case 44."""
    board = open_board("arabella", deal=1, speed="slow")
    for move in WINS["arabella"][0]["moves"][:25]:
        board.play_from_code(move)
    button = board.button("undo").element_handle()
    board.page.evaluate("button => { for (let i = 0; i < 20; i++) button.click(); }", button)
    for _ in range(20):
        board.game.undo()
    board.version = 45
    board.expect_position()
    board.page.wait_for_function(
        "root => root.getAnimations({ subtree: true }).length === 0", arg=board.root.element_handle()
    )
    assert board.root.locator("[data-card]").count() == 91
    places = board.root.locator("[data-card]").evaluate_all(
        "cards => cards.map(card => [card.dataset.card, card.getBoundingClientRect().x])"
    )
    fresh = open_board("arabella", deal=1, speed="off")
    for move in WINS["arabella"][0]["moves"][:5]:
        fresh.play_from_code(move)
    settled = fresh.root.locator("[data-card]").evaluate_all(
        "cards => cards.map(card => [card.dataset.card, card.getBoundingClientRect().x])"
    )
    assert sorted(map(json.dumps, places)) == sorted(map(json.dumps, settled))


def test_reduced_motion_moves_in_one_frame(open_board) -> None:
    """Case 45."""
    board = open_board(position=RUN, view={"reduced_motion": "reduce"})
    board.page.mouse.click(*board.point('[data-card="TH1"]'))
    board.page.mouse.click(*board.point('[data-card="JC1"]'))
    board.accepted("T1 T2 3")
    assert board.root.evaluate("root => root.getAnimations({ subtree: true }).length") == 0
    target, card = board.root.locator('[data-card="JC1"]').bounding_box(), board.card("TH1").bounding_box()
    assert abs(target["x"] - card["x"]) < 1


def test_leaving_a_game_asks_once_and_only_where_it_is_wanted(open_board) -> None:
    board = open_board("arabella", deal=1)
    board.move("T12 T8 1")
    board.button("restart").click()
    expect(board.message).to_contain_text("again")
    assert board.widget.version == 1
    board.button("restart").click()
    expect(board.root).to_have_attribute("data-version", "2")
    assert board.widget.game.moves == ()


@pytest.mark.parametrize("key", ["w", "Escape", "i"])
def test_a_question_that_is_not_seen_any_more_is_asked_anew(open_board, key: str) -> None:
    board = open_board("arabella", deal=1)
    board.move("T12 T8 1")
    for _ in range(2):
        board.page.keyboard.press("n")
        expect(board.message).to_contain_text("again")
        board.page.keyboard.press(key)
        expect(board.message).not_to_contain_text("again")
    assert [message for message in board.page.evaluate("sent") if message["kind"] == "new"] == []
    assert len(board.widget.game.moves) == 1
    board.page.keyboard.press("n")
    board.page.keyboard.press("n")
    expect(board.root).to_have_attribute("data-version", "2")
    assert board.widget.game.moves == ()


def test_what_was_said_of_a_card_goes_with_the_next_pick_and_with_escape(open_board) -> None:
    board = open_board(position=RUN)
    board.try_move("T3 T2 1")
    expect(board.message).to_contain_text("AR-7")
    unfit, fit = board.point('[data-card="KC1"]'), board.point('[data-card="TH1"]')

    def say() -> None:
        board.page.mouse.click(*unfit)
        expect(board.message).to_contain_text("cannot be picked up")

    say()
    board.page.mouse.click(*fit)
    expect(board.message).to_have_text("")
    say()
    board.page.keyboard.press("Escape")
    expect(board.message).to_have_text("")
    say()
    board.page.keyboard.press("ArrowDown")
    board.page.keyboard.press("+")
    expect(board.message).to_have_text("")
    say()
    board.drag("T1 T2 3")
    expect(board.message).to_have_text("")


@pytest.mark.parametrize("opener", ["help", "menu"])
def test_a_panel_closes_when_the_focus_or_a_click_goes_elsewhere(open_board, opener: str) -> None:
    board = open_board("adela", deal=7)
    panel = board.root.locator(f"[data-panel={opener}]")
    board.button(opener).click()
    for _ in range(30):
        expect(panel).to_be_visible()
        board.page.keyboard.press("Tab")
        if not board.root.evaluate("root => root.querySelector('.panel:not([hidden])')?.matches(':focus-within')"):
            break
    expect(panel).to_be_hidden()
    board.button(opener).click()
    expect(panel).to_be_visible()
    board.page.locator("#after").focus()
    expect(panel).to_be_hidden()
    assert board.page.evaluate("document.activeElement.id") == "after"
    board.button(opener).click()
    board.page.mouse.click(900, board.root.bounding_box()["height"] + 200)
    expect(panel).to_be_hidden()
    for shown in (True, False):
        board.button(opener).click()
        expect(panel).to_be_visible(visible=shown)


def test_a_tool_that_cannot_be_used_keeps_the_focus_and_says_why(open_board) -> None:
    """Case 88."""
    board = open_board("arabella", deal=1)
    board.page.mouse.click(*board.point('[data-action="undo"]'))
    expect(board.message).to_contain_text("nothing to undo")
    assert board.root.evaluate("root => root.getRootNode().activeElement?.dataset.action") == "undo"
    assert board.button("undo").get_attribute("aria-disabled") == "true"


LAID_OUT_ANEW = """() => new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))
})"""
"""A change of size is drawn by the frame after the one that notices it; until then a touch meets the old places."""


def test_the_board_fills_the_screen_and_comes_back(open_board) -> None:
    board = open_board("arabella", deal=1)
    board.button("fullscreen").click()
    board.page.wait_for_function("document.fullscreenElement?.getBoundingClientRect().width === innerWidth")
    board.page.evaluate(LAID_OUT_ANEW)
    board.move("T12 T8 1")
    board.button("fullscreen").click()
    board.page.wait_for_function("document.fullscreenElement === null")
    board.expect_position()


def test_a_dealt_row_comes_in_a_ripple_and_lands(open_board) -> None:
    adela = Position.of(ADELA, T1="2H", T2="4C", T3="6D", S="KH QH 9C 8C 7C 6C 5C 3D 2D")
    board = open_board(position=adela)
    board.move("deal")
    board.page.wait_for_function(
        "root => root.getAnimations({ subtree: true }).length === 0", arg=board.root.element_handle()
    )
    board.expect_position()


@pytest.mark.parametrize("zoom", [0.5, 1.5])
def test_a_zoomed_page_is_hit_where_it_is_touched(open_board, zoom: float) -> None:
    board = open_board(position=RUN)
    board.page.evaluate("zoom => { document.querySelector('main').style.zoom = zoom }", zoom)
    board.page.evaluate(LAID_OUT_ANEW)
    board.move("T1 T2 3")
    board.drag("T2 T4 3")
    board.expect_position()


def test_the_board_helps_as_much_as_it_is_asked_to(open_board) -> None:
    board = open_board(position=RUN, assist="off", confirm_leaving=False)
    board.page.mouse.click(*board.point('[data-card="TH1"]'))
    assert selected(board) == {"TH1", "9H1", "8H1"}
    assert board.root.locator("[data-destination]").count() == 0
    board.page.mouse.click(*board.point('[data-card="JC1"]'))
    board.accepted("T1 T2 3")
    board.press("restart")
    board.expect_position()
