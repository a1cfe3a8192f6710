"""Playing in a terminal: a real one (through a pseudo-terminal) and a pipe."""

from __future__ import annotations

import os
import re
import signal
import sys

import pexpect
import pytest

from parapegma import Match, all_games

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r")

NEW_PROMPT = re.compile(r"\x1b\[\?2004h.*?seat 0>", re.DOTALL)
"""From here on the line is the program's; before, the terminal would take a key itself."""


class Terminal:
    """A person at a terminal."""

    def __init__(self, folder, game, *arguments):
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "parapegma", "play", *([game] if game else []), *arguments],
            cwd=str(folder),
            env={**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"},
            dimensions=(50, 120),
            encoding="utf-8",
            timeout=120,
        )

    def see(self, pattern):
        self.child.expect(pattern)
        return ESCAPES.sub("", self.child.before)

    def type(self, text):
        self.child.send(text + "\r")

    def leave(self):
        self.child.expect(pexpect.EOF)
        self.child.close()
        return self.child.exitstatus


@pytest.fixture
def sit_down(tmp_path):
    terminals = []

    def start(*arguments, game="ophiuchus"):
        terminals.append(Terminal(tmp_path, game, *arguments))
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.child.close(force=True)


def test_a_person_plays_a_decision_takes_it_back_and_saves(sit_down, tmp_path):
    table = sit_down("--seats", "person,random", "--seed", "7")
    shown = table.see("seat 0>")
    assert "Your tiles" in shown
    assert "Firmament" in shown
    table.type("?")
    table.see("1 take T")
    table.see("seat 0>")
    table.type("1")
    table.see(r"\[ \]")
    table.see("Your tiles")
    table.see("seat 0>")
    table.type("hint")
    table.see("A master would choose")
    table.see("seat 0>")
    table.type("undo")
    table.see("Your tiles")
    table.see("seat 0>")
    table.type("save kept.txt")
    table.see("Saved as kept.txt")
    table.see("seat 0>")
    table.type("quit")
    table.see("Save the record")
    table.type("n")
    assert table.leave() == 0
    assert Match.replay((tmp_path / "kept.txt").read_text()).actor == 0


def test_a_person_who_names_no_game_is_asked(sit_down):
    table = sit_down(game=None)
    table.see("Ophiuchus, 1 to 4 players")
    table.see("Which game")
    table.type("5000")
    table.see("Which game")
    table.type("ophiuchus")
    assert "Firmament" in table.see("seat 0>")


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_every_game_is_drawn_and_says_what_it_asks(parapegma, game):
    done = parapegma(
        "play", game, "--seats", ",".join(["person"] * 3), "--seed", "3", stdin="?\nhelp\n1\n1\n1\n1\n"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("seat ") > 4
    assert "Traceback" not in done.stderr


def test_tab_completes_a_notation(sit_down):
    table = sit_down("--seats", "person,random", "--seed", "7")
    table.see("seat 0>")
    table.child.send("take T\t")
    table.see("take T[0-9][0-9]")
    table.child.sendintr()
    table.see("Leaving the table")
    table.type("")
    assert table.leave() == 0


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "end of input"])
def test_leaving_offers_to_save_the_record(sit_down, tmp_path, key):
    table = sit_down("--seats", "person,random", "--seed", "7")
    table.see("seat 0>")
    table.type("1")
    table.see(NEW_PROMPT)
    table.child.send(key)
    table.see("Save the record as ophiuchus-7.txt")
    table.type("y")
    table.see("Saved as ophiuchus-7.txt")
    assert table.leave() == 0
    assert len(Match.replay((tmp_path / "ophiuchus-7.txt").read_text()).decisions) > 0


def test_several_people_are_asked_to_hand_over_before_a_hand_is_shown(sit_down):
    table = sit_down("--seats", "person,person", "--seed", "7")
    hidden = table.see("Press Enter when only seat 1 is looking")
    assert "Your tiles" not in hidden
    table.type("")
    assert "Your tiles" in table.see("seat 1>")
    table.type("lay T05 1,-1 W")
    between = table.see("Press Enter when only seat 0 is looking")
    assert "Your tiles" not in between


def test_a_hangup_does_not_print_a_traceback(sit_down):
    table = sit_down("--seats", "person,random", "--seed", "7")
    table.see("seat 0>")
    table.child.kill(signal.SIGTERM)
    table.child.expect(pexpect.EOF)
    assert "Traceback" not in table.child.before


def choices_to_the_end(seed, players=1):
    """What a person would type who always takes the first choice."""
    match = Match("ophiuchus", players=players, seed=seed)
    lines = []
    while not match.over:
        lines.append(match.legal()[0])
        match.act(lines[-1])
    return match, "\n".join(lines) + "\n"


def test_a_whole_game_is_played_through_a_pipe_and_recorded(parapegma_process, tmp_path):
    match, lines = choices_to_the_end(11)
    done = parapegma_process(
        "play", "ophiuchus", "--players", "1", "--seed", "11", "--record", "whole.txt", stdin=lines
    )
    assert done.returncode == 0, done.stderr
    assert f"The game is over: {match.scores[0]} points" in done.stdout
    assert (tmp_path / "whole.txt").read_text() == match.record()


def test_end_of_input_in_a_pipe_ends_politely(parapegma_process):
    done = parapegma_process("play", "ophiuchus", "--seats", "person,random", "--seed", "7", stdin="?\n1\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "--record FILE would save it" in done.stdout


def test_a_recorded_game_goes_on(parapegma, tmp_path):
    match = Match("ophiuchus", players=1, seed=3)
    match.act(match.legal()[0])
    (tmp_path / "begun.txt").write_text(match.record())
    arguments = ("play", "ophiuchus", "--resume", "begun.txt", "--record", "on.txt")
    done = parapegma(*arguments, stdin=match.legal()[0] + "\n")
    assert done.returncode == 0, done.stderr
    assert len(Match.replay((tmp_path / "on.txt").read_text()).decisions) == 2


def test_a_wrong_word_is_explained_and_nothing_happens(parapegma):
    done = parapegma("play", "ophiuchus", "--players", "1", "--seed", "3", stdin="lay T99 0,0 E\ntka\n")
    assert "there is no tile 'T99'" in done.stdout
    assert "'tka' is not understood here" in done.stdout


@pytest.mark.rules("OP-9.4")
def test_everyone_gets_the_same_daily_sky(parapegma):
    # OP-9.4
    shown = [parapegma("play", "ophiuchus", "--players", "1", "--daily").stdout for _ in range(2)]
    assert shown[0] == shown[1]
    assert "Your tiles" in shown[0]


def test_a_record_that_cannot_be_written_is_said_and_leaves_nothing_behind(parapegma, tmp_path):
    done = parapegma("play", "ophiuchus", "--players", "1", "--seed", "3", stdin="save no/where.txt\n")
    assert "no/where.txt: cannot be written" in done.stdout
    assert list(tmp_path.iterdir()) == []
