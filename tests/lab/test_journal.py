"""The journal: nothing is played twice, whatever interrupted the arena."""

from __future__ import annotations

import json

import pytest

from parapegma.errors import ParapegmaError
from parapegma.lab.arena import Arena
from parapegma.lab.arena_data import as_data
from parapegma.lab.journal import Journal


def arena(games=8, seed=1, bots=("random", "light")):
    return Arena("ophiuchus", list(bots), players=2, games=games, seed=seed)


def lasting(result):
    data = as_data(result)
    del data["timing"]
    return data


@pytest.fixture
def file(tmp_path):
    return tmp_path / "a.journal.jsonl"


@pytest.fixture
def finished(file):
    return arena().run(cores=1, journal=file)


def test_a_finished_arena_is_read_from_its_journal(file, finished):
    again = arena().run(cores=1, journal=file)
    assert again.resumed == 8
    assert (
        as_data(again)["timing"]["seconds_per_decision"]
        == as_data(finished)["timing"]["seconds_per_decision"]
    )
    assert lasting(again) == lasting(finished)


def test_a_line_that_was_cut_off_is_played_again(file, finished):
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    again = arena().run(cores=1, journal=file)
    assert again.resumed == 7
    assert lasting(again) == lasting(finished)
    assert len(file.read_bytes().splitlines()) == 9


def test_a_journal_that_was_cut_off_in_its_first_line_begins_anew(file, finished):
    file.write_bytes(file.read_bytes()[:30])
    assert arena().run(cores=1, journal=file).resumed == 0


def test_more_games_go_on_where_fewer_ended(file, finished):
    more = arena(games=12).run(cores=1, journal=file)
    assert more.resumed == 8
    assert lasting(more) == lasting(arena(games=12).run(cores=1))


def test_fewer_games_take_only_theirs(file, finished):
    fewer = arena(games=4).run(cores=1, journal=file)
    assert (fewer.resumed, fewer.games) == (4, 4)
    assert lasting(fewer) == lasting(arena(games=4).run(cores=1))


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (arena(seed=2), r"another arena \(seed: 1, now 2\); name another --journal"),
        (arena(bots=("random", "greedy")), r"another arena \(lineups"),
        (Arena("ophiuchus", ["random", "light"], options={"deal": "full"}, players=2), r"arena \(options"),
    ],
)
def test_the_journal_of_another_arena_is_refused(file, finished, other, words):
    before = file.read_bytes()
    with pytest.raises(ParapegmaError, match=words):
        other.run(cores=1, journal=file)
    assert file.read_bytes() == before


def test_a_fresh_start_forgets_the_journal(file, finished):
    assert arena(seed=2).run(cores=1, journal=file, fresh=True).resumed == 0
    assert json.loads(file.read_text("utf-8").splitlines()[0])["seed"] == 2


@pytest.mark.parametrize("fresh", [False, True])
def test_a_file_that_is_no_journal_is_never_touched(file, fresh):
    for text in ("my precious notes", "my precious notes\n", '{"format":"other"}\n'):
        file.write_text(text, "utf-8")
        with pytest.raises(ParapegmaError, match="is not a journal of the arena"):
            arena().run(cores=1, journal=file, fresh=fresh)
        assert file.read_text("utf-8") == text


@pytest.mark.parametrize("line", ["nonsense", "{}", "[1]", '{"lineup":0,"deal":0,"rotation":0,"ranks":3}'])
def test_a_broken_line_is_named(file, finished, line):
    lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join([*lines[:2], line, *lines[3:]]) + "\n", "utf-8")
    with pytest.raises(ParapegmaError, match="line 3 is not a finished game"):
        arena().run(cores=1, journal=file)


def test_two_arenas_cannot_write_to_one_journal(file):
    with Journal(file, arena().command), pytest.raises(ParapegmaError, match="another arena is writing"):
        Journal(file, arena().command)


def test_a_journal_that_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(ParapegmaError, match="cannot be written: Is a directory"):
        arena().run(cores=1, journal=tmp_path)
