"""Thousands of games in one call play the same games as one match after the other."""

from __future__ import annotations

import numpy as np
import pytest

from parapegma import Match, all_games, find_game
from parapegma.envs.arrays import Arrays
from parapegma.envs.batch import Batch
from parapegma.errors import IllegalAction, OptionError

GAMES = [game.name for game in all_games()]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_written_is_what_the_rules_say(name):
    game = find_game(name)
    batch = Batch(game, 6, game.players[-1], seed=3)
    matches = [Match(game, game.players[-1], f"3 {n}") for n in range(6)]
    for _ in range(40):
        for n, match in enumerate(matches):
            legal = np.flatnonzero(batch.arrays.masks[n]).tolist()
            assert batch.arrays.actors[n] == match.actor
            assert legal == match.position.legal()
            assert np.array_equal(
                batch.arrays.observations[n], match.position.observe(int(batch.arrays.actors[n]))
            )
        actions = batch.sample().tolist()
        batch.step(actions)
        for n, match in enumerate(matches):
            match.act(actions[n])
            assert bool(batch.arrays.ended[n]) == match.over
            if match.over:
                matches[n] = Match(game, game.players[-1], batch.seed_of(n))


@pytest.mark.parametrize("name", GAMES)
def test_rewards_are_paid_at_the_end_and_cancel_out(name):
    game = find_game(name)
    batch = Batch(game, 64, max(2, game.players[0]), seed=1)
    ended = 0
    for _ in range(3000):
        batch.step(batch.sample())
        over = batch.arrays.ended.astype(bool)
        assert not batch.arrays.rewards[~over].any()
        assert np.allclose(batch.arrays.rewards[over].sum(axis=1), 0, atol=1e-5)
        ended += int(over.sum())
        if ended > 20:
            break
    assert ended > 20


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_games_and_threads():
    def play(games: int, threads: int) -> list[int]:
        batch = Batch("ophiuchus", games, 3, seed="twins", threads=threads)
        told = []
        for _ in range(200):
            batch.step(batch.sample())
            told.append(int(batch.arrays.observations[:5].astype(np.int64).sum()))
        batch.close()
        return told

    assert play(5, 1) == play(16, 1) == play(16, 3)


@pytest.mark.parametrize(("game", "least"), [("ophiuchus", 1 / 6), ("ptolemaeus", 0.0)])
def test_alone_wins_are_what_the_rules_of_the_game_for_one_say(game, least):
    """Chance earns a title or two, and never beats Umbra; the points would be others."""
    batch = Batch(game, 32, 1, seed=2, reward="wins", reset="never")
    rewards = np.zeros(32)
    while batch.arrays.actors.max() >= 0:
        batch.step(np.where(batch.arrays.actors >= 0, batch.sample(), 0))
        rewards = np.where(batch.arrays.ended, batch.arrays.rewards[:, 0], rewards)
    assert rewards.tolist() == pytest.approx([batch.position(n).win_shares[0] for n in range(32)])
    assert rewards.max() == pytest.approx(least, abs=0.2)
    assert max(batch.position(n).scores[0] for n in range(32)) > 1


def test_an_illegal_action_is_refused_before_anything_changes():
    batch = Batch("ophiuchus", 4, 2, seed=7)
    before = batch.states.tobytes()
    actions = batch.sample().copy()
    actions[2] = int(np.flatnonzero(batch.arrays.masks[2] == 0)[0])
    with pytest.raises(IllegalAction, match=r"game 2: .* is not legal: "):
        batch.step(actions)
    for beyond in (335, -1, -2, -3, 10**12):
        actions[2] = beyond
        with pytest.raises(IllegalAction, match="game 2: there is no action"):
            batch.step(actions)
    assert batch.states.tobytes() == before


def test_actions_of_the_wrong_shape_or_kind_are_refused():
    batch = Batch("ophiuchus", 4, 2)
    for wrong in ([1, 2], np.zeros(4), 3, [[1, 2, 3, 4]]):
        with pytest.raises(IllegalAction, match="a step takes 4 whole numbers"):
            batch.step(wrong)


def test_an_illegal_action_can_cost_the_game_or_be_left_to_chance():
    loses = Batch("ophiuchus", 2, 2, illegal="lose", reset="never")
    seat = int(loses.arrays.actors[0])
    loses.step([334, 334])
    assert loses.arrays.ended.tolist() == [1, 1]
    assert loses.arrays.rewards[0].tolist() == [-1.0 if n == seat else 0.0 for n in range(2)]
    assert loses.arrays.actors.tolist() == [-1, -1]
    assert not loses.arrays.masks.any()
    goes_on = Batch("ophiuchus", 2, 2, illegal="random")
    for wrong in (334, -5):
        goes_on.step([wrong, wrong])
        assert goes_on.episodes["illegal"].tolist() == [1, 1]
        assert not goes_on.arrays.ended.any()


def test_games_stay_over_until_they_are_dealt_anew():
    batch = Batch("ophiuchus", 8, 2, reset="never")
    while batch.arrays.actors.max() >= 0:
        batch.step(np.where(batch.arrays.actors >= 0, batch.sample(), 0))
    batch.step(np.zeros(8, np.int64))
    assert not batch.arrays.ended.any() or batch.arrays.actors.max() < 0
    batch.redeal(np.arange(8) < 3)
    assert (batch.arrays.actors >= 0).tolist() == [True] * 3 + [False] * 5


def test_a_limit_of_decisions_cuts_a_game_short_and_keeps_its_last_observation():
    batch = Batch("ophiuchus", 3, 2, limit=4)
    for n in range(1, 9):
        batch.step(batch.sample())
        assert batch.arrays.cut.tolist() == [int(n % 4 == 0)] * 3
    assert batch.arrays.finals.any(axis=1).all()
    assert not batch.arrays.rewards.any()


@pytest.mark.parametrize("opponents", ["random", "light"])
def test_only_the_learner_is_asked(opponents):
    batch = Batch("ophiuchus", 32, 3, seat=1, opponents=opponents)
    for _ in range(100):
        assert (batch.arrays.actors == 1).all()
        batch.step(batch.sample())
    turning = Batch("ophiuchus", 32, 3, seat="any", opponents=opponents)
    assert set(turning.episodes["learner"].tolist()) == {0, 1, 2}
    assert np.array_equal(turning.arrays.actors, turning.episodes["learner"])


def test_own_arrays_are_written_into_if_they_fit():
    game = find_game("ophiuchus")
    mine = Arrays.allocate(game, 4, 2)
    batch = Batch(game, 4, 2, arrays=mine)
    batch.step(batch.sample())
    assert mine.observations.any()
    with pytest.raises(OptionError, match="observations must be an array of shape"):
        Batch(game, 5, 2, arrays=mine)


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 0},
        {"games": 4, "seat": 2},
        {"games": 4, "illegal": "ignore"},
        {"games": 4, "reward": "place"},
        {"games": 4, "limit": -1},
        {"games": 4, "threads": 0},
        {"games": 4, "seeds": [1, 2]},
        {"games": 4, "colour": "blue"},
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(wrong):
    with pytest.raises(OptionError) as error:
        Batch("ophiuchus", players=2, **wrong)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", GAMES)
def test_margins_are_points_ahead_of_the_best_of_the_others(name):
    game = find_game(name)
    players = max(2, game.players[0])
    points, margins = (
        Batch(game, 16, players, seed=2, reward=reward, reset="never") for reward in ("points", "margin")
    )
    paid = {}
    while points.arrays.actors.max() >= 0 and len(paid) < 5:
        for batch in (points, margins):
            batch.step(np.where(batch.arrays.actors >= 0, batch.sample(), 0))
        for n in np.flatnonzero(points.arrays.ended):
            paid[n] = points.arrays.rewards[n].tolist(), margins.arrays.rewards[n].tolist()
    assert paid
    for scores, ahead in paid.values():
        assert ahead == [score - max(scores[:seat] + scores[seat + 1 :]) for seat, score in enumerate(scores)]


@pytest.mark.parametrize("reset", ["same step", "next step"])
@pytest.mark.parametrize("name", GAMES)
def test_gains_add_up_to_the_points_of_the_game(name, reset):
    game = find_game(name)
    batch = Batch(game, 8, game.players[-1], seed=4, reward="gains", reset=reset)
    told = Batch(game, 8, game.players[-1], seed=4, reward="points", reset=reset)
    earned, ended, steps = np.zeros(batch.arrays.rewards.shape), 0, 0
    while ended < 10:
        actions = batch.sample()
        batch.step(actions)
        told.step(actions)
        earned += batch.arrays.rewards
        steps += bool(batch.arrays.rewards.any())
        for n in np.flatnonzero(batch.arrays.ended):
            assert earned[n].tolist() == told.arrays.rewards[n].tolist()
            earned[n] = 0
            ended += 1
    assert steps > 0
