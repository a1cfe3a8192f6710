"""In the interpreter, what compiled code would do wrong in silence is an error."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from parapegma.core.compiled.interpreted import Cells

RECORD = np.dtype(
    [("small", np.int8), ("row", np.int8, (3,)), ("grid", np.int16, (2, 2)), ("mask", np.uint64)]
)


@pytest.fixture
def states():
    return Cells(np.zeros(2, RECORD))


def test_fields_read_as_python_integers_so_that_sums_do_not_wrap_round(states):
    states[0].small = 100
    states[0].row[1] = 100
    assert type(states[0].small) is int
    assert states[0].small + states[0].row[1] == 200


@pytest.mark.parametrize("value", [128, -129])
def test_a_value_that_does_not_fit_its_field_is_refused(states, value):
    with pytest.raises(OverflowError):
        states[0].small = value
    with pytest.raises(OverflowError):
        states[0].row[0] = value


def test_negative_and_too_large_indexes_are_refused(states):
    for index in (-1, 3):
        with pytest.raises(IndexError):
            states[0].row[index]
    with pytest.raises(IndexError):
        states[0].grid[0, -1] = 1


def test_an_unknown_field_is_refused(states):
    with pytest.raises(AttributeError, match="no field 'larg'"):
        states[0].larg  # noqa: B018


def test_a_whole_record_can_be_copied(states):
    states[0].grid[1, 0] = 7
    states[0].mask = 2**63
    states[1] = states[0]
    states[0].grid[1, 0] = 8
    assert states[1].grid[1, 0] == 7
    assert states[1].mask == 2**63


def test_the_interpreted_mode_needs_no_compiler():
    code = (
        "import sys, parapegma; m = parapegma.Match('ophiuchus', seed=7); m.act(m.legal()[0]);"
        "print('numba' in sys.modules, m.decisions[0].notation)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PARAPEGMA_MODE": "interpreted"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["False", "take", "T05"]


def test_a_refusal_reads_the_same_when_rules_are_interpreted(root):
    """A placement that is tried only to tell why it is refused may have a row sum of 16 and more (OP-4.9)."""
    code = (
        "from pathlib import Path\n"
        "from parapegma.core.scenario import read_scenarios\n"
        "from parapegma.core.scenario_runner import run_scenario\n"
        "cases = read_scenarios(Path('tests/scenarios/ophiuchus/placement.yaml'))\n"
        "print([run_scenario(case) for case in cases if 'TV-83' in case.name])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PARAPEGMA_MODE": "interpreted"},
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "[None, None]", done.stdout + done.stderr
