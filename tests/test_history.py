"""A game's history: looking back, differences, comments, bookmarks, and what an action says of itself."""

import copy
import pickle
import random

import pytest

from solitaire_widget import ALL_RULES, Game, Position, find_rules
from solitaire_widget.game import HistoryError
from tests.boards import WINS
from tests.test_fourth_game import FREECELL, KLONDIKE


def played(rules=ALL_RULES[0], deal: int = 7, moves: int = 12) -> Game:
    """Play some moves of a deal, chosen by its number."""
    game, chance = Game(rules, deal), random.Random(deal)
    while len(game.moves) < moves and game.status == "playing":
        game.play(chance.choice(game.legal_moves))
    return game


def test_every_earlier_position_can_be_had() -> None:
    game = played()
    position = game.start
    for ply, move in enumerate(game.moves, 1):
        position = position.after(move)
        assert game.at(ply) == position
        assert game.at(ply - 1 - len(game.moves) - 1) == game.at(ply - 1)
    assert game.at(0) is game.start
    assert game.at(-1) is game.position


@pytest.mark.parametrize("ply", [13, -14, "nowhere", 1.5, None, True, 10**30, [1]])
def test_a_place_that_is_not_there_is_refused_in_one_sentence(ply) -> None:
    game = played()
    for ask in (game.at, game.go_to, lambda place: game.diff(0, place)):
        with pytest.raises(HistoryError, match=r"^no (ply .*: the history goes from 0|bookmark .*: there are none)"):
            ask(ply)
    assert len(game.moves) == 12


@pytest.mark.parametrize("rules", [*ALL_RULES, KLONDIKE, FREECELL], ids=lambda rules: rules.id)
def test_a_difference_says_all_that_changed_and_nothing_else(rules) -> None:
    game = played(rules, deal=5, moves=40)
    for ply in range(1, len(game.moves) + 1):
        before, after = game.at(ply - 1), game.at(ply)
        changed = game.diff(ply - 1, ply).piles
        for name in before:
            gone, come = changed.get(name, ((), ()))
            kept = before[name][: len(before[name]) - len(gone)]
            assert kept + gone == before[name]
            assert kept + come == after[name]
            assert not (gone and come and gone[0] is come[0])
    assert game.diff().piles == game.diff(len(game.moves) - 1, len(game.moves)).piles
    assert str(game.diff(3, 3)) == "no difference"


def test_comments_and_bookmarks_live_as_long_as_what_they_speak_of() -> None:
    game = played(find_rules("arabella"))
    game.comment("the start", 0)
    game.comment("a mistake", 10)
    game.comment("the end")
    game.bookmark("before the mistake", 9)
    game.bookmark("now")
    for twin in (
        copy.copy(game),
        copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
        Game.from_json(game.to_json()),
    ):
        assert twin == game
        assert (twin.comments, twin.bookmarks) == (game.comments, game.bookmarks)
        twin.comment("")
        assert twin != game
    game.go_to("before the mistake")
    assert (len(game.moves), len(game.undone)) == (9, 3)
    assert game.comments == {0: "the start", 10: "a mistake", 12: "the end"}
    game.redo()
    assert game.comments[10] == "a mistake"
    game.go_to("before the mistake")
    game.play(next(move for move in game.legal_moves if move != game.undone[0]))
    assert game.comments == {0: "the start"}
    assert game.bookmarks == {"before the mistake": 9}
    game.forget_bookmark("before the mistake")
    assert not game.bookmarks


def test_going_through_the_history_is_one_change_and_loses_nothing() -> None:
    game = played()
    told: list[str] = []
    game.listen(lambda change: told.append(change.kind))
    moves = game.moves
    game.go_to(4)
    assert (game.moves, game.undone) == (moves[:4], moves[4:])
    game.go_to(9)
    game.go_to(9)
    assert (game.moves, game.undone) == (moves[:9], moves[9:])
    assert told == ["go", "go"]


@pytest.mark.parametrize("text", ["", "two\nlines", "x" * 501, " edge", "\x00", 7, None])
def test_a_comment_is_one_line(text) -> None:
    game = played()
    game.comment("kept", 3)
    if text == "":
        game.comment(text, 3)
        assert not game.comments
        return
    with pytest.raises(HistoryError, match="is no comment: write one line of 1 to 500 characters"):
        game.comment(text, 3)
    assert game.comments == {3: "kept"}


@pytest.mark.parametrize("name", ["", "x" * 41, "12", "a[b", "a\tb", None])
def test_a_bookmark_has_a_name(name) -> None:
    game = played()
    with pytest.raises(HistoryError, match="bookmark"):
        game.bookmark(name)
    with pytest.raises(HistoryError, match=r'^no bookmark "gone": there are none yet$'):
        game.forget_bookmark("gone")
    assert not game.bookmarks


@pytest.mark.parametrize(("name", "win"), [(name, wins[0]) for name, wins in WINS.items()])
def test_every_action_of_a_won_game_says_by_which_rows_it_is_allowed(name, win) -> None:
    game = Game(name, win["deal"])
    for move in win["moves"]:
        game.drop(move)
    for action in game.history:
        assert set(action.rules) <= set(game.rules.rows)
        assert action.rules
        record = action.record()
        assert record["text"] == action.text
        assert record["number"] == action.number
        assert action.before == game.at(action.number - 1)
        assert record["time"].startswith("2")


def test_an_action_that_sets_something_off_says_so() -> None:
    game = Game(position=Position.of(ALL_RULES[0], T1="8C", T2="7C", T3="KD", S="2D"))
    action = game.play("T1 T2 1")
    assert action.text == "8 of clubs to pile 2; 2 of diamonds fills pile 1"
    assert action.rules == ("AD-12", "AD-10", "AD-13")
    assert action.record()["set_off"] == ["2D1 fills T1"]


def test_a_card_that_turns_face_up_is_told_in_the_history_and_in_what_changed() -> None:
    game = Game(position="Klondike\nT1: (5C QD) KC", game=KLONDIKE)
    action = game.play("T1 T5 1")
    assert action.record()["set_off"] == ["QD1 turns up in T1"]
    assert action.text == "king of clubs to pile 5; queen of diamonds turns up in pile 1"
    assert str(game.diff()) == "T1: K♣ gone, Q♦ turned up\nT5: K♣ came"
    assert str(game.diff(1, 0)) == "T1: K♣ came, Q♦ turned down\nT5: K♣ gone"
