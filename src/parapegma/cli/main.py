"""The command ``parapegma``: which subcommands there are, and what happens when something goes wrong."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module, metadata
from typing import NoReturn

from parapegma.errors import ParapegmaError
from parapegma.extras import require_extra

BAD_INPUT = 2
COMMANDS = (
    "games", "play", "replay", "scenario", "rules", "arena", "balance", "puzzles", "train", "bench",
    "serve", "bots", "admin",
)  # fmt: skip
"""Each is a module of this package."""

NEEDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "arena": ("arena", ("openskill", "jinja2")),
    "train": ("train", ("torch", "openskill", "jinja2", "matplotlib")),
    "serve": ("server", ("litestar", "uvicorn", "sqlalchemy", "alembic", "argon2", "cryptography", "httpx")),
    "bots": ("server", ("litestar",)),
    "admin": ("server", ("litestar", "sqlalchemy", "alembic")),
}
"""Commands that need an extra as a whole, and packages by which it is known to be installed."""


class _Parser(argparse.ArgumentParser):
    """Errors on one line, with a way on."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """Subcommands with their arguments."""
    top = _Parser(
        prog="parapegma",
        description="Board games to play in the terminal and to study from Python.",
        epilog="parapegma COMMAND --help tells more about a command.",
    )
    top.add_argument("--version", action="version", version=f"parapegma {metadata.version('parapegma')}")
    commands = top.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True, parser_class=_Parser
    )
    for name in names:
        import_module(f"parapegma.cli.{name}").add(commands)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run a command; 0 if all went well, 1 if a check failed, 2 for bad input."""
    try:
        given = sys.argv[1:] if arguments is None else arguments
        # The start of a server need not wait until all that the other commands use is loaded.
        named = [name for name in given[:1] if name in COMMANDS]
        asked = parser(named or COMMANDS).parse_args(given)
        if asked.command in NEEDS:
            extra, packages = NEEDS[asked.command]
            require_extra(extra, f"the command {asked.command}", *packages)
        status: int = asked.run(asked)
        sys.stdout.flush()
        return status
    except ParapegmaError as error:
        print(f"parapegma: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("\nparapegma: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone (``parapegma games | head -1``); there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    raise SystemExit(main())
