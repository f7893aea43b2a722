"""Moves that can never hurt, and the argument for each.

There are two kinds, and both take a card up to a foundation.

The free card
-------------
A card goes up as soon as its face is *free*.

A face is *ready* when every copy of it that is not up yet could go up now: at least as many foundations wait
for it as such copies are left. It stays ready, because nothing leaves a foundation and only its own copies
take the places that wait for it. A face is *free* when it is ready, and every face that can lie upon it in
the tableau (by the build, or in a run that travels) is either all up or free itself.

**Claim.** Where a free card c can go up, doing so now loses no win.

**Argument.** Take a winning line L from a position P in which c can go up, and play L' = "c goes up, then as L",
with these changes. Moves of c alone are left out. Where L lays a run on c, its cards go up instead, from the
top card on: each of them lies on a card that may carry it, beginning with c, so all are free, and what is free
finds a foundation that waits for it. Of these cards the same is said as of c; call them all E. Where L moves a
run with cards of E on top, the rest of the run moves without them. Where L takes a card of E up, nothing is
done. All that is left of L stays legal:

- *Onto foundations.* In L' the cards up are those up in L and besides some of E. A face of E had places for all
  its copies, so no other card finds its place taken; and a face upon which nothing waits is not asked for.
- *In the tableau.* A card is missing in L' only where a card of E lies in L; upon it lie only cards of E.
  So whatever L lays elsewhere, it lays upon the same card in L', and a pile that is empty in L is empty in L'.
  Cards that a deal lays upon a card of E in L lie one lower in L': they can be moved all the same, and if they
  are of the kind that lies upon E in order they are free and go up.
- *Face-down cards* turn up no later in L' than in L.
- *Deals that wait until no move is left.* While a card of E is not up in L, the top card of its pile is in E too,
  and so could go up: a move is left, and it is no exchange. So L cannot deal until E is up whole, and then L and
  L' are at the same position (foundations that no rule tells apart aside).
- *Piles filled from the stock at once.* Which card fills which pile depends on the order in which piles become
  empty. So c goes up only where others lie beneath it, or when the stock is empty: then c's pile becomes empty
  in L' exactly when it does in L.

**Where it does not hold**, no such move is made: where a redeal shuffles (fewer cards come back, and in another
order), where several cards are turned at a time and come round again (which of them lies on top would change),
and where a foundation could hold one face twice or two kinds of foundation want the same face (then "as many
places as copies" proves nothing).
"""

from __future__ import annotations

from ..cards import FACES
from ..rules import NO_MOVES, PileGroup, Rules
from ..tables import tables_of
from .kernel.blocked import MOST_PILES
from .kernel.jammed import MOST_IN_PILE

__all__ = ["blocking_holds", "jamming_holds", "playing_first_holds", "safe_moves_hold"]


def safe_moves_hold(rules: Rules) -> bool:
    """Whether the argument holds for a game as it is declared.

    Examples
    --------
    >>> from solitaire_widget.games import ADELA, AULD_LANG_SYNE
    >>> safe_moves_hold(ADELA), safe_moves_hold(AULD_LANG_SYNE.with_options(redeals=1))
    (True, False)
    """
    return _deals_keep_their_order(rules) and _foundations_are_simple(rules)


def _deals_keep_their_order(rules: Rules) -> bool:
    wastes = rules.of_kind("waste")
    return all(stock.redeals == 0 or (wastes and stock.turns <= 1) for stock in rules.of_kind("stock"))


def _foundations_are_simple(rules: Rules) -> bool:
    """Whether each face is wanted by one kind of foundation, and has one place there."""
    tables = tables_of(rules)
    wanted = 0
    for group in rules.of_kind("foundation"):
        if not _is_simple(group):
            return False
        slot = tables.index[group.names[0]]
        wants = last = tables.starts[slot]
        while last:
            following = 0
            for face in range(FACES):
                if last >> face & 1:
                    following |= tables.upon[slot][face]
            last = following & ~wants
            wants |= last
        if wants & wanted:
            return False
        wanted |= wants
    return True


def _is_simple(group: PileGroup) -> bool:
    if group.build is None:
        return len(group.starts_with) == 1 and group.limit == 1
    return len(group.starts_with) == 1 and not group.build.around and group.limit is not None and group.limit <= 13


def _nothing_is_built(rules: Rules) -> bool:
    """Whether cards leave the tableau for foundations and for nothing else, and come to it by deals alone."""
    if rules.of_kind("waste") or rules.of_kind("cell"):
        return False
    return not any(group.build or group.starts_with or group.fills for group in rules.of_kind("tableau"))


def playing_first_holds(rules: Rules) -> bool:
    """Whether a card without a rival may go up at once.

    Examples
    --------
    >>> from solitaire_widget.games import AULD_LANG_SYNE
    >>> playing_first_holds(AULD_LANG_SYNE), playing_first_holds(AULD_LANG_SYNE.with_options(deal_when="any time"))
    (True, False)
    """
    waits = all(stock.when == NO_MOVES for stock in rules.of_kind("stock"))
    return waits and _nothing_is_built(rules) and _foundations_are_simple(rules)


def blocking_holds(rules: Rules) -> bool:
    """Whether the proof of `solitaire_widget.search.kernel.blocked` can be asked for."""
    if any(stock.redeals != 0 for stock in rules.of_kind("stock")):
        return False
    return _piles_are_few(rules) and rules.decks <= 2 and _nothing_is_built(rules) and _foundations_are_simple(rules)


def jamming_holds(rules: Rules) -> bool:
    """Whether the proof of `solitaire_widget.search.kernel.jammed` can be asked for.

    Examples
    --------
    >>> from solitaire_widget.games import ADELA, AULD_LANG_SYNE
    >>> jamming_holds(ADELA), jamming_holds(AULD_LANG_SYNE)
    (True, False)
    """
    if rules.of_kind("cell") or any(stock.redeals != 0 for stock in rules.of_kind("stock")):
        return False
    has_room = _piles_are_few(rules) and FACES * rules.decks <= MOST_IN_PILE
    return has_room and not _nothing_is_built(rules) and _foundations_are_simple(rules)


def _piles_are_few(rules: Rules) -> bool:
    return sum(group.count for group in rules.of_kind("tableau")) <= MOST_PILES
