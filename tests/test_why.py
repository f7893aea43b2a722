"""Why a move is allowed or not: every row that forbids something is reached, and nothing ever fails to be explained."""

import random

import pytest

from solitaire_widget import (
    ADELA,
    ALL_RULES,
    ARABELLA,
    AULD_LANG_SYNE,
    DEAL,
    Move,
    NotationError,
    Position,
    Rules,
    UnknownPile,
)
from solitaire_widget.rules import (
    ANY_TIME,
    COMMON_LEDGER,
    DOWN,
    NO_MOVES,
    Option,
    cells,
    foundations,
    read_ledger,
    stock,
    tableau,
    waste,
)
from solitaire_widget.teach.marks import ArrowMark, CardMark, PileMark
from solitaire_widget.teach.why import explain
from tests.boards import VARIANTS, random_positions
from tests.test_fourth_game import FREECELL, KLONDIKE
from tests.test_ledger import REFUSED, UP_TO_8, Refused
from tests.test_marks import fits

# Row by row, a position in which a common row forbids something: the games' own pages cite most of them away.
REFUSED_BY_A_COMMON_ROW = [
    Refused("GE-3", KLONDIKE, {"T1": "9H"}, "T1 W 1", "cannot go to the waste"),
    Refused("GE-4", KLONDIKE, {"S": "9H"}, "S T1 1", "lies in the stock"),
    Refused("GE-5", KLONDIKE, {"T1": "9H"}, "T1 T2 1", "does not go on the empty T2"),
    Refused("GE-5", FREECELL, {"T1": "9H", "C1": "2C"}, "T1 C1 1", "C1 is full"),
    Refused("GE-6", KLONDIKE, {"T1": "9H 8H", "T2": "TC"}, "T1 T2 2", "do not travel together"),
    Refused("GE-7", KLONDIKE, {"F1": "AH"}, "F1 T2 1", "stays on F1"),
    Refused("GE-8", KLONDIKE, {"F1": UP_TO_8, "T2": "TH 9C"}, "T2 F1 2", "Only 9♣ can go to F1"),
    Refused("GE-9", FREECELL, {"T1": "9H"}, "deal", "has no stock"),
]
TABLE = [*REFUSED, *REFUSED_BY_A_COMMON_ROW]

# The rows that forbid nothing: they lay out, allow, name, or say how a game ends.
FORBID_NOTHING = {
    *("AR-1", "AR-2", "AR-3", "AR-4", "AR-15", "AR-16", "AR-17", "AR-18"),
    *("AL-2", "AL-3", "AL-12", "AL-13", "AL-15"),
    *("AD-1", "AD-2", "AD-3", "AD-14", "AD-16", "AD-17", "AD-19", "AD-20"),
    "OP-2",
}


def test_every_row_that_can_forbid_something_is_in_the_table() -> None:
    rows = {row.id for rules in ALL_RULES for row in (*rules.ledger, *COMMON_LEDGER)}
    assert {case.rule for case in TABLE} == rows - FORBID_NOTHING
    assert rows >= FORBID_NOTHING


@pytest.mark.parametrize("case", TABLE, ids=lambda c: f"{c.rule} {c.move}")
def test_every_row_that_forbids_something_is_reached_by_a_refusal_and_by_why(case: Refused) -> None:
    position = Position.of(case.rules, case.piles)
    refusal = position.refusal(case.move)
    told = explain(position, case.move)
    assert refusal is not None
    assert refusal.rule == case.rule
    assert told.legal is False
    assert told.rules == (case.rule,)
    assert told.sentences[0] == refusal.sentence
    assert case.says in str(told)
    assert f"[{case.rule}]" in str(told)
    assert fits(position, told.marks.notes(position))


@pytest.mark.parametrize("rules", [*VARIANTS, KLONDIKE, FREECELL], ids=repr)
def test_any_question_in_any_position_is_answered(rules: Rules) -> None:
    rng = random.Random(f"why {rules!r}")
    for position in random_positions(rules, 12, seed=7):
        names = tuple(position)
        odd = [
            Move(rng.choice(names), rng.choice(names), rng.choice((1, 1, 1, 2, 3, rng.randrange(1, 40))))
            for _ in range(60)
        ]
        for move in (DEAL, *position.legal_moves, *odd):
            told = explain(position, move)
            assert told.legal is (position.refusal(move) is None), move
            assert told.legal is (move in position.legal_moves), move
            assert 1 <= len(told.sentences) <= 3, told
            for sentence in told.sentences:
                assert sentence == sentence.strip()
                assert sentence.endswith("."), sentence
                assert ".." not in sentence
                assert not sentence[0].islower(), sentence
            assert told.rules, move
            assert set(told.rules) <= rules.rows.keys()
            assert len(set(told.rules)) == len(told.rules)
            assert fits(position, told.marks.notes(position))
            assert told.marks.caption == " ".join(told.sentences)
            assert (told.move, told.position) == (move, position)


@pytest.mark.parametrize("rules", [*VARIANTS, KLONDIKE], ids=repr)
def test_no_card_that_lies_face_down_is_named(rules: Rules) -> None:
    """What an answer says and marks is the same, whatever the cards are that nobody can see."""
    rng = random.Random(f"hidden {rules!r}")
    for position in random_positions(rules, 5, seed=9):
        places = [(name, place) for name in position for place in range(position.face_down(name))]
        cards = [position[name][place] for name, place in places]
        rng.shuffle(cards)
        piles = {name: list(position[name]) for name in position}
        for (name, place), card in zip(places, cards, strict=True):
            piles[name][place] = card
        hidden = tuple(position.face_down(name) if name != "S" else 0 for name in position)
        other = Position(rules, tuple(map(tuple, piles.values())), hidden, position.redealt, 1)
        for move in (
            DEAL,
            *position.legal_moves,
            *(Move(n, m) for n in position for m in rng.choices(list(piles), k=3)),
        ):
            one, two = explain(position, move), explain(other, move)
            assert str(one) == str(two)
            assert one.marks == two.marks


@pytest.mark.parametrize("text", ["", "nonsense", "T1", "T1 T2 0", "T1 T2 -3", "x" * 5000, None, 5, ("T1", "T2", 0)])
def test_a_text_that_is_no_move_is_told_as_ever(text: object) -> None:
    with pytest.raises(NotationError, match="no move"):
        explain(Position.dealt(ADELA, 1), text)  # type: ignore[arg-type]


@pytest.mark.parametrize("move", ["T1 T10", "X1 T1", "T99 S 3", "Z Z"])
def test_an_unknown_pile_is_told_as_ever(move: str) -> None:
    with pytest.raises(UnknownPile, match="no pile"):
        explain(Position.dealt(ADELA, 1), move)


# -- what is said -------------------------------------------------------------------------------------------


def said(rules: Rules, piles: dict[str, str], move: str) -> list[str]:
    return list(explain(Position.of(rules, piles), move).sentences)


@pytest.mark.parametrize(
    ("rules", "piles", "move", "says"),
    [
        (ARABELLA, {"T1": "9H", "T2": "JC", "T3": "TS"}, "T1 T2 1", ["T2 takes any 10 now.", "9♥ can go to T3."]),
        (ARABELLA, {"T1": "9H", "F1": "AS"}, "T1 F1 1", ["F1 takes 2♠ now.", "No pile takes 9♥ now."]),
        (ARABELLA, {"T1": "QH", "T3": "KS"}, "T1 T2 1", ["T2 takes any king now.", "Q♥ can go to T3."]),
        (ARABELLA, {"T1": "9H 8C", "T2": "TH"}, "T1 T2 2", ["The run breaks between 9♥ and 8♣: only 8♣ may travel."]),
        (
            ARABELLA,
            {"T1": "5S 9H 8H", "T2": "TH"},
            "T1 T2 3",
            ["The run breaks between 5♠ and 9♥: 9♥ and 8♥ may travel together.", "9♥ and 8♥ can go to T2."],
        ),
        (ARABELLA, {"W": "9H 8H", "T1": "9C"}, "W T1 2", ["Only the top card, 8♥, may leave W.", "8♥ can go to T1."]),
        (ARABELLA, {"T1": "9H 8H"}, "T1 T2 5", ["At most 9♥ and 8♥ may travel together from T1."]),
        (ARABELLA, {"S": "9H"}, "S T1 1", ["A tap on the stock deals, which is allowed now."]),
        (ARABELLA, {"W": "9H 8H"}, "deal", ["No move is left: the game is lost."]),
        (AULD_LANG_SYNE, {"F1": "AC", "T1": "2H", "S": "9C"}, "S T1 1", ["A deal has to wait"]),
        (AULD_LANG_SYNE, {"F1": "AC", "T1": "2H", "S": "9C"}, "deal", ["Play T1 F1 1 first: it is the only move left"]),
        (
            AULD_LANG_SYNE,
            {"F1": "AC", "F2": "AS", "T1": "2H", "S": "9C"},
            "deal",
            ["two moves are left, such as T1 F1 1"],
        ),
        (AULD_LANG_SYNE, {"F1": "AC 2C", "T1": "9H"}, "F1 F2 1", ["F1 takes any 3 next."]),
        (
            ADELA,
            {"T1": "KH"},
            "T1 K1 1",
            ["J1 has to be started first, with a jack; then K1 takes a king of that suit."],
        ),
        (ADELA, {"J1": "JH", "T1": "JH QH"}, "T1 Q1 2", ["The move T1 Q1 1 is allowed."]),
        (ADELA, {"T1": "5H 9H", "S": "2C 3C"}, "T1 T2 1", ["The stock still has two cards: T2 takes cards by hand"]),
        (
            KLONDIKE,
            {"T1": "9H", "T2": "TH"},
            "T1 T2 1",
            ["A pile builds down in alternating colours; T2 takes a black 9"],
        ),
        (
            KLONDIKE,
            {"T1": "9H"},
            "T1 T2 1",
            ["An empty pile takes a king, or a run that a king heads; T2 takes any king"],
        ),
        (FREECELL, {"T1": "9H", "C1": "2C"}, "T1 C1 1", ["A cell holds one card; C1 takes no more cards."]),
        (FREECELL, {"T1": "9H", "T2": "8C"}, "T1 T2 1", ["any empty pile"]),
        (FREECELL, {"T1": "9H"}, "deal", ["moves can still be played, such as"]),
        (FREECELL, {}, "C1 C2 1", ["The game is won."]),
        (ARABELLA, {"T1": "9H", "T2": "TC"}, "T3 T2 1", ["T1 T2 1 could be played."]),
    ],
)
def test_a_refusal_goes_on_with_what_would_be_possible(
    rules: Rules, piles: dict[str, str], move: str, says: list[str]
) -> None:
    told = " ".join(said(rules, piles, move)[1:])
    for words in says:
        assert words in told


@pytest.mark.parametrize(
    ("rules", "piles", "move", "ids", "says"),
    [
        (
            ARABELLA,
            {"T1": "9H 8H", "T2": "TC"},
            "T1 T2 2",
            "AR-9 AR-7",
            ["9♥ and 8♥ go together from T1 to T2, onto 10♣."],
        ),
        (
            ARABELLA,
            {"T1": "9H", "S": "2C 3C 4C"},
            "deal",
            "AR-11",
            ["one card face up onto the waste; two cards then stay"],
        ),
        (ARABELLA, {"T1": "5C 4H 3H 2H", "F1": "AH"}, "T1 F1 3", "AR-9 AR-15 AR-6", ["2♥, 3♥ and 4♥ go up one by one"]),
        (
            ADELA,
            {"T1": "9H", "T2": "8H", "S": "2C"},
            "T1 T2 1",
            "AD-12 AD-10 AD-13",
            ["T1, which becomes empty, is filled"],
        ),
        (ADELA, {"T1": "5C JH"}, "T1 J2 1", "AD-12 AD-4", ["It opens K2 and Q2"]),
        (ADELA, {"T1": "5C KH", "J2": "JH"}, "T1 K2 1", "AD-12 AD-7 AD-6", ["An open king space takes one king"]),
        (ADELA, {"T1": "AH", "T2": "KH"}, "T1 T2 1", "AD-12 AD-11", ["An ace goes on the king of its suit"]),
        (ADELA, {"T1": "8C 9C", "T2": "8C", "S": "KH"}, "T1 T2 1", "AD-12 AD-10 AD-16", ["It is an exchange"]),
        (ADELA, {"T1": "8C 9C", "T2": "8C", "S": "KH"}, "deal", "AD-15 AD-17 AD-16", ["Only exchanges are left"]),
        (
            ADELA,
            {"T1": "2S 4D 5D", "T2": "9C"},
            "T1 T5 2",
            "AD-12 AD-14",
            ["4♦ and 5♦ go together from T1 to the empty T5."],
        ),
        (
            AULD_LANG_SYNE,
            {"F1": "AC", "T1": "9H", "S": "2C 3C"},
            "deal",
            "AL-9",
            ["No move is left, so the deal puts the last two"],
        ),
        (AULD_LANG_SYNE.with_options(redeals=1), {"T1": "9H"}, "deal", "AL-14", ["the tableau piles are gathered"]),
        (
            AULD_LANG_SYNE.with_options(foundations="by suit"),
            {"F1": "AC", "T1": "2C"},
            "T1 F1 1",
            "AL-5 AL-14",
            ["by suit"],
        ),
        (AULD_LANG_SYNE, {"F1": "AC", "T1": "2C", "T2": "9C"}, "T1 F1 1", "AL-5 AL-4", ["the game is lost."]),
        (AULD_LANG_SYNE, {"F1": "AC", "T1": "2C"}, "T1 F1 1", "AL-5 AL-4", ["With it the game is won."]),
        (
            ARABELLA.with_options(deal_when=NO_MOVES),
            {"T1": "9H", "S": "2C"},
            "deal",
            "OP-1",
            ["asked for with deal_when"],
        ),
        (ARABELLA.with_options(deal_when=NO_MOVES), {"T1": "KH"}, "T1 T2 1", "AR-9 AR-8", ["headed by a king"]),
        (ADELA, {"T1": "6S", "S": "9D"}, "deal", "AD-15 AD-17", ["puts the last card of the stock", "left to right"]),
        (KLONDIKE, {"W": "9H"}, "deal", "GE-9", ["The cards of the waste go back to the stock"]),
        (KLONDIKE, {"T1": "9H", "S": "2C"}, "deal", "OP-1", ["A deal is allowed at any time."]),
        (KLONDIKE, {"T1": "9H", "T2": "TC"}, "T1 T2 1", "GE-6 GE-5", ["A pile builds down in alternating colours."]),
        (FREECELL, {"T1": "9H"}, "T1 C1 1", "GE-6 GE-5", ["An empty cell takes any card."]),
    ],
)
def test_an_allowed_move_is_told_with_its_rows_and_what_it_sets_off(
    rules: Rules, piles: dict[str, str], move: str, ids: str, says: list[str]
) -> None:
    told = explain(Position.of(rules, piles), move)
    assert told.legal
    assert told.rules == tuple(ids.split())
    for words in says:
        assert words in str(told)


def test_a_card_that_turns_face_up_is_told_but_not_named() -> None:
    piles = Position.of(KLONDIKE, T1="KS 9H", T2="TC").piles
    position = Position(KLONDIKE, piles, (0,) * 6 + (1,) + (0,) * 6)
    told = explain(position, "T1 T2 1")
    assert told.sentences[-1] == "The card below turns face up in T1."
    assert "K♠" not in str(told)


# -- what is marked -----------------------------------------------------------------------------------------


def test_the_cards_concerned_are_marked() -> None:
    position = Position.of(ARABELLA, T1="5C 9H 8H", T2="10C", T3="QH", T4="QS JC")
    good = explain(position, "T1 T2 2").marks
    assert good.cards == (CardMark("T1", 1, 2, "good"), CardMark("T2", 0, 1, "note"))
    assert good.arrows == (ArrowMark("T1", "T2", "good"),)
    bad = explain(position, "T1 T3 2").marks
    assert bad.cards[:2] == (CardMark("T1", 1, 2, "bad"), CardMark("T3", 0, 1, "note"))
    assert CardMark("T4", 1, 1, "hint") in bad.cards  # the jack that T3 would take
    broken = explain(position, "T1 T2 3").marks
    assert broken.cards == (CardMark("T1", 0, 1, "bad"), CardMark("T1", 1, 2, "good"))
    king = explain(Position.of(ARABELLA, T1="5C 9H", T2="5S KS"), "T1 T4 1").marks
    assert CardMark("T2", 1, 1, "hint") in king.cards  # the king that would be needed


def test_the_pile_that_opens_another_is_marked() -> None:
    marks = explain(Position.of(ADELA, T1="KH"), "T1 K3 1").marks
    assert marks.piles == (PileMark("K3", "bad"), PileMark("J3", "hint"))
    marks = explain(Position.of(ADELA, T1="5C JH"), "T1 J3 1").marks
    assert set(marks.piles) == {PileMark("J3", "note"), PileMark("K3", "hint"), PileMark("Q3", "hint")}


def test_a_refused_deal_marks_what_can_still_be_played() -> None:
    marks = explain(Position.of(AULD_LANG_SYNE, F1="AC", T1="2H", S="9C"), "deal").marks
    assert marks.piles == (PileMark("S", "bad"),)
    assert marks.cards == (CardMark("T1", 0, 1, "hint"),)
    assert marks.arrows == (ArrowMark("T1", "F1", "hint"),)


def test_no_card_is_marked_twice() -> None:
    for rules in (*VARIANTS, KLONDIKE, FREECELL):
        for position in random_positions(rules, 4, seed=3):
            for move in (*position.legal_moves, *(Move(n, m, 2) for n in position for m in list(position)[-3:])):
                places = [
                    (mark.pile, place)
                    for mark in explain(position, move).marks.cards
                    for place in range(mark.first, mark.first + mark.size)
                ]
                assert len(places) == len(set(places)), move


# -- how it looks -------------------------------------------------------------------------------------------


def test_an_explanation_is_text_and_a_picture() -> None:
    told = explain(Position.of(ARABELLA, T1="5C 9H", T3="JH"), "T1 T3 1")
    assert str(told).endswith("[AR-7]")
    assert repr(told).startswith("<refused T1 T3 1: 9♥ does not go on J♥")
    html = told._repr_html_()
    assert html.count("<svg") == html.count("</svg>") >= 1
    assert "Not allowed" in html
    assert "AR-7" in html
    assert "9♥ does not go on J♥" in html
    assert "<script" not in html


def test_a_game_with_markup_in_its_words_is_shown_as_text() -> None:
    odd = Rules(
        name="<b>Odd</b>",
        decks=1,
        piles=(foundations(4, cites={"starts": "OD-1"}), tableau(4, starts_with=(), cites={"builds": "OD-2"})),
        ledger=read_ledger(
            "OD-1 Only <i>an ace</i> & no other.\nOD-2 Nothing is built <script>.",
        ),
    )
    html = explain(Position.of(odd, T1="9H"), "T1 F1 1")._repr_html_()
    assert "&lt;i&gt;an ace&lt;/i&gt; &amp; no other" in html
    assert "<script" not in html


def test_a_game_with_every_kind_of_pile_explains_itself() -> None:
    """A stock that is gathered again though deals are allowed at any time, cells, runs in any suit."""
    odd = Rules(
        name="Everything",
        decks=1,
        piles=(
            stock(when=ANY_TIME, redeals=1),
            cells(2),
            foundations(4),
            tableau(4, build=DOWN, travels=DOWN),
        ),
        options=(Option("often", "S.redeals", {1: 1, 2: 2}, 1, "OP-1", "It goes back {value} times."),),
    )
    turning = Rules("Turning", 1, (stock(turns=3, redeals=None), waste(), foundations(4), tableau(4, build=DOWN)))
    for rules in (odd, odd.with_options(often=2), turning):
        for position in random_positions(rules, 15):
            for move in (DEAL, *position.legal_moves, *(Move(n, m, 2) for n in position for m in position)):
                told = explain(position, move)
                assert told.legal is (move in position.legal_moves)
                assert fits(position, told.marks.notes(position))
    gathered = explain(Position.of(odd, T1="9H", C1="2C"), "deal")
    assert not gathered.legal
    assert "Play on first" in str(gathered)
