import json
import random
import subprocess
import sys

import pytest

from solitaire_widget import ALL_RULES, Game, Position
from solitaire_widget.deals import HIGHEST_DEAL, DealError, read_number
from tests.boards import DATA, DEALS

NUMBERS = (1, 2, 31999, 32000, 2**31, 2**63 - 1)
GOLDEN = DATA / "golden_deals.json"


@pytest.mark.parametrize(("game", "known"), [(game, known) for game in DEALS for known in DEALS[game]])
def test_a_deal_is_the_one_that_pysolfc_gives(game: str, known: dict[str, list[list[str]]]) -> None:
    position = Game(game, deal=str(known["number"])).position
    laid = [[card.ascii for card in position[f"T{i}"]] for i in range(1, len(known["tableau"]) + 1)]
    assert laid == known["tableau"]
    assert [card.ascii for card in reversed(position["S"])] == [*known["waste"], *known["stock"]]


def golden() -> dict[str, dict[str, str]]:
    """Every game's golden deals, laid out in another process."""
    return {
        rules.id: {str(n): " ".join(c.id for pile in Position.dealt(rules, n).piles for c in pile) for n in NUMBERS}
        for rules in ALL_RULES
    }


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_golden_deals_are_the_same_in_every_process(hash_seed: str) -> None:
    code = "import json; from tests.test_deals import golden; print(json.dumps(golden()))"
    said = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": hash_seed},
    )
    assert json.loads(said.stdout) == json.loads(GOLDEN.read_text())


@pytest.mark.parametrize("wrong", [0, -1, 1.5, True, None, "", "one", "-3", "1e3", HIGHEST_DEAL + 1, "9" * 5000, []])
def test_what_is_no_deal_number_is_told(wrong: object) -> None:
    with pytest.raises(DealError, match=r"^no deal"):
        read_number(wrong)  # type: ignore[arg-type]


def test_a_deal_number_may_be_written_in_digits() -> None:
    assert read_number(" #2026 ") == 2026


def test_without_a_number_one_is_drawn_and_told_and_the_shared_generator_left_alone() -> None:
    random.seed(1)
    state = random.getstate()
    numbers = {Game("adela").deal for _ in range(4)}
    assert len(numbers) > 1
    assert random.getstate() == state
    number = numbers.pop()
    assert Game("adela", deal=number).position == Game("adela", deal=str(number)).position
