"""Auld Lang Syne: one deck, four piles, a row of four at a time."""

from ..rules import (
    ACE,
    NO_MOVES,
    NOTHING,
    UP,
    UP_IN_SUIT,
    Option,
    Rules,
    foundations,
    read_ledger,
    stock,
    tableau,
)

__all__ = ["AULD_LANG_SYNE"]

AULD_LANG_SYNE = Rules(
    name="Auld Lang Syne",
    decks=1,
    piles=(
        stock(
            when=NO_MOVES,
            redeals=0,
            cites={"deal": "AL-9", "redeal": "AL-10", "leaves": "AL-9", "up from stock": "AL-8"},
        ),
        foundations(
            4,
            set_aside=ACE,
            starts_with=ACE,
            build=UP,
            cites={"starts": "AL-1", "builds": "AL-4", "full": "AL-4", "leaves": "AL-11"},
        ),
        tableau(4, starts_with=NOTHING, cites={"run": "AL-5", "builds": "AL-6", "starts": "AL-7"}),
    ),
    board=(
        ". - F1 F2 F3 F4",
        "S - T1 T2 T3 T4",
    ),
    options=(
        Option(
            "foundations",
            sets="F.build",
            choices={"any suit": UP, "by suit": UP_IN_SUIT},
            default="any suit",
            rule="AL-14",
            words="A foundation builds up by suit, ace to king (a variant that was asked for).",
        ),
        Option(
            "redeals",
            sets="S.redeals",
            choices={count: count for count in range(10)},
            default=0,
            rule="AL-14",
            words="The number of redeals is {value}. Once the stock is empty and nothing in play fits, the piles are "
            "gathered, reshuffled by the deal number and become the stock; when no redeal is left either, the game is "
            "lost (a variant that was asked for).",
            sets_aside=("AL-13",),
        ),
    ),
    ledger=read_ledger("""
        AL-1   The four aces are taken out of the deck and start the four foundations, face up in a row.
        AL-2   Four tableau piles lie below the foundations, one face-up card each.
        AL-3   The other 44 cards are the stock, face down; there is no waste.
        AL-4   A foundation builds up by rank, ace to king, whatever the suit.
        AL-5   Only a tableau pile's top card is in play, and it goes only to a foundation.
        AL-6   Nothing is built on the tableau, and nothing moves between tableau piles.
        AL-7   A pile that has become empty stays empty until the next deal.
        AL-8   No card goes from the stock to a foundation: it is dealt to the tableau first.
        AL-9   A deal puts one card from the stock face up on each of the four piles, left to right, empty
               ones included; it is allowed only when no card in play fits a foundation.
        AL-10  There is no redeal and no reshuffle.
        AL-11  Nothing leaves a foundation. [settled: the source moves cards only to them]
        AL-12  The game is won when all 52 cards are on the foundations.
        AL-13  The game is lost when the stock is empty, no card in play fits a foundation and cards remain
               in the tableau.
        AL-14  Variants, off unless asked for: foundations build by suit; one or more redeals, once the
               stock is empty and nothing in play fits.
        AL-15  The source estimates that under 1% of deals are won.
    """),
    source="Auld Lang Syne, a rule sheet for one deck and four piles",
)
