"""Exercises: sound from every number, checked and explained, the same in every process, written in five lines."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from build_front_end import ROOT
from solitaire_widget import (
    ADELA,
    ALL_RULES,
    ARABELLA,
    AULD_LANG_SYNE,
    DEAL,
    Card,
    DealError,
    IllegalMove,
    Move,
    NotationError,
    Position,
    Rules,
    SolitaireError,
    UnknownPile,
)
from solitaire_widget.rules import ACE, DOWN, foundations, tableau
from solitaire_widget.teach.exercises import (
    Exercise,
    ExerciseError,
    MarkLegalMoves,
    PredictPosition,
    Quiz,
    Result,
    WhichRule,
    WinIn,
)
from solitaire_widget.teach.exercises.draws import Draws, choice_of, choices
from solitaire_widget.teach.exercises.endgames import EndgameError, fewest_moves, won_position
from tests.boards import VARIANTS, unrefused
from tests.test_fourth_game import FREECELL, KLONDIKE

GAMES = (*ALL_RULES, KLONDIKE, FREECELL)
MORE_GAMES = (*VARIANTS, KLONDIKE, FREECELL)
NUMBERS = range(1, 101)


def numbers(rules: Rules) -> range:
    """A hundred numbers for a game of the package, fewer for one that is there to show that any game will do."""
    return NUMBERS if rules in ALL_RULES else range(1, 21)


games = pytest.mark.parametrize("rules", GAMES, ids=repr)


@cache
def made(kind: Any, rules: Rules, number: int) -> Any:
    """An exercise from a number: tests share it, as checking an answer leaves the question as it is."""
    return kind.from_number(rules, number)


# -- mark every legal move ---------------------------------------------------------------------------------


@games
def test_marking_every_legal_move_is_right_and_each_slip_costs(rules: Rules) -> None:
    for number in numbers(rules):
        exercise = made(MarkLegalMoves, rules, number)
        result = exercise.check(exercise.solution)
        assert result.correct
        assert 0 < result.out_of == len(choices(exercise.position))
        nothing = exercise.check(())
        assert (nothing.score, nothing.correct) == (0, False)
        for move in exercise.solution[:: 1 if number < 20 else 4]:
            assert exercise.check([other for other in exercise.solution if other != move]).score == result.out_of - 1
        wrong = next(move for move in slips(exercise.position) if exercise.position.refusal(move))
        slipped = exercise.check((*exercise.solution, wrong))
        assert slipped.score == result.out_of - 1
        refusal = exercise.position.refusal(wrong)
        assert any(refusal.sentence[:60] in line and refusal.rule in line for line in slipped.explanation)


def slips(position: Position) -> Iterator[Move]:
    tableau_piles = [name for name in position if position.group_of(name).kind == "tableau"]
    return (Move(source, target) for source in tableau_piles for target in tableau_piles if source != target)


@games
def test_a_position_to_mark_has_a_handful_of_moves(rules: Rules) -> None:
    ways = [len(made(MarkLegalMoves, rules, number).solution) for number in numbers(rules)]
    assert min(ways) >= 2
    assert sum(3 <= each <= 8 for each in ways) > 0.7 * len(ways)
    assert max(ways) < 15


@pytest.mark.parametrize("rules", [ADELA, FREECELL], ids=repr)
def test_all_legal_moves_there_are_are_right_too(rules: Rules) -> None:
    for number in range(1, 6):
        exercise = made(MarkLegalMoves, rules, number)
        assert exercise.check(unrefused(exercise.position)).correct


def test_one_of_several_empty_places_is_enough() -> None:
    exercise = MarkLegalMoves("Adela\nT1: JH\nT2: 8C 9C\nS: 2H")
    assert "one of them is enough" in exercise.question
    assert exercise.check("T1 J3").correct
    assert exercise.check("T1 J3, T1 J8").correct
    assert exercise.check("T1 J3, T1 K1").score == 0
    assert [choice_of(exercise.position, move)[1] for move in exercise.position.legal_moves] == ["J"] * 8


def test_what_is_missing_is_told_with_each_rule_once() -> None:
    exercise = MarkLegalMoves("Arabella\nT1: 9H\nT2: TC\nT3: TS\nS: 2H")
    said = exercise.check("T1 T2 1").explanation
    assert said[0] == "T1 T2 1 is right."
    assert said[1] == "T1 T3 1 is missing: 9♥ goes from T1 to T3, onto 10♠. [AR-9, AR-7]"
    assert said[2].startswith("deal is missing: ")
    assert [line.partition(":")[0] for line in said[3:]] == ["AR-9", "AR-7", "AR-11"]


def test_a_tap_twice_takes_a_move_off_again() -> None:
    exercise = MarkLegalMoves("Arabella\nT1: 9H\nT2: TC\nT3: TS")
    assert exercise.take("T1 T2 1") == "T1 T2 1 noted, 1 so far."
    assert exercise.take(Move("T2 T1 1")) == "T2 T1 1 noted, 2 so far."
    assert exercise.take("t2 t1") == "T2 T1 1 taken off, 1 so far."
    assert exercise.given == ("T1 T2 1",)
    assert (exercise.plays, exercise.done) == (False, False)
    assert exercise.check().score == 1
    assert exercise.done
    assert exercise.retake(["T1 T2 1", "T1 T3 1"]) == "T1 T3 1 noted, 2 so far."
    assert exercise.check().correct
    exercise.clear()
    assert (exercise.given, exercise.done, exercise.result) == ((), False, None)


def test_marks_show_what_was_right_wrong_and_missing() -> None:
    exercise = MarkLegalMoves("Arabella\nT1: 9H\nT2: TC\nT3: TS")
    marks = exercise.check("T1 T2 1, T2 T1 1, T1 T2 9").marks
    assert [(arrow.source, arrow.target, arrow.tone) for arrow in marks.arrows] == [
        ("T1", "T2", "good"),
        ("T2", "T1", "bad"),
        ("T1", "T3", "hint"),
    ]
    marks.notes(exercise.position)


# -- which one is refused ----------------------------------------------------------------------------------


@games
def test_exactly_one_move_is_refused_by_exactly_one_rule_offered(rules: Rules) -> None:
    for number in numbers(rules):
        exercise = made(WhichRule, rules, number)
        move, rule = exercise.solution
        refused = [each for each in exercise.moves if exercise.position.refusal(each)]
        assert list(map(str, refused)) == [move]
        assert exercise.position.refusal(move).rule == rule
        assert rule in exercise.among
        assert len(exercise.among) >= 2
        assert len(exercise.moves) >= 2
        assert exercise.check(exercise.solution).correct
        assert exercise.check(f"{move} {rule}").correct
        assert exercise.check(f"{move}, {rule.lower()}").correct
        assert exercise.check(move).score == 1
        assert exercise.check(rule).score == 0
        refusal = exercise.position.refusal(move)
        other = next(id for id in exercise.among if id != rule)
        allowed = next(each for each in exercise.moves if str(each) != move)
        for answer, score in ((f"{move} {other}", 1), (f"{allowed} {rule}", 0), ((), 0)):
            result = exercise.check(answer or f"{allowed}")
            assert result.score == score
            assert any(refusal.sentence[:60] in line for line in result.explanation)


REFUSING = {
    ARABELLA: ("AR", (5, 6, 7, 8, 9, 10, 11, 12, 13, 14)),
    AULD_LANG_SYNE: ("AL", (4, 5, 6, 7, 8, 9, 10, 11)),
    ADELA: ("AD", (4, 5, 6, 7, 8, 10, 11, 12, 15, 18, 21)),
    KLONDIKE: ("GE", (4, 5, 6, 7)),
}


@pytest.mark.parametrize("rules", REFUSING, ids=repr)
def test_many_rules_have_their_turn(rules: Rules) -> None:
    letters, ids = REFUSING[rules]
    expected = {f"{letters}-{id}" for id in ids} | {"GE-1", "GE-3"}
    found = {made(WhichRule, rules, number).solution[1] for number in NUMBERS}
    # A few are rare: of a hundred numbers not every one has to bring each of them.
    assert len(found & expected) >= len(expected) - 2
    assert found <= expected | {"AR-15", "AD-9", "AD-14", "GE-8", "GE-9"}


def test_no_rule_is_offered_that_could_be_argued_for() -> None:
    rivals = {"T": {"AD-10", "AD-11"}, "K": {"AD-6", "AD-7"}, "Q": {"AD-6", "AD-8"}, "deal": {"AD-15", "AD-21"}}
    met = 0
    for number in NUMBERS:
        exercise = made(WhichRule, ADELA, number)
        move, rule = Move(exercise.solution[0]), exercise.solution[1]
        pair = rivals.get("deal" if move.is_deal else move.target[0], set())
        if rule in pair:
            met += 1
            assert not pair <= set(exercise.among)
    assert met > 10


def test_the_move_comes_from_the_board_and_the_rule_in_words() -> None:
    exercise = WhichRule("Arabella\nT1: 5C 9H\nT2: TC\nT3: JH", "T1 T2 1, T1 T3 1", among=["AR-7", "AR-9"])
    assert exercise.take("T5 T6 1") == "T5 T6 1 is not asked about: choose one of T1 T2 1, T1 T3 1."
    assert exercise.given == ()
    assert exercise.take("T1 T3 1") == "T1 T3 1 noted. By which rule is it refused?"
    assert exercise.check().score == 1
    assert exercise.check("AR-7").correct
    assert exercise.check("AR-9").score == 1
    assert "AR-7: A tableau pile builds down" in str(exercise)
    with pytest.raises(ExerciseError, match="T2 T3 1 is not asked about"):
        exercise.check("T2 T3 1 AR-7")
    with pytest.raises(ExerciseError, match='no rule "AR-99": Arabella has AR-1 to AR-18, OP-1 to OP-2 and GE-1'):
        exercise.check("T1 T3 1 AR-99")
    for odd in (7, {}, b"T1 T3", ("T1 T3 1", "AR-7", "AR-8"), (1, 2), "x" * 10**6):
        with pytest.raises(SolitaireError):
            exercise.check(odd)
    assert exercise.result is not None
    assert exercise.result.score == 1


@pytest.mark.parametrize("moves", ["T1 T2 1", "T1 T2 1, T2 T1 1, T2 T3 1", "T1 T2 1, T1 T3 1", ""])
def test_a_which_rule_without_exactly_one_refused_move_is_none(moves: str) -> None:
    with pytest.raises(ExerciseError, match="exactly one is refused"):
        WhichRule("Arabella\nT1: 9H\nT2: TC\nT3: TH", moves)


# -- win from here -----------------------------------------------------------------------------------------


def breadth_first(position: Position, at_most: int) -> int | None:
    """The fewest moves that win, by the plainest of searches: all positions, level by level."""
    seen, waiting = {position}, deque([(position, 0)])
    while waiting:
        here, made_moves = waiting.popleft()
        if here.status == "won":
            return made_moves
        for move in here.legal_moves if made_moves < at_most else ():
            after = here.after(move)
            if after not in seen:
                seen.add(after)
                waiting.append((after, made_moves + 1))
    return None


@games
def test_from_every_number_it_can_be_won_in_n_moves(rules: Rules) -> None:
    for number in numbers(rules)[::4]:
        exercise = made(WinIn, rules, number)
        assert (exercise.moves, exercise.fewest) == (3, 3)
        result = exercise.check(exercise.solution)
        assert (result.score, result.out_of) == (3, 3)
        assert exercise.check(()).score == 0
        for left_out in range(3):
            line = [move for place, move in enumerate(exercise.solution) if place != left_out]
            assert not exercise.check(line).correct


@pytest.mark.parametrize("rules", MORE_GAMES, ids=repr)
def test_fewest_moves_are_those_of_a_plain_search(rules: Rules) -> None:
    for number in range(1, 6):
        position = made(WinIn, rules, number).position
        assert breadth_first(position, 3 if len(position.legal_moves) < 12 else 2) in (3, None)
        for move in position.legal_moves[:4]:
            after = position.after(move)
            line = fewest_moves(after, 2)
            assert (None if line is None else len(line)) == breadth_first(after, 2)


@pytest.mark.parametrize("moves", [1, 2, 5])
def test_any_number_of_moves_may_be_asked_for(moves: int) -> None:
    for rules in GAMES:
        exercise = WinIn.from_number(rules, 7, moves=moves)
        assert exercise.fewest == exercise.moves == len(exercise.solution) == moves
        assert exercise.check(", ".join(exercise.solution)).correct


def test_endgames_are_little_puzzles_where_the_tableau_is_built_on() -> None:
    """In many of them a move has to be made that brings no card to a foundation."""
    for rules in (ARABELLA, ADELA, FREECELL):
        aside = 0
        for number in range(1, 21):
            exercise = WinIn.from_number(rules, number, moves=4)
            targets = {exercise.position.group_of(Move(move).target).kind for move in exercise.solution}
            aside += targets != {"foundation"}
        assert aside >= 4, rules


def test_a_long_search_says_so_and_a_hopeless_one_too() -> None:
    with pytest.raises(ExerciseError, match="no win in 3 moves: the position cannot be won in so few"):
        WinIn(Position.dealt(ADELA, 1), 3)
    with pytest.raises(ExerciseError, match="no win in 2 moves"):
        WinIn(made(WinIn, ADELA, 1).position, 2)
    with pytest.raises(ExerciseError, match="won already"):
        WinIn(won_position(ADELA, Draws(1)))
    with pytest.raises(EndgameError, match="no win in 9 moves among 50 positions, and more are left"):
        fewest_moves(Position.of(ADELA, T1="8C 9C 5D 6D 2H", T2="3S 9S 4H"), 9, looked_at=50)
    for moves in (0, 99, True, "3", None.__class__):
        with pytest.raises(ExerciseError, match="is no choice: a win from here takes 1 to 12 moves"):
            WinIn.from_number(ADELA, 1, moves=moves)  # type: ignore[arg-type]


def test_a_game_without_a_won_position_says_so() -> None:
    odd = Rules(name="Odd", decks=1, piles=(foundations(3, starts_with=ACE), tableau(4, dealt=13, build=DOWN)))
    with pytest.raises(EndgameError, match="finds no place on the foundations: Odd has no won position"):
        WinIn.from_number(odd, 1)
    quiz = Quiz.from_number(odd, 1, size=5)
    assert len(quiz) == 5
    assert "win in" not in {exercise.kind for exercise in quiz}


TWO_LEFT = "Arabella\nF1: AH..QH\n" + "".join(
    f"F{n}: A{suit}..K{suit}\n" for n, suit in enumerate("HHSSSCCCDDD", start=2)
)


def test_every_line_that_wins_is_right_and_the_rest_is_explained() -> None:
    exercise = WinIn(TWO_LEFT + "T1: KH", 2)
    assert exercise.question == "Win from here in at most 2 moves."
    assert (exercise.fewest, exercise.solution) == (1, ("T1 F1 1",))
    assert exercise.check("T1 F1 1").correct
    result = exercise.check("T1 T2 1, T2 F1 1")
    assert result.correct
    assert result.explanation == ("Won in 2 moves.", "It can be done in 1: T1 F1 1.")
    result = exercise.check(["T1 T2 1", "T2 T3 1", "T3 F1 1"])
    assert (result.score, result.out_of) == (1, 2)
    assert result.explanation == ("That wins in 3 moves, 1 too many: One way: T1 F1 1.",)
    result = exercise.check("T1 T2 1, T2 T3 1")
    assert result.score == 1
    assert result.explanation == (
        "Not won after 2 moves: 1 card is still in play.",
        "After move 2, T2 T3 1, a win takes more than 2 in all.",
        "One way: T1 F1 1.",
    )
    result = exercise.check("T1 F2 1")
    assert result.score == 0
    assert result.explanation[0].startswith("Move 1, T1 F2 1, is refused: F2 is full, K♥ does not go")
    assert "[AR-6]" in result.explanation[0]
    result = exercise.check("T1 F1 1, T2 F1 1")
    assert (result.score, result.correct) == (1, False)
    assert result.explanation == ("The game is won after move 1: nothing can be played then.",)
    with pytest.raises(ExerciseError, match="a set has no order"):
        exercise.check({"T1 F1 1"})


def test_on_the_board_the_moves_are_played_and_undone() -> None:
    exercise = WinIn(TWO_LEFT + "T1: KH", 2)
    assert exercise.plays
    assert exercise.retake(()) == exercise.question
    assert exercise.take("T1 T2 1") == "1 move left."
    assert exercise.take("T2 T3 1") == "2 moves made, and it is not won: undo some and try again."
    with pytest.raises(IllegalMove):
        exercise.take("T2 T3 1")
    assert exercise.given == ("T1 T2 1", "T2 T3 1")
    assert exercise.retake([Move("T1 T2 1")]) == "1 move left."
    assert not exercise.done
    assert exercise.take("T2 F1 1") == "Won in 2 moves."
    assert exercise.done
    assert exercise.result is not None
    assert exercise.result.correct
    exercise.retake(["T1 T2 1"])
    assert not exercise.done
    assert exercise.check().score == 1


# -- predict the next position -----------------------------------------------------------------------------


@games
def test_a_prediction_is_right_as_a_letter_as_piles_and_as_a_position(rules: Rules) -> None:
    for number in numbers(rules):
        exercise = made(PredictPosition, rules, number)
        after = exercise.position.after(exercise.move)
        (letter,) = exercise.solution
        assert exercise.check(exercise.solution).correct
        assert exercise.check(letter.lower() + ".").correct
        for other in {"A", "B", "C"} - {letter}:
            assert exercise.check(other).score == 0
        changed = {name: after[name] for name in after if after[name] != exercise.position[name]}
        result = exercise.check(changed)
        assert result.correct
        assert result.out_of == len([name for name in changed if exercise.position.group_of(name).kind != "stock"])
        if number % 4:
            continue
        assert exercise.check(after).correct
        assert exercise.check(exercise.position).score == 0
        assert exercise.check({}).score == 0
        told = {name: " ".join(map(str, pile)) for name, pile in changed.items()}
        for name in changed:
            if exercise.position.group_of(name).kind != "stock":
                assert exercise.check({other: told[other] for other in told if other != name}).score < result.out_of
                assert exercise.check({**told, name: "7H 7D 7S"}).score == result.out_of - 1


@games
def test_three_candidates_differ(rules: Rules) -> None:
    letters: set[str] = set()
    for number in numbers(rules):
        exercise = made(PredictPosition, rules, number)
        assert len({line[3:] for line in exercise.choices}) == 3
        letters |= set(exercise.solution)
    assert letters == set("ABC")


def test_predictions_bring_deals_runs_and_piles_that_are_filled() -> None:
    found: set[str] = set()
    for number in NUMBERS:
        exercise = made(PredictPosition, ADELA, number)
        move, here = exercise.move, exercise.position
        filled = not move.is_deal and here.waits_for_stock(move.source) and len(here[move.source]) == move.count
        found.add("deal" if move.is_deal else "fill" if filled else "run" if move.count > 1 else "card")
        assert ("next card of the stock" in exercise.question) == bool(filled)
    assert found == {"deal", "fill", "run", "card"}


def test_a_card_that_turns_up_is_told_beforehand() -> None:
    dealt = Position.dealt(KLONDIKE, 1)
    move = next(move for move in dealt.legal_moves if not move.is_deal and dealt.face_down(move.source))
    exercise = PredictPosition(dealt, move)
    under = dealt[move.source][-2]
    assert exercise.question.endswith(f"The next card in {move.source} is {under}.")
    assert exercise.check({move.source: [under], move.target: dealt.after(move)[move.target]}).correct


def test_a_prediction_is_explained() -> None:
    exercise = PredictPosition("Adela\nT1: 9C\nT2: 8C\nT3: 2D\nS: KD 2H", "T1 T2 1")
    result = exercise.check("T2: 8C 9C\nT1: -\nT3: 3D")
    assert (result.score, result.out_of) == (0, 2)
    assert result.explanation[:3] == (
        "T2 is right.",
        "T1 is 2♥, not empty.",
        "T3 is 2♦ as before, not 3♦.",
    )
    assert result.answer == ("T2: 8♣ 9♣", "T1: empty", "T3: 3♦")
    assert "filled from the stock at once" in result.explanation[3]
    assert "AD-13" in result.explanation[3]
    missing = exercise.check({"t2": "8C 9C2", "S": 1})
    assert missing.score == 1
    assert missing.explanation[1] == "T1 changes too: it is 2♥ then."
    assert exercise.check({"T2": "8C 9C", "T1": "2H", "S": "2 cards"}).explanation[1] == "S has 1 card then."
    assert exercise.check("Adela\nT1: 2H\nT2: 8C 9C\nT3: 2D\nS: KD").correct
    assert "no move is asked for" in exercise.take("T1 T2 1").lower()
    assert exercise.given == ()


def test_of_a_foundation_the_top_card_is_enough() -> None:
    exercise = PredictPosition("Arabella\nF1: AH..8H\nT1: 5C 9H", "T1 F1 1")
    assert exercise.check({"F1": "9H", "T1": "5C"}).correct
    assert exercise.check({"F1": "8H", "T1": "5C"}).score == 1
    with pytest.raises(ExerciseError, match="T1 T2 1 is refused"):
        PredictPosition("Arabella\nT1: 9H\nT2: JH", "T1 T2 1")


@pytest.mark.parametrize(
    ("answer", "error", "says"),
    [
        ({"T99": "9H"}, UnknownPile, 'no pile "T99"'),
        ({"T1": "1X"}, NotationError, 'no card "1X"'),
        ({"T1": 4}, ExerciseError, "T1 is given as a number"),
        ({"T1": None}, ExerciseError, "T1 is given as None"),
        ({3: "9H"}, ExerciseError, "no pile 3"),
        ("T1: 9H\nwhat", ExerciseError, 'no pile in "what"'),
        ("", ExerciseError, "no position in"),
        ("D", SolitaireError, "D"),
        (3.5, ExerciseError, "no position in 3.5"),
        ([], ExerciseError, "no position in a value of type list"),
        ("x" * 10**6, ExerciseError, "at most 20,000 characters"),
    ],
    ids=lambda value: str(value)[:12],
)
def test_an_answer_that_is_no_prediction(answer: object, error: type[Exception], says: str) -> None:
    exercise = PredictPosition("Adela\nT1: 9C\nT2: 8C\nS: KD 2H", "T1 T2 1")
    with pytest.raises(error, match=says):
        exercise.check(answer)
    assert not exercise.done


# -- a teacher's own ---------------------------------------------------------------------------------------


def test_a_teacher_writes_one_in_five_lines() -> None:
    exercise = Exercise(
        question="Both moves are exchanges. Which rule lets you deal all the same?",
        position="Adela\nT1: 8C 9C\nT2: 8C\nS: KH",
        answer="AD-16",
        because="AD-16",
        marks=["8C"],
    )
    assert len(exercise.marks.cards) == 2
    assert exercise.solution == ("AD-16",)
    for answer in ("AD-16", " ad-16 ", exercise.solution):
        assert exercise.check(answer).correct
    result = exercise.check("AD-15")
    assert result.explanation == ("AD-15 is not right: it is AD-16.", f"AD-16: {ADELA.rows['AD-16'].sentence}")
    assert exercise.check().explanation[0] == "Nothing was answered: it is AD-16."


@pytest.mark.parametrize(
    ("answer", "right", "wrong"),
    [
        ("9H", ["9♥", "9h", "9 of hearts", Card("9H2")], ["9S", "9"]),
        (Move("T1 T2 1"), ["T1 T2", "t1 > t2", Move("T1 T2 1")], ["T1 T2 2", "T2 T1"]),
        (DEAL, ["deal", "Deal"], ["a deal"]),
        (3, [3, "3", "3."], [4, "three", 3.5]),
        ("Never mind", ["never  mind!", "NEVER MIND"], ["mind"]),
        (False, [False, "false"], [True, 0]),
    ],
    ids=repr,
)
def test_plain_answers_are_compared_plainly(answer: object, right: list[object], wrong: list[object]) -> None:
    exercise = Exercise("What is it?", "Adela", answer)
    for given_answer in right:
        assert exercise.check(given_answer).correct, given_answer
    for given_answer in wrong:
        assert not exercise.check(given_answer).correct, given_answer


def test_other_answers_may_be_accepted_and_a_move_shown_on_the_board() -> None:
    exercise = Exercise("Which move?", "Arabella\nT1: 9H\nT2: TC\nT3: TS", "T1 T2", accept=["T1 T3"], because="So.")
    assert exercise.take("T1 T3 1") == "T1 T3 1 noted."
    assert exercise.check().explanation == ("T1 T3 1 is right.", "So.")
    assert exercise.retake([]) == "Nothing is noted."
    assert not exercise.check().correct


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Exercise("", "Adela", 1), "no question"),
        (lambda: Exercise("Why?", "Adela", ""), "no answer"),
        (lambda: Exercise("Why?", "Adela", None), "no answer in None"),
        (lambda: Exercise("Why?", "Adela", 1, because="AD-99"), 'no rule "AD-99": Adela has AD-1 to AD-21'),
        (lambda: Exercise("Why?", "Adela", 1, because=[7]), "a reason is given as 7"),  # type: ignore[list-item]
        (lambda: Exercise("Why?", "Adela", 1, marks=["9H"]), "no card 9H on this board"),
        (lambda: Exercise("Why?", "Adela\nT1: 1X", 1), "line 2, column 5"),
        (lambda: Exercise("Why?", 7, 1), "the board is given as 7"),  # type: ignore[arg-type]
        (lambda: Exercise("Why?", Position.dealt(ADELA, 1), 1, rules=ARABELLA), "not of Rules"),
        (lambda: MarkLegalMoves("Adela"), "nothing to mark"),
        (lambda: MarkLegalMoves.from_number("Adela", 0), "no deal 0"),
        (lambda: MarkLegalMoves.from_number("Adel", 1), 'no game "Adel": did you mean Adela'),
        (lambda: Quiz([]), "a quiz has 1 to 500 exercises"),
        (lambda: Quiz(["one"]), 'no exercise in "one"'),  # type: ignore[list-item]
        (lambda: Quiz.from_number(ADELA, 1, size=0), "size=0 is no choice"),
    ],
)
def test_an_exercise_that_is_not_sound_says_why(make: Any, says: str) -> None:
    with pytest.raises(SolitaireError, match=says):
        make()


def test_a_position_text_of_a_fourth_game_names_its_rules() -> None:
    exercise = MarkLegalMoves("Klondike\nT1: 9H\nT2: TC\nF1: AC", "What goes?", rules=KLONDIKE)
    assert exercise.question == "What goes?"
    assert exercise.solution == ("T1 T2 1",)


# -- answers of all kinds ----------------------------------------------------------------------------------


@given(st.lists(st.sampled_from(sorted(unrefused(Position.dealt(ARABELLA, 2)))), unique=True), st.booleans())
def test_points_are_the_right_ones(moves: list[Move], as_text: bool) -> None:
    exercise = MarkLegalMoves(Position.dealt(ARABELLA, 2))
    result = exercise.check(", ".join(map(str, moves)) if as_text else moves)
    assert result.score == len({choice_of(exercise.position, move) for move in moves})
    assert result.correct == (result.score == len(exercise.solution))


@given(
    st.one_of(
        st.text(max_size=60),
        st.binary(max_size=5),
        st.integers(),
        st.floats(),
        st.lists(st.one_of(st.text(max_size=12), st.integers(), st.none(), st.tuples(st.text(max_size=3)))),
        st.dictionaries(st.text(max_size=4), st.one_of(st.text(max_size=9), st.integers(), st.none())),
        st.sampled_from(["T1 T2", "T1: 9H", "A", "deal", "Adela", "Adela\nT1: 9H", "deal AD-15"]),
    )
)
@example("Adela\n\u2028T1: 9H")
@example("T1 T2 " + "9" * 50)
@example([("T1", "T2", True)])
def test_odd_answers_are_refused_in_a_sentence_or_checked(answer: object) -> None:
    for kind in (MarkLegalMoves, WhichRule, WinIn, PredictPosition):
        exercise = made(kind, ADELA, 3)
        exercise.clear()
        refusal, result = "", None
        try:
            result = exercise.check(answer)
        except SolitaireError as error:
            refusal = str(error)
        assert len(refusal) < 400
        assert bool(refusal) == (not exercise.done)
        if result is not None:
            assert 0 <= result.score <= result.out_of
            json.dumps(result.record())


def test_answers_without_end_are_refused() -> None:
    for kind in (MarkLegalMoves, WinIn):
        with pytest.raises(ExerciseError, match="an answer has at most 500 moves"):
            made(kind, ADELA, 1).check(Move("T1 T2 1") for _ in count())
    with pytest.raises(ExerciseError, match="a quiz has 1 to 500"):
        Quiz(made(MarkLegalMoves, ADELA, 1) for _ in count())


# -- records and looks -------------------------------------------------------------------------------------


def test_a_result_is_a_plain_record() -> None:
    exercise = MarkLegalMoves.from_number(AULD_LANG_SYNE.with_options(foundations="by suit", redeals=2), 4)
    result = exercise.check(exercise.solution)
    record = json.loads(json.dumps(result.record()))
    assert record == {
        "kind": "mark legal moves",
        "game": "auld_lang_syne",
        "options": {"foundations": "by suit", "redeals": 2},
        "number": 4,
        "question": exercise.question,
        "answer": list(exercise.solution),
        "score": result.out_of,
        "out_of": result.out_of,
        "explanation": list(result.explanation),
        "correct": True,
        "time": result.time,
    }
    assert result == exercise.check(list(exercise.solution))
    assert hash(result) == hash(exercise.check(exercise.solution))
    assert result.time > 1.6e9


@pytest.mark.parametrize("kind", [MarkLegalMoves, WhichRule, WinIn, PredictPosition])
def test_exercises_and_results_print_and_are_kept(kind: Any) -> None:
    exercise = kind.from_number(ARABELLA, 5)
    assert str(exercise).startswith(exercise.question)
    assert "T13" in str(exercise)
    assert exercise.question in exercise._repr_html_().replace("&#x27;", "'")
    assert exercise._repr_html_().count("<svg") == 1
    assert repr(exercise).startswith(f"<{kind.__name__} 5, Arabella")
    exercise.marks.notes(exercise.position)
    result = exercise.check(exercise.solution)
    assert str(result).startswith(f"{result.score} of {result.out_of} points")
    assert "<b>Right:" in result._repr_html_()
    result.marks.notes(exercise.position)
    for twin in (copy.deepcopy(exercise), pickle.loads(pickle.dumps(exercise))):
        assert str(twin) == str(exercise)
        assert twin.result == result
    assert repr(exercise).count("points") == 1


def test_what_is_asked_gives_nothing_away_in_html() -> None:
    exercise = Exercise("Is <b> & 'c' shown?", "Adela", "<i>yes</i>")
    assert "Is &lt;b&gt; &amp;" in exercise._repr_html_()
    assert "&lt;script&gt;" in exercise.check("<script>")._repr_html_()
    assert "yes" not in exercise._repr_html_()


# -- quizzes -----------------------------------------------------------------------------------------------


def test_a_quiz_goes_through_its_exercises_and_adds_up() -> None:
    quiz = Quiz.from_number("adela", 3, size=6)
    kinds = [exercise.kind for exercise in quiz]
    assert kinds[:4] == ["mark legal moves", "which rule", "predict the position", "win in"]
    assert len(quiz) == 6
    assert quiz.current is quiz[0]
    assert (quiz.score, quiz.out_of, quiz.results, quiz.records()) == (0, 0, (), [])
    with pytest.raises(SolitaireError):
        quiz.answer("no such thing at all")
    assert quiz.current is quiz[0]
    while not quiz.done:
        result = quiz.answer(quiz.current.solution)
        assert isinstance(result, Result)
        assert result.correct
    assert quiz.score == quiz.out_of == sum(result.out_of for result in quiz.results)
    with pytest.raises(ExerciseError, match="the quiz is over: all 6 were answered"):
        quiz.answer("deal")
    assert [record["number"] for record in quiz.records()] == [exercise.number for exercise in quiz]
    assert str(quiz).startswith(f"Adela, quiz 3: 6 of 6 answered, {quiz.score} of {quiz.score} points\n1. ")
    assert quiz._repr_html_().count("<tr>") == 7
    quiz.clear()
    assert quiz.current is quiz[0]
    quiz[0].check(quiz[0].solution)
    assert quiz.current is quiz[1]


def test_a_quiz_is_made_of_the_kinds_asked_for() -> None:
    quiz = Quiz.from_number(KLONDIKE, 1, size=3, kinds=[WinIn])
    assert {exercise.kind for exercise in quiz} == {"win in"}
    assert str(Quiz.from_number(KLONDIKE, 1, size=3, kinds=[WinIn])) == str(quiz)
    assert str(Quiz.from_number(KLONDIKE, 2, size=3, kinds=[WinIn])) != str(quiz)


def test_a_quiz_needs_no_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    quiz = Quiz([Exercise("Which?", "Adela", 1)])
    quiz.answer(1)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ExerciseError, match="pandas is not installed"):
        quiz.to_frame()


def test_a_quiz_gives_a_frame_where_pandas_is(monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = pytest.importorskip("pandas")
    quiz = Quiz([Exercise("Which?", "Adela", 1), Exercise("And?", "Adela", 2)])
    quiz.answer(1)
    quiz.answer(1)
    frame = quiz.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["score"]) == [1, 0]


# -- the same everywhere -----------------------------------------------------------------------------------

GOLDEN = "69b0511e3f1cc6be"


def digest() -> str:
    """What the first numbers give, questions, boards, choices and solutions, in one short text."""
    said = hashlib.sha256()
    for rules in (*ALL_RULES, KLONDIKE):
        for kind in (MarkLegalMoves, WhichRule, PredictPosition, WinIn):
            for number in (1, 40_000, 10**19):
                exercise = kind.from_number(rules, number)
                cards = [[card.id for card in pile] for pile in exercise.position.piles]
                said.update(repr((exercise.solution, getattr(exercise, "_moves", ""), cards)).encode())
    return said.hexdigest()[:16]


def test_a_number_gives_the_same_exercise_in_every_process() -> None:
    code = "from tests.test_exercises import digest; print(digest())"
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env=environment
    )
    assert run.stdout.split() == [GOLDEN] == [digest()]


def test_the_shared_generator_is_left_alone() -> None:
    import random

    before = random.getstate()
    Quiz.from_number(ADELA, 5, size=4)
    assert random.getstate() == before
    with pytest.raises(DealError):
        Quiz.from_number(ADELA, "five")  # type: ignore[arg-type]
