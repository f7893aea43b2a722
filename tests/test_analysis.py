"""Analysis of a game: each place judged, the move that lost it named, what would have won instead."""

import sys

import pytest

from solitaire_widget import Game
from solitaire_widget.search.analysing import Analysis, Judged, NoMatplotlib, analyse
from tests.boards import WINS

FORK = """Auld Lang Syne
F1: AC 2C
F2: AS
T1: 2H 3C
T2: 4D 3D
T4: 5S"""


def lost_game() -> Game:
    """Two threes could go up; the one that was chosen leaves a two buried under the other for good."""
    game = Game(position=FORK)
    for move in ("T2 F1 1", "T2 F1 1", "T4 F1 1"):
        game.play(move)
    return game


def test_a_won_game_could_be_won_all_the_time_and_nothing_is_searched() -> None:
    win = WINS["adela"][0]
    game = Game("adela", win["deal"])
    for move in win["moves"]:
        game.drop(move)
    found = analyse(game, seconds=0.001, compiled=False)
    assert {place.verdict for place in found.places} == {"won"}
    assert (found.lost_by, found.instead) == (None, ())
    assert str(found) == "Adela, with every card known: winnable from the start to the end."
    assert len(found.records()) == len(game.moves) + 1


def test_the_move_that_lost_it_is_named_and_what_would_have_won_replays() -> None:
    game = lost_game()
    found = analyse(game, seconds=60, compiled=False)
    verdicts = [place.verdict for place in found.places]
    assert verdicts == sorted(verdicts, key=["won", "unknown", "lost"].index)
    assert verdicts == ["won", "lost", "lost", "lost"]
    assert found.lost_by == 1
    position = game.at(found.lost_by - 1)
    for move in found.instead:
        position = position.after(move)
    assert position.status == "won"
    assert f"action {found.lost_by}, {game.moves[found.lost_by - 1]}, lost it" in str(found)
    assert found.steps()[-1].caption.startswith(f"{len(found.instead)}. ")
    assert "lost it" in found._repr_html_()
    assert list(found.to_frame()["verdict"])[-1] == "unwinnable"


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        ("won unknown lost lost", "winnable up to action 0, unwinnable from action 2 on; the rest is unknown."),
        ("unknown unknown lost lost", "unwinnable from action 2 on; the rest is unknown."),
        ("won won unknown unknown", "winnable up to action 1; the rest is unknown."),
        ("unknown unknown unknown unknown", "unknown from the start to the end."),
    ],
)
def test_what_is_known_is_told_and_what_is_not(verdicts, said) -> None:
    game = lost_game()
    places = tuple(Judged(ply, "", "", verdict) for ply, verdict in enumerate(verdicts.split()))
    assert str(Analysis(game, places)) == f"Auld Lang Syne: {said}"
    assert "would have won, in 1 move." in str(
        Analysis(game, tuple(Judged(ply, "m", "", v) for ply, v in enumerate(("won", "lost"))), game.moves[:1])
    )


def test_an_analysis_that_reads_what_nobody_saw_says_so() -> None:
    game = Game("auld lang syne", 1)
    while game.legal_moves:
        game.play(game.legal_moves[0])
    found = analyse(game, seconds=60, compiled=False)
    assert found.peeked
    said = "with every card known"
    assert said in str(found)
    assert said in found._repr_html_()
    assert all(said in step.caption for step in found.steps())
    assert said in found.chart().axes[0].get_title(loc="left")
    assert not analyse(lost_game(), seconds=60, compiled=False).peeked


def test_the_analysis_leaves_the_game_alone_and_stops_when_asked() -> None:
    game = Game("arabella", 1)
    for _ in range(30):
        game.play(game.legal_moves[0])
    copy = game.copy()
    found = analyse(game, seconds=30, stop=lambda: True, compiled=False)
    assert game == copy
    assert found.places[-1].verdict in ("unknown", "won")


def test_a_chart_is_drawn_where_matplotlib_is(tmp_path) -> None:
    game = lost_game()
    figure = analyse(game, seconds=60, compiled=False).chart()
    figure.savefig(tmp_path / "chart.png")
    assert (tmp_path / "chart.png").stat().st_size > 1000
    (axes,) = figure.axes
    assert len(axes.lines) == 2


def test_without_matplotlib_one_sentence_says_what_to_do(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(NoMatplotlib, match=r"^Matplotlib is not installed: pip install matplotlib"):
        analyse(Game("auld lang syne", 1), compiled=False).chart()
