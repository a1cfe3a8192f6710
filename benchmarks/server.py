"""What our server bears, and how it compares with boardgame.io's: ``python benchmarks/server.py``.

Server and clients run on this machine, everything in one run, in folders that are thrown away; boardgame.io
is installed from npm. Every figure comes with how busy the machine was: on a busy machine all are worse.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import uvloop
from comparison import as_markdown
from load import crowd, flood, like, owners, parts
from load.figures import Figure, rows

PARTS: dict[str, Callable[[argparse.Namespace, Path], Awaitable[list[Figure]]]] = {
    "start": parts.start,
    "opening": parts.opening,
    "memory": parts.memory,
    "steady": parts.steady,
    "peers": parts.peers,
    "like": like.like,
    "owners": owners.owners,
    "crowd": crowd.crowd,
    "flood": flood.flood,
}
NOTES = """\
An action counts from the time it was due until every connection of its table has been told. Ours is then on
the disk (SQLite, WAL, synchronous=FULL); boardgame.io keeps its matches in memory. Both have {readers}
connections to every table and the same light client, in one process. Processor time is that of all threads of
a process; "others" is what the rest of the machine used of its {cores} cores meanwhile. Opening and telling
are measured in a process that runs the server's code on the database, without HTTP around it."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit code is 1 if a target was missed."""
    asked = parse(arguments)
    figures: list[Figure] = []
    for name in asked.parts:
        print(f"{name} ...", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(prefix="parapegma-server-", ignore_cleanup_errors=True) as folder:
            figures += uvloop.run(asyncio.wait_for(PARTS[name](asked, Path(folder)), 900))
    print(as_markdown(rows(figures)))
    print()
    print(NOTES.format(readers=asked.readers, cores=os.cpu_count()))
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores.")
    if asked.json is not None:
        asked.json.write_text(json.dumps([figure.data() for figure in figures], indent=2) + "\n", "utf-8")
    return 1 if any(figure.reached is False for figure in figures) else 0


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="server.py", description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=500, help="tables that are played at (500)")
    parser.add_argument("--readers", type=int, default=4, help="connections to each table (4)")
    parser.add_argument("--rate", type=float, default=300, help="actions a second at a steady pace (300)")
    parser.add_argument(
        "--seconds", type=float, default=15, help="how long each stretch of playing lasts (15)"
    )
    parser.add_argument(
        "--rounds", type=int, default=3, help="stretches of steady playing, and turns of the two servers (3)"
    )
    parser.add_argument(
        "--idle", type=int, default=2_000, help="tables in memory that nobody plays at (2000)"
    )
    parser.add_argument(
        "--watching", type=int, default=10_000, help="connections at which nothing happens (10000)"
    )
    parser.add_argument("--only", default="", metavar="PART,...", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure there, too")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="install boardgame.io there, and keep it")
    asked = parser.parse_args(arguments)
    for name, least, most in (
        ("tables", 10, 5_000), ("readers", 4, 8), ("rate", 1, 10_000), ("seconds", 1, 120), ("rounds", 1, 20),
        ("idle", 100, 20_000), ("watching", 100, 15_000),
    ):  # fmt: skip
        if not least <= getattr(asked, name) <= most:
            parser.error(f"--{name} must be from {least} to {most}, not {getattr(asked, name):g}")
    names = [name.strip() for name in asked.only.split(",") if name.strip()]
    for name in names:
        if name not in PARTS:
            parser.error(f"--only does not know {name!r}; parts are {', '.join(PARTS)}")
    asked.parts = [name for name in PARTS if name in names] or list(PARTS)
    if asked.json is not None and not asked.json.resolve().parent.is_dir():
        parser.error(f"--json: there is no folder {asked.json.resolve().parent}")
    return asked


if __name__ == "__main__":
    sys.exit(main())
