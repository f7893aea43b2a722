"""The lessons in JupyterLab: run from top to bottom, every board drawn, exercises and stories played by mouse."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

from solitaire_widget import ALL_RULES, Game, Move, Rules
from tests.hosts.board import Board
from tests.hosts.jupyter import SLOW, Kernel
from tests.hosts.jupyterlab import Lab, LabDocument

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
MAKES_A_BOARD = r"^{} = (lay|ask|SolitaireWidget)\("
# A notebook lays a cell out when it comes into view, and all that stands below moves then: the mouse waits for that.
AT_REST = """board => new Promise((done) => {
    board.scrollIntoView({ block: "center" })
    let before = "", calm = 0
    const look = () => {
        const { x, y, width, height } = board.getBoundingClientRect()
        const here = [x, y, width, height].join(" ")
        calm = here === before ? calm + 1 : 0
        before = here
        calm > 20 ? done() : requestAnimationFrame(look)
    }
    look()
})"""
DRAWN_CARDS = "boards => boards.map(board => board.querySelectorAll('[data-card]').length)"


def shows_a_board(source: str) -> bool:
    """Tell whether a cell's output is a board."""
    last = source.splitlines()[-1]
    return last.startswith("ask(") or bool(re.search(MAKES_A_BOARD.format(re.escape(last)), source, re.MULTILINE))


class Lesson:
    """A notebook that was opened and run."""

    def __init__(self, lab: Lab, page: Page, name: str) -> None:
        path = lab.server.home.notebooks / f"{name}.ipynb"
        shutil.copy(NOTEBOOKS / path.name, path)
        self.page = page
        cells = nbformat.read(path, as_version=4).cells
        self.sources = [cell.source for cell in cells]
        self.document: LabDocument = lab.shows(lab.server, page, path)
        self.document.load()
        self.document.run_all()
        last = max(number for number, cell in enumerate(cells) if cell.cell_type == "code")
        expect(self.output(last)).not_to_be_empty(timeout=SLOW)

    def output(self, number: int) -> Locator:
        return self.document.output(number)

    def board(self, kernel: Kernel, name: str) -> Board:
        """The board that a cell calls by a name, and its game beside it."""
        (cell,) = [
            number
            for number, source in enumerate(self.sources)
            if re.search(MAKES_A_BOARD.format(name), source, re.MULTILINE)
        ]
        position = kernel.run("", f"{name}.game.position.to_text()")
        board = Board(self.page, self.output(cell), Game(position=position))
        board.root.evaluate(AT_REST)
        return board


def caption(board: Board) -> Locator:
    return board.root.locator('[data-line="caption"]')


def press(board: Board, action: str) -> None:
    """Press a button below the board and wait until what it changes shows."""
    board.button(action).click()
    board.version += 1
    board.wait()


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.id)
def test_a_lesson_is_run_and_played(lab: Lab, page: Page, artifacts: Path, rules: Rules) -> None:
    lesson = Lesson(lab, page, f"lesson_{rules.id}")
    with lesson.document.kernel() as kernel:
        expect_a_board_wherever_one_is_promised(lesson)
        step_through_the_story(lesson, kernel)
        mark_every_legal_move(lesson, kernel)
        win_from_here(lesson, kernel)
        begin_the_game(lesson, kernel)
    page.screenshot(path=artifacts / f"lesson-{rules.id}.png")
    expect_no_error(lesson)


@pytest.mark.parametrize("name", ["inspect_and_drive", "your_own_game"])
def test_a_notebook_for_tinkerers_is_run(lab: Lab, page: Page, artifacts: Path, name: str) -> None:
    notebook = Lesson(lab, page, name)
    boards = page.locator(".jp-Notebook .solitaire")
    expect(boards.first).to_be_visible()
    assert all(boards.evaluate_all(DRAWN_CARDS))
    page.screenshot(path=artifacts / f"{name}.png")
    expect_no_error(notebook)


def expect_a_board_wherever_one_is_promised(lesson: Lesson) -> None:
    promised = [number for number, source in enumerate(lesson.sources) if shows_a_board(source)]
    assert len(promised) > 20
    for number in promised:
        expect(lesson.output(number).locator(".solitaire")).to_have_count(1)
    boards = lesson.page.locator(".jp-Notebook .solitaire")
    expect(boards).to_have_count(len(promised))
    assert all(boards.evaluate_all(DRAWN_CARDS))


def step_through_the_story(lesson: Lesson, kernel: Kernel) -> None:
    board = lesson.board(kernel, "first_look")

    def expect_step(number: int) -> str:
        step, said = kernel.run("", "(first_look.notes['story']['step'], first_look.notes['caption'])")
        assert step == number
        expect(caption(board)).to_have_text(said)
        return str(said)

    told = [expect_step(1)]
    of = kernel.run("", "first_look.notes['story']['of']")
    for step in range(2, of + 1):
        press(board, "next")
        told.append(expect_step(step))
    assert len(set(told)) == of
    press(board, "first")
    assert expect_step(1) == told[0]
    press(board, "leave")
    expect(board.button("leave")).to_be_hidden()
    assert kernel.run("", "first_look.notes['story']") is None


def mark_every_legal_move(lesson: Lesson, kernel: Kernel) -> None:
    """The moves are noted and nothing moves; Done says that they were right."""
    board = lesson.board(kernel, "marking")
    solution = kernel.run("", "marking._showing.exercise.solution")
    for number, move in enumerate(solution, 1):
        board.try_move(move)
        board.version += 1
        board.wait()
        expect(caption(board)).to_contain_text(f"noted, {number} so far")
        made = Move(move)
        expect(board.root.locator(f'[data-arrow="{made.source} {made.target}"]')).to_have_count(1)
    board.expect_position()
    board.expect_kernel(kernel, "marking.game")
    assert kernel.run("", "marking._showing.exercise.given") == solution
    press(board, "done")
    expect(caption(board)).to_contain_text(f"{len(solution)} of {len(solution)}")
    assert kernel.run("", "marking._showing.exercise.result.correct") is True
    expect(board.button("done")).to_be_hidden()


def win_from_here(lesson: Lesson, kernel: Kernel) -> None:
    """A win is played by mouse, with a move taken back on the way."""
    board = lesson.board(kernel, "winning")
    solution = kernel.run("", "winning._showing.exercise.solution")
    board.move(solution[0])
    board.press("undo")
    board.play(solution)
    board.expect_won()
    board.expect_kernel(kernel, "winning.game")
    expect(caption(board)).to_contain_text(f"Won in {len(solution)} moves")
    assert kernel.run("", "winning._showing.exercise.result.correct") is True


def begin_the_game(lesson: Lesson, kernel: Kernel) -> None:
    """The story of the whole game is left, and its moves are played."""
    board = lesson.board(kernel, "game")
    press(board, "last")
    press(board, "leave")
    board.expect_position()
    board.play([str(move) for move in board.game.legal_moves[:1]])
    board.expect_kernel(kernel, "game.game")


def expect_no_error(lesson: Lesson) -> None:
    """No cell failed, and none complained."""
    lesson.document.save()
    cells = nbformat.read(lesson.document.path, as_version=4).cells
    outputs = [output for cell in cells if cell.cell_type == "code" for output in cell.outputs]
    assert all(cell.execution_count for cell in cells if cell.cell_type == "code")
    assert not [output for output in outputs if output.output_type == "error" or output.get("name") == "stderr"]
