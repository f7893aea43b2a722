from __future__ import annotations

import re
import struct
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from solitaire_widget import ADELA, ALL_RULES, ARABELLA, AULD_LANG_SYNE, Card, Game, Position, SolitaireWidget
from solitaire_widget.cards import decks
from solitaire_widget.layout import label_of
from solitaire_widget.picture import PictureError, description, html_board, svg_board, text_board, to_png
from solitaire_widget.picture.art import art
from tests.boards import WINS, random_positions
from tests.test_fourth_game import FREECELL, KLONDIKE

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
TONES = ("note", "good", "bad", "hint")
GAMES = (*ALL_RULES, KLONDIKE, FREECELL)
by_name = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)

HIDDEN = Position.dealt(KLONDIKE, 1)


def some_positions(rules) -> list[Position]:
    """The start, some on the way, and where one is on file, the end of a won game."""
    found = random_positions(rules, 3)
    if rules.id in WINS:
        game = Game(rules, deal=WINS[rules.id][0]["deal"])
        for move in WINS[rules.id][0]["moves"]:
            game.play(move)
        found.append(game.position)
    return [Position.dealt(rules, 1), *found]


def ids(picture: ET.Element) -> list[str]:
    return [element.get("id") for element in picture.iter() if element.get("id")]


def told(picture: ET.Element) -> str:
    return picture.findtext(f"{SVG}desc")


def drawn(picture: ET.Element) -> dict[str, list[str]]:
    """What is drawn of each pile, bottom to top."""
    return {
        pile.get("data-pile"): [card.get("data-card") for card in pile.iter(f"{SVG}use") if "data-card" in card.attrib]
        for pile in picture.iter(f"{SVG}g")
        if pile.get("data-pile")
    }


def expected(position: Position, name: str) -> list[str]:
    """What is seen of a pile: all of a fan, the top of what lies squared, up to three backs of a stock."""
    pile, down = position[name], position.face_down(name)
    if position.group_of(name).kind == "tableau":
        return [""] * down + [card.id for card in pile[down:]]
    return [""] * min(3, len(pile)) if down else [card.id for card in pile[-1:]]


# -- as text ------------------------------------------------------------------------------------------------


def test_text_in_signs_and_in_ascii() -> None:
    """Case 85."""
    position = Position.of(ARABELLA, T1="TC 9H", W="2D", F1="AS 2S")
    assert "T1   10♣ 9♥" in str(position) == text_board(position)
    plain = format(position, "ascii")
    assert plain == text_board(position, ascii=True)
    assert "T1   TC 9H" in plain
    assert "F1   2S" in plain
    assert plain.isascii()
    assert Card("9H").name == "9 of hearts"
    with pytest.raises(ValueError, match='no format ">10" of a position: leave it out for signs, or say "ascii"'):
        format(position, ">10")


def test_face_down_cards_stay_face_down() -> None:
    game = Game(KLONDIKE, deal=1)
    assert "\nT3  ## ## " in text_board(game.position)
    hidden = game.position["T3"][0]
    assert (
        f">{hidden.rank.index}{hidden.suit.symbol}&#xFE0E;<"
        not in html_board(game.position, "x").split("T3")[1].split("T4")[0]
    )
    assert "2 face down" in html_board(game.position, "x")


def test_a_caption_is_escaped() -> None:
    assert "<b>&lt;script&gt;</b>" in html_board(Game(KLONDIKE, deal=1).position, "<script>")


# -- what is in the picture ---------------------------------------------------------------------------------


@by_name
@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
def test_every_card_that_is_seen_is_drawn_once(rules, narrow) -> None:
    for position in some_positions(rules):
        picture = ET.fromstring(position.to_svg(narrow=narrow))
        assert drawn(picture) == {name: expected(position, name) for name in position}
        known = {f"#{name}" for name in ids(picture)}
        assert {element.get(HREF) for element in picture.iter() if element.get(HREF)} <= known
        shown = {card[:2] for cards in drawn(picture).values() for card in cards if card}
        faces = {name.rsplit("-", 1)[1] for name in ids(picture)} & {card.ascii for card in decks(1)}
        assert faces == shown, "a face is there that is not shown"


@by_name
def test_the_description_names_every_card_of_every_pile(rules) -> None:
    for position in some_positions(rules):
        text = told(ET.fromstring(position.to_svg()))
        assert text == description(position)
        for name in position:
            down, label = position.face_down(name), label_of(rules, name)
            if not position[name]:
                assert re.search(rf"Empty: .*\b{label}\b", text)
                continue
            said = re.search(rf"\b{label}: (.*?)\.", text, re.IGNORECASE)[1]
            assert [card.name for card in position[name][down:]] == [
                word for word in said.split(", ") if "face-down" not in word
            ]
            assert (f"{down} face-down" in said) == bool(down)


def test_nothing_in_a_picture_tells_a_face_down_card() -> None:
    text = HIDDEN.to_svg()
    hidden = [card for name in HIDDEN for card in HIDDEN[name][: HIDDEN.face_down(name)]]
    assert len(hidden) == 24 + 21
    for card in hidden:
        assert f'"{card.id}"' not in text
        assert f'-{card.ascii}"' not in text
        assert not re.search(rf"\b{card.name}\b", text)
    other = Position(KLONDIKE, (HIDDEN.piles[0][::-1], *HIDDEN.piles[1:]), HIDDEN._hidden)
    assert svg_board(other, id_prefix="x") == svg_board(HIDDEN, id_prefix="x"), "the stock's order shows"


def test_ids_are_unique_in_a_document_with_many_pictures(tmp_path: Path) -> None:
    """Cases 22 and 23."""
    one, other = Position.dealt(ADELA, 1), Position.dealt(ADELA, 2)
    one.to_svg(tmp_path / "one.svg")
    other.to_svg(tmp_path / "other.svg")
    files = [(tmp_path / name).read_text(encoding="utf-8") for name in ("one.svg", "other.svg")]
    pictures = [one.to_svg(), one.to_svg(), other.to_svg(), one.to_svg(theme="dark"), *files]
    counted = Counter(name for picture in pictures for name in ids(ET.fromstring(picture)))
    assert set(counted.values()) == {1}
    for picture in pictures:
        own = set(ids(ET.fromstring(picture)))
        assert {name.split("-")[0] for name in own} == {min(own).split("-")[0]}
        used = re.findall(r'href=["\']#([^"\']+)', picture)
        assert used
        assert set(used) <= own, "a picture leans on another one"


def test_a_prefix_of_ones_own_gives_the_same_text_again() -> None:
    position = Position.dealt(ADELA, 1)
    assert svg_board(position, id_prefix="fig-1") == svg_board(position, id_prefix="fig-1")
    assert all(name.startswith("fig-1-") for name in ids(ET.fromstring(svg_board(position, id_prefix="fig-1"))))
    with pytest.raises(PictureError, match="a prefix of ids is a letter"):
        svg_board(position, id_prefix='"><script>')


def test_a_picture_says_what_it_is() -> None:
    picture = ET.fromstring(Position.dealt(ARABELLA, 1).to_svg())
    assert picture.get("role") == "img"
    names = picture.get("aria-labelledby").split()
    assert [picture.findtext(f"{SVG}{tag}") for tag in ("title",)] == ["Arabella, playing"]
    assert [element.get("id") for element in picture[:2]] == names


@pytest.mark.parametrize("felt", ["green", "slate", "none"])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_each_theme_stands_on_a_ground_of_its_own(theme, felt) -> None:
    """Case 80: signs and places stand out from it, and it does not let the page's colour through."""
    position = Position.of(ADELA, T1="9H", S="KH")
    picture = ET.fromstring(position.to_svg(theme=theme, felt=felt))
    ground = picture.find(f"{SVG}rect")
    assert [ground.get("width"), ground.get("height")] == picture.get("viewBox").split()[2:]
    place = next(element for element in picture.iter() if element.get("data-place"))
    assert contrast(ground.get("fill"), place.get("stroke")) > 4.5


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2."""

    def luminance(colour: str) -> float:
        channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lower, higher = sorted(map(luminance, (one, other)))
    return (higher + 0.05) / (lower + 0.05)


def test_suits_are_shapes_and_four_colours_are_four() -> None:
    """Cases 85 and 86."""
    position = Position.of(ADELA, T1="9H", T2="9S", T3="9D", T4="9C")
    inks = {}
    for four in (False, True):
        text = position.to_svg(four_colours=four)
        assert not re.search("[♠♣♥♦]|<text", text)
        faces = re.findall(r'id="[^"]*-9[CDHS]">.*?<g [^>]*fill="([^"]*)"', text)
        inks[four] = len(set(faces))
    assert inks == {False: 2, True: 4}


def test_an_empty_stock_says_whether_it_can_be_dealt_again() -> None:
    redeal, none = art()["signs"]["redeal"], art()["signs"]["none"]
    again = Position.of(KLONDIKE, W="9H", T1="KH").to_svg()
    never = Position.of(ARABELLA, W="9H", T1="KH").to_svg()
    path = re.compile(r"d='([^']*)'")
    assert path.search(redeal)[1] in again
    assert path.search(none)[1] in never
    assert path.search(none)[1] not in again


def test_pictures_are_small() -> None:
    """The whole of three packs below 150 KB, one card below 10."""
    assert len(Position.dealt(ARABELLA, 1).to_svg()) < 150_000
    assert len(Position.of(AULD_LANG_SYNE, T1="9H").to_svg()) < 10_000


@pytest.mark.parametrize(
    ("look", "sentence"),
    [
        ({"theme": "pink"}, 'no theme "pink": there is light, dark and contrast'),
        ({"felt": "grass"}, 'no felt "grass": there is green, slate and none'),
        ({"card_back": 7}, "no card back 7: there is lattice, plain and stripes"),
        ({"marks": {"piles": [[99, "note"]]}}, "a mark is on pile 99: Adela has 34 piles"),
        ({"marks": {"piles": [[0, "loud"]]}}, 'no tone "loud": there is note, good, bad and hint'),
        ({"marks": {"arrows": [[0, 1, "loud"]]}}, 'no tone "loud": there is note, good, bad and hint'),
        ({"marks": {"cards": [[25, 0, 40, "note"]]}}, "a mark is on cards that are not there: T1 has 1"),
    ],
)
def test_what_cannot_be_drawn_is_told_in_one_sentence(look, sentence) -> None:
    with pytest.raises(PictureError, match=re.escape(sentence)):
        Position.dealt(ADELA, 1).to_svg(**look)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_board_has_no_back_that_a_picture_lacks(theme) -> None:
    for trait in ("card_back", "felt"):
        for value in SolitaireWidget.class_traits()[trait].values:
            assert HIDDEN.to_svg(theme=theme, **{trait: value})


# -- captions and marks -------------------------------------------------------------------------------------


def test_captions_are_text_whatever_is_in_them() -> None:
    nasty = "</text></svg><script>alert(1)</script> & \0\x1b {x} \ud800 10♥ " + "long " * 60
    text = Position.dealt(ADELA, 1).to_svg(caption=nasty, marks={"caption": "One more"})
    picture = ET.fromstring(text)
    lines = [line.text for line in picture.iter(f"{SVG}tspan")]
    assert " ".join(lines).startswith("</text></svg><script>alert(1)</script> & {x} 10♥\ufe0e long long")
    assert len(lines) > 3
    assert lines[-1] == "One more"
    assert "One more" in told(picture)
    assert "<script" not in text
    lowest = max(float(line.get("y")) for line in picture.iter(f"{SVG}tspan"))
    assert lowest < float(picture.get("height"))
    assert "<text" not in Position.dealt(ADELA, 1).to_svg(caption="  \0 ")


def test_marks_are_told_apart_without_their_colours() -> None:
    position = Position.of(ADELA, T1="9H 8H", T2="9S", T3="10S", T4="JS")
    rings, arrows = set(), set()
    for tone in TONES:
        text = position.to_svg(marks={"cards": [[25, 0, 2, tone]], "arrows": [[25, 27, tone]]})
        picture = ET.fromstring(text)
        marked = [element for element in picture.iter() if element.get("data-mark")]
        assert [mark.get("data-mark") for mark in marked] == [tone, tone]
        (arrow,) = (element for element in picture.iter() if element.get("data-arrow"))
        assert arrow.get("data-arrow") == "T1 T3"
        grey = re.compile("#[0-9a-f]{3,6}")
        rings.add(grey.sub("", ET.tostring(marked[0], encoding="unicode")).replace(f'"{tone}"', ""))
        arrows.add(arrow.get("stroke-dasharray") or (arrow.get("fill") != "#fff"))
        assert f"Marked, {tone}: 9 of hearts, 8 of hearts on pile 1." in told(picture)
        assert f"Arrow, {tone}: from pile 1 to pile 3." in told(picture)
    assert len(rings) == len(arrows) == len(TONES)


def test_a_marked_face_down_card_stays_unknown() -> None:
    names = list(HIDDEN)
    marks = {"cards": [[names.index("T3"), 0, 3, "note"]], "piles": [[names.index("S"), "hint"]]}
    text = told(ET.fromstring(HIDDEN.to_svg(marks=marks)))
    top = HIDDEN["T3"][-1].name
    assert f"Marked, note: face-down card, face-down card, {top} on pile 3." in text
    assert HIDDEN["T3"][0].name not in text


def test_an_arrow_to_where_it_begins_is_no_arrow() -> None:
    assert "data-arrow" not in Position.dealt(ADELA, 1).to_svg(marks={"arrows": [[3, 3, "note"]]})


# -- files, bitmaps, and what may be missing ----------------------------------------------------------------


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position, path = Position.dealt(AULD_LANG_SYNE, 1), tmp_path / "board.svg"
    assert position.to_svg(path) == path.read_text(encoding="utf-8")
    before = path.read_bytes()

    def full(self: Path, content: bytes) -> int:
        with self.open("wb") as file:
            file.write(content[:100])
        raise OSError("no room")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="no room"):
        position.to_svg(path, theme="dark")
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_notebooks_show_the_picture() -> None:
    position = Position.dealt(AULD_LANG_SYNE, 1)
    assert ET.fromstring(position._repr_svg_()).get("role") == "img"
    assert repr(position).startswith("<Auld Lang Syne position")


def test_a_bitmap_is_as_large_as_it_should_be_and_needs_no_font(tmp_path: Path) -> None:
    import resvg_py

    position = Position.dealt(AULD_LANG_SYNE, 1)
    picture = ET.fromstring(svg := position.to_svg())
    for scale in (0.3, 0.5):
        png = to_png(svg, scale)
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = struct.unpack(">II", png[16:24])
        assert width == pytest.approx(float(picture.get("width")) * scale, abs=1)
        assert height == pytest.approx(float(picture.get("height")) * scale, abs=1)
    assert png == resvg_py.svg_to_bytes(svg_string=svg, zoom=0.5, skip_system_fonts=True)
    assert png != to_png(position.after(position.legal_moves[0]).to_svg(), 0.5)
    assert position.to_png(tmp_path / "board.png", scale=0.2) == (tmp_path / "board.png").read_bytes()
    with pytest.raises(PictureError, match="a picture's scale is above 0 and at most 20, not 50"):
        to_png(svg, 50)
    with pytest.raises(PictureError, match="that text is no SVG picture"):
        to_png("<svg", 1)


def test_without_the_extra_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(PictureError, match=r'pip install "solitaire-widget\[png\]"; to_svg needs no package'):
        Position.dealt(ADELA, 1).to_png(tmp_path / "board.png")
    assert not list(tmp_path.iterdir())


def test_without_the_built_front_end_only_pictures_are_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys.modules["solitaire_widget.picture.art"], "ART", tmp_path / "art.json")
    position = Position.dealt(ADELA, 1)
    with pytest.raises(PictureError, match=r"the cards' faces, art.json, are not built: pip install -e \. builds them"):
        position.to_svg()
    assert position._repr_svg_() is None
    assert str(position).startswith("S ")
