"""A Python like the browser's: stand-ins for NumPy and msgspec, and none of the packages it does not have.

Run as a script with the names of a module and a function, it calls the function and prints its answer.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

_SOURCE = Path(__file__).parents[2] / "src"
_STAND_INS = {"numpy": "small_numpy", "msgspec": "small_msgspec"}
_NOT_THERE = ("alembic", "cffi", "httpx", "litestar", "numba", "platformdirs", "rich", "ruamel", "sqlalchemy")


def run_there(module: str, function: str, *arguments: Any) -> Any:
    """What a function of a test module answers in such a Python."""
    command = [sys.executable, __file__, module, function, json.dumps(arguments)]
    environment = {**os.environ, "PARAPEGMA_MODE": "interpreted", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=600)
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])


def pretend() -> None:
    """From now on this process has only what a browser has."""
    for name, folder in _STAND_INS.items():
        put_in_place(name, _SOURCE / "parapegma" / "browser" / folder)
    sys.meta_path.insert(0, _Missing())


def put_in_place(name: str, folder: Path) -> None:
    """Let a package be found under another name."""
    place = str(folder)
    spec = importlib.util.spec_from_file_location(
        name, f"{place}/__init__.py", submodule_search_locations=[place]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)


class _Missing:
    def find_spec(self, name: str, *_: Any) -> None:
        if name.split(".")[0] in _NOT_THERE:
            raise ModuleNotFoundError(f"No module named {name!r} in a browser", name=name)


if __name__ == "__main__":
    pretend()
    work = getattr(importlib.import_module(sys.argv[1]), sys.argv[2])
    print(json.dumps(work(*json.loads(sys.argv[3]))))
