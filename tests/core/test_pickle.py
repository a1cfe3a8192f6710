"""Games, positions and matches can be pickled and copied, also into other processes."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys

import pytest

from parapegma import Match, all_games, find_game

GAMES = [game.name for game in all_games()]


def begun(name: str, decisions: int = 12) -> Match:
    match = Match(name, seed=5)
    choose = random.Random(5)
    for _ in range(decisions):
        match.act(choose.choice(match.position.legal()))
    return match


def twin_by_pickle(thing):
    return pickle.loads(pickle.dumps(thing))


WAYS = pytest.mark.parametrize("way", [twin_by_pickle, copy.deepcopy, copy.copy])


@WAYS
@pytest.mark.parametrize("name", GAMES)
def test_a_game_stays_the_one_game_of_its_name(name, way):
    assert way(find_game(name)) is find_game(name)


@WAYS
@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_copied_with_all_it_hides(name, way):
    position = begun(name).position
    twin = way(position)
    assert twin == position
    assert twin is not position
    twin.apply(twin.legal()[0])
    assert twin != position


@pytest.mark.parametrize("way", [twin_by_pickle, copy.deepcopy])
@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_copied_with_its_history(name, way):
    match = begun(name)
    twin = way(match)
    assert twin.position == match.position
    assert twin.decisions == match.decisions
    assert twin.record() == match.record()
    assert twin.log(0) == match.log(0)
    twin.undo()
    twin.act(twin.position.legal()[-1])
    assert len(match) == 12
    match.undo()
    assert match.position == begun(name, 11).position


def test_another_process_reads_what_was_pickled(tmp_path):
    match = begun("ophiuchus")
    (tmp_path / "match").write_bytes(pickle.dumps(match))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).position.to_text())"
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "match"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == match.position.to_text()
