"""What a server says when it is started by hand: where the tables are."""

from __future__ import annotations

import socket
import sys
import threading
import time
import webbrowser

_TRIES_EVERY_S = 0.1
_GIVE_UP_AFTER_S = 300


def welcome(host: str, port: int, show: bool) -> None:
    """Say the address once the server answers there; with ``show``, open it in a browser too."""
    threading.Thread(target=_wait_and_say, args=(host, port, show), daemon=True).start()


def address(host: str, port: int) -> str:
    """Where a browser on this machine finds the server.

    >>> address("0.0.0.0", 8017)
    'http://127.0.0.1:8017'
    """
    named = _reachable(host)
    return f"http://[{named}]:{port}" if ":" in named else f"http://{named}:{port}"


def _reachable(host: str) -> str:
    """A server that listens everywhere is found at home."""
    return "127.0.0.1" if host in ("", "0.0.0.0", "::") else host


def _wait_and_say(host: str, port: int, show: bool) -> None:
    until = time.monotonic() + _GIVE_UP_AFTER_S
    while time.monotonic() < until:
        try:
            socket.create_connection((_reachable(host), port), timeout=1).close()
        except OSError:
            time.sleep(_TRIES_EVERY_S)
        else:
            print(f"The tables are at {address(host, port)} (stop with Ctrl-C)", file=sys.stderr)
            if show:
                webbrowser.open(address(host, port))
            return
