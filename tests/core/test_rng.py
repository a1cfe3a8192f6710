"""Chance: the numbers are SipHash's, every range is fair, a key gives the same game for ever."""

from __future__ import annotations

import random

import numpy as np
import pytest
import siphash24

from parapegma.core.compiled import rng
from parapegma.core.compiled.arrays import as_argument, new_states
from parapegma.core.compiled.jit import rule

STATE = np.dtype([*rng.FIELDS, ("cards", np.int8, (20,))], align=True)


@rule
def _draw(states, n, out):
    for i in range(out.shape[0]):
        out[i] = rng.below(states[0], n)


@rule
def _shuffle(states, n):
    rng.shuffle(states[0], states[0].cards, n)


def keyed(seed):
    states = new_states(STATE)
    states[0]["key"] = rng.key_of_seed(seed)
    return states


def draws(seed, n, count):
    out = np.zeros(count, np.int64)
    _draw(as_argument(keyed(seed)), n, as_argument(out))
    return out


def test_siphash_gives_the_value_published_by_its_authors():
    # Key 00..0f, message 00..07 of the reference test vectors.
    key = np.frombuffer(bytes(range(16)), "<u8")
    message = np.frombuffer(bytes(range(8)), "<u8")[0]
    assert int(rng.siphash(key[0], key[1], message)) == 0x93F5F5799A932462


def test_siphash_agrees_with_another_implementation():
    choose = random.Random(5)
    for _ in range(300):
        key, message = choose.randbytes(16), choose.randbytes(8)
        k0, k1 = np.frombuffer(key, "<u8")
        expected = siphash24.siphash24(message, key=key).intdigest() % 2**64
        assert int(rng.siphash(k0, k1, np.frombuffer(message, "<u8")[0])) == expected


@pytest.mark.parametrize("n", [1, 2, 3, 7, 13, 27, 1000, 2**31 - 1])
def test_a_range_is_never_left(n):
    values = draws("range", n, 2000)
    assert values.min() >= 0
    assert values.max() < n


@pytest.mark.parametrize("n", [2, 3, 6, 13, 27])
def test_every_number_of_a_range_is_equally_likely(n):
    count = 60_000
    expected = count / n
    squares = ((np.bincount(draws(f"fair {n}", n, count), minlength=n) - expected) ** 2 / expected).sum()
    # Chi square with n - 1 degrees of freedom: six standard deviations above its mean.
    assert squares < (n - 1) + 6 * (2 * (n - 1)) ** 0.5


def test_a_shuffle_keeps_all_cards_and_every_order_is_equally_likely():
    seen = {}
    states = keyed("shuffle")
    for _ in range(12_000):
        states[0]["cards"][:4] = [0, 1, 2, 3]
        _shuffle(as_argument(states), 4)
        order = tuple(int(card) for card in states[0]["cards"][:4])
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 24
    assert all(sorted(order) == [0, 1, 2, 3] for order in seen)
    assert sum((n - 500) ** 2 / 500 for n in seen.values()) < 23 + 6 * 46**0.5


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others():
    assert (draws(7, 1000, 50) == draws(7, 1000, 50)).all()
    assert (draws(7, 1000, 50) != draws(8, 1000, 50)).any()


def test_a_key_can_be_given_itself():
    key = rng.key_of_seed(7)
    text = "key:" + key.astype("<u8").tobytes().hex()
    assert (rng.key_of_seed(text) == key).all()


def test_numbers_already_drawn_do_not_show_in_the_next_without_the_key():
    # Two keys that agree in all but one bit give unrelated numbers.
    one, two = keyed("a"), keyed("a")
    two[0]["key"][1] ^= np.uint64(1)
    first, second = np.zeros(64, np.int64), np.zeros(64, np.int64)
    _draw(as_argument(one), 2, as_argument(first))
    _draw(as_argument(two), 2, as_argument(second))
    assert 15 < (first == second).sum() < 49
