import copy
import pickle
import random
import threading

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from solitaire_widget import (
    ALL_RULES,
    ARABELLA,
    DEAL,
    Card,
    Game,
    HookError,
    Move,
    NotationError,
    NothingToUndo,
    OptionError,
    Position,
    PositionError,
    Rules,
    UnknownGame,
    UnknownPile,
    find_rules,
)
from solitaire_widget.cards import decks
from tests.boards import VARIANTS, random_positions, unrefused


class Play(RuleBasedStateMachine):
    """Random playing, undoing, redoing and restarting, beside a plain list of positions."""

    played: Rules

    @initialize(number=st.integers(1, 10**20 - 1))
    def begin(self, number: int) -> None:
        self.game = Game(self.played, deal=number)
        self.positions = [self.game.position]
        self.at = 0

    @precondition(lambda self: self.game.legal_moves)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        moves = self.game.legal_moves
        move = moves[data.draw(st.integers(0, len(moves) - 1))]
        action = self.game.play(move)
        assert action.move == move
        assert action == self.game.history[-1]
        self.at += 1
        self.positions[self.at :] = [self.game.position]

    @precondition(lambda self: DEAL in self.game.legal_moves)
    @rule()
    def deal(self) -> None:
        self.game.deal_cards()
        self.at += 1
        self.positions[self.at :] = [self.game.position]

    @rule(steps=st.integers(1, 5))
    def undo(self, steps: int) -> None:
        for _ in range(min(steps, self.at)):
            self.game.undo()
            self.at -= 1

    @rule(steps=st.integers(1, 5))
    def redo(self, steps: int) -> None:
        for _ in range(min(steps, len(self.positions) - 1 - self.at)):
            self.game.redo()
            self.at += 1

    @precondition(lambda self: self.at)
    @rule()
    def restart(self) -> None:
        self.game.restart()
        self.at = 0

    @invariant()
    def every_card_is_there_once(self) -> None:
        lying = [card for pile in self.game.position.piles for card in pile]
        assert len(lying) == len(set(lying)) == 52 * self.played.decks
        assert set(lying) == set(decks(self.played.decks))

    @invariant()
    def undo_and_redo_are_exact(self) -> None:
        assert self.game.position == self.positions[self.at]
        assert len(self.game.moves) == self.at
        assert len(self.game.undone) == len(self.positions) - 1 - self.at

    @invariant()
    def what_was_kept_up_to_date_is_what_would_be_worked_out_anew(self) -> None:
        position = self.game.position
        make, whole = position.__reduce__()
        anew = make(*whole)
        assert anew == position
        assert hash(anew) == hash(position)
        assert anew.legal_moves == position.legal_moves
        assert [anew.can_lift(name) for name in anew] == [position.can_lift(name) for name in position]

    @invariant()
    def the_status_is_right(self) -> None:
        position = self.game.position
        left = [name for name in position if position.group_of(name).kind != "foundation" and position[name]]
        idle = all(map(position.is_exchange, position.legal_moves))
        lost = not position.legal_moves or (idle and not self.played.exchanges_count)
        assert position.status == ("won" if not left else "lost" if lost else "playing")


def machine(rules: Rules) -> type:
    play = type(f"Play {rules!r}", (Play,), {"played": rules})
    case = play.TestCase
    case.settings = settings(max_examples=10, stateful_step_count=30, deadline=None)
    return case


for number, rules in enumerate(VARIANTS):
    globals()[f"TestPlay{number}"] = machine(rules)
del rules


@pytest.mark.parametrize("rules", VARIANTS, ids=repr)
def test_legal_moves_are_those_that_no_rule_refuses(rules: Rules) -> None:
    for position in random_positions(rules, 12, seed=2):
        assert set(position.legal_moves) == unrefused(position)
        assert len(set(position.legal_moves)) == len(position.legal_moves)
        for move in position.legal_moves:
            assert position.after(move) != position


@pytest.mark.parametrize("name", ["auld-lang-syne", "Auld Lang Syne", "AULD_LANG_SYNE", "auldlangsyne"])
def test_a_game_is_found_by_any_spelling(name: str) -> None:
    """Case 62."""
    assert Game(name, deal=1) == Game("auld_lang_syne", deal=1)
    assert find_rules(name).id == "auld_lang_syne"


def test_a_wrong_name_lists_the_near_ones_or_all() -> None:
    with pytest.raises(UnknownGame, match='no game "Adele": did you mean Adela'):
        Game("Adele")
    with pytest.raises(UnknownGame, match="there are Adela, Arabella, Auld Lang Syne"):
        Game("chess")
    with pytest.raises(UnknownGame):
        Game(7)  # type: ignore[arg-type]


def test_wrong_input_is_one_clear_sentence_and_changes_nothing() -> None:
    game = Game("arabella", deal=1)
    before = game.copy()
    for move, kind, says in [
        ("T14 T1 1", UnknownPile, 'no pile "T14": Arabella has S, W, F1 to F12 and T1 to T13'),
        ("T1 X1 1", UnknownPile, 'no pile "X1"'),
        ("T1", NotationError, 'no move "T1": write "from to count"'),
        ("T1 T2 0", NotationError, "no move"),
        ("", NotationError, "no move"),
        ("T1 T2 " + "9" * 99, NotationError, "no move"),
        (None, NotationError, "no move None"),
        (5, NotationError, "no move 5"),
        (("T1", "T2"), NotationError, "no move a value of type tuple"),
    ]:
        with pytest.raises(kind, match=says):
            game.play(move)
    with pytest.raises(UnknownPile):
        game.position["T14"]
    with pytest.raises(OptionError, match="no option 'deals': Arabella has deal_when"):
        Game("arabella", deals=1)
    with pytest.raises(OptionError, match="takes 'any time', 'no moves'"):
        Game("arabella", deal_when="never")
    with pytest.raises(OptionError, match="redeals=True is no choice"):
        Game("auld lang syne", redeals=True)
    with pytest.raises(OptionError, match=r"redeals=a value of type list is no choice"):
        Game("auld lang syne", redeals=[])
    with pytest.raises(PositionError, match="which game"):
        Game()
    with pytest.raises(PositionError, match="leave out deal or deck"):
        Game("adela", deal=1, deck="9H")
    assert game == before


def test_undo_at_the_start_and_redo_at_the_end_say_so() -> None:
    """Case 72."""
    game = Game("adela", deal=7)
    for act, says in [
        (game.undo, "nothing to undo"),
        (game.redo, "nothing to redo"),
        (game.restart, "at its start"),
    ]:
        with pytest.raises(NothingToUndo, match=says):
            act()
    assert game == Game("adela", deal=7)


def test_a_new_move_forgets_what_was_undone() -> None:
    game = Game("arabella", deal=1)
    game.play("T12 T8 1")
    game.undo()
    assert game.undone == (Move("T12 T8 1"),)
    game.deal_cards()
    assert game.undone == ()
    game.restart()
    assert game.undone == (DEAL,)
    assert game.redo().move is DEAL


def test_a_game_copies_pickles_compares_and_hashes() -> None:
    """Case 15."""
    game = Game("auld lang syne", deal=5, redeals=1)
    for _ in range(20):
        game.play(game.legal_moves[0])
    game.undo()
    for twin in (
        copy.copy(game),
        copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
        Game.from_json(game.to_json()),
    ):
        assert twin == game
        assert hash(twin) == hash(game)
        assert twin.undone == game.undone
        twin.play(twin.legal_moves[0])
        assert len(twin.history) == len(game.history) + 1
    assert game != Game("auld lang syne", deal=6, redeals=1)
    assert game != "a game"


def test_a_position_is_immutable_and_a_dictionary_key() -> None:
    position = Position.dealt(ARABELLA, 1)
    for name in ("piles", "rules", "anything"):
        with pytest.raises(AttributeError):
            setattr(position, name, ())
    with pytest.raises(TypeError):
        position["T1"][0] = Card("9H")  # type: ignore[index]
    assert {position: 1}[Position.dealt(ARABELLA, 1)] == 1
    assert position.after("T12 T8 1") != position
    assert position.after("T12 T8 1") == Position.dealt(ARABELLA, 1).after("T12 T8 1")
    assert copy.deepcopy(position) is position


def test_twins_are_told_apart() -> None:
    """Case 75."""
    game = Game(position=Position.of(ARABELLA, T1="7H", T2="7H", T3="8C"))
    assert [game.position["T1"][0].id, game.position["T2"][0].id] == ["7H1", "7H2"]
    game.play("T2 T3 1")
    assert game.position["T3"][-1] is Card("7H2")
    assert game.position["T1"] == (Card("7H1"),)
    assert Position.of(ARABELLA, T1="7H1", T2="7H2") != Position.of(ARABELLA, T1="7H2", T2="7H1")


@pytest.mark.parametrize("rules", ALL_RULES, ids=repr)
def test_a_deck_goes_out_and_comes_back(rules: Rules) -> None:
    """Case 70."""
    game = Game(rules, deal=77)
    text = " ".join(card.ascii for card in game.deck)
    again = Game(rules, deck=" ".join(card.id for card in game.deck))
    assert again.position == game.position
    assert again.deck == game.deck
    alike = Game(rules, deck=text).position
    for name in alike:
        assert [c.ascii for c in alike[name]] == [c.ascii for c in game.position[name]]
    assert Game.from_json(again.to_json()) == again
    last = game.deck[-1].ascii
    with pytest.raises(PositionError, match=f"{last} is missing" if rules.decks == 1 else "is missing"):
        Game(rules, deck=text[:-3])
    with pytest.raises(PositionError, match="is there too often"):
        Game(rules, deck=f"{text} {last}")
    with pytest.raises(NotationError, match='no card "XX"'):
        Game(rules, deck=f"XX {text[3:]}")


def test_a_position_by_hand_is_checked() -> None:
    with pytest.raises(UnknownPile, match='no pile "T5": Auld Lang Syne has S, F1 to F4 and T1 to T4'):
        Position.of(find_rules("auld lang syne"), T5="9H")
    with pytest.raises(PositionError, match="9♥ is there too often: Auld Lang Syne has 1 of it"):
        Position.of(find_rules("auld lang syne"), T1="9H 9H")
    with pytest.raises(PositionError, match="position of"):
        Game("adela", position=Position.dealt(ARABELLA, 1))


def test_printing_shows_a_board() -> None:
    game = Game("auld lang syne", deal=1)
    lines = str(game).splitlines()
    assert lines[0] == "Auld Lang Syne, deal 1, 0 moves, playing"
    assert "S   44 cards" in lines
    assert "deal=1" in repr(game)
    assert "T1=1" in repr(game.position)


def test_listeners_hear_every_change_and_can_stop() -> None:
    heard = []
    game = Game("arabella", deal=1)
    stop = game.listen(lambda change: heard.append((change.kind, change.action and str(change.action))))
    game.play("T12 T8 1")
    game.deal_cards()
    game.undo()
    game.redo()
    game.restart()
    stop()
    stop()
    game.deal_cards()
    assert heard == [
        ("move", "T12 T8 1"),
        ("deal", "deal"),
        ("undo", "deal"),
        ("redo", "deal"),
        ("restart", None),
    ]


def test_threads_take_turns() -> None:
    game = Game("arabella", deal=1)

    def play(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(150):
            with game.lock:
                if game.moves and rng.random() < 0.4:
                    game.undo()
                elif game.legal_moves:
                    game.play(rng.choice(game.legal_moves))

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    replayed = Game("arabella", deal=1)
    for move in game.moves:
        replayed.play(move)
    assert replayed.position == game.position


def test_odd_input_is_told_in_a_sentence_too() -> None:
    adela = find_rules("adela")
    for act, kind, says in [
        (lambda: Move("T1", "T2", 0), NotationError, "give two piles"),
        (lambda: Move("T1", "T2", True), NotationError, "give two piles"),
        (lambda: Position.of(adela, T1=None), PositionError, "T1 is given None"),
        (lambda: Position.of(adela, T1="8C3"), PositionError, "8C3 is of deck 3: Adela has 2"),
        (lambda: Position.dealt(adela, 0), ValueError, "no deal 0"),
        (lambda: Position.laid_out(find_rules("auld lang syne"), []), PositionError, "A♣ is missing"),
        (lambda: Game("adela", deck=5), PositionError, "a deck is given as 5"),
        (lambda: Game("adela", position=5), PositionError, "a position is given as 5"),
        (lambda: Game("adela", deal=10**5000), ValueError, "no deal a value of type int"),
        (lambda: Game(Game("adela")), UnknownGame, "no game a value of type Game"),
    ]:
        with pytest.raises(kind, match=says) as caught:
            act()
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 300
    assert Move("t12", "t8") == Move("T12 T8 1") == Move(("T12", "T8", 1))
    assert pickle.loads(pickle.dumps(DEAL)) == copy.deepcopy(DEAL) == DEAL
    assert Position.of(adela, T1=["8C", Card("9C")])["T1"] == (Card("8C"), Card("9C"))
    assert Game("auld lang syne", redeals=1.0).rules.chosen["redeals"] == 1


def test_a_listener_that_fails_keeps_nobody_from_being_told() -> None:
    heard = []
    game = Game("arabella", deal=1)

    def fail(change: object) -> None:
        raise OSError("the disk is full")

    game.listen(fail)
    game.listen(lambda change: heard.append(change.kind))
    with pytest.raises(HookError, match="the disk is full") as caught:
        game.deal_cards()
    assert isinstance(caught.value.__cause__, OSError)
    assert heard == ["deal"]
    assert len(game.moves) == 1


def test_a_listener_that_plays_on_is_heard_in_order() -> None:
    heard = []
    game = Game("arabella", deal=1)
    game.listen(lambda change: change.kind == "deal" and len(game.moves) < 2 and game.play("T12 T8 1"))
    game.listen(lambda change: heard.append(str(change.action)))
    game.deal_cards()
    assert heard == ["deal", "T12 T8 1"]
