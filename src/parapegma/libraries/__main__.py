"""``python -m parapegma.libraries [GAME...] [--targets NAMES]``: build the libraries that are out of date.

Several games are built at once, one process per core: no game waits for another.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from parapegma.core.compiled.library_format import host_targets
from parapegma.core.compiled.sources import own_games
from parapegma.libraries.targets import TARGETS, Target


def main() -> None:
    """Build libraries and say what each took."""
    parser = argparse.ArgumentParser(prog="python -m parapegma.libraries", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all if none is named")
    known = ", ".join(TARGETS)
    parser.add_argument(
        "--targets", default="host", help=f"host (this machine), all, or some of {known}, with commas between"
    )
    given = parser.parse_args()
    targets, games = chosen_targets(given.targets), given.games or own_games()
    unknown = sorted(set(games) - set(own_games()))
    if unknown:
        raise SystemExit(f"there is no game {unknown[0]!r}; games: {', '.join(own_games())}")
    if len(games) == 1:
        build_one(games[0], targets)
    else:
        build_several(games, given.targets)


def build_one(game: str, targets: list[Target]) -> None:
    """Build what is out of date of one game, in this process."""
    from parapegma.libraries.building import build

    for target in targets:
        built = build(game, target)
        if built is not None:
            print(f"{target.name:16} {game:12} {built.bytes:8} bytes {built.seconds:6.1f} s", flush=True)


def build_several(games: list[str], targets: str) -> None:
    """Build games in processes of their own, as many at a time as there are cores."""
    waiting = list(games)
    running: list[subprocess.Popen[bytes]] = []
    failed = False
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            command = [sys.executable, "-m", "parapegma.libraries", waiting.pop(0), "--targets", targets]
            running.append(subprocess.Popen(command))
        failed |= running.pop(0).wait() != 0
    if failed:
        raise SystemExit("not every library could be built; the reason stands above")


def chosen_targets(names: str) -> list[Target]:
    """Targets by name; this machine's first."""
    own = [TARGETS[name] for name in host_targets()]
    if names == "host":
        # The best for this processor; the variant for older ones is for others.
        return own[:1]
    if names == "all":
        return [*own, *(target for target in TARGETS.values() if target not in own)]
    unknown = [name for name in names.split(",") if name not in TARGETS]
    if unknown:
        raise SystemExit(f"there is no target {unknown[0]!r}; targets: {', '.join(TARGETS)}")
    return [TARGETS[name] for name in names.split(",")]


if __name__ == "__main__":
    main()
