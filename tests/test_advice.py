"""Advice on the board: hints, the badge, the winning line, safe cards that follow, a game analysed."""

import random
import threading

import pytest

from solitaire_widget import ALL_RULES, Game, Move, Position, Rules, find_rules
from solitaire_widget.rules import ACE, ANY_RANK, DOWN, cells, foundations, tableau
from solitaire_widget.search import Solution, hinting, lines
from solitaire_widget.search.background import Background
from solitaire_widget.search.following import safe_move
from solitaire_widget.search.helping import Past, best_by_itself
from solitaire_widget.search.lines import Lines
from solitaire_widget.search.seeing import dealt_anew, is_wholly_seen
from solitaire_widget.teach.exercises import MarkLegalMoves
from solitaire_widget.teach.showing import StoryError
from solitaire_widget.wire import thawed
from tests.boards import WINS
from tests.fake_page import Expected, Inside, page_of
from tests.other_games import FREECELL
from tests.test_fourth_game import KLONDIKE

__all__ = ["page_of"]

ADELA = find_rules("adela")
TWO_MOVES = Position.of(ADELA, J1="JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC", T1="QC", T2="KC")
ARABELLA = find_rules("arabella")
LANG_SYNE = find_rules("auld lang syne")
TO_BE_SHUFFLED = Position.of(LANG_SYNE.with_options(redeals=1), F1="AC 2C", T1="4C 3C KS", T2="KH 4D 5S", T3="3D 6C QD")
WIDE = Rules(
    name="Wide",
    decks=3,
    piles=(
        foundations(12, starts_with=ACE),
        cells(28),
        tableau(98, dealt=(2,) * 58 + (1,) * 40, starts_with=ANY_RANK, build=DOWN),
    ),
)
"""More piles than a search takes."""
LOST = "No move is left: the game is lost."


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch) -> None:
    """What one test finds helps no other."""
    monkeypatch.setattr(lines, "_LINES", Lines())


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


# -- hints that lead somewhere -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [(FREECELL, 1), ("adela", 1)], ids=["freecell", "adela"])
def test_hints_that_are_followed_win_along_the_line_that_was_found(game) -> None:
    game = Game(*game)
    first = hinting.hint(game, peek=True, seconds=60, compiled=False)
    expected = first.line
    for number in range(len(expected)):
        found = hinting.hint(game.position, peek=True, seconds=60, compiled=False)
        assert (found.kind, found.line) == ("won", expected[number:])
        game.play(found.move)
    assert game.status == "won"


def test_only_so_many_lines_are_remembered_and_those_that_are_used_stay() -> None:
    positions = [Position.of(ADELA, J1="JC", T1="QC", T2=f"K{suit}") for suit in "CDHS"]
    known = Lines(2)
    for position in positions[:2]:
        known.remember(position, (Move("T1 Q1 1"),))
    assert known.rest(positions[0])
    known.remember(positions[2], (Move("T1 Q1 1"),))
    assert [bool(known.rest(position)) for position in positions] == [True, False, True, False]


def test_a_hint_that_may_not_peek_does_not_go_on_with_a_line_that_was_found_by_peeking(monkeypatch) -> None:
    position = Position.dealt(ADELA, 1)
    found = hinting.hint(position, peek=True, seconds=60, compiled=False)
    assert found.kind == "won"
    assert hinting.hint(position, peek=True, seconds=60, compiled=False).line == found.line
    asked = []
    monkeypatch.setattr(lines, "known_line", lambda position: asked.append(position) or ())
    after = position.after(found.move)
    assert hinting.hint(after, seconds=1, samples=1, compiled=False).kind != "won"
    assert asked == []


def test_a_hint_does_not_lead_back_to_where_the_game_has_been(monkeypatch) -> None:
    game = Game(position=Position.of(ARABELLA, T1="6H 5H", T2="6C", S="9C 9D"))
    game.play("T1 T2 1")
    assert str(hinting.hint(game.position, seconds=60, samples=2, compiled=False).move) == "T2 T1 1"
    found = hinting.hint(game, seconds=60, samples=2, compiled=False)
    assert str(found) == (
        "deal: no other move helps; no win was found in 2 random deals of the cards that are not seen."
    )
    monkeypatch.setattr(hinting, "solve", lambda *_, **__: Solution("won", (Move("T2 T1 1"),)))
    for asked, move in ((game.position, "T2 T1 1"), (game, "deal")):
        found = hinting.hint(asked, seconds=60, samples=2, compiled=False)
        assert (found.kind, str(found.move), found.wins) == ("share", move, 2)
    game = Game(position=Position.of(ARABELLA, T1="6H 5C", T2="6D"))
    game.play("T1 T2 1")
    assert str(hinting.hint(game, seconds=60, compiled=False)) == (
        "T2 T1 1: nothing is left but to go back; this cannot be won any more."
    )


def test_hints_of_a_hopeless_game_change_something_or_say_deal() -> None:
    """Also without a history: the five that fits one six as well as the other is not carried to and fro."""
    position = Position.of(ARABELLA, T1="6H", T2="6C", T3="5H", S="9C 9D")
    said = []
    for _ in range(3):
        found = hinting.hint(position, seconds=20, samples=2, compiled=False)
        said.append((str(found.move), found.sentence.split(": ")[1].split(";")[0]))
        position = position.after(found.move)
    assert said == [
        ("T3 T1 1", "it joins its suit"),
        ("deal", "no other move helps"),
        ("deal", "no other move helps"),
    ]


@pytest.mark.parametrize(
    ("rules", "piles", "move", "promise"),
    [
        (ARABELLA, {"F1": "AC", "T1": "5H 2C", "T2": "3D"}, "T1 F1 1", "it goes up"),
        (ARABELLA, {"F1": "AC", "T1": "2C 5H", "T2": "6D"}, "T1 T2 1", "2♣ can go up then"),
        (ARABELLA, {"T1": "6H 5C", "T2": "6C", "T3": "9D"}, "T1 T2 1", "it joins its suit"),
        (ARABELLA, {"W": "5H", "T1": "6C", "T2": "9D"}, "W T1 1", "it comes from the waste"),
        (ARABELLA, {"T1": "9H 5C", "T2": "9D 6H"}, "T1 T2 1", "it goes where it fits"),
        (ARABELLA, {"T1": "9H", "T2": "8C"}, "T2 T1 1", "it empties a place"),
        (ARABELLA, {"T1": "9H 8C", "T2": "9D"}, "T1 T2 1", "it fits there as well"),
        (ARABELLA, {"T1": "9H 8C", "T2": "9D", "S": "KH"}, "deal", "no other move helps"),
        (ARABELLA, {"T1": "9H", "T2": "9D", "S": "KH"}, "deal", "nothing else is left"),
        (FREECELL, {"T1": "9H 9C 5C"}, "T1 T2 1", "9♣ lies open then"),
        (FREECELL, {"C1": "8C", "T1": "9H"}, "C1 T1 1", "it frees a cell"),
        (FREECELL, {"T1": "9H 8C"}, "T1 C1 1", "it goes to an empty place"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_sensible_hint_says_what_the_move_is_good_for(rules, piles, move, promise) -> None:
    position = Position.of(rules, piles)
    found, said = best_by_itself(position, Past([position]))
    assert (str(found), said) == (move, promise)


def test_a_card_that_is_turned_up_comes_before_one_that_leaves_the_waste() -> None:
    laid = Position.of(KLONDIKE, T1="2C 5H", T2="6C", W="5D")
    position = Position(KLONDIKE, laid.piles, tuple(int(name == "T1") for name in laid))
    assert best_by_itself(position, Past([position])) == (Move("T1 T2 1"), "it turns a card up")


def test_the_stock_is_not_gone_through_for_ever_while_something_else_is_left() -> None:
    game = Game(position=Position.of(KLONDIKE, T1="9H 8C", T2="9D", S="2H 2C"))
    for _ in range(2):
        assert str(hinting.hint(game, seconds=60, samples=1, compiled=False).move) == "deal"
        game.play("deal")
    assert game.position.may_redeal
    assert str(hinting.hint(game, seconds=60, samples=1, compiled=False).move) == "T1 T2 1"


def test_nobody_knows_a_shuffle_that_is_still_to_come() -> None:
    position = TO_BE_SHUFFLED
    other = Position(position.rules, position.piles, (0,) * len(position.piles), 0, 77)
    assert position != other
    assert not is_wholly_seen(position)
    assert dealt_anew(position, random.Random(1)) == dealt_anew(other, random.Random(1))
    deals = {dealt_anew(position, random.Random(seed)).after("deal")["S"] for seed in range(5)}
    assert len(deals) > 1
    first, second = (hinting.hint(each, seconds=60, samples=3, compiled=False) for each in (position, other))
    assert first == second
    assert "3 random deals of the cards that are not seen" in first.sentence
    first, second = (hinting.share_won(each, seconds=60, samples=3, compiled=False) for each in (position, other))
    assert first == second
    assert hinting.hint(position, peek=True, seconds=60, compiled=False).peeked
    assert lines.solve(position, seconds=60, compiled=False).peeked
    position = position.after("deal")
    while position["S"]:
        position = position.after(position.legal_moves[0])
    assert is_wholly_seen(position), "the only redeal is over"


def test_hints_say_in_plain_words_what_was_found() -> None:
    won = hinting.hint(Position.of(LANG_SYNE, F1="AC", T1="2C", S="3C 4C"), seconds=60, samples=1, compiled=False)
    assert won.kind == "share"
    assert won.sentence.endswith(": it won the only random deal that was tried of the cards that are not seen.")
    unknown = hinting.hint(Position.dealt(ADELA, 1), seconds=60, stop=lambda: True, compiled=False)
    assert unknown.sentence.endswith("; there was no time to try a deal.")


def test_a_game_that_is_over_gets_no_hint_but_is_told_how_it_ended(page_of) -> None:
    for position, said in ((Position.of(ADELA), "The game is won."), (Position.of(ADELA, T1="KH"), LOST)):
        page = page_of(position=position)
        assert hinting.hint(position, compiled=False) is None
        assert page.widget.hint() is None
        assert notes(page)["caption"] == said
        assert page.asks("hint")["ok"]
        assert notes(page)["caption"] == said
    page = page_of(position=Position.of(ADELA), badge="known")
    with pytest.raises(StoryError, match=r"^The game is won\.$"):
        page.widget.show_me()
    assert page.asks("show")["ok"]
    assert notes(page)["caption"] == "The game is won."
    assert notes(page)["badge"] is None


def test_the_deals_that_a_hint_draws_tell_nothing_of_what_is_unseen() -> None:
    position = Position.dealt(find_rules("adela"), 3)
    other = dealt_anew(position, random.Random(5))
    first, second = (dealt_anew(each, random.Random(1)) for each in (position, other))
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
    other = dealt_anew(position, random.Random(5))
    assert other != position
    first, second = (hinting.hint(each, seconds=5, samples=4, compiled=False) for each in (position, other))
    assert (first.move, first.kind) == (second.move, second.kind)


def test_in_the_background_one_job_follows_the_other_and_only_the_newest_is_told() -> None:
    background, told, failed = Background(), [], []
    began, release = threading.Event(), threading.Event()

    def busy(_stop) -> str:
        began.set()
        release.wait(60)
        return "old"

    assert background.begin(busy, told.append, failed.append)
    assert began.wait(60)
    assert background.begin(lambda _stop: "never begun", told.append, failed.append)
    assert background.begin(lambda _stop: "new", told.append, failed.append)
    release.set()
    background.finish()
    assert (told, failed) == (["new"], [])
    background.begin(lambda _stop: {}["nothing"], told.append, failed.append)
    background.finish()
    background.begin(lambda _stop: 0, lambda found: 1 // found, failed.append)
    background.finish()
    assert [type(error) for error in failed] == [KeyError, ZeroDivisionError]


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
    assert notes(page)["caption"].startswith("won in 2 moves;")
    for move in ("T1 Q1 1", "T2 K1 1"):
        assert page.asks("step", to="next")["ok"]
        assert notes(page)["caption"] == move, "the page counts the steps"
    assert page.widget.status == "playing", "the end of a story is no end of the game"
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
            told = page.widget.state["action"]["text"]
            assert all(action.text in told for action in game.history[count : count + 2]), "what followed is said too"
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


# -- a board of its own --------------------------------------------------------------------------------------


def test_a_board_takes_back_only_its_own_autoplay(page_of) -> None:
    first = page_of("adela", deal=7, autoplay=True)
    game = first.widget.game
    second = page_of(game)
    assert game.follow_up is not None
    second.writes(autoplay=True)
    second.writes(autoplay=False)
    assert game.follow_up is not None
    second.widget.close()
    assert game.follow_up is not None
    first.widget.new_deal(8)
    assert game.follow_up is None
    assert first.widget.game.follow_up is not None
    first.widget.close()
    assert first.widget.game.follow_up is None


def test_a_game_that_cannot_be_searched_can_be_played_with_everything_on(page_of) -> None:
    page = page_of(Game(WIDE, 1), autoplay=True, badge="known")
    looked(page)
    assert notes(page)["badge"]["text"] == "unknown"
    move = page.widget.game.legal_moves[0]
    assert page.asks("move", move=str(move))["ok"]
    for kind in ("hint", "show"):
        assert page.asks(kind)["ok"]
        looked(page)
        assert notes(page)["advice"] is None
        assert notes(page)["caption"] == "Wide has 138 piles: a search takes at most 128"


def test_an_answer_that_cannot_be_given_is_told_and_kept(page_of, monkeypatch) -> None:
    def broken(*_arguments, **_keys):
        raise Inside("broken")

    monkeypatch.setattr("solitaire_widget.advice.hint", broken)
    monkeypatch.setattr("solitaire_widget.advice.solve_once", broken)
    page = page_of("adela", deal=7, badge="known")
    looked(page)
    assert notes(page)["badge"]["text"] == "unknown"
    assert page.asks("hint")["ok"]
    looked(page)
    assert (notes(page)["advice"], notes(page)["caption"]) == (None, "The search failed.")
    assert [str(error) for error in page.widget.errors] == ["broken", "broken"]


def test_a_hook_that_fails_while_a_line_is_shown_is_told(page_of) -> None:
    page = page_of(position=TWO_MOVES)

    def fail(_change) -> None:
        raise Expected("mine")

    assert page.asks("show")["ok"]
    looked(page)
    assert page.asks("step", to="leave")["ok"]
    page.widget.observe(fail, "version")
    assert page.asks("show")["ok"]
    looked(page)
    assert notes(page)["story"]["of"] == 3
    assert isinstance(page.widget.last_error, Expected)


def test_a_hint_ends_a_story_and_the_page_is_asked_to_leave_it(page_of) -> None:
    page = page_of(position=TWO_MOVES)
    page.widget.game.play("T1 Q1 1")
    shown = page.widget.state["piles"]
    page.widget.replay()
    page.widget.step("first")
    assert page.widget.state["piles"] != shown
    for kind in ("hint", "show"):
        assert page.asks(kind)["reason"] == "the board tells a story: leave it to play on"
    version = page.widget.version
    assert page.widget.hint() is not None
    assert notes(page)["story"] is None
    assert page.widget.state["piles"] == shown
    assert page.widget.version == version + 1
    assert notes(page)["advice"]["kind"] == "hint"


def test_no_answer_to_an_old_question_is_kept(page_of, monkeypatch) -> None:
    page = page_of("adela", deal=7)
    real = hinting.hint

    def slow(game, **keys):
        page.widget.game.play("T2 T7 1")
        return real(game, **keys)

    monkeypatch.setattr("solitaire_widget.advice.hint", slow)
    assert page.widget.hint(seconds=0.1) is not None
    assert notes(page)["advice"] is None
    assert page.widget.hints_given == 0


@pytest.mark.parametrize("exercise", [MarkLegalMoves], ids=lambda each: each.__name__)
def test_an_exercise_is_not_given_away(page_of, exercise) -> None:
    page = page_of(position=TWO_MOVES, badge="known", autoplay=True)
    looked(page)
    assert notes(page)["badge"]["text"] == "winnable"
    page.widget.ask(exercise(TWO_MOVES))
    looked(page)
    assert notes(page)["badge"] is None
    assert page.widget.game.follow_up is None
    for kind in ("hint", "show"):
        answer = page.asks(kind)
        assert (answer["ok"], answer["reason"]) == (False, "that is for you to find")
    assert page.widget.game.moves == ()
    page.widget.ask(None)
    looked(page)
    assert notes(page)["badge"]["text"] == "winnable"


def test_the_badge_says_nothing_of_what_a_story_shows(page_of) -> None:
    page = page_of(position=TWO_MOVES, badge="known")
    looked(page)
    page.widget.game.play("T1 Q1 1")
    page.widget.replay()
    page.widget.step("first")
    looked(page)
    assert notes(page)["badge"] is None
    page.widget.step("last")
    assert notes(page)["badge"]["text"] == "winnable"
    page.widget.step("leave")
    assert notes(page)["badge"]["text"] == "winnable"


def test_the_badge_of_a_position_on_a_known_line_is_there_at_once(page_of, monkeypatch) -> None:
    page = page_of("adela", deal=1, badge="known")
    line = page.widget.hint(peek=True, seconds=60).line
    monkeypatch.setattr("solitaire_widget.advice.solve_once", None)
    for move in line[:5]:
        page.widget.game.play(move)
        assert notes(page)["badge"]["text"] == "winnable"


def test_nothing_is_judged_while_play_goes_on(page_of, monkeypatch) -> None:
    judged = []
    monkeypatch.setattr("solitaire_widget.advice.REST", 60)
    monkeypatch.setattr("solitaire_widget.advice.solve_once", lambda position, **_: judged.append(position))
    page = page_of("adela", deal=7, badge="known")
    for _ in range(3):
        page.widget.game.play(page.widget.game.legal_moves[0])
        assert notes(page)["badge"]["text"] == "looking…"
    page.writes(badge="off")
    looked(page)
    assert judged == []
