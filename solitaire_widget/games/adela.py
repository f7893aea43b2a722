"""Adela: two decks, nine piles, three rows of eight foundation spaces."""

from ..rules import (
    ANY_RANK,
    DOWN_IN_SUIT,
    JACK,
    KING,
    NO_MOVES,
    QUEEN,
    UP_IN_SUIT_AROUND,
    Rules,
    Score,
    foundations,
    read_ledger,
    stock,
    tableau,
)

__all__ = ["ADELA"]

ADELA = Rules(
    name="Adela",
    decks=2,
    piles=(
        stock(
            when=NO_MOVES,
            redeals=0,
            cites={"deal": "AD-15", "short deal": "AD-17", "redeal": "AD-21", "leaves": "AD-15"},
        ),
        foundations(
            8,
            "K",
            starts_with=KING,
            build=None,
            limit=1,
            opened_by="J",
            noun="king space",
            cites={"shut": "AD-6", "starts": "AD-7", "full": "AD-7", "leaves": "AD-18", "run": "AD-9"},
        ),
        foundations(
            8,
            "J",
            starts_with=JACK,
            build=DOWN_IN_SUIT,
            limit=11,
            noun="middle space",
            cites={"starts": "AD-4", "builds": "AD-5", "full": "AD-5", "leaves": "AD-18", "run": "AD-9"},
        ),
        foundations(
            8,
            "Q",
            starts_with=QUEEN,
            build=None,
            limit=1,
            opened_by="J",
            noun="queen space",
            cites={"shut": "AD-6", "starts": "AD-8", "full": "AD-8", "leaves": "AD-18", "run": "AD-9"},
        ),
        tableau(
            9,
            dealt=1,
            starts_with=ANY_RANK,
            build=UP_IN_SUIT_AROUND,
            travels=UP_IN_SUIT_AROUND,
            fills=True,
            cites={
                "starts": "AD-14",
                "builds": "AD-10",
                "around": "AD-11",
                "run": "AD-12",
                "exchange": "AD-16",
                "fills": "AD-13",
            },
        ),
    ),
    board=(
        ". - K1 K2 K3 K4 K5 K6 K7 K8",
        "S - J1 J2 J3 J4 J5 J6 J7 J8",
        ". - Q1 Q2 Q3 Q4 Q5 Q6 Q7 Q8",
        "T1 T2 T3 T4 T5 T6 T7 T8 T9",
    ),
    exchanges_count=False,
    ledger=read_ledger("""
        AD-1   Two decks are shuffled together: 104 cards.
        AD-2   Nine tableau piles, one face-up card each; the other 95 cards are the stock, face down, and
               there is no waste.
        AD-3   Twenty-four foundation spaces stand in three rows of eight above the tableau: kings on top,
               jacks in the middle, queens below; a column is one space of each row.
        AD-4   Only a jack starts a middle space, any free one; two columns per suit.
        AD-5   A middle space builds down by suit, jack to ace.
        AD-6   The king space above and the queen space below a middle space are shut until its jack is
               there.
        AD-7   An open king space takes one king, of its column's suit.
        AD-8   An open queen space takes one queen, of its column's suit.
        AD-9   A tableau pile's top card is in play for the foundations; a run dropped on a middle space
               goes up card by card, from its top card on, as far as each card fits.
        AD-10  A tableau pile builds up by suit: the next card is one rank higher and of the same suit.
        AD-11  An ace goes on the king of its suit, and the run goes on from there.
        AD-12  The top card, or any part of a run that includes the top card, moves to another pile where
               its lowest-placed card fits.
        AD-13  While the stock lasts, a pile that has become empty is filled from it at once, before
               anything else can be played.
        AD-14  Once the stock is empty, an empty pile takes any top card, or any part of a run that includes
               the top card.
        AD-15  A deal puts one card from the stock on each of the nine piles; it is allowed only when no
               move is left.
        AD-16  For a deal an exchange is no move: carrying a run from a card to that card's twin leaves the
               same cards in play; exchanges stay legal to play. [settled: without it a position such as 8♣
               9♣ beside 8♣ could never be dealt onto]
        AD-17  The last deal may have fewer than nine cards: they go left to right. [settled: the source is
               silent]
        AD-18  Nothing leaves a foundation. [settled: the source moves cards only to them]
        AD-19  The game is won when eight middle spaces hold jack to ace and every king and queen is in its
               space: 104 cards.
        AD-20  The game is lost when the stock is empty, no move but exchanges is left and cards remain in
               the tableau; a position that can no longer be won is unwinnable, which is another word.
        AD-21  There is no redeal: a card that was dealt never goes back to the stock. [settled: the ledger
               has no row for it; the source ends the game when the stock is depleted]
    """),
    score=Score(up=10, joined=10, built=2, buried=2, empty=3),
    source="Adela, a rule sheet for two decks and nine piles",
)
