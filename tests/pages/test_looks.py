"""How a board looks and reads: in every theme, at every width, to eyes, to screen readers, beside foreign styles."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from solitaire_widget import ALL_RULES, Game, Position, find_rules
from tests.boards import WINS
from tests.pages.conftest import HTML

pytestmark = pytest.mark.browser

ARABELLA = find_rules("arabella")
RUN = Position.of(ARABELLA, T1="KC TH 9H 8H", T2="JC", T3="9C", F1="AH", S="2C 3C")

LAB = "<style>:root {{ --jp-layout-color0: {0}; }}</style><script>document.body.dataset.jpThemeLight = '{1}'</script>"
CODE = (
    "<style>:root { --vscode-editor-background: #1e1e1e; }</style>"
    "<script>document.body.className = 'vscode-dark'</script>"
)
HOSTS = {
    "lab light": LAB.format("#ffffff", "true"),
    "lab dark": LAB.format("#111111", "false"),
    "vscode dark": CODE,
    "colab dark": "<script>document.documentElement.setAttribute('theme', 'dark')</script>",
    "none": "",
}

# Every text and the ground that it stands on, as the browser computes them, and their contrast by WCAG 2.
CONTRASTS = """root => {
    const channel = (value) => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const ground = (element) => {
        for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
            const colour = numbers(getComputedStyle(at).backgroundColor);
            if (colour.length === 3 || colour[3] === 1) return colour;
        }
        return [255, 255, 255];
    };
    return [...root.querySelectorAll("*")]
        .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
        .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter((element) => !element.closest("[aria-disabled=true],[aria-hidden=true],svg,style"))
        .map((element) => {
            const [one, other] = [numbers(getComputedStyle(element).color), ground(element)].map(luminance);
            const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
            return [contrast, element.className + " " + element.textContent.slice(0, 30)];
        });
}"""


def complaints(board) -> str:
    found = Axe().run(
        board.page, options={"rules": {"region": {"enabled": False}, "page-has-heading-one": {"enabled": False}}}
    )
    return found.generate_report() if found.violations_count else ""


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.id)
def test_axe_finds_nothing_in_any_state(open_board, rules) -> None:
    """Case 87."""
    board = open_board(rules, deal=WINS[rules.id][0]["deal"])
    moves = WINS[rules.id][0]["moves"]
    assert complaints(board) == ""
    for move in moves[:20]:
        board.play_from_code(move)
    head = next(move for move in board.game.legal_moves if not move.is_deal)
    board.page.mouse.click(*board.point(board.taken(head)))
    assert complaints(board) == ""
    board.page.keyboard.press("Escape")
    for action in ("help", "menu"):
        board.button(action).click()
        assert complaints(board) == ""
        board.page.keyboard.press("Escape")
    board.widget.game = won(rules)
    board.tell()
    expect(board.root).to_have_attribute("data-status", "won")
    assert complaints(board) == ""


def won(rules) -> Game:
    game = Game(rules, deal=WINS[rules.id][0]["deal"])
    for move in WINS[rules.id][0]["moves"]:
        game.play(move)
    return game


def test_every_card_and_pile_has_a_name_and_the_state_of_it(open_board) -> None:
    """Case 87."""
    board = open_board(position=RUN)
    names = board.root.locator(".board [aria-label]").evaluate_all(
        "all => all.map(each => each.getAttribute('aria-label'))"
    )
    for name in [
        "9 of hearts, pile 1, card 3 of 4, can move",
        "king of clubs, pile 1, card 1 of 4",
        "stock, 2 cards face down, can deal",
        "pile 4, empty, takes a king",
        "foundation 2, empty, takes an ace",
        "ace of hearts, foundation 1, 1 card",
    ]:
        assert name in names, names
    for role in ("button",):
        assert board.root.locator(".board").get_by_role(role).count() >= 10


def test_one_message_for_each_action_and_the_focus_stays(open_board) -> None:
    """Case 87."""
    board = open_board(position=RUN)
    live = board.root.locator('[data-line="live"]')
    board.page.evaluate(
        """live => { window.said = []; new MutationObserver(() => said.push(live.textContent))
            .observe(live, { childList: true, characterData: true, subtree: true }); }""",
        live.element_handle(),
    )
    board.move("T1 T2 3")
    expect(live).to_have_text("10 of hearts and 2 more to pile 2")
    assert board.page.evaluate("said.filter(Boolean)") == ["10 of hearts and 2 more to pile 2"]
    focused = board.root.evaluate("root => root.getRootNode().activeElement?.dataset.pile")
    assert focused in ("T1", "T2")
    board.try_move("T1 T2 1")
    expect(live).to_contain_text("AR-7")


@pytest.mark.parametrize("host", HOSTS)
def test_text_can_be_read_in_every_host_and_theme(open_board, host: str) -> None:
    """Case 80: at least 4.5 to 1, and foreground and background are the board's own."""
    board = open_board(position=RUN, html=HTML + HOSTS[host])
    board.try_move("T3 T2 1")
    for scheme in ("light", "dark"):
        board.page.emulate_media(color_scheme=scheme)
        for theme in ("light", "dark", "contrast", "host"):
            board.widget.theme = theme
            board.tell()
            board.page.evaluate("() => new Promise(requestAnimationFrame)")
            low = [pair for pair in board.root.evaluate(CONTRASTS) if pair[0] < 4.5]
            assert low == [], theme
        dark = "dark" in host or (host == "none" and scheme == "dark")
        ground = board.root.evaluate("root => getComputedStyle(root).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", ground)[:3])) < 380) == dark, ground


@pytest.mark.parametrize("felt", ["green", "slate"])
def test_the_felt_is_painted_whatever_lies_behind(open_board, felt: str) -> None:
    """Case 81."""
    board = open_board("adela", deal=7, felt=felt)
    shown = []
    for ground in ("white", "black"):
        board.page.evaluate("ground => { document.body.style.background = ground; }", ground)
        shown.append(board.root.locator(".felt").screenshot(animations="disabled"))
    assert shown[0] == shown[1]


def test_styles_leak_neither_in_nor_out(open_board) -> None:
    """Case 82."""
    hostile = HTML + (
        "<style>div { margin: 9px !important; letter-spacing: 9px } button { all: unset !important; color: red }"
        " img, svg { max-width: 10px !important }"
        " * { font-size: 40px; box-sizing: content-box; text-transform: uppercase }</style>"
    )
    plain, styled = open_board("adela", deal=7), open_board("adela", deal=7, html=hostile)
    boxes = [
        board.root.evaluate(
            """root => { const left = root.getBoundingClientRect();
            return [...root.querySelectorAll("[data-card],[data-place],[data-action]")].map((each) => {
                const box = each.getBoundingClientRect();
                return [box.x - left.x, box.y - left.y, box.width, box.height].map(Math.round); }); }"""
        )
        for board in (plain, styled)
    ]
    widths = [board.root.bounding_box()["width"] for board in (plain, styled)]
    if widths[0] == widths[1]:
        assert boxes[0] == boxes[1]
    outside = plain.page.evaluate("getComputedStyle(document.querySelector('#before')).cssText")
    bare = plain.page.context.new_page()
    bare.set_content(HTML)
    assert bare.evaluate("getComputedStyle(document.querySelector('#before')).cssText") == outside


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.id)
def test_it_fits_at_every_width_without_sideways_scrolling(open_board, artifacts, rules) -> None:
    board = open_board(rules, deal=WINS[rules.id][0]["deal"], speed="off")
    for move in WINS[rules.id][0]["moves"][:25]:
        board.play_from_code(move)
    for width in (2000, 1400, 900, 600, 400, 320):
        board.page.set_viewport_size({"width": width, "height": 1000})
        board.page.wait_for_function(FITS, arg=board.root.element_handle())
        board.root.screenshot(path=artifacts / f"fits-{rules.id}-{width}.png")


# Nothing wider than the page, and every card and place inside the felt.
FITS = """root => {
    const felt = root.querySelector(".felt").getBoundingClientRect();
    const inside = (box) => felt.left - 1 <= box.left && box.right <= felt.right + 1 && box.bottom <= felt.bottom + 1;
    return document.documentElement.scrollWidth <= innerWidth
        && [...root.querySelectorAll("[data-card],[data-place]")].every((each) => inside(each.getBoundingClientRect()));
}"""


def test_a_long_fan_tightens_and_the_height_stays(open_board) -> None:
    """Case 84."""
    ranks = "KQJT98765432A"
    fan = " ".join(f"{rank}{suit}" for suit in "CD" for rank in ranks[:-1])
    board = open_board(position=Position.of(ARABELLA, T1=fan, T2="3S", T3="4H", S="KH"), speed="off")
    height = board.root.bounding_box()["height"]
    felt = board.root.locator(".felt").bounding_box()
    last = board.card("2D1").bounding_box()
    assert last["y"] + last["height"] <= felt["y"] + felt["height"]
    for move in ("T1 T2 1", "T2 T3 1", "deal"):
        if board.game.refusal(move) is None:
            board.play_from_code(move)
            assert board.root.bounding_box()["height"] == height


def test_forced_colours_leave_a_board_that_can_be_played(open_board, artifacts) -> None:
    board = open_board(position=RUN, view={"forced_colors": "active"})
    board.page.mouse.click(*board.point('[data-card="TH1"]'))
    chosen, other = board.card("TH1"), board.card("KC1")
    style = """card => {
        const style = getComputedStyle(card);
        return [style.outlineStyle, style.outlineColor, style.borderColor, style.boxShadow].join();
    }"""
    assert chosen.evaluate(style) != other.evaluate(style)
    board.page.screenshot(path=artifacts / "forced-colours.png")
    board.page.mouse.click(*board.point('[data-card="JC1"]'))
    board.accepted("T1 T2 3")


def test_four_colours_and_large_indices_switch_without_a_new_board(open_board, artifacts) -> None:
    """Cases 36 and 86."""
    board = open_board(position=Position.of(ARABELLA, T1="9C", T2="9S", T3="9H", T4="9D"))
    before = {suit: board.card(f"9{suit}1").screenshot(animations="disabled") for suit in "CSHD"}
    board.widget.four_colours = True
    board.tell()
    after = {suit: board.card(f"9{suit}1").screenshot(animations="disabled") for suit in "CSHD"}
    assert before["S"] == after["S"]
    assert before["H"] == after["H"]
    assert before["C"] != after["C"]
    assert before["D"] != after["D"]
    board.widget.large_indices = True
    board.tell()
    assert board.card("9S1").screenshot(animations="disabled") != after["S"]
    board.page.screenshot(path=artifacts / "four-colours-large.png")


def test_options_are_set_from_the_menu_and_kept_in_python(open_board) -> None:
    """Case 36."""
    board = open_board("adela", deal=7)
    board.button("menu").click()
    menu = board.page.get_by_role("dialog")
    for label, value in [("Theme", "dark"), ("Felt", "slate"), ("Motion", "fast"), ("Show", "movable")]:
        menu.get_by_role("combobox", name=re.compile(f"^{label}")).select_option(value)
    widget = board.widget
    assert (widget.theme, widget.felt, widget.speed, widget.assist) == ("dark", "slate", "fast", "movable")


@pytest.mark.parametrize("width", [1000, 700, 600, 320])
@pytest.mark.parametrize("name", ["menu", "help"])
def test_no_panel_covers_the_tools(open_board, name: str, width: int) -> None:
    board = open_board("adela", deal=7, view={"viewport": {"width": width, "height": 900}})
    board.button(name).click()
    tools, panel, whole = (
        each.bounding_box() for each in (board.root.locator(".tools"), board.page.get_by_role("dialog"), board.root)
    )
    assert panel["y"] >= tools["y"] + tools["height"]
    assert panel["x"] >= whole["x"]
    assert panel["y"] + panel["height"] <= whole["y"] + whole["height"]


@pytest.mark.parametrize("width", [1400, 700, 320])
def test_the_longest_verdict_has_room(open_board, width: int) -> None:
    board = open_board("adela", deal=7, badge="unseen", view={"viewport": {"width": width, "height": 900}})
    badge = board.root.locator("[data-badge]")
    notes = {"badge": {"text": "12 of 12 won", "how": "unseen cards dealt at random", "tone": "good"}}
    board.page.evaluate("notes => model.take({ method: 'update', state: { notes } })", notes)
    expect(badge).to_have_text("12 of 12 won")
    assert badge.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_suits_are_never_emoji(open_board) -> None:
    """Case 85."""
    board = open_board(position=RUN)
    board.try_move("T3 T2 1")
    text = board.root.evaluate("root => root.textContent")
    for at, sign in enumerate(text):
        if sign in "♠♣♥♦":
            assert text[at + 1] == "\ufe0e"
    assert not set("♠♣♥♦") & set(board.widget._esm.replace("♠\ufe0e", ""))


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.id)
def test_pictures_to_look_at(open_board, artifacts, rules) -> None:
    """Start, middle and won in each theme; the assertion is that they differ, the rest is for eyes."""
    deal, moves = WINS[rules.id][0]["deal"], WINS[rules.id][0]["moves"]
    board = open_board(rules, deal=deal, speed="off")
    shown = []
    for stage, upto in [("start", 0), ("middle", len(moves) // 2), ("won", len(moves))]:
        game = Game(rules, deal=deal)
        for move in moves[:upto]:
            game.play(move)
        board.widget.game = game
        for theme in ("light", "dark", "contrast"):
            board.widget.theme = theme
            board.tell()
            expect(board.root).to_have_attribute("data-version", str(board.widget.version))
            path = artifacts / f"look-{rules.id}-{theme}-{stage}.png"
            shown.append(board.root.screenshot(path=path, animations="disabled"))
    assert len(set(shown)) == 9


def test_suits_differ_by_shape_alone(open_board) -> None:
    """Case 86: without colour, at the smallest size."""
    board = open_board(
        position=Position.of(ARABELLA, T1="9C", T2="9S", T3="9H", T4="9D"),
        view={"viewport": {"width": 320, "height": 800}},
    )
    board.page.evaluate("document.body.style.filter = 'grayscale(1)'")
    pictures = {board.card(f"9{suit}1").screenshot(animations="disabled") for suit in "CSHD"}
    assert len(pictures) == 4
