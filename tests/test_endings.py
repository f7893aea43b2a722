"""Endings decided exactly, as a plain recursion decides them; and a proof of defeat that never meets a win."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from solitaire_widget import ADELA, ARABELLA, AULD_LANG_SYNE, DEAL, Move, Position, Rules
from solitaire_widget.cards import Card, Suit, decks
from solitaire_widget.rules import (
    ACE,
    ANY_TIME,
    DOWN_IN_SUIT,
    NO_MOVES,
    NOTHING,
    UP,
    UP_IN_SUIT_AROUND,
    foundations,
    stock,
    tableau,
)
from solitaire_widget.search import solve
from solitaire_widget.search.loading import Kernel, can_compile, load
from solitaire_widget.search.solving import Limits, Search
from solitaire_widget.search.states import States
from tests.boards import VARIANTS, WINS
from tests.other_games import BAKERS_GAME, BELEAGUERED_CASTLE, FREECELL
from tests.test_fourth_game import KLONDIKE
from tests.test_search import SMALL_ADELA, SMALL_ARABELLA, all_up
from tests.test_search import endings as small_endings

FEW_CARDS = 20
WIDER = 12
"""How many cards more may be left where an ending is played on at random from there."""

BY_ID = {"arabella": ARABELLA, "adela": ADELA, "auld_lang_syne": AULD_LANG_SYNE}
OTHERS = (KLONDIKE, FREECELL, BAKERS_GAME, BELEAGUERED_CASTLE)
TWO_DECKS = Rules(
    name="Auld Lang Syne with two decks",
    decks=2,
    piles=(
        stock(when=NO_MOVES),
        foundations(8, set_aside=ACE, starts_with=ACE, build=UP),
        tableau(7, starts_with=NOTHING),
    ),
)
"""A page on which the proof counts copies in eights, and the last deal does not reach every pile."""

WITH_THE_PROOF = [
    rules.with_options(deal_when=when)
    for rules in (AULD_LANG_SYNE, AULD_LANG_SYNE.with_options(foundations="by suit"), TWO_DECKS)
    for when in (NO_MOVES, ANY_TIME)
]
KERNELS = [
    pytest.param(False, id="plain"),
    pytest.param(True, id="compiled", marks=pytest.mark.skipif(not can_compile(), reason="numba is not installed")),
]


# -- a plain recursion, which knows nothing but Position -------------------------------------------------------


class TooMany(Exception):
    """More positions than it is meant for."""


def can_be_won(position: Position, most: int) -> bool:
    """Look at every position that can be reached, one after the other, until one is won."""
    met, waiting = {sign_of(position)}, [position]
    while waiting:
        position = waiting.pop()
        if position.status == "won":
            return True
        for move in position.legal_moves[::-1]:
            after = position.after(move)
            if sign_of(after) not in met:
                if len(met) >= most:
                    raise TooMany
                met.add(sign_of(after))
                waiting.append(after)
    return False


def sign_of(position: Position) -> tuple[object, ...]:
    """What lies where, without the difference between a card and its twin."""
    down = tuple(map(position.face_down, position))
    return tuple(tuple(card.face for card in pile) for pile in position.piles), down, position.redealt


def cards_left(position: Position) -> int:
    return sum(len(position[name]) for name in position if position.group_of(name).kind != "foundation")


# -- endings ---------------------------------------------------------------------------------------------------


@cache
def late_positions(game: str) -> tuple[Position, ...]:
    """The last positions of the games that were won, from somewhat before the ending on."""
    found = []
    for win in WINS[game]:
        position = Position.dealt(BY_ID[game], win["deal"])
        for move in win["moves"]:
            position = position.after(move)
            if 0 < cards_left(position) <= FEW_CARDS + WIDER:
                found.append(position)
    return tuple(found)


def endings(rules: Rules, rng: random.Random) -> Iterator[Position]:
    """Endings out of games that were won; the same played on at random, and with the cards left laid anew."""
    while True:
        if rules.id in WINS and "foundations" not in dict(rules.values):
            late = rng.choice(late_positions(rules.id))
            position = Position.of(rules, {name: late[name] for name in late})
        else:
            position = laid_at_random(rules, rng)
        way = rng.randrange(3)
        if way == 1:
            position = with_the_rest_shuffled(position, rng)
        if way > 0:
            position = played_at_random(position, rng, rng.randrange(20))
        if 0 < cards_left(position) <= FEW_CARDS:
            yield position


def played_at_random(position: Position, rng: random.Random, moves: int) -> Position:
    for _ in range(moves):
        if not position.legal_moves:
            break
        position = position.after(rng.choice(position.legal_moves))
    return position


def with_the_rest_shuffled(position: Position, rng: random.Random) -> Position:
    """The cards left anywhere, or in rows and roughly by rank, up or down: many such positions are lost."""
    kinds = rng.choice([("tableau", "stock", "waste"), ("tableau",)])
    names = [name for name in position if position.group_of(name).kind in kinds]
    cards = [card for name in names for card in position[name]]
    rng.shuffle(cards)
    laid: dict[str, list[Card]] = {name: [] for name in names}
    if len(kinds) > 1:
        for name in names:
            laid[name] = [cards.pop() for _ in position[name]]
    else:
        sign = rng.choice([-1, 1])
        cards.sort(key=lambda card: sign * card.rank + rng.randrange(3))
        for number, card in enumerate(cards):
            laid[names[number % len(names)]].append(card)
    return Position.of(position.rules, {name: position[name] for name in position} | laid)


def laid_at_random(rules: Rules, rng: random.Random) -> Position:
    """Four foundations built in suit, and the rest anywhere; where the page says so, partly face down.

    With cells the plain recursion is lost in the ways to use them, so fewer cards are left there.
    """
    least = 10 if rules.of_kind("cell") else 5
    heights = [rng.randrange(least, 14) for _ in range(4)]
    suits = [list(decks(1))[13 * suit : 13 * suit + 13] for suit in range(4)]
    piles: dict[str, list[Card]] = {name: [] for name in rules.pile_names}
    rest = []
    for number, (height, cards) in enumerate(zip(heights, suits, strict=True), 1):
        cards.sort(key=lambda card: card.rank)
        piles[f"F{number}"], left = cards[:height], cards[height:]
        rest += left
    rng.shuffle(rest)
    open_piles = [name for group in rules.groups if group.kind in ("tableau", "stock") for name in group.names]
    for card in rest:
        piles[rng.choice(open_piles)].append(card)
    position = Position.of(rules, piles)
    hidden = [
        rng.randrange(len(position[name])) if position[name] and position.group_of(name).face_up else 0
        for name in position
    ]
    return Position(rules, position.piles, tuple(hidden))


def compare(rules: Rules, compiled: bool, endings_wanted: int, most: int) -> dict[str, int]:
    """Decide so many endings both ways."""
    rng = random.Random(f"{rules!r} endings")
    found = {"won": 0, "lost": 0}
    for position in endings(rules, rng):
        try:
            expected = "won" if can_be_won(position, most) else "lost"
        except TooMany:
            continue
        solution = solve(position, compiled=compiled)
        assert solution.verdict == expected, position.to_text()
        assert compiled or solve(position, compiled=False, safe_moves=False).verdict == expected, position.to_text()
        replay(position, solution.line)
        found[expected] += 1
        if sum(found.values()) == endings_wanted:
            return found
    raise AssertionError("endings do not end")


def replay(position: Position, line: tuple[Move, ...]) -> None:
    for move in line:
        assert move in position.legal_moves
        position = position.after(move)
    assert not line or position.status == "won"


@pytest.mark.parametrize("rules", [*VARIANTS, *OTHERS], ids=repr)
def test_endings_are_decided_as_a_plain_recursion_does(rules: Rules) -> None:
    compare(rules, False, endings_wanted=12, most=100)


@pytest.mark.browser
@pytest.mark.parametrize("compiled", KERNELS)
@pytest.mark.parametrize("rules", [*VARIANTS, *OTHERS], ids=repr)
def test_many_endings_are_decided_as_a_plain_recursion_does(rules: Rules, compiled: bool) -> None:
    found = compare(rules, compiled, endings_wanted=40, most=1_500)
    assert found["lost"] > 5 or rules.id != "auld_lang_syne", found


# -- the proof by blocked cards, where nothing is built --------------------------------------------------------


def is_hopeless(position: Position, kernel: Kernel) -> bool:
    states = States(position, kernel)
    return states.is_hopeless(states.of(position))


def taken_back(rules: Rules, rng: random.Random) -> Iterator[Position]:
    """Winnable positions, made by taking back a win move by move; each move is played again to be sure."""
    position = won(rules, rng)
    while earlier := _one_move_earlier(position, rng):
        position = earlier
        yield position


def won(rules: Rules, rng: random.Random) -> Position:
    """A position won; where foundations build whatever the suit, any four cards of a rank lie on them."""
    (group,) = rules.of_kind("foundation")
    piles: list[list[Card]] = [[] for _ in group.names]
    by_rank = sorted(decks(rules.decks), key=lambda card: (card.rank, card.suit.value, card.deck))
    for first in range(0, len(by_rank), len(piles)):
        layer = by_rank[first : first + len(piles)]
        if group.build == UP:
            rng.shuffle(layer)
        for pile, card in zip(piles, layer, strict=True):
            pile.append(card)
    return Position.of(rules, dict(zip(group.names, piles, strict=True)))


def _one_move_earlier(position: Position, rng: random.Random) -> Position | None:
    up = [name for name in position if position.group_of(name).kind == "foundation" and len(position[name]) > 1]
    tops = [name for name in position if position.group_of(name).kind == "tableau"]
    ways = [(name, top) for name in up for top in tops]
    rng.shuffle(ways)
    deals = [len(tops)] if position["S"] else [rng.randrange(1, len(tops) + 1)]
    tries = [*ways[:1], *deals, *ways[1:2]] if rng.random() < 0.6 else [*deals, *ways[:2]]
    for way in tries:
        piles = {name: list(position[name]) for name in position}
        if isinstance(way, int):
            if not all(piles[name] for name in tops[:way]):
                continue
            piles["S"] += [piles[name].pop() for name in tops[:way]][::-1]
            move = DEAL
        else:
            name, top = way
            piles[top].append(piles[name].pop())
            move = Move(top, name, 1)
        earlier = Position.of(position.rules, piles)
        if move in earlier.legal_moves:
            assert earlier.after(move) == position
            return earlier
    return None


def refute(rules: Rules, compiled: bool, positions: int) -> None:
    """Look for a position that was won and is called lost."""
    rng, kernel = random.Random(f"{rules!r} won"), load(compiled)
    lines = (position for _ in iter(int, 1) for position in taken_back(rules, rng))
    for position in islice(lines, positions):
        assert not is_hopeless(position, kernel), position.to_text()


@pytest.mark.parametrize("rules", WITH_THE_PROOF, ids=repr)
def test_no_winnable_position_is_called_blocked(rules: Rules) -> None:
    refute(rules, False, 120)


@pytest.mark.parametrize("game", WINS)
def test_no_position_of_a_game_that_was_won_is_called_blocked(game: str) -> None:
    for win in WINS[game][: 3 if game == "auld_lang_syne" else 1]:
        position = Position.dealt(BY_ID[game], win["deal"])
        states = States(position, load(False))
        for move in win["moves"]:
            assert not states.is_hopeless(states.of(position)), position.to_text()
            position = position.after(move)


@pytest.mark.browser
@pytest.mark.parametrize("rules", WITH_THE_PROOF, ids=repr)
def test_none_of_thousands_of_winnable_positions_is_called_blocked(rules: Rules) -> None:
    refute(rules, load().compiled, 2_000)


def test_the_proof_is_asked_for_and_finds_something() -> None:
    kernel = load(False)
    blocked = [number for number in range(1, 41) if is_hopeless(Position.dealt(AULD_LANG_SYNE, number), kernel)]
    assert 20 <= len(blocked) <= 40
    assert all(
        solve(Position.dealt(AULD_LANG_SYNE, number), compiled=False).verdict == "lost" for number in blocked[:3]
    )


@pytest.mark.browser
@pytest.mark.parametrize("rules", WITH_THE_PROOF[:4], ids=repr)
def test_deals_are_decided_alike_with_and_without_the_proof(rules: Rules) -> None:
    kernel = load()
    for number in range(1, 1_001 if kernel.compiled else 101):
        position = Position.dealt(rules, number)
        assert solve(position).verdict == _without_the_proof(position, kernel), number


def _without_the_proof(position: Position, kernel: Kernel) -> str:
    search = Search(position, kernel)
    search.states = States(position, kernel, proofs=False)
    search.begin = search.states.settled(search.states.of(position))
    return search.run(Limits(None, None, None)).verdict


# -- the proof by jammed piles, where piles are built ----------------------------------------------------------

BUILDING = [ARABELLA, ADELA, ADELA.with_options(deal_when=ANY_TIME)]
SMALL = [rules.with_options(deal_when=when) for rules in (SMALL_ARABELLA, SMALL_ADELA) for when in (NO_MOVES, ANY_TIME)]
TWINS = [
    replace(
        SMALL_ADELA,
        name="Small Adela with two decks",
        decks=2,
        piles=SMALL_ADELA.of_kind("stock")
        + tuple(replace(group, count=2 * group.count) for group in SMALL_ADELA.of_kind("foundation"))
        + (tableau(3, build=UP_IN_SUIT_AROUND, travels=UP_IN_SUIT_AROUND, fills=True),),
    ).with_options(deal_when=ANY_TIME),
    Rules(
        name="Castle with two decks",
        decks=2,
        piles=(foundations(8, starts_with=ACE), tableau(4, build=DOWN_IN_SUIT, travels=DOWN_IN_SUIT)),
    ),
]
"""Pages on which a card's twin may be in its way."""
NARROW = Rules(
    name="Narrow",
    decks=1,
    piles=(foundations(4, starts_with=ACE), tableau(3, build=DOWN_IN_SUIT, travels=DOWN_IN_SUIT)),
)


def refute_jams(rules: Rules, compiled: bool, deals: int) -> int:
    """Look for a position on a winning line that is called lost: each of them can be won. Tells how many there were."""
    kernel, looked_at = load(compiled), 0
    for number in range(1, deals + 1):
        position = Position.dealt(rules, number)
        states = States(position, kernel)
        for move in solve(position, nodes=20_000, compiled=compiled).line:
            assert not states.is_hopeless(states.of(position)), position.to_text()
            position = position.after(move)
            looked_at += 1
    return looked_at


@pytest.mark.parametrize("rules", BUILDING[1:], ids=repr)
def test_no_position_on_a_winning_line_is_called_jammed(rules: Rules) -> None:
    assert refute_jams(rules, False, 2) > 200


@pytest.mark.browser
@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
@pytest.mark.parametrize("rules", BUILDING, ids=repr)
def test_none_of_thousands_of_positions_on_winning_lines_is_called_jammed(rules: Rules) -> None:
    assert refute_jams(rules, True, 30) > 4_000


@pytest.mark.parametrize("rules", SMALL, ids=repr)
def test_what_is_called_jammed_is_lost_by_a_plain_recursion(rules: Rules) -> None:
    kernel = load(False)
    answers = [answer for position, answer in small_endings(rules, 24, 160) if is_hopeless(position, kernel)]
    assert len(answers) > 3
    assert not any(answers)


@pytest.mark.parametrize("rules", TWINS, ids=repr)
def test_cards_that_meet_their_twins_are_called_jammed_only_where_all_is_lost(rules: Rules) -> None:
    rng, kernel, jammed = random.Random(f"{rules!r} twins"), load(False), 0
    for _ in range(800):
        position = played_at_random(one_suit_taken_back(rules, rng), rng, rng.randrange(6))
        if position.status == "playing" and is_hopeless(position, kernel):
            assert solve(position, compiled=False, proofs=False).verdict == "lost", position.to_text()
            jammed += 1
    assert jammed > 15


def one_suit_taken_back(rules: Rules, rng: random.Random) -> Position:
    """Some cards of a suit in the tableau and the stock in any order, the lower ones up."""
    piles = {name: list(pile) for name, pile in all_up(rules).items()}
    suit = rng.choice(list(Suit))
    columns = [name for name, pile in piles.items() if pile[0].suit == suit]
    opened = [name for name in columns if name[0] in {group.letter for group in rules.groups if group.opened_by}]
    taken = [piles.pop(name)[0] for name in opened]
    while len(taken) < rng.randrange(10, 22):
        pile = piles[rng.choice([name for name in columns if len(piles.get(name, ())) > 1])]
        taken.append(pile.pop())
    rng.shuffle(taken)
    tops = [name for group in rules.of_kind("tableau") for name in group.names]
    for number, name in enumerate(
        [*tops, *rng.choices([*tops, *(["S"] if rules.of_kind("stock") else [])], k=len(taken) - len(tops))]
    ):
        piles.setdefault(name, []).append(taken[number])
    return Position.of(rules, piles)


HELD_FAST = """Narrow
F1: AC..4C
F2: AS..4S
F3: AH..JH
F4: AD..KD
T1: 5C 6S KH
T2: 5S 6C QH
T3: 7S 7C 8S 8C 9S 9C TS TC JS JC QS QC KS KC
"""


def test_piles_that_hold_each_other_fast_are_found() -> None:
    """The 5s lie under 6s, and these wait for the 5s or for 7s under a king that nothing carries."""
    position = Position.from_text(HELD_FAST, rules=NARROW)
    solution = solve(position, compiled=False)
    assert position.legal_moves
    assert (solution.verdict, solution.proof, solution.states) == ("lost", "jammed", 0)
    assert str(solution).startswith("cannot be won any more: some card can never leave its place")
    assert solve(position, compiled=False, proofs=False).proof == "exhausted"
    freed = Position.from_text(HELD_FAST.replace("5C 6S KH", "5C KH").replace("6C QH", "6S 6C QH"), rules=NARROW)
    assert not is_hopeless(freed, load(False))


BARE_AGAIN = """Castle with two decks
F1: AC..KC
F2: AC..KC
F3: AS..KS
F4: AS..KS
F5: AH
F6: AH..5H
F7: AD..KD
F8: AD..KD
T1: 7H 4H QH TH..8H
T2: 9H TH 6H JH QH JH
T3: 6H 2H KH KH
T4: 7H 5H 8H 3H
"""


def test_a_card_that_left_in_the_middle_of_a_run_may_be_bare_later() -> None:
    """The queen and the jack of T2 go on a king; the jack goes on the other queen, and the queen is bare."""
    position = Position.from_text(BARE_AGAIN, rules=TWINS[1])
    assert not is_hopeless(position, load(False))
    assert solve(position, compiled=False).verdict == "won"
