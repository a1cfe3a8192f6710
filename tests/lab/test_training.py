"""A tiny training: it goes on as if it had never been stopped, and its file plays as PyTorch does.

Collected where PyTorch is installed (``make soak`` installs it).
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import torch

from parapegma import Match, find_game
from parapegma.bots.network import read_network
from parapegma.cli.main import main
from parapegma.envs.batch import Batch
from parapegma.envs.features import Features
from parapegma.errors import DataError, OptionError
from parapegma.lab.training.decisions import Decisions, Written
from parapegma.lab.training.imitation import learn
from parapegma.lab.training.learning import value_loss
from parapegma.lab.training.model import Model, masked, shares
from parapegma.lab.training.played_games import Task, play
from parapegma.lab.training.run import Training, run_improvement
from parapegma.lab.training.settings import TrainingSettings
from parapegma.lab.training.tables import Tables

TINY = {"games": 16, "steps": 12, "decisions": 2_000, "wide": 16, "narrow": 8, "minibatch": 64}


@pytest.fixture(autouse=True)
def _one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def settings(game, **more):
    return TrainingSettings(game, **(TINY | more))


@pytest.mark.parametrize("variants", [False, True])
def test_a_training_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path, variants):
    one = Training(settings("ptolemaeus", variants=variants), tmp_path / "one")
    for _ in range(4):
        one.step()
    other = Training(settings("ptolemaeus", variants=variants), tmp_path / "other")
    for _ in range(2):
        other.step()
    other.save()
    again = Training(settings("ptolemaeus", variants=variants), tmp_path / "other")
    for _ in range(2):
        again.step()
    assert again.decisions == one.decisions
    for name, tensor in one.model.state_dict().items():
        assert torch.equal(tensor, again.model.state_dict()[name]), name


@pytest.mark.parametrize("name", ["ophiuchus", "pacal", "ptolemaeus", "ulysses"])
def test_a_training_begins_with_the_network_of_a_file(tmp_path, name):
    one = Training(settings(name), tmp_path / "one")
    for _ in range(2):
        one.step()
    file = one.write_candidate()
    other = Training(settings(name, seed=2), tmp_path / "other")
    other.begin_with(file)
    again = read_network(one.settings.the_game, other.write_candidate())
    for part, array in read_network(one.settings.the_game, file).arrays.items():
        assert np.array_equal(array, again.arrays[part]), part


def test_units_that_are_cut_off_can_be_brought_back():
    model = Model(find_game("ptolemaeus"), 16, 8)
    position = Match("ptolemaeus", players=2, seed=1).position
    seen = torch.from_numpy(position.observe(0)[np.newaxis])
    for bias, wanted in ((-3.0, 1.0), (3.0, -1.0)):
        with torch.no_grad():
            model.hidden.weight.zero_()
            model.hidden.bias.fill_(bias)
            model.value.weight.fill_(wanted)
        model.zero_grad()
        (-model(seen)[1].sum()).backward()
        assert (torch.sign(model.hidden.bias.grad) == -wanted).all(), "the step leads back"
        model.zero_grad()
        model(seen)[1].sum().backward()
        assert not model.hidden.bias.grad.any(), "further out there is nothing to learn"


def test_a_network_with_other_layers_is_refused_in_a_sentence(tmp_path):
    file = Training(settings("ptolemaeus"), tmp_path / "one").write_candidate()
    other = Training(settings("ptolemaeus", wide=24), tmp_path / "other")
    with pytest.raises(OptionError, match="layers of 16 and 8 numbers, the training 24 and 8"):
        other.begin_with(file)


@pytest.mark.parametrize("name", ["ophiuchus", "pacal", "ptolemaeus", "ulysses"])
def test_the_file_plays_as_the_model_does(tmp_path, name):
    training = Training(settings(name), tmp_path)
    for _ in range(2):
        training.step()
    with torch.no_grad():
        for layer in (training.model.policy, training.model.value):
            layer.weight.normal_(std=1)
    network = read_network(training.settings.the_game, training.write_candidate())
    assert network.trained["decisions"] == training.decisions
    for tables in training.tables:
        arrays, players = tables.batch.arrays, tables.players
        seen, legal = torch.from_numpy(arrays.observations), torch.from_numpy(arrays.masks)
        with torch.no_grad():
            logits, values = training.model(seen)
        likely = masked(logits, legal).softmax(-1).numpy()
        expected = shares(values, torch.full((len(seen),), players)).exp()[:, :players].numpy()
        choices = np.zeros((len(seen), 1024), np.int64)
        counts = arrays.masks.sum(1, dtype=np.int64)
        for row, mask in enumerate(arrays.masks):
            choices[row, : counts[row]] = np.flatnonzero(mask)
        _, priors, found = network.judge(arrays.observations, choices, counts, players)
        for row, n in enumerate(counts):
            share = priors[row, :n] / priors[row, :n].sum()
            assert share == pytest.approx(likely[row, choices[row, :n]], abs=0.03)
        assert found / (1 << 16) == pytest.approx(expected, abs=0.03)


@pytest.mark.parametrize("name", ["pacal", "ulysses"])
def test_large_counts_are_read_by_the_file_as_by_the_model(name):
    """Values apart by more than rounding a row would put them: a row is multiplied by up to 1000."""
    game = find_game(name)
    torch.manual_seed(1)
    model, batch = Model(game, 16, 8), Batch(game, 32, 3, seed=1)
    high = np.concatenate([np.full(part.length, part.range.high) for part in game.layout])
    large = np.flatnonzero([part.range.sort == "count" for part in game.layout for _ in range(part.length)])
    large = large[high[large] > 32]
    assert len(large) == len(model.whole)
    with torch.no_grad():
        spread = torch.randn((16, len(large))) / torch.from_numpy(high[large] / 32) / len(large) ** 0.5
        model.first.weight[:, model.whole] = spread.float()
        model.hidden.weight.normal_(std=0.5)
        model.value.weight.normal_(std=2)
    seen = batch.arrays.observations.copy()
    seen[:, large] = np.random.default_rng(1).integers(0, high[large] + 1, (32, len(large)))
    with torch.no_grad():
        expected = shares(model(torch.from_numpy(seen))[1], torch.full((32,), 3)).exp()[:, :3].numpy()
    assert np.ptp(expected, axis=0).max() > 0.5, "what is seen matters"
    _, _, found = model.network().judge(seen, np.zeros((32, 1024), np.int64), np.ones(32, np.int64), 3)
    assert found / (1 << 16) == pytest.approx(expected, abs=0.02)


def test_a_weight_learns_steps_smaller_than_the_file_can_tell_apart():
    game = find_game("pacal")
    model = Model(game, 4, 4)
    column = int(model.whole[0])
    with torch.no_grad():
        model.first.weight[0, column] = 0.5
    model._first()[0, column].backward()
    assert float(model.first.weight.grad[0, column]) == 1
    round_number = next(part.at for part in game.layout if part.name == "round")
    seen = torch.zeros((1, game.observation_length), dtype=torch.int16)
    seen[0, round_number] = 20
    assert float(model.features(seen).max()) == 20 / 32, "not 20 of 1000"


def test_the_model_takes_observations_apart_as_environments_do():
    game = find_game("ophiuchus")
    model, batch = Model(game, 4, 4), Batch(game, 8, 2, seed=1)
    for _ in range(20):
        batch.step(batch.sample())
    found = model.features(torch.from_numpy(batch.arrays.observations)).numpy()
    assert np.array_equal(found, Features(game)(batch.arrays.observations)[:, model.order])


@pytest.mark.parametrize(
    ("reward", "first", "second"), [("wins", 1.0, 0.0), ("both", 5 / 6, 1 / 6), ("places", 2 / 3, 1 / 3)]
)
def test_what_a_game_is_worth_adds_up_to_one(reward, first, second):
    tables = Tables(settings("ulysses", reward=reward, players=(3,)).checked(), 3, {}, 2, 0, "cpu")
    places = torch.tensor([[1.0, 0.0, -1.0], [1.0, 0.0, -1.0]])
    paid = tables._result(places, torch.tensor([False, True]))
    assert paid[0].tolist() == pytest.approx([first, second, 0])
    assert paid[1].tolist() == pytest.approx([2 / 3, 1 / 3, 0]), "a game that was cut pays by place"
    assert paid.sum(1).tolist() == pytest.approx([1, 1])


def test_seats_that_are_not_there_win_nothing():
    values = torch.zeros((2, 5))
    found = shares(values, torch.tensor([2, 5])).exp()
    assert found[0].tolist() == pytest.approx([0.5, 0.5, 0, 0, 0])
    assert found[1].tolist() == pytest.approx([0.2] * 5)
    results = torch.tensor([[1.0, 0, 0, 0, 0], [0.2] * 5])
    assert float(value_loss(values, results, torch.tensor([2, 5]))) == pytest.approx(
        (np.log(2) + np.log(5)) / 2
    )


def test_results_lead_back_to_the_decisions_before_them():
    """Where every state is expected to be worth the same, what a game paid is all that a decision learns."""
    given = settings("ophiuchus", players=(2,), trace=1.0).checked()
    tables = Tables(given, 2, {}, 8, 0, "cpu")
    model = Model(given.the_game, 4, 4)
    seen = tables.play(model, 120, torch.Generator().manual_seed(1))
    assert tables.finished > 8
    shared = seen.results[:, :2]
    assert shared.sum(1).numpy() == pytest.approx(1, abs=1e-5)
    own = shared[:, 0] - 0.5
    assert seen.better.numpy() == pytest.approx(own.numpy(), abs=1e-5)
    assert set(np.unique(np.round(shared.numpy(), 4))) <= {0.0, 0.5, 1.0}


def test_the_command_trains_judges_and_goes_on(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    command = [
        "train",
        "ptolemaeus",
        "--folder",
        "here",
        "--players",
        "2",
        "--judge-games",
        "4",
        "--cores",
        "1",
    ]
    command += ["--imitate", "light", "--imitate-games", "12", "--against", "random"]
    command += [f"--{name}={value}" for name, value in TINY.items()]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "is the best so far" in told
    assert "light's decisions in games held back" in told
    assert main(command) == 0, "all decisions are made: nothing is left to do"
    log = [json.loads(line) for line in (tmp_path / "here" / "log.jsonl").read_text().splitlines()]
    assert [entry["taken"] for entry in log] == [True]
    page = (tmp_path / "here" / "strength.html").read_text()
    assert "against random" in page
    assert "<svg" in page
    assert main([*command, "--seed", "2"]) == 2
    assert "holds a training with other settings: seed 1, not 2" in capsys.readouterr().err
    assert read_network(find_game("ptolemaeus"), tmp_path / "here" / "network.bin").shape.wide == 16


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"players": (1,)}, "ptolemaeus is trained with 2, 3, 4 players, not with 1"),
        ({"reward": "points"}, "reward cannot be 'points'"),
        ({"games": 0}, "games must be a whole number from 1"),
        ({"wide": 5000}, "at most 1024"),
        ({"rate": 0.0}, "rate of learning"),
    ],
)
def test_wrong_settings_are_refused(wrong, says):
    with pytest.raises(OptionError, match=says):
        TrainingSettings("ptolemaeus", **wrong).checked()


def test_decisions_are_kept_small_and_come_back_as_they_were(tmp_path):
    game, written, seen = find_game("pacal"), Written(), []
    match = Match("pacal", players=3, seed=7)
    for _ in range(60):
        legal = match.position.legal()
        seen.append((match.position.observe(match.actor), legal))
        visits = {legal[0]: 30, legal[-1]: 10} if len(legal) > 1 else {}
        written.add(seen[-1][0], legal, visits, legal[0], match.actor, [0.3, 0.6, 0.3])
        actors = match.actor
        match.act(legal[0])
    found = written.over([1.0, 0.0, 0.0], 5)
    assert found.size / len(found) < 1200, "a whole observation alone has 4,788 bytes"
    Decisions.joined([found, found]).write(tmp_path / "kept.npz", "search:40", 2)
    kept = Decisions.read(tmp_path / "kept.npz", "search:40", 2)
    assert sorted(set(kept.games.tolist())) == [0, 1]
    chosen = np.array([119, 3, 60, 0])
    rows = kept.rows(game, chosen)
    for row, number in enumerate(chosen % 60):
        observation, legal = seen[number]
        assert np.array_equal(rows.observations[row], observation)
        assert np.flatnonzero(rows.legal[row]).tolist() == sorted(legal)
        if len(legal) > 1:
            assert rows.wanted[row, [legal[0], legal[-1]]] == pytest.approx([0.75, 0.25], abs=1e-4)
        assert rows.wanted[row].sum() == pytest.approx(1)
    seat = actors
    assert rows.results[0].tolist() == [float(seat == 0), float(seat == 2), float(seat == 1), 0, 0]
    around = [[0.25, 0.5, 0.25][(seat + n) % 3] for n in range(3)]
    assert rows.expected[0].tolist() == pytest.approx([*around, 0, 0])
    with pytest.raises(DataError, match="holds 2 games of search:40, not what is asked for"):
        Decisions.read(tmp_path / "kept.npz", "search:50", 2)


def test_games_kept_by_an_older_version_are_refused(tmp_path):
    np.savez(tmp_path / "imitated.npz", bot=np.array("light"), count=np.array(12))
    with pytest.raises(DataError, match="version 1 did, here is version 2; without the file"):
        Decisions.read(tmp_path / "imitated.npz", "light", 12)


def test_a_search_is_remembered_with_all_it_tried_and_expected():
    found = play(Task("ptolemaeus", 2, "search:40", 5, drawn=0.0))
    rows = found.rows(find_game("ptolemaeus"), np.arange(len(found)))
    tried = (rows.wanted > 0).sum(1)
    assert tried.max() > 3
    assert (rows.wanted[rows.legal == 0] == 0).all()
    best = rows.wanted.max(1)
    assert rows.wanted[np.arange(len(found)), rows.actions] == pytest.approx(best)
    assert rows.expected.sum(1) == pytest.approx(1, abs=1e-4)
    assert ((rows.expected != rows.results).any(1)).mean() > 0.9
    other = play(Task("ptolemaeus", 2, "search:40", 5, drawn=1.0))
    assert other.seen.tolist() != found.seen.tolist(), "drawn decisions lead elsewhere"


def test_a_model_learns_how_much_thought_each_choice_was_worth():
    found = play(Task("ophiuchus", 2, "search:60", 5, drawn=0.0))
    torch.manual_seed(1)
    model = Model(find_game("ophiuchus"), 64, 32)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    few = np.arange(8)
    for _ in range(300):
        learn(model, optimizer, found, few, 8, "cpu", torch.Generator().manual_seed(1))
    rows = found.rows(model.game, few)
    with torch.no_grad():
        logits, values = model(torch.from_numpy(rows.observations))
    likely = masked(logits, torch.from_numpy(rows.legal)).softmax(-1).numpy()
    assert likely == pytest.approx(rows.wanted, abs=0.05)
    expected = shares(values, torch.full((8,), 2)).exp()[:, :2].numpy()
    assert expected == pytest.approx(((rows.results + rows.expected) / 2)[:, :2], abs=0.05)


def test_what_was_imitated_is_learnt_once(tmp_path):
    told = []
    one = Training(settings("ptolemaeus", players=(2,)), tmp_path)
    one.start_from("light", 12, 1, told.append)
    assert len(told) == 2
    again = Training(settings("ptolemaeus", players=(2,)), tmp_path)
    again.start_from("light", 12, 1, told.append)
    assert len(told) == 2, "it was stopped before its first step and learns nothing anew"
    for name, tensor in one.model.state_dict().items():
        assert torch.equal(tensor, again.model.state_dict()[name]), name


def test_a_training_of_an_older_version_is_refused(tmp_path):
    training = Training(settings("ptolemaeus", players=(2,)), tmp_path)
    training.save()
    kept = torch.load(training.checkpoint, weights_only=False)
    del kept["version"], kept["imitated"], kept["rounds"]
    torch.save(kept, training.checkpoint)
    with pytest.raises(OptionError, match="holds a training of another version of parapegma train"):
        Training(settings("ptolemaeus", players=(2,)), tmp_path)


def test_searches_and_learning_take_turns_and_go_on_after_a_stop(tmp_path):
    def improved(folder, decisions):
        training = Training(settings("ptolemaeus", players=(2,), decisions=decisions), folder)
        files, told = [], []

        def bot(file):
            assert read_network(find_game("ptolemaeus"), file).shape.wide == 16
            files.append(file)
            return "search:8"

        run_improvement(
            training, bot, round_games=2, every=1000, games=2, against=("random",), cores=1, tell=told.append
        )
        return training, files, told

    training, files, told = improved(tmp_path / "one", 500)
    assert training.decisions >= 500
    assert training.rounds == len(files) >= 3
    assert len(training.log()) == 2, "judged before the first games and at the end"
    assert len([line for line in told if "as the search" in line]) == training.rounds
    assert len(list((tmp_path / "one").glob("improved-*.npz"))) <= 4
    whole = {name: tensor.clone() for name, tensor in training.model.state_dict().items()}

    class Stopped(Exception):
        pass

    other = Training(settings("ptolemaeus", players=(2,), decisions=500), tmp_path / "other")
    rounds = training.rounds

    def stop(file):
        if other.rounds == rounds - 2:
            raise Stopped
        return "search:8"

    how: dict[str, Any] = {"round_games": 2, "every": 1000, "games": 2, "against": ("random",), "cores": 1}
    with pytest.raises(Stopped):
        run_improvement(other, stop, **how, tell=told.append)
    again, files, _ = improved(tmp_path / "other", 500)
    assert len(files) == 2, "only what was missing is played"
    for name, tensor in again.model.state_dict().items():
        assert torch.equal(tensor, whole[name]), name


def test_the_command_improves_a_network_by_searches_that_ask_it(tmp_path, capsys):
    command = ["train", "ptolemaeus", "--folder", str(tmp_path), "--players", "2", "--cores", "1"]
    command += ["--judge-games", "2", "--against", "random", "--improve", "search:8", "--improve-games", "2"]
    tiny = TINY | {"decisions": 200}
    assert main([*command, *(f"--{name}={value}" for name, value in tiny.items())]) == 0
    told = capsys.readouterr().out
    assert f"search:8@{tmp_path / 'network.bin'} plays 2 games to learn from." in told
    assert "in round 1 the network made" in told
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 2


def test_only_a_search_improves_a_network(tmp_path, capsys):
    command = ["train", "ptolemaeus", "--folder", str(tmp_path / "here"), "--improve"]
    assert main([*command, "light"]) == 2
    assert "--improve 'light': name a search and its budget, as in search:200" in capsys.readouterr().err
    assert main([*command, "search:"]) == 2
    assert not (tmp_path / "here").exists()
