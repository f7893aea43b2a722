"""Arabella: three decks, thirteen piles, built down whatever the suit."""

from ..rules import (
    ACE,
    ANY_TIME,
    DOWN,
    DOWN_IN_SUIT,
    KING,
    UP_IN_SUIT,
    Rules,
    Score,
    foundations,
    read_ledger,
    stock,
    tableau,
    waste,
)

__all__ = ["ARABELLA"]

ARABELLA = Rules(
    name="Arabella",
    decks=3,
    piles=(
        stock(
            turns=1,
            when=ANY_TIME,
            redeals=0,
            cites={"deal": "AR-11", "redeal": "AR-13", "leaves": "AR-11"},
        ),
        waste(cites={"run": "AR-12"}),
        foundations(
            12,
            starts_with=ACE,
            build=UP_IN_SUIT,
            cites={"starts": "AR-5", "builds": "AR-6", "full": "AR-6", "leaves": "AR-14", "run": "AR-15"},
        ),
        tableau(
            13,
            dealt=range(1, 14),
            starts_with=KING,
            build=DOWN,
            travels=DOWN_IN_SUIT,
            cites={"starts": "AR-8", "builds": "AR-7", "run": "AR-9", "mixed": "AR-10"},
        ),
    ),
    board=(
        "S W - F1 F2 F3 F4 - F5 F6 F7 F8 - F9 F10 F11 F12",
        "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13",
    ),
    narrow_board=(
        ". S . W . . - F1 F2 F3 F4 F5 F6",
        ". . . . . . - F7 F8 F9 F10 F11 F12",
        "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13",
    ),
    ledger=read_ledger("""
        AR-1   Three decks are shuffled together: 156 cards.
        AR-2   Twelve foundations, empty at the start; each takes one suit, and each suit has three of them.
        AR-3   Thirteen tableau piles, all face up; the first is dealt 1 card, the second 2, the last 13: 91
               cards.
        AR-4   The other 65 cards are the stock, face down; the waste starts empty.
        AR-5   Only an ace starts a foundation.
        AR-6   A foundation builds up by suit from ace to king, one card at a time.
        AR-7   A tableau pile builds down by rank, whatever the suit; nothing goes on an ace, and a king
               goes on no card.
        AR-8   Only a king, or a run headed by a king, goes on an empty tableau pile.
        AR-9   Cards that run down in one suit travel as a unit, and so does any part of such a run that
               includes the top card.
        AR-10  Cards that run down in mixed suits travel only one by one.
        AR-11  A tap on the stock turns one card face up onto the waste, at any time; its cards go nowhere
               else.
        AR-12  Only the waste's top card is in play: to the tableau or to a foundation.
        AR-13  There is no redeal: once the stock is empty, the waste never goes back to it.
        AR-14  Nothing leaves a foundation, neither for the tableau nor for another foundation. [settled:
               the source calls the top card available once and forbids every use of it elsewhere]
        AR-15  A run dropped on a foundation goes up card by card, from its top card on, as far as each card
               fits, in one action and one undo. [settled: the source moves sequences to the foundations,
               which take one card at a time]
        AR-16  The game is won when all 156 cards are on the foundations.
        AR-17  The game is lost when the stock is empty, no legal move is left and cards remain in the
               tableau or the waste.
        AR-18  A position that can no longer be won, whatever is played, is unwinnable; that is another word
               than lost, and play may go on. [settled: the source says lost (or unwinnable), and while some
               card can shuttle between two piles the game is not lost]
    """),
    score=Score(up=12, joined=8, built=2, buried=2, empty=16, waste=1),
    source="Arabella, a rule sheet for three decks and thirteen piles",
)
