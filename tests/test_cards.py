import copy
import pickle

import pytest

from solitaire_widget import Card, NotationError, Rank, Suit
from solitaire_widget.cards import decks


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("9H", "9H"),
        ("9♥", "9H"),
        ("9♥\ufe0e", "9H"),
        ("10♣", "TC"),
        ("TC", "TC"),
        ("tc", "TC"),
        ("10c", "TC"),
        ("1s", "AS"),
        ("A♠", "AS"),
        ("9 of hearts", "9H"),
        (" Q♢ ", "QD"),
    ],
)
def test_a_card_is_read_leniently(text: str, face: str) -> None:
    assert Card(text) is Card(face)


def test_a_deck_may_be_given_beside_a_text_and_a_name_is_read_back() -> None:
    assert Card("9H", deck=2) is Card("9H2")
    for card in decks(1):
        assert Card(card.name) is card
    with pytest.raises(AttributeError, match="never changes"):
        del Card("2D").rank
    with pytest.raises(NotationError, match="no rank a value of type int"):
        Card(10**5000, "H")


@pytest.mark.parametrize("text", ["Ace", "9 of clowns", "", "9", "H", "11H", "9X", "9H0", "9HH H", "9H" * 50, "joker"])
def test_what_names_no_card_is_told_in_one_sentence(text: str) -> None:
    with pytest.raises(NotationError, match=r"^no card"):
        Card(text)


def test_every_card_is_written_and_read_back() -> None:
    for card in decks(3):
        assert Card(card.id) is card
        assert Card(str(card)).is_twin(card)
        assert Card(card.ascii).is_twin(card)
        assert eval(repr(card)) is card


def test_twins_are_alike_but_not_the_same() -> None:
    first, second = Card("7H"), Card("7H2")
    assert first.is_twin(second)
    assert first != second
    assert len({first, second}) == 2
    assert first == Card(Rank.SEVEN, Suit.HEARTS) == Card(7, "h", 1)


def test_a_card_is_made_once_and_never_changes() -> None:
    card = Card("QS3")
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy(card) is copy.copy(card) is card
    with pytest.raises(AttributeError, match="never changes"):
        card.deck = 1


def test_a_wrong_rank_suit_or_deck_is_told() -> None:
    with pytest.raises(NotationError, match="no rank 14"):
        Card(14, "H")
    with pytest.raises(NotationError, match='no suit "X"'):
        Card(9, "X")
    with pytest.raises(NotationError, match="no deck 10"):
        Card(9, "H", 10)
