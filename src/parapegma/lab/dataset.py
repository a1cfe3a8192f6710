"""Games as a table of numbers, for learning and for questions of one's own: Parquet or NumPy's npz.

One row for each decision: which game, which decision of it, whose it was, what was done and among how many
choices; then how that seat fared in the end. The columns are explained in docs/balance.md.
"""

from __future__ import annotations

import importlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from parapegma.core.game import find_game
from parapegma.errors import OptionError, ParapegmaError
from parapegma.extras import load_extra
from parapegma.lab.compiled import counting
from parapegma.lab.counted_games import CountedGames
from parapegma.lab.game_setup import GameSetup
from parapegma.lab.parallel import in_order, run_parallel
from parapegma.lab.warmup import counting_ready

COLUMNS = {
    "game": np.int64, "decision": np.int32, "seat": np.int8, "action": np.int32, "choices": np.int16,
    "points": np.int32, "place": np.int8,
}  # fmt: skip
OBSERVATION = "observation"
ENDINGS = (".parquet", ".npz")
FORMAT = "parapegma dataset"
VERSION = 2
"""Raised when columns change: 2 calls ``decision`` what 1 (which did not say so) called ``ply``."""

Columns = dict[str, np.ndarray[Any, Any]]

_PIECE = 100
_ROOM = 1 << 14
"""Rows of the log to begin with; it grows with the longest game."""


@dataclass(frozen=True)
class _DatasetTask:
    setup: GameSetup
    first: int
    games: int
    observations: bool


def write_dataset(
    file: Path,
    setup: GameSetup,
    games: int,
    *,
    observations: bool = False,
    cores: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Write the decisions of so many games, those of a study with the same setup; return how many.

    The file appears when it is complete. Ctrl-C leaves none.
    """
    check_file(file)
    writer = _ParquetFile if file.suffix == ".parquet" else _NpzFile
    piece = _PIECE if setup.quick else 1
    tasks = [
        _DatasetTask(setup, first, min(piece, games - first), observations)
        for first in range(0, games, piece)
    ]
    rows = 0
    ready = counting_ready(setup.game)
    results = run_parallel(
        _rows_of, tasks, cores=1 if len(tasks) == 1 else cores, cluster=cluster, ready=ready
    )
    with _in_place_of(file) as target, closing(writer(target, about(setup, games))) as opened:
        for number, columns in in_order(results):
            opened.write(columns)
            rows += len(columns["game"])
            if progress is not None:
                progress(tasks[number].games)
    return rows


def check_file(file: Path) -> None:
    """Refuse what cannot be written before anything is played."""
    if file.suffix not in ENDINGS:
        raise OptionError(f"a dataset is a file that ends in {' or '.join(ENDINGS)}, not {file.name!r}")
    if not file.parent.is_dir():
        raise OptionError(f"{file}: there is no folder {file.parent}")
    if file.suffix == ".parquet":
        _load_pyarrow()


def about(setup: GameSetup, games: int) -> dict[str, str]:
    """What the file says of itself."""
    game = find_game(setup.game)
    return {
        "format": FORMAT,
        "version": str(VERSION),
        "game": game.name,
        "rules_version": str(game.version),
        "components": game.components,
        "players": str(setup.players),
        "options": json.dumps(setup.options),
        "bots": ",".join(setup.bots),
        "seed": str(setup.seed),
        "games": str(games),
    }


def _rows_of(task: _DatasetTask) -> Columns:
    pieces = list(_quick_rows(task) if task.setup.quick else _slow_rows(task))
    return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}


def _quick_rows(task: _DatasetTask) -> Iterator[Columns]:
    counted, policies = task.setup.counted_games(_PIECE), task.setup.policies()
    length = find_game(task.setup.game).observation_length if task.observations else 0
    first, last, room = task.first, task.first + task.games, _ROOM
    while first < last:
        log = np.zeros((room, counting.LOG), np.int64)
        seen = np.zeros((room if length else 0, max(length, 1)), np.int16)
        written = counted.play(first, last - first, *policies, log, seen)
        if counted.games == 0:
            room *= 2
            continue
        yield _columns(log[:written], counted, first, seen[:written] if length else None)
        first += counted.games


def _slow_rows(task: _DatasetTask) -> Iterator[Columns]:
    setup = task.setup
    counted = setup.counted_games(1)
    for number in range(task.first, task.first + task.games):
        actions, position = setup.play(number), setup.deal(number)
        log, seen = [], []
        for decision, action in enumerate(actions):
            seat = position.actor
            assert seat is not None
            log.append((number, decision, seat, action, len(position.legal())))
            if task.observations:
                seen.append(position.observe(seat))
            position.apply(action)
        counted.replay(setup.key_of(number), actions)
        yield _columns(np.array(log, np.int64), counted, number, np.array(seen) if seen else None)


def _columns(log: Any, counted: CountedGames, first: int, seen: Any) -> Columns:
    games, seats = log[:, counting.LOG_GAME] - first, log[:, counting.LOG_SEAT]
    values = (*log.T, counted.points[games, seats], counted.places[games, seats])
    found = {
        name: np.asarray(value).astype(kind)
        for (name, kind), value in zip(COLUMNS.items(), values, strict=True)
    }
    return found if seen is None else {**found, OBSERVATION: seen}


class _in_place_of:  # noqa: N801
    """A file beside another one, that takes its place when all has gone well."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __enter__(self) -> Path:
        try:
            descriptor, name = tempfile.mkstemp(dir=self.file.parent, prefix=f".{self.file.name}.")
        except OSError as error:
            raise ParapegmaError(f"{self.file}: cannot be written: {error.strerror}") from None
        os.close(descriptor)
        self.draft = Path(name)
        return self.draft

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if kind is None:
            os.chmod(self.draft, 0o644)
            os.replace(self.draft, self.file)
        else:
            self.draft.unlink(missing_ok=True)


def _load_pyarrow() -> Any:
    return load_extra("pyarrow", "dataset", "a dataset in Parquet (unlike one in .npz)")


class _ParquetFile:
    """Rows are written as they come, so that a million games need little memory."""

    def __init__(self, file: Path, said: dict[str, str]) -> None:
        self._arrow = _load_pyarrow()
        self._parquet = importlib.import_module("pyarrow.parquet")
        self._file, self._said = file, said
        self._writer: Any = None

    def write(self, columns: Columns) -> None:
        arrow = self._arrow
        arrays = {name: values for name, values in columns.items() if name != OBSERVATION}
        if OBSERVATION in columns:
            seen = columns[OBSERVATION]
            flat = arrow.array(np.ascontiguousarray(seen).reshape(-1))
            arrays[OBSERVATION] = arrow.FixedSizeListArray.from_arrays(flat, seen.shape[1])
        table = arrow.table(arrays)
        if self._writer is None:
            schema = table.schema.with_metadata(self._said)
            self._writer = self._parquet.ParquetWriter(self._file, schema, compression="zstd")
        self._writer.write_table(table.replace_schema_metadata(self._said))

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


class _NpzFile:
    """An array for each column, kept in memory until the end."""

    def __init__(self, file: Path, said: dict[str, str]) -> None:
        self._file, self._said = file, said
        self._pieces: list[Columns] = []

    def write(self, columns: Columns) -> None:
        self._pieces.append(columns)

    def close(self) -> None:
        if not self._pieces:
            return
        whole = {
            name: np.concatenate([piece[name] for piece in self._pieces]) for name in self._pieces[0]
        }  # fmt: skip
        with self._file.open("wb") as opened:
            np.savez_compressed(opened, about=np.array(json.dumps(self._said)), **whole)  # type: ignore[arg-type]
