"""Wheels: in an empty environment they play, study and serve without a compiler; no half wheel is built."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import ROOT
from parapegma.core.compiled.library_format import host_targets
from parapegma.core.compiled.sources import own_games
from parapegma.libraries.building import build
from parapegma.libraries.targets import TARGETS
from parapegma.libraries.wheels import KINDS, build_wheel

HOST = host_targets()[-1]
MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel for this machine."""
    for target in [*host_targets(), "cuda"]:
        for game in own_games():
            build(game, TARGETS[target])
    folder = tmp_path_factory.mktemp("wheel")
    build_wheel(HOST, folder)
    (found,) = folder.glob("*.whl")
    return found


class Environment:
    """An environment with nothing in it but what is installed here, and no variables of ours."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False, symlinks=True)
        self.folder = folder
        self.python = folder / "bin" / "python"
        hidden = ("PARAPEGMA_", "PYTHON", "NUMBA_")
        usual = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
        # Neither Node nor a compiler.
        self.variables = {**usual, "PATH": f"{folder / 'bin'}", "HOME": str(folder), "COLUMNS": "100"}

    def install(self, what: str) -> None:
        command = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet"]
        command += ["--disable-pip-version-check", "--constraint", str(ROOT / "constraints.txt"), what]
        subprocess.run(command, check=True)

    def run(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [str(self.python), *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=self.folder,
            env=self.variables,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done

    def size(self) -> int:
        """How many bytes the packages take, without what Python can make again (__pycache__)."""
        files = self.folder.glob("lib/python*/site-packages/**/*")
        return sum(file.stat().st_size for file in files if file.is_file() and file.suffix != ".pyc")


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("empty") / "venv")
    environment.install(str(wheel))
    return environment


@pytest.fixture(scope="module")
def with_server(installed, wheel) -> Environment:
    installed.install(f"{wheel}[server]")
    return installed


def test_a_wheel_has_libraries_page_and_data_and_says_where_it_comes_from(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for target in host_targets():
        for game in own_games():
            assert f"parapegma/libraries/built/{target}/{game}.so" in names
            assert f"parapegma/libraries/built/{target}/{game}.json" in names
    for game in own_games():
        assert f"parapegma/libraries/built/cuda/{game}.ptx.gz" in names
    page = {file.relative_to(ROOT / "src").as_posix() for file in ROOT.glob("src/parapegma/page/**/*.*")}
    data = {file.relative_to(ROOT / "src").as_posix() for file in ROOT.glob("src/parapegma/games/*/data/*")}
    assert page | data <= names
    assert sum("/built/" in name for name in names) == (len(host_targets()) + 1) * len(own_games()) * 2
    metadata = zipfile.ZipFile(wheel).read("parapegma-0.1.0.dist-info/METADATA").decode()
    assert "\nProject-URL: " in metadata
    assert "\nClassifier: Operating System :: " in metadata


def test_a_wheel_built_twice_has_the_same_bytes(wheel, tmp_path):
    build_wheel(HOST, tmp_path)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_there_is_a_wheel_for_every_target_that_python_runs_on():
    native = {target.name for target in TARGETS.values() if not target.wasm and not target.cuda}
    assert set(KINDS) == native - {"linux-x86-64-v3"}


def test_an_empty_environment_plays_and_studies_without_a_compiler(installed):
    said = installed.run(
        "-c",
        "import sys, parapegma; from parapegma.core.compiled.mode import MODE;"
        "parapegma.Match('ulysses', seed=1).ask('search:20');"
        "print(MODE, parapegma.__version__, 'numba' in sys.modules)",
    )
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert (said.stdout, said.stderr) == (f"loaded {version} False\n", "")
    assert not list(installed.folder.glob("lib/python*/site-packages/numba"))
    record = installed.folder / "game.txt"
    deal = ("--seats", "adept,person", "--seed", "7", "--record", str(record))
    played = installed.run("-m", "parapegma", "play", "ophiuchus", *deal, stdin="lay T05 1,-1 W\nquit\n")
    assert "T05" in played.stdout
    assert record.is_file()
    measured = installed.run("-m", "parapegma", "bench", "ophiuchus", "--seconds", "0.05", "--json")
    assert json.loads(measured.stdout)
    few = ("--games", "20", "--strong-games", "1", "--cores", "1")
    installed.run("-m", "parapegma", "balance", "pacal", *few, "--json", "-")


def test_what_is_installed_is_small(installed):
    assert installed.size() < 100 * MEGABYTE


@pytest.fixture
def address(with_server) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(with_server.python), "-m", "parapegma", "serve", "--port", str(port)]
    with subprocess.Popen(command, cwd=with_server.folder, env=with_server.variables) as process:
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def test_with_the_extra_it_serves_the_page(address, with_server):
    until = time.monotonic() + 120
    while True:
        try:
            with urllib.request.urlopen(f"{address}/health") as answer:
                health = json.load(answer)
            break
        except OSError:
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.1)
    assert health
    with urllib.request.urlopen(f"{address}/") as answer:
        assert b"<html" in answer.read()
    assert not list(with_server.folder.glob("lib/python*/site-packages/numba"))
    assert with_server.size() < 150 * MEGABYTE


# --- the image for containers ---------------------------------------------------------------------


class Image:
    """What docs/hosting/Dockerfile says, carried out in an environment of its own instead of a container.

    Paths, address and port are those of this machine; the system's own Python and users are left alone.
    """

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.data, self.brought = folder / "data", folder / "brought"
        self.data.mkdir()
        self.brought.mkdir()
        self.environment = Environment(folder / "venv")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        text = (ROOT / "docs" / "hosting" / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
        said = [line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#")]
        self._said = [(word, self._here(rest)) for word, rest in said]
        assert self.only("COPY") == f"dist/*.whl {self.brought}/"
        shutil.copy(wheel, self.brought)
        for variable in self.all("ENV"):
            name, value = variable.split("=", 1)
            self.environment.variables[name] = value
        # pip is that of the system, for the environment; so are tools such as rm.
        pip = self.environment.folder / "bin" / "pip"
        pip.write_text(f'#!/bin/sh\nexec {sys.executable} -m pip --python {self.environment.python} "$@"\n')
        pip.chmod(0o755)

    def _here(self, text: str) -> str:
        for there, here in (
            ("/tmp", str(self.brought)),
            ("/data", str(self.data)),
            ("0.0.0.0", "127.0.0.1"),
            ("8017", str(self.port)),
        ):
            text = text.replace(there, here)
        return text

    def all(self, word: str) -> list[str]:
        return [rest for found, rest in self._said if found == word]

    def only(self, word: str) -> str:
        (found,) = self.all(word)
        return found

    def build(self) -> None:
        """The commands that build it, but for the user."""
        *commands, user = self.only("RUN").split("&&")
        assert user.split()[0] == "useradd"
        variables = {
            **self.environment.variables,
            "PATH": f"{self.environment.folder / 'bin'}:{os.defpath}",
            "PIP_CONSTRAINT": str(ROOT / "constraints.txt"),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            # Only what is loaded is compiled, when it is.
            "PIP_NO_COMPILE": "1",
        }
        subprocess.run(
            ["bash", "-c", "&&".join(commands)], check=True, env=variables, stdout=subprocess.DEVNULL
        )

    def start(self) -> subprocess.Popen[bytes]:
        command = json.loads(self.only("CMD"))
        program = self.environment.folder / "bin" / command[0]
        return subprocess.Popen(
            [program, *command[1:]], cwd=self.only("WORKDIR"), env=self.environment.variables
        )

    def healthy(self) -> bool:
        _, _, command = self.only("HEALTHCHECK").partition("CMD ")
        words = json.loads(command)
        program = self.environment.folder / "bin" / words[0]
        done = subprocess.run(
            [program, *words[1:]], capture_output=True, env=self.environment.variables, check=False
        )
        return done.returncode == 0


def test_an_image_for_containers_is_built_from_a_wheel_and_serves(wheel, tmp_path):
    image = Image(tmp_path, wheel)
    image.build()
    assert not list(image.brought.iterdir())
    assert not image.healthy()
    process = image.start()
    try:
        until = time.monotonic() + 120
        while not image.healthy():
            assert process.poll() is None
            assert time.monotonic() < until, "the server is not well"
    finally:
        process.terminate()
        status = process.wait(60)
    assert status in (0, -signal.SIGTERM)
    # What is to be kept lies in the volume.
    assert image.only("VOLUME") == str(image.data)
    assert {"parapegma.db", "parapegma.db.secret"} <= {file.name for file in image.data.iterdir()}


# --- what is refused ------------------------------------------------------------------------------


@pytest.fixture
def checkout(wheel, tmp_path) -> Path:
    """A copy of all that a wheel is made of."""
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "wasm32*"))
    return tmp_path


def refusal(checkout: Path) -> str:
    command = [sys.executable, "-c", "from setuptools import build_meta; build_meta.build_wheel('out')"]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert not list(checkout.glob("out/*.whl"))
    return done.stderr


def test_no_wheel_is_built_without_the_page(checkout):
    shutil.rmtree(checkout / "src" / "parapegma" / "page")
    assert "no wheel is built without the page: 'make page' builds it" in refusal(checkout)


def test_no_wheel_is_built_without_the_games_in_the_browser(checkout):
    (folder,) = (checkout / "src" / "parapegma" / "page").glob("python-*")
    shutil.rmtree(folder)
    assert "no wheel is built without the games in the browser: 'make page' packs them" in refusal(checkout)


def test_no_wheel_is_built_without_a_library(checkout):
    shutil.rmtree(checkout / "src" / "parapegma" / "libraries" / "built" / HOST)
    assert f"and that of ophiuchus for {HOST} is missing" in refusal(checkout)


def test_no_wheel_is_built_with_a_library_of_other_sources(checkout):
    rules = checkout / "src" / "parapegma" / "games" / "pacal" / "rules" / "turn.py"
    rules.write_text(rules.read_text("utf-8") + "\n# a word\n", "utf-8")
    assert f"and that of pacal for {HOST} is missing or does not fit its sources" in refusal(checkout)
