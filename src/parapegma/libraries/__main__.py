"""``python -m parapegma.libraries [GAME...] [--targets NAMES]``: build the libraries that are out of date."""

from __future__ import annotations

import argparse

from parapegma.core.compiled.library_format import host_targets
from parapegma.core.compiled.mode import own_games
from parapegma.libraries.building import build
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
    for target in chosen_targets(given.targets):
        for game in given.games or own_games():
            built = build(game, target)
            if built is not None:
                print(f"{target.name:16} {game:12} {built.bytes:8} bytes {built.seconds:6.1f} s", flush=True)


def chosen_targets(names: str) -> list[Target]:
    """Targets by name; this machine's first."""
    own = [TARGETS[name] for name in host_targets()]
    if names == "host":
        return own
    if names == "all":
        return [*own, *(target for target in TARGETS.values() if target not in own)]
    unknown = [name for name in names.split(",") if name not in TARGETS]
    if unknown:
        raise SystemExit(f"there is no target {unknown[0]!r}; targets: {', '.join(TARGETS)}")
    return [TARGETS[name] for name in names.split(",")]


if __name__ == "__main__":
    main()
