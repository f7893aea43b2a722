"""Ranks, suits, cards and decks.

A card is made once and shared: ``Card("9H") is Card("9♥")``. Two cards are *twins* when rank and suit
agree; they are the same card only when the deck agrees too.
"""

from __future__ import annotations

import re
from enum import Enum, IntEnum
from typing import Final, TypeGuard, overload

__all__ = [
    "FACES",
    "Card",
    "NotationError",
    "Rank",
    "SolitaireError",
    "Suit",
    "decks",
    "has_odd_signs",
    "is_number",
    "one_line",
    "quoted",
    "read_cards",
]

FACES: Final = 52
"""How many different faces (rank and suit) there are."""

MOST_DECKS: Final = 9
RANK_LETTERS: Final = "A23456789TJQK"


class SolitaireError(ValueError):
    """What every complaint of this package about its input is made of."""


class NotationError(SolitaireError):
    """A text that names no card, move, pile or game."""


class Rank(IntEnum):
    """Ace (1) to king (13)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """One ASCII character: ``A23456789TJQK``.

        Examples
        --------
        >>> Rank.TEN.letter
        'T'
        """
        return RANK_LETTERS[self - 1]

    @property
    def index(self) -> str:
        """What a printed card shows in its corner, ``10`` for the ten.

        Examples
        --------
        >>> Rank.TEN.index, Rank.QUEEN.index
        ('10', 'Q')
        """
        return "10" if self is Rank.TEN else self.letter

    @property
    def word(self) -> str:
        """The rank as it is spoken.

        Examples
        --------
        >>> Rank.ACE.word, Rank.NINE.word
        ('ace', '9')
        """
        return self.name.lower() if self in (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING) else str(int(self))


class Suit(Enum):
    """Clubs, spades, hearts, diamonds: the order in which a fresh deck lies."""

    CLUBS = 0
    SPADES = 1
    HEARTS = 2
    DIAMONDS = 3

    @property
    def letter(self) -> str:
        """One ASCII character: ``C``, ``S``, ``H`` or ``D``."""
        return self.name[0]

    @property
    def symbol(self) -> str:
        """The suit's sign, without a variation selector."""
        return "♣♠♥♦"[self.value]

    @property
    def word(self) -> str:
        """The suit as it is spoken, in the plural."""
        return self.name.lower()

    @property
    def is_red(self) -> bool:
        """Whether the suit is hearts or diamonds."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)


CARD_TEXT: Final = re.compile(
    r"(?P<rank>10|[A23456789TJQK1]|ace|jack|queen|king)\s*(?:of\s+)?"
    r"(?P<suit>[♣♠♥♦♧♤♡♢]|clubs?|spades?|hearts?|diamonds?|[CSHD])[\ufe0e\ufe0f]?(?P<deck>[1-9])?",
    re.IGNORECASE,
)
SUIT_OF_SIGN: Final = {
    sign: suit for suit, signs in zip(Suit, ("C♣♧", "S♠♤", "H♥♡", "D♦♢"), strict=True) for sign in signs
}
RANK_OF_INDEX: Final = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN, "1": Rank.ACE}
RANK_OF_INDEX.update({rank.word.upper(): rank for rank in Rank})


ODD_SIGNS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters, breaks of lines, and halves of characters, which no page and no file can take."""


def has_odd_signs(text: str) -> bool:
    """Whether a text holds what does not belong on one line of text."""
    return ODD_SIGNS.search(text) is not None


def one_line(text: str) -> str:
    r"""Give a text on one line, without what does not belong there.

    Examples
    --------
    >>> one_line("two\n lines")
    'two lines'
    """
    return " ".join(ODD_SIGNS.sub(" ", text).split())


def is_number(value: object) -> TypeGuard[float]:
    """Whether somebody gave a number; True and False are none.

    Examples
    --------
    >>> is_number(2.5), is_number(7), is_number(True), is_number("7")
    (True, True, False, False)
    """
    return isinstance(value, int | float) and not isinstance(value, bool)


def quoted(value: object) -> str:
    """Quote what somebody gave in a message: on one line, never long, whatever it is."""
    if isinstance(value, int | float) and -(10**20) < value < 10**20:
        return repr(value)
    if isinstance(value, str):
        text = one_line(value[:41])
        return f'"{text}"' if len(text) <= 40 else f'"{text[:39]}…"'
    return "None" if value is None else f"a value of type {type(value).__name__}"


class Card:
    """One physical card: a rank, a suit and the deck it belongs to.

    Parameters
    ----------
    rank : str or Rank or int
        A card's whole text (``"9H"``, ``"9♥"``, ``"10♣"``, ``"TC"``, ``"9H2"`` for the second deck's), or
        its rank alone when `suit` is given.
    suit : Suit or str, optional
        A suit, its letter or its sign.
    deck : int, optional
        The deck, from 1.

    Raises
    ------
    NotationError
        When the text names no card.

    Examples
    --------
    >>> Card("10♣"), Card("tc") is Card("10♣"), Card("9H2").deck
    (Card('TC'), True, 2)
    >>> Card("9H") == Card("9H2"), Card("9H").is_twin(Card("9H2"))
    (False, True)
    """

    __slots__ = ("bit", "deck", "face", "rank", "suit")

    rank: Rank
    suit: Suit
    deck: int
    face: int
    bit: int

    @overload
    def __new__(cls, rank: Card | str, *, deck: int = 1) -> Card: ...
    @overload
    def __new__(cls, rank: Rank | int | str, suit: Suit | str, deck: int = 1) -> Card: ...
    def __new__(  # noqa: D102
        cls, rank: Card | Rank | int | str, suit: Suit | str | None = None, deck: int = 1
    ) -> Card:
        if suit is None:
            return _read_card(rank, deck)
        return _card_of(_read_rank(rank), _read_suit(suit), deck)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card never changes: {self} keeps its {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card never changes: {self} keeps its {name}")

    def __reduce__(self) -> tuple[type[Card], tuple[int, str, int]]:
        return Card, (int(self.rank), self.suit.letter, self.deck)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __repr__(self) -> str:
        return f"Card({(self.ascii if self.deck == 1 else self.id)!r})"

    def __str__(self) -> str:
        return f"{self.rank.index}{self.suit.symbol}"

    @property
    def ascii(self) -> str:
        """Rank and suit in two ASCII characters.

        Examples
        --------
        >>> Card("10♣").ascii
        'TC'
        """
        return f"{self.rank.letter}{self.suit.letter}"

    @property
    def id(self) -> str:
        """Rank, suit and deck: no other card on any board has the same.

        Examples
        --------
        >>> Card("9H").id
        '9H1'
        """
        return f"{self.ascii}{self.deck}"

    @property
    def name(self) -> str:
        """The card as it is spoken.

        Examples
        --------
        >>> Card("9H").name
        '9 of hearts'
        """
        return f"{self.rank.word} of {self.suit.word}"

    def is_twin(self, other: Card) -> bool:
        """Whether `other` shows the same rank and suit (a card is its own twin)."""
        return self.face == other.face


def _make_card(face: int, deck: int) -> Card:
    card = object.__new__(Card)
    for name, value in (
        ("rank", Rank(face % 13 + 1)),
        ("suit", Suit(face // 13)),
        ("deck", deck),
        ("face", face),
        ("bit", 1 << face),
    ):
        object.__setattr__(card, name, value)
    return card


_ALL: Final = tuple(_make_card(face, deck) for deck in range(1, MOST_DECKS + 1) for face in range(FACES))


def _card_of(rank: Rank, suit: Suit, deck: int) -> Card:
    if type(deck) is not int or not 1 <= deck <= MOST_DECKS:
        raise NotationError(f"no deck {quoted(deck)}: decks are numbered 1 to {MOST_DECKS}")
    return _ALL[(deck - 1) * FACES + suit.value * 13 + rank - 1]


def _read_card(text: object, deck: int) -> Card:
    if isinstance(text, Card):
        return text
    found = CARD_TEXT.fullmatch(text.strip()) if isinstance(text, str) and len(text) < 40 else None
    if found is None:
        raise NotationError(f"no card {quoted(text)}: write a rank A23456789TJQK and a suit C, S, H or D, as in 9H")
    rank, suit = _read_rank(found["rank"]), _read_suit(found["suit"])
    return _card_of(rank, suit, int(found["deck"] or deck))


def _read_rank(value: object) -> Rank:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 13:
        return Rank(value)
    if isinstance(value, str) and value.upper() in RANK_OF_INDEX:
        return RANK_OF_INDEX[value.upper()]
    raise NotationError(f"no rank {quoted(value)}: ranks are A 2 3 4 5 6 7 8 9 10 J Q K, or 1 to 13")


def _read_suit(value: object) -> Suit:
    if isinstance(value, Suit):
        return value
    if isinstance(value, str) and value[:1].upper() in SUIT_OF_SIGN:
        suit = SUIT_OF_SIGN[value[:1].upper()]
        if len(value) == 1 or value.lower() in (suit.word, suit.word[:-1]):
            return suit
    raise NotationError(f"no suit {quoted(value)}: suits are C, S, H and D")


def decks(count: int) -> tuple[Card, ...]:
    """Give `count` fresh decks: deck by deck, clubs, spades, hearts, diamonds, each ace to king.

    Examples
    --------
    >>> len(decks(3)), decks(3)[0], decks(3)[-1]
    (156, Card('AC'), Card('KD3'))
    """
    return _ALL[: count * FACES]


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas; a deck that is not written is left at 1.

    Examples
    --------
    >>> read_cards("KH, 10♣ 9H2")
    (Card('KH'), Card('TC'), Card('9H2'))
    """
    return tuple(Card(word) for word in text.replace(",", " ").split())
