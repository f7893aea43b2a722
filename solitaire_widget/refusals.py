"""Why a move is refused, and by which rows it is allowed: which clause says so, and in which words.

`forbidden` is the one place that knows the order in which clauses are looked at. The sentence after the
colon is the ledger row itself, so a page of the game has the last word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from .cards import Card, Rank
from .moves import Move
from .rules import Clause, PileGroup

if TYPE_CHECKING:
    from .position import Position

__all__ = ["allowing", "forbidden", "listed"]


class Forbidden(NamedTuple):
    """The id of a ledger row, what it forbids here, and in which words where an option has its own."""

    rule: str
    what: str
    words: str = ""


def _by(group: PileGroup, clause: Clause, what: str) -> Forbidden:
    return Forbidden(group.cite(clause), what, dict(group.words).get(clause, ""))


def listed(cards: Sequence[Card]) -> str:
    """Cards as they are named in a sentence.

    Examples
    --------
    >>> listed((Card("9H"), Card("8C"), Card("7C")))
    '9♥, 8♣ and 7♣'
    """
    names = [str(card) for card in cards]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def forbidden(position: Position, move: Move) -> Forbidden | None:
    """Which rule forbids a move, and what it forbids; None where the move is legal."""
    if move.is_deal:
        return _deal_forbidden(position)
    source, target = position.group_of(move.source), position.group_of(move.target)
    return _leaving_forbidden(position, move, source) or _arriving_forbidden(position, move, target)


def allowing(position: Position, move: Move) -> tuple[str, ...]:
    """The ids of the ledger rows that a legal move goes by: leaving, arriving, and what it sets off.

    Examples
    --------
    >>> from solitaire_widget import ARABELLA, Position
    >>> allowing(Position.of(ARABELLA, T1="9H 8H", T2="10C"), Move("T1 T2 2"))
    ('AR-9', 'AR-7')
    """
    if move.is_deal:
        stock = position.rules.of_kind("stock")[0]
        if not position[stock.letter]:
            return (stock.cite("redeal"),)
        is_short = stock.has_own("short deal") and len(position[stock.letter]) < position.places_of_a_deal
        return (stock.cite("deal"), *([stock.cite("short deal")] if is_short else []))
    source, target = position.group_of(move.source), position.group_of(move.target)
    ids = [source.cite("run")]
    if target.piecemeal and move.count > 1:
        ids.append(target.cite("run"))
    ids.append(target.cite(_arriving_clause(position, move, target)))
    if target.opened_by:
        ids.append(target.cite("shut"))
    if move.count == len(position[move.source]) and position.waits_for_stock(move.source):
        ids.append(source.cite("fills"))
    return tuple(dict.fromkeys(ids))


def _arriving_clause(position: Position, move: Move, target: PileGroup) -> Clause:
    pile, lifted = position[move.target], position[move.source][-move.count :]
    first = lifted[-1] if target.piecemeal else lifted[0]
    if not pile:
        return "starts"
    return "around" if _goes_around(target, first, pile[-1]) else "builds"


def _deal_forbidden(position: Position) -> Forbidden | None:
    stocks = position.rules.of_kind("stock")
    if not stocks:
        return Forbidden("GE-9", f"{position.rules.name} has no stock")
    stock = stocks[0]
    if position.may_deal:
        return None
    if not position[stock.letter]:
        if not position.may_redeal:
            used = f" and went back {_often(position.redealt)}" if position.redealt else ""
            return _by(stock, "redeal", f"The stock is empty{used}")
        return _by(stock, "redeal", f"{_first_move(position)} can still be played")
    return _by(stock, "deal", f"{_first_move(position)} can still be played")


def _often(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _first_move(position: Position) -> str:
    move = next(move for move in position.legal_moves if not position.is_exchange(move))
    return f"{listed(position[move.source][-move.count :])} from {move.source} to {move.target}"


def _leaving_forbidden(position: Position, move: Move, group: PileGroup) -> Forbidden | None:
    pile, name, count = position[move.source], move.source, move.count
    if group.kind == "stock":
        goes_up = position.group_of(move.target).kind == "foundation" and group.has_own("up from stock")
        clause: Clause = "up from stock" if goes_up else "leaves"
        return _by(group, clause, "That card lies in the stock" if pile else "The stock is empty")
    if group.kind == "foundation":
        return _by(group, "leaves", f"{pile[-1]} stays on {name}" if pile else f"{name} is a foundation")
    if move.source == move.target:
        return Forbidden("GE-2", f"{name} is where the cards lie already")
    face_up = len(pile) - position.face_down(name)
    if not 1 <= count <= face_up:
        have = f"has {face_up} card{'s' * (face_up != 1)} face up" if pile else "is empty"
        return Forbidden("GE-1", f"{name} {have}")
    if count > position.can_lift(name):
        clause = "mixed" if position.is_built(name, count) and group.travels else "run"
        return _by(group, clause, f"{listed(pile[-count:])} do not travel together")
    return None


def _arriving_forbidden(position: Position, move: Move, target: PileGroup) -> Forbidden | None:
    pile, lifted, name = position[move.target], position[move.source][-move.count :], move.target
    if target.kind in ("stock", "waste"):
        return _by(target, "takes", f"{listed(lifted)} cannot go to the {target.noun}")
    if not pile and target.opened_by and not position[_opener(move.target, target)]:
        return _by(target, "shut", f"{name} is still shut")
    if not pile and position.waits_for_stock(name):
        return _by(target, "fills", f"{name} is filled from the stock first")
    goes_up = position.goes_up(move)
    if goes_up == move.count:
        return None
    if goes_up:
        return _by(target, "run", f"Only {listed(lifted[-goes_up:][::-1])} can go to {name}")
    first = lifted[-1] if target.piecemeal else lifted[0]
    if not pile:
        return _by(target, "starts", f"{first} does not go on the empty {name}")
    if target.limit is not None and len(pile) >= target.limit:
        return _by(target, "full", f"{name} is full, {first} does not go there")
    return _by(target, _arriving_clause(position, move, target), f"{first} does not go on {pile[-1]} in {name}")


def _opener(name: str, group: PileGroup) -> str:
    return group.opened_by + name[len(group.letter) :]


def _goes_around(group: PileGroup, card: Card, upon: Card) -> bool:
    if group.build is None or not group.build.around:
        return False
    ends = (Rank.ACE, Rank.KING)
    return (card.rank, upon.rank) == (ends if group.build.step > 0 else ends[::-1])
