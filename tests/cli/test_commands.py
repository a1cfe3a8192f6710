"""The command line: friendly help, one-line errors, and exit status 2 for bad input."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys

import pytest

from parapegma import Match, all_games
from parapegma.lab.bench import FIGURES


@pytest.fixture
def record(tmp_path):
    match = Match("ophiuchus", players=2, seed=7)
    choose = random.Random(2)
    while not match.over:
        match.act(choose.choice(match.position.legal()))
    file = tmp_path / "game.txt"
    file.write_text(match.record(), "utf-8")
    return file


def assert_one_line(done, words, status=2):
    assert done.returncode == status, done.stderr
    assert words in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert "Traceback" not in done.stderr


def test_help_names_every_command(parapegma, parapegma_process):
    done = parapegma_process("--help")
    assert done.returncode == 0
    for command in ("games", "play", "replay", "scenario", "rules", "arena", "bench"):
        assert command in done.stdout
        assert parapegma(command, "--help").returncode == 0


def test_games_lists_every_game_with_its_options(parapegma):
    done = parapegma("games")
    assert done.returncode == 0
    for game in all_games():
        assert game.title in done.stdout
        assert all(option.name in done.stdout for option in game.options)


def test_games_as_data_declares_options_and_nature(parapegma):
    (found,) = [
        game for game in json.loads(parapegma("games", "--json").stdout) if game["name"] == "ophiuchus"
    ]
    assert found["players"] == [1, 4]
    assert found["nature"]["hidden_information"] is True
    assert {option["name"] for option in found["options"]} >= {"deal", "end_mode", "thirteen_bonus"}


def test_replay_tells_the_game_and_its_result(parapegma, record):
    done = parapegma("replay", str(record))
    assert done.returncode == 0
    assert "The game is over: seat" in done.stdout
    assert "lays" in done.stdout


def test_replay_stops_after_any_decision(parapegma, record):
    done = parapegma("replay", str(record), "--decision", "5")
    assert "5 decisions; seat" in done.stdout
    assert parapegma("replay", "-", "--decision", "0", stdin=record.read_text()).returncode == 0


def test_replay_shows_a_seat_its_own_tiles_only(parapegma, record):
    assert "Your tiles" in parapegma("replay", str(record), "--decision", "5", "--seat", "1").stdout
    assert "Your tiles" not in parapegma("replay", str(record), "--decision", "5").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "required: COMMAND"),
        (["plya"], "invalid choice: 'plya'"),
        (["play"], "which game? say parapegma play GAME"),
        (["play", "chess"], "there is no game 'chess'"),
        (["play", "ophiuchus", "--players", "9"], "is for 1 to 4 players, not 9"),
        (["play", "ophiuchus", "--players", "two"], "invalid int value"),
        (["play", "ophiuchus", "--option", "deal=huge"], "option deal cannot be 'huge'"),
        (["play", "ophiuchus", "--option", "deal"], "an option is written NAME=VALUE"),
        (["play", "ophiuchus", "--option", "dael=full"], "no option 'dael' (did you mean 'deal'?)"),
        (
            ["play", "ophiuchus", "--players", "1", "--option", "deal=full"],
            "deal = full is for 2 to 4 players",
        ),
        (
            ["play", "ophiuchus", "--seats", "person,robot"],
            "--seats: there is no bot 'robot'; bots: random, light, greedy, novice, adept, master, oracle",
        ),
        (
            ["play", "ophiuchus", "--players", "3", "--seats", "person,random"],
            "names 2 seats, but there are 3",
        ),
        (["play", "ophiuchus", "--daily", "--seed", "4"], "exclude each other"),
        (["play", "ophiuchus", "--resume", "nowhere.txt"], "nowhere.txt: cannot be read"),
        (["replay", "nowhere.txt"], "nowhere.txt: cannot be read: No such file"),
        (["scenario", "nowhere.yaml"], "nowhere.yaml: cannot be read"),
        (["bench", "chess"], "there is no game 'chess'"),
        (["bench", "--device", "gpu"], "device cannot be 'gpu'; it must be 'cpu', 'cuda', or 'cuda:1'"),
        (["bench", "--seconds", "0"], "--seconds must be from 0.05 to 600"),
        (["rules"], "required: --coverage"),
    ],
)
def test_bad_input_gets_one_line_that_says_what_would_be_right(parapegma, arguments, words):
    assert_one_line(parapegma(*arguments), words)


@pytest.mark.parametrize("arguments", [["plya"], ["play", "chess"]], ids=["syntax", "meaning"])
def test_a_process_says_and_exits_with_what_the_tests_above_saw(parapegma, parapegma_process, arguments):
    here, there = parapegma(*arguments), parapegma_process(*arguments)
    assert (there.returncode, there.stdout, there.stderr) == (here.returncode, here.stdout, here.stderr)
    assert there.returncode == 2


def test_a_corrupt_record_gets_one_line_with_its_line_number(parapegma, record):
    lines = record.read_text().splitlines()
    record.write_text("\n".join(lines[:14]))
    assert_one_line(parapegma("replay", str(record)), "line 14: the record breaks off")
    record.write_bytes(b"\xff\xfe\x00")
    assert_one_line(parapegma("replay", str(record)), "is not text in UTF-8")


def test_a_ply_the_game_does_not_have_is_refused(parapegma, record):
    assert_one_line(parapegma("replay", str(record), "--decision", "5000"), "there is no decision 5000")


def test_scenario_ends_with_a_count_and_exits_with_1_on_failure(parapegma, parapegma_process, tmp_path):
    case = "- {name: NAME, game: ophiuchus, given: {seed: 7}, then: {actor: ACTOR}}\n"
    (tmp_path / "a.yaml").write_text(case.replace("NAME", "good").replace("ACTOR", "1"))
    done = parapegma("scenario", "a.yaml")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "1 passed, 0 failed")
    (tmp_path / "b.yaml").write_text(case.replace("NAME", "bad").replace("ACTOR", "0"))
    done = parapegma_process("scenario", ".")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "1 passed, 1 failed")
    assert "b.yaml: bad: actor is 1, not 0" in done.stdout


def test_rules_coverage_counts_what_passes(parapegma, tmp_path):
    """In a small checkout; tests/test_scenarios.py holds that no rule of our games is missing."""
    files = {
        "docs/rules/xx.md": "- **XX-1.1** held\n- **XX-1.2** cited by a scenario that fails\n",
        "tests/xx.yaml": "- {name: one, rules: [XX-1.1], game: ophiuchus, then: {over: false}}\n"
        "- {name: two, rules: [XX-1.2], game: ophiuchus, then: {over: true}}\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    done = parapegma("rules", "--coverage")
    assert (done.returncode, done.stdout) == (1, "xx: 2 rules, 1 held, missing: XX-1.2\n")
    found = json.loads(parapegma("rules", "--coverage", "--json").stdout)["xx"]
    assert found == {"rules": 2, "held": 1, "missing": ["XX-1.2"], "places": found["places"]}
    assert "| XX-1.1 | xx |  |" in parapegma("rules", "--coverage", "--markdown").stdout


def test_bench_prints_every_figure(parapegma):
    cold = bool(os.environ.get("PARAPEGMA_LONG_GAMES"))
    done = parapegma("bench", "ophiuchus", "--seconds", "0.1", "--json", *([] if cold else ["--warm"]))
    figures = json.loads(done.stdout)["ophiuchus"]
    cold = cold and figures["mode"] == "compiled"
    assert list(figures) == [name for name in FIGURES if cold or name != "cold_compile_s"]
    assert figures.pop("mode") in ("loaded", "compiled")
    assert all(value > 0 for value in figures.values())


def test_a_broken_pipe_ends_quietly():
    shell = f"{sys.executable} -m parapegma games --json | head -c 10"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {shell}"], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""


def test_a_broken_data_file_gets_one_line(parapegma_process, tmp_path):
    folder = tmp_path / "data" / "ophiuchus"
    folder.mkdir(parents=True)
    (folder / "components.toml").write_text("symbols = [")
    # In a mode that was asked for nothing is said of libraries that do not fit.
    environment = {"PARAPEGMA_DATA": str(tmp_path / "data"), "PARAPEGMA_MODE": "compiled"}
    done = parapegma_process("games", **environment)
    assert_one_line(done, "components.toml: is not readable as TOML")
