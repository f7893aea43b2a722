"""Exercises that ask which move is refused, and by which rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import permutations
from typing import Any, Final

from ...cards import quoted
from ...deals import read_number
from ...games import find_rules
from ...moves import DEAL, Move, Refusal
from ...position import Position
from ...rules import Clause, PileGroup, Rules
from ..why import explain
from .asking import (
    ROW_ID,
    Exercise,
    ExerciseError,
    Verdict,
    counted,
    drawn,
    read_board,
    read_moves,
    read_rule,
    row_line,
    told,
)
from .draws import Draws, choices, played
from .endgames import EndgameError, endgame

__all__ = ["WhichRule"]


RIVALS: Final[dict[Clause, tuple[Clause, ...]]] = {
    "around": ("builds",),
    "builds": ("around", "full"),
    "full": ("builds",),
    "mixed": ("run",),
    "run": ("mixed", "builds"),
    "shut": ("starts",),
    "starts": ("shut",),
}
"""Clauses that could be argued for as well where one of them forbids a move: never offered beside one another."""

NEAR_RANKS: Final = (0, 1, 12)
DRAWN_MOVES: Final = 80
PLAYED_BEFORE: Final = (3, 10, 25, 60, 160)
MOVES_ASKED: Final = 4
RULES_OFFERED: Final = 4


class WhichRule(Exercise):
    r"""Which of these moves is refused, and by which rule? A point for the move, one more for its rule.

    Parameters
    ----------
    position : Position or str
        The board, as a position or as position text.
    moves : iterable of Move or str, or str
        The moves to choose from; exactly one has to be refused.
    question : str, optional
        What is asked, in other words than the usual ones.
    among : iterable of str, optional
        The ids of the rules to choose from; without them a few that could come into question.
    rules, marks, number
        As for `Exercise`.

    Examples
    --------
    >>> exercise = WhichRule("Arabella\nT1: 5C 9H\nT2: 10C\nT3: JH", "T1 T2 1, T1 T3 1, T2 T3 1")
    >>> print(exercise.check("T1 T3 1 AR-7"))
    2 of 2 points
    T1 T3 1 is the one. 9♥ does not go on J♥ in T3: a tableau pile builds down by rank, ... [AR-7]
    """

    kind = "which rule"

    def __init__(
        self,
        position: Position | str,
        moves: str | Iterable[Move | str],
        question: str = "",
        *,
        among: Iterable[str] = (),
        rules: Rules | str | None = None,
        marks: Iterable[object] = (),
        number: int | None = None,
    ) -> None:
        board = read_board(position, rules)
        self._moves = tuple(dict.fromkeys(read_moves(board, moves, ordered=True)))
        refused = [refusal for move in self._moves if (refusal := board.refusal(move))]
        if len(refused) != 1 or len(self._moves) < 2:
            found = f"{len(refused)} of {counted(len(self._moves), 'move')}"
            raise ExerciseError(f"refused here: {found}; give two moves or more of which exactly one is refused")
        self._refusal = refused[0]
        given = (among,) if isinstance(among, str) else tuple(among)
        offered = {read_rule(board.rules, id) for id in given} | {self._refusal.rule} if given else set()
        offered = offered or _rules_to_offer(board, self._refusal, _some_refused(board, Draws("rules", *self._moves)))
        self._offered = tuple(id for id in board.rules.rows if id in offered)
        asked = question or (
            f"Which of these moves is refused, and by which rule? {', '.join(map(str, self._moves[:-1]))} "
            f"or {self._moves[-1]}; {', '.join(self._offered)}."
        )
        self._begin(asked, board, marks, number)

    @classmethod
    def from_number(cls, rules: Rules | str, number: int) -> WhichRule:
        """Make one from a number; which rule is the one varies as much as the position allows.

        Examples
        --------
        >>> WhichRule.from_number("adela", 2).question
        'Which of these moves is refused, and by which rule? ...'
        """
        rules = find_rules(rules)
        draws = Draws(cls.kind, repr(rules), read_number(number))
        here = _position_to_ask_about(rules, number, draws)
        refused = _some_refused(here, draws)
        if not refused:
            raise ExerciseError(f"nothing is refused after deal {number}: {rules.name} gives no exercise from it")
        # A rule that refuses few moves here is the likelier one: so the rare ones have their turn.
        rule = min(sorted(refused), key=lambda rule: draws.below(1000) * min(len(refused[rule]) + 1, 4))
        move = draws.one_of(refused[rule])
        ways = [draws.one_of(moves) for moves in choices(here).values()]
        asked = [*draws.some_of(ways, MOVES_ASKED - 1), move]
        refusal = here.refusal(move)
        assert refusal is not None
        among = _rules_to_offer(here, refusal, refused)
        return cls(here, draws.some_of(asked, MOVES_ASKED), among=among, number=number)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves to choose from."""
        return self._moves

    @property
    def among(self) -> tuple[str, ...]:
        """The ids of the rules to choose from."""
        return self._offered

    @property
    def choices(self) -> tuple[str, ...]:
        """The moves in words, then the rules in theirs."""
        moves = [f"{move}: {told(self.position, move)}" for move in self._moves]
        return (*moves, *(row_line(self.rules, id) for id in self._offered))

    @property
    def solution(self) -> tuple[str, ...]:
        """The refused move and the id of the rule that refuses it."""
        return str(self._refusal.move), self._refusal.rule

    def take(self, move: Move | str) -> str:
        """Note the move that is thought to be refused; the rule is said with `check`."""
        move = self._on_the_board(move)
        if move not in self._moves:
            return f"{move} is not asked about: choose one of {', '.join(map(str, self._moves))}."
        rule = tuple(each for each in self._given if not isinstance(each, Move))
        self._given = (move, *rule)
        return f"{move} noted. By which rule is it refused?"

    def _read(self, answer: object) -> tuple[object, ...]:
        move_text, rule_text = _move_and_rule(answer)
        move = Move(move_text) if move_text else next((each for each in self._given if isinstance(each, Move)), None)
        if move is not None and move not in self._moves:
            raise ExerciseError(f"{move} is not asked about: choose one of {', '.join(map(str, self._moves))}")
        rule = read_rule(self.rules, rule_text) if rule_text else None
        return tuple(each for each in (move, rule) if each is not None)

    def _judge(self, given: tuple[Any, ...]) -> Verdict:
        here, refused = self.position, self._refusal.move
        why = str(explain(here, refused))
        move = next((each for each in given if isinstance(each, Move)), None)
        rule = next((each for each in given if not isinstance(each, Move)), None)
        marks = drawn(here, (refused,), "bad")
        if move != refused:
            said = f"{move} is allowed: {explain(here, move)}" if move else "No move was named."
            good = drawn(here, (move,) if move else (), "good")
            return Verdict(0, 2, (said, f"The refused one is {refused}: {why}"), marks + good)
        if rule == self._refusal.rule:
            return Verdict(2, 2, (f"{refused} is the one. {why}",), marks)
        other = f"The rule is another one than {row_line(self.rules, rule)}" if rule else "No rule was named."
        return Verdict(1, 2, (f"{refused} is the one. {why}", other), marks)


def _move_and_rule(answer: object) -> tuple[str, str]:
    """The two parts of an answer, either of which may be missing: a pair, or one text."""
    parts = answer if isinstance(answer, tuple | list) and not isinstance(answer, Move) else (answer,)
    if not 1 <= len(parts) <= 2 or not all(isinstance(part, str | Move) for part in parts):
        raise ExerciseError(f"no move and rule in {quoted(answer)}: answer as in 'T1 T2 1 GE-1'")
    text = " ".join(map(str, parts)).strip()
    if len(text) > 80:
        raise ExerciseError(f"no move and rule in {quoted(text)}: answer as in 'T1 T2 1 GE-1'")
    found = re.fullmatch(rf"(.*?)[\s,;:]*({ROW_ID.pattern})?", text)
    return (found[1], found[2] or "") if found else (text, "")


def _position_to_ask_about(rules: Rules, number: int, draws: Draws) -> Position:
    """A position after a few moves or many, now and then an endgame; one with moves to choose from."""
    if not draws.below(5):
        with suppress(EndgameError):
            return endgame(rules, draws, 3 + draws.below(2), chains=1).position
    best = start = Position.dealt(rules, number)
    for here in played(start, draws, draws.one_of(PLAYED_BEFORE)):
        if len(choices(here)) > 1 or (here.legal_moves and not best.legal_moves):
            best = here
    if not best.legal_moves:
        raise ExerciseError(f"no legal move after deal {number}: {rules.name} gives no exercise from this number")
    return best


def _some_refused(position: Position, draws: Draws) -> dict[str, list[Move]]:
    """Refused moves by the rule that refuses them; where there are instructive ones, only those."""
    near: dict[str, list[Move]] = {}
    other: dict[str, list[Move]] = {}
    for move in dict.fromkeys((*_asked_first(position), *_drawn_moves(position, draws))):
        if refusal := position.refusal(move):
            (near if _is_near(position, move) else other).setdefault(refusal.rule, []).append(move)
    return other | near


def _asked_first(position: Position) -> Iterator[Move]:
    """A deal, a card of the right rank on another one, a run of which only a part goes up."""
    rules = position.rules
    if rules.of_kind("stock"):
        yield DEAL
    tableau = [name for group in rules.of_kind("tableau") for name in group.names if position[name]]
    for source, target in permutations(tableau, 2):
        if abs(position[source][-1].rank - position[target][-1].rank) in NEAR_RANKS:
            yield Move(source, target)
    for move in position.legal_moves:
        if not move.is_deal and position.group_of(move.target).piecemeal:
            for count in range(move.count + 1, position.can_lift(move.source) + 1):
                yield Move(move.source, move.target, count)


def _drawn_moves(position: Position, draws: Draws) -> Iterator[Move]:
    names = tuple(position)
    filled = [name for name in names if position[name]]
    for _ in range(DRAWN_MOVES):
        source, target = draws.one_of(filled if draws.below(30) else names), draws.one_of(names)
        lift, size = position.can_lift(source), len(position[source]) - position.face_down(source)
        # One card more than travels; now and then one more than there are.
        most = min(lift + 1, size) if draws.below(20) else size + 1
        count = 1 + draws.below(most) if lift else 1
        if source != target:
            yield Move(source, target, count)


def _is_near(position: Position, move: Move) -> bool:
    """Whether a refused move is nearly allowed, so that the one rule matters."""
    if move.is_deal:
        return True
    pile, onto = position[move.source], position[move.target]
    if not 0 < move.count <= len(pile):
        return False
    if move.count > position.can_lift(move.source):
        return position.goes_up(move) == move.count and not position.group_of(move.target).piecemeal
    return not onto or abs(pile[-move.count].rank - onto[-1].rank) in NEAR_RANKS


def _rules_to_offer(position: Position, refusal: Refusal, refused: Iterable[str]) -> set[str]:
    """The rule that refuses a move and a few that refuse others, none of which could be argued for here."""
    draws = Draws("rules to offer", refusal.move, *(card.id for pile in position.piles for card in pile))
    barred = {refusal.rule, *_arguable(position, refusal.move, refusal.rule)}
    here = [id for id in sorted(refused) if id not in barred]
    cited = {id for group in position.rules.groups for _, id in group.cites}
    elsewhere = [id for id in sorted(cited | {"GE-1", "GE-2", "GE-3"}) if id not in barred and id not in here]
    offered = draws.some_of(here, RULES_OFFERED - 1)
    return {refusal.rule, *offered, *draws.some_of(elsewhere, RULES_OFFERED - 1 - len(offered))}


def _arguable(position: Position, move: Move, rule: str) -> Iterator[str]:
    if move.is_deal:
        yield from (group.cite(clause) for group in position.rules.of_kind("stock") for clause in _DEALING)
        return
    groups = position.group_of(move.source), position.group_of(move.target)
    if groups[0].kind == "stock":
        yield from map(groups[0].cite, _FROM_STOCK)
    if move.count > len(position[move.source]) - position.face_down(move.source):
        yield "GE-1"
    for group in groups:
        for clause, rivals in RIVALS.items():
            if group.cite(clause) == rule:
                yield from map(group.cite, rivals)
    if move.count > position.can_lift(move.source):
        # The cards may not even leave: whether they might arrive is another question.
        yield from _cited_by(groups[1])


_DEALING: Final[tuple[Clause, ...]] = ("deal", "redeal")
_FROM_STOCK: Final[tuple[Clause, ...]] = ("deal", "leaves", "short deal", "up from stock")


def _cited_by(group: PileGroup) -> Iterator[str]:
    arriving: tuple[Clause, ...] = ("around", "builds", "fills", "full", "run", "shut", "starts", "takes")
    return map(group.cite, arriving)
