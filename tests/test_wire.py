"""The wire between Python and the page: what crosses it, and what may not."""

import gzip
import json
import random
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solitaire_widget import ALL_RULES, Game, HookError, IllegalMove, Position, SolitaireWidget, find_rules
from solitaire_widget.preference import best_first
from solitaire_widget.wire import board_layout, board_state, frozen, thawed
from tests.boards import WINS, random_positions
from tests.fake_page import Expected, FakePage, Inside, page_of
from tests.test_fourth_game import KLONDIKE

__all__ = ["page_of"]


def truth(page: FakePage) -> dict:
    return {name: value for name, value in page.widget.get_state().items() if name not in ("drawn",)}


def test_a_page_cannot_write_the_state(page_of) -> None:
    """Cases 1 and 2."""
    page = page_of("adela", deal=7)
    before = truth(page)
    for name, value in [
        ("state", {"piles": []}),
        ("board", {}),
        ("_esm", "alert(1)"),
        ("_css", "x"),
        ("release", "9"),
        ("_model_name", "Other"),
    ]:
        page.sent.clear()
        page.writes(**{name: value})
        assert truth(page) == before
        if name in before:
            assert page.updates == [{name: thawed(getattr(page.widget, name))}]
    page.sent.clear()
    page.writes(status="won", version=99, nonsense=1, game=3)
    assert page.sent == []
    assert (page.widget.status, page.widget.version) == ("playing", 0)


def test_a_page_may_write_what_is_on_the_list_and_only_values_that_exist(page_of) -> None:
    """Cases 3 and 36."""
    page = page_of("adela", deal=7, theme="dark")
    page.writes(theme="light", four_colours=True, speed="fast", felt="slate", assist="movable")
    widget = page.widget
    assert (widget.theme, widget.four_colours, widget.speed, widget.felt) == ("light", True, "fast", "slate")
    assert page.sent == []
    page.writes(theme="pink", four_colours="yes", large_indices=True)
    assert page.updates == [{"theme": "light", "four_colours": True}]
    assert widget.large_indices is True
    page.sent.clear()
    for drawn in (-1, 5, "1", True, None, 10**30):
        page.writes(drawn=drawn)
        assert page.updates[-1] == {"drawn": 0}
    assert not [message for message in page.sent if message.get("method") == "echo_update"]


def test_a_refused_move_is_answered_with_the_true_state_and_the_rule(page_of) -> None:
    """Cases 3 and 68."""
    page = page_of("arabella", deal=1)
    before = page.widget.game.copy()
    answer = page.asks("move", move="T1 F1 1")
    assert page.widget.game == before
    (update,) = page.updates
    assert update["state"]["version"] == page.widget.version == 0
    assert update["state"]["refusal"]["rule"] == answer["rule"] == "AR-5"
    assert "6♣ does not go on the empty F1" in update["state"]["refusal"]["sentence"]
    assert (answer["ok"], answer["why"]) == (False, "refused")
    assert page.sent[-1]["method"] == "custom"
    page.asks("move", move="T12 T8 1")
    assert page.updates[-1]["state"]["refusal"] is None


@pytest.mark.parametrize("move", ["T99 T1 1", "T1", "T1 T2 -1", "<script>", ""])
def test_a_move_that_is_none_is_refused_in_a_sentence(page_of, move: str) -> None:
    page = page_of("arabella", deal=1)
    answer = page.asks("move", move=move)
    assert (answer["ok"], answer["why"]) == (False, "refused")
    assert answer["reason"].startswith(("no move", "no pile"))
    assert page.widget.version == 0


def test_one_move_is_one_update_that_holds_everything(page_of) -> None:
    """Cases 5, 8 and 9: fifty moves are fifty updates, no echo, and no message goes before its state."""
    page = page_of("arabella", deal=1)
    for number, move in enumerate(WINS["arabella"][0]["moves"][:50], 1):
        page.sent.clear()
        answer = page.asks("move", move=move)
        assert answer == {"kind": "answer", "id": f"page-{number}", "ok": True, "version": number}
        (update,) = page.updates
        assert list(update) == ["state"]
        assert update["state"]["version"] == number
        assert {"piles", "moves", "status", "refusal", "undo", "redo", "action"} <= set(update["state"])
        assert [message["method"] for message in page.sent] == ["update", "custom"]


def test_the_winning_move_comes_whole_and_first(page_of) -> None:
    """Cases 8 and 9: a move that fills a pile, and the one that wins."""
    page = page_of("adela", deal=7)
    moves = WINS["adela"][1]["moves"]
    for move in moves[:-1]:
        page.asks("move", move=move)
    page.sent.clear()
    page.asks("move", move=moves[-1])
    assert [message["method"] for message in page.sent] == ["update", "custom"]
    assert page.updates[0]["state"]["status"] == page.widget.status == "won"
    page.asks("undo")
    assert page.updates[-1]["state"]["status"] == page.widget.status == "playing"


def test_a_stale_or_repeated_message_changes_nothing(page_of) -> None:
    page = page_of("arabella", deal=1)
    page.asks("move", move="T12 T8 1")
    before = page.widget.game.copy()
    assert page.asks("move", version=0, move="deal")["why"] == "stale"
    assert page.asks("undo", version=2)["why"] == "stale"
    message = {"kind": "move", "id": "once", "version": 1, "move": "deal"}
    page.says(message)
    page.widget.game.undo()
    page.says({**message, "version": page.widget.version})
    assert [a["ok"] for a in page.answers if a["id"] == "once"] == [True, False]
    assert page.answers[-1]["why"] == "repeated"
    page.widget.game.redo()
    page.widget.game.undo()
    assert page.widget.game.moves == before.moves


BAD = [
    None,
    [],
    "move",
    7,
    {},
    {"kind": "move"},
    {"kind": "cheat", "id": "a", "version": 0},
    {"kind": ["move"], "id": "a", "version": 0},
    {"kind": "move", "id": "", "version": 0, "move": "deal"},
    {"kind": "move", "id": "x" * 65, "version": 0, "move": "deal"},
    {"kind": "move", "id": 7, "version": 0, "move": "deal"},
    {"kind": "move", "id": "a", "move": "deal"},
    {"kind": "move", "id": "a", "version": "0", "move": "deal"},
    {"kind": "move", "id": "a", "version": True, "move": "deal"},
    {"kind": "move", "id": "a", "version": 0.0, "move": "deal"},
    {"kind": "move", "id": "a", "version": 0},
    {"kind": "move", "id": "a", "version": 0, "move": {"from": "T1"}},
    {"kind": "move", "id": "a", "version": 0, "move": "T" * 100_000},
    {"kind": "new", "id": "a", "version": 0, "deal": 7},
    {"kind": "move", "id": "a", "version": 0, "move": "deal", **{f"x{i}": 0 for i in range(9)}},
]


@pytest.mark.parametrize("content", BAD, ids=range(len(BAD)))
def test_a_malformed_message_is_answered_and_changes_nothing(page_of, content: object) -> None:
    page = page_of("arabella", deal=1)
    page.says(content)
    (answer,) = page.answers
    assert (answer["ok"], answer["why"]) == (False, "malformed")
    assert page.updates == []
    assert page.widget.version == 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(st.sampled_from(["kind", "id", "version", "move", "deal", "release"]), JSON),
    st.sampled_from(["move", "undo", "redo", "restart", "new", "hello"]),
)
def test_a_fuzzed_message_always_gets_one_answer(page_of, content: dict, kind: str) -> None:
    page = page_of("auld lang syne", deal=1)
    page.says({"kind": kind, "id": "a", "version": 0, **content})
    assert len(page.answers) == 1
    if not page.answers[0]["ok"]:
        assert page.answers[0]["reason"]
        assert page.widget.version == 0


def test_undo_redo_restart_and_new_deals_from_the_page(page_of) -> None:
    page = page_of("arabella", deal=1, deal_when="no moves")
    game = page.widget.game
    assert page.asks("undo") | {"id": ""} == {
        "kind": "answer",
        "id": "",
        "ok": False,
        "why": "refused",
        "reason": "nothing to undo: the game is at its start",
        "rule": "",
        "version": 0,
    }
    page.asks("move", move="T12 T8 1")
    page.asks("undo")
    assert game.moves == ()
    page.asks("redo")
    assert len(game.moves) == 1
    page.asks("restart")
    assert (game.moves, len(game.undone)) == ((), 1)
    assert page.widget.version == 4
    assert page.asks("new", deal="24681357902468135790")["ok"]
    assert page.widget.game.deal == 24681357902468135790
    assert page.widget.game.rules == game.rules
    assert page.widget.state["deal"] == "24681357902468135790"
    assert page.asks("new", deal="none")["reason"].startswith('no deal "none"')
    assert page.asks("new", deal=None)["ok"]
    assert page.widget.game.deal != 24681357902468135790
    game.redo()
    assert page.widget.version == 6


def test_a_run_dropped_on_a_foundation_is_trimmed(page_of) -> None:
    """AR-15 AD-9"""
    adela = find_rules("adela")
    position = Position.of(adela, J1="JH TH 9H 8H 7H 6H 5H 4H 3H", T1="QH KH AH 2H")
    page = page_of(position=position)
    assert page.widget.state["partial"]["T1 J1 4"] == 2
    assert page.widget.state["partial"]["T1 J1 3"] == 2
    page.asks("move", move="T1 J1 4")
    assert [str(move) for move in page.widget.game.moves] == ["T1 J1 2"]


def test_code_and_page_see_each_other_at_once(page_of) -> None:
    """Cases 10 and 11."""
    page = page_of("arabella", deal=1)
    page.widget.game.play("T12 T8 1")
    assert page.updates[-1]["state"]["version"] == page.widget.version == 1
    page.asks("move", move="deal")
    assert page.widget.game.position["W"]
    with pytest.raises(IllegalMove):
        page.widget.game.play("T1 F1 1")
    assert len(page.updates) == 2
    late = page.widget.get_state()
    assert late["state"] == page.updates[-1]["state"]


def test_exposed_state_cannot_be_changed_in_place(page_of) -> None:
    """Case 6."""
    page = page_of("adela", deal=7)
    with pytest.raises(AttributeError):
        page.widget.state["piles"][0].append("9H1")
    with pytest.raises(TypeError):
        page.widget.state["piles"] = ()
    with pytest.raises(TypeError):
        page.widget.state["action"]["move"] = ""
    assert page.sent == []
    page.widget.game.play(page.widget.game.legal_moves[0])
    assert len(page.updates) == 1


def test_observers_see_state_status_and_version_together(page_of) -> None:
    page = page_of("adela", deal=7)
    seen = []

    def look(change) -> None:
        widget = page.widget
        assert widget.state["version"] == widget.version
        assert widget.state["status"] == widget.status
        seen.append(change["name"])

    page.widget.observe(look, ["state", "version", "status"])
    for move in WINS["adela"][1]["moves"]:
        page.asks("move", move=move)
    assert seen.count("version") == seen.count("state") == len(WINS["adela"][1]["moves"])
    assert seen.count("status") == 1


def test_an_observer_that_fails_is_shown_and_breaks_nothing(page_of) -> None:
    """Case 13."""
    page = page_of("arabella", deal=1)

    def fail(_change) -> None:
        raise Expected("the hook is broken")

    page.widget.observe(fail, "version")
    answer = page.asks("move", move="T12 T8 1")
    assert answer["ok"]
    assert len(page.widget.game.moves) == 1
    assert str(page.widget.last_error) == "the hook is broken"
    assert page.updates[-1]["state"]["error"] == "Expected: the hook is broken"
    page.sent.clear()
    with pytest.raises(HookError, match="the hook is broken") as caught:
        page.widget.game.deal_cards()
    assert isinstance(caught.value.__cause__, Expected)
    assert len(page.widget.game.moves) == 2
    assert page.updates[-1]["state"]["version"] == page.widget.version == 2


def test_a_hook_on_what_a_page_writes_is_shown_too(page_of) -> None:
    page = page_of("arabella", deal=1)

    def fail(_change) -> None:
        raise Expected("drawn hook")

    page.widget.observe(fail, "theme")
    page.writes(theme="dark")
    assert page.widget.theme == "dark"
    assert str(page.widget.last_error) == "drawn hook"


def test_an_inner_failure_is_answered_and_kept(page_of, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 13."""
    page = page_of("arabella", deal=1)

    def fail(*_args) -> None:
        raise Inside("inside")

    monkeypatch.setattr(page.widget, "_act", fail)
    answer = page.asks("move", move="deal")
    assert (answer["ok"], answer["why"], answer["reason"]) == (False, "failed", "Inside: inside")
    assert page.widget.state["error"] == "Inside: inside"
    assert len(page.widget.errors) == 1


def test_a_hook_may_play_on(page_of) -> None:
    page = page_of("arabella", deal=1)

    def answer_with_a_deal(_change) -> None:
        if len(page.widget.game.moves) == 1:
            page.widget.game.deal_cards()

    page.widget.observe(answer_with_a_deal, "version")
    page.asks("move", move="T12 T8 1")
    assert [str(move) for move in page.widget.game.moves] == ["T12 T8 1", "deal"]
    assert page.updates[-1]["state"]["version"] == page.widget.version == 2
    assert page.answers[-1]["version"] == 2


def test_a_page_and_code_on_two_threads_end_in_one_truth(page_of) -> None:
    page = page_of("arabella", deal=1)
    widget = page.widget

    def from_code() -> None:
        rng = random.Random(1)
        for _ in range(60):
            with widget.game.lock:
                widget.game.play(rng.choice(widget.game.legal_moves))

    thread = threading.Thread(target=from_code)
    thread.start()
    for _ in range(60):
        page.asks("undo" if widget.game.moves else "move", **({} if widget.game.moves else {"move": "deal"}))
    thread.join()
    assert widget.state["version"] == widget.version
    assert thawed(widget.state)["piles"] == board_state(widget.game)["piles"]
    versions = [update["state"]["version"] for update in page.updates]
    assert versions == sorted(versions)


@pytest.mark.parametrize("rules", [*ALL_RULES, KLONDIKE], ids=repr)
def test_face_down_cards_cross_without_rank_or_suit(rules) -> None:
    for position in random_positions(rules, 8):
        state = board_state(Game(position=position))
        for name, shown in zip(position, state["piles"], strict=True):
            down = position.face_down(name)
            assert shown[:down] == [""] * down
            assert shown[down:] == [card.id for card in position[name][down:]]
        assert len(json.dumps(state)) < 6000


def test_state_and_layout_are_small(page_of) -> None:
    """Case 28."""
    for rules in ALL_RULES:
        page = page_of(rules, deal=1)
        for move in WINS[rules.id][0]["moves"][:60] if rules.id != "auld_lang_syne" else ():
            page.asks("move", move=move)
        state = {name: value for name, value in page.widget.get_state().items() if name != "_esm"}
        assert len(json.dumps(state["state"])) <= 6_000
        assert len(json.dumps(state)) <= 20_000
        assert len(page.widget._esm.encode()) <= 80_000
        assert len(gzip.compress(page.widget._esm.encode(), mtime=0)) <= 25_000


def test_signs_say_what_an_empty_place_takes() -> None:
    adela = find_rules("adela")
    state = board_state(Game(position=Position.of(adela, J1="JH", T1="9H", S="KC")))
    signs = dict(zip(adela.pile_names, state["signs"], strict=True))
    assert (signs["K1"], signs["Q1"], signs["K2"], signs["J2"], signs["T2"]) == ("KH", "QH", "K", "J", "")
    assert "K1" not in state["shut"]
    assert {"K2", "Q2"} <= set(state["shut"])
    arabella = find_rules("arabella")
    signs = dict(zip(arabella.pile_names, board_state(Game(arabella, deal=1))["signs"], strict=True))
    assert (signs["F1"], signs["W"], signs["T1"]) == ("A", "", "")


@pytest.mark.parametrize("rules", ALL_RULES, ids=repr)
def test_the_first_move_listed_is_the_one_a_double_tap_should_choose(rules) -> None:
    """Case 48: a foundation, then a card of its own suit, then any card, then an empty pile."""
    for position in random_positions(rules, 40):
        listed = best_first(position)
        assert sorted(listed) == sorted(position.legal_moves)
        for move in listed:
            first = next(m for m in listed if (m.source, m.count) == (move.source, move.count))
            onto = [position[m.target] for m in (first, move) if m.count]
            if position.group_of(first.target if first.count else "S").kind == "foundation" or not onto:
                continue
            assert position.group_of(move.target).kind != "foundation"
            assert onto[0] or not onto[1]
            card = position[move.source][-move.count]
            if onto[1] and onto[1][-1].suit is card.suit:
                assert onto[0][-1].suit is card.suit


@pytest.mark.parametrize("rules", [*ALL_RULES, KLONDIKE], ids=repr)
def test_every_legal_move_is_taken_from_the_page_and_every_other_refused(page_of, rules) -> None:
    """Case 63."""
    for position in random_positions(rules, 3):
        for move in position.legal_moves:
            page = page_of(position=position)
            assert page.asks("move", move=str(move))["ok"], move
            assert page.widget.game.position == position.after(move)


def test_the_layout_places_every_pile(page_of) -> None:
    for rules in (*ALL_RULES, KLONDIKE):
        board = thawed(board_layout(rules))
        assert [pile["name"] for pile in board["piles"]] == list(rules.pile_names)
        for where, columns, rows in [("at", "columns", "rows"), ("narrow", "narrow_columns", "narrow_rows")]:
            places = [tuple(pile[where]) for pile in board["piles"]]
            assert len(set(places)) == len(places)
            assert all(0 <= x <= board[columns] - 1 and 0 <= y < board[rows] for x, y in places)


def test_two_widgets_share_nothing_but_a_game_that_they_were_given(page_of) -> None:
    """Case 22."""
    one, other = page_of("arabella", deal=1), page_of("arabella", deal=2)
    one.asks("move", move="T12 T8 1")
    other.asks("move", move="deal")
    one.asks("undo")
    assert len(other.widget.game.moves) == 1
    assert one.widget.state["session"] != other.widget.state["session"]
    shared = page_of(one.widget.game)
    shared.asks("move", move="deal")
    assert one.widget.state["piles"] == shared.widget.state["piles"]
    assert one.updates[-1]["state"]["undo"] == 1


def test_hello_is_answered_with_the_release(page_of) -> None:
    """Case 31."""
    page = page_of("adela", deal=7)
    page.says({"kind": "hello", "id": "h", "release": "0.0.1"})
    (answer,) = page.answers
    assert answer == {"kind": "answer", "version": 0, "id": "h", "ok": True, "release": page.widget.release}
    assert page.updates == []


def test_frozen_and_thawed_are_each_others_way_back() -> None:
    value = {"a": [1, {"b": [None, "x"]}], "c": {}}
    assert thawed(frozen(value)) == value


def test_wrong_arguments_are_told_as_a_games_are() -> None:
    with pytest.raises(ValueError, match="did you mean"):
        SolitaireWidget("adele")
    with pytest.raises(ValueError, match="no option 'colour'"):
        SolitaireWidget("adela", colour="red")


def test_a_move_that_was_made_is_never_told_as_refused(page_of) -> None:
    page = page_of("arabella", deal=1)
    page.widget.game.listen(lambda change: change.kind == "deal" and page.widget.game.play("T1 T2 1"))
    assert page.asks("move", move="deal")["ok"]
    assert len(page.widget.game.moves) == 1
    (error,) = page.widget.errors
    assert isinstance(error, IllegalMove)
    assert page.updates[-1]["state"]["error"]
    page.widget._errors.clear()


def test_a_failing_observer_of_one_board_keeps_the_other_true(page_of) -> None:
    game = Game("arabella", deal=1)
    one, other = page_of(game), page_of(game)

    def fail(_change) -> None:
        raise Expected("one is broken")

    one.widget.observe(fail, "version")
    with pytest.raises(HookError):
        game.play("deal")
    assert (other.widget.version, other.widget.state["undo"]) == (1, 1)
    one.widget.unobserve(fail, "version")
    game.play("deal")
    one.widget.observe(fail, "theme")
    with pytest.raises(Expected):
        one.widget.theme = "dark"


def test_what_a_board_is_given_is_checked(page_of) -> None:
    page = page_of("arabella", deal=1)
    game = page.widget.game
    with pytest.raises(ValueError, match="the board cannot show"):
        page.widget.game = "adela"
    assert page.asks("move", move="deal")["ok"]
    assert page.widget.game is game
    with pytest.raises(ValueError, match="that game has begun"):
        SolitaireWidget(game, deal=99)
    with pytest.raises(ValueError, match="theme cannot be"):
        SolitaireWidget(game, theme="pink")
    with pytest.raises(ValueError, match="no option"):
        SolitaireWidget("adela", drawn=5)
    assert len(game._listeners) == 1
    page.widget.close()
    page.widget.new_deal(5)
    assert page.widget.game._listeners == {}
