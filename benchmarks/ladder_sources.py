"""What a cell of the ladder depends on: who changes none of it need not play the cell again."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator
from pathlib import Path

from ladder_cells import Cell

import parapegma
from parapegma.bots.network import FILE as NETWORK
from parapegma.core.compiled.sources import PACKAGE, compiled_files

_WHO_PLAYS = (
    "bots/*.py",
    "core/position.py",
    "core/seed.py",
    "lab/arena_games.py",
    "lab/bot_games.py",
    "lab/lineups.py",
)
_NOT_PLAYED = ("parapegma.envs.", "parapegma.lab.")
"""Compiled with the rest, but no arena asks it."""
_WITH_NETWORKS = ("look", "oracle")
"""They ask the network of their game, if it comes with one."""


def sources_of(cell: Cell) -> str:
    """A digest of all that can change a game of the cell: rules, bots, weights, components, networks.

    >>> len(sources_of(Cell("ophiuchus", 2, "adept", "greedy")))
    16
    """
    asked = {cell.one, cell.others} & set(_WITH_NETWORKS)
    return _digest(cell.game, bool(asked), Path(parapegma.__file__).parent)


@functools.cache
def _digest(game: str, with_network: bool, folder: Path) -> str:
    digest = hashlib.sha256()
    for name, file in _files(game, with_network, folder):
        digest.update(name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _files(game: str, with_network: bool, folder: Path) -> Iterator[tuple[str, Path]]:
    for module, file in compiled_files(bots=True, game=game):
        if not module.startswith(_NOT_PLAYED):
            yield module, file
    for pattern in _WHO_PLAYS:
        yield from ((file.relative_to(PACKAGE).as_posix(), file) for file in sorted(PACKAGE.glob(pattern)))
    data = folder / "games" / game / "data"
    for file in sorted(data.glob("*.toml")):
        yield f"data/{file.name}", file
    if with_network and (data / NETWORK).is_file():
        yield NETWORK, data / NETWORK
