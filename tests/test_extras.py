"""With nothing but its own dependencies Parapegma plays and studies; what needs more says what to install."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata

import pytest

from conftest import ROOT
from parapegma.cli.main import COMMANDS, NEEDS

DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

HIDING = """
import json, sys
for module in json.loads(sys.argv[1]):
    sys.modules[module] = None
from parapegma.cli.main import main
sys.exit(main(sys.argv[2:]))
"""
IMPORTING = """
import json, sys
for module in json.loads(sys.argv[1]):
    sys.modules[module] = None
try:
    __import__(sys.argv[2])
except ImportError as error:
    print(error)
"""


def distribution(requirement: str) -> str:
    """The name of what a requirement asks for, in the one spelling that is compared."""
    return re.sub(r"[-_.]+", "-", re.findall(r"^[\w.-]+", requirement)[0]).lower()


def with_what_they_need(names: set[str]) -> set[str]:
    waiting, found = set(names), set()
    while waiting:
        name = waiting.pop()
        found.add(name)
        for requirement in metadata.requires(name) or []:
            if "extra ==" not in requirement and distribution(requirement) not in found:
                try:
                    metadata.distribution(distribution(requirement))
                except metadata.PackageNotFoundError:
                    continue
                waiting.add(distribution(requirement))
    return found


@pytest.fixture(scope="module")
def hidden() -> str:
    """Every installed package that ``pip install parapegma`` does not bring."""
    kept = with_what_they_need({distribution(each) for each in DECLARED["dependencies"]}) | {"parapegma"}
    owners = metadata.packages_distributions()
    return json.dumps(
        sorted(
            package
            for package, names in owners.items()
            if not kept & {distribution(name) for name in names} and package not in sys.stdlib_module_names
        )
    )


def run(code: str, hidden: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, hidden, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PARAPEGMA_MODE": "interpreted"},
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["games"],
        ["play", "--help"],
        ["scenario", "--help"],
        ["balance", "ophiuchus", "--games", "1", "--compare", "none", "--bots", "random"],
    ],
    ids=" ".join,
)
def test_commands_without_an_extra_need_none(hidden, arguments):
    done = run(HIDING, hidden, *arguments)
    assert done.returncode == 0, done.stderr


def test_a_server_on_postgresql_says_what_it_lacks():
    done = run(HIDING, json.dumps(["asyncpg"]), "serve", "--database", "postgresql://localhost/tables")
    assert done.returncode == 2
    needed = "PostgreSQL needs packages that are not installed: pip install 'parapegma[postgres]'"
    assert needed in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("server", ["serve"]),
        ("server", ["admin", "tables"]),
        ("arena", ["arena", "ophiuchus", "--bots", "light,random"]),
        ("balance", ["balance", "ophiuchus", "--html", "page.html"]),
        ("dataset", ["balance", "ophiuchus", "--dataset", "games.parquet"]),
        ("cluster", ["balance", "ophiuchus", "--games", "1", "--compare", "none", "--cluster"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_command_that_lacks_its_extra_says_so_in_one_line(hidden, tmp_path, extra, arguments):
    done = run(HIDING, hidden, *arguments)
    assert done.returncode == 2
    assert f"pip install 'parapegma[{extra}]'" in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize(
    ("extra", "module"),
    [
        ("envs", "parapegma.envs.pettingzoo"),
        ("envs", "parapegma.envs.gymnasium"),
        ("envs", "parapegma.envs.vector"),
        ("openspiel", "parapegma.envs.openspiel"),
        ("train", "parapegma.envs.sb3"),
    ],
)
def test_an_environment_that_lacks_its_library_says_so(hidden, extra, module):
    done = run(IMPORTING, hidden, module)
    assert done.returncode == 0, done.stderr
    assert f"pip install 'parapegma[{extra}]'" in done.stdout


def test_the_batched_environment_needs_no_extra(hidden):
    done = run(IMPORTING, hidden, "parapegma.envs.batch")
    assert (done.returncode, done.stdout) == (0, "")


def test_what_commands_need_is_declared():
    for command, (extra, _) in NEEDS.items():
        assert command in COMMANDS
        assert extra in DECLARED["optional-dependencies"]
