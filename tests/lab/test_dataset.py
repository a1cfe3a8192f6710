"""Datasets hold the games of a study, decision by decision."""

from __future__ import annotations

import json

import numpy as np
import pyarrow.parquet
import pytest

from parapegma import Match
from parapegma.errors import OptionError
from parapegma.lab.dataset import COLUMNS, OBSERVATION, write_dataset
from parapegma.lab.game_setup import GameSetup


def setup_of(*bots: str) -> GameSetup:
    return GameSetup.of("ophiuchus", 2, bots=bots, seed="set")


def read(file) -> dict[str, np.ndarray]:
    if file.suffix == ".npz":
        with np.load(file) as opened:
            return {name: opened[name] for name in opened.files if name != "about"}
    table = pyarrow.parquet.read_table(file)
    return {name: np.array(table[name].to_pylist()) for name in table.column_names}


@pytest.mark.parametrize("ending", [".npz", ".parquet"])
@pytest.mark.parametrize("bots", [("light",), ("greedy", "random")], ids=["quick", "thinking"])
def test_a_dataset_replays_as_the_games_it_was_made_of(tmp_path, ending, bots):
    setup, file = setup_of(*bots), tmp_path / f"games{ending}"
    rows = write_dataset(file, setup, 4, observations=True, cores=1)
    found = read(file)
    assert list(found) == [*COLUMNS, OBSERVATION]
    assert all(len(values) == rows for values in found.values())
    for number in range(4):
        mine = found["game"] == number
        key = np.asarray(setup.key_of(number), dtype="<u8").tobytes().hex()
        match = Match("ophiuchus", 2, f"key:{key}")
        for n in np.flatnonzero(mine):
            assert found["decision"][n] == len(match.decisions)
            assert found["seat"][n] == match.actor
            assert found["choices"][n] == len(match.position.legal())
            assert found[OBSERVATION][n].tolist() == match.position.observe(int(found["seat"][n])).tolist()
            match.act(int(found["action"][n]))
        assert match.over
        assert found["points"][mine].tolist() == [match.scores[seat] for seat in found["seat"][mine]]
        assert found["place"][mine].tolist() == [match.ranks[seat] for seat in found["seat"][mine]]


def test_a_file_says_what_it_holds(tmp_path):
    write_dataset(tmp_path / "a.npz", setup_of("light"), 2, cores=1)
    write_dataset(tmp_path / "a.parquet", setup_of("light"), 2, cores=1)
    with np.load(tmp_path / "a.npz") as opened:
        said = json.loads(str(opened["about"]))
    metadata = pyarrow.parquet.read_schema(tmp_path / "a.parquet").metadata
    assert {name.decode(): text.decode() for name, text in metadata.items()} == said
    assert said["version"] == "2"
    assert said["game"] == "ophiuchus"
    assert said["seed"] == "set"
    assert said["bots"] == "light,light"


def test_cores_do_not_change_a_dataset(tmp_path):
    for cores in (1, 2):
        write_dataset(tmp_path / f"{cores}.parquet", setup_of("light"), 250, cores=cores)
    one, two = (read(tmp_path / f"{cores}.parquet") for cores in (1, 2))
    assert one.keys() == two.keys()
    assert all(np.array_equal(one[name], two[name]) for name in one)
    assert sorted(set(one["game"].tolist())) == list(range(250))


def test_what_cannot_be_written_is_refused_before_anything_is_played(tmp_path):
    with pytest.raises(OptionError, match=r"ends in \.parquet or \.npz, not 'games\.csv'"):
        write_dataset(tmp_path / "games.csv", setup_of("light"), 1)
    with pytest.raises(OptionError, match="there is no folder"):
        write_dataset(tmp_path / "nowhere" / "games.npz", setup_of("light"), 1)


def test_a_dataset_that_was_stopped_leaves_no_file(tmp_path):
    def stop(games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_dataset(tmp_path / "games.parquet", setup_of("light"), 500, cores=1, progress=stop)
    assert list(tmp_path.iterdir()) == []
