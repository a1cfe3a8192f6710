"""How long it takes from nothing to the page: a clone of this checkout, empty caches, ``make play``.

``python benchmarks/clone.py [--most 600]`` clones what is committed here into a throw-away folder and waits
until ``GET /`` answers. Nothing that was fetched or built before is used; how long it takes depends on the
network, too. The server ends with the measurement, and so does whatever still builds beside it.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHES = ("PIP_CACHE_DIR", "UV_CACHE_DIR", "npm_config_cache", "XDG_CACHE_HOME", "PARAPEGMA_CACHE")


def main() -> None:
    """Clone, play, tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=float, default=600.0, help="seconds after which it is given up")
    most = parser.parse_args().most
    with tempfile.TemporaryDirectory(prefix="parapegma-clone-", ignore_cleanup_errors=True) as folder:
        place, port = Path(folder), _free_port()
        began = time.perf_counter()
        # Not by links to the files here: a stranger copies them.
        subprocess.run(["git", "clone", "--quiet", "--no-local", str(ROOT), str(place / "clone")], check=True)
        cloned = time.perf_counter() - began
        with (place / "log").open("wb") as log:
            playing = subprocess.Popen(
                ["make", "play"],
                cwd=place / "clone",
                env=_environment(place, port),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            answered = _answers(port, playing, began + most)
            took = time.perf_counter() - began
        finally:
            os.killpg(playing.pid, signal.SIGTERM)
            playing.wait()
        if not answered:
            raise SystemExit(f"no page after {took:.0f} s:\n{(place / 'log').read_text('utf-8')[-3000:]}")
    print(f"clone {cloned:6.1f} s")
    print(f"open page {took:6.1f} s  (at most 60 s)")


def _environment(place: Path, port: int) -> dict[str, str]:
    """That of whoever calls, without caches, and with a browser that shows nothing."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PARAPEGMA_", "MAKE"))}
    kept |= {name: str(place / "caches" / name.lower()) for name in CACHES}
    settings = {"PARAPEGMA_PORT": str(port), "PARAPEGMA_DATABASE": f"sqlite:///{place / 'tables.sqlite'}"}
    return {**kept, **settings, "BROWSER": "true"}


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
    return port


def _answers(port: int, playing: subprocess.Popen[bytes], until: float) -> bool:
    """Whether the page is handed out in time."""
    while time.perf_counter() < until and playing.poll() is None:
        asked = HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            asked.request("GET", "/")
            if asked.getresponse().status == 200:
                return True
        except OSError:
            pass
        finally:
            asked.close()
        time.sleep(0.1)
    return False


if __name__ == "__main__":
    main()
