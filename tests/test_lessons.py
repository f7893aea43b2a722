"""The lessons: each rule is shown on a live board and practised once, and what they claim is true."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import nbformat
import pytest

from solitaire_widget import ADELA, ALL_RULES, ARABELLA, AULD_LANG_SYNE, Game, Position, Rules, SolitaireWidget
from solitaire_widget.refusals import allowing
from solitaire_widget.teach.exercises import Exercise, MarkLegalMoves, PredictPosition, Quiz, WhichRule, WinIn
from tests.boards import WINS

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
ROW_ID = re.compile(r"\b[A-Z]{2}-\d+\b")
OF_EVERY_GAME = {"OP-1", "GE-1", "GE-2", "GE-3"}
LONGEST_CELL = 60


def rules_to_teach(rules: Rules) -> set[str]:
    """The rows of a game, and those of all games that it can come to."""
    exchanges = any(group.travels for group in rules.of_kind("tableau"))
    return {row.id for row in rules.ledger} | OF_EVERY_GAME | ({"OP-2"} if exchanges else set())


class Lesson:
    """A lesson whose cells were run, one after the other, with all that came of it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cells = nbformat.read(NOTEBOOKS / f"lesson_{rules.id}.ipynb", as_version=4).cells
        self.text = "\n".join(cell.source for cell in self.cells if cell.cell_type == "markdown")
        self.names: dict[str, Any] = {"__name__": "lesson"}
        self.printed = ""
        self.boards: list[SolitaireWidget] = []
        self.exercises: list[Exercise] = []
        for cell in self.cells:
            if cell.cell_type == "code":
                self._run(cell.source)

    def _run(self, source: str) -> None:
        tree, shown = ast.parse(source), None
        if isinstance(tree.body[-1], ast.Expr):
            shown = ast.Expression(tree.body.pop().value)
        with redirect_stdout(io.StringIO()) as printed:
            exec(compile(tree, "<cell>", "exec"), self.names)
            values = [*self.names.values(), shown and eval(compile(shown, "<cell>", "eval"), self.names)]
        self.printed += printed.getvalue()
        for value in values:
            for exercise in value if isinstance(value, Quiz) else (value,):
                if isinstance(exercise, Exercise) and exercise not in self.exercises:
                    self.exercises.append(exercise)
            if isinstance(value, SolitaireWidget) and value not in self.boards:
                self.boards.append(value)
                asked = value._showing.exercise
                if asked is not None and asked not in self.exercises:
                    self.exercises.append(asked)

    def board(self, name: str) -> SolitaireWidget:
        found = self.names[name]
        assert isinstance(found, SolitaireWidget)
        return found

    def said(self) -> set[str]:
        """The ids in explanations that were printed, and in what the boards say, stories to their last step."""
        captions = [caption for board in self.boards for caption in captions_of(board)]
        return set(ROW_ID.findall(" ".join((self.printed, *captions))))


def captions_of(board: SolitaireWidget) -> Iterator[str]:
    """What a board says below itself, step by step where it tells a story."""
    yield board.notes["caption"]
    story = board.notes["story"]
    for step in range(2, story["of"] + 1) if story else ():
        board.step(step)
        yield board.notes["caption"]
    if story:
        board.step("first")


def practised_by(exercise: Exercise) -> set[str]:
    """The rules that an exercise needs or explains, right answer or none."""
    explained = (*exercise.check().explanation, *exercise.check(exercise.solution).explanation)
    exercise.clear()
    found = set(ROW_ID.findall(" ".join(explained)))
    if isinstance(exercise, WinIn):
        here = exercise.position
        for move in exercise.solution:
            found |= set(allowing(here, here.fitting(move)))
            here = here.after(move)
    return found


@pytest.fixture(scope="module")
def lessons() -> Iterator[dict[str, Lesson]]:
    run = {rules.id: Lesson(rules) for rules in ALL_RULES}
    yield run
    for lesson in run.values():
        for board in lesson.boards:
            board.close()


@pytest.fixture(params=ALL_RULES, ids=lambda rules: rules.id)
def lesson(lessons: dict[str, Lesson], request: pytest.FixtureRequest) -> Lesson:
    return lessons[request.param.id]


def test_every_rule_is_named_in_the_text(lesson: Lesson) -> None:
    assert rules_to_teach(lesson.rules) - set(ROW_ID.findall(lesson.text)) == set()


def test_no_rule_is_named_that_the_game_does_not_have(lesson: Lesson) -> None:
    assert set(ROW_ID.findall(lesson.text)) | lesson.said() <= set(lesson.rules.rows)


def test_every_rule_is_shown_on_a_live_board(lesson: Lesson) -> None:
    # A row of the game's own says of exchanges what the common one does, where it has one.
    shown = lesson.said() | ({"OP-2"} if "AD-16" in lesson.said() else set())
    assert rules_to_teach(lesson.rules) - shown == set()


def test_every_rule_is_practised(lesson: Lesson) -> None:
    practised = {id for exercise in lesson.exercises for id in practised_by(exercise)}
    assert rules_to_teach(lesson.rules) - practised == set()


def test_the_boards_are_there_and_play(lesson: Lesson) -> None:
    assert len(lesson.boards) > 20
    for board in lesson.boards:
        assert board.game.rules.name == lesson.rules.name
        assert (board.version, board.errors) == (board.state["version"], ())
        assert any(board.game.position.piles)


def test_every_option_is_shown(lesson: Lesson) -> None:
    shown = {name for board in lesson.boards for name, _ in board.game.rules.values}
    assert shown == {option.name for option in lesson.rules.every_option}


def test_every_exercise_is_sound(lesson: Lesson) -> None:
    assert {type(exercise) for exercise in lesson.exercises} == {
        Exercise,
        MarkLegalMoves,
        PredictPosition,
        WhichRule,
        WinIn,
    }
    for exercise in lesson.exercises:
        assert not exercise.done, "nobody has answered it yet"
        assert exercise.rules.name == lesson.rules.name
        assert exercise.check(exercise.solution).correct, exercise
        exercise.clear()
        assert exercise.check().score == 0, "with nothing done"
        exercise.clear()


def test_the_quiz_has_room_for_each_answer_and_adds_up(lesson: Lesson) -> None:
    quiz, answers = lesson.names["quiz"], lesson.names["answers"]
    assert isinstance(quiz, Quiz)
    assert answers == [""] * len(quiz)
    for exercise in quiz:
        quiz.answer(exercise.solution)
    assert quiz.score == quiz.out_of == sum(exercise.check().out_of for exercise in quiz)
    quiz.clear()


def test_the_story_of_each_board_can_be_stepped_through(lesson: Lesson) -> None:
    told = [board for board in lesson.boards if board.notes["story"]]
    assert len(told) >= 3
    for board in told:
        assert all(captions_of(board))
        assert board.game.moves == ()


def test_the_game_to_play_can_be_won(lesson: Lesson) -> None:
    deal = lesson.board("game").game.deal
    (win,) = [win for win in WINS[lesson.rules.id] if win["deal"] == deal]
    game = Game(lesson.rules, deal=deal)
    for move in win["moves"]:
        game.play(move)
    assert game.status == "won"


def test_a_lesson_is_kept_without_outputs_in_short_cells(lesson: Lesson) -> None:
    for number, cell in enumerate(lesson.cells):
        assert cell.id == f"cell-{number}"
        assert cell.cell_type == "markdown" or (cell.outputs, cell.execution_count) == ([], None)
        if "Quiz(" not in cell.source:
            assert cell.source.count("\n") < LONGEST_CELL


# -- what the lessons claim ----------------------------------------------------------------------------------


def numbers_after(printed: str, words: str) -> list[int]:
    return [int(number) for number in re.findall(rf"{re.escape(words)}\s*(\d+)", printed)]


def test_patience_and_tidiness_pay(lessons: dict[str, Lesson]) -> None:
    printed = lessons[ARABELLA.id].printed
    (hasty,), (patient,), (tidy,) = (numbers_after(printed, name) for name in ("hasty:", "patient:", "tidy:"))
    assert 2 * hasty < patient < tidy


def test_the_order_of_moves_decides(lessons: dict[str, Lesson]) -> None:
    once, often = numbers_after(lessons[ADELA.id].printed, "deals won:")
    assert 2 * once < often


def test_a_look_beneath_pays_where_there_is_a_choice(lessons: dict[str, Lesson]) -> None:
    lesson = lessons[AULD_LANG_SYNE.id]
    (any_card,), (careful,) = (numbers_after(lesson.printed, name) for name in ("any that fits:", "a look beneath:"))
    assert any_card < careful
    rare, *_, one, other = (
        int(number) for number in re.findall(r"^(\d+) (?:of|of 1000 deals)\b", lesson.printed, re.M)
    )
    assert rare < 10, "the source says under 1%"
    assert one == other, "by suit, no order of moves changes the end"


def can_be_won(position: Position) -> bool:
    """Look at every position that can come of one in which only foundations take cards."""
    seen, waiting = set(), [position]
    while waiting:
        here = waiting.pop()
        if here.status == "won":
            return True
        # Foundations that show the same rank are worth the same.
        for move in {
            (move.source, here[move.target][-1].rank if move.count else 0): move for move in here.legal_moves
        }.values():
            after = here.after(move)
            heights = sorted(len(after[name]) for name in after if name[0] == "F")
            key = (*(after[name] for name in after if name[0] != "F"), *heights)
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    return False


def test_of_the_two_jacks_one_wins_and_one_loses() -> None:
    """The board of the lesson is the position after 41 moves of a game that was won, and the claim is true of it."""
    win = WINS[AULD_LANG_SYNE.id][0]
    game = Game(AULD_LANG_SYNE, deal=win["deal"])
    for move in win["moves"][:41]:
        game.play(move)
    assert game.refusal("T1 F2 1") is game.refusal("T4 F2 1") is None
    assert game.position.after("T1 F2 1").status == "lost"
    assert can_be_won(game.position.after("T4 F2 1"))
    text = game.position.to_text()
    cells = nbformat.read(NOTEBOOKS / "lesson_auld_lang_syne.ipynb", as_version=4).cells
    laid = [found for cell in cells for found in re.findall(r'lay\("""(.*?)"""\)', cell.source, re.DOTALL)]
    assert text in [Position.from_text(each).to_text() for each in laid]


def test_of_the_two_threes_one_loses() -> None:
    win = WINS[AULD_LANG_SYNE.id][0]
    game = Game(AULD_LANG_SYNE, deal=win["deal"])
    for move in win["moves"][:7]:
        game.play(move)
    lost, kept = "T3 F2 1", "T4 F2 1"
    assert [str(game.position[move[:2]][-1]) for move in (lost, kept)] == ["3♥", "3♠"]
    assert not can_be_won(game.position.after(lost))
    assert can_be_won(game.position.after(kept))


def test_of_the_two_nines_one_sets_something_free(lessons: dict[str, Lesson]) -> None:
    lesson = lessons[ADELA.id]
    (board,) = [board for board in lesson.boards if board.notes["caption"].startswith("Two 9s of clubs")]
    assert list(map(str, board.game.position.after("T1 T3 1").legal_moves)) == ["deal"]
    assert "T4 T2 1" in map(str, board.game.position.after("T2 T3 1").legal_moves)


def test_what_the_unwinnable_board_claims(lessons: dict[str, Lesson]) -> None:
    (board,) = [board for board in lessons[ARABELLA.id].boards if "unwinnable, but not lost" in board.notes["caption"]]
    seen, waiting = {board.game.position}, [board.game.position]
    while waiting:
        here = waiting.pop()
        assert here.status == "playing"
        new = {here.after(move) for move in here.legal_moves} - seen
        seen |= new
        waiting += new
    assert len(seen) == 2
