"""``parapegma arena``: what it prints and writes, and that it survives being killed."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time

import pytest

from parapegma.cli.main import main, parser
from parapegma.lab.arena import Arena
from parapegma.lab.arena_data import as_data

SHORT = ("arena", "ophiuchus", "--bots", "light,random", "--players", "2", "--games", "4", "--cores", "1")
LONG = ("arena", "ophiuchus", "--bots", "greedy,light,random", "--games", "40", "--players", "2")

OWN_BOT = """
from parapegma.bots.bot import Bot, Evaluation

class First(Bot):
    def __init__(self, game, seed):
        pass

    def think(self, position, seat, limits=None):
        return Evaluation(position.legal()[0])
"""


def lasting(file):
    data = json.loads(file.read_text("utf-8"))
    timing = data.pop("timing")
    return data, timing


def begin(folder, *arguments):
    """Start the command and wait until some games are finished."""
    process = subprocess.Popen(
        [sys.executable, "-m", "parapegma", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "100"},
    )
    journal = folder / "out.journal.jsonl"
    began = time.monotonic()
    while not journal.exists() or journal.read_bytes().count(b"\n") < 4:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() - began < 200
        time.sleep(0.005)
    return process


def test_the_table_names_bots_shares_and_line_ups(parapegma):
    done = parapegma(*SHORT)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Ophiuchus  2 players, 4 games, seed 1" in done.stdout
    assert re.search(r"light +[\d.]+ ± [\d.]+ +[\d.]+ % +[\d.]+ to [\d.]+ %", done.stdout)
    assert "light : random" in done.stdout
    assert "by the clock" not in done.stdout


def test_data_and_page_are_written_and_the_page_tells_how_to_repeat_it(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([*SHORT, "--json", "out.json", "--html", "out.html", "--option", "deal=full"]) == 0
    assert "Written to out.json." in capsys.readouterr().out
    assert json.loads((tmp_path / "out.json").read_text("utf-8"))["options"]["deal"] == "full"
    page = (tmp_path / "out.html").read_text("utf-8")
    assert "--players 2 --games 4 --seed 1 --option deal=full" in page
    assert (tmp_path / "out.journal.jsonl").exists()


def test_data_can_be_printed_for_a_pipe(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([*SHORT, "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4
    assert list(tmp_path.iterdir()) == []


def test_an_exact_line_up_sits_a_bot_down_twice(capsys):
    seats = ("--bots", "search:2[search_trust=50,search_margin=5],random,random", "--lineup")
    assert main(["arena", "ulysses", *seats, "--games", "3", "--cores", "1"]) == 0
    told = capsys.readouterr().out
    assert "search:2[search_trust=50,search_margin=5] : 2 random" in told
    assert "33.3 %" in told


def test_a_bot_of_ones_own_is_found_in_the_folder(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "my_bots.py").write_text(OWN_BOT, "utf-8")
    bots = ("--bots", "my_bots:First,random", "--players", "2", "--games", "4")
    assert main(["arena", "ophiuchus", *bots, "--cores", "2"]) == 0
    assert "my_bots:First : random" in capsys.readouterr().out


def test_a_killed_arena_goes_on_to_the_same_result(tmp_path, parapegma):
    process = begin(tmp_path, *LONG, "--json", "out.json", "--cores", "2")
    process.kill()
    process.communicate(timeout=60)
    assert not (tmp_path / "out.json").exists()
    with open(tmp_path / "out.journal.jsonl", "ab") as journal:
        journal.write(b'{"lineup":0,"deal":7,"rot')  # As if killed in the middle of a line.
    assert parapegma(*LONG, "--json", "out.json", "--cores", "1").returncode == 0
    resumed, timing = lasting(tmp_path / "out.json")
    assert 3 <= timing["games_from_journal"] < 120
    whole = as_data(Arena("ophiuchus", ["greedy", "light", "random"], players=2, games=40).run(cores=1))
    assert whole.pop("timing")["games_from_journal"] == 0
    assert resumed == whole


def test_an_interrupt_tells_what_is_kept(tmp_path):
    process = begin(tmp_path, *LONG, "--json", "out.json", "--cores", "2")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.search(r"\d+ of 120 games are kept in out.journal.jsonl; the same command goes on", errors)
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ophiuchus"], "required: --bots"),
        (["chess", "--bots", "light,random"], "there is no game 'chess'"),
        (["ophiuchus", "--bots", "light"], "name at least two bots"),
        (["ophiuchus", "--bots", "light,lihgt"], "there is no bot 'lihgt' (did you mean 'light'?)"),
        (["ophiuchus", "--bots", "light,light"], "light is named twice; with --lineup"),
        (["ophiuchus", "--bots", "light,random", "--players", "3", "--lineup"], "names 2 seats"),
        (["ophiuchus", "--bots", "light,random", "--games", "0"], "must be at least 1, not 0"),
        (["ophiuchus", "--bots", "light,random", "--cores", "0"], "--cores must be at least 1, not 0"),
        (["ophiuchus", "--bots", "light,random", "--option", "deal"], "is written NAME=VALUE"),
        (["ophiuchus", "--bots", "light,random", "--option", "deal=full", "deal=full"], "is given twice"),
        (["ophiuchus", "--bots", "light,random", "--fresh"], "name one with --journal FILE"),
        (["ophiuchus", "--bots", "light,random", "--json", "no/where.json"], "no such folder"),
        (["ophiuchus", "--bots", "light,random", "--html", "."], ".: cannot be written: it is a folder"),
        (["ophiuchus", "--bots", "light,random", "--seed", " "], "a whole number or a word"),
        (["ophiuchus", "--bots", "light,random", "--cluster", "there"], "HOST:PORT or ray://HOST:PORT"),
        (["ophiuchus", "--bots", "light,random", "--cluster", "127.0.0.1:1"], "no Ray cluster answers"),
    ],
)
def test_bad_input_gets_one_line(capsys, arguments, words):
    status: object = None
    try:
        status = main(["arena", *arguments])
    except SystemExit as left:
        status = left.code
    told = capsys.readouterr().err
    assert status == 2
    assert words in told
    assert told.count("\n") == 1, told


def test_every_command_in_the_documentation_is_one(root):
    commands = re.findall(
        r"^parapegma arena.*$", (root / "docs" / "arena.md").read_text("utf-8"), re.MULTILINE
    )
    assert len(commands) >= 5
    for command in commands:
        assert parser().parse_args(shlex.split(command, comments=True)[1:]).game
