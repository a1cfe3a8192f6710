"""Intervals against published values, and what seats get of shared places."""

from __future__ import annotations

import random

import pytest

from parapegma.lab.intervals import middle_ranks, wilson
from parapegma.lab.ratings import rate


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, Wilson's method without continuity correction.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_has_the_published_values(successes, trials, low, high):
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_intervals_hold_the_true_share_about_19_times_in_20():
    choose = random.Random(5)
    held = 0
    for _ in range(2000):
        low, high = wilson(sum(choose.random() < 0.3 for _ in range(60)), 60)
        held += low <= 0.3 <= high
    assert 0.93 < held / 2000 < 0.97


def test_nothing_played_leaves_everything_possible():
    assert wilson(0, 0) == (0.0, 1.0)


def test_places_always_have_the_same_mean():
    for ranks in ([1, 2, 3, 4], [1, 1, 3, 4], [1, 1, 1, 1], [1, 2, 2, 2]):
        assert sum(middle_ranks(ranks)) == 10


def test_ratings_follow_strength_and_grow_surer():
    choose = random.Random(3)
    strength = {"weak": 1, "middle": 3, "strong": 9}

    def game():
        seats = choose.sample(sorted(strength), 3)
        results = sorted(seats, key=lambda bot: -(choose.random() ** (1 / strength[bot])))
        return seats, [results.index(bot) + 1 for bot in seats]

    few, many = rate(game() for _ in range(20)), rate(game() for _ in range(400))
    assert many["weak"].mu < many["middle"].mu < many["strong"].mu
    assert all(many[bot].sigma < few[bot].sigma for bot in strength)


def test_a_bot_that_plays_itself_learns_nothing_about_its_strength():
    assert rate([(["a", "a", "a"], [1, 2, 3])] * 10)["a"].mu == pytest.approx(25)


def test_equal_bots_one_against_two_stay_equal():
    games = [(["a", "b", "b"], [1, 2, 3]), (["a", "b", "b"], [2, 1, 3]), (["a", "b", "b"], [3, 1, 2])] * 100
    ratings = rate(games)
    assert abs(ratings["a"].mu - ratings["b"].mu) < 2 * (ratings["a"].sigma + ratings["b"].sigma)
