"""The pages on observations say what the code does."""

from __future__ import annotations

import runpy

import pytest

from conftest import ROOT
from parapegma import all_games, find_game
from parapegma.bots.network import features_of

PAGES = ROOT / "docs" / "observations"
GAMES = [game.name for game in all_games()]
HEADINGS = ["Usage", "Actions", "Observation", "Rewards", "Ending", "Version history"]


def page(game, text):
    return runpy.run_path(str(PAGES / "update_tables.py"))["page"](game, text)


@pytest.mark.parametrize("name", GAMES)
def test_the_layout_covers_the_whole_observation_without_gaps(name):
    game = find_game(name)
    at = 0
    for part in game.layout:
        assert part.at == at
        assert part.length > 0
        at += part.length
    assert at == game.observation_length


@pytest.mark.parametrize("name", GAMES)
def test_page_and_code_agree(name):
    text = (PAGES / f"{name}.md").read_text("utf-8")
    assert page(find_game(name), text) == text
    assert f"{find_game(name).observation_length} whole numbers" in text
    assert f"{find_game(name).action_count} numbered actions" in text
    assert f"show {features_of(find_game(name)):,} numbers between -1 and 1" in text


@pytest.mark.parametrize("name", GAMES)
def test_all_pages_have_the_same_headings(name):
    text = (PAGES / f"{name}.md").read_text("utf-8")
    assert [line[3:] for line in text.splitlines() if line.startswith("## ")] == HEADINGS


@pytest.mark.parametrize("name", [name for name in GAMES if find_game(name).nature.hidden_information])
def test_what_is_unseen_is_counted(name):
    assert "unseen" in {part.name for part in find_game(name).layout}


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_a_line_on_the_page(name):
    """Ranges may begin with the same number where one number means two things, but none is left out."""
    game = find_game(name)
    listed = getattr(game.actions, "ACTION_RANGES", ())
    covered = {number for first, last, *_ in listed for number in range(first, last + 1)}
    assert covered == (set(range(game.action_count)) if listed else set())
