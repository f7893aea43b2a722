"""The search: the same moves as a position, the same answers as a plain recursion, lines that replay."""

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import chain, repeat
from threading import Event
from typing import Any

import pytest

from solitaire_widget import ADELA, ARABELLA, AULD_LANG_SYNE, Game, Move, Position, Rules
from solitaire_widget.cards import Card, decks
from solitaire_widget.rules import (
    ACE,
    ANY_TIME,
    DOWN,
    DOWN_ALTERNATING,
    DOWN_IN_SUIT,
    JACK,
    KING,
    NO_MOVES,
    QUEEN,
    UP_IN_SUIT_AROUND,
    Score,
    foundations,
    stock,
    tableau,
    waste,
)
from solitaire_widget.search import SearchError, Solution, analyse, decide_deals, hint, loading, share_won, solve
from solitaire_widget.search.deciding import Dealer
from solitaire_widget.search.loading import load
from solitaire_widget.search.states import States
from tests.boards import VARIANTS, WINS, random_positions
from tests.test_fourth_game import FREECELL, KLONDIKE

PURE = load(False)
GAMES = (*VARIANTS, KLONDIKE, FREECELL)
ANY_TIME_ADELA = ADELA.with_options(deal_when=ANY_TIME)
ANY_TIME_LANG_SYNE = AULD_LANG_SYNE.with_options(deal_when=ANY_TIME)
WON_ANY_TIME = (246, 296, 546, 765, 1277, 1324, 1605, 1756, 32296, 32596, 32711, 32793, 32970, 32991, 33176, 33333)

MOST_POSITIONS = 400


def number_of(states: States, move: Move) -> int:
    index = states.facts.tables.index
    return (index[move.source] << 16 | index[move.target] << 8 | move.count) if move.count else PURE.playing.DEAL


def replayed(position: Position, line: tuple[Move, ...]) -> list[Position]:
    found = [position]
    for move in line:
        found.append(found[-1].after(move))
    return found


class TooMany(Exception):
    """A plain recursion would take too long."""


def as_seen(position: Position) -> tuple[object, ...]:
    """A position without its decks' marks; foundations, and piles that no deal tells apart, in no order."""
    faces = {name: tuple(card.face for card in position[name]) for name in position}
    groups = position.rules.groups
    columns = [group.names for group in groups if group.kind == "foundation"]
    piles = [name for group in groups if group.kind == "tableau" for name in group.names]
    waste = [group.letter for group in groups if group.kind == "waste"]
    stocks = [group.letter for group in groups if group.kind == "stock"]
    free = waste or (not any(faces[name] for name in stocks) and not position.may_redeal)
    return (
        tuple(sorted(tuple(faces[name] for name in column) for column in zip(*columns, strict=True))),
        tuple(sorted(faces[name] for name in piles)) if free else tuple(faces[name] for name in piles),
        tuple(faces[name] for name in stocks + waste),
        position.redealt,
    )


def can_be_won(position: Position) -> bool:
    """Try everything, position by position."""
    seen = {as_seen(position)}
    waiting = [position]
    while waiting:
        position = waiting.pop()
        if position.status == "won":
            return True
        for move in position.legal_moves:
            after = position.after(move)
            if as_seen(after) not in seen:
                seen.add(as_seen(after))
                waiting.append(after)
        if len(seen) > MOST_POSITIONS:
            raise TooMany
    return False


# -- endings -------------------------------------------------------------------------------------------------


@cache
def all_up(rules: Rules) -> dict[str, list[Card]]:
    """Every card on a foundation."""
    piles: dict[str, list[Card]] = {}
    rest = set(decks(rules.decks))
    while rest:
        position = Position.of(rules, piles)
        for name in position:
            for face in position.wanted(name) if position.group_of(name).kind == "foundation" else ():
                card = next((card for card in sorted(rest, key=str) if card.is_twin(face)), None)
                if card and face in Position.of(rules, piles).wanted(name):
                    rest.remove(card)
                    piles[name] = [*piles.get(name, ()), card]
    return piles


def ending(rules: Rules, left: int, rng: random.Random) -> Position:
    """Take cards back from the foundations and strew them over a few piles and the stock."""
    piles = {name: list(cards) for name, cards in all_up(rules).items()}
    opened_by = {
        letter: [g.letter for g in rules.groups if g.opened_by == letter] for letter in map(chr, range(65, 91))
    }
    aside = {name: len(group.set_aside) for group in rules.groups for name in group.names}
    taken: list[Card] = []
    while len(taken) < left:
        name = rng.choice([name for name in piles if len(piles[name]) > aside[name]])
        if len(piles[name]) > 1 or not any(piles.get(other + name[1:]) for other in opened_by[name[0]]):
            taken.append(piles[name].pop())
    rng.shuffle(taken)
    groups = rules.of_kind("tableau")
    tableaus = [name for group in groups for name in group.names]
    stocks = [group.letter for group in rules.of_kind("stock")]
    if any(group.fills for group in groups) and left > len(tableaus) and rng.random() < 0.6:
        few = tableaus
    else:
        few = rng.sample(tableaus, rng.randint(2, min(4, len(tableaus))))
        stocks = [] if any(group.fills for group in groups) else stocks
    for name in few:
        piles[name] = [taken.pop()]
    for card in taken:
        piles.setdefault(rng.choice([*few, *stocks, *stocks]), []).append(card)
    return Position.of(rules, piles)


def endings(rules: Rules, left: int, count: int) -> Iterator[tuple[Position, bool]]:
    rng = random.Random(repr(rules))
    while count:
        position = ending(rules, rng.randint(left // 2, left), rng)
        with suppress(TooMany):
            yield position, can_be_won(position)
            count -= 1


# -- the same game as the position's -------------------------------------------------------------------------


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_legal_moves_and_where_they_lead_are_those_of_the_position(rules: Rules) -> None:
    for position in random_positions(rules, 14, seed=5):
        states = States(position, PURE, safe_moves=False)
        state = states.of(position)
        assert sorted(states.moves(state)) == sorted(position.legal_moves)
        for move in position.legal_moves:
            after = position.after(move)
            assert states.after(state, number_of(states, move)) == states.of(after), move
            assert PURE.playing.won(states.flat, states.piles, states.of(after)) == (after.status == "won")


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_moves_left_out_lead_where_another_leads(rules: Rules) -> None:
    for position in random_positions(rules, 10, seed=6):
        states = States(position, PURE, safe_moves=False)
        state, _ = states.tidied(states.of(position))

        def reached(moves: list[Move], states: States = states, state: list[int] = state) -> set[tuple[int, ...]]:
            return {tuple(states.tidied(states.after(state, number_of(states, move)))[0]) for move in moves}

        every = [move for move in states.moves(state) if move.count < 2 or move.target[0] not in "FJKQC"]
        assert reached(states.moves(state, every=False)) == reached(every)


@pytest.mark.parametrize("rules", [KLONDIKE, ADELA, ARABELLA], ids=repr)
def test_tidying_swaps_only_what_can_be_swapped(rules: Rules) -> None:
    for position in random_positions(rules, 12, seed=8):
        states = States(position, PURE)
        tidy, origin = states.tidied(states.of(position))
        assert sorted(origin) == list(range(states.slots))
        assert [states.of(position)[slot] for slot in origin] == tidy[: states.slots]
        groups = [position.group_of(name) for name in position]
        assert all(groups[slot] is groups[place] for place, slot in enumerate(origin))


@pytest.mark.parametrize("rules", [*GAMES, ARABELLA.with_options(deal_when=NO_MOVES)], ids=repr)
def test_the_kernel_deals_as_a_position_is_dealt(rules: Rules) -> None:
    dealer = Dealer(rules, PURE)
    for number in (1, 31999, 32000, 2**32 - 1, 2**32, 10**20 - 1):
        states = dealer.states
        assert dealer.state_of(number) == states.tidied(states.of(Position.dealt(rules, number)))[0], number


# -- the same answers as a plain recursion -------------------------------------------------------------------

SMALL_KLONDIKE = Rules(
    "Small Klondike",
    decks=1,
    piles=(
        stock(turns=1, redeals=1),
        waste(),
        foundations(4, starts_with=ACE),
        tableau(2, starts_with=KING, build=DOWN_ALTERNATING, travels=DOWN_ALTERNATING),
    ),
)
SMALL_ARABELLA = Rules(
    "Small Arabella",
    decks=2,
    piles=(
        stock(turns=1),
        waste(),
        foundations(8, starts_with=ACE),
        tableau(2, starts_with=KING, build=DOWN, travels=DOWN_IN_SUIT),
    ),
)
SMALL_ADELA = Rules(
    "Small Adela",
    decks=1,
    piles=(
        stock(when=NO_MOVES),
        foundations(4, "K", starts_with=KING, build=None, limit=1, opened_by="J"),
        foundations(4, "J", starts_with=JACK, build=DOWN_IN_SUIT, limit=11),
        foundations(4, "Q", starts_with=QUEEN, build=None, limit=1, opened_by="J"),
        tableau(2, build=UP_IN_SUIT_AROUND, travels=UP_IN_SUIT_AROUND, fills=True),
    ),
    exchanges_count=False,
)
ENDINGS = [
    (SMALL_ARABELLA, 24, 20),
    (SMALL_ARABELLA.with_options(deal_when=NO_MOVES), 24, 20),
    (SMALL_ADELA, 24, 20),
    (SMALL_ADELA.with_options(deal_when=ANY_TIME), 24, 20),
    (ARABELLA, 8, 4),
    (ARABELLA.with_options(deal_when=NO_MOVES), 8, 4),
    (AULD_LANG_SYNE, 14, 25),
    (ANY_TIME_LANG_SYNE, 12, 25),
    (AULD_LANG_SYNE.with_options(foundations="by suit", redeals=1), 18, 15),
    (AULD_LANG_SYNE.with_options(redeals=2), 44, 15),
    (ADELA, 9, 4),
    (ANY_TIME_ADELA, 9, 4),
    (SMALL_KLONDIKE, 24, 20),
]


@pytest.mark.parametrize(("rules", "left", "count"), ENDINGS, ids=lambda value: repr(value))
def test_endings_are_decided_as_a_plain_recursion_decides_them(rules: Rules, left: int, count: int) -> None:
    answers = set()
    for position, answer in endings(rules, left, count):
        solution = solve(position, compiled=False)
        assert solution.verdict == ("won" if answer else "lost"), position.to_text()
        answers.add(answer)
        for plain in (
            solve(position, compiled=False, safe_moves=False),
            solve(position, compiled=False, proofs=False),
        ):
            assert plain.verdict == solution.verdict, position.to_text()
        if answer:
            assert replayed(position, solution.line)[-1].status == "won"
        else:
            assert solution.proof in ("exhausted", "blocked", "jammed")
    assert answers == {True, False} or (count == 4 and answers == {True})


@pytest.mark.parametrize("known", [(g, w) for g in WINS for w in WINS[g][:2]], ids=lambda k: f"{k[0]} {k[1]['deal']}")
def test_endings_of_won_games_can_be_won(known: tuple[str, dict[str, Any]]) -> None:
    game, win = known
    positions = replayed(Game(game, deal=win["deal"]).position, tuple(map(Move, win["moves"])))
    for position in positions[-26:]:
        solution = solve(position, compiled=False, nodes=20_000)
        assert solution.verdict == "won"
        assert replayed(position, solution.line)[-1].status == "won"


# -- whole deals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [ARABELLA, ADELA, ANY_TIME_ADELA], ids=repr)
def test_deals_are_won_and_the_lines_replay_in_a_game(rules: Rules) -> None:
    for number in (3, 7):
        solution = solve(Position.dealt(rules, number), compiled=False)
        assert (solution.verdict, solution.peeked) == ("won", True)
        game = Game(rules, deal=number)
        for move in solution.line:
            game.play(move)
        assert game.status == "won"


def test_moves_that_can_never_hurt_are_made_where_the_argument_holds() -> None:
    up = {"F1": "AC 2C", "F2": "AS 2S", "F3": "AH 2H", "F4": "AD 2D"}
    free = States(Position.of(FREECELL, up, T1="KC 3H", T2="4S"), PURE)
    assert free.facts.flat[PURE.piles.MAKES_SAFE_MOVES]
    three = Position.of(FREECELL, up, T1="KC 3H", T2="4S")
    assert free.move(free.safe_move(free.of(three))) == Move("T1 F3 1")
    needed = Position.of(FREECELL, up | {"F4": "AD", "F2": "AS"}, T1="KC 3H", T2="2S KS")
    assert not States(needed, PURE).safe_move(States(needed, PURE).of(needed))
    assert not States(three, PURE, safe_moves=False).facts.flat[PURE.piles.MAKES_SAFE_MOVES]


def test_every_deal_of_a_small_game_is_decided() -> None:
    found = list(decide_deals(AULD_LANG_SYNE, (*range(1, 150), 246, 765, 32296), compiled=False))
    assert [deal.number for deal in found if deal.verdict == "won"] == [246, 765, 32296]
    assert not [deal for deal in found if deal.verdict == "unknown"]
    for deal in found[::12]:
        plain = solve(Position.dealt(AULD_LANG_SYNE, deal.number), compiled=False, safe_moves=False, proofs=False)
        assert plain.verdict == deal.verdict


def test_no_proof_stands_against_a_position_that_can_be_won() -> None:
    looked_at = 0
    for number in WON_ANY_TIME:
        start = Position.dealt(ANY_TIME_LANG_SYNE, number)
        line = solve(start, compiled=False).line
        for position in replayed(start, line):
            states = States(position, PURE)
            assert not states.is_hopeless(states.of(position))
            looked_at += 1
    assert looked_at > 900


def test_the_proof_finds_cards_that_block_each_other() -> None:
    ups = {"F1": "AC 2C", "F2": "AS 2S", "F3": "AH 2H", "F4": "AD"}
    kings_first = Position.of(AULD_LANG_SYNE, ups, T1="2D 3C 3S 3H", T2="3D")
    states = States(kings_first, PURE)
    assert not states.is_hopeless(states.of(kings_first))
    assert solve(kings_first, compiled=False).verdict == "won"
    too_many = Position.of(AULD_LANG_SYNE, ups, T1="2D 3C 3S 3H 3D")
    solution = solve(too_many, compiled=False)
    assert (solution.verdict, solution.proof) == ("lost", "blocked")
    assert str(solution).startswith("cannot be won any more: some card can never go up; 0 states")


# -- limits, words, what is loaded ---------------------------------------------------------------------------


def test_limits_leave_it_unknown() -> None:
    position = Position.dealt(ARABELLA, 2)
    assert solve(position, nodes=50, compiled=False).verdict == "unknown"
    assert solve(position, seconds=1e-9, compiled=False).verdict == "unknown"
    asked = chain([False], repeat(True))
    assert solve(position, stop=lambda: next(asked), compiled=False).verdict == "unknown"
    stop = Event()
    stop.set()
    stopped = solve(position, stop=stop, compiled=False)
    assert stopped.verdict == "unknown"
    assert str(stopped).startswith("unknown, with every card known;")
    assert list(decide_deals(ARABELLA, [1], stop=stop, compiled=False)) == []


@pytest.mark.parametrize(
    ("limits", "said"), [({"seconds": 0}, "no time 0"), ({"nodes": 0}, "no limit 0"), ({"nodes": 1.5}, "no limit 1.5")]
)
def test_limits_that_are_none_are_told(limits: dict[str, Any], said: str) -> None:
    with pytest.raises(SearchError, match=said):
        solve(Position.dealt(ARABELLA, 2), compiled=False, **limits)


ODD = {
    "seconds": ("x", -1, float("nan"), True, [1]),
    "stop": ("x", 5),
    "compiled": ("x", 1),
    "samples": ("3", None, 0, 1.5, True),
    "score": ("x", 5),
}
ASKED = [
    (solve, ("seconds", "stop", "compiled", "score")),
    (hint, ("seconds", "stop", "compiled", "samples")),
    (share_won, ("seconds", "stop", "compiled", "samples")),
    (analyse, ("seconds", "stop", "compiled")),
]


@pytest.mark.parametrize(("ask", "names"), ASKED, ids=[ask.__name__ for ask, _ in ASKED])
def test_what_a_search_cannot_be_asked_with_is_told_in_one_sentence(ask: Any, names: tuple[str, ...]) -> None:
    game = Game("adela", 1)
    about = game if ask is analyse else game.position
    for name in names:
        for value in (*ODD[name], *([None] if name == "seconds" and ask is not solve else [])):
            with pytest.raises(SearchError, match=r"^[^\n]+: [^\n]+$"):
                ask(about, **{"compiled": False, name: value})
    for odd in ("adela", 5, None, *([] if ask is hint else [game.position if ask is analyse else game])):
        with pytest.raises(SearchError, match=r"^no (position|game) in "):
            ask(odd)


def test_a_position_that_is_won_takes_no_move() -> None:
    solution = solve(Position.of(ARABELLA), compiled=False)
    assert (solution.verdict, solution.line, solution.peeked) == ("won", (), False)
    assert str(Solution("won", (Move("deal"),), 1, 0.04)) == "won in 1 move; 1 state in 0.0 s"


def test_weights_are_data_of_the_page() -> None:
    position = Position.dealt(ADELA, 1)
    usual = solve(position, nodes=40_000, compiled=False)
    other = solve(position, nodes=40_000, compiled=False, score=Score(up=7, joined=5))
    assert usual.verdict == "won"
    assert usual.states != other.states


def test_numba_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "can_compile", lambda: False)
    with pytest.raises(SearchError, match="compiled=True needs numba"):
        solve(Position.dealt(ADELA, 1), compiled=True)
    assert not load(None).compiled


def test_progress_is_shown_where_it_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("tqdm")
    clock = iter(range(0, 10**6, 2))
    monkeypatch.setattr("solitaire_widget.search.solving.perf_counter", lambda: next(clock))
    solve(Position.dealt(ARABELLA, 2), nodes=300, progress=True, compiled=False)
    assert "states" in capsys.readouterr().err


def test_searching_imports_no_heavy_package() -> None:
    code = """if True:
        import sys
        from solitaire_widget import ADELA, Position
        from solitaire_widget.search import solve
        solve(Position.dealt(ADELA, 1), compiled=False)
        print(*sys.modules)
    """
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numba", "numpy", "tqdm"} & set(loaded)
