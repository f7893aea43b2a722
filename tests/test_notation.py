"""Positions and games as text, both ways: what is read, what is refused and where, what comes back."""

import contextlib
import pickle
import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire_widget.cards import Card, NotationError, SolitaireError, decks
from solitaire_widget.game import Game
from solitaire_widget.games import ADELA, ARABELLA, AULD_LANG_SYNE
from solitaire_widget.notation import WIDTH, TextError, read_game, read_position, write_game, write_position
from solitaire_widget.position import Position
from solitaire_widget.rules import Option, Rules, foundations, stock, tableau, waste
from tests.boards import VARIANTS, WINS
from tests.test_fourth_game import FREECELL, KLONDIKE

REDEALT = AULD_LANG_SYNE.with_options(foundations="by suit", redeals=2)
NINE_DECKS = Rules(name="Nine Decks", decks=9, piles=(tableau(3, dealt=156),))
ALL = (*VARIANTS, REDEALT.with_options(redeals=9, deal_when="any time"), KLONDIKE, FREECELL)


def played(rules: Rules, number: int, moves: int) -> Game:
    rng = random.Random(number)
    game = Game(rules, deal=number)
    while len(game.moves) < moves and game.legal_moves:
        game.play(rng.choice(game.legal_moves))
    return game


def reading(text: object, rules: Rules | None = None) -> TextError:
    """The complaint about a text: a game where it has a head, else a position."""
    read = read_game if str(text).startswith("Game:") else read_position
    with pytest.raises(TextError) as caught:
        read(text, rules)  # type: ignore[arg-type]
    return caught.value


# -- positions come back -----------------------------------------------------------------------------------


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(ALL), st.integers(1, 10**9), st.integers(0, 250))
def test_every_position_of_every_game_comes_back_equal(rules: Rules, number: int, moves: int) -> None:
    position = played(rules, number, moves).position
    text = write_position(position)
    back = read_position(text, rules if rules in (KLONDIKE, FREECELL) else None)
    assert back == position
    assert back.rules == rules
    assert back.legal_moves == position.legal_moves
    assert [back.face_down(name) for name in back] == [position.face_down(name) for name in position]
    assert write_position(back) == text
    assert max(map(len, text.splitlines())) <= WIDTH


def test_face_down_cards_redeals_and_the_number_they_shuffle_by_come_back() -> None:
    klondike = Position.dealt(KLONDIKE, 7)
    while not klondike.redealt:
        klondike = klondike.after("deal")
    shuffled = Position.dealt(REDEALT, 77)
    while shuffled.redealt < 2:
        shuffled = shuffled.after(shuffled.legal_moves[0])
    for position, says in ((klondike, "redealt: 1"), (shuffled, "redealt: 2\ndeal: 77")):
        assert write_position(position).endswith(says)
        assert read_position(write_position(position), position.rules) == position
    assert re.search(r"^T3: \(\w\w \w\w\) \w\w$", write_position(klondike), re.MULTILINE)
    assert "deal:" not in write_position(Position.of(REDEALT, T1="9H"))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([ARABELLA, ADELA, NINE_DECKS]), st.randoms(use_true_random=False), st.integers(1, 200))
def test_twins_come_back_and_no_digit_is_written_in_vain(rules: Rules, rng: random.Random, count: int) -> None:
    faces = rng.sample(range(52), rng.choice([1, 2, 6]))
    cards = [card for card in decks(rules.decks) if card.face in faces]
    rng.shuffle(cards)
    piles: dict[str, list[Card]] = {"T1": [], "T2": [], "T3": []}
    for card in cards[:count]:
        rng.choice(list(piles.values())).append(card)
    position = Position.of(rules, piles)
    text = write_position(position)
    assert read_position(text, rules) == position
    for digit in re.finditer(r"(?<![.])\b([A-Z0-9]{2})[1-9](?![.\w])", text):
        assert read_position(text[: digit.end(1)] + text[digit.end() :], rules) != position


def test_a_position_is_short() -> None:
    position = Position.of(
        ARABELLA, F1="AH 2H 3H 4H 5H 6H 7H", F2="AH2 2H2 3H2", T1="KC QD JD TD 9D 8C", T2="QD", T3="JH3 QH KH"
    )
    assert write_position(position).splitlines() == [
        "Arabella",
        "F1: AH..7H",
        "F2: AH..3H",
        "T1: KC QD..9D 8C",
        "T2: QD",
        "T3: JH3 QH KH",
    ]


def test_plain_text_means_what_it_means_to_lay_piles_out_by_hand() -> None:
    piles = {"T1": "8C 9C", "T2": "8C", "J1": "JC TC 9C", "S": "KH KH"}
    text = "\n".join(["Adela", *(f"{name}: {cards}" for name, cards in reversed(piles.items()))])
    assert read_position(text) == Position.of(ADELA, piles)


@pytest.mark.parametrize(
    "text",
    [
        "adela\nt1: 8c 9♣\nT2: 10♥\nJ1: jh..9h",
        "\n\n   ADELA   # a lesson\n\n ; first this\n\tJ1 : JH…9H\n  T2:TH;then that\n  T1: 8C, 9C,\n",
        "Adela\r\nT1: 8C\r\n+ 9C\r\n\r\nT2: 10h\r\n+\r\nJ1: JH\r\n+ TH 9H",
        "Adela\rJ1: JH...9H\rT2: T♡\rT1: 8C\N{NO-BREAK SPACE}9C\rT3:",
        "\ufeffAdela, deal_when=no moves\nT1: () 8C 9C\nT2: 10H2\nJ1: JH1..9H1",
        "ADELA, Deal_When = No  Moves,\nT1: 8C1 9C\nT2: TH\nJ1: JH TH1 9H\n\n",
    ],
    ids=range(6),
)
def test_a_text_may_be_written_in_many_ways(text: str) -> None:
    assert read_position(text) == Position.of(ADELA, J1="JH TH 9H", T1="8C 9C", T2="TH")


def test_a_written_digit_goes_before_one_that_is_left_out() -> None:
    position = read_position("Arabella\nT1: 9H\nT2: 9H1\nT3: 9H")
    assert [position[name][0].deck for name in ("T1", "T2", "T3")] == [2, 1, 3]
    assert read_position(write_position(position)) == position


def test_only_the_name_is_an_empty_board() -> None:
    assert read_position("Adela") == Position.of(ADELA)
    assert write_position(Position.of(ADELA)) == "Adela"


def test_somebody_elses_game_is_read_with_its_rules() -> None:
    position = read_position("Klondike\nT1: (9H 8C 2D..4D) 7D", KLONDIKE)
    assert position.face_down("T1") == 5
    assert read_position("T1: (9H 8C 2D..4D) 7D", KLONDIKE) == position
    assert read_position("t1: 9C", ADELA) == read_position("Adela\nT1: 9C")
    assert read_position("C2: 5H\nT1: 9C", FREECELL)["C2"] == (Card("5H"),)
    odd = Rules(
        name="Odd; game #9, or = so",
        decks=1,
        piles=(stock(turns=1), foundations(1), tableau(2)),
        options=(Option("odd_ends", "S.redeals", {"a, b; #c=d": 7, "plain": 0}, "plain", "GE-5", "{value}"),),
    )
    for rules in (odd, odd.with_options(odd_ends="a, b; #c=d", deal_when="no moves")):
        game = Game(rules, deal=5)
        assert read_position(write_position(game.position), odd) == game.position
        assert read_game(write_game(game), odd) == game


def test_a_foundation_may_begin_with_the_card_that_is_dealt_to_it() -> None:
    begun = replace(foundations(2), dealt=(1, 1))
    rules = Rules(name="Begun", decks=1, piles=(stock(turns=1), waste(), begun, tableau(3)))
    position = Position.dealt(rules, 7)
    assert read_position(write_position(position), rules) == position
    assert read_position("F1: 7H..9H", rules)["F1"][-1] is Card("9H")
    assert "9♥ does not go on 7♥ in F1" in str(reading("F1: 7H 9H", rules))


def test_rules_that_are_given_keep_their_options_unless_the_text_says_more() -> None:
    asked = ADELA.with_options(deal_when="any time")
    assert read_position("Adela", asked).rules == asked
    assert read_position("Adela, deal_when=no moves", asked).rules == ADELA
    assert read_game("Deal: 7", asked).rules == asked


# -- positions that are refused ----------------------------------------------------------------------------

CARD = "a card such as 9H or a range such as AH..7H"
RANGE = "two ranks of one suit, and one deck, as in AH..7H"
NAME = "the name of a game, such as Adela"
LINE = "a pile, a colon and cards, as in T1: 8C 9C"


@pytest.mark.parametrize(
    ("text", "line", "column", "what", "expected"),
    [
        ("", 1, 1, "the text is empty", NAME),
        (" \n; no more than this\n", 1, 1, "the text is empty", NAME),
        ("\n  Arabela\nT1: 9H", 2, 3, 'no game "Arabela": did you mean Arabella or Adela?', NAME),
        ("T1: 9H", 1, 1, 'no game "T1: 9H"', NAME),
        ("x" * 101, 1, 1, "is no game's name", NAME),
        ("Adela\nT1: 8C 1X", 2, 8, '"1X" is no card', CARD),
        ("Adela\nT1: 8C\n  T2:  9C ,1H2x", 3, 12, '"1H2x" is no card', CARD),
        ("Adela\nT1: 8C\n+ 9C XX", 3, 6, '"XX" is no card', CARD),
        ("Adela\nT1: 8C 9 C", 2, 8, '"9" is no card', CARD),
        ("Adela\nT1: ..", 2, 5, '"" is no card', CARD),
        ("Adela\nT1: AH..", 2, 5, '"" is no card', CARD),
        ("Adela\nT1: AH..7X", 2, 5, '"7X" is no card', CARD),
        ("Adela\nT1: 5C AH..7S", 2, 8, '"AH..7S" is no range', RANGE),
        ("Adela\nT1: AH..AH", 2, 5, '"AH..AH" is no range', RANGE),
        ("Adela\nT1: AH..3H..5H", 2, 5, '"AH..3H..5H" is no range', RANGE),
        ("Adela\nT1: AH2..3H", 2, 5, '"AH2..3H" is a range over two decks', RANGE),
        ("Adela\nT1: AH..3H1", 2, 5, '"AH..3H1" is a range over two decks', RANGE),
        ("Adela\nT1: 9H\nT2: 9H 8C 9H", 3, 11, "9♥ is there too often", "at most 2 of it in Adela"),
        ("Adela\nS: AH..KH AH..KH\nT1: 2C 9H", 3, 8, "9♥ is there too often", "at most 2 of it in Adela"),
        ("Adela\nT1: 9H2\nT2: 9H2", 3, 5, "9H2 is there already, in line 2, column 5", "the 9♥ of another deck"),
        ("Adela\nT1: 9H3", 2, 5, "Adela has no deck 3", "a digit from 1 to 2"),
        ("Auld Lang Syne\nT1: 9H2", 2, 5, "Auld Lang Syne has no deck 2", "no digit"),
        ("Adela\nT1 8C 9C", 2, 1, '"T1 8C 9C" has no colon', LINE),
        ("Adela\nT1: 8C\n\n  9C # there", 4, 3, '"9C" has no colon', LINE),
        ("Adela\nT10: 8C", 2, 1, 'no pile "T10": Adela has S, K1 to K8, J1 to J8,', "a pile of the game"),
        ("Adela\n W : 8C", 2, 2, 'no pile "W"', "a pile of the game"),
        ("Adela\n: 8C", 2, 1, 'no pile ""', "a pile of the game"),
        ("Adela\nT1: 8C\nT2:\nt1: 9C", 4, 1, "T1 is there twice, first in line 2", "each name once"),
        ("Adela\n+ 8C", 2, 1, "there is no line above to go on with", "a name and a colon"),
        ("Adela, redeals=1", 1, 8, 'Adela has no option "redeals"', "deal_when"),
        ("Auld Lang Syne, deals=1", 1, 17, "no option", "deal_when, foundations or redeals"),
        ("Adela, deal_when= never", 1, 19, '"never" is no choice for deal_when', "any time or no moves"),
        ("Adela, deal_when=any time, so", 1, 28, '"so" is no option', "a name and a value, as in deal_when=any time"),
        ("Adela, deal_when=any time, deal_when=any time", 1, 28, "deal_when is there twice", "each option once"),
        ("Adela deal_when=any time", 1, 1, 'no game "Adela deal_when=any time"', NAME),
        ("Adela\nT1: (8C 9C", 2, 5, "the bracket is never closed", "a ) behind the face-down cards"),
        ("Adela\nT1: 8C 9C)", 2, 10, "a bracket is closed that was not opened", "a card"),
        (
            "Adela\nT1: (8C (9C)) 2H",
            2,
            9,
            "a bracket in a bracket",
            "one pair of brackets around all cards that lie fa",
        ),
        ("Adela\nT1: 2H (8C) 9C", 2, 8, "a face-down card above a face-up one", "the face-down cards first"),
        ("Adela\nT1: (8C 9C)", 2, 9, "the top card of T1 is face down", "a top card outside the brackets"),
        ("Adela\nS: (8C) 9C", 2, 4, "the stock is face down as it is", "cards without brackets"),
        ("Adela\nJ1: (JC) TC", 2, 5, "every card of a middle space lies face up in Adela", "cards without brackets"),
        ("Arabella\nW: (JC) TC", 2, 4, "every card of a waste lies face up", "cards without brackets"),
        ("Adela\nJ1: JH TH 8H", 2, 11, "8♥ does not go on 10♥ in J1", "the next card down in suit"),
        ("Adela\nJ1: JH TC", 2, 8, "10♣ does not go on J♥ in J1", "the next card down in suit"),
        ("Adela\nJ1: 9H", 2, 5, "9♥ does not start J1", "a jack"),
        ("Arabella\nF1: 2H 3H", 2, 5, "2♥ does not start F1", "an ace"),
        ("Auld Lang Syne\nF1: AH 2C 4D", 2, 11, "4♦ does not go on 2♣", "the next card up whatever the suit"),
        ("Adela\nK1: KH", 2, 5, "K1 is shut", "a card on J1 too"),
        ("Adela\nQ8: QH\nJ8: JC", 2, 5, "Q♥ does not start Q8", "a card of clubs, as on J8"),
        ("Adela, deal_when\nT1: 9H", 1, 8, '"deal_when" is no option', "a name and a value, as in deal_when=any time"),
        ("Adela\nK1: KH KH\nJ1: JH", 2, 8, "K1 is full", "at most 1 card there"),
        ("Adela\nredealt: 1", 2, 1, "Adela has no redeal", "no such line"),
        ("Adela\ndeal: 7", 2, 1, "no redeal of Adela shuffles", "no such line"),
        ("Adela\ndeal: seven", 2, 7, '"seven" is no deal number', "a whole number from 1 to 99999999999999999999"),
        ("Adela\ndeal:", 2, 1, 'nothing is said of "deal"', "a whole number from 1 to 99999999999999999999"),
        ("Auld Lang Syne, redeals=2\nredealt: 3", 2, 10, 'cannot go back "3" times', "a number from 0 to 2"),
        ("Auld Lang Syne, redeals=2\nredealt: -1", 2, 10, 'cannot go back "-1" times', "a number from 0 to 2"),
        ("Auld Lang Syne, redeals=2\nRedealt:\n", 2, 1, 'nothing is said of "Redealt"', "a number from 0 to 2"),
        ("Auld Lang Syne, redeals=2\ndeal: 7\n+ 8", 3, 3, '"deal" does not go on here', "no line that begins with +"),
        (None, 1, 1, "a position is given as None", "its text"),
        (b"Adela", 1, 1, "a position is given as a value of type bytes", "its text"),
        ("Adela\n" + "\n" * 1_000_000, 1, 1, "the text has 1,000,006 characters", "a position of at most 100,000"),
        ("Adela\n" + "\n" * 50_000, 1, 1, "the text has 50,001 lines", "a position on at most 10,000"),
        ("\0\1\2", 1, 1, "no game", NAME),
        (
            "Adela\nT1: " + "(" * 99_000,
            2,
            6,
            "a bracket in a bracket",
            "one pair of brackets around all cards that lie",
        ),
        ("Adela\nT1: " + "AH..KH " * 14_000, 2, 19, "A♥ is there too often", "at most 2 of it in Adela"),
    ],
    ids=range(67),
)
def test_a_position_is_refused_with_the_place(text: object, line: int, column: int, what: str, expected: str) -> None:
    error = reading(text)
    assert (error.line, error.column) == (line, column)
    assert error.expected.startswith(expected)
    assert str(error).startswith(f"line {line}, column {column}: ")
    assert what in str(error)
    assert error.expected in str(error) or "no game" in what or "no pile" in what
    assert len(str(error)) < 300
    assert "\n" not in str(error)


def test_other_games_have_their_own_mistakes() -> None:
    for text, rules, place, what in [
        ("C1: 5H 6H", FREECELL, (1, 8), "C1 is full"),
        ("S: 5H", FREECELL, (1, 1), "no game|of .S: 5H., the rules are of FreeCell"),
        ("FreeCell\nS: 5H", FREECELL, (2, 1), 'no pile "S"'),
        ("Klondike\nT1: 5H", FREECELL, (1, 1), 'the text is of "Klondike", the rules are of FreeCell'),
        ("FreeCell, deal_when=any time", FREECELL, (1, 11), "has no option .*; expected no option"),
    ]:
        error = reading(text, rules)
        assert (error.line, error.column) == place
        assert re.search(what, str(error))
    with pytest.raises(SolitaireError, match="no game 5"):
        read_position("Adela", 5)  # type: ignore[arg-type]


def test_the_complaint_is_a_notation_error_and_travels() -> None:
    error = reading("Adela\nT1: 9H 1X")
    assert isinstance(error, NotationError)
    assert str(error) == 'line 2, column 8: "1X" is no card; expected ' + CARD
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.column, again.expected) == (str(error), 2, 8, CARD)


# -- games come back ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WINS)
def test_every_win_converts_and_replays(name: str) -> None:
    for win in WINS[name]:
        game = Game(name, deal=win["deal"])
        for move in win["moves"]:
            game.play(move)
        text = write_game(game)
        assert f"Result: won, {len(win['moves'])} moves\n" in text
        assert max(map(len, text.splitlines())) <= WIDTH
        assert read_game(text) == game
        by_hand = f"Game: {name}\nDeal: {win['deal']}\nResult: won\n\n" + "\n".join(win["moves"])
        assert read_game(by_hand) == game
        assert read_game(by_hand.replace("\n", ", ").replace(", ", "\n", 4)) == game


def test_a_win_that_was_tampered_with_is_found_out() -> None:
    text = write_game(read_game(f"Game: Adela\nDeal: 7\n{' '.join(WINS['adela'][1]['moves'])}"))
    lines = text.splitlines()
    assert reading("\n".join(lines[:-1])).line == 3
    for number in range(5, len(lines)):
        without_a_line = reading("\n".join(lines[:number] + lines[number + 1 :])) if number + 1 < len(lines) else None
        if without_a_line:
            assert (without_a_line.line, without_a_line.column) == (number + 1, 1)
            assert "the move that comes next is number" in str(without_a_line)
    deal = next(number for number, line in enumerate(lines) if "deal" in line and number > 6)
    column = lines[deal].index("deal") + 1
    early = reading("\n".join([*lines[:deal], lines[deal].replace("deal", "T1-K8", 1), *lines[deal + 1 :]]))
    first = int(lines[deal].split(".")[0])
    ply = first + len(lines[deal][: column - 1].split()) - 1
    assert (early.line, early.column) == (deal + 1, column)
    assert re.match(rf"line {deal + 1}, column {column}: move {ply}: .* \[AD-[0-9]+\]$", str(early))


WORDS = st.text(min_size=1, max_size=500).filter(lambda text: text.isprintable() and text == text.strip())
NAMES = WORDS.filter(lambda text: len(text) <= 40 and not set("[]") & set(text) and not text.isdigit())


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ALL), st.integers(1, 10**9), st.integers(0, 120), st.booleans(), st.data())
def test_every_game_comes_back_with_comments_and_bookmarks(
    rules: Rules, number: int, moves: int, anew: bool, data: st.DataObject
) -> None:
    game = played(rules, number, moves)
    if anew:
        game = Game(position=game.position)
        for _ in range(12):
            if game.legal_moves:
                game.play(game.legal_moves[-1])
    plies = st.integers(0, len(game.moves))
    for ply, text in data.draw(st.dictionaries(plies, WORDS, max_size=4)).items():
        game.comment(text, ply)
    for name, ply in data.draw(st.dictionaries(NAMES, plies, max_size=4)).items():
        game.bookmark(name, ply)
    text = write_game(game)
    back = read_game(text, rules if rules in (KLONDIKE, FREECELL) else None)
    assert back == game
    assert write_game(back) == text
    assert read_game(text.replace("\n", "\r\n"), rules) == game


def test_a_game_from_a_deck_comes_back() -> None:
    for rules in (ARABELLA, AULD_LANG_SYNE, ADELA):
        cards = list(decks(rules.decks))
        random.Random(5).shuffle(cards)
        game = Game(rules, deck=cards)
        game.play(game.legal_moves[0])
        assert read_game(write_game(game)) == game


def test_undone_moves_are_left_out() -> None:
    game = played(ADELA, 7, 9)
    whole = write_game(game)
    game.comment("undone below", 9)
    game.bookmark("later", 8)
    game.go_to(5)
    text = write_game(game)
    assert "undone" not in text
    assert "later" not in text
    game.go_to(9)
    assert write_game(game) != whole
    back = read_game(text)
    assert (back.moves, back.undone) == (game.moves[:5], ())


def test_a_game_reads_well() -> None:
    game = Game("auld lang syne", deal=2026, redeals=1)
    game.comment("A long comment goes on below, so that no mail program breaks it where it likes.  Two spaces stay.")
    game.bookmark("start")
    for _ in range(14):
        game.play(game.legal_moves[0])
    game.bookmark("middle", 3)
    game.bookmark("c", 3)
    game.comment("so far", 12)
    assert write_game(game) == (
        "Game: Auld Lang Syne\n"
        "Deal: 2026\n"
        "Options: redeals=1\n"
        "Result: playing, 14 moves\n"
        "\n"
        "[start] ; A long comment goes on below, so that no mail program breaks\n"
        "; it where it likes.  Two spaces stay.\n"
        + " ".join(["1.", *map(short, game.moves[:3]), "[middle] [c]", *map(short, game.moves[3:10])])
        + "\n"
        + " ".join(["11.", *map(short, game.moves[10:12]), "; so far\n13.", *map(short, game.moves[12:])])
    )


def short(move: object) -> str:
    return str(move).replace(" 1", "").replace(" ", "-")


def test_long_words_and_long_names_come_back() -> None:
    game = played(ARABELLA, 1, 30)
    game.comment("x" * 500, 0)
    game.comment(f"; # [ ] {'y' * 90} ;", 7)
    game.comment("z" * 65, 8)
    game.bookmark("a;b#c:d, 7. T1-T2 deal", 7)
    assert read_game(write_game(game)) == game
    assert "; " + "z" * 65 in write_game(game).splitlines()


@pytest.mark.parametrize("before", range(50, 75))
def test_a_comment_is_broken_at_a_lone_space_only(before: int) -> None:
    game = Game("adela", deal=7)
    game.comment(f"{'x' * before}  {'y' * 10}   z {'w' * 60}  v")
    assert read_game(write_game(game)) == game


@pytest.mark.parametrize(
    "moves",
    [
        "T12 T8 1\nT7 T3 1 T13 T3\ndeal",
        "1. T12-T8x1, 2. T7-T3, 3. T13-T3, 4. deal",
        "1.T12->T8 2.t7 – t3 3. T13 > T3 x 1 4.DEAL",
        "\t1. T12—T8 T7→T3\n\n\n# two more\n3. T13-T3 #well\n   4. Deal",
        "T12 T8 1 2. T7 T3 1 3. T13 T3 4. deal",
    ],
    ids=range(5),
)
def test_moves_may_be_written_in_many_ways(moves: str) -> None:
    game = Game("arabella", deal=1)
    for move in ("T12 T8 1", "T7 T3 1", "T13 T3 1", "deal"):
        game.play(move)
    assert read_game(f"Game: Arabella\nDeal: 1\n\n{moves}") == game
    assert read_game(f"\ufeffDeal: 1\nGame: Arabella\n{moves}") == game
    assert read_game(f"\n\n  deal: 1   ; of the day\n\n  GAME : arabella\n{moves}\n") == game


def test_comments_belong_to_the_move_before_them() -> None:
    game = read_game(
        "; of no account\nGame: Arabella ; nor this\nDeal: 1 # nor this\n; a\n\n;b\n"
        "[x]1. deal[y] ;c\n;\n;  d  \n# e\ndeal"
    )
    assert dict(game.comments) == {0: "a b", 1: "c d"}
    assert dict(game.bookmarks) == {"x": 0, "y": 1}
    assert len(game.moves) == 2


# -- games that are refused --------------------------------------------------------------------------------

MOVE = "a move such as T5-T9x3 or deal"
START = "Game: Arabella\nDeal: 1\n\n"
HEADS = "one of Game, Deal, Deck, Options, Result, Position"
DECK = " ".join(card.id for card in decks(3))


@pytest.mark.parametrize(
    ("text", "line", "column", "what", "expected"),
    [
        (
            START + "1. T12-T8 T7-F1",
            4,
            11,
            "move 2: J♥ does not go on the empty F1: only an ace starts a foundation. [AR-5]",
            "a legal move",
        ),
        (START + "1. T12-T8\n2. T12-T8x2", 5, 4, "move 2:", "a legal move"),
        (START + "1. T12-T8\n  2. T14-T1", 5, 6, 'move 2: no pile "T14": Arabella has', "a legal move"),
        (START + "T12-T8x0", 4, 1, "move 1: no move", "a legal move"),
        (START + "T1-T1", 4, 1, "move 1:", "a legal move"),
        (START + "1. T12-T8 3. T7-T3", 4, 11, "the move that comes next is number 2", "2."),
        (START + "1. T12-T8 2.", 4, 11, 'no move comes after "2."', MOVE),
        (START + "1. T12-T8 hello", 4, 11, '"hello" is no move', MOVE),
        (START + "1. T12-T8 T7", 4, 11, '"T7" is no move', MOVE),
        (START + "1. T12-T8xx", 4, 4, '"T12-T8xx" is no move', MOVE),
        (START + "1. dealt", 4, 4, '"dealt" is no move', MOVE),
        (START + "1 T12-T8", 4, 1, '"1" is no move', MOVE),
        (START + "[open", 4, 1, '"[" is no move', MOVE),
        (START + "]", 4, 1, '"]" is no move', MOVE),
        (START + "deal [a] deal [a]", 4, 16, 'the bookmark "a" is there twice', "another name"),
        (START + "deal []", 4, 7, "is no bookmark", "a bookmark's name"),
        (START + "deal [12]", 4, 7, 'a bookmark cannot be called "12"', "a bookmark's name"),
        (START + f"deal [{'x' * 41}]", 4, 7, "is no bookmark", "a bookmark's name"),
        (START + f"deal ; {'x' * 300}\n; {'x' * 300}", 5, 3, "is no comment", "a comment"),
        (START + "deal ; a\tb", 4, 8, "is no comment", "a comment"),
        (
            "Game: Arabella\nDeal: 1\nResult: won\n\ndeal",
            3,
            9,
            "the game is playing after its last move, not won",
            "pla",
        ),
        (
            "Game: Arabella\nDeal: 1\nResult: Playing, 2 moves\ndeal",
            3,
            9,
            "the text has 1 move, not 2",
            "playing, 1 move",
        ),
        ("Game: Arabella\nDeal: 1\nResult: draw\n\ndeal", 3, 9, '"draw" is no result', "won, lost or playing"),
        ("Game: Arabella\nDeal: 1\nResult:\n\ndeal", 3, 1, 'nothing is said of "Result"', "playing, 1 move"),
        ("Game: Arabela\nDeal: 1", 1, 7, 'no game "Arabela": did you mean', NAME),
        ("Game:\nDeal: 1", 1, 1, 'nothing is said of "Game"', "the name of a game"),
        (
            "Game: Arabella\n\ndeal",
            3,
            1,
            "does not say where the game starts",
            "a line Deal:, Deck: or Position: before",
        ),
        ("Game: Arabella", 2, 1, "does not say where the game starts", "a line Deal:, Deck: or Position: before"),
        ("Game: Arabella\nDeal: 0", 2, 7, '"0" is no deal number', "a whole number from 1"),
        ("Game: Arabella\nDeal: 1\n + 2", 3, 4, '"Deal" does not go on here', "no line that begins with +"),
        ("Game: Arabella\nDeal: 1\nDeck: 9H", 3, 1, "the game starts from its deal", "no deck as well"),
        ("Game: Arabella\nDeal: 1\nDEAL: 1", 3, 1, "DEAL is there twice", "each name once"),
        ("Game: Arabella\nDate: 1", 2, 1, 'no head begins with "Date"', HEADS),
        ("Game: Arabella\nDeal: 1\nT1: 9H", 3, 1, 'no head begins with "T1"', HEADS),
        ("Game: Arabella\nDeal: 1\nOptions: deals=1", 3, 10, 'Arabella has no option "deals"', "deal_when"),
        ("Game: Arabella\nDeck: 9H 8C", 2, 1, "2 cards are no deck: Arabella has 156", "every card of the game"),
        ("Game: Arabella\nDeck:", 2, 1, "0 cards are no deck", "every card of the game"),
        ("Game: Arabella\nDeck: 9H (8C)", 2, 10, "the deck is face down as it is", "cards without brackets"),
        ("Game: Arabella\nDeck: " + DECK + " 9H", 2, 631, "9♥ is there too often", "at most 3 of it in Arabella"),
        ("Game: Arabella\nDeck: 1X", 2, 7, '"1X" is no card', CARD),
        ("Game: Arabella\nPosition: 9H", 2, 11, "a position begins on the next line", "nothing behind the colon"),
        ("Game: Arabella\nPosition:\nT1: 9H\nT99: 8C\n\ndeal", 4, 1, 'no pile "T99"', "a pile of the game"),
        ("Game: Arabella\nPosition:\nT1: 9H\nF1: 8C\n\ndeal", 4, 5, "8♣ does not start F1", "an ace"),
        ("Game: Arabella\nPosition:\nT1: 9H\nResult: won\n\n", 4, 1, "Result stands below the position", "it above"),
        ("Game: Adela\nPosition:\nT1: 9H\nT2: 7H\n\nT1-T2", 6, 1, "move 1: 9♥ does not go on 7♥", "a legal move"),
        ("Game: {}", 1, 7, 'no game "{}"', NAME),
        ("Game: Arabella" + "\n" * 1_000_000, 1, 1, "the text has 1,000,014 characters", "a game of at most 1,000,000"),
        ("Game: Arabella" + "\r" * 900_000, 1, 1, "the text has 900,000 lines", "a game on at most 100,000"),
        (START + "deal" + " " * 900_000 + "!", 4, 900_005, '"!" is no move', MOVE),
        (START + "[" * 900_000, 4, 1, '"[" is no move', MOVE),
        (START + "1" * 900_000, 4, 1, '"111', MOVE),
        (START + "T12" + " " * 900_000, 4, 1, '"T12" is no move', MOVE),
        (START + "deal ; " + "x\n;" * 90_000, 254, 2, "is no comment", "a comment"),
    ],
    ids=range(53),
)
def test_a_game_is_refused_with_the_place(text: str, line: int, column: int, what: str, expected: str) -> None:
    error = reading(text)
    assert (error.line, error.column) == (line, column)
    assert error.expected.startswith(expected)
    assert str(error).startswith(f"line {line}, column {column}: ")
    assert what in str(error)
    assert len(str(error)) < 400
    assert "\n" not in str(error)


def test_a_game_names_itself_unless_its_rules_are_given() -> None:
    for text, place in [("", (1, 1)), ("\n\n  deal", (3, 3)), ("Deal: 7", (1, 1))]:
        with pytest.raises(
            TextError, match="does not say which game it is; expected a line such as Game: Adela"
        ) as told:
            read_game(text)
        assert (told.value.line, told.value.column) == place
    own = played(KLONDIKE, 5, 40)
    with pytest.raises(TextError, match='line 1, column 7: no game "Klondike"'):
        read_game(write_game(own))
    with pytest.raises(TextError, match=r'line 1, column 7: the text is of "Klondike", the rules are of Adela'):
        read_game(write_game(own), ADELA)
    with pytest.raises(TextError, match="a game is given as 5; expected its text"):
        read_game(5)  # type: ignore[arg-type]


def test_a_game_that_goes_on_for_ever_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solitaire_widget.notation.MOST_MOVES", 100)
    text = f"Game: Adela\nPosition:\nT1: 8C 9C\nT3: 8C\n\n{'T1-T3 T3-T1 ' * 50}"
    assert len(read_game(text).moves) == 100
    error = reading(f"{text}T1-T3")
    assert "the game goes on and on; expected at most 100 moves" in str(error)
    assert (error.line, error.column) == (6, 601)


# -- whatever comes ----------------------------------------------------------------------------------------

ODD = st.text(
    st.sampled_from("AT19HCS♥♣dealGmPositnRuOp:;#+.,=()[]-–> \n\r\t\0…\ufeff\ud800\N{LINE SEPARATOR}")
    | st.characters(),
    max_size=60,
)
POSITION = write_position(played(REDEALT, 3, 40).position)
GAME = write_game(played(ADELA, 7, 25))
BEGUN = write_game(Game(position=Position.of(ARABELLA, T1="KH QH", T2="9C", S="2C 3C", F1="AH 2H 3H")))


@settings(max_examples=400, deadline=None)
@given(st.sampled_from([POSITION, GAME, BEGUN, ""]), st.data())
def test_nothing_but_a_sentence_comes_out_of_a_fuzzed_text(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 30)))
        text = text[:start] + data.draw(ODD) + text[end:]
    lines = re.split(r"\r\n?|\n", text)
    for read, write in ((read_position, write_position), (read_game, write_game)):
        told: TextError | None = None
        try:
            found = read(text)  # type: ignore[operator]
        except TextError as error:
            told = error
        if told is None:
            assert read(write(found)) == found  # type: ignore[operator]
        else:
            assert 1 <= told.line <= len(lines) + 1
            assert 1 <= told.column <= max(map(len, lines)) + 1
            assert "\n" not in str(told)


@settings(max_examples=100, deadline=None)
@given(
    st.none() | st.integers() | st.floats() | st.binary() | st.lists(st.text(max_size=5)) | st.text(),
    st.none() | st.sampled_from([ADELA, KLONDIKE]) | st.text(max_size=5) | st.integers(),
)
def test_nothing_but_a_sentence_comes_out_of_wrong_types(text: object, rules: object) -> None:
    for read in (read_position, read_game):
        with contextlib.suppress(SolitaireError):
            read(text, rules)  # type: ignore[arg-type]
