"""``parapegma serve``: the table server."""

from __future__ import annotations

import argparse
import gc
import sys
from typing import Any

from parapegma.cli.welcome import welcome


def add(commands: Any) -> None:
    command = commands.add_parser(
        "serve",
        help="open tables for people who are not in one room",
        description="Run the table server. Settings can also be given as variables, such as PARAPEGMA_PORT.",
    )
    command.add_argument("--host", metavar="HOST", help="the address to listen on (127.0.0.1)")
    command.add_argument("--port", type=int, metavar="PORT", help="the port to listen on (8017)")
    command.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///FILE (sqlite:///parapegma.db) or postgresql://USER:PASSWORD@HOST/NAME",
    )
    command.add_argument(
        "--channels",
        metavar="URL",
        help="how processes hear of each other's moves: memory:// (one process) or postgresql://...",
    )
    command.add_argument("--workers", type=int, metavar="N", help="how many processes (1)")
    command.add_argument(
        "--bot-processes",
        type=int,
        metavar="N",
        help="how many processes bots think in (one less than there are cores)",
    )
    command.add_argument("--open", action="store_true", help="show the tables in a browser of this machine")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    # Nothing of what is loaded is garbage: to look for some takes a tenth of the start.
    gc.disable()
    # Loaded only here: the other commands start faster without it.
    from parapegma.server.run import serve
    from parapegma.server.settings import read_settings

    gc.enable()
    settings = read_settings(
        host=asked.host,
        port=asked.port,
        database=asked.database,
        channels=asked.channels,
        workers=asked.workers,
        bot_processes=asked.bot_processes,
    )
    if asked.open or sys.stderr.isatty():
        welcome(settings.host, settings.port, asked.open)
    return serve(settings)
