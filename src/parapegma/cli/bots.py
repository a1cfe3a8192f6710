"""``parapegma bots``: bot processes for servers that run elsewhere."""

from __future__ import annotations

import argparse
import signal
import threading
from typing import Any

from parapegma.errors import OptionError


def add(commands: Any) -> None:
    command = commands.add_parser(
        "bots",
        help="let the bots of table servers think here",
        description="Run bot processes for servers whose PARAPEGMA_BOTS names this address. "
        "PARAPEGMA_BOT_KEY must be the same here and there.",
    )
    command.add_argument("address", metavar="ADDRESS", help="HOST:PORT, or the path of a socket")
    command.add_argument(
        "--bot-processes", type=int, metavar="N", help="how many (one less than there are cores)"
    )
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    # Loaded only here: the other commands start faster without it.
    from parapegma.bots.warmup import prepare_all_bots
    from parapegma.server.bots.processes import CAN_RUN, BotProcesses, how_many, listening_at
    from parapegma.server.settings import read_settings

    settings = read_settings(bots=(asked.address,), bot_processes=asked.bot_processes)
    if not CAN_RUN:
        raise OptionError("bot processes need a system on which processes can inherit sockets")
    prepare_all_bots()
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    count = how_many(settings)
    with listening_at(asked.address) as listening, BotProcesses(count, listening, settings.bot_key):
        print(f"{count} bot processes answer at {asked.address}", flush=True)
        stopped.wait()
    return 0
