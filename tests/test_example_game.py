"""The example of CONTRIBUTING: a game in a package of its own is played wherever ours are."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest
from installed import install
from server_clients import played_out
from server_running import Running

from conftest import ROOT

PROJECT = ROOT / "examples" / "fifth_game"
NAME = "fifth_game"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """That of a process in which the example is installed; what it compiles is kept for the next one."""
    place = install(PROJECT, tmp_path_factory.mktemp("site"))
    return {
        **os.environ,
        "PYTHONPATH": str(place),
        "PARAPEGMA_CACHE": str(tmp_path_factory.mktemp("cache")),
        "COLUMNS": "100",
    }


def run(environment: dict[str, str], *arguments: str, stdin: str = "", mode: str = "interpreted") -> str:
    """What a program says, with the rules in the interpreter unless it is to compile them."""
    done = subprocess.run(
        [sys.executable, *arguments],
        input=stdin,
        env={**environment, "PARAPEGMA_MODE": mode},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_listed_with_ours(environment):
    listed = run(environment, "-m", "parapegma", "games")
    assert "fifth_game" in listed
    assert "hand_size" in listed
    assert "ulysses" in listed


def test_it_is_found_by_its_entry_point_alone():
    code = "import parapegma; print([game.name for game in parapegma.all_games()])"
    assert NAME not in run(dict(os.environ), "-c", code)


def test_its_scenarios_pass(environment):
    said = run(environment, "-m", "parapegma", "scenario", str(PROJECT / "scenarios"))
    assert said.strip().endswith("5 passed, 0 failed")


def test_it_keeps_the_contract_compiled_and_interpreted(environment):
    code = f"from parapegma.testing import conformance; conformance({NAME!r}, games=12, interpreted=3)"
    run(environment, "-c", code, mode="compiled")


def test_it_keeps_the_contract_in_the_interpreter(environment):
    run(environment, "-c", f"from parapegma.testing import conformance; conformance({NAME!r}, games=6)")


def test_it_is_played_in_the_terminal(environment):
    said = run(environment, "-m", "parapegma", "play", NAME, "--seed", "1", stdin="quit\n")
    assert "Play a card." in said


TABLE = f"""
import parapegma
match = parapegma.Match({NAME!r}, players=3, seed=5)
runner = parapegma.BotRunner(match.game, seed=1)
while not match.over:
    match.act(runner.ask("greedy", match.position, len(match)).action)
again = parapegma.Match.replay(match.record())
assert again.position == match.position
assert parapegma.Position.from_text(match.position.to_text()).scores == match.scores
assert match.position.picture().startswith("<svg")
print(sum(match.scores) > 0)
"""


def test_bots_play_it_and_records_keep_it(environment):
    assert run(environment, "-c", TABLE).strip() == "True"


BATCH = f"""
from parapegma.envs.batch import Batch
batch = Batch({NAME!r}, 8, players=2)
batch.reset(3)
for _ in range(60):
    batch.step(batch.sample())
print(batch.position(0).game.name)
"""
PETTINGZOO = f"""
from pettingzoo.test import api_test
from parapegma.envs import pettingzoo
api_test(pettingzoo.env({NAME!r}), num_cycles=60)
"""
GYMNASIUM = """
import gymnasium, parapegma.envs.gymnasium
env = gymnasium.make("parapegma/FifthGame-v1", players=2, seat=0)
seen, info = env.reset(seed=7)
over = False
while not over:
    action = int(info["action_mask"].argmax())
    seen, reward, over, _, info = env.step(action)
print(seen.shape)
"""
OPENSPIEL = f"""
import pyspiel, parapegma.envs.openspiel
state = pyspiel.load_game("parapegma_{NAME}").new_initial_state()
while not state.is_terminal():
    state.apply_action(state.legal_actions()[0])
print(len(state.returns()))
"""


@pytest.mark.parametrize(
    ("code", "said"),
    [(BATCH, NAME), (PETTINGZOO, "Passed API test"), (GYMNASIUM, "(76,)"), (OPENSPIEL, "2")],
    ids=["batch", "pettingzoo", "gymnasium", "openspiel"],
)
def test_it_is_an_environment_for_learners(environment, code, said):
    assert said in run(environment, "-W", "ignore", "-c", code)


def test_it_is_played_on_a_server(environment, tmp_path):
    """By a person in one seat against a bot, and by a person in all of them; rules in the interpreter."""
    with Running(tmp_path, PYTHONPATH=environment["PYTHONPATH"], PARAPEGMA_MODE="interpreted") as server:
        ada = server.client("Ada")
        alone = ada.open(NAME, seats=["me", "me"])["id"]
        seen = played_out(ada, alone)
        assert {view["game"] for _, _, view, _ in seen} == {NAME}
        assert all(choice["kind"] == "play" for _, _, _, choices in seen for choice in choices)
        finished = ada.look(alone)
        assert finished["table"]["status"] == "over"
        assert finished["view"]["ended"] == "hands empty"
        against = ada.open(NAME, seats=["me", "novice"])["id"]
        with ada.live(against) as live:
            while live.actor is not None:
                if live.choices:
                    live.act_at_random(random.Random(1))
                else:
                    live.next()
        assert ada.look(against)["table"]["status"] == "over"
        assert '"level": "error"' not in server.log, server.log
