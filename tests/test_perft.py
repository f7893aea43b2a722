"""Counts of distinct move sequences from fixed deals, as chess programs count positions to a depth."""

import json

import pytest

from solitaire_widget import Position, find_rules
from solitaire_widget.rules import ANY_TIME
from tests import naive
from tests.boards import DATA, VARIANTS, random_positions

GOLDEN: list[dict[str, str | int]] = json.loads((DATA / "golden_perft.json").read_text())


def counted(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(counted(position.after(move), depth - 1) for move in position.legal_moves)


def plain(position: Position) -> naive.Piles:
    return {name: [card.id for card in position[name]] for name in position}


@pytest.mark.parametrize("known", GOLDEN, ids=lambda k: f"{k['game']} {k['deal']} {k['deal_when']}")
def test_sequences_to_depth_three_are_as_many_as_the_naive_generator_finds(known: dict[str, str]) -> None:
    rules = find_rules(known["game"]).with_options(deal_when=known["deal_when"])
    start = Position.dealt(rules, int(known["deal"]))
    found = [counted(start, depth) for depth in (1, 2, 3)]
    any_time = known["deal_when"] == ANY_TIME
    assert found == known["sequences"]
    assert found == [naive.sequences(rules.id, plain(start), depth, any_time=any_time) for depth in (1, 2, 3)]


@pytest.mark.parametrize("rules", VARIANTS, ids=repr)
def test_the_naive_generator_agrees_on_random_positions(rules) -> None:
    chosen = rules.chosen
    for position in random_positions(rules, 60):
        if position.redealt or (not position["S"] and position.may_redeal):
            continue
        legal = naive.moves(
            rules.id,
            plain(position),
            any_time=chosen["deal_when"] == ANY_TIME,
            by_suit=chosen.get("foundations") == "by suit",
        )
        assert {str(move) for move in position.legal_moves} == legal
        for move in position.legal_moves:
            assert plain(position.after(move)) == naive.play(rules.id, plain(position), str(move))
