"""What a declaration says, in words: for a game without a ledger, and for what a row leaves to the position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..cards import Card, Rank, Suit
from ..rules import ANY_RANK, NO_MOVES, Build, PileGroup, Rules

__all__ = [
    "a_deal_waits",
    "a_rank",
    "builds_words",
    "exchanges_are_no_moves",
    "faces_words",
    "number_of",
    "one_of",
    "opener_of",
    "plural",
    "sentence",
    "starts_words",
    "title_of",
    "travels_words",
]

SMALL_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
COLOURS: Final = {frozenset({Suit.HEARTS, Suit.DIAMONDS}): "red", frozenset({Suit.CLUBS, Suit.SPADES}): "black"}
MOST_NAMED: Final = 6


def sentence(words: str) -> str:
    """Give the words a capital letter and a full stop.

    Examples
    --------
    >>> sentence("nothing is built on a pile")
    'Nothing is built on a pile.'
    """
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith(".") else ".")


def number_of(count: int, noun: str) -> str:
    """How many of something there are.

    Examples
    --------
    >>> number_of(1, "card"), number_of(3, "deck"), number_of(65, "card")
    ('one card', 'three decks', '65 cards')
    """
    number = SMALL_NUMBERS[count] if 0 <= count < len(SMALL_NUMBERS) else str(count)
    return f"{number} {noun if count == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """More than one of them.

    Examples
    --------
    >>> plural("king space"), plural("stock")
    ('king spaces', 'stocks')
    """
    return f"{noun}s"


def one_of(words: Sequence[str], joint: str = "or") -> str:
    """Join words as a sentence does.

    Examples
    --------
    >>> one_of(["T1", "T2", "F3"]), one_of(["T1", "T2"], "and")
    ('T1, T2 or F3', 'T1 and T2')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}"


def a_rank(rank: Rank) -> str:
    """One card of a rank.

    Examples
    --------
    >>> a_rank(Rank.ACE), a_rank(Rank.KING), a_rank(Rank.EIGHT)
    ('an ace', 'a king', 'an 8')
    """
    return f"an {rank.word}" if rank in (Rank.ACE, Rank.EIGHT) else f"a {rank.word}"


def faces_words(cards: Sequence[Card]) -> str:
    """The faces that a pile takes, as short as they can be said.

    Examples
    --------
    >>> from solitaire_widget.cards import read_cards
    >>> faces_words(read_cards("9C 9S 9H 9D")), faces_words(read_cards("9H 9D")), faces_words(read_cards("9H 8C"))
    ('any 9', 'a red 9', '9♥ or 8♣')
    >>> faces_words(())
    'nothing'
    """
    suits: dict[Rank, list[Suit]] = {}
    for card in cards:
        suits.setdefault(card.rank, []).append(card.suit)
    whole = [rank for rank in suits if len(suits[rank]) == len(Suit)]
    if len(whole) == len(Rank):
        return "any card"
    said = []
    for rank, held in suits.items():
        colour = COLOURS.get(frozenset(held))
        if rank in whole:
            said.append(f"any {rank.word}")
        elif colour:
            said.append(f"a {colour} {rank.word}")
        else:
            said += [str(Card(rank, suit)) for suit in held]
    if len(said) > MOST_NAMED:
        return f"one of {len(cards)} cards"
    return one_of(said) if said else "nothing"


def title_of(group: PileGroup) -> str:
    """What a group of piles is called where it is written about.

    Examples
    --------
    >>> from solitaire_widget import ADELA
    >>> [title_of(group) for group in ADELA.groups][:2]
    ['stock (S)', 'king spaces (K1 to K8)']
    """
    noun = f"tableau {group.noun}" if group.kind == "tableau" else group.noun
    if group.count == 1:
        return f"{noun} ({group.letter})"
    return f"{plural(noun)} ({group.names[0]} to {group.names[-1]})"


def opener_of(name: str, group: PileGroup) -> str:
    """The pile that has to be started before this one.

    Examples
    --------
    >>> from solitaire_widget import ADELA
    >>> opener_of("K3", ADELA.groups[1])
    'J3'
    """
    return group.opened_by + name[len(group.letter) :]


def starts_words(group: PileGroup) -> str:
    """What an empty pile of a group takes.

    Examples
    --------
    >>> from solitaire_widget import ARABELLA
    >>> starts_words(ARABELLA.of_kind("tableau")[0]), starts_words(ARABELLA.of_kind("foundation")[0])
    ('an empty pile takes a king, or a run that a king heads', 'an empty foundation takes an ace')
    """
    ranks, noun = group.starts_with, group.noun
    if not ranks:
        return f"nothing is laid on an empty {noun} by hand"
    runs = group.kind == "tableau" and group.travels is not None
    if set(ranks) == set(ANY_RANK):
        takes = "any card or run" if runs else "any card"
    else:
        takes = one_of([a_rank(rank) for rank in ranks])
        takes += f", or a run that {takes} heads" if runs else ""
    if group.opened_by:
        opener = opener_of(group.names[0], group)
        takes += f" of its column's suit, once the pile that opens it is started ({opener} for {group.names[0]})"
    return f"an empty {noun} takes {takes}"


def builds_words(group: PileGroup) -> str:
    """What goes on the cards of a group's piles.

    Examples
    --------
    >>> from solitaire_widget import ADELA
    >>> [builds_words(group) for group in ADELA.groups[1:3]]
    ['a king space holds one card', 'a middle space builds down in suit, from jack to ace']
    """
    if group.limit == 1:
        return f"a {group.noun} holds one card"
    if group.build is None:
        return f"nothing is built on a {group.noun}"
    return f"a {group.noun} builds {group.build.words}{_ends(group, group.build)}"


def _ends(group: PileGroup, build: Build) -> str:
    """Where a pile that has one first card and a limit begins and ends."""
    if len(group.starts_with) != 1 or group.limit is None:
        return ""
    first = group.starts_with[0]
    last = Rank((first - 1 + build.step * (group.limit - 1)) % len(Rank) + 1)
    return f", from {first.word} to {last.word}"


def travels_words(group: PileGroup) -> str:
    """Which cards leave a group's piles by hand, and which of them together.

    Examples
    --------
    >>> from solitaire_widget import ARABELLA
    >>> travels_words(ARABELLA.of_kind("tableau")[0])
    'cards that run down in suit travel together, others one by one'
    >>> travels_words(ARABELLA.of_kind("foundation")[0])
    'nothing leaves a foundation'
    """
    if group.kind == "foundation":
        return f"nothing leaves a {group.noun}"
    if group.kind == "stock":
        return "its cards are in play once they have been dealt"
    if group.limit == 1:
        return "the card may leave at any time"
    if group.kind == "waste" or group.travels is None:
        return "only the top card is in play"
    run = group.travels.words
    return f"cards that run {run}{',' if ',' in run else ''} travel together, others one by one"


def exchanges_are_no_moves(rules: Rules) -> bool:
    """Whether a game has exchanges, and something in it waits for moves that does not wait for those.

    Examples
    --------
    >>> from solitaire_widget import ADELA, ARABELLA
    >>> exchanges_are_no_moves(ADELA), exchanges_are_no_moves(ARABELLA)
    (True, False)
    """
    if not any(group.build is not None or group.starts_with for group in rules.of_kind("tableau")):
        return False
    return a_deal_waits(rules) or not rules.exchanges_count


def a_deal_waits(rules: Rules) -> bool:
    """Whether a deal ever waits until no move is left: each one, or one that gathers the piles."""
    gathers = not rules.of_kind("waste")
    return any(stock.when == NO_MOVES or (gathers and stock.redeals != 0) for stock in rules.of_kind("stock"))
