"""What a board shows besides the game: marks, stories, replays, explanations, exercises, panels."""

import pytest

from solitaire_widget import Game, Position, find_rules
from solitaire_widget.cards import SolitaireError
from solitaire_widget.teach.marks import Marks, Step
from solitaire_widget.teach.showing import StoryError
from solitaire_widget.wire import board_state, thawed
from tests.boards import WINS
from tests.fake_page import Expected, FakePage, page_of

__all__ = ["page_of"]

ADELA = find_rules("adela")
EIGHTS = Position.of(ADELA, T1="8C 9C", T2="8C", T3="KD", S="2D 3D")


def notes(page: FakePage) -> dict:
    return thawed(page.widget.notes)


def number(name: str, rules=ADELA) -> int:
    return rules.pile_names.index(name)


def test_marks_are_shown_and_gone_with_the_next_move_unless_kept(page_of) -> None:
    page = page_of(position=EIGHTS)
    page.widget.mark("9C", "T3", tone="good", caption="Look here.")
    assert notes(page)["cards"] == [[number("T1"), 1, 1, "good"]]
    assert notes(page)["piles"] == [[number("T3"), "good"]]
    assert notes(page)["caption"] == "Look here."
    page.widget.arrow("T1", "T2", tone="hint")
    assert notes(page)["arrows"] == [[number("T1"), number("T2"), "hint"]]
    assert notes(page)["cards"], "marks add up"
    assert page.asks("move", move="T1 T2 1")["ok"]
    assert notes(page) == {"cards": [], "piles": [], "arrows": [], "caption": "", "story": None, "asking": None} | {
        "badge": None,
        "advice": None,
    }
    page.widget.mark("T3", keep=True)
    page.widget.game.undo()
    assert notes(page)["piles"] == [[number("T3"), "note"]]
    page.widget.unmark()
    assert notes(page)["piles"] == []


def test_each_change_of_what_is_shown_is_one_update_with_a_version_of_its_own(page_of) -> None:
    page = page_of(position=EIGHTS)
    for act in (
        lambda: page.widget.mark("T1"),
        lambda: page.widget.tell("one", "two"),
        lambda: page.widget.step("next"),
        lambda: page.widget.step("leave"),
        lambda: page.widget.why("T1 T2 1"),
        page.widget.unmark,
        lambda: page.widget.game.play("T1 T2 1"),
    ):
        page.sent.clear()
        version = page.widget.version
        act()
        assert len(page.updates) == 1
        assert page.widget.version == version + 1
        assert {"state", "notes"} <= page.updates[0].keys() | {"notes"}
        assert page.updates[0]["state"]["version"] == version + 1


def test_what_is_not_on_the_board_is_refused_and_nothing_is_marked(page_of) -> None:
    page = page_of(position=EIGHTS)
    page.widget.mark("T1")
    before = notes(page)
    for things in (("T99",), ("2D",), ("T3", "T1 5"), (7,), ("T1 T99 1",)):
        with pytest.raises(SolitaireError):
            page.widget.mark(*things)
        assert notes(page) == before
    with pytest.raises(SolitaireError, match="tone"):
        page.widget.mark("T1", tone="loud")
    with pytest.raises(SolitaireError):
        page.widget.arrow("T1", "T99")
    assert notes(page) == before


def test_a_story_shows_positions_and_leaves_the_game_alone(page_of) -> None:
    page = page_of(position=EIGHTS)
    widget, start = page.widget, EIGHTS
    after = start.after("T1 T2 1")
    widget.tell("Two eights.", ("The nine", "9C"), Step("goes over.", move="T1 T2 1"))
    assert notes(page)["story"] == {"step": 1, "of": 3, "seconds": 0.0, "live": True, "resumable": False}
    assert widget.state["moves"], "on the game's own position one may play"
    assert page.asks("step", to="last")["ok"]
    assert notes(page)["story"]["live"] is False
    assert thawed(widget.state)["piles"] == board_state(Game(position=after))["piles"]
    assert (widget.state["moves"], dict(widget.state["can_move"])) == ((), {})
    assert notes(page)["cards"] == [[number("T2"), 1, 1, "hint"]]
    refused = page.asks("move", move="T2 T1 1")
    assert (refused["ok"], refused["reason"]) == (False, "the board tells a story: leave it to play on")
    assert widget.game.position == start
    assert page.asks("step", to="previous")["ok"]
    assert page.asks("step", to="leave")["ok"]
    assert notes(page)["story"] is None
    assert thawed(widget.state)["piles"] == board_state(widget.game)["piles"]
    assert widget.game.moves == ()


def test_a_story_ends_with_a_move_unless_kept(page_of) -> None:
    page = page_of(position=EIGHTS)
    page.widget.tell("one", "two")
    assert page.asks("move", move="T1 T2 1")["ok"]
    assert notes(page)["story"] is None
    page.widget.tell("one", "two", keep=True)
    page.widget.game.undo()
    assert notes(page)["story"]["step"] == 1


def test_a_step_that_cannot_be_shown_is_named_and_nothing_changes(page_of) -> None:
    page = page_of(position=EIGHTS)
    before = page.widget.state
    for steps, said in (
        ((), "a story without steps"),
        (("fine", Step("no", move="T1 T3 1")), "step 2 of the story: 9♣ does not go on K♦"),
        (("fine", ("no", "T99")), "step 2 of the story: no pile"),
        ((7,), "step 1 of the story: 7 is no step"),
    ):
        with pytest.raises(StoryError, match=said):
            page.widget.tell(*steps)
    for seconds in (-1, float("nan"), "fast", 10**6, True):
        with pytest.raises(StoryError, match="cannot stay for"):
            page.widget.tell("one", seconds=seconds)
    assert page.widget.state is before


@pytest.mark.parametrize("to", ["", "0", "4", "sideways", "99999999", "-1", "play on"])
def test_a_step_that_is_not_there_is_refused(page_of, to) -> None:
    page = page_of(position=EIGHTS)
    page.widget.tell("one", "two", "three")
    assert page.asks("step", to=to)["ok"] is False
    assert notes(page)["story"]["step"] == 1
    page.widget.step(3)
    assert notes(page)["story"]["step"] == 3
    page.widget.unmark()
    assert "no story is on" in page.asks("step", to="next")["reason"]


def test_a_replay_goes_through_the_whole_game_and_leaves_it_intact(page_of) -> None:
    """Case 79."""
    win = WINS["adela"][0]
    page = page_of("adela", win["deal"])
    game = page.widget.game
    for move in win["moves"]:
        game.drop(move)
    game.comment("well begun", 1)
    copy = game.copy()
    assert page.asks("replay")["ok"]
    of = len(game.moves) + 1
    assert notes(page)["story"] == {"step": 1, "of": of, "seconds": 0.0, "live": False, "resumable": True}
    for ply in range(1, of):
        assert page.asks("step", to="next")["ok"]
        assert thawed(page.widget.state)["piles"] == board_state(Game(position=game.at(ply)))["piles"]
        assert notes(page)["caption"].startswith(f"{ply}. ")
    assert notes(page)["story"]["live"]
    page.widget.step(2)
    assert notes(page)["caption"].endswith("(well begun)")
    assert page.widget.status == "playing"
    page.widget.step("leave")
    assert page.widget.status == "won"
    assert game == copy


def test_one_may_play_on_from_any_place_of_a_replay(page_of) -> None:
    page = page_of("adela", 7)
    game = page.widget.game
    for _ in range(9):
        game.play(game.legal_moves[0])
    moves = game.moves
    page.widget.replay(seconds=0.5)
    assert notes(page)["story"]["seconds"] == 0.5
    page.widget.step(5)
    assert page.asks("step", to="play on")["ok"]
    assert (game.moves, game.undone) == (moves[:4], moves[4:])
    assert notes(page)["story"] is None
    page.widget.replay()
    page.widget.step("last")
    assert page.asks("step", to="play on")["ok"]
    assert notes(page)["story"] is None
    assert game.moves == moves[:4]


def test_an_explanation_is_marked_on_the_board(page_of) -> None:
    page = page_of(position=EIGHTS)
    explanation = page.widget.why("T1 T3 1")
    assert (explanation.legal, explanation.rules[0]) == (False, "AD-10")
    assert "AD-10" in notes(page)["caption"]
    assert any(tone == "bad" for *_, tone in notes(page)["cards"] + notes(page)["piles"] + notes(page)["arrows"])
    assert page.asks("why", move="T1 T2 1")["ok"]
    assert "AD-10" in notes(page)["caption"]
    for hostile in ("T1 T99 1", "nonsense", ""):
        assert page.asks("why", move=hostile)["ok"] is False
    assert page.asks("clear")["ok"]
    assert notes(page)["caption"] == ""


def test_the_rules_and_the_statistics_come_as_rows_of_text(page_of) -> None:
    page = page_of("auld lang syne", deal=1, redeals=2)
    panel = page.asks("panel", panel="rules")["panel"]
    assert "Auld Lang Syne" in panel["title"]
    ids = {row[0] for section in panel["sections"] for row in section["rows"]}
    assert {f"AL-{n}" for n in range(1, 16)} <= ids
    assert page.asks("panel", panel="statistics")["panel"]["title"] == "Statistics"
    assert page.asks("panel", panel="nonsense")["ok"] is False
    assert page.widget.version == 0


def test_marks_put_on_a_story_belong_to_the_picture_that_is_shown(page_of) -> None:
    page = page_of(position=EIGHTS)
    page.widget.tell("one", Step("two", move="T1 T2 1"))
    page.widget.step("next")
    page.widget.mark("T2 2", tone="good", caption="Both.")
    assert [number("T2"), 0, 2, "good"] in notes(page)["cards"]
    assert notes(page)["caption"] == "Both."
    page.widget.step("previous")
    assert (notes(page)["cards"], notes(page)["caption"]) == ([], "one")
    page.widget.step("next")
    assert notes(page)["caption"] == "Both."
    with pytest.raises(SolitaireError):
        page.widget.mark("T1 2")
    assert notes(page)["story"]["step"] == 2


def test_the_shown_marks_never_name_what_is_not_there(page_of) -> None:
    page = page_of(position=EIGHTS)
    page.widget.mark("9C", keep=True)
    page.widget.game.play("T1 T2 1")
    assert notes(page)["cards"] == []
    assert Marks.of(EIGHTS, "9C").within(EIGHTS).notes(EIGHTS)["cards"] == [[number("T1"), 1, 1, "note"]]


def test_a_hook_that_fails_while_something_is_shown_is_told_and_breaks_nothing(page_of) -> None:
    page = page_of(position=EIGHTS)

    def fail(_change) -> None:
        raise Expected("mine")

    page.widget.observe(fail, "notes")
    assert page.asks("why", move="T1 T2 1")["ok"]
    assert notes(page)["caption"]
    assert isinstance(page.widget.last_error, Expected)


def test_marks_that_are_not_on_the_board_are_refused_before_anything_is_shown(page_of) -> None:
    page = page_of(position=EIGHTS)
    before = page.widget.state, page.widget.notes
    odd_cards, odd_pile = Marks(cards=(("T1", 50, 1, "note"),)), Marks(piles=(("Z9", "note"),))
    for marks in (odd_cards, odd_pile):
        with pytest.raises(SolitaireError):
            page.widget.mark(marks)
        with pytest.raises(StoryError):
            page.widget.tell(Step("x", marks=marks))
    assert (page.widget.state, page.widget.notes) == before
    page.widget.tell("a")
    with pytest.raises(SolitaireError):
        page.widget.mark(odd_pile)
    assert page.widget.state["version"] == page.widget.version
    assert page.asks("step", to="leave")["ok"]


def test_a_step_on_another_games_board_is_refused(page_of) -> None:
    page = page_of(position=EIGHTS)
    with pytest.raises(StoryError, match=r"step 1 of the story: that is a position of Rules\('Arabella'\)"):
        page.widget.tell(Step("x", position=Game("arabella", deal=1).position))


def test_what_is_kept_stays_until_it_is_taken_away(page_of) -> None:
    page = page_of(position=EIGHTS)
    page.widget.mark("T3", keep=True)
    page.widget.mark("T2")
    assert page.asks("move", move="T1 T2 1")["ok"]
    assert notes(page)["piles"] == [[number("T3"), "note"]]
    page.widget.why("T2 T1 1")
    page.widget.tell("one")
    page.widget.step("leave")
    page.widget.replay()
    page.widget.step("leave")
    assert notes(page)["piles"] == [[number("T3"), "note"]]
    page.widget.unmark()
    assert notes(page)["piles"] == []


def test_an_arrow_leads_from_one_pile_to_another(page_of) -> None:
    page = page_of(position=EIGHTS)
    for ends in (("9H", "T2"), ("T1 1", "T2"), ("T1", "t1"), (7, None)):
        with pytest.raises(SolitaireError):
            page.widget.arrow(*ends)
    assert notes(page)["arrows"] == []


def test_odd_characters_reach_no_page(page_of) -> None:
    page = page_of(position=EIGHTS)
    page.widget.caption("half \ud800 a\x00 character")
    assert notes(page)["caption"] == "half a character"
    for message in ({"move": "\ud800"}, {"move": "T1 T2 1", "id": "\ud800"}):
        page.says({"kind": "move", "id": "odd", "version": page.widget.version} | message)
        assert page.answers[-1]["why"] == "malformed"
        assert page.answers[-1]["id"].isprintable()
    assert page.widget.state["refusal"] is None


def test_an_explanation_during_a_story_speaks_of_what_is_shown(page_of) -> None:
    page = page_of(position=EIGHTS)
    page.widget.tell("one", Step("two", move="T1 T2 1"))
    page.widget.step("last")
    assert page.widget.why("T2 T1 1").legal
    assert notes(page)["story"]["step"] == 2


@pytest.mark.parametrize("act", ["undo", "redo", "restart"])
def test_a_story_is_left_before_the_game_is_changed(page_of, act) -> None:
    page = page_of("adela", deal=7)
    game = page.widget.game
    game.play("T2 T7 1")
    game.play(game.legal_moves[0])
    game.undo()
    page.widget.replay()
    assert "leave it to play on" in page.asks(act)["reason"]
    assert (len(game.moves), len(game.undone)) == (1, 1)
    assert thawed(page.widget.notes)["story"]
    assert (page.widget.state["undo"], page.widget.state["redo"]) == (0, 0), "the heading counts what is shown"
    page.widget.step("leave")
    assert page.asks(act)["ok"]


def test_the_end_of_a_story_is_no_end_of_the_game(page_of) -> None:
    page = page_of(position="Auld Lang Syne\nF1: AC\nT1: 2C")
    page.widget.tell("Now", Step("and then", move="T1 F1 1"))
    page.widget.step("last")
    assert page.widget.status == page.widget.game.status == "playing"
    assert page.widget.state["moves"] == ()
