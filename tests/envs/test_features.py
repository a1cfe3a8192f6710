"""Observations taken apart by the ranges of their layout, and in the order of the actions."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from parapegma import Match, all_games, find_game
from parapegma.core.layout import count, kind, set_of
from parapegma.envs.batch import Batch
from parapegma.envs.features import Features
from parapegma.envs.gymnasium import Learner
from parapegma.envs.pettingzoo import env
from parapegma.envs.vector import Learners
from parapegma.errors import OptionError
from parapegma.games.ophiuchus import actions

GAMES = [game.name for game in all_games()]


@pytest.mark.parametrize("name", GAMES)
def test_observations_keep_to_their_ranges_and_features_lie_between_minus_one_and_one(name):
    game = find_game(name)
    features = Features(game)
    for players in game.players:
        batch = Batch(game, 32, players, seed=3)
        for _ in range(250):
            batch.step(batch.sample())
            seen = batch.arrays.observations
            for shown in (seen, batch.arrays.finals):
                for part in game.layout:
                    assert part.range.low <= shown[:, part.slice].min(), part.name
                    assert shown[:, part.slice].max() <= part.range.high, part.name
            apart = features(seen)
            assert apart.dtype == np.float32
            assert np.abs(apart).max() <= 1
            assert np.array_equal(apart[5], features(seen[5]))


def test_sorts_of_numbers_are_taken_apart_as_they_are_described():
    game = find_game("ulysses")
    features, at = Features(game), {}
    place = 0
    for part in game.layout:
        at[part.name] = place
        place += part.length * part.range.features
    seen = np.zeros(game.observation_length, np.int16)
    by_name = {part.name: part for part in game.layout}
    seen[by_name["aim"].at] = 3
    seen[by_name["deck"].at] = by_name["deck"].range.high // 2
    apart = features(seen)
    assert np.flatnonzero(apart).tolist() == sorted([at["aim"] + 2, at["deck"]])
    assert apart[at["deck"]] == pytest.approx(0.5, abs=0.02)
    assert (count(12).features, kind(12).features, set_of(12).features) == (1, 12, 12)


def test_the_sky_is_seen_where_actions_name_its_squares():
    match = Match("ophiuchus", 2, seed=1, position={"sky": ["T12@0,0E"], "to_move": 0})
    part = {each.name: each for each in match.game.layout}
    match.act(match.position.notation(match.position.legal()[0]))
    first = next(low for low, _, notation, _ in actions.ACTION_RANGES if notation == "at <x>,<y>")
    asked = 0
    for where in match.position.legal():
        position = match.position.copy()
        position.apply(where)
        if all(position.notation(each).startswith("facing") for each in position.legal()):
            asked += 1
            assert position.observe(0)[part["square"].at] == where - first + 1
    assert asked > 3
    seen = match.position.observe(0)
    assert seen[part["square"].at] == 0
    sky = seen[part["sky"].slice]
    origin = len(sky) // 2
    # T12 shows Y on its half A, at 0,0, and all six symbols on half B, to the east of it.
    assert np.flatnonzero(sky).tolist() == [origin, origin + 1]
    assert sky[origin] == 0b1000100
    assert sky[origin + 1] == 0b1111111


def test_ulysses_sees_how_far_each_place_is_from_the_ship():
    match, choose = Match("ulysses", 3, seed=4), random.Random(4)
    part = {each.name: each for each in match.game.layout}
    view: Any = match.view(seat=None)
    distances = view.map.distances
    for _ in range(80):
        seen = match.position.observe(1)
        ship = int(np.flatnonzero(seen[part["ship"].slice])[0])
        assert seen[part["steps"].slice].tolist() == distances[ship]
        match.act(choose.choice(match.position.legal()))


@pytest.mark.parametrize("name", GAMES)
def test_environments_show_features_on_demand(name):
    length = Features(find_game(name)).length
    single = Learner(name, observation="float32")
    seen, _ = single.reset(seed=1)
    assert single.observation_space.contains(seen)
    many = Learners(name, 3, observation="float32")
    seen, _ = many.reset(seed=1)
    assert many.observation_space.contains(seen)
    assert seen.shape == (3, length)
    zoo = env(name, observation="float32")
    zoo.reset(seed=1)
    assert zoo.observation_space("seat_0").contains(zoo.observe("seat_0"))
    with pytest.raises(OptionError, match="observation cannot be 'float16'"):
        Learner(name, observation="float16")


def test_a_game_that_was_cut_is_paid_on_demand():
    plain, paid = (Batch("ophiuchus", 64, 2, seed=1, limit=30, pay_cut=pay) for pay in (False, True))
    for _ in range(30):
        for batch in (plain, paid):
            batch.step(batch.sample())
    cut = paid.arrays.cut == 1
    assert cut.sum() > 10
    assert np.array_equal(plain.arrays.cut, paid.arrays.cut)
    assert not plain.arrays.rewards[cut].any()
    assert np.abs(paid.arrays.rewards[cut]).max() == 1
    assert not paid.arrays.rewards[cut].sum(1).any()
