"""Marks and steps: what is read, what is refused, what crosses to the page."""

import json
import pickle
import random
from typing import Any

import pytest

from solitaire_widget import ADELA, ARABELLA, Card, IllegalMove, Move, NotationError, Position, Rules, UnknownPile
from solitaire_widget.teach.marks import ArrowMark, CardMark, MarkError, Marks, PileMark, Step
from tests.boards import VARIANTS, random_positions
from tests.test_fourth_game import FREECELL, KLONDIKE

BOARD = Position.of(ARABELLA, T1="5C 9H 8H", T2="9H TC", F1="AH 2H", W="3C", S="KH QH")
EVERY_GAME = (*VARIANTS, KLONDIKE, FREECELL)


@pytest.mark.parametrize(
    ("thing", "cards", "piles", "arrows"),
    [
        ("T1", [], ["T1"], []),
        (" t1 ", [], ["T1"], []),
        ("T13", [], ["T13"], []),
        ("S", [], ["S"], []),
        ("8H", [("T1", 2, 1)], [], []),
        ("8♥", [("T1", 2, 1)], [], []),
        ("10♣", [("T2", 1, 1)], [], []),
        ("9H", [("T1", 1, 1), ("T2", 0, 1)], [], []),
        ("9H2", [("T2", 0, 1)], [], []),
        (Card("9H"), [("T1", 1, 1)], [], []),
        (Card("9H2"), [("T2", 0, 1)], [], []),
        ("T1 2", [("T1", 1, 2)], [], []),
        ("t1 x3", [("T1", 0, 3)], [], []),
        ("T1 T2 2", [("T1", 1, 2)], [], [("T1", "T2")]),
        ("T1>T2", [("T1", 2, 1)], [], [("T1", "T2")]),
        (Move("W F1"), [("W", 0, 1)], [], [("W", "F1")]),
        ("deal", [], ["S"], []),
        (Marks(piles=(("T4", "note"),)), [], ["T4"], []),
    ],
)
def test_friendly_forms(thing: Any, cards: list, piles: list, arrows: list) -> None:
    marks = Marks.of(BOARD, thing)
    assert [mark[:3] for mark in marks.cards] == cards
    assert [mark.pile for mark in marks.piles] == piles
    assert [mark[:2] for mark in marks.arrows] == arrows
    assert {mark[-1] for mark in (*marks.cards, *marks.piles, *marks.arrows)} == {"note"}


@pytest.mark.parametrize(
    ("thing", "error", "says"),
    [
        ("4H", MarkError, "no card 4H on this board: it lies in no pile face up"),
        ("KH", MarkError, "no card KH on this board: it lies in no pile face up"),  # in the stock: not given away
        (Card("8H3"), MarkError, "no card 8H3 on this board: 8H1 lies in T1"),
        ("T14", UnknownPile, 'no pile "T14": Arabella has'),
        ("T14 2", UnknownPile, 'no pile "T14"'),
        ("T1 T14", UnknownPile, 'no pile "T14"'),
        ("T1 4", MarkError, "no 4 top cards in T1: it has 3 face up"),
        ("T1 0", MarkError, "no 0 top cards in T1"),
        ("S 1", MarkError, "no 1 top cards in S: it has 0 face up"),
        ("T1 T2 9", MarkError, "no 9 top cards in T1"),
        ("", NotationError, 'nothing to mark in "": write a pile as in T5, a card as in 9H'),
        ("the king", NotationError, "nothing to mark"),
        ("x" * 10_000, NotationError, "nothing to mark"),
        (5, NotationError, "nothing to mark in 5"),
        (None, NotationError, "nothing to mark in None"),
        (("T1", "T2"), NotationError, "nothing to mark in a value of type tuple"),
    ],
)
def test_what_is_not_there_is_told(thing: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        Marks.of(BOARD, thing)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("tone", ["red", "", None, 3, ["note"]])
def test_an_unknown_tone_is_told(tone: Any) -> None:
    with pytest.raises(MarkError, match="tones are note, good, bad and hint"):
        Marks.of(BOARD, "T1", tone=tone)
    with pytest.raises(MarkError, match="tones are"):
        Marks(piles=(("T1", tone),))


@pytest.mark.parametrize(
    "fields",
    [
        {"cards": (("T1", 0, "note"),)},
        {"cards": (("T1", "0", 1, "note"),)},
        {"cards": (("T1", True, 1, "note"),)},
        {"piles": ("T1",)},
        {"arrows": (("T1", 2, "note"),)},
        {"caption": 3},
    ],
)
def test_marks_of_the_wrong_shape_are_told(fields: dict) -> None:
    with pytest.raises(MarkError):
        Marks(**fields)


def test_only_a_position_can_be_marked() -> None:
    with pytest.raises(MarkError, match="marks are put on a position"):
        Marks.of("T1", "T1")  # type: ignore[arg-type]


def test_marks_join_once_each_and_keep_their_captions() -> None:
    one = Marks.of(BOARD, "T1", "8H", tone="good", caption="First.")
    two = Marks.of(BOARD, "T1", tone="good") + Marks.of(BOARD, "T2 1", tone="bad", caption="Second.")
    both = one + two
    assert both.piles == (PileMark("T1", "good"),)
    assert both.cards == (CardMark("T1", 2, 1, "good"), CardMark("T2", 1, 1, "bad"))
    assert both.caption == "First. Second."
    assert (both + Marks()) == both
    assert not Marks()
    assert pickle.loads(pickle.dumps(both)) == both
    with pytest.raises(TypeError):
        one + "T1"  # type: ignore[operator]


def test_plain_tuples_and_the_read_forms_are_equal() -> None:
    plain = Marks((("T1", 1, 2, "hint"),), (("T3", "bad"),), (("T1", "T2", "good"),), " two\nlines ")
    assert plain.cards == (CardMark("T1", 1, 2, "hint"),)
    assert plain.arrows == (ArrowMark("T1", "T2", "good"),)
    assert plain.caption == "two lines"
    assert plain.notes(BOARD)["arrows"] == [[14, 15, "good"]]


def test_notes_are_checked_against_the_position() -> None:
    for fields, error in [
        ({"cards": (("T99", 0, 1, "note"),)}, UnknownPile),
        ({"piles": (("T99", "note"),)}, UnknownPile),
        ({"arrows": (("T1", "T99", "note"),)}, UnknownPile),
        ({"cards": (("T1", 2, 2, "note"),)}, MarkError),
        ({"cards": (("T1", -1, 1, "note"),)}, MarkError),
        ({"cards": (("T1", 0, 0, "note"),)}, MarkError),
    ]:
        marks = Marks(**fields)
        with pytest.raises(error):
            marks.notes(BOARD)
        assert marks.within(BOARD).notes(BOARD)["cards"] == []


def fits(position: Position, notes: dict[str, Any]) -> bool:
    """Whether every mark is on the board, in plain JSON."""
    assert json.loads(json.dumps(notes)) == notes
    piles = position.piles
    return (
        all(first >= 0 and size > 0 and first + size <= len(piles[pile]) for pile, first, size, _ in notes["cards"])
        and all(0 <= pile < len(piles) for pile, _ in notes["piles"])
        and all(0 <= end < len(piles) for source, target, _ in notes["arrows"] for end in (source, target))
    )


@pytest.mark.parametrize("rules", EVERY_GAME, ids=repr)
def test_every_legal_move_and_every_card_in_sight_can_be_marked(rules: Rules) -> None:
    rng = random.Random(4)
    for position in random_positions(rules, 4):
        moves = position.legal_moves
        names = tuple(position)
        cards = [card for name in names for card in position[name][position.face_down(name) :]]
        marks = Marks.of(position, *moves, *names, *cards, tone="hint")
        assert fits(position, marks.notes(position))
        if moves:
            after = position.after(rng.choice(moves))
            assert fits(after, marks.within(after).notes(after))


@pytest.mark.parametrize("rules", [KLONDIKE, ARABELLA], ids=repr)
def test_a_card_face_down_is_not_given_away(rules: Rules) -> None:
    position = Position.dealt(rules, 1)
    hidden = [card for name in position for card in position[name][: position.face_down(name)]]
    missing = "it lies in no pile face up"
    for card in hidden:
        with pytest.raises(MarkError) as caught:
            Marks.of(position, card)
        assert missing in str(caught.value) or " lies in " in str(caught.value)
        for name in position:
            if position.face_down(name) == len(position[name]):
                assert f" lies in {name}" not in str(caught.value)


# -- steps ----------------------------------------------------------------------------------------------------

SMALL = Position.of(ADELA, T1="5C 9H", T2="8H", T3="KC")


def test_a_step_with_a_move_shows_where_it_leads_and_leaves_the_game_alone() -> None:
    position, marks = Step("The 9 goes up.", move="T1 T2").shown(SMALL)
    assert [str(card) for card in position["T2"]] == ["8♥", "9♥"]
    assert len(SMALL["T2"]) == 1
    assert marks == Marks((("T2", 1, 1, "hint"),), (), (("T1", "T2", "hint"),), "The 9 goes up.")
    assert fits(position, marks.notes(position))


def test_a_step_marks_the_board_that_it_shows() -> None:
    position, marks = Step("There it is.", ("9H",), "T1 T2 1").shown(SMALL, tone="good")
    assert marks.cards == (CardMark("T2", 1, 1, "good"),)
    assert marks.arrows == ()
    other, marks = Step(marks="T9", position=Position.of(ADELA, T9="AC")).shown(position)
    assert other["T9"] == (Card("AC"),)
    assert marks.piles == (PileMark("T9", "hint"),)
    _, marks = Step("Said.", Marks.of(SMALL, "T1")).shown(SMALL)
    assert (marks.caption, marks.piles) == ("Said.", (PileMark("T1", "note"),))


def test_a_step_with_a_deal_marks_what_was_dealt() -> None:
    deal = Position.of(ADELA, T1="9H", S="2C 3D")
    after, marks = Step(move="deal").shown(deal)
    assert [(mark.pile, mark.first, mark.size) for mark in marks.cards] == [("T1", 1, 1), ("T2", 0, 1)]
    assert fits(after, marks.notes(after))


def test_steps_are_read_from_captions_and_tuples() -> None:
    step = Step("One.", ("T1",))
    assert Step.of(step) is step
    assert Step.of("Only words.") == Step("Only words.")
    assert Step.of(("Look.", "KC", "T1 T2")).shown(SMALL)[1].arrows == (ArrowMark("T1", "T2", "hint"),)
    for odd in (3, None, (), ("T1", 5)[1:], Move("T1 T2"), {"caption": "x"}):
        with pytest.raises(MarkError, match="is no step"):
            Step.of(odd)


def test_a_step_says_what_is_wrong_with_it() -> None:
    with pytest.raises(NotationError):
        Step(move="nonsense")
    with pytest.raises(MarkError, match="a step's position"):
        Step(position="T1: 9H")  # type: ignore[arg-type]
    with pytest.raises(IllegalMove):
        Step(move="T1 T3 1").shown(SMALL)
    with pytest.raises(MarkError, match="no card QD"):
        Step("?", ("QD",)).shown(SMALL)


@pytest.mark.parametrize("rules", EVERY_GAME, ids=repr)
def test_a_step_of_any_legal_move_is_shown_with_fitting_marks(rules: Rules) -> None:
    for position in random_positions(rules, 8, seed=2):
        for move in position.legal_moves:
            after, marks = Step(move=move).shown(position)
            assert after == position.after(move)
            assert fits(after, marks.notes(after))
