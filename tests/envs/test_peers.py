"""The comparison with peers: its arithmetic, its arguments, its measuring programs; not the real run."""

from __future__ import annotations

import contextlib
import importlib
import json
import subprocess
import sys

import pytest

from conftest import ROOT

BENCHMARKS = ROOT / "benchmarks"
PROGRAMS = ("rate", "spiel", "zoo", "cards", "catan", "ours")


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    monkeypatch.syspath_prepend(str(BENCHMARKS / "measure"))


@pytest.fixture
def comparison():
    return importlib.import_module("comparison")


@pytest.fixture
def peers():
    return importlib.import_module("peers")


def test_the_ratio_is_that_of_the_medians(comparison):
    ours, theirs = comparison.Figure([50.0, 900.0, 100.0]), comparison.Figure([10.0, 20.0, 30.0])
    assert comparison.ratio(ours, theirs) == 5
    assert ours.spread == 8.5
    assert comparison.ratio(comparison.Figure(error="no"), theirs) is None
    assert comparison.ratio(ours, comparison.Figure()) is None


def test_theirs_and_ours_take_turns(comparison):
    order = comparison.order_of(comparison.GROUPS["inside"], ["a", "b"], ["openspiel", "catanatron"])
    assert [who for who, _ in order[:4]] == ["openspiel", "ours", "openspiel", "ours"]
    assert len(order) == len(set(order)) == 8
    assert comparison.order_of(comparison.GROUPS["search"], ["a"], ["rlcard"]) == []


def test_the_table_shows_rates_ratios_and_failures(comparison):
    figures = {
        ("ours", "search/ulysses"): comparison.Figure([12_345.0, 12_300.0, 12_400.0]),
        ("openspiel", "search/backgammon"): comparison.Figure([823.0]),
        ("openspiel", "search/go 9x9"): comparison.Figure(error="not installed: no such package"),
    }
    table = comparison.rows(["search"], ["ulysses"], ["openspiel"], figures)
    assert [row[1:] for row in table[2:]] == [
        ["", "1 %", "12,300"],
        ["823", "0 %", "15 x"],
        ["failed", "-", "-"],
    ]
    assert comparison.problems(figures) == ["openspiel search/go 9x9: not installed: no such package"]
    lines = comparison.as_markdown(table).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert "823 " in lines[4]


def test_every_comparison_is_known_to_its_measuring_program(comparison):
    for group in comparison.GROUPS.values():
        for peer, name in group.theirs:
            program = importlib.import_module(comparison.PEERS[peer][2].removesuffix(".py"))
            assert name in program.MAKERS
        ours = importlib.import_module("ours")
        assert {f"{group.ours}/{game}" for game in ("ophiuchus", "pacal", "ptolemaeus", "ulysses")} <= set(
            ours.MAKERS
        )


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_measuring_program_can_be_imported_without_its_library(program):
    """The libraries are in another environment; here only the programs themselves are."""
    importlib.import_module(program)


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["--seconds", "0"], "--seconds must be more than 0"),
        (["--rounds", "0"], "--rounds must be from 1 to 100"),
        (["--only", "openspeil"], "--only does not know 'openspeil'; names are openspiel, pettingzoo"),
        (["--json", "no/such/folder/file.json"], "there is no folder"),
        (["--seconds", "soon"], "invalid float value"),
    ],
)
def test_wrong_arguments_are_refused_in_words(peers, capsys, arguments, wrong):
    with pytest.raises(SystemExit) as ended:
        peers.parse(arguments)
    assert ended.value.code == 2
    assert wrong in capsys.readouterr().err


def test_only_chooses_libraries_and_comparisons(peers, comparison):
    asked = peers.parse(["--only", "rlcard,search,inside"])
    assert (asked.peers, asked.groups) == (["rlcard"], ["inside", "search"])
    assert peers.parse([]).peers == list(comparison.PEERS)
    assert not set(comparison.PEERS) & set(comparison.GROUPS), "a name must mean one thing"


def test_a_measuring_program_answers_and_survives_a_failure():
    asked = [{"name": "inside/ophiuchus", "seconds": 0.01}, {"name": "no such", "seconds": 0.01}]
    questions = "".join(json.dumps(each) + "\n" for each in [*asked, asked[0]])
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / "measure" / "ours.py")],
        input=questions, capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    hello, first, failed, again = map(json.loads, done.stdout.splitlines())
    assert hello["version"]
    assert first["rate"] > 0
    assert "no such" in failed["error"]
    assert again["rate"] > 0


def test_a_peer_that_cannot_be_installed_is_left_out_and_named(peers, comparison, monkeypatch):
    monkeypatch.setitem(comparison.PEERS, "rlcard", ("RLCard", "./no-such-package", "cards.py"))
    figures = {("rlcard", "environment/uno"): comparison.Figure()}
    with contextlib.ExitStack() as stack:
        workers, _ = peers.start(peers.Path(sys.executable), ["rlcard"], figures, stack)
        assert set(workers) == {"ours"}
    assert figures[("rlcard", "environment/uno")].error.startswith("not installed: ")
