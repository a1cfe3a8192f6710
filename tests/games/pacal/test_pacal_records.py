"""A recorded game for every way the game can end, replayed move by move."""

from __future__ import annotations

import msgspec
import pytest

from conftest import ROOT
from parapegma import Match, find_game
from parapegma.core import engine

FOLDER = ROOT / "tests" / "records" / "pacal"
GAME = find_game("pacal")


@pytest.mark.parametrize("ending", GAME.endings)
@pytest.mark.rules("PR-8.1", "PR-8.3", "PR-8.6")
def test_a_game_that_ended_so_replays(ending):
    text = (FOLDER / f"{ending.replace(' ', '_')}.txt").read_text("utf-8")
    match = Match.replay(text)
    assert match.over
    assert match.view().ended == ending
    assert match.record() == text
    for decision in range(0, len(match.decisions), 7):
        twin = match.copy()
        twin.rewind(decision)
        assert engine.broken(twin.position.states) == 0


@pytest.mark.rules("PR-9.1", "PR-9.10")
def test_the_final_scoring_adds_up():
    """PR-9.1, PR-9.10: what the log tells of the end makes the final scores."""
    match = Match.replay((FOLDER / "threshold_reached.txt").read_text("utf-8"))
    track = match.copy()
    track.undo()
    final = match.view().final
    last = [t for t in match.log_of(len(match.decisions)) if t.kind in ("scored", "bonus")]
    for seat in range(match.players):
        played = track.scores[seat] + sum(t.points for t in last if t.seat == seat)
        assert match.scores[seat] == played + sum(msgspec.structs.astuple(final[seat]))
