"""Scenarios: a case passes only if everything it says is so, and a bad file is refused with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from parapegma.core import scenario_runner
from parapegma.core.scenario import ScenarioError, read_scenarios
from parapegma.core.scenario_runner import run_scenario

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


def test_any_refusal_of_a_position_will_do(tmp_path):
    text = "- {name: x, game: ophiuchus, given: {hands: {0: [T01, T01]}}, refused: true}"
    assert run(tmp_path, text) is None
    sound = text.replace("T01, T01", "T01, T02, T03")
    assert run(tmp_path, sound) == "the position should be refused, but was accepted"


CHOICES = """
- name: what can be done now
  game: ophiuchus
  players: 2
  given: {hands: {0: [T07, T01, T02]}, to_move: 0}
  choices: [take T02, take T07, "0: take T01"]
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("take T02,", "", "there are more choices: take T02"),
        ("take T02,", "take T03,", "there is no choice 'take T03'; there is take T01, take T02, take T07"),
        ("take T02,", "take T02, take T02,", "a choice is named twice"),
        ("0: take T01", "1: take T01", "the choices are those of seat 0, not of seat 1"),
        ('take T02, take T07, "0: take T01"', "", "there are more choices: take T01, take T02, take T07"),
    ],
)
def test_choices_are_exactly_these_in_any_order(tmp_path, old, new, words):
    assert run(tmp_path, CHOICES) is None
    assert old in CHOICES
    assert words in run(tmp_path, CHOICES.replace(old, new))


STEPS = """
- name: checks between decisions
  game: ophiuchus
  players: 2
  given: {sky: ['T08@0,0E'], hands: {0: [T07, T01, T02]}, to_move: 0}
  do:
    - {choices: [take T01, take T02, take T07], then: {actor: 0, log: [{says: lays, times: 0}]}}
    - "0: take T07"
    - legal: ["0: at 2,0"]
      illegal: ["0: take T01", {do: "0: at 9,9", why: out of reach}]
      then: {phase: at}
    - "0: at 2,0"
    - 0: facing E
    - {then: {to_move: 1}}
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "take T01, take T02, take T07",
            "take T01",
            "there are more choices: take T02, take T07 (in step 1 of do)",
        ),
        ("actor: 0", "actor: 1", "actor is 0, not 1 (in step 1 of do)"),
        ("phase: at", "phase: take", "phase is 'at', not 'take' (in step 3 of do)"),
        ('"0: at 2,0"]', '"0: take T02"]', "'0: take T02' should be legal"),
        ('["0: take T01"', '["0: at 2,0"', "'0: at 2,0' should not be legal (in step 3 of do)"),
        ("out of reach", "OCCUPIED", "not with 'OCCUPIED' (in step 3 of do)"),
        ("to_move: 1", "to_move: 0", "to_move is 1, not 0 (in step 6 of do)"),
    ],
)
def test_what_is_checked_between_decisions_is_so_at_that_moment(tmp_path, old, new, words):
    assert run(tmp_path, STEPS) is None
    assert old in STEPS
    assert words in run(tmp_path, STEPS.replace(old, new, 1))


LOG = """
- name: what is told
  game: ophiuchus
  players: 2
  given: {sky: ['T08@0,0E'], hands: {0: [T07, T01, T02], 1: [T05, T06, T09]}, to_move: 0}
  do: ["0: lay T07 2,0 E", "1: lay T09 0,1 S"]
  then:
    log:
      - lays T07
      - {says: draws a tile, times: 2}
      - {says: claims, times: 0}
      - in_order: [lays T07, draws a tile, lays T09, draws a tile]
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("- lays T07", "- lays T01", "the log does not say 'lays T01'"),
        ("times: 2", "times: 3", "the log says 'draws a tile' 2 times, not 3"),
        ("says: claims, times: 0", "says: lays, times: 0", "the log says 'lays' 2 times, not 0"),
        ("[lays T07, draws a tile, lays T09", "[lays T09, draws a tile, lays T07",
         "the log does not say 'lays T07' after 'draws a tile'"),
        ("[lays T07, draws", "[claims, draws", "the log does not say 'claims'"),
        ("lays T09, draws a tile]", "draws a tile, draws a tile]", "'draws a tile' after 'draws a tile'"),
    ],
)  # fmt: skip
def test_the_log_is_held_to_how_often_and_in_which_order(tmp_path, old, new, words):
    assert run(tmp_path, LOG) is None
    assert old in LOG
    assert words in run(tmp_path, LOG.replace(old, new, 1))


ROLLED = """
- name: the die of the next turn
  game: pacal
  players: 2
  given: {die: 2, start: 0, to_move: 0, ships: {0: F6, 1: A1}}
  do:
    - "0: move F8"
    - chance: {die: 4, log: [rolls 4]}
    - "0: pass"
    - {then: {die: 4, actor: 1, log: [{in_order: [moves, rolls 4]}]}}
  then: {round: 2, log: [{says: rolls, times: 1}]}
"""


def test_chance_can_be_set_ahead(tmp_path):
    for die in (2, 3, 4):
        assert run(tmp_path, ROLLED.replace("4", str(die))) is None


def test_chance_that_cannot_come_true_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(scenario_runner, "MOST_TRIES", 40)
    text = ROLLED.replace("chance: {die: 4, log: [rolls 4]}", "chance: {die: 9}")
    assert "led to nothing of the kind in 40 tries: die is" in run(tmp_path, text)


def test_chance_where_nothing_is_drawn_is_an_error(tmp_path):
    moved = ROLLED.replace('"0: move F8"\n    - chance: {die: 4, log: [rolls 4]}\n    - "0: pass"',
                           'chance: {die: 4}\n    - "0: move F8"')  # fmt: skip
    assert run(tmp_path, moved) == "chance: '0: move F8' draws nothing, and die is 2, not 4"


def test_a_decision_that_is_refused_is_refused_with_chance_set_too(tmp_path):
    assert "it is seat 0 that decides now" in run(tmp_path, ROLLED.replace("0: pass", "1: pass"))


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
        ("- {name: x, game: ophiuchus, choices: take T01}", "choices must be a list"),
        ("- {name: x, game: ophiuchus, refused: 5}", "refused must be true or words"),
        ("- {name: x, game: ophiuchus, refused: false}", "refused must be true or words"),
        ("- {name: x, game: ophiuchus, illegal: [{do: take T01}]}", "a table of do and why"),
        (
            "- {name: x, game: ophiuchus, do: [{leagl: []}], then: {over: true}}",
            "'leagl' (did you mean 'legal'",
        ),
        ("- {name: x, game: ophiuchus, do: [{then: 5}]}", "then must be a table"),
        (
            "- {name: x, game: ophiuchus, do: [{chance: {die: 4}}], then: {over: true}}",
            "after chance comes the",
        ),
        ("- {name: x, game: ophiuchus, do: [{chance: 4}, go], then: {over: true}}", "chance must be a table"),
        ("- {name: x, game: ophiuchus, do: [{chance: {}, then: {}}, go]}", "chance stands alone"),
        ("- {name: x, game: ophiuchus, then: {log: words}}", "log must be a list"),
        ("- {name: x, game: ophiuchus, then: {log: [{says: words}]}}", "log is a list of words, of tables"),
        (
            "- {name: x, game: ophiuchus, then: {log: [{says: a, times: b}]}}",
            "times in log must be a whole number",
        ),
        ("- {name: x, game: ophiuchus, then: {log: [{in_order: a}]}}", "log is a list of words, of tables"),
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
