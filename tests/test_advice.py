"""Advice on the board: hints, the badge, the winning line, safe cards that follow, a game analysed."""

import random
import threading

import pytest

from solitaire_widget import ALL_RULES, Game, Position, find_rules
from solitaire_widget.search import hinting
from solitaire_widget.search.helping import Past
from solitaire_widget.search.following import safe_move
from solitaire_widget.search.seeing import is_wholly_seen
from solitaire_widget.teach.showing import StoryError
from solitaire_widget.wire import thawed
from tests.boards import WINS
from tests.fake_page import Expected, page_of

__all__ = ["page_of"]

ADELA = find_rules("adela")
TWO_MOVES = Position.of(ADELA, J1="JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC", T1="QC", T2="KC")
STUCK = Position.of(ADELA, J1="JC", T1="KH", T2="QD")


def notes(page) -> dict:
    return thawed(page.widget.notes)


def looked(page) -> None:
    """Wait until nothing is searched for any more."""
    page.widget._hints.finish()
    page.widget._badges.finish()


def test_a_hint_is_shown_and_played_when_it_is_asked_for_again(page_of) -> None:
    page = page_of(position=TWO_MOVES)
    version = page.widget.version
    assert page.asks("hint")["ok"]
    looked(page)
    assert page.widget.version == version, "a hint keeps no click from being taken"
    assert notes(page)["advice"] == {"kind": "hint", "show": True}
    assert notes(page)["caption"].endswith("it begins a line of 2 moves that wins; all cards lie open.")
    assert any(tone == "hint" for *_, tone in notes(page)["cards"])
    assert page.asks("hint")["ok"]
    assert len(page.widget.game.moves) == 1
    assert notes(page)["advice"] is None
    assert page.widget.hints_given == 1
    page.asks("hint")
    looked(page)
    page.asks("hint")
    assert page.widget.status == "won"


def test_a_hint_that_finds_nothing_is_not_counted(page_of) -> None:
    """Case 65."""
    page = page_of(position=Position.of(ADELA, J1="JC", T1="KH"))
    while page.widget.game.legal_moves:
        page.widget.game.play(page.widget.game.legal_moves[0])
        if len(page.widget.game.moves) > 3:
            break
    lost = page_of("auld lang syne", deal=1)
    game = lost.widget.game
    while game.status == "playing":
        game.play(game.legal_moves[0])
    assert lost.asks("hint")["ok"]
    looked(lost)
    assert notes(lost)["caption"] == "No move is left: the game is lost."
    assert lost.widget.hints_given == 0


def test_a_hint_says_deal_when_that_is_the_right_thing(page_of) -> None:
    page = page_of("auld lang syne", deal=2)
    assert str(page.widget.hint().move) == "deal"
    assert "nothing else is left" in notes(page)["caption"]
    assert page.asks("hint")["ok"]
    assert page.widget.game.moves[-1].is_deal


@pytest.fixture
def slow_hint(monkeypatch) -> tuple[threading.Event, threading.Event]:
    """A search that says when it began, and goes on until it is released."""
    began, release = threading.Event(), threading.Event()

    def slow(game, **keys):
        began.set()
        release.wait(60)
        return hinting.sensible(game.position, Past([game.position]), "it took long")

    monkeypatch.setattr("solitaire_widget.advice.hint", slow)
    return began, release


def test_while_a_long_search_goes_on_moves_are_taken_and_it_is_given_up(page_of, slow_hint) -> None:
    """Case 16: no hint is too long for the page, and none delays a click."""
    began, release = slow_hint
    page = page_of("adela", deal=7)
    assert page.asks("hint")["ok"]
    assert began.wait(60)
    assert notes(page)["advice"] == {"kind": "looking", "show": False}
    assert page.asks("move", move="T2 T7 1")["ok"]
    assert notes(page)["advice"] is None
    release.set()
    looked(page)
    assert (notes(page)["advice"], notes(page)["caption"]) == (None, ""), "an answer to an old question is not shown"
    assert page.asks("hint")["ok"]
    looked(page)
    assert notes(page)["caption"].endswith("it took long.")


def test_escape_ends_a_search(page_of, slow_hint) -> None:
    began, release = slow_hint
    page = page_of("adela", deal=7)
    page.asks("hint")
    assert began.wait(60)
    assert page.asks("clear")["ok"]
    assert notes(page)["advice"] is None
    release.set()
    looked(page)
    assert (notes(page)["advice"], notes(page)["caption"]) == (None, "")


def test_the_deals_that_a_hint_draws_tell_nothing_of_what_is_unseen() -> None:
    position = Position.dealt(find_rules("adela"), 3)
    other = hinting.dealt_anew(position, random.Random(5))
    first, second = (hinting.dealt_anew(each, random.Random(1)) for each in (position, other))
    assert first == second
    shares = [hinting._Sampling(each, 1.0, 3, None, False).chance.random() for each in (position, other)]
    assert shares[0] == shares[1]


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.id)
def test_hints_follow_the_same_rules_as_the_mouse(rules) -> None:
    """Case 63."""
    chance = random.Random(rules.id)
    for deal in range(1, 7):
        position = Position.dealt(rules, deal)
        for _ in range(chance.randrange(40)):
            if position.legal_moves:
                position = position.after(chance.choice(position.legal_moves))
        for peek in (False, True):
            found = hinting.hint(position, peek=peek, seconds=0.2, samples=2, compiled=False)
            if found is None:
                assert position.status != "playing"
                continue
            assert found.move in position.legal_moves
            assert found.sentence.startswith(str(found.move))
            assert found.peeked is (peek and not is_wholly_seen(position))
            assert ("with every card known" in found.sentence) is found.peeked


def test_a_hint_does_not_peek(page_of) -> None:
    """The same board with the unseen cards in another order gets the same advice."""
    position = Position.dealt(find_rules("auld lang syne"), 3)
    other = hinting.dealt_anew(position, random.Random(5))
    assert other != position
    first, second = (hinting.hint(each, seconds=5, samples=4, compiled=False) for each in (position, other))
    assert (first.move, first.kind) == (second.move, second.kind)


@pytest.mark.parametrize("badge", ["known", "unseen"])
def test_the_badge_tells_whether_the_game_can_be_won_and_how_that_is_known(page_of, badge) -> None:
    page = page_of(position=TWO_MOVES, badge=badge)
    looked(page)
    assert notes(page)["badge"]["text"] == "winnable"
    assert notes(page)["badge"]["how"] == {"known": "every card known", "unseen": "unseen cards dealt at random"}[badge]
    page = page_of("auld lang syne", deal=1, badge=badge)
    looked(page)
    assert notes(page)["badge"]["text"] == {"known": "unwinnable", "unseen": "0 of 12 won"}[badge]
    page.writes(badge="off")
    assert notes(page)["badge"] is None
    page.writes(badge="nonsense")
    assert page.widget.badge == "off"


def test_the_badge_follows_the_game_without_a_version_of_its_own(page_of) -> None:
    page = page_of(position=Position.of(ADELA, J1="JC TC 9C 8C 7C 6C 5C 4C 3C", T1="AC", T2="2C"), badge="known")
    looked(page)
    assert notes(page)["badge"]["text"] == "winnable"
    for move in ("T2 J1 1", "T1 J1 1"):
        version = page.widget.version
        assert page.asks("move", move=move)["ok"]
        looked(page)
        assert page.widget.version == version + 1
    assert page.widget.status == "won"
    assert notes(page)["badge"] is None, "who has won knows"


def test_show_me_plays_the_winning_line_on_a_copy(page_of) -> None:
    page = page_of(position=TWO_MOVES)
    assert page.asks("show")["ok"]
    looked(page)
    story = notes(page)["story"]
    assert story["of"] == 3
    assert story["seconds"] > 0
    for _ in range(2):
        assert page.asks("step", to="next")["ok"]
    assert page.widget.status == "won"
    assert page.asks("step", to="leave")["ok"]
    assert (page.widget.status, page.widget.game.moves) == ("playing", ())
    lost = page_of("auld lang syne", deal=1)
    with pytest.raises(StoryError, match="no line to show: cannot be won any more, with every card known"):
        lost.widget.show_me()
    assert lost.asks("show")["ok"]
    looked(lost)
    assert notes(lost)["caption"].startswith("No line to show: cannot be won any more")


def test_safe_cards_follow_by_themselves_and_one_undo_takes_all_back(page_of) -> None:
    win = WINS["arabella"][0]
    page = page_of("arabella", deal=win["deal"], autoplay=True)
    game = page.widget.game
    played = 0
    for move in win["moves"]:
        if game.refusal(move):
            continue
        before, count = game.position, len(game.moves)
        assert page.asks("move", move=move)["ok"]
        played += 1
        if len(game.moves) > count + 1:
            after, moves = game.position, game.moves
            assert all(number in game.automatic for number in range(count + 2, len(game.moves) + 1))
            assert page.asks("undo")["ok"]
            assert game.position == before
            assert page.asks("redo")["ok"]
            assert (game.position, game.moves) == (after, moves)
            assert Game.from_json(game.to_json()) == game
        if game.status == "won":
            break
    assert game.automatic, "some cards went up by themselves"
    page.writes(autoplay=False)
    assert game.follow_up is None


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.id)
def test_what_follows_by_itself_is_legal_and_goes_up(rules) -> None:
    win = WINS[rules.id][0]
    position, found = Position.dealt(rules, win["deal"]), 0
    for number, move in enumerate(win["moves"]):
        if number % 5 == 0 and (safe := safe_move(position)) is not None:
            assert safe in position.legal_moves
            assert position.group_of(safe.target).kind == "foundation"
            found += 1
        position = position.after(position.fitting(move))
    assert found


def test_off_by_default_nothing_moves_by_itself(page_of) -> None:
    """Case 54."""
    page = page_of(position=Position.of(find_rules("auld lang syne"), F1="AC 2C 3C 4C", T1="5C", T2="5D", S="6C"))
    assert page.widget.autoplay is False
    assert page.widget.badge == "off"
    assert len(page.widget.game.position["F1"]) == 4


def test_an_analysis_is_stepped_through_on_the_board(page_of) -> None:
    page = page_of("auld lang syne", deal=1)
    game = page.widget.game
    while game.status == "playing":
        game.play(game.legal_moves[0])
    found = page.widget.analyse(seconds=20)
    assert {place.verdict for place in found.places} == {"lost"}
    assert notes(page)["story"]["of"] == len(game.moves) + 1
    assert notes(page)["caption"] == "Start: unwinnable, with every card known"


def test_a_hook_that_fails_while_a_hint_is_shown_is_told(page_of) -> None:
    page = page_of(position=TWO_MOVES)

    def fail(_change) -> None:
        raise Expected("mine")

    page.widget.observe(fail, "notes")
    assert page.asks("hint")["ok"]
    looked(page)
    assert notes(page)["advice"]["kind"] == "hint"
    assert isinstance(page.widget.last_error, Expected)


def test_without_threads_the_answer_comes_at_once(page_of, monkeypatch) -> None:
    """As in a browser's kernel."""

    def none(self) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none)
    page = page_of(position=TWO_MOVES, badge="known")
    assert notes(page)["badge"]["text"] == "unknown"
    assert page.asks("hint")["ok"]
    assert notes(page)["advice"]["kind"] == "hint"
    assert page.asks("show")["ok"]
    assert notes(page)["story"]["of"] == 3
