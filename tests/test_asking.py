"""Exercises on the board: what the pupil does there is the answer, and it is checked there."""

import pytest

from solitaire_widget import ALL_RULES, Game, HookError, Position, find_rules
from solitaire_widget.teach import Exercise, MarkLegalMoves, PredictPosition, WhichRule, WinIn
from solitaire_widget.teach.showing import StoryError
from solitaire_widget.wire import thawed
from tests.fake_page import Expected, page_of

__all__ = ["page_of"]


def test_moves_are_only_noted_where_the_legal_ones_are_asked_for(page_of) -> None:
    page = page_of("adela", deal=7)
    widget = page.widget
    game = widget.game
    game.play("T2 T7 1")
    exercise = MarkLegalMoves("Adela\nT1: 8C 9C\nT2: 8C\nT3: KD\nS: KH")
    widget.ask(exercise)
    notes = thawed(widget.notes)
    assert notes["asking"] == {"done": False}
    assert notes["caption"] == exercise.question
    assert widget.state["moves"] == (), "the page is not told what is legal"
    assert widget.state["can_move"]["T1"] == 2
    start = widget.game.position
    for move in ("T1 T2 1", "T3 T1 1"):
        assert page.asks("move", move=move)["ok"], "a wrong answer is an answer"
    assert widget.game.position == start
    assert exercise.given == ("T1 T2 1", "T3 T1 1")
    assert len(thawed(widget.notes)["arrows"]) == 2
    assert page.asks("move", move="T3 T1 1")["ok"], "the same move again takes it back"
    assert exercise.given == ("T1 T2 1",)
    assert page.asks("done")["ok"]
    assert exercise.result is not None
    assert widget.answer().record() | {"time": 0} == exercise.result.record() | {"time": 0}
    assert thawed(widget.notes)["asking"] == {"done": True}
    assert thawed(widget.notes)["caption"].startswith("1 of 2.")
    assert "was answered" in page.asks("move", move="T1 T2 1")["reason"], "what was handed in stands"
    assert exercise.given == ("T1 T2 1",)
    widget.ask(exercise)
    assert (exercise.given, exercise.done) == ((), False), "a second asking begins anew"
    widget.ask(None)
    assert widget.game is game
    assert len(game.moves) == 1
    assert thawed(widget.notes)["asking"] is None


def test_moves_are_played_where_the_pupil_has_to_win(page_of) -> None:
    for rules in ALL_RULES:
        exercise = WinIn.from_number(rules, 3)
        page = page_of(rules, deal=1)
        page.widget.ask(exercise)
        assert page.widget.game.position == exercise.position
        for move in exercise.solution:
            assert page.asks("move", move=move)["ok"]
        assert page.widget.status == "won"
        assert page.asks("done")["ok"]
        assert exercise.result.correct
        page.asks("undo")
        assert page.widget.answer().correct is False
        page.asks("redo")
        assert page.widget.answer().correct


def test_what_the_rules_forbid_is_refused_while_one_has_to_win(page_of) -> None:
    exercise = WinIn.from_number(find_rules("auld lang syne"), 3)
    page = page_of("adela", deal=1)
    page.widget.ask(exercise)
    assert page.asks("move", move="F1 T1 1")["rule"] == "AL-11"
    assert thawed(page.widget.notes)["asking"] == {"done": False}


@pytest.mark.parametrize("kind", [WhichRule, PredictPosition, MarkLegalMoves, WinIn])
@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.id)
def test_every_kind_can_be_put_on_a_board(page_of, kind, rules) -> None:
    exercise = kind.from_number(rules, 5)
    page = page_of(rules, deal=1)
    page.widget.ask(exercise)
    assert page.widget.game.position == exercise.position
    assert exercise.question in page.widget.notes["caption"]
    page.widget.answer()
    assert exercise.check(exercise.solution).correct


def test_one_may_ask_again_and_explain_meanwhile(page_of) -> None:
    page = page_of("adela", deal=7)
    game = page.widget.game
    first = Exercise("Which rule?", "Adela\nT1: 8C 9C\nT2: 8C\nS: KH", answer="AD-16")
    page.widget.ask(first)
    assert page.asks("why", move="T1 T2 1")["ok"]
    assert thawed(page.widget.notes)["asking"] == {"done": False}, "an explanation does not end the exercise"
    page.widget.ask(MarkLegalMoves("Adela\nT1: 8C\nT2: 7C\nS: KH"))
    page.widget.ask(None)
    assert page.widget.game is game
    with pytest.raises(StoryError, match="no exercise is on the board"):
        page.widget.answer()
    assert page.asks("done")["ok"] is False


def test_a_page_that_says_nonsense_while_it_is_asked_changes_nothing(page_of) -> None:
    exercise = MarkLegalMoves("Adela\nT1: 8C 9C\nT2: 8C\nT3: KD\nS: KH")
    page = page_of(position=Position.of(find_rules("adela"), T1="KH"))
    page.widget.ask(exercise)
    for move in ("T99 T1 1", "nonsense", "", "T1 T2 99"):
        page.asks("move", move=move)
    assert exercise.given in ((), ("T1 T2 99",))
    assert page.widget.errors == ()
    assert page.widget.game == Game(position=exercise.position)


def test_an_observer_that_fails_does_not_decide_which_game_comes_back(page_of) -> None:
    page = page_of("adela", deal=7)
    widget, game = page.widget, page.widget.game

    def fail(_change) -> None:
        raise Expected("mine")

    widget.observe(fail, "state")
    with pytest.raises(HookError):
        widget.ask(MarkLegalMoves("Adela\nT1: 8C\nT2: 7C\nS: KH"))
    assert thawed(widget.notes)["asking"] == {"done": False}
    with pytest.raises(HookError):
        widget.ask(None)
    assert widget.game is game
    widget.unobserve(fail, "state")
    widget.game = other = Game("arabella", 3)
    widget.ask(None)
    assert widget.game is other


def test_another_game_on_the_board_ends_the_asking(page_of) -> None:
    page = page_of("adela", deal=7)
    page.widget.ask(MarkLegalMoves("Adela\nT1: 8C\nT2: 7C\nS: KH"))
    page.widget.game = other = Game("arabella", 3)
    assert page.widget.exercise is None
    page.widget.ask(None)
    assert page.widget.game is other


def test_a_replay_and_a_story_keep_the_exercise(page_of) -> None:
    page = page_of("adela", deal=7)
    exercise = MarkLegalMoves("Adela\nT1: 8C\nT2: 7C\nS: KH")
    page.widget.ask(exercise)
    for tell in (lambda: page.asks("replay"), lambda: page.widget.tell("one")):
        tell()
        assert page.asks("step", to="leave")["ok"]
        assert page.widget.exercise is exercise
        assert thawed(page.widget.notes)["caption"] == exercise.question
    assert page.asks("done")["ok"]


class Careless(WinIn):
    """A teacher's own exercise with faults in it."""

    def retake(self, moves) -> str:
        raise Expected("mine")

    @property
    def done(self) -> bool:
        raise Expected("mine")


def test_a_teachers_own_exercise_that_fails_is_told_and_the_board_goes_on(page_of) -> None:
    page = page_of("adela", deal=7)
    exercise = Careless("Auld Lang Syne\nF1: AC\nT1: 2C\nT2: 3C", moves=2)
    page.widget.ask(exercise)
    assert page.asks("move", move="T1 F1 1")["ok"]
    assert page.updates[-2]["state"]["undo"] == 1
    assert isinstance(page.widget.last_error, Expected)
    assert page.asks("move", move="T2 F1 1")["ok"]
    assert page.widget.status == "won"


@pytest.mark.parametrize("nothing", ["x", 7, MarkLegalMoves])
def test_what_is_no_exercise_is_refused(page_of, nothing) -> None:
    page = page_of("adela", deal=7)
    game = page.widget.game
    with pytest.raises(StoryError, match="no exercise in"):
        page.widget.ask(nothing)
    assert page.widget.game is game


def test_no_page_throws_away_the_game_that_waits_behind_an_exercise(page_of) -> None:
    page = page_of("adela", deal=7)
    game = page.widget.game
    game.play("T2 T7 1")
    page.widget.ask(MarkLegalMoves("Adela\nT1: 8C\nT2: 7C\nS: KH"))
    for deal in ("", "5"):
        assert "an exercise is on the board" in page.asks("new", deal=deal)["reason"]
    page.widget.ask(None)
    assert page.widget.game is game


def test_what_cannot_be_answered_on_the_board_says_so_and_keeps_its_marks(page_of) -> None:
    exercise = PredictPosition.from_number("auld lang syne", 6)
    page = page_of("adela", deal=7)
    page.widget.ask(exercise)
    before = thawed(page.widget.notes)
    assert page.asks("move", move="T1 F1 1")["ok"]
    after = thawed(page.widget.notes)
    assert "exercise.check('A')" in after["caption"]
    assert (after["arrows"], after["cards"], after["piles"]) == (before["arrows"], before["cards"], before["piles"])
