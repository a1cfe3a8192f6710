"""Gymnasium's own checker, and many games at once that equal single ones."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, check_returned_data_not_reused, data_equivalence
from gymnasium.vector import AutoresetMode

from parapegma import all_games
from parapegma.envs.gymnasium import Learner, env_id
from parapegma.envs.vector import Learners
from parapegma.errors import OptionError

IDS = [f"parapegma/{env_id(game)}" for game in all_games()]


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("opponents", ["random", "light"])
def test_the_checker_of_gymnasium_is_content(name, opponents):
    check_env(gymnasium.make(name, opponents=opponents).unwrapped)


def test_gymnasium_knows_the_games_by_their_ids():
    assert "parapegma/PacalsRocket-v1" in IDS
    assert set(IDS) <= set(gymnasium.registry)


def choose(mask, number):
    legal = np.flatnonzero(mask)
    return int(legal[number % len(legal)])


@pytest.mark.parametrize("name", IDS)
def test_many_games_equal_single_ones(name):
    envs = gymnasium.make_vec(name, num_envs=3)
    singles: list[Any] = [gymnasium.make(name).unwrapped for _ in range(3)]
    seen, infos = envs.reset(seed=11)
    told = [env.reset(seed=11 + n) for n, env in enumerate(singles)]
    over = [False] * 3
    for number in range(120):
        for n in range(3):
            assert np.array_equal(seen[n], told[n][0])
            assert np.array_equal(infos["action_mask"][n], told[n][-1]["action_mask"])
        actions = [0 if over[n] else choose(infos["action_mask"][n], number) for n in range(3)]
        seen, rewards, ended, cut, infos = envs.step(actions)
        assert envs.observation_space.contains(seen)
        for n, env in enumerate(singles):
            if over[n]:
                told[n] = (*env.reset()[:1], 0.0, False, False, {"action_mask": env.single_game.mask.copy()})
            else:
                told[n] = env.step(actions[n])
            assert told[n][1:4] == (rewards[n], ended[n], cut[n])
            over[n] = bool(ended[n])


def test_the_same_seed_gives_the_same_vector():
    one, two = (Learners("ulysses", 8, players=3) for _ in range(2))
    assert data_equivalence(one.reset(seed=5), two.reset(seed=5))
    for number in range(60):
        actions = [choose(mask, number) for mask in one.batch.arrays.masks]
        assert data_equivalence(one.step(actions), two.step(actions))
    assert not data_equivalence(one.reset(seed=6), two.reset(seed=5))


def test_what_a_vector_returns_is_the_callers_to_keep():
    # The checker takes a single game's answer for true or false, so one game it is.
    one: Any = Learners("ophiuchus", 1, players=2)
    check_returned_data_not_reused(one)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_every_way_of_beginning_anew_is_kept(mode):
    envs = Learners("ophiuchus", 6, players=2, autoreset_mode=mode, max_episode_steps=3)
    assert envs.metadata["autoreset_mode"] is mode
    _, infos = envs.reset(seed=1)
    for _ in range(3):
        seen, _, _, cut, infos = envs.step([choose(mask, 0) for mask in infos["action_mask"]])
    assert cut.all()
    if mode is AutoresetMode.SAME_STEP:
        assert infos["action_mask"].any(axis=1).all()
        assert all(final is not None for final in infos["final_obs"])
        assert not np.array_equal(infos["final_obs"][0], seen[0])
        return
    assert not infos["action_mask"].any()
    if mode is AutoresetMode.NEXT_STEP:
        _, rewards, _, cut, infos = envs.step(np.zeros(6, np.int64))
        assert not rewards.any()
        assert not cut.any()
    else:
        _, infos = envs.reset(options={"reset_mask": np.ones(6, np.bool_)})
    assert infos["action_mask"].any(axis=1).all()


def test_bots_that_think_can_be_opponents():
    env = Learner("ophiuchus", players=2, opponents="search:5")
    _, info = env.reset(seed=3)
    ended, reward = False, 0.0
    while not ended:
        _, reward, ended, _, info = env.step(choose(info["action_mask"], 0))
    assert reward in (-1.0, 0.0, 1.0)
    first = env.reset(seed=3)
    assert data_equivalence(first, Learner("ophiuchus", players=2, opponents="search:5").reset(seed=3))


def test_masks_are_truths_for_those_who_learn_by_them():
    env = Learner("ophiuchus", players=2)
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert np.array_equal(env.action_masks(), info["action_mask"] == 1)


@pytest.mark.parametrize("wrong", [{"seat": 5}, {"opponents": "nobody"}, {"render_mode": "human"}])
def test_what_does_not_exist_is_refused(wrong):
    with pytest.raises(OptionError):
        Learner("ophiuchus", players=2, **wrong)


@pytest.mark.parametrize("opponents", ["light", "greedy"])
def test_gains_of_a_learner_add_up_to_his_points(opponents):
    env = Learner("ophiuchus", 3, seat=2, opponents=opponents, reward="gains")
    _, info = env.reset(seed=3)
    earned, ended, number = 0.0, False, 0
    while not ended:
        _, reward, ended, _, info = env.step(choose(info["action_mask"], number))
        earned += reward
        number += 1
    assert earned == env.single_game.position.scores[2] != 0
