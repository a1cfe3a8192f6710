"""Against boardgame.io on like work: as many seats and watchers, states of like size with hidden parts.

Both keep their matches, ours in SQLite and theirs by their FlatFile store; and both in memory, ours in a
database that lies in memory, where there is such a folder.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from load import ours, theirs
from load.figures import Figure
from load.parts import at_rest, flat_out, told
from load.playing import Played
from load.usage import Spent

_MEMORY = Path("/dev/shm")
_WARM_UP = 2.0
Outcome = tuple[Played, Spent]


async def like(asked: argparse.Namespace, folder: Path) -> list[Figure]:
    """All four, in turn, as fast as they go."""
    home = folder / "boardgame.io" if asked.keep is None else asked.keep.resolve()
    try:
        versions = theirs.install(home)
    except theirs.CannotRun as error:
        return [Figure(f"boardgame.io was not measured: {error}", float("nan"), "")]
    lines: dict[str, Callable[[Path], Awaitable[Outcome]]] = {
        "ours, on the disk before anyone is told (SQLite, synchronous=FULL)": lambda place: _ours(
            asked, place
        ),
        f"{versions}, FlatFile (written, not waited for)": lambda place: _theirs(asked, home, place / "kept"),
        f"{versions}, in memory": lambda place: _theirs(asked, home, None),
    }
    durable, kept, forgetful = lines
    if _MEMORY.is_dir():
        lines["ours, in a database in memory"] = lambda place: _ours_in_memory(asked)
    outcomes: dict[str, list[Outcome]] = {name: [] for name in lines}
    for n in range(asked.rounds):
        for number, (name, measure) in enumerate(lines.items()):
            place = folder / f"{n}-{number}"
            place.mkdir()
            outcomes[name].append(await measure(place))

    def cost(name: str, n: int) -> float:
        played, spent = outcomes[name][n]
        return 1000 * spent.server / max(1, played.actions)

    figures = [
        Figure(
            f"like work: {name}, processor time an action",
            min(cost(name, n) for n in range(asked.rounds)),
            "ms",
            remarks=f"best of {asked.rounds}; last round: {told(*outcomes[name][-1])}",
        )
        for name in lines
    ]
    for other, least in ((kept, 3), (forgetful, 1)):
        ratio = statistics.median(cost(other, n) / cost(durable, n) for n in range(asked.rounds))
        figures.append(
            Figure(
                f"like work, actions per second of processor time: ours durable to {other}",
                ratio,
                "x",
                least=least,
                remarks=f"median of {asked.rounds} rounds",
            )
        )
    return figures


async def _ours(asked: argparse.Namespace, folder: Path) -> Outcome:
    dealt = await ours.deal(folder, ours.small_tables(asked.tables))
    with ours.Server(folder) as server:
        players = await ours.sit_down(server.port, dealt, asked.readers)
        await players.as_fast_as_it_goes(16, _WARM_UP, asked.tables)
        await at_rest(server.pid)
        return await flat_out(asked, players, server.pid)


async def _ours_in_memory(asked: argparse.Namespace) -> Outcome:
    with TemporaryDirectory(prefix="parapegma-", dir=_MEMORY, ignore_cleanup_errors=True) as folder:
        return await _ours(asked, Path(folder))


async def _theirs(asked: argparse.Namespace, home: Path, store: Path | None) -> Outcome:
    with theirs.Server(home, store) as server:
        players = await theirs.sit_down(server.port, asked.tables, asked.readers, 0, theirs.CARDS)
        # Compilers that learn while a program runs have their time, too.
        await players.as_fast_as_it_goes(16, _WARM_UP, asked.tables)
        return await flat_out(asked, players, server.pid)
