"""A fourth game needs a page and nothing else: Klondike and FreeCell, declared here."""

import random
from dataclasses import replace

import pytest

from solitaire_widget import DEAL, Game, Position, Rules, SolitaireError
from solitaire_widget.layout import board_of
from solitaire_widget.rules import (
    ACE,
    ANY_RANK,
    DOWN_ALTERNATING,
    KING,
    Option,
    cells,
    foundations,
    stock,
    tableau,
    waste,
)
from tests.boards import random_positions, unrefused

KLONDIKE = Rules(
    name="Klondike",
    decks=1,
    piles=(
        stock(turns=1, redeals=None),
        waste(),
        foundations(4, starts_with=ACE),
        tableau(
            7,
            dealt=range(1, 8),
            face_up=1,
            starts_with=KING,
            build=DOWN_ALTERNATING,
            travels=DOWN_ALTERNATING,
        ),
    ),
)
FREECELL = Rules(
    name="FreeCell",
    decks=1,
    piles=(
        cells(4),
        foundations(4, starts_with=ACE),
        tableau(8, dealt=(7, 7, 7, 7, 6, 6, 6, 6), starts_with=ANY_RANK, build=DOWN_ALTERNATING),
    ),
)


def test_klondike_is_dealt_and_turns_its_cards() -> None:
    game = Game(KLONDIKE, deal=1)
    assert [game.position.face_down(f"T{i}") for i in range(1, 8)] == list(range(7))
    assert len(game.position["S"]) == 24
    for _ in range(24):
        game.deal_cards()
    last = game.position["W"]
    game.deal_cards()
    assert game.position["S"] == last[::-1]
    assert game.position.redealt == 1
    assert game.position["W"] == ()


def test_a_face_down_card_turns_up_once_it_is_the_top_card_and_travels_with_no_other() -> None:
    position = Position(
        KLONDIKE, Position.of(KLONDIKE, T1="TH 9C 8H", T2="9S", T3="JC").piles, (0,) * 6 + (1,) + (0,) * 6
    )
    assert position.can_lift("T1") == 2
    after = position.after("T1 T2 1")
    assert after.face_down("T1") == 1
    flipped = Position(KLONDIKE, position.piles, (0,) * 6 + (2,) + (0,) * 6).after("T1 T2 1")
    assert flipped.face_down("T1") == 1
    assert flipped.can_lift("T1") == 1


@pytest.mark.parametrize("rules", [KLONDIKE, FREECELL], ids=repr)
def test_legal_moves_are_those_that_no_rule_refuses(rules: Rules) -> None:
    for position in random_positions(rules, 25):
        assert set(position.legal_moves) == unrefused(position)


def test_freecell_has_cells_and_no_stock() -> None:
    rng = random.Random(3)
    game = Game(FREECELL, deal=1)
    assert DEAL not in game.legal_moves
    assert game.rules.chosen == {}
    while game.status == "playing" and len(game.history) < 200:
        game.play(rng.choice(game.legal_moves))
    assert sum(map(len, game.position.piles)) == 52
    assert len(Position.of(FREECELL, T1="9H", T2="QH", C1="5C").legal_moves) == 3 * 3 + 3 * 6


def test_a_board_is_made_where_none_is_declared() -> None:
    board = board_of(KLONDIKE)
    assert (board.rows, board.places["T1"][1], board.places["S"][1]) == (2, 1, 0)


def test_a_faulty_declaration_is_told() -> None:
    with pytest.raises(SolitaireError, match="declares pile F1 twice"):
        Rules(name="Odd", decks=1, piles=(foundations(2), foundations(2)))
    with pytest.raises(SolitaireError, match="cites XX-1"):
        Rules(name="Odd", decks=1, piles=(foundations(2, cites={"starts": "XX-1"}),))
    with pytest.raises(SolitaireError, match="no place for F2"):
        board_of(Rules(name="Odd", decks=1, piles=(foundations(2),), board=("F1",)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "!!!"}, "no game's name"),
        ({"name": "S: x"}, "no game's name"),
        (
            {"piles": (foundations(4, opened_by="X"), tableau(4))},
            'F is opened by "X": name the letter of another group',
        ),
        ({"piles": (foundations(4, opened_by="F"), tableau(4))}, 'F is opened by "F"'),
        ({"piles": (foundations(4, opened_by="T"), tableau(3))}, "another group with 4 piles or more"),
        ({"piles": (foundations(4), tableau(2, dealt=(1, -1)))}, "deals -1 cards to T"),
        ({"options": (Option("o", "T.nothing", {1: 1}, 1, "GE-9", ""),)}, 'sets "T.nothing": write a group'),
        ({"options": (Option("o", "X.limit", {1: 1}, 1, "GE-9", ""),)}, 'sets "X.limit"'),
        ({"options": (Option("o", "T.limit", {None: None}, None, "GE-9", ""),)}, "offers None: choices are texts or"),
        ({"options": (Option("o", "T.limit", {1: 1}, 2, "GE-9", ""),)}, "does not have its default among its choices"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_faulty_declaration_is_told_when_it_is_declared(change, said) -> None:
    with pytest.raises(SolitaireError, match=said):
        replace(Rules("Plain", 1, (foundations(4), tableau(4, dealt=12))), **change)


def test_an_options_words_may_hold_braces() -> None:
    option = Option("most", "T.limit", {9: 9, 12: 12}, 12, "GE-5", "At most {value} cards {in a pile}.")
    rules = Rules("Plain", 1, (foundations(4), tableau(4, dealt=12)), options=(option,)).with_options(most=9)
    assert rules.rows["GE-5"].sentence == "At most 9 cards {in a pile}."
