"""Saved games are read with suspicion (cases 26 and 29)."""

import contextlib
import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire_widget import ALL_RULES, Game, Position, RecordError, SolitaireError, find_rules
from tests.test_fourth_game import KLONDIKE

SAVED = {"format": "solitaire_widget game 1", "game": "arabella", "deal": "1", "moves": ["T12 T8 1", "deal"]}


def altered(**changes: object) -> str:
    return json.dumps({name: value for name, value in {**SAVED, **changes}.items() if value is not None})


def test_a_game_is_read_in_another_process_with_undo_and_redo() -> None:
    game = Game("adela", deal=2026, deal_when="any time")
    for _ in range(30):
        game.play(game.legal_moves[0])
    for _ in range(4):
        game.undo()
    code = "import sys; from solitaire_widget import Game; print(Game.from_json(sys.stdin.read()).to_json())"
    said = subprocess.run(
        [sys.executable, "-c", code], input=game.to_json(), capture_output=True, text=True, check=True
    )
    assert Game.from_json(said.stdout) == game
    assert len(game.undone) == 4


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "broken at line 1, column 1"),
        (altered()[:-30], "broken at line 1, column"),
        (altered(format="solitaire_widget game 2"), "format 'solitaire_widget game 2'"),
        (altered(format=None), "format 'None'"),
        (altered(game="chess"), 'does not begin: no game "chess"'),
        (altered(game=None), "'game' has to be a text"),
        (altered(deal="0"), 'does not begin: no deal "0"'),
        (altered(deal=1), "'deal' has to be a text"),
        (altered(deal=None), "more or less than one of deal, deck and position"),
        (altered(options={"deal_when": "never"}), 'deal_when="never"'),
        (altered(options={"self": 1}), "no option 'self'"),
        (altered(options=[]), "'options' has to name"),
        (altered(deck="9H"), "more or less than one"),
        (altered(deal=None, deck="9H"), "1 cards are no deck"),
        (altered(deal=None, position={"T99": "9H"}), 'no pile "T99"'),
        (altered(deal=None, position={"T1": "9H1 9H1 9H1 9H1"}), "too often"),
        (altered(moves=["T12 T8 1", "T1 F1 1"]), r"move 2 of the saved game: .*\[AR-5\]"),
        (altered(moves=["T12 T8 1"], redo=["F1 T1 1"]), "move 2 of the saved game"),
        (altered(moves="deal"), "'moves' has to be a list"),
        (altered(moves=[1]), "'moves' has to be a list"),
        (altered(moves=["deal"] * 100_001), "'moves' has to be a list|at most"),
        (altered(cheat=1), "a field 'cheat'"),
        ("[" * 100_000, "not one: RecursionError"),
        ('{"format": ' + "9" * 5000 + "}", "not one: ValueError"),
        ("[]", "a JSON object, this is a list"),
        (" " * 1_000_001, "at most 1,000,000 characters"),
    ],
    ids=range(26),
)
def test_a_damaged_or_hostile_game_is_refused_with_the_place(text: str, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        Game.from_json(text)


def test_a_game_from_a_position_and_one_of_somebody_elses_rules_come_back() -> None:
    rules = find_rules("arabella")
    game = Game(position=Position.of(rules, T1="KH QH", T2="9C", S="2C"))
    game.play("T2 T3 1") if not game.refusal("T2 T3 1") else game.deal_cards()
    assert Game.from_json(game.to_json()) == game
    own = Game(KLONDIKE, deal=3)
    own.deal_cards()
    assert Game.from_json(own.to_json(), rules=KLONDIKE) == own
    with pytest.raises(RecordError, match='no game "klondike"'):
        Game.from_json(own.to_json())


def test_a_game_begun_in_the_middle_comes_back_with_its_redeals_and_its_face_down_cards() -> None:
    rules = find_rules("auld lang syne").with_options(redeals=1)
    middle = Game(rules, deal=2026)
    while not middle.position.redealt:
        middle.play(middle.legal_moves[0])
    for position in (middle.position, middle.start, Position.dealt(KLONDIKE, 5)):
        game = Game(position=position)
        back = Game.from_json(game.to_json(), rules=position.rules)
        assert back == game
        assert back.legal_moves == game.legal_moves
        assert [back.position.face_down(name) for name in position] == [position.face_down(name) for name in position]


def test_a_save_of_one_game_is_not_read_as_another() -> None:
    with pytest.raises(RecordError, match="one of adela, not of arabella"):
        Game.from_json(Game("adela", deal=7).to_json(), rules=find_rules("arabella"))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["format", "game", "options", "deal", "deck", "position", "moves", "redo", "x"]), JSON
    )
)
def test_nothing_but_a_sentence_comes_out_of_a_fuzzed_game(changes: dict[str, object]) -> None:
    text = json.dumps({**SAVED, **changes})
    with contextlib.suppress(SolitaireError):
        assert Game.from_json(text).rules.id in {rules.id for rules in ALL_RULES}
