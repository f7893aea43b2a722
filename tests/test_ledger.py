"""Each row of the ledger, by its id."""

import json
import re
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from solitaire_widget import (
    ADELA,
    ALL_RULES,
    ARABELLA,
    AULD_LANG_SYNE,
    DEAL,
    Game,
    IllegalMove,
    Move,
    Position,
    PositionError,
    RecordError,
    Rules,
)
from solitaire_widget.rules import ANY_TIME, COMMON_LEDGER, NO_MOVES
from tests.boards import WINS, random_positions


def test_every_row_is_named_by_a_test() -> None:
    ours = {row.id for rules in ALL_RULES for row in (*rules.ledger, *COMMON_LEDGER)}
    tests = Path(__file__).parent.glob("test_*.py")
    named = set(re.findall(r"\b[A-Z]{2}-\d+\b", " ".join(path.read_text(encoding="utf-8") for path in tests)))
    assert ours - named == set()
    made_up = re.compile(r"(XX|OD)-\d|[A-Z]{2}-99")
    assert not [id for id in named - ours if not made_up.match(id)]


@pytest.mark.parametrize("rules", ALL_RULES, ids=repr)
def test_a_ledger_is_whole_and_in_sentences(rules: Rules) -> None:
    assert [row.id.partition("-")[2] for row in rules.ledger] == [str(i + 1) for i in range(len(rules.ledger))]
    for row in rules.ledger:
        assert row.sentence.endswith("."), row
        assert row.sentence[0].isupper(), row


class Refused(NamedTuple):
    rule: str
    rules: Rules
    piles: dict[str, str]
    move: str
    says: str


BY_SUIT = AULD_LANG_SYNE.with_options(foundations="by suit")
FULL = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
UP_TO_8 = "AC 2C 3C 4C 5C 6C 7C 8C"
TWICE = AULD_LANG_SYNE.with_options(redeals=2)
PATIENT = ARABELLA.with_options(deal_when=NO_MOVES)

REFUSED = [
    Refused("AR-5", ARABELLA, {"T1": "2H"}, "T1 F1 1", "2♥ does not go on the empty F1: only an ace"),
    Refused("AR-6", ARABELLA, {"F1": "AS", "T1": "2H"}, "T1 F1 1", "2♥ does not go on A♠ in F1"),
    Refused("AR-6", ARABELLA, {"F1": FULL, "T1": "AS"}, "T1 F1 1", "F1 is full, A♠ does not go there"),
    Refused("AR-7", ARABELLA, {"T1": "8H", "T2": "TC"}, "T1 T2 1", "8♥ does not go on 10♣ in T2"),
    Refused("AR-7", ARABELLA, {"T1": "KH", "T2": "AC"}, "T1 T2 1", "nothing goes on an ace"),
    Refused("AR-7", ARABELLA, {"T1": "KH", "T2": "QC"}, "T1 T2 1", "a king goes on no card"),
    Refused("AR-8", ARABELLA, {"T1": "5C QH"}, "T1 T2 1", "Q♥ does not go on the empty T2: only a king"),
    Refused("AR-8", ARABELLA, {"T1": "5C QH JH"}, "T1 T2 2", "Q♥ does not go on the empty T2"),
    Refused("AR-9", ARABELLA, {"T1": "5C 9H", "T2": "6H"}, "T1 T2 2", "5♣ and 9♥ do not travel together"),
    Refused("AR-10", ARABELLA, {"T1": "9H 8C", "T2": "TH"}, "T1 T2 2", "mixed suits"),
    Refused("AR-11", ARABELLA, {"S": "AH"}, "S F1 1", "lies in the stock"),
    Refused("AR-12", ARABELLA, {"W": "9H 8H", "T1": "TH"}, "W T1 2", "do not travel together"),
    Refused("GE-3", ARABELLA, {"T1": "9H"}, "T1 W 1", "9♥ cannot go to the waste"),
    Refused("AR-13", ARABELLA, {"W": "9H 8H"}, "deal", "The stock is empty: there is no redeal"),
    Refused("GE-3", ARABELLA, {"W": "9H 8H"}, "W S 1", "cannot go to the stock"),
    Refused("AR-14", ARABELLA, {"F1": "AH 2H", "T1": "3C"}, "F1 T1 1", "2♥ stays on F1"),
    Refused("AR-14", ARABELLA, {"F1": "AH"}, "F1 F2 1", "A♥ stays on F1"),
    Refused("AL-1", AULD_LANG_SYNE, {"T1": "9H"}, "T1 F1 1", "9♥ does not go on the empty F1"),
    Refused("AL-4", AULD_LANG_SYNE, {"F1": "AC", "T1": "3H"}, "T1 F1 1", "3♥ does not go on A♣ in F1"),
    Refused("AL-5", AULD_LANG_SYNE, {"F1": "AC", "T1": "3H 2H"}, "T1 F1 2", "3♥ and 2♥ do not travel"),
    Refused("GE-3", AULD_LANG_SYNE, {"T1": "3H"}, "T1 S 1", "cannot go to the stock"),
    Refused("AL-6", AULD_LANG_SYNE, {"T1": "3H", "T2": "4H"}, "T1 T2 1", "3♥ does not go on 4♥ in T2"),
    Refused("AL-7", AULD_LANG_SYNE, {"T1": "3H"}, "T1 T2 1", "stays empty until the next deal"),
    Refused("AL-8", AULD_LANG_SYNE, {"F1": "AC", "S": "2H"}, "S F1 1", "dealt to the tableau first"),
    Refused("AL-9", AULD_LANG_SYNE, {"F1": "AC", "T1": "2H", "S": "9C"}, "deal", "2♥ from T1 to F1 can still"),
    Refused("AL-10", AULD_LANG_SYNE, {"T1": "9H"}, "deal", "no redeal"),
    Refused("AL-11", AULD_LANG_SYNE, {"F1": "AC", "F2": "AS 2S"}, "F2 F1 1", "2♠ stays on F2"),
    Refused("AL-14", BY_SUIT, {"F1": "AC", "T1": "2H"}, "T1 F1 1", "builds up by suit, ace to king"),
    Refused("AL-14", BY_SUIT, {"F1": FULL, "T1": "2H"}, "T1 F1 1", "F1 is full, 2♥ does not go there: a foundation"),
    Refused("AR-11", ARABELLA, {}, "S F1 1", "The stock is empty"),
    Refused("AL-14", TWICE, {"F1": "AC", "T1": "2H"}, "deal", "the number of redeals is 2"),
    Refused("AD-4", ADELA, {"T1": "TH"}, "T1 J1 1", "10♥ does not go on the empty J1: only a jack"),
    Refused("AD-5", ADELA, {"J1": "JH", "T1": "TC"}, "T1 J1 1", "10♣ does not go on J♥ in J1"),
    Refused("AD-6", ADELA, {"T1": "KH"}, "T1 K1 1", "K1 is still shut"),
    Refused("AD-6", ADELA, {"T1": "QH", "J2": "JH"}, "T1 Q1 1", "Q1 is still shut"),
    Refused("AD-7", ADELA, {"T1": "KH", "J1": "JC"}, "T1 K1 1", "of its column's suit"),
    Refused("AD-7", ADELA, {"T1": "KH", "J1": "JH", "K1": "KH2"}, "T1 K1 1", "K1 is full"),
    Refused("AD-8", ADELA, {"T1": "QH", "J1": "JC"}, "T1 Q1 1", "Q♥ does not go on the empty Q1"),
    Refused("AD-8", ADELA, {"T1": "QH", "J1": "JH", "Q1": "QH2"}, "T1 Q1 1", "Q1 is full"),
    Refused("AD-9", ADELA, {"J1": "JH", "T1": "JH2 QH"}, "T1 Q1 2", "Only Q♥ can go to Q1"),
    Refused("AD-10", ADELA, {"T1": "9H", "T2": "TC"}, "T1 T2 1", "9♥ does not go on 10♣ in T2"),
    Refused("AD-11", ADELA, {"T1": "AH", "T2": "KC"}, "T1 T2 1", "ace goes on the king of its suit"),
    Refused("AD-12", ADELA, {"T1": "9H 9C", "T2": "8H"}, "T1 T2 2", "9♥ and 9♣ do not travel together"),
    Refused("AD-13", ADELA, {"T1": "5H 9H", "S": "2C"}, "T1 T2 1", "T2 is filled from the stock first"),
    Refused("AD-15", ADELA, {"T1": "8H 9H", "T2": "8C 9C", "T3": "TC", "S": "2H"}, "deal", "can still be played"),
    Refused("AD-15", ADELA, {"S": "JH"}, "S J1 1", "lies in the stock"),
    Refused("AD-18", ADELA, {"J1": "JH TH", "T1": "9H"}, "J1 T1 1", "10♥ stays on J1"),
    Refused("AD-21", ADELA, {"T1": "9H"}, "deal", "The stock is empty: there is no redeal"),
    Refused("GE-3", ADELA, {"T1": "9H"}, "T1 S 1", "cannot go to the stock"),
    Refused("OP-1", PATIENT, {"T1": "9H", "T2": "TC", "S": "2H"}, "deal", "9♥ from T1 to T2 can still be played"),
    Refused("GE-1", ARABELLA, {}, "T1 T2 1", "T1 is empty"),
    Refused("GE-1", ARABELLA, {"T1": "9H"}, "T1 T2 2", "T1 has 1 card face up"),
    Refused("GE-2", ARABELLA, {"T1": "9H"}, "T1 T1 1", "where the cards lie already"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda c: f"{c.rule} {c.move}")
def test_a_refusal_cites_its_rule_and_names_the_cards(case: Refused) -> None:
    position = Position.of(case.rules, case.piles)
    refusal = position.refusal(case.move)
    assert refusal is not None
    assert (refusal.rule, refusal.move) == (case.rule, Move(case.move))
    assert case.says in refusal.sentence
    game = Game(position=position)
    with pytest.raises(IllegalMove) as caught:
        game.play(case.move)
    assert caught.value.rule == case.rule
    assert case.says in str(caught.value)
    assert game.position is position
    assert game.history == ()


def test_every_row_that_a_page_cites_for_a_refusal_is_reached_by_one() -> None:
    cited = {id for rules in ALL_RULES for group in rules.piles for _, id in group.cites if id[:2] != "GE"}
    # AR-15 forbids nothing: in a run of one suit, what follows a card that fits will fit as well.
    # AD-14 only allows: once the stock is empty, an empty pile takes any card.
    # AD-16 only says what counts as no move, AD-17 what the last deal may be.
    assert cited - {case.rule for case in REFUSED} == {"AR-15", "AD-14", "AD-16", "AD-17"}


def test_a_chosen_option_says_only_what_it_changes_and_which_row_it_sets_aside() -> None:
    """AL-14 OP-1"""
    both = AULD_LANG_SYNE.with_options(foundations="by suit", redeals=2)
    refusal = Position.of(both, F1="AC", T1="2H").refusal("T1 F1 1")
    assert "stock" not in refusal.sentence
    for rules, id, instead in [
        (both, "AL-4", "AL-14"),
        (both, "AL-10", "AL-14"),
        (both, "AL-13", "AL-14"),
        (AULD_LANG_SYNE.with_options(deal_when=ANY_TIME), "AL-9", "OP-1"),
        (PATIENT, "AR-11", "OP-1"),
    ]:
        assert rules.rows[id].sentence.endswith(f"Set aside here by {instead}.")
    assert "Set aside" not in AULD_LANG_SYNE.rows["AL-4"].sentence
    used = Position(both, Position.of(both, F1="AC", T1="9H").piles, (0,) * 9, redealt=2, number=1)
    assert "went back twice" in used.refusal("deal").sentence


# -- set-up: AR-1 to AR-4, AL-1 to AL-3, AD-1 to AD-3 --------------------------------------------------------


def test_the_arabella_layout() -> None:
    """AR-1 AR-2 AR-3 AR-4"""
    position = Position.dealt(ARABELLA, 2026)
    assert sum(map(len, position.piles)) == len({card for pile in position.piles for card in pile}) == 156
    assert [len(position[f"F{i}"]) for i in range(1, 13)] == [0] * 12
    assert [len(position[f"T{i}"]) for i in range(1, 14)] == list(range(1, 14))
    assert len(position["S"]) == position.face_down("S") == 65
    assert position["W"] == ()
    assert all(position.face_down(f"T{i}") == 0 for i in range(1, 14))


def test_the_auld_lang_syne_layout() -> None:
    """AL-1 AL-2 AL-3"""
    position = Position.dealt(AULD_LANG_SYNE, 2026)
    assert [str(position[f"F{i}"][0]) for i in range(1, 5)] == ["A♣", "A♠", "A♥", "A♦"]
    assert [len(position[f"T{i}"]) for i in range(1, 5)] == [1] * 4
    assert len(position["S"]) == position.face_down("S") == 44
    assert "W" not in position


def test_the_adela_layout() -> None:
    """AD-1 AD-2 AD-3"""
    position = Position.dealt(ADELA, 2026)
    assert len({card for pile in position.piles for card in pile}) == 104
    assert [len(position[f"T{i}"]) for i in range(1, 10)] == [1] * 9
    assert len(position["S"]) == 95
    assert sum(name[0] in "KJQ" for name in position) == 24


# -- play ---------------------------------------------------------------------------------------------------


def test_an_arabella_pile_takes_any_suit_and_a_run_travels_whole_or_in_part() -> None:
    """AR-7 AR-9"""
    position = Position.of(ARABELLA, T1="KC TH 9H 8H", T2="JC", T3="9C")
    assert {"T1 T2 3", "T1 T3 1"} <= set(map(str, position.legal_moves))
    assert position.refusal("T1 T3 2") is not None


@pytest.mark.parametrize(
    ("piles", "move", "legal"),
    [
        ({"T1": "5C KH"}, "T1 T2 1", True),
        ({"T1": "5C KH QH JH"}, "T1 T2 3", True),
        ({"T1": "5C KH QC"}, "T1 T2 2", False),
        ({"T1": "QH"}, "T1 T2 1", False),
        ({"T1": "9H 8H", "T2": "TS"}, "T1 T2 2", True),
        ({"T1": "9H 8H 7H", "T2": "9S"}, "T1 T2 2", True),
        ({"T1": "9H 8C", "T2": "TS"}, "T1 T2 2", False),
        ({"T1": "9H 8C", "T2": "9S"}, "T1 T2 1", True),
        ({"T1": "KH", "T2": "AH"}, "T1 T2 1", False),
        ({"T1": "AH", "T2": "KH"}, "T1 T2 1", False),
        ({"T1": "AH", "T2": "2S"}, "T1 T2 1", True),
        ({"W": "KH"}, "W T1 1", True),
    ],
)
def test_arabella_units(piles: dict[str, str], move: str, legal: bool) -> None:
    """AR-7 AR-8 AR-9 AR-10 (case 58)"""
    assert (Position.of(ARABELLA, piles).refusal(move) is None) is legal


def test_a_tap_turns_one_card_at_any_time() -> None:
    """AR-11 AR-12"""
    game = Game("arabella", deal=1)
    top = game.position["S"][-1]
    assert game.deal_cards().cards == (top,)
    assert game.position["W"] == (top,)
    assert DEAL in game.legal_moves


def test_the_stock_runs_out_for_good() -> None:
    """AR-13 (case 56)"""
    game = Game("arabella", deal=1)
    for _ in range(65):
        game.deal_cards()
    with pytest.raises(IllegalMove, match="AR-13"):
        game.deal_cards()
    assert "no redeal" in ARABELLA.rows["AR-13"].sentence


def test_a_run_goes_up_card_by_card_in_one_action() -> None:
    """AR-15 AD-9"""
    game = Game(position=Position.of(ARABELLA, F1="AH", T1="5C 4H 3H 2H"))
    action = game.play("T1 F1 3")
    assert [str(card) for card in game.position["F1"]] == ["A♥", "2♥", "3♥", "4♥"]
    assert len(action.cards) == 3
    assert game.undo() == action
    assert game.position == game.start


def test_a_dropped_run_goes_up_as_far_as_it_fits() -> None:
    """AR-15 AD-9"""
    position = Position.of(ADELA, J1="JH TH 9H 8H 7H 6H 5H 4H 3H", T1="QH KH AH 2H")
    assert position.fitting("T1 J1 4") == Move("T1 J1 2")
    assert "T1 J1 2" in map(str, position.legal_moves)
    assert position.refusal("T1 J1 4").rule == "AD-9"
    assert position.fitting("T1 T2 4") == Move("T1 T2 4")


def test_nothing_leaves_a_foundation() -> None:
    """AR-14 AL-11 AD-18 (case 67)"""
    for rules in ALL_RULES:
        for position in random_positions(rules, 10):
            foundations = [name for name in position if position.group_of(name).kind == "foundation"]
            assert not any(map(position.can_lift, foundations))
            assert not {move.source for move in position.legal_moves} & set(foundations)


def test_foundations_build_whatever_the_suit_and_in_suit_when_asked() -> None:
    """AL-4 AL-14 (case 50)"""
    piles = {"F1": "AC", "F2": "AS", "F3": "AH", "F4": "AD", "T1": "2H"}
    assert len(Position.of(AULD_LANG_SYNE, piles).legal_moves) == 4
    assert [str(m) for m in Position.of(BY_SUIT, piles).legal_moves] == ["T1 F3 1"]


def test_a_deal_of_four_is_one_action() -> None:
    """AL-9 AL-7 (cases 51 and 52)"""
    game = Game("auld lang syne", position=Position.of(AULD_LANG_SYNE, F1="AC", T1="2H", T2="9C", S="KH QH JH TH 9H"))
    game.play("T1 F1 1")
    assert game.position["T1"] == ()
    assert [str(card) for card in game.deal_cards().cards] == ["9♥", "10♥", "J♥", "Q♥"]
    assert [len(game.position[f"T{i}"]) for i in range(1, 5)] == [1, 2, 1, 1]
    assert game.undo().move is DEAL
    assert game.position["T1"] == ()


@pytest.mark.parametrize("rules", [PATIENT, ADELA.with_options(deal_when=ANY_TIME), BY_SUIT, TWICE], ids=repr)
def test_no_refusal_and_no_allowed_move_cites_a_row_that_an_option_sets_aside(rules: Rules) -> None:
    aside = {id for id, row in rules.rows.items() if "Set aside here" in row.sentence}
    assert aside
    position = Position.dealt(rules, 1)
    for source, target in product(position, repeat=2):
        refusal = position.refusal(Move(source, target, 1))
        assert refusal is None or refusal.rule not in aside, refusal
    for group in rules.groups:
        assert not aside & {id for _, id in group.cites}


@pytest.mark.parametrize(
    ("target", "rule"), [("F1", "AL-8"), ("T1", "AL-9")], ids=["to a foundation", "to the tableau"]
)
def test_a_card_of_the_stock_is_refused_by_the_row_that_speaks_of_where_it_was_to_go(target: str, rule: str) -> None:
    refusal = Position.dealt(AULD_LANG_SYNE, 1).refusal(f"S {target} 1")
    assert refusal is not None
    assert refusal.rule == rule


def test_nothing_plays_itself() -> None:
    """AL-9 (case 54)"""
    position = Position.of(AULD_LANG_SYNE, F1="AC 2C 3C 4C", T1="5H", T2="5S", S="9C")
    assert {str(move) for move in position.legal_moves} == {"T1 F1 1", "T2 F1 1"}


def test_redeals_gather_reshuffle_and_run_out() -> None:
    """AL-10 AL-14"""
    game = Game(TWICE, deal=5)
    redeals = 0
    while game.status == "playing":
        before = game.position
        game.play(game.legal_moves[0])
        if game.position.redealt > before.redealt:
            redeals += 1
            piles = [name for name in game.position if name[0] == "T"]
            left = {card for name in piles for card in before[name]}
            assert not any(game.position[name] for name in piles)
            assert set(game.position["S"]) == left
            assert game.history[-1].cards == ()
    assert redeals == 2
    assert game.status == "lost"
    again = Game(TWICE, deal=5)
    for move in game.moves:
        again.play(move)
    assert again == game


def test_a_short_last_row_goes_left_to_right() -> None:
    """AL-14 AD-17"""
    game = Game(position=Position.of(ADELA, T1="9H", S="2C 3D"))
    assert [str(card) for card in game.deal_cards().cards] == ["3♦", "2♣"]
    assert [len(game.position[f"T{i}"]) for i in range(1, 5)] == [2, 1, 0, 0]


def test_the_gate_of_a_column() -> None:
    """AD-4 AD-6 AD-7 AD-8 (case 59)"""
    game = Game(position=Position.of(ADELA, T1="KH", T2="QH", T3="JH", T4="QH", T5="JH"))
    assert not any(move.target[0] in "KQ" for move in game.legal_moves)
    game.play("T3 J4 1")
    assert {str(m) for m in game.legal_moves if m.target[0] in "KQ"} == {"T1 K4 1", "T2 Q4 1", "T4 Q4 1"}
    game.play("T2 Q4 1")
    assert game.refusal("T4 Q4 1").rule == "AD-8"
    game.play("T5 J1 1")
    game.play("T4 Q1 1")
    game.play("T1 K1 1")


def test_a_middle_space_builds_down_to_the_ace() -> None:
    """AD-5"""
    position = Position.of(ADELA, J1="JH TH 9H 8H 7H 6H 5H 4H 3H 2H", T1="AH", T2="KH")
    assert "T1 J1 1" in map(str, position.legal_moves)
    assert position.after("T1 J1 1").refusal("T2 J1 1").rule == "AD-5"


def test_the_adela_tableau_goes_around_the_ace() -> None:
    """AD-10 AD-11 AD-12"""
    position = Position.of(ADELA, T1="5C QH KH AH 2H", T2="JH", T3="2C", T4="3C")
    moves = set(map(str, position.legal_moves))
    assert {"T1 T2 4", "T4 T3 1"} <= moves
    assert "T1 T2 3" not in moves


def test_an_emptied_pile_is_filled_at_once() -> None:
    """AD-13"""
    game = Game(position=Position.of(ADELA, T1="9H", T2="8H", S="2C 3D"))
    action = game.play("T1 T2 1")
    assert [(pile, str(card), how) for pile, card, how in action.set_off] == [("T1", "3♦", "fills")]
    assert [str(card) for card in game.position["T1"]] == ["3♦"]
    game.undo()
    assert game.position == game.start


def test_an_empty_pile_takes_any_part_of_a_run_once_the_stock_is_gone() -> None:
    """AD-14"""
    position = Position.of(ADELA, T1="2S 4D 5D 6D")
    to_t2 = {str(move) for move in position.legal_moves if move.target == "T2"}
    assert to_t2 == {"T1 T2 1", "T1 T2 2", "T1 T2 3"}


def test_an_exchange_does_not_keep_a_deal_waiting() -> None:
    """AD-15 AD-16"""
    position = Position.of(ADELA, T1="8C 9C", T2="8C", S="KH")
    assert [str(move) for move in position.legal_moves] == ["T1 T2 1", "deal"]
    assert position.is_exchange(Move("T1 T2 1"))


def test_deal_when_is_an_option_of_every_game() -> None:
    """OP-1 OP-2"""
    busy = {
        "arabella": {"T1": "9H", "T2": "TC", "S": "2H"},
        "adela": {"T1": "9H", "T2": "8H", "S": "2H"},
        "auld_lang_syne": {"F1": "AC", "T1": "2H", "S": "9H"},
    }
    for rules in ALL_RULES:
        position = Position.of(rules.with_options(deal_when=NO_MOVES), busy[rules.id])
        assert DEAL not in position.legal_moves
        assert DEAL in Position.of(rules.with_options(deal_when=ANY_TIME), busy[rules.id]).legal_moves
    shuttle = Position.of(PATIENT, T1="TC 9H", T2="TC", T3="KH", S="2H")
    assert DEAL in shuttle.legal_moves


# -- the end ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "known"), [(game, known) for game in WINS for known in WINS[game]])
def test_a_known_won_game_replays_to_won(name: str, known: dict) -> None:
    """AR-16 AL-12 AD-19"""
    game = Game(name, deal=known["deal"])
    for move in known["moves"]:
        assert game.status == "playing"
        game.play(move)
    assert game.status == "won"
    assert game.legal_moves == ()
    foundations = [name for name in game.position if game.position.group_of(name).kind == "foundation"]
    assert sum(len(game.position[name]) for name in foundations) == 52 * game.rules.decks
    game.undo()
    assert game.status == "playing"


def test_lost_is_computed_from_the_position() -> None:
    """AR-17 AR-18 AL-13 AD-20"""
    assert Position.of(ARABELLA, T1="2H", T2="4H").status == "lost"
    assert Position.of(ARABELLA, T1="2H", T2="4H", S="KH").status == "playing"
    shuttles = Position.of(ARABELLA, T1="TC 9H", T2="TC", **{f"T{i}": "2H" for i in (3, 4)}, T5="2S")
    assert shuttles.status == "playing"
    assert Position.of(AULD_LANG_SYNE, F1="AC", T1="9H").status == "lost"
    assert Position.of(AULD_LANG_SYNE, F1="AC", T1="2H").status == "playing"
    full = {f"T{i}": "2C 2S" if i % 2 else "4C 4S" for i in (1, 2)} | {"T3": "8C 9C", "T4": "8C"}
    full |= {f"T{i}": f"{card}" for i, card in zip((5, 6, 7, 8, 9), ("2H", "4H", "6H", "TH", "QH"), strict=True)}
    stuck = Position.of(ADELA, full)
    assert [str(move) for move in stuck.legal_moves] == ["T3 T4 1"]
    assert stuck.status == "lost"


def test_the_source_claim_about_odds_is_in_the_ledger() -> None:
    """AL-15"""
    assert "under 1%" in AULD_LANG_SYNE.rows["AL-15"].sentence


# -- rows common to all games -------------------------------------------------------------------------------


def test_common_rows_speak_where_a_page_has_none() -> None:
    """GE-3 GE-4 GE-5 GE-6 GE-7 GE-8 GE-9"""
    from tests.test_fourth_game import FREECELL, KLONDIKE

    cases = [
        (KLONDIKE, {"T1": "9H"}, "T1 W 1", "GE-3"),
        (KLONDIKE, {"S": "9H"}, "S T1 1", "GE-4"),
        (KLONDIKE, {"T1": "9H"}, "T1 T2 1", "GE-5"),
        (KLONDIKE, {"T1": "9H 8H", "T2": "TC"}, "T1 T2 2", "GE-6"),
        (KLONDIKE, {"F1": "AH"}, "F1 T2 1", "GE-7"),
        (KLONDIKE, {"F1": UP_TO_8, "T2": "TH 9C"}, "T2 F1 2", "GE-8"),
        (FREECELL, {"T1": "9H"}, "deal", "GE-9"),
    ]
    for rules, piles, move, rule in cases:
        refusal = Position.of(rules, piles).refusal(move)
        assert refusal is not None, (piles, move)
        assert refusal.rule == rule, (piles, move)
    run = Position.of(KLONDIKE, F1=UP_TO_8, T1="TH 9C")
    assert run.fitting("T1 F1 2") == Move("T1 F1 1")


@pytest.mark.parametrize(
    ("rules", "piles", "why"),
    [
        (ADELA, {"K1": "KH"}, "K1 is shut; expected a card on J1 too"),
        (ADELA, {"K1": "KH", "J1": "JC"}, "K♥ does not start K1; expected a card of clubs, as on J1"),
        (ARABELLA, {"F1": "9H"}, "9♥ does not start F1; expected an ace"),
        (AULD_LANG_SYNE, {"F1": "AH 3H"}, "3♥ does not go on A♥ in F1; expected the next card up whatever the suit"),
        (AULD_LANG_SYNE, {"F1": "2H"}, "2♥ does not start F1; expected an ace"),
    ],
)
def test_no_hand_lays_on_a_foundation_what_no_play_lays_there(rules: Rules, piles: dict[str, str], why: str) -> None:
    with pytest.raises(PositionError) as caught:
        Position.of(rules, piles)
    assert str(caught.value) == why
    saved = json.loads(Game(position=Position.of(rules, T1="9H")).to_json())
    saved["position"] |= piles
    with pytest.raises(RecordError, match=re.escape(why)):
        Game.from_json(json.dumps(saved))
