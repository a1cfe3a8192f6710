"""A bot process: ``python -m parapegma.server.bots.worker``. It answers questions, one at a time.

It inherits a socket that it shares with the other bot processes; whichever is free takes the next question.
It ends with the process that started it, however that one ends: then its standard input is closed.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import signal
import socket
import sys
import threading

from parapegma.bots import BotRunner
from parapegma.core.compiled.mode import AWAITED
from parapegma.core.game import all_games
from parapegma.core.match import Match
from parapegma.server.bots.sealed import NotSealed, receive, send

_PATIENCE = 10.0
"""Seconds for a question to arrive, and for its answer to be taken."""
_NICE = 5
"""Bots leave the processor to those who serve people."""
log = logging.getLogger("parapegma.server.bots.worker")


def main(number: int) -> None:
    """Answer what arrives at a socket that was inherited under this number."""
    # Ctrl-C is meant for the server; it ends this process when it has ended.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    key = sys.stdin.buffer.readline().strip()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_NICE)
    _get_ready()
    with socket.socket(fileno=number) as listening:
        while True:
            connection, _ = listening.accept()
            with connection, contextlib.suppress(OSError):
                connection.settimeout(_PATIENCE)
                try:
                    answer_one(connection, key)
                except NotSealed as problem:
                    log.warning("a question was not read: %s", problem)


def answer_one(connection: socket.socket, key: bytes) -> None:
    """Read a question, do what it asks for and say what came out of it."""
    question, seal = receive(connection, key)
    work, values = pickle.loads(question)
    if AWAITED:
        _open_libraries()
    try:
        answer = pickle.dumps((work(*values), ""))
    except Exception as error:
        # As text: not every error can be sent.
        answer = pickle.dumps((None, str(error) or type(error).__name__))
    send(connection, key, answer, seal)


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


def _get_ready() -> None:
    """Load the bots of all games, so that the first question need not wait for it."""
    for game in all_games():
        if game.name not in AWAITED:
            with contextlib.suppress(Exception):
                # Whoever asks about this game is told what is wrong.
                BotRunner(game, 1).ask("search:2", Match(game, seed=1).position, 0)


def _open_libraries() -> None:
    from parapegma.core.compiled.library import open_awaited

    try:
        open_awaited()
    except Exception:
        # The rules are interpreted then; the server says so.
        log.warning("libraries that were built could not be opened", exc_info=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
