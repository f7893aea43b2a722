"""Rule sheets: every row is there, the facts are those of the declaration, and the examples are true."""

import random
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from solitaire_widget import ADELA, ALL_RULES, ARABELLA, AULD_LANG_SYNE, DEAL, Game, IllegalMove, Move, Position, Rules
from solitaire_widget.refusals import allowing
from solitaire_widget.rules import ANY_TIME, COMMON_LEDGER, DOWN, NO_MOVES, cells, foundations, read_ledger, tableau
from solitaire_widget.teach.examples import examples_of
from solitaire_widget.teach.sheet import Sheet, sheet
from solitaire_widget.teach.why import explain
from tests.boards import VARIANTS, random_positions
from tests.test_fourth_game import FREECELL, KLONDIKE
from tests.test_ledger import REFUSED
from tests.test_marks import fits

EVERY_GAME = (*VARIANTS, KLONDIKE, FREECELL)
NAME_OF_A_PICTURE = r"\bsw[0-9a-f]{10}-\d+"
TITLES = ["Set-up", "Play", "Winning and losing", "Options", "Rows common to every game"]


def facts(written: Sheet) -> dict[str, str]:
    return {fact.name.split(" (")[0]: fact.words for fact in written.facts}


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("rules", EVERY_GAME, ids=repr)
def test_every_row_of_the_ledger_is_on_the_sheet(rules: Rules) -> None:
    written = sheet(rules)
    assert {row.id for row in rules.ledger} <= written.rows.keys()
    ids = [row.id for section in written.sections for row in section.rows]
    assert len(ids) == len(set(ids))
    plain, markdown, html = str(written), written.to_markdown(), written._repr_html_()
    for id, row in written.rows.items():
        assert (row.sentence, row.settled) == (rules.rows[id].sentence, rules.rows[id].settled)
        assert re.search(rf"^{id} ", plain, re.MULTILINE)
        assert f"| **{id}** |" in markdown
        assert f">{id}</th>" in html
        assert row.sentence in flat(plain)
        if row.settled:
            assert f"(settled: {row.settled})" in flat(plain)
            assert f"(settled: {row.settled})" in markdown


def sections_of(rules: Rules) -> dict[str, str]:
    return {section.heading: " ".join(row.id for row in section.rows) for section in sheet(rules).sections}


def test_rows_stand_below_the_headings_that_they_belong_to() -> None:
    span = {
        "AR": [(1, 4), (5, 15), (16, 18)],
        "AL": [(1, 3), (4, 11), (12, 13)],
        "AD": [(1, 3), (4, 18), (19, 20)],
    }
    extra = {"AD": ("", " AD-21", ""), "AL": ("", "", " AL-15"), "AR": ("", "", "")}
    for rules in (ARABELLA, AULD_LANG_SYNE, ADELA):
        letters = rules.ledger[0].id[:2]
        found = sections_of(rules)
        assert list(found) == TITLES
        for title, (first, last), more in zip(TITLES, span[letters], extra[letters], strict=False):
            assert found[title] == " ".join(f"{letters}-{n}" for n in range(first, last + 1)) + more
    assert sections_of(ARABELLA)["Options"] == "OP-1"
    assert sections_of(AULD_LANG_SYNE)["Options"] == "AL-14 OP-1"


@pytest.mark.parametrize("rules", [*VARIANTS], ids=repr)
def test_an_option_moves_no_row_to_another_heading(rules: Rules) -> None:
    plain = next(each for each in ALL_RULES if each.name == rules.name)
    ours, theirs = sections_of(rules), sections_of(plain)
    assert [ours[title] for title in TITLES[:4]] == [theirs[title] for title in TITLES[:4]]


@pytest.mark.parametrize("rules", EVERY_GAME, ids=repr)
def test_whatever_a_game_cites_is_on_its_sheet(rules: Rules) -> None:
    rows = sheet(rules).rows
    rng = random.Random(5)
    for position in random_positions(rules, 10, seed=5):
        names = list(position)
        odd = [Move(rng.choice(names), rng.choice(names), rng.choice((1, 2, 3))) for _ in range(80)]
        for move in (DEAL, *position.legal_moves, *odd):
            assert set(explain(position, move).rules) <= rows.keys(), move


def test_a_row_is_common_here_only_where_something_goes_by_it() -> None:
    assert sections_of(ARABELLA)[TITLES[-1]] == "GE-1 GE-2 GE-3"
    assert sections_of(ADELA)[TITLES[-1]] == "GE-1 GE-2 GE-3"
    assert sections_of(AULD_LANG_SYNE)[TITLES[-1]] == "GE-1 GE-2 GE-3"
    assert sections_of(FREECELL)[TITLES[-1]] == "GE-1 GE-2 GE-5 GE-6 GE-7 GE-9"
    assert sections_of(KLONDIKE)[TITLES[-1]] == "GE-1 GE-2 GE-3 GE-4 GE-5 GE-6 GE-7 GE-8 GE-9"
    assert "OP-2" in sections_of(ARABELLA.with_options(deal_when=NO_MOVES))[TITLES[-1]]


def test_a_settled_row_says_so_and_a_claim_is_the_sources() -> None:
    """AL-15"""
    rows = sheet(AULD_LANG_SYNE).rows
    assert rows["AL-15"].remark == "the source's claim, no rule"
    assert "under 1%" in rows["AL-15"].sentence
    assert rows["AL-11"].remark == "settled: the source moves cards only to them"
    assert rows["AL-4"].remark == ""
    claims = [row for rules in ALL_RULES for row in sheet(rules).rows.values() if "claim" in row.remark]
    assert len(claims) == 1


# -- options in force -----------------------------------------------------------------------------------------


def test_the_options_in_force_are_always_said() -> None:
    for rules in EVERY_GAME:
        written = sheet(rules)
        assert [option.name for option in written.options] == list(rules.chosen)
        for text in (str(written), written.to_markdown(), written._repr_html_(), str(written.panel)):
            for name, value in rules.chosen.items():
                assert f"{name} = {value}" in text
    assert "this game has none" in str(sheet(FREECELL))


def test_a_variants_sheet_says_what_was_asked_for_and_what_that_sets_aside() -> None:
    """AL-4 AL-10 AL-14"""
    rules = AULD_LANG_SYNE.with_options(foundations="by suit", redeals=2)
    written, plain = sheet(rules), sheet(AULD_LANG_SYNE)
    assert "foundations = by suit (asked for; it may be any suit or by suit) [AL-14]" in map(str, written.options)
    assert "redeals = 0 (the game's own; it may be 0 to 9) [AL-14]" in map(str, plain.options)
    assert written.rows["AL-4"].sentence.endswith("Set aside here by AL-14.")
    assert written.rows["AL-10"].sentence.endswith("Set aside here by AL-14.")
    assert "builds up in suit, from ace to king" in facts(written)["Foundations"]
    assert "builds up whatever the suit, from ace to king" in facts(plain)["Foundations"]
    assert facts(written)["Redeal"].startswith("two times at most, once the stock is empty")
    any_time = sheet(AULD_LANG_SYNE.with_options(deal_when=ANY_TIME))
    assert facts(any_time)["Deal"].endswith("at any time")
    assert facts(plain)["Deal"].endswith("only when no move is left")


# -- the facts are the declaration's ---------------------------------------------------------------------------


def test_arabella_has_no_redeal_and_an_exhausted_stock_makes_the_deal_illegal() -> None:
    """AR-13 (case 56)"""
    written = sheet(ARABELLA)
    assert ARABELLA.of_kind("stock")[0].redeals == 0
    assert facts(written)["Redeal"] == "none: once the stock is empty, there is no further deal"
    assert "no redeal" in written.rows["AR-13"].sentence
    game = Game(ARABELLA, deal=1)
    stock = int(re.match(r"\d+", facts(written)["Stock"])[0])
    for _ in range(stock):
        game.deal_cards()
    with pytest.raises(IllegalMove, match="AR-13"):
        game.deal_cards()
    assert explain(game.position, "deal").rules == ("AR-13",)


@pytest.mark.parametrize("rules", EVERY_GAME, ids=repr)
def test_the_facts_are_the_declarations_constants(rules: Rules) -> None:
    said = facts(sheet(rules))
    start = Position.dealt(rules, 3)
    assert said["Cards"].startswith(f"{52 * rules.decks}: ")
    assert f"all {52 * rules.decks} cards are on the foundations" in said["Won"]
    assert ("but exchanges" in said["Lost"]) is (not rules.exchanges_count)
    for fact, group in zip(sheet(rules).facts[1:], rules.groups, strict=False):
        assert group.letter in fact.name
        assert group.count == 1 or group.names[-1] in fact.name
        total = sum(len(start[name]) for name in group.names)
        assert ("empty at the start" in fact.words) is (total == 0)
        if group.build is not None:
            assert f"builds {group.build.words}" in fact.words
        if group.kind == "tableau":
            assert ("travel together" in fact.words) is (group.travels is not None)
            assert ("filled from it at once" in fact.words) is group.fills
            assert ("any card" in fact.words) is (len(group.starts_with) == 13)
            assert ("takes a king" in fact.words) is ([rank.word for rank in group.starts_with] == ["king"])
        if group.kind == "stock":
            assert str(total) in fact.words
            assert ("at any time" in said["Deal"]) is (group.when == ANY_TIME)
            assert said["Redeal"].startswith(
                "none" if group.redeals == 0 else "as often as wanted" if group.redeals is None else "two times"
            )
    assert ("Deal" in said) is bool(rules.of_kind("stock"))


def test_a_game_without_a_ledger_has_a_whole_sheet() -> None:
    said = facts(sheet(KLONDIKE))
    assert said == {
        "Cards": "52: one deck",
        "Stock": "24 cards at the start, face down",
        "Waste": "empty at the start; only the top card is in play",
        "Foundations": "empty at the start; an empty foundation takes an ace; a foundation builds up in suit, from ace "
        "to king; nothing leaves a foundation",
        "Tableau piles": "1, 2 and so on to 7 cards at the start, 28 in all, the top card face up; an empty pile takes "
        "a king, or a run that a king heads; a pile builds down in alternating colours; cards that run down in "
        "alternating colours travel together, others one by one",
        "Deal": "a tap on the stock turns one card face up onto the waste; at any time",
        "Redeal": "as often as wanted, once the stock is empty: the waste goes back to the stock, in the order in "
        "which it was turned",
        "Won": "all 52 cards are on the foundations",
        "Lost": "cards remain elsewhere, and no move is left, not even a deal",
    }
    assert "7, 7, 7, 7, 6, 6, 6 and 6 cards at the start" in facts(sheet(FREECELL))["Tableau piles"]
    assert "each holds one card of any kind" in facts(sheet(FREECELL))["Cells"]


def test_a_ledger_that_nothing_cites_is_play() -> None:
    odd = Rules(
        name="Odd",
        decks=1,
        piles=(foundations(4), tableau(4, dealt=13)),
        ledger=read_ledger("XX-1 The piles lie in a row.\nXX-1 The game is won when all lie above."),
    )
    assert sections_of(odd)["Winning and losing"] == "XX-1"
    assert "Set-up" not in sections_of(odd)


# -- the examples ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EVERY_GAME, ids=repr)
def test_examples_are_true_on_the_whole_board_too(rules: Rules) -> None:
    examples = sheet(rules).examples
    assert examples
    for example in examples:
        assert fits(example.position, example.marks.notes(example.position))
        laid = {name: example.position[name] for name in example.position if example.position[name]}
        whole = Position.of(rules, laid)
        cited: set[str] = set()
        for arrow, cards in zip(example.marks.arrows, example.marks.cards, strict=True):
            move = Move(arrow.source, arrow.target, cards.size)
            refusal = whole.refusal(move)
            assert (refusal is None) is (arrow.tone == "good"), (example.caption, move)
            cited |= {refusal.rule} if refusal else set(allowing(whole, move))
            assert all(str(card) in example.caption for card in whole[move.source][-move.count :])
        assert set(example.rules) <= cited
        assert set(example.rules) <= sheet(rules).rows.keys()
        assert example.caption.endswith(".")


def test_the_building_and_the_travelling_rule_have_an_example_wherever_there_is_one() -> None:
    for rules in EVERY_GAME:
        shown = {id for example in examples_of(rules) for id in example.rules}
        for group in rules.groups:
            if group.kind == "tableau" or (group.kind == "foundation" and group.build is not None):
                assert group.cite("builds") in shown, rules
            if group.kind == "tableau":
                assert group.cite("run") in shown, rules
            if group.build is not None and group.build.around:
                assert group.cite("around") in shown
            if group.opened_by:
                assert group.cite("shut") in shown
    assert {"AR-9", "AR-10"} <= {id for example in examples_of(ARABELLA) for id in example.rules}


def test_a_variants_examples_are_its_own() -> None:
    plain = " ".join(example.caption for example in examples_of(AULD_LANG_SYNE))
    by_suit = " ".join(example.caption for example in examples_of(AULD_LANG_SYNE.with_options(foundations="by suit")))
    assert "3♣ goes on 2♥" in plain
    assert "3♥ goes on 2♥ in F2; 3♣ does not." in by_suit


def test_a_declaration_too_small_for_examples_has_a_sheet_all_the_same() -> None:
    small = Rules(name="Small", decks=1, piles=(foundations(1), tableau(1, dealt=52)))
    assert "Cards" in facts(sheet(small))
    assert sheet(small)._repr_html_()
    many = replace(small, name="Cells", piles=(cells(1), foundations(4), tableau(2, dealt=26, build=DOWN)))
    assert sheet(many).examples


# -- how it looks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EVERY_GAME, ids=repr)
def test_plain_text_keeps_to_its_width(rules: Rules) -> None:
    lines = str(sheet(rules)).splitlines()
    assert max(map(len, lines)) <= 100
    assert lines[0] == rules.name
    assert not any(line != line.rstrip() for line in lines)


@pytest.mark.parametrize("rules", EVERY_GAME, ids=repr)
def test_markdown_tables_have_two_cells_a_row(rules: Rules) -> None:
    text = sheet(rules).to_markdown()
    assert text.startswith(f"# {rules.name}\n")
    for line in text.splitlines():
        if line.startswith("|"):
            assert len(re.findall(r"(?<!\\)\|", line)) == 3
    assert text.endswith("|\n")


class Looked(HTMLParser):
    """The styles, ids and open tags of a piece of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.styles: list[str] = []
        self.ids: list[str] = []
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.drawing = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = dict(attributes)
        self.seen.add(tag)
        if tag == "br":
            return
        self.ids += [said["id"]] if said.get("id") else []
        self.drawing += tag == "svg"
        if not self.drawing and "style" in said:
            self.styles.append(said["style"] or "")
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self.drawing -= tag == "svg"


@pytest.mark.parametrize("rules", EVERY_GAME, ids=repr)
def test_html_is_whole_self_contained_and_readable_on_dark_and_light(rules: Rules) -> None:
    html = sheet(rules)._repr_html_()
    looked = Looked()
    looked.feed(html)
    looked.close()
    assert looked.open == []
    assert not looked.seen & {"script", "link", "img", "details", "iframe"}
    assert html.count("<svg") >= 1 + len(sheet(rules).examples)
    assert len(looked.ids) == len(set(looked.ids))
    for style in looked.styles:
        assert ("background-color:" in style) is bool(re.search(r"(^|;)color:", style)), style
    assert all(fact.name in html for fact in sheet(rules).facts)
    again = rules._repr_html_()
    assert html != again
    assert re.sub(NAME_OF_A_PICTURE, "", html) == re.sub(NAME_OF_A_PICTURE, "", again)


def test_hostile_words_are_text() -> None:
    odd = Rules(
        name="<script>alert(1)</script>",
        decks=1,
        piles=(foundations(4), tableau(4, dealt=13)),
        ledger=read_ledger("XX-1 A | and a <b>bold</b> & more. [settled: <i>why</i>]"),
        source="<img src=x>",
    )
    html = sheet(odd)._repr_html_()
    for tag in ("<script", "<img", "<b>bold", "<i>why"):
        assert tag not in html
    markdown = sheet(odd).to_markdown()
    assert "A \\| and a &lt;b>bold" in markdown
    assert not re.search("<[a-z]", markdown)


def test_the_panel_is_plain_and_says_all() -> None:
    for rules in EVERY_GAME:
        written = sheet(rules)
        panel = written.panel
        assert panel["title"] == rules.name
        assert [section["heading"] for section in panel["sections"]] == [
            "At a glance",
            *(section.heading for section in written.sections),
        ]
        cells_ = [cell for section in panel["sections"] for row in section["rows"] for cell in row]
        assert all(type(cell) is str and cell for cell in cells_)
        assert all(len(row) == 2 for section in panel["sections"] for row in section["rows"])
        assert {row[0] for section in panel["sections"][1:] for row in section["rows"]} == set(written.rows)


def test_rules_hand_over_their_sheet() -> None:
    assert repr(ARABELLA.sheet()) == "<rule sheet of Rules('Arabella'): 22 rows>"
    assert str(ARABELLA.sheet()) == str(sheet(ARABELLA))
    assert sheet(ARABELLA) == sheet(ARABELLA)
    cited = {case.rule for case in REFUSED if case.rules.name == "Arabella"}
    assert cited <= sheet(ARABELLA).rows.keys()
    assert {row.id for row in COMMON_LEDGER} >= {"GE-1", "OP-1"}
