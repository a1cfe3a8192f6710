"""Networks in whole numbers: sums of compiled code, the files they come in, the player that looks once."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from networks import network_of_chance as made

from parapegma import Match, all_games, find_game
from parapegma.bots import BotRunner, bot_named
from parapegma.bots.compiled import network as compiled
from parapegma.bots.network import network_of, read_network, write_network
from parapegma.envs.features import Features
from parapegma.errors import DataError, OptionError

GAMES = [game.name for game in all_games()]


def positions(name, players, number=6):
    match, choose = Match(name, players, seed=players), random.Random(players)
    for _ in range(number):
        for _ in range(9):
            if not match.over:
                match.act(choose.choice(match.position.legal()))
        if match.over:
            return
        yield match.position


def by_hand(network, position, seat):
    """The same layers by NumPy, over features that were taken apart by another piece of code."""
    game, arrays = network.game, network.arrays
    seen = Features(game)(position.observe(seat)).astype(np.float64)
    # Features divide counts by their highest value; whole numbers count as they are.
    highest = np.concatenate(
        [np.full(part.length, max(part.range.high, -part.range.low))
         if part.range.sort in ("flag", "count") else np.ones(part.length * part.range.features)
         for part in game.layout]
    )  # fmt: skip
    seen = np.rint(seen * highest).astype(np.int64)
    wide, narrow = arrays["hidden"].shape
    biases = arrays["biases"].astype(np.int64)
    x = ((biases[:wide] + seen @ arrays["rows"].astype(np.int64) + 2) >> 2).clip(0, compiled.ONE)
    x = biases[wide : wide + narrow] + x @ arrays["hidden"].astype(np.int64)
    x = ((x + 512) >> 10).clip(0, compiled.ONE)
    at = wide + narrow + game.action_count
    logits = biases[wide + narrow : at] + arrays["policy"].astype(np.int64) @ x
    shares = biases[at:] + arrays["value"].astype(np.int64) @ x
    return logits / (1 << compiled.SUM_BITS), shares[: position.players] / (1 << compiled.SUM_BITS)


@pytest.mark.parametrize("name", GAMES)
def test_the_layers_are_those_of_the_description(name):
    network = made(name)
    for players in (2, find_game(name).players[-1]):
        if players not in find_game(name).players:
            continue
        for position in positions(name, players):
            seat = position.actor
            action, likely, values = network.look(position, seat)
            logits, shares = by_hand(network, position, seat)
            legal = position.legal()
            assert logits[action] == max(logits[legal])
            expected = np.exp(logits[legal] - max(logits[legal]))
            found = np.array([likely[each] for each in legal])
            assert found == pytest.approx(expected / expected.sum(), abs=0.02)
            expected = np.exp(shares - max(shares))
            turned = [values[(seat + n) % players] for n in range(players)]
            assert turned == pytest.approx(expected / expected.sum(), abs=0.02)


def test_shares_are_exponentials_in_whole_numbers():
    unit = 1 << compiled.SUM_BITS
    assert compiled.share_of(0) == compiled.SHARE
    assert compiled.share_of(unit) == round(compiled.SHARE / np.e)
    assert compiled.share_of(100 * unit) == 0


def test_a_network_is_the_same_after_it_was_written_and_read(tmp_path):
    network = made("ulysses")
    write_network(network, tmp_path / "one.bin")
    read = read_network(network.game, tmp_path / "one.bin")
    assert read.trained == {"by": "chance"}
    for name, array in network.arrays.items():
        assert np.array_equal(read.arrays[name], array)
        assert read.arrays[name].dtype == array.dtype


def changed(file, **head):
    """The file with another head."""
    first, line, packed = file.read_bytes().split(b"\n", 2)
    file.write_bytes(b"\n".join([first, json.dumps(json.loads(line) | head).encode(), packed]))
    return file


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ({"game": "pacal"}, "is a network for pacal, not for ulysses"),
        ({"environment": 1}, "trained on version 1 of ulysses's environment; here is version 2"),
        ({"components": "deadbeef"}, "was trained with other components"),
        ({"features": 7}, "was trained with other components"),
        ({"wide": 2000}, "1024 are the most"),
        ({"narrow": 13}, "is damaged"),
        ({"seats": "many"}, "cannot be read"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_the_reason(tmp_path, head, says):
    network = made("ulysses")
    write_network(network, tmp_path / "one.bin")
    with pytest.raises(DataError, match=says):
        read_network(network.game, changed(tmp_path / "one.bin", **head))


def test_files_that_are_no_networks_are_refused(tmp_path):
    game, file = find_game("ulysses"), tmp_path / "some.bin"
    with pytest.raises(DataError, match="cannot be read"):
        read_network(game, file)
    file.write_bytes(b"something else")
    with pytest.raises(DataError, match="is no network"):
        read_network(game, file)
    write_network(made("ulysses"), file)
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(DataError, match="is damaged"):
        read_network(game, file)


def test_layers_for_which_nobody_has_room_are_refused():
    with pytest.raises(DataError, match="its layers have 4 and 1025 numbers; 1024 are the most"):
        made("ulysses", wide=4, narrow=1025)


def test_weights_whose_sums_leave_32_bits_are_refused():
    with pytest.raises(DataError, match="could leave 32 bits"):
        made("ptolemaeus", wide=1024, narrow=8, large=60)


@pytest.mark.parametrize("name", GAMES)
def test_a_look_plays_a_whole_game(tmp_path, name):
    write_network(made(name), tmp_path / "one.bin")
    match = Match(name, seed=5)
    runner = BotRunner(match.game, seed=1)
    bots = [f"look:{tmp_path / 'one.bin'}", "light"]
    for _ in range(300):
        if match.over:
            break
        evaluation = runner.ask(bots[match.actor % 2], match.position, len(match))
        if match.actor % 2 == 0:
            assert sum(evaluation.values) == pytest.approx(1, abs=0.001)
        match.act(evaluation.action)
    assert len(match) > 20


def test_a_look_changes_nothing_and_sees_no_more_than_its_seat(tmp_path):
    network = made("ptolemaeus")
    for position in positions("ptolemaeus", 3):
        seat, before = position.actor, position.copy()
        found = network.look(position, seat)
        assert position == before
        assert network.look(position.guess(seat, np.array([3, 4], np.uint64)), seat) == found


def test_where_there_is_no_network_a_sentence_says_so(tmp_path, monkeypatch):
    with pytest.raises(DataError, match=r"nothing.bin: cannot be read"):
        bot_named(f"look:{tmp_path / 'nothing.bin'}", find_game("pacal"))
    network_of.cache_clear()
    monkeypatch.setattr("parapegma.bots.network.FILE", "nowhere.bin")
    with pytest.raises(OptionError, match="there is no network for ophiuchus yet: train one"):
        bot_named("look", find_game("ophiuchus"))
    network_of.cache_clear()


def test_several_threads_may_ask_one_network():
    network = made("pacal", wide=128, narrow=32)
    asked = [position for players in (2, 3, 4, 5) for position in positions("pacal", players)]
    alone = [network.look(position, position.actor) for position in asked]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(20):
            together = list(pool.map(lambda position: network.look(position, position.actor), asked))
            assert together == alone
