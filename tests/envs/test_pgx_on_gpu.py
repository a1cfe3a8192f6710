"""The comparison with pgx on a GPU says in one sentence what it lacks, and compares within a round."""

from __future__ import annotations

import sys

import pytest
from gpu_on_cpu import GpuOnCpu

from conftest import ROOT
from parapegma.core.cuda import driver
from parapegma.core.game import find_game


@pytest.fixture
def comparison(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import pgx_on_gpu

    return pgx_on_gpu


def no_card(number):
    raise driver.GpuError("there is no GPU to play on: no card")


@pytest.fixture(scope="module")
def card(tmp_path_factory):
    return GpuOnCpu(["ulysses"], tmp_path_factory.mktemp("kernels"))


def test_without_a_gpu_it_says_so(comparison, monkeypatch, capsys):
    monkeypatch.setattr(driver, "_device", no_card)
    assert comparison.main([]) == 2
    assert capsys.readouterr().err == "pgx_on_gpu: there is no GPU to play on: no card\n"


@pytest.mark.parametrize("package", ["pgx", "jax"])
def test_without_pgx_or_jax_it_says_so(comparison, monkeypatch, capsys, card, package):
    monkeypatch.setattr(driver, "_device", {0: card}.__getitem__)
    monkeypatch.setitem(sys.modules, package, None)
    assert comparison.main(["ulysses"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "is not installed here, so there is nothing to compare with: pip install pgx 'jax[cuda12]'" in said


def test_wrong_numbers_and_games_are_refused(comparison, capsys):
    assert comparison.main(["--rounds", "0"]) == 2
    assert comparison.main(["chess"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "pgx_on_gpu: --at-once, --seconds and --rounds must be more than 0"
    assert "there is no game 'chess'" in said[1]


def test_ratios_are_those_of_the_same_round(comparison):
    """A machine that is twice as fast in the second round is so for both."""
    theirs, ours = iter([10.0, 20.0, 30.0]), iter([50.0, 100.0, 90.0])
    found = comparison.compared({"a game": lambda _: next(ours)}, lambda _: next(theirs), 1.0, 3)
    assert found == {"theirs": 20, "ours": {"a game": 90}, "ratios": {"a game": 5.0}}
    told = comparison.table({**found, "device": "a card", "pgx": "2.6"})
    assert "| a game | 0.0 | 5.0 |" in told


def test_ours_are_played_by_kernels(comparison, monkeypatch, card):
    monkeypatch.setattr(driver, "_device", {0: card}.__getitem__)
    rates = comparison.our_rates([find_game("ulysses")], "cuda", 8)
    assert list(rates) == ["ulysses", "ulysses, batch"]
    assert all(rate(0.01) > 0 for rate in rates.values())
