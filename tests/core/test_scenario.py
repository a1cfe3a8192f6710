"""Scenarios: a case passes only if everything it says is so, and a bad file is refused with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from parapegma.core.scenario import ScenarioError, read_scenarios, run_scenario

CASE = """
- name: a case
  game: ophiuchus
  players: 2
  given: {sky: ['T08@0,0E'], hands: {0: [T07, T01, T02]}, to_move: 0}
  do: ["0: lay T07 2,0 E"]
  then: {rows: [5, 1, 1], to_move: 1}
  legal: ["1: take T05"]
  illegal: ["0: take T01", {do: "1: lay T05 9,9 E", why: out of reach}]
"""


def run(tmp_path: Path, text: str):
    file = tmp_path / "case.yaml"
    file.write_text(text, "utf-8")
    (case,) = read_scenarios(file)
    return run_scenario(case)


@pytest.fixture
def case(tmp_path):
    hands = "hands: {0: [T07, T01, T02], 1: [T05, T06, T09]}"
    text = CASE.replace("hands: {0: [T07, T01, T02]}", hands)

    def changed(old="", new=""):
        assert old in text
        return run(tmp_path, text.replace(old, new))

    return changed


def test_a_case_that_says_what_happens_passes(case):
    assert case() is None


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[5, 1, 1]", "[5, 1, 2]", "rows is [5, 1, 1], not [5, 1, 2]"),
        ("to_move: 1}", "to_move: 0}", "to_move is 1, not 0"),
        ("to_move: 1}", "tomove: 0}", "tomove does not exist"),
        ("to_move: 1}", "log: [draws T99]}", "the log does not say 'draws T99'"),
        ("to_move: 1}", "over: 0}", "over is False, not 0"),
        ('legal: ["1: take T05"]', 'legal: ["1: take T07"]', "'1: take T07' should be legal"),
        ('"0: take T01",', '"1: take T05",', "'1: take T05' should not be legal"),
        ("why: out of reach", "why: OCCUPIED", "not with 'OCCUPIED'"),
        ("lay T07 2,0 E", "lay T07 2,1 E", "NOT_ADJACENT"),
        ("sky: ['T08@0,0E']", "sky: ['T08@0,0E', 'T09@0,0E']", "a square is occupied"),
        ("players: 2", "players: 7", "1 to 4 players"),
        ("  do:", "  refused: no reason\n  do:", "should be refused, but was accepted"),
    ],
)
def test_a_case_that_says_anything_else_fails_with_the_difference(case, old, new, words):
    assert words in case(old, new)


def test_a_position_that_must_be_refused_passes_only_for_the_right_reason(tmp_path):
    text = """
- name: a tile twice
  game: ophiuchus
  given: {hands: {0: [T01, T01]}}
  refused: T01 occurs twice
"""
    assert run(tmp_path, text) is None
    assert "not with 'a comet'" in run(tmp_path, text.replace("T01 occurs twice", "a comet"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a scenario file is a list of cases"),
        ("{}", "a scenario file is a list of cases"),
        ("- 5", "case 1: a case is a table"),
        ("- {name: x, game: ophiuchus, thne: {}}", "no part 'thne' (did you mean 'then'"),
        ("- {game: ophiuchus, then: {over: true}}", "name must be text"),
        ("- {name: x, game: 5, then: {over: true}}", "game must be text"),
        ("- {name: x, game: ophiuchus, then: [1]}", "then must be a table"),
        ("- {name: x, game: ophiuchus, then: {over: true}, do: take}", "do must be a list"),
        ("- {name: x, game: ophiuchus}", "checks nothing"),
        ("- {name: x, name: y}", "line 1: found duplicate key"),
        ("- [", "line 1: "),
    ],
)
def test_a_file_that_cannot_be_understood_is_refused_with_the_place(tmp_path, text, words):
    file = tmp_path / "broken.yaml"
    file.write_text(text, "utf-8")
    with pytest.raises(ScenarioError) as refused:
        read_scenarios(file)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_missing_file_is_an_error_not_a_pass(tmp_path):
    with pytest.raises(ScenarioError, match="cannot be read"):
        read_scenarios(tmp_path / "nowhere.yaml")
