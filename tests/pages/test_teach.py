"""What a teacher puts on a board: marks, arrows, captions, stories, explanations, exercises, and the two sheets."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from solitaire_widget import Position, find_rules
from solitaire_widget.teach import Step
from solitaire_widget.teach.exercises import MarkLegalMoves, WinIn
from tests.boards import WINS
from tests.pages.conftest import BoardPage
from tests.pages.test_looks import CONTRASTS, complaints

pytestmark = pytest.mark.browser

ARABELLA, ADELA = find_rules("arabella"), find_rules("adela")
RUN = Position.of(ARABELLA, T1="KC TH 9H 8H", T2="JC", T3="9C", T4="JS", F1="AH", S="2C 3C")
TONES = ("note", "good", "bad", "hint")
THREE = ("Two eights.", ("The nine moves.", "T2"), Step("Now it lies there.", move="T1 T2 3"))


def shown(board: BoardPage) -> None:
    """Bring what Python shows by itself to the page, and wait until it is drawn."""
    board.tell()
    board.version = board.widget.version
    board.wait()


def stepped(board: BoardPage) -> None:
    """Wait for one more picture, which the page asked for."""
    board.version += 1
    board.wait()


def marked(board: BoardPage, tone: str) -> list[str]:
    return board.root.locator(f"[data-mark={tone}]").evaluate_all(
        "all => all.map(each => each.dataset.card ?? each.dataset.place)"
    )


def arrows(board: BoardPage) -> list[str]:
    return board.root.locator("[data-arrow]").evaluate_all("all => all.map(arrow => arrow.dataset.arrow)")


def lying(board: BoardPage) -> dict[str, str]:
    pairs = board.root.locator("[data-card]").evaluate_all(
        "cards => cards.map(card => [card.dataset.card, card.dataset.pile])"
    )
    return dict(pairs)


def caption(board: BoardPage):
    return board.root.locator("[data-line=caption]")


def story(board: BoardPage):
    return board.root.locator("[data-story]")


def focus_of(board: BoardPage) -> str:
    return board.root.evaluate(
        """root => {
            const { dataset } = root.getRootNode().activeElement ?? { dataset: {} };
            return dataset.action ?? dataset.pile ?? dataset.place ?? "";
        }"""
    )


def sent(board: BoardPage, kind: str) -> list[dict[str, str]]:
    return [message for message in board.page.evaluate("sent") if message["kind"] == kind]


def on_the_board(board: BoardPage) -> None:
    board.root.locator('.board [tabindex="0"]').focus()


# -- marks --------------------------------------------------------------------------------------------------


def test_marks_lie_on_their_cards_and_piles_and_are_gone_with_the_next_move(open_board) -> None:
    board = open_board(position=RUN)
    board.widget.mark("9H", "T4", "T1 T2 3", tone="good", caption="10♥ goes onto J♣.")
    board.widget.mark("F2", tone="bad")
    shown(board)
    assert set(marked(board, "good")) == {"TH1", "9H1", "8H1", "T4"}
    assert marked(board, "bad") == ["F2"]
    assert arrows(board) == ["T1 T2"]
    expect(caption(board)).to_have_text("10♥\ufe0e goes onto J♣\ufe0e.")
    board.move("T1 T2 3")
    assert board.root.locator("[data-mark],[data-arrow]").count() == 0
    expect(caption(board)).to_have_text("")
    board.expect_position()


def test_marks_that_are_kept_outlive_a_move(open_board) -> None:
    board = open_board(position=RUN)
    board.widget.mark("KC", tone="hint", caption="Free the king.", keep=True)
    shown(board)
    board.move("T1 T2 3")
    assert marked(board, "hint") == ["KC1"]
    expect(caption(board)).to_have_text("Free the king.")


def test_marks_hide_while_a_move_is_on_its_way(open_board) -> None:
    board = open_board(position=RUN)
    board.widget.mark("T1 T2 3")
    shown(board)
    board.page.evaluate("window.delay = 500")
    board.try_move("T1 T2 3")
    board.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert board.root.get_attribute("data-version") == "1"
    assert board.root.locator("[data-mark],[data-arrow]").count() == 0
    board.accepted("T1 T2 3")


def test_what_is_drawn_depends_on_the_notes_alone(open_board) -> None:
    """A board that was shown before the marks and one shown after them look the same."""
    looks = """root => [...root.querySelectorAll("[data-mark],[data-arrow]")].map(each => [each.dataset.card ??
        each.dataset.place ?? each.dataset.arrow, each.dataset.mark ?? each.getAttribute("class"),
        each.getAttribute("d"), each.getAttribute("aria-label")]).sort()"""
    early = open_board(position=RUN, speed="off")
    early.widget.mark("T9", tone="hint")
    shown(early)
    early.widget.unmark()
    early.widget.mark("T1 T2 3", "T4", tone="bad", caption="No.")
    shown(early)
    late = open_board(position=RUN, speed="off")
    late.widget.mark("T1 T2 3", "T4", tone="bad", caption="No.")
    late.page.evaluate(
        "([state, notes]) => model.take({ method: 'update', state: { notes, state } })",
        [late.widget.get_state("state")["state"], late.widget.get_state("notes")["notes"]],
    )
    assert late.root.evaluate(looks) == early.root.evaluate(looks) != []


def test_marks_are_said(open_board) -> None:
    board = open_board(position=RUN)
    board.widget.mark("9H", caption="Look here.")
    board.widget.mark("T2", "T5", tone="good")
    shown(board)
    names = board.root.locator(".board [aria-label]").evaluate_all(
        "all => all.map(each => each.getAttribute('aria-label'))"
    )
    for name in [
        "9 of hearts, pile 1, card 3 of 4, can move, marked",
        "jack of clubs, pile 2, card 1 of 1, can move, pile marked good",
        "pile 5, empty, takes a king, marked good",
    ]:
        assert name in names, names
    expect(caption(board)).to_have_role("status")


def test_a_caption_is_said_once(open_board) -> None:
    board = open_board(position=RUN)
    board.page.evaluate(
        """line => { window.said = []; new MutationObserver(() => said.push(line.textContent))
            .observe(line, { childList: true, characterData: true, subtree: true }); }""",
        caption(board).element_handle(),
    )
    board.widget.caption("First this.", keep=True)
    shown(board)
    board.move("T1 T2 3")
    board.press("undo")
    assert board.page.evaluate("said") == ["First this."]


@pytest.mark.parametrize("felt", ["green", "slate", "none"])
def test_marks_stand_out_on_every_felt(open_board, artifacts, felt: str) -> None:
    """At least 3 to 1 for one of a mark's two colours, and 4.5 to 1 for the sign on its chip."""
    board = open_board(position=RUN, felt=felt, speed="off")
    for tone, card, pile in zip(TONES, ("KC", "TH", "9H", "9C"), ("F2", "F3", "T4", "S"), strict=True):
        board.widget.mark(card, pile, tone=tone)
        board.widget.arrow("T3", pile, tone=tone)
    shown(board)
    for theme in ("light", "dark", "contrast"):
        board.widget.theme = theme
        board.tell()
        board.root.screenshot(path=artifacts / f"marks-{felt}-{theme}.png")
        for tone, on_felt, on_paper in board.root.evaluate(STANDS_OUT):
            assert on_felt >= 3, (theme, tone)
            assert on_paper >= 4.5, (theme, tone)


# For each tone: how well its ring or the white beside it stands out from the felt, and the ring from white.
STANDS_OUT = """root => {
    const channel = (value) => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const luminance = (colour) => {
        const [r, g, b] = colour.match(/[\\d.]+/g).map(Number);
        return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    };
    const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const felt = luminance(getComputedStyle(root.querySelector(".felt")).backgroundColor);
    return [...root.querySelectorAll("[data-mark]")].map((each) => {
        const tone = luminance(getComputedStyle(each, "::after").borderTopColor);
        return [each.dataset.mark, Math.max(contrast(tone, felt), contrast(1, felt)), contrast(tone, 1)];
    });
}"""


def test_tones_differ_without_colour(open_board) -> None:
    board = open_board(position=RUN)
    for tone, card in zip(TONES, ("KC", "TH", "9H", "9C"), strict=True):
        board.widget.mark(card, tone=tone)
    for tone, pile in zip(TONES, ("F2", "F3", "F4", "F5"), strict=True):
        board.widget.arrow("T3", pile, tone=tone)
    shown(board)
    rings = board.root.locator(".card[data-mark]").evaluate_all(
        """all => all.map(each => { const style = getComputedStyle(each, "::after");
            return [style.borderTopStyle, style.content].join(); })"""
    )
    lines = board.root.locator("[data-arrow]").evaluate_all(
        """all => all.map(each => { const style = getComputedStyle(each);
            return [style.strokeDasharray, style.fill === "rgb(255, 255, 255)"].join(); })"""
    )
    assert len(set(rings)) == len(set(lines)) == 4


def test_a_mark_leaves_the_ring_of_a_destination_free(open_board) -> None:
    board = open_board(position=RUN)
    board.widget.mark("JC", "8H", tone="good")
    shown(board)
    ring = "card => getComputedStyle(card, '::after').borderTopColor"
    assert board.card("JC1").evaluate(ring) == board.card("8H1").evaluate(ring)
    board.page.mouse.click(*board.point('[data-card="TH1"]'))
    assert board.card("JC1").evaluate(ring) == "rgba(0, 0, 0, 0)"
    assert board.card("8H1").evaluate(ring) != "rgba(0, 0, 0, 0)"


def test_forced_colours_keep_the_marks(open_board, artifacts) -> None:
    board = open_board(position=RUN, view={"forced_colors": "active"})
    board.widget.mark("T1 T2 3", "F5", tone="bad", caption="Not this.")
    shown(board)
    board.root.screenshot(path=artifacts / "marks-forced-colours.png")
    for one in ('[data-card="TH1"]', '[data-place="F5"]'):
        ring = board.root.locator(one).evaluate("each => getComputedStyle(each, '::after').borderTopStyle")
        assert ring == "dashed"
    expect(board.root.locator("[data-arrow]")).to_have_count(1)


def test_arrows_are_out_of_the_way(open_board) -> None:
    board = open_board(position=RUN)
    board.widget.arrow("T1", "T3", keep=True)
    shown(board)
    svg = board.root.locator(".arrows")
    assert svg.get_attribute("aria-hidden") == "true"
    assert board.root.evaluate("root => root.querySelectorAll('.arrows [id], .arrows defs').length") == 0
    board.drag("T1 T2 3")
    assert arrows(board) == ["T1 T3"]


def test_escape_takes_marks_away_once_nothing_is_held(open_board) -> None:
    board = open_board(position=RUN)
    board.widget.mark("T4", caption="Look here.")
    shown(board)
    board.page.mouse.click(*board.point('[data-card="TH1"]'))
    board.page.keyboard.press("Escape")
    assert marked(board, "note") == ["T4"]
    assert board.root.locator("[data-selected]").count() == 0
    board.page.keyboard.press("Escape")
    stepped(board)
    assert marked(board, "note") == []
    expect(caption(board)).to_have_text("")
    board.page.evaluate("() => { window.heard = []; document.addEventListener('keydown', e => heard.push(e.key)); }")
    board.page.keyboard.press("Escape")
    assert board.page.evaluate("heard") == ["Escape"]
    assert len(sent(board, "clear")) == 1


@pytest.mark.parametrize("width", [1000, 700, 320])
def test_nothing_jumps_when_something_is_said(open_board, width: int) -> None:
    """Case 84."""
    board = open_board(position=RUN, view={"viewport": {"width": width, "height": 900}})
    height = board.root.bounding_box()["height"]
    board.widget.mark("T1 T2 3", caption="10♥ goes onto J♣, and then the king is free.")
    shown(board)
    assert board.root.bounding_box()["height"] == height
    board.widget.tell(*THREE)
    shown(board)
    expect(story(board)).to_be_visible()
    assert board.root.bounding_box()["height"] == height
    board.widget.unmark()
    shown(board)
    board.try_move("T3 T2 1")
    expect(board.button("why")).to_be_visible()
    assert board.root.bounding_box()["height"] == height


def test_a_phone_has_room_for_a_long_reason_and_for_all_of_a_story_s_buttons(open_board) -> None:
    board = open_board("arabella", deal=1, speed="off", view={"viewport": {"width": 320, "height": 900}})
    for move in WINS["arabella"][0]["moves"][:30]:
        board.play_from_code(move)
    height = board.root.bounding_box()["height"]
    piles = [name for name in board.game.position if name.startswith("T") and board.game.position[name]]
    moves = (f"{source} {target} 1" for source in piles for target in piles if source != target)
    board.try_move(next(move for move in moves if board.game.refusal(move)))
    expect(board.button("why")).to_be_visible()
    assert board.root.bounding_box()["height"] == height
    board.button("why").click()
    stepped(board)
    assert board.root.bounding_box()["height"] == height
    board.widget.replay(seconds=100)
    shown(board)
    expect(board.button("pause")).to_be_visible()
    assert board.root.bounding_box()["height"] == height


# -- why ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [False, True], ids=["button", "key"])
def test_why_not_is_explained_on_the_board(open_board, key: bool) -> None:
    board = open_board(position=RUN)
    expect(board.button("why")).to_be_hidden()
    board.try_move("T3 T2 1")
    expect(board.message).to_contain_text("AR-7")
    if key:
        board.page.keyboard.press("q")
    else:
        board.button("why").click()
    stepped(board)
    assert sent(board, "why")[0]["move"] == "T3 T2 1"
    expect(caption(board)).to_contain_text("9♣\ufe0e does not go on J♣\ufe0e")
    assert "9C1" in marked(board, "bad")
    # What the caption says need not be said twice; and whoever pressed the button is back on the board.
    expect(board.message).to_have_text("")
    expect(board.button("why")).to_be_hidden()
    assert focus_of(board) == "T2"
    board.move("T1 T2 3")
    expect(caption(board)).to_have_text("")


def test_only_a_refused_move_can_be_asked_about(open_board) -> None:
    board = open_board(position=RUN)
    board.page.mouse.click(*board.point('[data-card="KC1"]'))
    expect(board.message).to_contain_text("cannot be picked up")
    expect(board.button("why")).to_be_hidden()
    field = board.root.locator('[data-field="deal"]')
    field.fill("minus one")
    field.press("Enter")
    expect(board.message).to_contain_text("minus one")
    expect(board.button("why")).to_be_hidden()
    on_the_board(board)
    board.page.keyboard.press("q")
    assert sent(board, "why") == []


def test_a_refusal_that_is_not_said_any_more_cannot_be_asked_about(open_board) -> None:
    board = open_board(position=RUN)
    board.try_move("T3 T2 1")
    expect(board.button("why")).to_be_visible()
    board.page.keyboard.press("w")
    expect(board.message).to_contain_text("can go")
    expect(board.button("why")).to_be_hidden()
    board.page.keyboard.press("q")
    assert sent(board, "why") == []


# -- stories ------------------------------------------------------------------------------------------------


def test_a_story_is_walked_by_mouse(open_board) -> None:
    board = open_board(position=RUN)
    before = lying(board)
    board.widget.tell(*THREE)
    shown(board)
    expect(story(board)).to_contain_text("1 of 3")
    expect(caption(board)).to_have_text("Two eights.")
    expect(board.button("previous")).to_be_disabled()
    board.button("next").click()
    stepped(board)
    expect(caption(board)).to_have_text("The nine moves.")
    expect(board.root.locator("[data-mark]")).to_have_attribute("data-place", "T2")
    board.button("next").click()
    stepped(board)
    assert lying(board)["TH1"] == "T2"
    expect(board.button("next")).to_be_disabled()
    assert focus_of(board) == "next"
    board.button("first").click()
    stepped(board)
    board.button("last").click()
    stepped(board)
    board.button("previous").click()
    stepped(board)
    expect(story(board)).to_contain_text("2 of 3")
    board.button("leave").click()
    stepped(board)
    expect(story(board)).to_have_count(0)
    assert lying(board) == before
    assert focus_of(board).startswith("T")
    board.move("T1 T2 3")
    board.expect_position()


def test_a_story_is_walked_by_keys(open_board) -> None:
    board = open_board(position=RUN)
    on_the_board(board)
    board.widget.tell(*THREE)
    shown(board)
    for key, place in [(".", 2), (">", 3), (",", 2), ("<", 1), (".", 2)]:
        board.page.keyboard.press(key)
        stepped(board)
        expect(story(board)).to_contain_text(f"{place} of 3")
    board.button("next").focus()
    board.page.keyboard.press("Enter")
    stepped(board)
    expect(story(board)).to_contain_text("3 of 3")
    board.page.keyboard.press("Escape")
    stepped(board)
    expect(story(board)).to_have_count(0)
    board.expect_position()


def test_steps_that_are_pressed_fast_are_all_made(open_board) -> None:
    board = open_board(position=RUN)
    board.widget.tell(*[f"Step {number}." for number in range(1, 9)])
    shown(board)
    on_the_board(board)
    board.page.evaluate("window.delay = 100")
    for _ in range(5):
        board.page.keyboard.press(".")
    expect(story(board)).to_contain_text("6 of 8")
    expect(board.message).to_have_text("")


def test_what_is_only_shown_cannot_be_played(open_board) -> None:
    board = open_board(position=RUN)
    board.widget.tell(*THREE)
    board.widget.step("last")
    shown(board)
    before = lying(board)
    board.page.mouse.click(*board.point('[data-card="9C1"]'))
    expect(board.message).to_contain_text("story")
    board.page.mouse.move(*board.point('[data-card="8H1"]'))
    board.page.mouse.down()
    board.page.mouse.move(500, 400, steps=4)
    board.page.mouse.up()
    for key in ("Enter", "b", "f", "d"):
        board.page.keyboard.press(key)
        expect(board.message).to_contain_text("story")
    assert sent(board, "move") == []
    assert lying(board) == before


def test_a_story_changes_nothing_in_the_game_behind_it(open_board) -> None:
    board = open_board("arabella", deal=1)
    for move in WINS["arabella"][0]["moves"][:4]:
        board.play_from_code(move)
    board.widget.game.undo()
    shown(board)
    board.widget.replay()
    shown(board)
    on_the_board(board)
    for key, button in (("u", "undo"), ("r", "redo"), ("", "restart")):
        expect(board.button(button)).to_be_disabled()
        board.page.mouse.click(*board.point(f'[data-action="{button}"]'))
        expect(board.message).to_contain_text("This is a story")
        board.page.keyboard.press("i")
        if key:
            board.page.keyboard.press(key)
            expect(board.message).to_contain_text("This is a story")
    board.page.keyboard.press("n")
    expect(board.message).to_contain_text("again")
    assert [sent(board, kind) for kind in ("undo", "redo", "restart", "new")] == [[], [], [], []]
    board.button("leave").click()
    stepped(board)
    for button in ("undo", "redo", "restart"):
        expect(board.button(button)).to_be_enabled()


def test_a_story_that_ends_with_a_win_is_no_win(open_board, artifacts) -> None:
    text = "Auld Lang Syne\nF1: AC..QC\nF2: AS..KS\nF3: AH..KH\nF4: AD..JD\nT1: KC QD\nT2: KD"
    board = open_board(position=text, speed="off")
    board.widget.tell(*[Step(move, move=move) for move in ("T1 F4 1", "T2 F4 1", "T1 F1 1")])
    board.widget.step("last")
    shown(board)
    expect(board.root.locator(".ending")).to_be_hidden()
    expect(board.message).to_have_text("")
    board.root.screenshot(path=artifacts / "story-that-wins.png")
    board.button("leave").click()
    stepped(board)
    for move in ("T1 F4 1", "T2 F4 1", "T1 F1 1"):
        board.move(move)
    board.expect_won()
    expect(board.root.locator(".ending")).to_contain_text("3 moves")
    expect(board.message).to_have_text("Won.")


def test_a_game_is_replayed_and_played_on_from_any_place(open_board) -> None:
    board = open_board("arabella", deal=1)
    moves = WINS["arabella"][0]["moves"][:4]
    for move in moves:
        board.play_from_code(move)
    on_the_board(board)
    board.page.keyboard.press("v")
    stepped(board)
    expect(story(board)).to_contain_text("1 of 5")
    assert set(lying(board)) == {card.id for pile in board.game.start.piles for card in pile[-99:]} & set(lying(board))
    for _ in range(2):
        board.button("next").click()
        stepped(board)
    board.button("play-on").click()
    stepped(board)
    board.game.undo()
    board.game.undo()
    expect(story(board)).to_have_count(0)
    board.expect_position()
    assert [str(move) for move in board.widget.game.moves] == moves[:2]
    board.press("redo")
    board.expect_position()


def test_a_replay_is_left_with_the_game_as_it_was(open_board) -> None:
    board = open_board("arabella", deal=1)
    for move in WINS["arabella"][0]["moves"][:4]:
        board.play_from_code(move)
    board.button("menu").click()
    board.button("replay").click()
    stepped(board)
    expect(board.page.get_by_role("dialog")).to_have_count(0)
    board.button("last").click()
    stepped(board)
    board.button("leave").click()
    stepped(board)
    board.expect_position()


def test_a_story_goes_on_by_itself_and_can_be_paused(open_board) -> None:
    board = open_board(position=RUN)
    clock = board.page.clock
    clock.install()
    board.widget.tell(*THREE, seconds=5)
    shown(board)
    clock.fast_forward(4900)
    expect(story(board)).to_contain_text("1 of 3")
    clock.fast_forward(200)
    stepped(board)
    expect(story(board)).to_contain_text("2 of 3")
    pause = board.button("pause")
    expect(pause).to_have_text("Pause")
    pause.click()
    expect(pause).to_have_text("Play")
    clock.fast_forward(60_000)
    assert len(sent(board, "step")) == 1
    on_the_board(board)
    board.page.keyboard.press("p")
    expect(pause).to_have_text("Pause")
    clock.fast_forward(5100)
    stepped(board)
    expect(story(board)).to_contain_text("3 of 3")
    clock.fast_forward(60_000)
    assert len(sent(board, "step")) == 2


def test_who_steps_by_hand_has_taken_over(open_board) -> None:
    board = open_board(position=RUN)
    clock = board.page.clock
    clock.install()
    board.widget.tell(*THREE, seconds=5)
    shown(board)
    board.button("next").click()
    stepped(board)
    clock.fast_forward(60_000)
    assert len(sent(board, "step")) == 1
    board.widget.tell("Another one,", "and on it goes.", seconds=5)
    shown(board)
    expect(board.button("pause")).to_have_text("Pause")


def test_a_board_that_goes_away_takes_its_story_s_timer_along(open_board) -> None:
    board = open_board(position=RUN)
    board.page.clock.install()
    board.widget.tell(*THREE, seconds=5)
    shown(board)
    board.page.evaluate("views[0].controller.abort()")
    board.page.clock.fast_forward(60_000)
    assert sent(board, "step") == []


def test_without_a_kernel_the_story_stands_still(open_board) -> None:
    board = open_board(position=RUN)
    board.widget.tell(*THREE, seconds=5)
    shown(board)
    board.page.evaluate("window.gone = true")
    board.button("next").click()
    expect(board.message).to_contain_text("kernel")
    for action in ("first", "next", "last", "pause", "leave"):
        expect(board.button(action)).to_be_disabled()
    before = len(sent(board, "step"))
    board.page.mouse.click(*board.point('[data-action="next"]'))
    assert len(sent(board, "step")) == before
    expect(story(board)).to_contain_text("1 of 3")


# -- exercises ----------------------------------------------------------------------------------------------


def test_moves_are_noted_and_not_played(open_board) -> None:
    board = open_board(position=RUN)
    exercise = MarkLegalMoves(RUN)
    board.widget.ask(exercise)
    shown(board)
    expect(caption(board)).to_contain_text("legal move")
    before = lying(board)
    board.try_move("T1 T2 3")
    stepped(board)
    assert arrows(board) == ["T1 T2"]
    assert lying(board) == before
    start, end = board.point('[data-card="TH1"]'), board.point('[data-card="JS1"]')
    board.page.mouse.move(*start)
    board.page.mouse.down()
    board.page.mouse.move(*end, steps=6)
    board.page.mouse.up()
    stepped(board)
    assert set(arrows(board)) == {"T1 T2", "T1 T4"}
    assert board.root.locator("[data-destination],[data-hinted]").count() == 0
    board.page.mouse.dblclick(*board.point('[data-card="9C1"]'))
    expect(board.message).to_contain_text("for you to find")
    board.page.keyboard.press("Escape")
    expect(caption(board)).not_to_have_text("")
    board.button("done").click()
    stepped(board)
    expect(caption(board)).to_contain_text("T1 T4 3 are right")
    expect(board.button("done")).to_be_hidden()
    assert exercise.done


def test_what_was_answered_is_not_noted_any_more(open_board) -> None:
    board = open_board(position=RUN)
    exercise = MarkLegalMoves(RUN)
    board.widget.ask(exercise)
    shown(board)
    board.try_move("T1 T2 3")
    stepped(board)
    board.button("done").click()
    stepped(board)
    said = caption(board).text_content()
    board.page.mouse.click(*board.point('[data-card="TH1"]'))
    expect(board.message).to_contain_text("was answered")
    board.page.keyboard.press("Escape")
    expect(board.message).to_have_text("")
    board.page.mouse.move(*board.point('[data-card="TH1"]'))
    board.page.mouse.down()
    board.page.mouse.move(*board.point('[data-card="JS1"]'), steps=6)
    board.page.mouse.up()
    expect(board.message).to_contain_text("was answered")
    board.page.keyboard.press("d")
    assert len(sent(board, "move")) == 1
    assert len(exercise.given) == 1
    expect(caption(board)).to_have_text(said)


def test_escape_leaves_a_story_in_an_exercise_and_not_the_exercise(open_board) -> None:
    board = open_board(position=RUN)
    board.widget.ask(MarkLegalMoves(RUN))
    board.widget.tell(*THREE)
    shown(board)
    on_the_board(board)
    expect(story(board)).to_have_count(1)
    board.page.keyboard.press("Escape")
    stepped(board)
    expect(story(board)).to_have_count(0)
    expect(caption(board)).to_contain_text("legal move")
    expect(board.button("done")).to_be_visible()
    board.page.keyboard.press("Escape")
    assert sent(board, "clear") == []


def test_an_exercise_that_is_won_is_played(open_board) -> None:
    text = "Auld Lang Syne\nF1: AC..QC\nF2: AS..KS\nF3: AH..KH\nF4: AD..JD\nT1: KC QD\nT2: KD"
    board = open_board("auld lang syne", deal=1)
    exercise = WinIn(text)
    board.widget.ask(exercise)
    shown(board)
    board.game = board.widget.game.copy()
    expect(caption(board)).to_contain_text("3 moves")
    for move in ("T1 F4 1", "T2 F4 1", "T1 F1 1"):
        board.move(move)
    board.expect_won()
    expect(caption(board)).to_contain_text("Won")
    expect(board.button("done")).to_be_hidden()


# -- the two sheets -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "opener", "key"), [("rules", "help", "l"), ("statistics", "menu", "t")])
def test_a_sheet_opens_is_read_and_gives_the_focus_back(
    open_board, artifacts, name: str, opener: str, key: str
) -> None:
    board = open_board("adela", deal=7, view={"viewport": {"width": 500, "height": 900}})
    sheet = board.root.locator(f"[data-panel={name}]")
    expect(sheet).to_be_hidden()
    board.button(opener).click()
    board.button(name).click()
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("heading").first).to_be_visible()
    expect(board.root.locator(f"[data-panel={opener}]")).to_be_hidden()
    assert focus_of(board) == "close"
    board.root.screenshot(path=artifacts / f"sheet-{name}.png")
    assert complaints(board) == ""
    assert [pair for pair in board.root.evaluate(CONTRASTS) if pair[0] < 4.5] == []
    board.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert focus_of(board) == opener
    on_the_board(board)
    place = focus_of(board)
    board.page.keyboard.press(key)
    expect(sheet).to_be_visible()
    board.page.keyboard.press("Escape")
    assert focus_of(board) == place
    board.page.keyboard.press(key)
    board.root.locator(f"[data-panel={name}] [data-action=close]").click()
    assert focus_of(board) == place


def test_the_rules_are_the_game_s(open_board) -> None:
    board = open_board("adela", deal=7)
    on_the_board(board)
    board.page.keyboard.press("l")
    sheet = board.root.locator("[data-panel=rules]")
    for section in board.widget.game.rules.sheet().sections:
        expect(sheet).to_contain_text(section.heading)
    for rule in ("AD-1", "AD-12"):
        expect(sheet).to_contain_text(rule)


def test_a_sheet_is_text_whatever_is_in_it(open_board) -> None:
    board = open_board("adela", deal=7)
    board.page.evaluate("window.cut = true")
    on_the_board(board)
    board.page.keyboard.press("l")
    asked = sent(board, "panel")[-1]
    rows = [["<b>left</b>", "<img src=x onerror=alert(1)>"], ["", "9♥ alone"]]
    panel = {"title": "<i>Title</i>", "sections": [{"heading": "<u>Heading</u>", "rows": rows}]}
    board.page.evaluate(
        "content => model.take({ method: 'custom', content })",
        {
            "kind": "answer",
            "id": asked["id"],
            "ok": True,
            "version": 0,
            "panel": panel,
        },
    )
    sheet = board.root.locator("[data-panel=rules]")
    for text in ("<i>Title</i>", "<u>Heading</u>", *rows[0], "9♥\ufe0e alone"):
        expect(sheet).to_contain_text(text)
    assert sheet.locator("i, u, b, img").count() == 0


def test_a_sheet_that_nobody_can_fill_says_so(open_board) -> None:
    board = open_board("adela", deal=7)
    on_the_board(board)
    board.page.evaluate("window.gone = true")
    for key, name in (("l", "rules"), ("t", "statistics")):
        board.page.keyboard.press(key)
        expect(board.root.locator(f"[data-panel={name}]")).to_contain_text("kernel")
        board.page.keyboard.press("Escape")


# -- all of it ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1000, 320])
def test_axe_finds_nothing_while_something_is_taught(open_board, artifacts, width: int) -> None:
    """Case 87."""
    board = open_board("adela", deal=7, speed="off", view={"viewport": {"width": width, "height": 1000}})
    for tone, pile in zip(TONES, ("T1", "T2", "S", "J1"), strict=True):
        board.widget.mark(pile, f"{pile} 1" if pile[0] == "T" else pile, tone=tone)
    board.widget.mark("T2 T7 1", caption="3♠ goes onto 2♠.")
    shown(board)
    assert complaints(board) == ""
    board.root.screenshot(path=artifacts / f"taught-marks-{width}.png")
    board.widget.unmark()
    shown(board)
    board.try_move("T1 T2 1")
    expect(board.button("why")).to_be_visible()
    assert complaints(board) == ""
    board.button("why").click()
    stepped(board)
    assert complaints(board) == ""
    board.root.screenshot(path=artifacts / f"taught-why-{width}.png")
    board.play_from_code("T2 T7 1")
    board.widget.replay(seconds=100)
    shown(board)
    assert complaints(board) == ""
    assert board.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for theme in ("light", "dark", "contrast"):
        board.widget.theme = theme
        board.tell()
        board.root.screenshot(path=artifacts / f"taught-story-{width}-{theme}.png")
        assert [pair for pair in board.root.evaluate(CONTRASTS) if pair[0] < 4.5] == []
    board.widget.ask(MarkLegalMoves(RUN))
    shown(board)
    expect(board.button("done")).to_be_visible()
    assert complaints(board) == ""


def test_an_older_python_knows_of_none_of_it(open_board) -> None:
    board = open_board(position=RUN)
    board.page.evaluate("model.take({ method: 'update', state: { notes: undefined } })")
    board.move("T1 T2 3")
    board.page.keyboard.press("Escape")
    board.page.keyboard.press(".")
    expect(story(board)).to_have_count(0)
    board.expect_position()


def test_python_is_told_that_clicks_reach_it(open_board) -> None:
    board = open_board(position=RUN)
    board.page.evaluate("sent.length = 0; model.take({ method: 'custom', content: { kind: 'ping' } })")
    assert [message["kind"] for message in board.page.evaluate("sent")] == ["hello"]
