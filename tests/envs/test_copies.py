"""Environments can be pickled and copied: the copy plays on by itself, and plays the same."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import data_equivalence

import parapegma.envs.openspiel
from parapegma import all_games
from parapegma.envs import pettingzoo
from parapegma.envs.batch import Batch
from parapegma.envs.gymnasium import Learner, env_id
from parapegma.envs.single_game import SingleGame
from parapegma.envs.vector import Learners

GAMES = [game.name for game in all_games()]
COPYING: list[Callable[[Any], Any]] = [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy]
both_ways = pytest.mark.parametrize("copied", COPYING, ids=["pickle", "deepcopy"])


def first_legal(mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask)[0])


@both_ways
@pytest.mark.parametrize("name", GAMES)
def test_a_single_game(name, copied):
    env = SingleGame(name, None, {})
    env.set_seed(5)
    env.deal()
    for _ in range(4):
        env.play(first_legal(env.mask))
    twin = copied(env)
    before = env.position.to_bytes()
    assert twin.position == env.position
    for _ in range(4):
        twin.play(first_legal(twin.mask))
    assert env.position.to_bytes() == before, "they share no memory"
    for _ in range(4):
        env.play(first_legal(env.mask))
    assert twin.position == env.position
    assert np.array_equal(twin.mask, env.mask)


@both_ways
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch(copied, threads):
    batch = Batch("ophiuchus", 5, 2, seed=3, threads=threads)
    for _ in range(20):
        batch.step(batch.sample())
    twin = copied(batch)
    for _ in range(80):
        twin.step(twin.sample())
        batch.step(batch.sample())
        for one, other in zip(batch.arrays.all(), twin.arrays.all(), strict=True):
            assert np.array_equal(one, other)
    assert not np.shares_memory(batch.states, twin.states)
    batch.close()
    twin.close()


@both_ways
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env])
def test_pettingzoo(copied, make):
    env = make("ulysses", players=3)
    env.reset(seed=7)
    twin = copied(env)
    for each in (env, twin):
        for _ in range(10):
            agent = each.possible_agents[each.single_game.actor]
            action = first_legal(each.observe(agent)["action_mask"])
            each.step(action if make is pettingzoo.env else {agent: action})
    assert env.single_game.position == twin.single_game.position
    assert data_equivalence(env.observe("seat_1"), twin.observe("seat_1"))


@both_ways
@pytest.mark.parametrize("opponents", ["light", "search:5"])
def test_gymnasium(copied, opponents):
    env = Learner("ophiuchus", players=2, opponents=opponents)
    _, info = env.reset(seed=3)
    env.step(first_legal(info["action_mask"]))
    twin = copied(env)
    for _ in range(4):
        action = first_legal(env.action_masks())
        assert data_equivalence(env.step(action), twin.step(action))
    assert data_equivalence(env.reset(), twin.reset())


@both_ways
def test_gymnasium_as_it_is_made_by_name(copied):
    game = all_games()[0]
    env: Any = gymnasium.make(f"parapegma/{env_id(game)}", players=game.players[-1])
    env.reset(seed=3)
    twin = copied(env)
    action = first_legal(env.unwrapped.action_masks())
    assert data_equivalence(env.step(action), twin.step(action))


@both_ways
def test_many_games_of_gymnasium(copied):
    envs = Learners("ophiuchus", 4, players=2)
    _, infos = envs.reset(seed=3)
    twin = copied(envs)
    for _ in range(30):
        actions = infos["action_mask"].argmax(axis=1)
        told = envs.step(actions)
        assert data_equivalence(told, twin.step(actions))
        infos = told[-1]


def test_openspiel():
    """A state is copied by ``clone``; OpenSpiel pickles games and states by their names and histories."""
    assert parapegma.envs.openspiel.NAMES
    game = pyspiel.load_game("parapegma_ophiuchus(players=2)")
    state = game.new_initial_state()
    for _ in range(8):
        state.apply_action(state.legal_actions()[0])
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert str(twin) == str(state)
        twin.apply_action(twin.legal_actions()[0])
        assert str(twin) != str(state)
    node = pickle.loads(pickle.dumps(state.node))
    assert node.position == state.node.position
