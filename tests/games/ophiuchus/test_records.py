"""A recorded game for every way in which the game can end."""

from __future__ import annotations

from pathlib import Path

import pytest

from parapegma.core.match import Match
from parapegma.games.ophiuchus.state import ENDINGS

FOLDER = Path(__file__).resolve().parents[2] / "records" / "ophiuchus"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_game_ends_as_its_file_says(file: Path) -> None:
    text = file.read_text("utf-8")
    match = Match.replay(text)
    assert match.over
    assert match.view().ended == file.stem.replace("-", " ")
    assert match.record() == text


def test_every_ending_has_a_recorded_game() -> None:
    assert {file.stem for file in FILES} == {ending.replace(" ", "-") for ending in ENDINGS[1:]}


def test_among_the_recorded_games_are_the_full_deal_one_player_and_large_tables() -> None:
    matches = [Match.replay(file.read_text("utf-8")) for file in FILES]
    assert {match.players for match in matches} == {1, 2, 3, 4}
    assert {match.options["deal"] for match in matches} == {"standard", "full"}
