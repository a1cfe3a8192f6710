"""A small network over what a seat sees: how good each action is, and what every seat may expect.

Computed in whole numbers, so that it gives the same on every machine, in a browser and in the
interpreter. Few numbers of an observation are not 0, and only for those rows of the first layer are added
up; the last layer is computed for legal actions alone. Written once for all games: the arrays say which
network it is (:mod:`parapegma.bots.network` makes them, and sees to it that no sum leaves its 32 bits).

========== ============================ ==============================================================
numbers    observation x 3              of each number: its SORT, the row of its first feature, its highest
rows       features x wide              first layer, in 1/FIRST
hidden     wide x narrow                second layer, in 1/WEIGHT
policy     actions x narrow             in 1/WEIGHT
value      seats x narrow               in 1/WEIGHT
biases     wide + narrow + actions +    of all layers one after the other, in the units of their sums
           seats
sums       wide + narrow                room, 32 bits
active     wide + narrow                room, 16 bits: what the two layers hand on, in 1/ONE
========== ============================ ==============================================================
"""

from __future__ import annotations

import numpy as np

from parapegma.core.compiled.jit import rule, table

SCALED, ONE_OF, BITS = range(3)
"""How a number is read: times its one row, by the row of its value (none for 0), by the rows of its bits."""
ONE_BITS = 10
ONE = 1 << ONE_BITS
"""What stands for 1 between the layers."""
FIRST_BITS = 12
WEIGHT_BITS = 10
SUM_BITS = ONE_BITS + WEIGHT_BITS
"""What stands for 1 in the sums of the second and the last layer, as bits."""

MOST = 1024
"""Numbers of a layer, at most."""

STEP_BITS = 6
"""Priors tell logits apart that differ by 1/64."""
SHARE = 1 << 16
"""What stands for 1 in priors, before they are made to add up, and in values."""
_STEPS = 768


def _exponentials() -> list[int]:
    """SHARE times e to the power of -n/64, rounded: by whole numbers, so that no machine rounds otherwise."""
    one = 1 << 128
    factor, term, n = 0, one, 0
    while term:
        factor += -term if n & 1 else term
        n += 1
        term //= n << STEP_BITS
    found, power = [], one
    for _ in range(_STEPS):
        found.append((SHARE * power + one // 2) >> 128)
        power = power * factor >> 128
    return found


EXPONENTIAL = table(_exponentials(), np.int64)
"""How much smaller a share is for every step that its logit is below the best."""


@rule
def share_of(below):
    """The exponential of a difference of sums, in 1/SHARE."""
    step = below >> (SUM_BITS - STEP_BITS)
    return EXPONENTIAL[step] if step < _STEPS else 0


@rule
def _add_row(sums, rows, row):
    for j in range(rows.shape[1]):
        sums[j] += rows[row, j]


@rule
def _add_times(sums, rows, row, times):
    for j in range(rows.shape[1]):
        sums[j] += times * rows[row, j]


@rule
def _first_layer(seen, numbers, rows, biases, sums):
    for j in range(rows.shape[1]):
        sums[j] = biases[j]
    for i in range(numbers.shape[0]):
        x = seen[i]
        if x == 0:
            continue
        sort = numbers[i, 0]
        row = numbers[i, 1]
        most = numbers[i, 2]
        if sort == SCALED:
            if x == 1:
                _add_row(sums, rows, row)
            else:
                _add_times(sums, rows, row, min(max(x, -most), most))
        elif sort == ONE_OF:
            if 0 < x <= most:
                _add_row(sums, rows, row + x - 1)
        else:
            bit = 0
            x &= most
            while x != 0:
                if x & 1:
                    _add_row(sums, rows, row + bit)
                x >>= 1
                bit += 1


@rule
def _hand_on(sums, active, begin, end, bits):
    """What a layer hands on: its sums, nothing below 0 and nothing above 1."""
    for j in range(begin, end):
        active[j] = min(max((sums[j] + (1 << (bits - 1))) >> bits, 0), ONE)


@rule
def _last_sum(weights, row, active, wide, bias):
    total = bias
    for k in range(weights.shape[1]):
        total += active[wide + k] * weights[row, k]
    return total


@rule
def evaluate(
    seen, choices, n, seats, numbers, rows, hidden, policy, value, biases, sums, active, priors, values
):
    """Write a prior for each of the first n choices, a value for each seat; return the best choice's place.

    Seats are counted from the one that sees. Priors are from 0 to SHARE, the best one's SHARE; values add up
    to about SHARE and say how large a share of the win each seat may expect.
    """
    wide = rows.shape[1]
    narrow = hidden.shape[1]
    _first_layer(seen, numbers, rows, biases, sums)
    _hand_on(sums, active, 0, wide, FIRST_BITS - ONE_BITS)
    for k in range(narrow):
        sums[wide + k] = biases[wide + k]
    for j in range(wide):
        x = active[j]
        if x != 0:
            for k in range(narrow):
                sums[wide + k] += x * hidden[j, k]
    _hand_on(sums, active, wide, wide + narrow, SUM_BITS - ONE_BITS)
    at = wide + narrow
    best = 0
    for i in range(n):
        priors[i] = _last_sum(policy, choices[i], active, wide, biases[at + choices[i]])
        if priors[i] > priors[best]:
            best = i
    highest = priors[best]
    for i in range(n):
        priors[i] = share_of(highest - priors[i])
    at += policy.shape[0]
    for seat in range(seats):
        values[seat] = _last_sum(value, seat, active, wide, biases[at + seat])
    highest = values[0]
    for seat in range(1, seats):
        highest = max(highest, values[seat])
    total = 0
    for seat in range(seats):
        values[seat] = share_of(highest - values[seat])
        total += values[seat]
    for seat in range(seats):
        values[seat] = values[seat] * SHARE // total
    return best


@rule
def evaluate_rows(
    seen,
    choices,
    counts,
    seats,
    numbers,
    rows,
    hidden,
    policy,
    value,
    biases,
    sums,
    active,
    priors,
    values,
    best,
):
    """The same for many observations, each with its own choices; return how many there are."""
    for g in range(counts.shape[0]):
        best[g] = evaluate(
            seen[g], choices[g], counts[g], seats, numbers, rows, hidden, policy, value, biases, sums, active,
            priors[g], values[g],
        )  # fmt: skip
    return counts.shape[0]
