"""Why a move is allowed or not, in one to three plain sentences, with the rules and the cards concerned.

A refused move begins with its refusal; what follows says what would be possible instead. An allowed one is told
with the row that allows it and with what it sets off. Nothing is said that the player cannot see: no card that
lies face down is named, nor what depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final

from ..cards import Card
from ..moves import Move, Refusal
from ..position import Position
from ..refusals import allowing, listed
from ..rules import COMMON_LEDGER, NO_MOVES, Clause, PileGroup
from .marks import ArrowMark, CardMark, Marks, PileMark, Tone
from .phrases import (
    a_rank,
    builds_words,
    faces_words,
    number_of,
    one_of,
    opener_of,
    sentence,
    starts_words,
    title_of,
)

__all__ = ["Explanation", "explain"]

MOST_PLACES: Final = 4
COMMON: Final = frozenset(row.id for row in COMMON_LEDGER)


@dataclass(frozen=True)
class Explanation:
    """Why a move is allowed or not.

    Attributes
    ----------
    move : Move
        The move in question.
    legal : bool
        Whether it is allowed.
    sentences : tuple of str
        One to three plain sentences.
    rules : tuple of str
        The ids of the ledger rows that say so.
    marks : Marks
        The cards and piles concerned, with the sentences as caption.
    position : Position
        Where the move was asked about.
    """

    move: Move
    legal: bool
    sentences: tuple[str, ...]
    rules: tuple[str, ...]
    marks: Marks
    position: Position

    def __str__(self) -> str:
        return f"{' '.join(self.sentences)} [{', '.join(self.rules)}]"

    def __repr__(self) -> str:
        return f"<{'allowed' if self.legal else 'refused'} {self.move}: {self}>"

    def _repr_html_(self) -> str:
        from ..picture import svg_board

        # The sentences stand above the picture; it does not say them again.
        picture = svg_board(self.position, marks=self.marks.saying("").notes(self.position))
        answer = "Allowed" if self.legal else "Not allowed"
        rule_ids = ", ".join(self.rules)
        return (
            f'<div style="{PAPER}padding:8px 12px;max-width:44em;font-family:sans-serif;line-height:1.45">'
            f'<p style="{PAPER}margin:4px 0"><b>{escape(str(self.move))}: {answer}.</b> '
            f"{escape(' '.join(self.sentences))} "
            f'<span style="background-color:#ffffff;color:#595959">[{escape(rule_ids)}]</span></p>'
            f'<div style="{PAPER}max-width:36em">{picture}</div></div>'
        )


PAPER: Final = "background-color:#ffffff;color:#1b1b1b;"


def explain(position: Position, move: Move | str) -> Explanation:
    """Explain why a move is allowed or not.

    Parameters
    ----------
    position : Position
        Where it would be played.
    move : Move or str
        The move, such as ``"T5 T9 3"`` or ``"deal"``.

    Raises
    ------
    NotationError, UnknownPile
        When the text names no move, or a pile that is not there.

    Examples
    --------
    >>> from solitaire_widget import ARABELLA, Position
    >>> position = Position.of(ARABELLA, T1="5C 9H", T2="10C", T3="JH", T4="9S")
    >>> for said in explain(position, "T1 T3 1").sentences:
    ...     print(said)
    9♥ does not go on J♥ in T3: a tableau pile builds down by rank, whatever the suit; nothing goes on an ace, ...
    T3 takes any 10 now.
    9♥ can go to T2.
    >>> print(explain(position, "T1 T2 1"))
    9♥ goes from T1 to T2, onto 10♣. A tableau pile builds down by rank, whatever the suit; ... [AR-9, AR-7]
    """
    move = Move(move)
    refusal = position.refusal(move)
    if refusal is None:
        return _allowed(position, move)
    said = _advice(position, move, refusal)
    sentences = tuple(filter(None, (_ended(refusal.sentence), *said.sentences)))[:3]
    marks = said.marks.saying(" ".join(sentences))
    return Explanation(move, False, sentences, (refusal.rule,), marks, position)


def _ended(words: str) -> str:
    return words if words.endswith(".") else f"{words}."


# -- allowed -------------------------------------------------------------------------------------------------


def _allowed(position: Position, move: Move) -> Explanation:
    rules = allowing(position, move)
    after = position.after(move)
    if move.is_deal:
        if position.legal_moves[:-1] and _waits_for_moves(position):
            rules += (position.group_of(position.legal_moves[0].source).cite("exchange"),)
        told = _told_deal(position), _deal_row(position, rules), ""
        marks = _deal_marks(position)
    else:
        if position.is_exchange(move) and not _exchanges_count(position):
            rules += (position.group_of(move.source).cite("exchange"),)
        told = _told_move(position, move), _arriving_row(position, move, rules), _set_off(position, after, move)
        marks = _move_marks(position, move)
    sentences = tuple(map(_ended, filter(None, told)))
    return Explanation(move, True, sentences, rules, marks.saying(" ".join(sentences)), position)


def _told_deal(position: Position) -> str:
    stock = position.rules.of_kind("stock")[0]
    left = len(position[stock.letter])
    wastes = position.rules.of_kind("waste")
    if not left and wastes:
        return "The cards of the waste go back to the stock, in the order in which they were turned"
    why = ""
    if _waits_for_moves(position):
        # Where a deal is allowed though moves are left, exchanges are all there is.
        why = (
            "Only exchanges are left, which are no moves, so " if position.legal_moves[:-1] else "No move is left, so "
        )
    if not left:
        return f"{why}the tableau piles are gathered, shuffled by the deal number and become the stock"
    places = position.places_of_a_deal
    dealt = min(places, left)
    if stock.turns and wastes:
        does = f"turns {number_of(dealt, 'card')} face up onto the waste"
    elif dealt < places:
        last = "card" if dealt == 1 else number_of(dealt, "card")
        does = f"puts the last {last} of the stock on the piles, from left to right"
    else:
        does = f"puts one card on each of the {number_of(places, 'pile')}"
    stays = "" if dealt < places else f"; {number_of(left - dealt, 'card')} then {_stay(left - dealt)} in the stock"
    return f"{why}{'the' if why else 'The'} deal {does}{stays}"


def _stay(count: int) -> str:
    return "stays" if count == 1 else "stay"


def _waits_for_moves(position: Position) -> bool:
    """Whether a deal waits for moves here: by the rules, or because it gathers the piles."""
    stock = position.rules.of_kind("stock")[0]
    if not position[stock.letter]:
        return not position.rules.of_kind("waste")
    return stock.when == NO_MOVES


def _exchanges_count(position: Position) -> bool:
    """Whether an exchange is a move like any other now: no deal waits for moves, and it keeps the game going."""
    may_come = any(position[stock.letter] for stock in position.rules.of_kind("stock")) or position.may_redeal
    return position.rules.exchanges_count and not (may_come and _waits_for_moves(position))


def _deal_row(position: Position, rules: tuple[str, ...]) -> str:
    stock = position.rules.of_kind("stock")[0]
    if not position[stock.letter]:
        return _words(position, stock, "redeal")
    if len(rules) > 1 and rules[1] == stock.cite("short deal"):
        return _words(position, stock, "short deal")
    if rules[0] in COMMON and not dict(stock.words).get("deal"):
        return "A deal is allowed " + ("once no move is left" if stock.when == NO_MOVES else "at any time")
    return _words(position, stock, "deal")


def _deal_marks(position: Position) -> Marks:
    stock = position.rules.of_kind("stock")[0].letter
    wastes = [name for group in position.rules.of_kind("waste") for name in group.names]
    if not wastes:
        return Marks(piles=(PileMark(stock, "good"),))
    ends = (stock, wastes[0]) if position[stock] else (wastes[0], stock)
    return Marks(piles=(PileMark(stock, "good"),), arrows=(ArrowMark(*ends, "good"),))


def _told_move(position: Position, move: Move) -> str:
    pile, group = position[move.target], position.group_of(move.target)
    cards = position[move.source][-move.count :]
    if group.piecemeal:
        cards = cards[::-1]
    goes = "goes" if move.count == 1 else "go up one by one" if group.piecemeal else "go together"
    onto = f"to {move.target}, onto {pile[-1]}" if pile else f"to the empty {move.target}"
    return f"{listed(cards)} {goes} from {move.source} {onto}"


def _arriving_row(position: Position, move: Move, rules: tuple[str, ...]) -> str:
    """The row by which the cards may arrive; in the declaration's words where no row of the game's own has it."""
    group = position.group_of(move.target)
    if not position[move.target]:
        return _words(position, group, "starts")
    around = group.build is not None and group.build.around and position[move.target][-1].rank in AT_THE_TURN
    clause: Clause = "around" if around and group.cite("around") in rules else "builds"
    return _words(position, group, clause)


AT_THE_TURN: Final = (1, 13)


def _words(position: Position, group: PileGroup, clause: Clause) -> str:
    """What a clause says: a chosen option's words, the game's own row, or the declaration itself."""
    id = group.cite(clause)
    if said := dict(group.words).get(clause):
        return said
    if id not in COMMON:
        return position.rules.rows[id].sentence
    if clause == "starts":
        return sentence(starts_words(group))
    if clause in ("builds", "around", "full"):
        return sentence(builds_words(group))
    return position.rules.rows[id].sentence


def _set_off(position: Position, after: Position, move: Move) -> str:
    """What the move sets off by itself, as far as it can be seen before it is played."""
    source = move.source
    left = len(position[source]) - move.count
    fills = not left and position.waits_for_stock(source)
    turns_up = bool(left) and position.face_down(source) >= left
    told = []
    if fills:
        told.append(f"{source}, which becomes empty, is filled from the stock at once")
    if turns_up:
        told.append(f"the card below turns face up in {source}")
    if opened := _opened(position, move):
        told.append(f"it opens {one_of(opened, 'and')}")
    if after.status == "won":
        told.append("with it the game is won")
    if position.is_exchange(move) and not _exchanges_count(position):
        told.append("it is an exchange, which leaves the same cards in play and does not count as a move")
    # A filled pile or a card turned up may save the game: what is still to be seen is not given away.
    if after.status == "lost" and not fills and not turns_up:
        told.append(f"after it no move {'but exchanges ' if after.legal_moves else ''}is left, and the game is lost")
    return sentence("; ".join(told)) if told else ""


def _opened(position: Position, move: Move) -> list[str]:
    if position[move.target]:
        return []
    groups = [group for group in position.rules.groups if group.opened_by]
    return [name for group in groups for name in group.names if opener_of(name, group) == move.target]


def _move_marks(position: Position, move: Move) -> Marks:
    opened = tuple(PileMark(name, "hint") for name in _opened(position, move))
    filled: tuple[PileMark, ...] = ()
    if move.count == len(position[move.source]) and position.waits_for_stock(move.source):
        filled = tuple(PileMark(group.letter, "note") for group in position.rules.of_kind("stock"))
    return _travelling(position, move, "good") + Marks(piles=opened + filled)


def _travelling(position: Position, move: Move, tone: Tone) -> Marks:
    """The cards of a move, its arrow, and what they would cover."""
    return _lifted(position, move, tone) + _where(position, move.target, "note")


def _lifted(position: Position, move: Move, tone: Tone) -> Marks:
    pile, down = position[move.source], position.face_down(move.source)
    first = max(down, len(pile) - move.count)
    cards = (CardMark(move.source, first, len(pile) - first, tone),) if first < len(pile) else ()
    arrows = (ArrowMark(move.source, move.target, tone),) if move.source != move.target else ()
    return Marks(cards, () if cards else (PileMark(move.source, tone),), arrows)


def _where(position: Position, name: str, empty: Tone = "bad") -> Marks:
    """The card that would be covered, or the empty place."""
    pile = position[name]
    if pile and position.face_down(name) < len(pile):
        return Marks(cards=(CardMark(name, len(pile) - 1, 1, "note"),))
    return Marks(piles=(PileMark(name, empty),))


# -- refused -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Advice:
    """What would be possible instead, and what is marked."""

    sentences: tuple[str, ...]
    marks: Marks


def _advice(position: Position, move: Move, refusal: Refusal) -> _Advice:
    if move.is_deal:
        return _about_dealing(position)
    source = position.group_of(move.source)
    count, pile = move.count, position[move.source]
    if source.kind in ("stock", "foundation"):
        return _about_leaving(position, move, source)
    if move.source == move.target:
        return _Advice((_places(position, move),), _lifted(position, move, "bad"))
    if count > position.can_lift(move.source):
        return _about_lifting(position, move, source, count <= len(pile) - position.face_down(move.source))
    return _about_arriving(position, move, position.group_of(move.target))


def _about_dealing(position: Position) -> _Advice:
    stock = "".join(group.letter for group in position.rules.of_kind("stock")[:1])
    marks = Marks(piles=(PileMark(stock, "bad"),)) if stock else Marks()
    moves = [move for move in position.legal_moves if not move.is_deal]
    if not _exchanges_count(position):
        moves = [move for move in moves if not position.is_exchange(move)]
    if not moves:
        return _Advice((_over(position),), marks)
    marks += _lifted(position, moves[0], "hint")
    waits = bool(stock) and (bool(position[stock]) or position.may_redeal)
    if not waits:
        return _Advice(
            (f"{sentence(number_of(len(moves), 'move'))[:-1]} can still be played, such as {moves[0]}.",), marks
        )
    if len(moves) == 1:
        return _Advice((f"Play {moves[0]} first: it is the only move left before the deal.",), marks)
    return _Advice((f"Play on first: {number_of(len(moves), 'move')} are left, such as {moves[0]}.",), marks)


def _over(position: Position) -> str:
    return {"won": "The game is won.", "lost": "No move is left: the game is lost."}.get(position.status, "")


def _about_leaving(position: Position, move: Move, group: PileGroup) -> _Advice:
    name, pile = move.source, position[move.source]
    marks = Marks(arrows=(ArrowMark(name, move.target, "bad"),) if name != move.target else ())
    if group.kind == "stock":
        marks += Marks(piles=(PileMark(name, "bad"),))
        if not pile:
            return _Advice((_over(position),), marks)
        if position.may_deal:
            return _Advice(("A tap on the stock deals, which is allowed now.",), marks)
        return _Advice(("A deal has to wait for the moves that are left.",), marks)
    if not pile:
        return _Advice((), marks + Marks(piles=(PileMark(name, "bad"),)))
    marks += Marks(cards=(CardMark(name, len(pile) - 1, 1, "bad"),))
    wanted = position.wanted(name)
    return _Advice((f"{name} takes {faces_words(wanted)} next." if wanted else "",), marks)


def _about_lifting(position: Position, move: Move, group: PileGroup, in_sight: bool) -> _Advice:
    name, pile, lift = move.source, position[move.source], position.can_lift(move.source)
    marks = _lifted(position, move, "bad")
    if not lift:
        other = next((other for other in position.legal_moves if not other.is_deal), None)
        return _Advice((f"{other} could be played." if other else _over(position),), marks)
    free = listed(pile[-lift:])
    together = f"{free} may travel" if lift == 1 else f"{free} may travel together"
    if not in_sight:
        return _Advice((f"{'Only' if lift == 1 else 'At most'} {together} from {name}.",), marks)
    marks = _parted(position, move, lift)
    if group.travels is None:
        return _Advice((f"Only the top card, {pile[-1]}, may leave {name}.", _places(position, _part(move, 1))), marks)
    breaks = f"The run breaks between {pile[-lift - 1]} and {pile[-lift]}"
    return _Advice(
        (f"{breaks}: {'only ' if lift == 1 else ''}{together}.", _places(position, _part(move, lift))), marks
    )


def _parted(position: Position, move: Move, count: int) -> Marks:
    """The cards of a refused move: the top ones that may travel stand apart from those that hold them back."""
    size = len(position[move.source])
    held = CardMark(move.source, size - move.count, move.count - count, "bad")
    free = CardMark(move.source, size - count, count, "good")
    return Marks((held, free), arrows=(ArrowMark(move.source, move.target, "bad"),))


def _part(move: Move, count: int) -> Move:
    return Move(move.source, move.target, count)


def _about_arriving(position: Position, move: Move, group: PileGroup) -> _Advice:
    name, pile = move.target, position[move.target]
    marks = _lifted(position, move, "bad") + _where(position, name)
    if group.kind in ("stock", "waste"):
        takers = [title_of(each) for each in position.rules.groups if each.kind in ("foundation", "tableau", "cell")]
        return _Advice((f"Cards are played to the {one_of(takers, 'and')}.", _places(position, move)), marks)
    if not pile and group.opened_by and not position[opener_of(name, group)]:
        return _about_a_shut_pile(position, move, group, marks)
    if not pile and position.waits_for_stock(name):
        stock = position.rules.of_kind("stock")[0].letter
        left = number_of(len(position[stock]), "card")
        marks += Marks(piles=(PileMark(stock, "hint"),))
        return _Advice((f"The stock still has {left}: {name} takes cards by hand once there are none.",), marks)
    fitting = position.fitting(move)
    if fitting != move and position.refusal(fitting) is None:
        return _Advice(
            (f"The move {fitting} is allowed.",), _parted(position, move, fitting.count) + _where(position, name)
        )
    return _Advice(
        (_takes(position, name, group), _places(position, move)), marks + _welcome(position, name, move.source)
    )


def _about_a_shut_pile(position: Position, move: Move, group: PileGroup, marks: Marks) -> _Advice:
    opener = opener_of(move.target, group)
    starter = position.group_of(opener)
    first = one_of([a_rank(rank) for rank in starter.starts_with])
    then = one_of([a_rank(rank) for rank in group.starts_with])
    said = f"{opener} has to be started first, with {first}; then {move.target} takes {then} of that suit."
    return _Advice((said, _places(position, move)), marks + Marks(piles=(PileMark(opener, "hint"),)))


def _takes(position: Position, name: str, group: PileGroup) -> str:
    """What a pile takes now, with the rule in the declaration's words where the refusal had only a common row."""
    pile, wanted = position[name], position.wanted(name)
    full = bool(pile) and group.limit is not None and len(pile) >= group.limit
    clause: Clause = "starts" if not pile else "full" if full else "builds"
    rule = builds_words(group) if pile else starts_words(group)
    general = f"{sentence(rule)[:-1]}; " if group.cite(clause) in COMMON else ""
    if wanted:
        return f"{general}{name} takes {faces_words(wanted)} now."
    if full:
        return f"{general}{name} takes no more cards."
    return f"{general}{name} takes nothing {f'on its {pile[-1]}' if pile else 'by hand'} now."


def _welcome(position: Position, name: str, but: str) -> Marks:
    """One card that would be welcome on a pile, where one lies ready in another pile than the one in question."""
    ready = next((m for m in position.legal_moves if m.target == name and m.source != but), None)
    return _lifted(position, ready, "hint") if ready else Marks()


def _places(position: Position, move: Move) -> str:
    """Where the cards of a move could go."""
    cards = position[move.source][-move.count :]
    places = [m.target for m in position.legal_moves if m.source == move.source and m.count == move.count]
    if not places:
        return f"No pile takes {_them(cards)} now." if cards and move.count <= position.can_lift(move.source) else ""
    named = _gathered(position, places)
    more = len(named) - MOST_PLACES
    if more > 1:
        named = [*named[:MOST_PLACES], f"one of {more} more piles"]
    return f"{listed(cards)} can go to {one_of(named)}."


def _gathered(position: Position, places: list[str]) -> list[str]:
    """Piles by name; the empty ones of a group, where all of them are meant, in three words."""
    named = []
    for group in position.rules.groups:
        empty = [name for name in group.names if not position[name]]
        whole = len(empty) > 1 and set(empty) <= set(places)
        named += [name for name in group.names if name in places and not (whole and name in empty)]
        named += [f"any empty {group.noun}"] if whole else []
    return named


def _them(cards: tuple[Card, ...]) -> str:
    return listed(cards) if len(cards) < MOST_PLACES else f"{cards[0]} and what lies on it"
