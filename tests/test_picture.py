from solitaire_widget import Card, Game, Position, find_rules
from solitaire_widget.picture import html_board, text_board
from tests.test_fourth_game import KLONDIKE


def test_text_in_signs_and_in_ascii() -> None:
    """Case 85."""
    position = Position.of(find_rules("arabella"), T1="TC 9H", W="2D", F1="AS 2S")
    assert "T1   10♣ 9♥" in text_board(position)
    plain = text_board(position, ascii=True)
    assert "T1   TC 9H" in plain
    assert "F1   2S" in plain
    assert plain.isascii()
    assert Card("9H").name == "9 of hearts"


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
