"""The tests of PettingZoo itself, for every game and number of players."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test

from parapegma import all_games
from parapegma.envs import pettingzoo
from parapegma.errors import IllegalAction, OptionError

TABLES = [(game.name, players) for game in all_games() for players in (game.players[0], game.players[-1])]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_api_is_kept(name, players):
    with warnings.catch_warnings():
        # Observations with a mask are tables, which the test remarks on for all but its own games.
        warnings.filterwarnings("ignore", "Observation space for each agent probably")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(pettingzoo.env(name, players), num_cycles=200)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_seeds_decide_everything(name, players):
    seed_test(partial(pettingzoo.env, name, players), num_cycles=50)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_cycles_are_counted(name, players):
    """The test chooses actions without looking at the mask, so chance must help."""
    made = partial(pettingzoo.env, name, players, illegal="random")
    parallel = partial(pettingzoo.parallel_env, name, players, illegal="random")
    max_cycles_test(SimpleNamespace(env=made, parallel_env=parallel))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_parallel_api_is_kept(name, players):
    parallel_api_test(pettingzoo.parallel_env(name, players, illegal="random"), num_cycles=50)


def finished(env):
    paid = {}
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        if ended or cut:
            paid[agent] = reward
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(seen["action_mask"]))
    return paid


def test_everyone_is_paid_once_at_the_end():
    env = pettingzoo.env("ulysses", players=3)
    env.reset(seed=1)
    paid = finished(env)
    assert sorted(paid) == ["seat_0", "seat_1", "seat_2"]
    assert sum(paid.values()) == pytest.approx(0)
    assert max(paid.values()) > 0


def test_an_illegal_action_is_refused_with_a_reason():
    env = pettingzoo.env("ophiuchus", players=2)
    env.reset(seed=7)
    agent = env.agent_selection
    with pytest.raises(IllegalAction, match="is not legal:"):
        env.step(334)
    with pytest.raises(IllegalAction, match="there is no action 335"):
        env.step(335)
    assert env.agent_selection == agent


def test_calls_out_of_order_are_refused():
    env = pettingzoo.env("ophiuchus", players=2)
    with pytest.raises(IllegalAction, match="call reset"):
        env.step(0)
    env.reset(seed=7)
    finished(env)
    with pytest.raises(IllegalAction, match="the game is over"):
        env.step(None)


def test_what_is_returned_is_the_callers_to_keep():
    env = pettingzoo.env("ophiuchus", players=2)
    env.reset(seed=7)
    seen = env.last()[0]
    kept = {name: part.copy() for name, part in seen.items()}
    env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    env.last()
    assert all(np.array_equal(seen[name], kept[name]) for name in seen)


@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_tables_can_be_drawn(mode):
    env = pettingzoo.env("ophiuchus", players=2, render_mode=mode)
    env.reset(seed=7)
    drawn = env.render()
    assert drawn.startswith("<svg") if mode == "svg" else "\n" in drawn


def test_modes_and_cycles_that_do_not_exist_are_refused():
    with pytest.raises(OptionError, match="render_mode"):
        pettingzoo.env("ophiuchus", render_mode="human")
    with pytest.raises(OptionError, match="max_cycles"):
        pettingzoo.env("ophiuchus", max_cycles=0)


@pytest.mark.parametrize("name", [game.name for game in all_games()])
def test_gains_are_told_to_each_seat_when_it_is_asked(name):
    env = pettingzoo.env(name, reward="gains")
    env.reset(seed=5)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        earned[agent] += reward
        env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
    assert list(earned.values()) == env.single_game.position.scores
    assert any(earned.values())
