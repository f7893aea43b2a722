"""A picture beside the board that it is a picture of: cards, places, marks and arrows are in the same spots."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import expect

from solitaire_widget import Game, Position, find_rules
from solitaire_widget.picture import svg_board
from solitaire_widget.picture.geometry import NARROW, WIDE
from tests.boards import WINS
from tests.test_fourth_game import KLONDIKE

pytestmark = pytest.mark.browser

# What stands between the edge of the window and the board: the frame's line and padding, and the felt's.
AROUND = 2 * (1 + 8 + 6)

# Where each card and each empty place is, and how large, in widths of a card from the first of them.
ON_THE_BOARD = """board => {
    const all = [...board.querySelectorAll(".card, .place:not([aria-hidden])")]
        .filter((element) => getComputedStyle(element).visibility === "visible" && !element.dataset.leaving)
        .map((element) => [element, element.getBoundingClientRect()])
    return all.map(([{ dataset }, { x, y, width, height }]) =>
        [dataset.place ?? `${dataset.pile} ${dataset.card ?? ""}`, x, y, width, height])
}"""
IN_THE_PICTURE = """svg => {
    const paper = svg.querySelector("defs [id$=-card] rect[fill^='#f']")
    const spots = [...svg.querySelectorAll("use[data-card], [data-place]")]
    return spots.map((element) => {
        const { a, e, f } = element.getScreenCTM()
        const number = (name) => Number(element.getAttribute(name))
        const place = element.dataset.place
        const edge = place ? number("stroke-width") / 2 : 0
        const [width, height] = ["width", "height"].map((name) =>
            (place ? number(name) + 2 * edge : Number(paper.getAttribute(name))) * a)
        const name = place ?? `${element.parentNode.dataset.pile} ${element.dataset.card}`
        return [name, e + (number("x") - edge) * a, f + (number("y") - edge) * a, width, height]
    })
}"""

# How far each arrow reaches: its width and its height.
REACH = "paths => paths.map((path) => path.getBBox()).map(({ width, height }) => [width, height])"

TONES = "marks => marks.map((mark) => mark.dataset.mark)"

# The share of pixels of two screenshots that are clearly not alike.
UNLIKE = """async (pictures) => {
    const [one, other] = await Promise.all(pictures.map(async (text) => {
        const image = new Image()
        image.src = `data:image/png;base64,${text}`
        await image.decode()
        const { width, height } = image
        const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d")
        context.drawImage(image, 0, 0)
        return context.getImageData(0, 0, width, height)
    }))
    if (one.width !== other.width || one.height !== other.height) return 1
    let unlike = 0
    for (let i = 0; i < one.data.length; i += 4) {
        const far = (channel) => Math.abs(one.data[i + channel] - other.data[i + channel]) > 60
        if (far(0) || far(1) || far(2)) unlike += 1
    }
    return unlike / (one.data.length / 4)
}"""

CASES = {
    "start": (Game("arabella", deal=1).position, {}),
    "on the way": (None, {"theme": "dark", "four_colours": True}),
    "places": (Position.of(find_rules("adela"), T1="9H", K1="KH", J1="JH", S="2C 3C"), {"felt": "slate"}),
    "face down": (Position.dealt(KLONDIKE, 1), {"card_back": "stripes"}),
    "long fans": (
        Position.of(find_rules("adela"), T1="KS KH QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD QC JC TC 9C 8C 7C", T9="2S"),
        {"theme": "contrast"},
    ),
    "no felt": (
        Position.of(find_rules("adela"), T1="KS KH QD JD TD 9D 8D 7D", T9="2S"),
        {"felt": "none", "card_back": "plain"},
    ),
    "telephone": (Game("arabella", deal=1).position, {"narrow": True}),
    "narrow and empty": (Position.of(find_rules("adela"), T1="9H", K1="KC", J1="JC", S="2C 3C"), {"narrow": True}),
}


def on_the_way() -> Position:
    game = Game("auld lang syne", deal=WINS["auld_lang_syne"][0]["deal"])
    for move in WINS["auld_lang_syne"][0]["moves"][:30]:
        game.play(move)
    return game.position


def open_beside(open_board, position: Position, look: dict):
    """Open the board as wide as a picture is laid out for, and the picture on a page of its own."""
    space = NARROW if look.get("narrow") else WIDE
    view = {"viewport": {"width": int(space.width) + AROUND, "height": 1400}}
    board = open_board(position=position, view=view, **{"theme": "light"} | without(look, "narrow", "marks"))
    assert board.root.locator(".board").evaluate("board => board.clientWidth") == space.width
    picture = board.page.context.new_page()
    svg = svg_board(position, **look)
    picture.set_content(f"<!doctype html><body style='margin:0'>{svg}</body>")
    return board, picture


def without(look: dict, *names: str) -> dict:
    return {name: value for name, value in look.items() if name not in names}


def in_cards(spots: list) -> dict[str, list[tuple[float, ...]]]:
    """The spots by their names, in widths of a card, counted from the leftmost and the topmost."""
    left, top, width = min(spot[1] for spot in spots), min(spot[2] for spot in spots), spots[0][3]
    found: dict[str, list[tuple[float, ...]]] = {}
    for name, x, y, *size in spots:
        found.setdefault(name, []).append(tuple((value / width) for value in (x - left, y - top, *size)))
    return {name: sorted(places) for name, places in found.items()}


@pytest.mark.parametrize("case", CASES)
def test_board_and_picture_are_laid_out_alike(open_board, artifacts, case) -> None:
    position, look = CASES[case]
    position = position or on_the_way()
    board, picture = open_beside(open_board, position, look)
    on_board = in_cards(board.root.locator(".board").evaluate(ON_THE_BOARD))
    in_picture = in_cards(picture.locator("svg").evaluate(IN_THE_PICTURE))
    assert set(in_picture) <= set(on_board)
    for name, places in in_picture.items():
        assert len(places) == len(on_board[name])
        for here, there in zip(places, on_board[name], strict=True):
            assert here == pytest.approx(there, abs=0.02), name
    for name in set(on_board) - set(in_picture):
        assert on_board[name][0] in [places[0] for places in on_board.values() if places is not on_board[name]], name
    share = unlike(board, picture, artifacts / f"picture-{case}.png")
    assert share < 0.005, share


def unlike(board, picture, path) -> float:
    """Lay the two on each other, and keep both for whoever wants to look."""
    size = picture.locator("svg").bounding_box()
    spot = board.root.locator(".board").evaluate("board => board.getBoundingClientRect().toJSON()")
    shift = picture.locator("svg > g").evaluate("group => group.getCTM().e")
    clip = {"x": spot["x"] - shift, "y": spot["y"] - 6, "width": size["width"], "height": int(size["height"])}
    shots = [
        board.page.screenshot(path=path.with_stem(path.stem + "-board"), clip=clip, animations="disabled"),
        picture.screenshot(path=path, clip={**clip, "x": 0, "y": 0}),
    ]
    return picture.evaluate(UNLIKE, [base64.b64encode(shot).decode() for shot in shots])


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
def test_board_and_picture_are_marked_alike(open_board, artifacts, narrow) -> None:
    up = {"J1": "JC", "K1": "KC", "S": "2C"}
    position = Position.of(
        find_rules("adela"), up, T1="KS 9H 8H", T2="9S 8S", T3="10S 2H", T4="JS", T5="5C", T6="3D 4D"
    )
    board, picture = open_beside(open_board, position, {"narrow": narrow})
    widget = board.widget
    for tone, pile, whole, other in (
        ("note", "T1 2", "K2", "T5"),
        ("good", "T2", "K3", "T4"),
        ("bad", "T3 1", "Q1", "J8"),
        ("hint", "T6 2", "T8", "K8"),
    ):
        widget.mark(pile, whole, tone=tone, keep=True)
        widget.arrow(pile.split()[0], other, tone=tone, keep=True)
    assert {len(widget.notes[kind]) for kind in ("cards", "piles", "arrows")} >= {4}
    board.tell()
    expect(board.root.locator("[data-arrow]")).to_have_count(4)
    path = artifacts / f"picture-marks-{'narrow' if narrow else 'wide'}.png"
    unmarked = unlike(board, picture, path)
    svg = svg_board(position, narrow=narrow, marks={**widget.notes} | {"caption": ""})
    picture.set_content(f"<!doctype html><body style='margin:0'>{svg}</body>")
    both = board.root.locator(".board"), picture.locator("svg")
    on_board, in_picture = (scope.locator("[data-arrow]").evaluate_all(REACH) for scope in both)
    for there, here in zip(on_board, in_picture, strict=True):
        assert here == pytest.approx(there, abs=1.5)
    on_board, in_picture = (sorted(scope.locator("[data-mark]").evaluate_all(TONES)) for scope in both)
    assert on_board == in_picture
    assert unlike(board, picture, path) < 0.75 * unmarked


def test_two_pictures_of_which_the_first_is_hidden(open_board) -> None:
    """Case 23."""
    position, look = CASES["start"]
    _, picture = open_beside(open_board, position, look)
    alone = picture.locator("svg").screenshot()
    picture.set_content(
        f"<!doctype html><body style='margin:0'><div style='display:none'>{position.to_svg()}</div>"
        f"{position.to_svg()}</body>"
    )
    assert picture.locator("svg").nth(1).screenshot() == alone
