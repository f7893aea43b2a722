"""Hint, badge and show me: what the page asks for, what it shows of the answers, and that nothing jumps by it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from solitaire_widget import Game, Position, find_rules
from solitaire_widget.teach.exercises import MarkLegalMoves
from solitaire_widget.wire import thawed
from tests.boards import WINS
from tests.pages.conftest import BoardPage
from tests.pages.test_looks import CONTRASTS, FITS, complaints
from tests.pages.test_teach import arrows, caption, focus_of, lying, marked, on_the_board, sent, shown, story

pytestmark = pytest.mark.browser

ARABELLA = find_rules("arabella")
RUN = Position.of(ARABELLA, T1="KC TH 9H 8H", T2="JC", T3="9C", T4="JS", F1="AH", S="2C 3C")
T1, T2 = (list(RUN).index(name) for name in ("T1", "T2"))

KNOWN, UNSEEN = "every card known", "unseen cards dealt at random"
BADGES = [
    {"text": "winnable", "how": KNOWN, "tone": "good"},
    {"text": "unwinnable", "how": KNOWN, "tone": "bad"},
    {"text": "unknown", "how": UNSEEN, "tone": "note"},
    {"text": "looking…", "how": UNSEEN, "tone": "note"},
]
LOOKING = {"kind": "looking", "show": False}
HINT = {"kind": "hint", "show": True}
SHOWN_HINT = {
    "advice": HINT,
    "cards": [[T1, 1, 3, "hint"]],
    "arrows": [[T1, T2, "hint"]],
    "caption": "10♥ onto J♣: the king is free then.",
}


def says(board: BoardPage, **notes: Any) -> None:
    """Have the page told something besides, as if Python said so."""
    all_notes = {**thawed(board.widget.notes), **notes}
    board.page.evaluate("notes => model.take({ method: 'update', state: { notes } })", all_notes)


def alone(board: BoardPage) -> None:
    """Keep what the page sends from Python: the test answers."""
    board.page.evaluate("window.cut = true")


def answers(board: BoardPage, **content: Any) -> None:
    """Answer the page's newest message, as if Python did."""
    answer = {"kind": "answer", "id": board.page.evaluate("sent.at(-1).id"), "ok": True, "version": 0, **content}
    board.page.evaluate("content => model.take({ method: 'custom', content })", answer)


def until(board: BoardPage, selector: str) -> None:
    """Bring to the page what Python works out in the background until this is there."""
    for _ in range(1000):
        board.tell()
        if board.root.locator(selector).count():
            board.version = int(board.root.get_attribute("data-version") or 0)
            return
        board.page.evaluate("() => new Promise(requestAnimationFrame)")
    pytest.fail(f"{selector} never came: {board.widget.notes!r}")


def badge(board: BoardPage):
    return board.root.locator(".heading [data-badge]")


def layout_of(board: BoardPage) -> list[list[float]]:
    """Where everything around and on the board is, but for what is inside the badge."""
    return board.root.evaluate(
        """root => ["", ".header", ".heading", ".tools", ".felt", ".board", ".below", ".heading span", ".game"]
            .map((one) => one ? root.querySelector(one) : root).map((each) => {
                const { x, y, width, height } = each.getBoundingClientRect(); return [x, y, width, height]; })"""
    )


# -- the hint, as far as the page goes ----------------------------------------------------------------------


@pytest.mark.parametrize("key", [False, True], ids=["button", "key"])
def test_a_hint_is_asked_for_and_a_second_press_asks_for_the_move(open_board, key: bool) -> None:
    board = open_board(position=RUN)
    alone(board)
    on_the_board(board)

    def press() -> None:
        board.page.keyboard.press("h") if key else board.button("hint").click()

    press()
    answers(board)
    says(board, advice=LOOKING)
    expect(caption(board)).to_have_text("Looking…")
    expect(caption(board)).to_have_role("status")
    expect(board.button("hint")).to_be_disabled()
    board.page.keyboard.press("h")
    assert len(sent(board, "hint")) == 1
    says(board, **SHOWN_HINT)
    expect(caption(board)).to_contain_text("the king is free")
    assert marked(board, "hint") == ["TH1", "9H1", "8H1"]
    assert arrows(board) == ["T1 T2"]
    expect(board.button("hint")).not_to_be_disabled()
    press()
    assert [set(message) for message in sent(board, "hint")] == [{"kind", "id", "version"}] * 2
    assert [message["version"] for message in sent(board, "hint")] == [0, 0]


def test_a_press_before_the_hint_is_seen_does_not_play_it(open_board) -> None:
    board = open_board(position=RUN)
    alone(board)
    on_the_board(board)
    for _ in range(3):
        board.page.keyboard.press("h")
    first = board.page.evaluate("sent.at(-1).id")
    says(board, **SHOWN_HINT)
    answers(board)
    assert [message["id"] for message in sent(board, "hint")] == [first]
    board.page.keyboard.press("h")
    board.page.keyboard.press("h")
    says(board)
    answers(board)
    assert len(sent(board, "hint")) == 2


def test_a_hint_waits_for_the_move_before_it(open_board) -> None:
    """It is asked for the position that the player sees, so Python must have confirmed it."""
    board = open_board(position=RUN)
    board.page.evaluate("window.delay = 300")
    board.try_move("T1 T2 3")
    alone(board)
    board.page.keyboard.press("h")
    assert sent(board, "hint") == []
    board.accepted("T1 T2 3")
    board.page.wait_for_function("sent.some(message => message.kind === 'hint')")
    assert sent(board, "hint")[0]["version"] == 1


def test_a_refused_hint_says_why(open_board) -> None:
    board = open_board(position=RUN)
    alone(board)
    board.button("hint").click()
    answers(board, ok=False, why="refused", reason="no move is left")
    expect(board.message).to_have_text("No move is left")
    expect(board.button("hint")).not_to_be_disabled()


def test_escape_ends_a_hint_and_the_search_for_one(open_board) -> None:
    board = open_board(position=RUN)
    alone(board)
    on_the_board(board)
    says(board, advice=LOOKING)
    board.page.keyboard.press("Escape")
    answers(board)
    says(board, advice=None)
    expect(caption(board)).to_have_text("")
    says(board, advice=HINT)
    board.page.keyboard.press("Escape")
    assert len(sent(board, "clear")) == 2


def test_who_is_asked_something_or_watches_a_story_gets_no_hint(open_board) -> None:
    board = open_board(position=RUN)
    board.widget.ask(MarkLegalMoves(RUN))
    shown(board)
    expect(board.button("hint")).to_be_disabled()
    board.button("hint").click(force=True)
    expect(board.message).to_contain_text("for you to find")
    board.widget.ask(None)
    board.widget.replay()
    shown(board)
    says(board, story={"step": 1, "of": 2, "seconds": 0, "live": False, "resumable": False})
    expect(board.button("hint")).to_be_disabled()
    board.button("hint").click(force=True)
    expect(board.message).to_contain_text("story")
    on_the_board(board)
    board.page.keyboard.press("m")
    assert sent(board, "hint") == sent(board, "show") == []


def test_without_a_kernel_there_is_no_hint(open_board) -> None:
    board = open_board(position=RUN)
    board.page.evaluate("window.gone = true")
    board.button("hint").click()
    expect(board.message).to_contain_text("kernel")
    expect(board.button("hint")).to_be_disabled()
    before = len(sent(board, "hint"))
    on_the_board(board)
    board.page.keyboard.press("h")
    assert len(sent(board, "hint")) == before


# -- show me, as far as the page goes -----------------------------------------------------------------------


@pytest.mark.parametrize("key", [False, True], ids=["button", "key"])
def test_show_me_is_offered_where_a_way_to_win_is_known(open_board, key: bool) -> None:
    board = open_board(position=RUN)
    alone(board)
    show = board.button("show")
    expect(show).to_be_hidden()
    says(board, **SHOWN_HINT, badge=None)
    expect(show).to_have_text("Show me")
    if key:
        on_the_board(board)
        board.page.keyboard.press("m")
    else:
        show.click()
    assert len(sent(board, "show")) == 1
    answers(board)
    says(board, story={"step": 1, "of": 4, "seconds": 1.5, "live": True, "resumable": False})
    expect(show).to_be_hidden()
    expect(board.button("pause")).to_be_visible()
    assert focus_of(board) in ("T1", "T2")
    says(board, advice={**HINT, "show": False})
    expect(show).to_be_hidden()


# -- the badge, as far as the page goes ---------------------------------------------------------------------


def test_the_badge_is_off_until_it_is_wanted(open_board) -> None:
    board = open_board(position=RUN)
    says(board, badge=BADGES[0])
    expect(badge(board)).to_be_hidden()
    board.page.evaluate("model.take({ method: 'update', state: { badge: 'known' } })")
    expect(badge(board)).to_have_text("winnable")


@pytest.mark.parametrize("said", BADGES, ids=lambda said: said["text"])
def test_the_badge_says_what_was_found_and_how(open_board, said: dict[str, str]) -> None:
    board = open_board(position=RUN, badge="known")
    says(board, badge=said)
    expect(badge(board)).to_have_text(said["text"])
    expect(badge(board)).to_have_attribute("title", said["how"])
    expect(badge(board)).to_have_accessible_name(f"{said['text']}, {said['how']}.")
    on_the_board(board)
    board.page.keyboard.press("i")
    expect(board.message).to_contain_text(f"{said['text'].capitalize()}, {said['how']}.")


def test_verdicts_differ_without_colour(open_board) -> None:
    board = open_board(position=RUN, badge="known")
    chips = set()
    for said in BADGES[:3]:
        says(board, badge=said)
        chips.add(badge(board).evaluate("each => getComputedStyle(each, '::before').content"))
    assert len(chips) == 3


def test_a_verdict_is_not_said_of_a_position_that_a_move_has_left(open_board) -> None:
    board = open_board(position=RUN, badge="known")
    says(board, badge=BADGES[0])
    board.page.evaluate("window.delay = 500")
    board.try_move("T1 T2 3")
    expect(badge(board)).to_have_text("looking…")
    board.accepted("T1 T2 3")


@pytest.mark.parametrize("game", ["arabella", "auld lang syne"])
def test_nothing_moves_whatever_the_badge_says(open_board, game: str) -> None:
    """Not even when it is switched on: all but a name that is too long, which gives way."""
    board = open_board(game, deal=1, speed="off")
    for width in (1000, 960, 740, 600, 360, 320):
        board.page.set_viewport_size({"width": width, "height": 900})
        board.page.evaluate("model.take({ method: 'update', state: { badge: 'off' } })")
        board.page.wait_for_function(FITS, arg=board.root.element_handle())
        off = layout_of(board)
        board.page.evaluate("model.take({ method: 'update', state: { badge: 'known' } })")
        places = []
        for said in (None, *BADGES):
            says(board, badge=said)
            places.append(layout_of(board))
            assert badge(board).evaluate("each => each.scrollWidth <= each.clientWidth + 1"), said
        assert all(place == places[0] for place in places), width
        assert places[0][:7] == off[:7], width
        assert board.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        facts, heading = (board.root.locator(one).bounding_box() for one in (".heading span >> nth=0", ".heading"))
        end = badge(board).bounding_box()
        assert facts["x"] + facts["width"] <= end["x"]
        assert end["x"] + end["width"] <= heading["x"] + heading["width"] + 0.5


@pytest.mark.parametrize("width", [1000, 700, 320])
def test_nothing_moves_when_a_hint_comes_and_goes(open_board, width: int) -> None:
    board = open_board(position=RUN, view={"viewport": {"width": width, "height": 900}})
    before = layout_of(board)
    for notes in ({"advice": LOOKING}, SHOWN_HINT, {}):
        says(board, **notes)
        assert layout_of(board) == before


# -- options ------------------------------------------------------------------------------------------------


def test_badge_and_autoplay_are_options(open_board, artifacts) -> None:
    board = open_board("adela", deal=7, view={"viewport": {"width": 320, "height": 900}})
    assert (board.widget.badge, board.widget.autoplay) == ("off", False)
    board.button("menu").click()
    menu = board.page.get_by_role("dialog")
    wanted = menu.get_by_role("combobox", name="Can it be won")
    assert wanted.locator("option").all_inner_texts() == ["off", KNOWN, "unseen at random"]
    wanted.select_option("unseen")
    menu.get_by_role("checkbox", name="Send safe cards up by themselves").check()
    assert (board.widget.badge, board.widget.autoplay) == ("unseen", True)
    assert menu.evaluate("each => each.scrollWidth <= each.clientWidth")
    board.root.screenshot(path=artifacts / "advice-options-320.png")
    assert complaints(board) == ""


def test_every_choice_of_an_option_has_words(open_board) -> None:
    board = open_board("adela", deal=7)
    board.button("menu").click()
    shows = board.page.get_by_role("dialog").get_by_role("combobox", name="Show")
    assert shows.locator("option").all_inner_texts() == ["off", "where it can go", "that, and cards that can go"]


# -- looks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1000, 320])
def test_advice_can_be_read_in_every_theme(open_board, artifacts, width: int) -> None:
    board = open_board(position=RUN, badge="known", speed="off", view={"viewport": {"width": width, "height": 1000}})
    for theme in ("light", "dark", "contrast"):
        board.page.evaluate("theme => model.take({ method: 'update', state: { theme } })", theme)
        for said in BADGES:
            says(board, **SHOWN_HINT, badge=said)
            assert [pair for pair in board.root.evaluate(CONTRASTS) if pair[0] < 4.5] == []
            board.root.screenshot(path=artifacts / f"advice-{width}-{theme}-{said['text'].strip('…')}.png")
        assert complaints(board) == ""
    says(board, badge=None)
    assert complaints(board) == ""


def test_forced_colours_keep_the_badge(open_board, artifacts) -> None:
    board = open_board(position=RUN, badge="known", view={"forced_colors": "active"})
    says(board, badge=BADGES[1])
    expect(badge(board)).to_have_text("unwinnable")
    board.root.screenshot(path=artifacts / "advice-forced-colours.png")


def test_an_older_python_gives_no_advice(open_board) -> None:
    board = open_board(position=RUN, badge="known")
    board.page.evaluate("model.take({ method: 'update', state: { notes: {}, badge: undefined, autoplay: undefined } })")
    expect(badge(board)).to_be_hidden()
    expect(board.button("show")).to_be_hidden()
    board.move("T1 T2 3")
    board.expect_position()


# -- with the search itself ---------------------------------------------------------------------------------


def ending(left: int, **looks: Any) -> dict[str, Any]:
    """A game that is won in so many moves, ready to be opened."""
    first = WINS["auld_lang_syne"][0]
    game = Game("auld lang syne", deal=first["deal"])
    for move in first["moves"][:-left]:
        game.play(move)
    return {"game": game, "speed": "off", **looks}


def test_a_hint_is_found_shown_and_played(open_board) -> None:
    board = open_board(**ending(3))
    on_the_board(board)
    before = board.widget.game.moves
    board.page.keyboard.press("h")
    until(board, "[data-mark=hint]")
    assert board.widget.notes["advice"]["kind"] == "hint"
    expect(caption(board)).not_to_have_text("")
    assert board.widget.game.moves == before
    board.page.keyboard.press("h")
    until(board, ".board:not(:has([data-mark]))")
    expect(caption(board)).to_have_text("")
    assert len(board.widget.game.moves) == len(before) + 1
    board.game.play(board.widget.game.moves[-1])
    board.expect_position()


def test_the_winning_line_is_shown_and_leaves_the_game_as_it_is(open_board) -> None:
    board = open_board(**ending(3))
    clock = board.page.clock
    clock.install()
    on_the_board(board)
    before, position = board.widget.game.moves, lying(board)
    board.page.keyboard.press("h")
    until(board, "[data-action=show]:not([hidden])")
    board.button("show").click()
    until(board, "[data-story]")
    step, _, of = story(board).locator("span").inner_text().split()
    assert board.widget.notes["story"]["seconds"] > 0
    for place in range(int(step) + 1, int(of) + 1):
        clock.fast_forward(int(1000 * board.widget.notes["story"]["seconds"]) + 50)
        expect(story(board)).to_contain_text(f"{place} of {of}")
    assert lying(board) != position
    board.button("leave").click()
    expect(story(board)).to_have_count(0)
    assert board.widget.game.moves == before
    assert lying(board) == position


def test_the_badge_follows_the_game(open_board) -> None:
    board = open_board(**ending(3, badge="known"))
    until(board, '[data-badge][aria-label^="winnable"]')
    expect(badge(board)).to_have_attribute("title", KNOWN)
    board.widget.badge = "unseen"
    until(board, f'[data-badge][title="{UNSEEN}"]')
    lost = Position.of(ARABELLA, T1="2C 3C", T2="3H 2H", T3="5S", F1="AH")
    board.widget.badge = "known"
    board.widget.game = Game(position=lost)
    board.tell()
    assert board.widget.notes["badge"] is not None
    board.widget.badge = "off"
    board.tell()
    expect(badge(board)).to_be_hidden()


def test_a_search_delays_no_click(open_board) -> None:
    """A hint and a verdict that are still looked for leave the version as it is, so that no move comes too late."""
    board = open_board("arabella", deal=WINS["arabella"][0]["deal"], badge="known", speed="off")
    on_the_board(board)
    board.page.keyboard.press("h")
    for move in WINS["arabella"][0]["moves"][:5]:
        board.version = board.widget.version
        board.move(move)
    board.expect_position()
    assert board.widget.game.moves == board.game.moves


def test_an_analysed_game_is_stepped_through_with_its_verdicts(open_board) -> None:
    fork = "Auld Lang Syne\nF1: AC 2C\nF2: AS\nT1: 2H 3C\nT2: 4D 3D"
    board = open_board(position=fork, speed="off")
    for move in ("T2 F1 1", "T2 F1 1"):
        board.play_from_code(move)
    assert board.widget.analyse().lost_by == 1
    board.tell()
    expect(story(board)).to_contain_text("1 of 8")
    expect(caption(board)).to_have_text("Start: winnable")
    board.button("next").click()
    expect(caption(board)).to_contain_text("to foundation 1: unwinnable")
    board.button("last").click()
    expect(caption(board)).to_contain_text("4. ")
    expect(board.root).to_have_attribute("data-status", "playing")
    board.button("leave").click()
    expect(story(board)).to_have_count(0)
    assert len(board.widget.game.moves) == 2
