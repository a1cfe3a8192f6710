"""Old games replay for ever, and the rules answer as they always did."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from parapegma import Match, all_games, find_game

sys.path.insert(0, str(Path(__file__).resolve().parent))
from make import FOLDER, golden

GAMES = [game.name for game in all_games()]


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_of_the_rules_is_as_it_was(name):
    for file, text in golden(find_game(name)).items():
        assert (FOLDER / name / file).read_text("utf-8") == text, f"{name}/{file} has changed"


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_record_replays(name):
    text = (FOLDER / name / "record.txt").read_text("utf-8")
    match = Match.replay(text)
    assert match.over
    assert match.record() == text
