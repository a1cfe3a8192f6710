"""Games on a GPU, as far as machines without one can tell: its kernels, run by the processor."""

from __future__ import annotations

import gc
import json
import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gpu_on_cpu import GpuOnCpu
from networks import network_of_chance

from parapegma.bots.network import write_network
from parapegma.core.compiled.sources import own_games
from parapegma.core.cuda import driver
from parapegma.core.game import find_game
from parapegma.envs.autoplay import Autoplay
from parapegma.envs.batch import Batch
from parapegma.errors import IllegalAction, OptionError
from parapegma.lab import balance, bench_gpu
from parapegma.lab.accumulate import accumulate
from parapegma.lab.game_setup import GameSetup
from parapegma.testing import gpu

SMALLEST = "ulysses"
GAMES = own_games() if os.environ.get("PARAPEGMA_LONG_GAMES") else [SMALLEST]


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> GpuOnCpu:
    return GpuOnCpu(GAMES, Path(tmp_path_factory.mktemp("kernels")))


@pytest.fixture(autouse=True)
def one_card(card: GpuOnCpu, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_device", {0: card}.__getitem__)


class Elsewhere:
    """Actions that another package keeps on the card."""

    def __init__(self, array: np.ndarray[Any, Any], **changes: Any) -> None:
        self.array = array
        address, shape = array.ctypes.data, array.shape
        told = {"shape": shape, "typestr": array.dtype.str, "data": (address, False), "version": 3}
        self.__cuda_array_interface__ = told | changes


@pytest.mark.parametrize("game", GAMES)
def test_games_are_the_same_as_on_the_processor(game):
    assert gpu.compare_games(find_game(game), "cuda", 20_000) >= 20_000


@pytest.mark.parametrize("game", GAMES)
def test_games_by_a_network_are_the_same_as_on_the_processor(game):
    assert gpu.compare_networks(find_game(game), "cuda", 3_000) >= 3_000


@pytest.mark.parametrize("game", GAMES)
def test_environments_are_the_same_as_on_the_processor(game):
    assert gpu.compare_batches(find_game(game), "cuda", steps=45, games=10)


def test_a_card_is_compared_and_measured_game_by_game(capsys, monkeypatch):
    monkeypatch.setattr(bench_gpu, "GAMES", 64)
    monkeypatch.setattr(gpu, "GAMES_OF_BATCHES", 4)
    monkeypatch.setattr("sys.argv", ["gpu", SMALLEST, "--decisions", "1000", "--seconds", "0.01"])
    gpu.main()
    (told,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert told["game"] == SMALLEST
    assert told["decisions_compared"] >= 1000
    assert told["batched_decisions_compared"] > 0
    assert told["network_decisions_compared"] > 0
    assert bench_gpu.FIGURES.keys() <= told.keys()
    assert all(told[name] > 0 for name in bench_gpu.FIGURES if name.endswith("_per_s"))


def test_a_difference_is_noticed():
    with pytest.raises(gpu.Different, match="one thing: the GPU has computed something else"):
        gpu.same("one thing", np.zeros(3), np.array([0, 0, 1e-9]))


def test_actions_are_taken_from_the_card_without_a_copy():
    cpu, there = (Batch(SMALLEST, 6, 3, seed=2, device=device) for device in ("cpu", "cuda"))
    for kind in (np.int64, np.int32):
        actions = cpu.sample().astype(kind)
        cpu.step(actions)
        there.step(Elsewhere(actions))
        assert there.states.tobytes() == cpu.states.tobytes()
    for wrong in (Elsewhere(np.zeros(5, np.int64)), Elsewhere(np.zeros(6, np.int16)), [1, 2], np.zeros(6)):
        with pytest.raises(IllegalAction, match="a step takes 6 whole numbers, one action for each game"):
            there.step(wrong)
    with pytest.raises(IllegalAction, match="one piece of memory"):
        there.step(Elsewhere(np.zeros(6, np.int64), strides=(16,)))


def test_illegal_actions_are_refused_and_named():
    batch = Batch(SMALLEST, 4, 3, seed=7, device="cuda")
    before = batch.states.tobytes()
    actions = np.array(batch.sample().tolist())
    actions[2] = int(np.flatnonzero(np.array(batch.arrays.masks.tolist()[2]) == 0)[0])
    with pytest.raises(IllegalAction, match=r"game 2: .* is not legal"):
        batch.step(actions)
    actions[1] = -3
    with pytest.raises(IllegalAction, match="game 1: there is no action"):
        batch.step(actions)
    assert batch.states.tobytes() == before


def test_a_batch_can_be_looked_at_copied_and_dealt_anew():
    cpu, there = (Batch(SMALLEST, 5, 3, seed=4, device=device) for device in ("cpu", "cuda"))
    for _ in range(30):
        cpu.step(cpu.sample())
        there.step(there.sample())
    twin = pickle.loads(pickle.dumps(there))
    for batch in (there, twin):
        assert batch.position(3).legal() == cpu.position(3).legal()
        assert batch.seed_of(2) == cpu.seed_of(2)
        assert batch.episodes["made"].tolist() == cpu.episodes["made"].tolist()
        assert batch.arrays.rewards.tolist() == cpu.arrays.rewards.tolist()
    twin.redeal([False, True, False, False, False])
    cpu.redeal([False, True, False, False, False])
    assert twin.states.tobytes() == cpu.states.tobytes() != there.states.tobytes()


def test_every_game_has_a_thread_and_memory_is_given_back(card):
    gc.collect()
    held = len(card._memory)
    batch = Batch(SMALLEST, 130, 3, device="cuda")
    assert card.launched[-1] == 192  # three blocks of 64
    assert len(card._memory) > held
    del batch
    gc.collect()
    assert len(card._memory) == held


def test_what_a_gpu_does_not_have_is_refused():
    for wrong in ({"threads": 2}, {"arrays": Batch(SMALLEST, 2, 3).arrays}):
        with pytest.raises(OptionError, match="for games on the processor"):
            Batch(SMALLEST, 2, 3, device="cuda", **wrong)
    for name in ("gpu", "cuda:", "cuda:-1", 0, None):
        with pytest.raises(OptionError, match="it must be 'cpu', 'cuda', or 'cuda:1' for another GPU"):
            Autoplay(SMALLEST, 2, 3, device=name)  # type: ignore[arg-type]


def test_a_study_is_the_same_as_on_the_processor(monkeypatch):
    monkeypatch.setattr(balance, "AT_ONCE_ON_GPU", 20)
    studies = [balance.Study(GameSetup.of(SMALLEST, 3, {}, ["light", "random"], seed=2), 50)]
    there, here = balance.run(studies, device="cuda")[0], balance.run(studies, cores=1)[0]
    assert there.games == 50
    for name, value in vars(here).items():
        assert np.array_equal(value, getattr(there, name)), name


def test_only_quick_bots_play_on_a_gpu():
    studies = [balance.Study(GameSetup.of(SMALLEST, 3, {}, ["greedy"], seed=2), 1)]
    with pytest.raises(OptionError, match="on a GPU only random and light play"):
        balance.run(studies, device="cuda")


def test_games_that_play_themselves_are_those_that_balance_counts():
    class Decisions:
        def __init__(self) -> None:
            self.matches: list[Any] = []

        def after(self, game: Any) -> None:
            self.matches.append(game.match())

    matches = accumulate(SMALLEST, Decisions(), games=8, players=3, bots=["light"], seed=9).matches
    for row in range(4):
        played = Autoplay(SMALLEST, 4, 3, seed=9, policy="light")
        for number in (row, row + 4):
            decisions = [decision.action for decision in matches[number].decisions]
            played.play(len(decisions))
            assert played.position(row).to_data() == matches[number].position.to_data()
            # Rows end their games at different times: only this one is in step with its game.


@pytest.mark.parametrize("name", own_games())
@pytest.mark.parametrize("drawn", [False, True])
def test_a_network_decides_by_what_it_finds_and_leaves_the_chance_of_the_rules_alone(name, drawn):
    network = network_of_chance(name)
    games = Autoplay(name, 2, seed=3, policy=network, drawn=drawn)
    games.play(1)
    best, decided, expected, spread = 0, 0, 0.0, 0.0
    for _ in range(60):
        before = games.position(1)
        games.play(1)
        after = games.states[1:2].tobytes()
        if before.over or len(before.legal()) == 1:
            continue
        follow = {}
        for action in before.legal():
            position = before.copy()
            position.apply(action)
            follow[action] = position.states.tobytes()
        # Some decision leads there, with the very chance that the position holds.
        assert after in follow.values()
        action, likely, _ = network.look(before, before.actor)
        alike = sum(likely[other] for other in follow if follow[other] == follow[action])
        decided, best = decided + 1, best + (follow[action] == after)
        expected, spread = expected + alike, spread + alike * (1 - alike)
    assert decided > 10
    if drawn:
        assert best < decided
        assert abs(best - expected) <= 4 * spread**0.5
    else:
        assert best == decided


def test_the_network_of_a_file_plays_and_one_for_another_game_does_not(tmp_path):
    network = network_of_chance(SMALLEST)
    write_network(network, tmp_path / "one.bin")
    by_file = Autoplay(SMALLEST, 2, 3, policy=f"look:{tmp_path / 'one.bin'}", device="cuda")
    by_hand = Autoplay(SMALLEST, 2, 3, policy=network)
    by_file.play(90)
    by_hand.play(90)
    assert by_file.states.tobytes() == by_hand.states.tobytes()
    with pytest.raises(OptionError, match=f"is a network for {SMALLEST}, not for pacal"):
        Autoplay("pacal", 2, policy=network)
    with pytest.raises(OptionError, match="drawn says how a network decides"):
        Autoplay(SMALLEST, 2, 3, policy="light", drawn=True)
    with pytest.raises(OptionError, match="policy cannot be 'lok'"):
        Autoplay(SMALLEST, 2, 3, policy="lok")
