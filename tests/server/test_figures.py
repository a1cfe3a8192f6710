"""The figures of the rulebooks: their positions are legal, and what their captions say holds."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from conftest import ROOT
from parapegma import all_games, find_game
from parapegma.core.scenario import Scenario, ScenarioError, read_scenarios
from parapegma.core.scenario_runner import run_scenario
from parapegma.server.figures import figure_of, figures

FILES = sorted((ROOT / "web" / "figures").glob("*.yaml"))
CASES = [case for file in FILES for case in read_scenarios(file)]
FIGURES = [case for case in CASES if case.figure is not None]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_a_figure_shows_is_so(case: Scenario) -> None:
    assert run_scenario(case) is None


@pytest.mark.parametrize("case", FIGURES, ids=str)
def test_a_figure_can_be_drawn(case: Scenario) -> None:
    name, figure = figure_of(case)
    assert case.name.startswith(f"figure {name}: ")
    assert figure.rules
    assert figure.view.seat == figure.seat
    # What is pointed at is either possible, with a preview, or refused with a reason.
    assert (figure.point is None) or (figure.preview is None) != (figure.refused is None)
    assert msgspec.json.encode(figure) == msgspec.json.encode(figure_of(case)[1]), "it is drawn by chance"


def test_every_game_has_six_figures_or_more() -> None:
    found = figures(CASES)
    assert set(found) == {game.name for game in all_games()} == {file.stem for file in FILES}
    assert all(len(each) >= 6 for each in found.values())


def test_two_figures_of_a_game_have_different_names() -> None:
    with pytest.raises(ScenarioError, match="two figures"):
        figures([FIGURES[0], FIGURES[0]])


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({}, "needs a name"),
        ({"name": "x", "nearer": 1}, "no part 'nearer'"),
        ({"name": "x", "choosable": ["move Z9"]}, "cannot be choosable, for it is not legal"),
    ],
)
def test_a_figure_that_is_written_wrongly_is_refused(wrong: dict[str, object], why: str) -> None:
    with pytest.raises(ScenarioError, match=why):
        figure_of(replace(FIGURES[0], figure=wrong))


def test_a_figure_must_be_a_table(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text("- {name: a, game: ophiuchus, then: {over: false}, figure: here}", "utf-8")
    with pytest.raises(ScenarioError, match="figure must be a table"):
        read_scenarios(file)


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_rules_that_are_named_exist(game: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    # A rule begins a line, a chapter of rules is a heading.
    known = set(re.findall(r"^[\s*|-]*\**([A-Z]{2}-\d+\.\d+)\b", page, re.MULTILINE))
    known |= set(re.findall(r"^### ([A-Z]{2}-\d+) ", page, re.MULTILINE))
    found = find_game(game)
    named = {rule for rules in found.reason_rules.values() for rule in rules}
    named |= set(found.phase_rules.values())
    named |= {rule for rules in found.action_rules.values() for rule in rules}
    named |= {rule for case in CASES if case.game == game for rule in case.rules}
    assert named - known == set()


def test_every_phase_that_asks_something_has_its_rule() -> None:
    for game in all_games():
        phases = msgspec.inspect.type_info(game.view_type)
        field = next(each for each in phases.fields if each.name == "phase")  # type: ignore[attr-defined]
        assert set(field.type.values) - set(game.phase_rules) <= {"running"}, game
