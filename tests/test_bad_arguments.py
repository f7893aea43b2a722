"""What code gives by mistake is answered with one sentence that names it, whatever it is given to."""

from collections.abc import Callable

import pytest

from solitaire_widget import ADELA, Game, Position, Shelf, SolitaireError, SolitaireWidget
from solitaire_widget.teach import Exercise, MarkLegalMoves, Quiz
from solitaire_widget.teach.marks import Marks

EIGHTS = Position.of(ADELA, T1="8C 9C", T2="8C", S="KH")
EXERCISE = Exercise("Which rule?", EIGHTS, answer="AD-16")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: Position.of("adela", T1="9H"), 'a game is given as "adela": give its Rules'),
        (lambda: Position.dealt("adela", 7), 'a game is given as "adela": give its Rules'),
        (lambda: Game(position=5), "a position is given as 5: Position.of makes one"),
        (lambda: Game(position=Game("adela", 7)), "a position is given as a value of type Game"),
        (lambda: SolitaireWidget(position=5), "a position is given as 5"),
        (lambda: Exercise("q", EIGHTS, "x", because=5), "reasons are given as 5: give a text, or a list of them"),
        (lambda: Exercise("q", EIGHTS, "x", because=None), "reasons are given as None"),
        (lambda: Exercise("q", EIGHTS, "x", marks=5), "marks are given as 5"),
        (lambda: Quiz(None), "a quiz is given None: give it a list of exercises"),
        (lambda: Quiz(EXERCISE), "a quiz is given a value of type Exercise: give it a list"),
        (lambda: Quiz([EXERCISE], title=5), "a quiz is called 5: give its title as text"),
        (lambda: Quiz.from_number("adela", 1, kinds=MarkLegalMoves), "give a list of kinds, such as MarkLegalMoves"),
        (lambda: Quiz.from_number("adela", 1, kinds=5), "kinds=5 is no choice"),
        (lambda: Quiz.from_number("adela", 1, kinds=["WinIn"]), 'no kind of exercise "WinIn": there are'),
        (lambda: EIGHTS.to_svg(marks="T1"), 'marks are given as "T1": give Marks.of(position, ...)'),
        (lambda: EIGHTS.to_svg(id_prefix=5), "a prefix of ids is a letter"),
        (lambda: EIGHTS.to_png(scale="x"), 'a picture\'s scale is above 0 and at most 20, not "x"'),
        (lambda: EIGHTS.to_png(scale=None), "a picture's scale is above 0 and at most 20, not None"),
        (lambda: Marks.of(EIGHTS, "T1 T1 1"), 'an arrow leads from one pile to another, not from "T1" to itself'),
        (lambda: Game.from_text("Game: Adela\nDeal: 7\n\n1. T2-T7x0"), "and how many cards, from 1 on, as in T5 T9 3"),
    ],
)
def test_a_wrong_argument_is_named(wrong: Callable[[], object], sentence: str) -> None:
    with pytest.raises(SolitaireError) as caught:
        wrong()
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda shelf: shelf.save(shelf.begin(Game("adela", 7)), 5), "the shelf keeps games, not 5: give it a Game"),
        (lambda shelf: shelf.save("0123456789", Game("adela", 7), seconds="x"), 'no time "x": give the seconds'),
        (lambda shelf: Shelf(shelf.path, patience="x"), 'no patience "x": give the seconds to wait'),
        (lambda shelf: Shelf(shelf.path, patience=float("nan")), "no patience"),
    ],
)
def test_a_shelf_names_what_it_was_given(tmp_path, wrong: Callable[[Shelf], object], sentence: str) -> None:
    with Shelf(tmp_path / "shelf.sqlite3") as shelf:
        with pytest.raises(SolitaireError) as caught:
            wrong(shelf)
        assert sentence in str(caught.value)
        assert shelf.games() == []


def test_a_picture_that_cannot_be_written_names_the_file_that_was_asked_for(tmp_path) -> None:
    target = tmp_path / "nowhere" / "board.svg"
    with pytest.raises(FileNotFoundError) as caught:
        EIGHTS.to_svg(target)
    assert caught.value.filename == str(target)
    assert list(tmp_path.iterdir()) == []
