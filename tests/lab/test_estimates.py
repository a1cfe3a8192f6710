"""Intervals hold what they promise."""

from __future__ import annotations

import numpy as np
import pytest

from parapegma.lab.estimates import Sums, difference, mean, share


def sums_of(used: np.ndarray, values: np.ndarray) -> Sums:
    """Sums over games of seats (columns) that used something, and what they reached."""
    n, a, t = used.sum(1), (used * values).sum(1), values.sum(1)
    every = (n, n * n, a, a * a, a * n, t, t * t, a * t, n * t)
    return Sums(len(used), used.shape[1], *(int(each.sum()) for each in every))


def table(rng: np.random.Generator, games: int, effect: int) -> tuple[np.ndarray, np.ndarray]:
    """Games of three seats that depend on each other: what one has above the mean, the others have not."""
    used = (rng.random((games, 3)) < 0.3).astype(np.int64)
    own = rng.integers(0, 30, (games, 3)) + effect * used
    return used, own * 3 - own.sum(1, keepdims=True)


def test_a_difference_is_that_of_the_two_means():
    used, values = table(np.random.default_rng(1), 500, 4)
    found = difference(sums_of(used, values))
    assert found is not None
    assert found.with_it == pytest.approx(values[used == 1].mean())
    assert found.without == pytest.approx(values[used == 0].mean())


def test_the_error_is_that_of_whole_games():
    used, values = table(np.random.default_rng(2), 800, 4)
    found = difference(sums_of(used, values))
    assert found is not None
    residual = np.where(used, (values - found.with_it) / used.sum(),
                        -(values - found.without) / (1 - used).sum())  # fmt: skip
    by_hand = np.sqrt((residual.sum(1) ** 2).sum() * 800 / 799)
    assert found.error == pytest.approx(by_hand)


def test_intervals_cover_the_truth_in_about_95_of_100_studies():
    rng = np.random.default_rng(3)
    truth = difference(sums_of(*table(np.random.default_rng(4), 400_000, 5)))
    assert truth is not None
    covered = 0
    for _ in range(400):
        found = difference(sums_of(*table(rng, 200, 5)))
        assert found is not None
        covered += found.more.low <= truth.more.value <= found.more.high
    assert 0.92 <= covered / 400 <= 0.98


def test_chance_alone_is_seldom_called_clear():
    rng = np.random.default_rng(5)
    studies = [[difference(sums_of(*table(rng, 200, 0))) for _ in range(20)] for _ in range(60)]
    assert sum(any(row.clear(20) for row in rows if row) for rows in studies) <= 9
    assert sum(any(row.clear(1) for row in rows if row) for rows in studies) >= 25


def test_too_few_cases_give_no_difference():
    used = np.zeros((1000, 3), np.int64)
    used[:29, 0] = 1
    assert difference(sums_of(used, used)) is None
    assert difference(sums_of(1 - used, used)) is None


def test_what_is_always_so_is_clear():
    used = np.tile([1, 0], (100, 1))
    found = difference(sums_of(used, used * 7))
    assert found is not None
    assert found.error == pytest.approx(0)
    assert found.more.value == 7
    assert found.clear(1000)


def test_shares_stay_between_nothing_and_all():
    assert share(0, 10).low == 0
    assert share(0, 10).high > 0.2
    assert share(10, 10).high == 1
    assert share(0, 0).data() == {"value": 0, "low": 0, "high": 1}
    assert mean(0, 0, 0).value == 0
