"""Recorded games, one for every way a game can end, replay to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from parapegma import Match
from parapegma.games.ptolemaeus import GAME

RECORDS = sorted((Path(__file__).parents[2] / "records" / "ptolemaeus").glob("*.txt"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_recorded_game_replays(file):
    text = file.read_text("utf-8")
    match = Match.replay(text)
    assert match.over
    assert match.record() == text
    assert match.view().ended.replace(" ", "-").lower() in file.stem


def test_every_ending_has_a_record():
    stems = [file.stem for file in RECORDS]
    for ending in GAME.endings:
        assert any(ending.replace(" ", "-").lower() in stem for stem in stems), ending
