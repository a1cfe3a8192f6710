"""The bots of a table: asked the same way everywhere, kept in their seats, held to the rules."""

from __future__ import annotations

import pytest

from parapegma import Match, find_game
from parapegma.bots import BotRunner
from parapegma.bots.bot import NO_LIMITS, Bot, Evaluation, Limits
from parapegma.bots.search import Search
from parapegma.bots.simple import Random
from parapegma.core.position import Position
from parapegma.errors import BotError, IllegalAction, OptionError

GAME = find_game("ophiuchus")


class Wrong(Bot):
    """Chooses what is not legal."""

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        return Evaluation(position.game.action_count - 1)


class Failing(Bot):
    """Breaks down."""

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        raise ZeroDivisionError("three by nothing")


class Refusing(Bot):
    """Says itself what is wrong."""

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        raise IllegalAction("I will not")


class Meddling(Bot):
    """Plays on the position it is given."""

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        action = position.legal()[0]
        position.apply(action)
        return Evaluation(action)


class Noting(Bot):
    """Writes down what it is asked."""

    asked: list[tuple[bytes, int, Limits | None]] = []  # noqa: RUF012

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        self.asked.append((position.to_bytes(), seat, limits))
        return Evaluation(position.legal()[0])


def wrong(game, seed):
    return Wrong()


def failing(game, seed):
    return Failing()


def refusing(game, seed):
    return Refusing()


def meddling(game, seed):
    return Meddling()


def noting(game, seed):
    return Noting()


def played(bots: list[str], seed: int | str, decisions: int = 10_000, forgetful: bool = False) -> Match:
    match = Match(GAME, len(bots), seed=4)
    runner = BotRunner(GAME, seed)
    while not match.over and len(match) < decisions:
        seat = match.actor
        assert seat is not None
        if forgetful:
            runner.forget()
        match.act(runner.ask(bots[seat], match.position, len(match)).action)
    return match


def test_the_same_seed_plays_the_same_game():
    bots = ["light", "random", "light"]
    one, two, other = played(bots, 1), played(bots, 1), played(bots, 2)
    assert one.record() == two.record()
    assert one.record() != other.record()


def test_thinking_bots_play_the_same_game_from_the_same_seed():
    bots = ["search:24", "greedy"]
    assert played(bots, "one", 12).record() == played(bots, "one", 12).record()


def test_asking_changes_nothing_at_the_table():
    match = played(["random", "random"], 1, decisions=6)
    before = match.position.copy()
    BotRunner(GAME, 1).ask(f"{__name__}:meddling", match.position, len(match))
    assert match.position == before


def test_a_bot_stays_in_its_seat():
    runner = BotRunner(GAME, 1)
    first = runner.bot("random", 0)
    assert runner.bot("random", 0) is first
    assert runner.bot("random", 1) is not first
    assert isinstance(first, Random)
    assert runner.bot("light", 0) is not first
    assert runner.bot("random", 0) is not first, "who has left the seat does not come back"


def test_a_bot_of_ones_own_is_asked_like_any_other():
    match, wrong = Match(GAME, 2, seed=7), Wrong()
    runner = BotRunner(GAME, 1)
    runner.seat_bot(wrong, "mine", 1)
    assert runner.bot("mine", 1) is wrong
    with pytest.raises(BotError, match=r"the bot mine chose action 334, which is not legal \(seat 1\)"):
        runner.ask("mine", match.position, 0)
    assert runner.bot("random", 1) is not wrong


def test_an_unknown_bot_is_refused_by_its_name():
    with pytest.raises(OptionError, match="no bot 'mastr'"):
        BotRunner(GAME, 1).ask("mastr", Match(GAME, seed=1).position, 0)


def test_seats_and_decisions_guess_differently():
    runner = BotRunner(GAME, 1)
    keys = {runner.guess_key(seat, decision).tobytes() for seat in range(3) for decision in range(3)}
    assert len(keys) == 9
    assert BotRunner(GAME, 1).guess_key(2, 1).tobytes() == runner.guess_key(2, 1).tobytes()
    assert BotRunner(GAME, 2).guess_key(2, 1).tobytes() != runner.guess_key(2, 1).tobytes()


def test_runners_without_a_seed_differ():
    assert BotRunner(GAME).seed != BotRunner(GAME).seed


def test_a_bot_is_asked_about_a_guess_with_the_limits_given():
    match = Match(GAME, 2, seed=4)
    Noting.asked.clear()
    runner, limits = BotRunner(GAME, 1), Limits(seconds=0.5)
    runner.ask(f"{__name__}:noting", match.position, 0, limits)
    runner.ask(f"{__name__}:noting", match.position, 0)
    seat = match.actor
    assert seat is not None
    guess = match.position.guess(seat, runner.guess_key(seat, 0))
    assert Noting.asked == [(guess.to_bytes(), seat, limits), (guess.to_bytes(), seat, None)]
    assert guess != match.position


def test_a_bot_keeps_its_tree_until_it_is_told_to_forget():
    match, runner = Match(GAME, 2, seed=3), BotRunner(GAME, 1)
    assert runner.memory == 0
    seat = match.actor
    match.act(runner.ask("search:150", match.position, 0).action)
    assert match.actor == seat, "the seat goes on with its turn"
    assert runner.memory > 0
    kept = runner.ask("search:150", match.position, 1)
    again = BotRunner(GAME, 1)
    again.ask("search:150", Match(GAME, 2, seed=3).position, 0)
    again.forget()
    assert again.memory == 0
    anew = again.ask("search:150", match.position, 1)
    bot = runner.bot("search:150", seat or 0)
    assert isinstance(bot, Search)
    # Both looked at the position as often as they may; the one that kept its tree had to think less for it.
    assert kept.visits != anew.visits
    assert kept.action in match.position.legal()
    assert anew.action in match.position.legal()


def test_who_forgets_after_every_decision_still_finishes_the_game():
    match = played(["search:8", "random"], 3, forgetful=True)
    assert match.over


def test_what_is_not_legal_is_refused_with_the_name_of_the_bot():
    with pytest.raises(BotError, match=r"test_runner:wrong chose action 334, which is not legal \(seat 1\)"):
        BotRunner(GAME, 1).ask(f"{__name__}:wrong", Match(GAME, 2, seed=7).position, 0)


def test_a_bot_that_fails_is_named_with_the_place():
    with pytest.raises(
        BotError, match=r"test_runner:failing failed with ZeroDivisionError: three by nothing"
    ) as error:
        BotRunner(GAME, 1).ask(f"{__name__}:failing", Match(GAME, seed=1).position, 0)
    assert "test_runner.py, line " in str(error.value)
    assert "\n" not in str(error.value)


def test_what_a_bot_says_itself_is_passed_on():
    with pytest.raises(IllegalAction, match="I will not"):
        BotRunner(GAME, 1).ask(f"{__name__}:refusing", Match(GAME, seed=1).position, 0)


def test_nobody_is_asked_after_the_end():
    with pytest.raises(BotError, match="the game is over"):
        BotRunner(GAME, 1).ask("random", played(["random", "random"], 1).position, 0)


def test_limits_are_tightened_never_loosened():
    assert NO_LIMITS.within(None) == NO_LIMITS
    assert Limits(800, 2.0).within(Limits(1000, 0.5)) == Limits(800, 0.5)
    assert Limits(800).within(Limits(20)) == Limits(20)
