"""The site's own Python, with the rules as WebAssembly, tells what any other Python tells."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from pathlib import Path

import pytest
from networks import network_of_chance
from site_server import SITE
from walkthrough_games import GAMES, OTHER_OPTIONS

from parapegma import find_game
from parapegma.bots.network import write_network
from parapegma.browser import walkthrough

PYTHON = next(iter(SITE.glob("python-*")), None)


def test_a_walkthrough_in_the_browsers_python_tells_the_same():
    assert PYTHON is not None, "make site builds it"
    node = Path(sys.executable).with_name("node")
    command = [
        str(node),
        str(Path(__file__).with_name("walkthrough.mjs")),
        str(PYTHON),
        walkthrough.__file__,
        json.dumps(GAMES),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    there = json.loads(done.stdout.splitlines()[-1])
    for asked, told in zip(GAMES, there, strict=True):
        assert told == walkthrough.walkthrough(*asked), asked


@pytest.mark.parametrize("game", OTHER_OPTIONS)
def test_the_other_options_are_all_others(game):
    usual = {option.name: option.default for option in find_game(game).options}
    chosen = OTHER_OPTIONS[game]
    assert [name for name, value in chosen.items() if value == usual[name]] == []


_FAILING = """
import logging
from parapegma.core.position import Position

def told():
    heard = []
    handler = logging.Handler()
    handler.emit = lambda record: heard.append(logging.Formatter().format(record))
    log = logging.getLogger("failing")
    log.addHandler(handler)
    try:
        Position.from_text("nonsense")
    except ValueError as error:
        log.error("it failed", exc_info=error)
    return heard
"""


def test_an_error_in_the_browsers_python_can_be_told(tmp_path):
    """Its code knows no lines; whoever tells of an error still finds the functions."""
    assert PYTHON is not None, "make site builds it"
    (tmp_path / "failing.py").write_text(_FAILING)
    node = Path(sys.executable).with_name("node")
    script = Path(__file__).with_name("call.mjs")
    command = [str(node), str(script), str(PYTHON), str(tmp_path / "failing.py"), "told"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    (text,) = json.loads(done.stdout.splitlines()[-1])
    assert "it failed" in text
    assert "from_text" in text


_THINKING = """
import base64
from pathlib import Path
from parapegma.bots import network
from parapegma.core.match import Match
from parapegma.local.thinking import Thinker, questions
from parapegma.bots.bot import Limits

def told():
    file = Path({place!r})
    file.write_bytes(base64.b64decode({content!r}))
    network._file_of = lambda game: file
    network.network_of.cache_clear()
    match = Match("ulysses", players=3, seed=4)
    bots = ("oracle", "search:80", "search:80@game")
    asked = [questions(match.position, 0, bot, "seed", Limits(80))[0] for bot in bots]
    thinker = Thinker()
    answers = [thinker.answer(each) for each in asked]
    network.network_of.cache_clear()
    return [[thinker.network_wanted(each) for each in asked], answers]
"""


def test_an_oracle_in_the_browsers_python_asks_its_network(tmp_path, monkeypatch):
    """The network is read there and searched with as here."""
    assert PYTHON is not None, "make site builds it"
    write_network(network_of_chance("ulysses"), tmp_path / "network.bin")
    content = base64.b64encode((tmp_path / "network.bin").read_bytes()).decode()
    module, found = tmp_path / "thinking_there.py", {}
    module.write_text(_THINKING.format(place="/more/network.bin", content=content))
    script = Path(__file__).with_name("call.mjs")
    command = [str(Path(sys.executable).with_name("node")), str(script), str(PYTHON), str(module), "told"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    monkeypatch.setattr("parapegma.bots.network._file_of", lambda game: tmp_path / "network.bin")
    exec(_THINKING.format(place=str(tmp_path / "network.bin"), content=content), found)
    wanted, answers = found["told"]()
    assert wanted == ["ulysses", "", "ulysses"]
    assert json.loads(done.stdout.splitlines()[-1]) == [wanted, answers]
    assert answers[1] != answers[2]
