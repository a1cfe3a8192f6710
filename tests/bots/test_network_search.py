"""A search with a network: it tries what that finds likely, and expects what that expects."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from networks import network_of_chance, rigged

from parapegma import Match, all_games, find_game
from parapegma.bots import Evaluation, bot_named
from parapegma.bots.bot import Bot, Limits
from parapegma.bots.compiled.network import SHARE
from parapegma.bots.compiled.tree import PROMISE
from parapegma.bots.grove import Grove
from parapegma.bots.network import Network, _file_of, has_network, network_of, read_network, write_network
from parapegma.bots.search import Search
from parapegma.bots.search_tree import Tree
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position
from parapegma.errors import DataError, OptionError

GAMES = [game.name for game in all_games()]
ONLY_WINNING = {"search_win_weight": 100}


def after(name: str, players: int, decisions: int) -> Position:
    """A position in the middle of a game, where there is something to decide."""
    choose = random.Random(decisions)
    for seed in range(100):
        match = Match(name, players, seed=seed)
        while not match.over and (len(match) < decisions or len(match.position.legal()) == 1):
            match.act(choose.choice(match.position.legal()))
        if not match.over:
            return match.position
    raise AssertionError("no game lasts so long")


def ask(bot: Bot, position: Position, seed: int = 1) -> Evaluation:
    seat = position.actor
    assert seat is not None
    return bot.think(position.guess(seat, key_of_seed(seed)), seat)


def grown(search: Search, position: Position, iterations: int) -> Tree:
    seat = position.actor
    assert seat is not None
    limits = Limits(iterations, thorough=True)
    return search.grow_tree(position.guess(seat, key_of_seed(1)), seat, limits)[0]


def promises(tree: Tree, node: int = 0) -> list[int]:
    return [int(tree.numbers[child, PROMISE]) for child in tree.children(node)]


# --- what it tries, and what it expects ------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_what_the_network_finds_certain_is_tried_first(name):
    position = after(name, find_game(name).players[-1], 20)
    for action in position.legal():
        search = Search(
            position.game, seed=1, changes={"search_network_trust": 100}, network=rigged(name, action)
        )
        tree = grown(search, position, 12)
        assert {tree.action(child): tree.visits(child) for child in tree.children(0)} == {action: 12}


@pytest.mark.parametrize("name", GAMES)
def test_what_the_network_expects_is_what_the_search_expects(name):
    """One iteration: what it says of the seat that decides next, and of the one after it."""
    position = after(name, find_game(name).players[-1], 20)
    for winner in (0, 1):
        search = Search(position.game, seed=1, changes=ONLY_WINNING, network=rigged(name, winner=winner))
        tree = grown(search, position, 1)
        values = [round(tree.value(0, seat), 6) for seat in range(position.players)]
        assert sorted(values) == [0.0] * (position.players - 1) + [1.0]
        following = position.copy()
        following.apply(next(tree.action(child) for child in tree.children(0) if tree.visits(child)))
        while following.actor is not None and len(following.legal()) == 1:
            following.apply(following.legal()[0])
        assert following.actor is not None
        assert values[(following.actor + winner) % position.players] == 1.0


def test_winning_and_margin_are_mixed_as_at_the_end_of_a_game():
    position = after("ptolemaeus", 3, 20)
    others_win, network = rigged("ptolemaeus", winner=1), rigged("ptolemaeus")
    weighed = [{"search_win_weight": weight} for weight in (0, 70)]
    searches = [Search(position.game, seed=1, changes=changes, network=network) for changes in weighed]
    margins, both = (grown(search, position, 1) for search in searches)
    other = Search(position.game, seed=1, changes=weighed[0], network=others_win)
    assert grown(other, position, 1).values[0].tolist() == margins.values[0].tolist()
    for seat in range(3):
        # All seats alike: a third of the win.
        assert both.value(0, seat) == pytest.approx(0.7 / 3 + 0.3 * margins.value(0, seat), abs=1e-4)
        assert 0 < margins.value(0, seat) < 1


def test_a_share_of_the_network_leaves_the_rest_to_playouts():
    """It says that who decides next wins; playouts know better."""
    position = after("ophiuchus", 2, 20)
    values = []
    for share in (1, 50, 100):
        changes = {**ONLY_WINNING, "search_network": share}
        search = Search(position.game, seed=1, changes=changes, network=rigged("ophiuchus", winner=0))
        values.append(grown(search, position, 1).value(0, position.actor))
    assert values[2] == pytest.approx(1, abs=1e-6)
    assert values[0] < 0.9
    assert values[0] < values[1] < values[2]


def test_the_network_may_value_what_comes_some_decisions_later():
    """Every decision of a playout changes who decides next: another seat is said to win."""
    position = after("pacal", 3, 20)
    said = set()
    for horizon in range(12):
        changes = {**ONLY_WINNING, "search_network_horizon": horizon}
        search = Search(position.game, seed=1, changes=changes, network=rigged("pacal", winner=0))
        tree = grown(search, position, 1)
        said.add(max(range(3), key=lambda seat: tree.value(0, seat)))
    assert len(said) > 1


def test_what_others_may_do_is_asked_in_every_deal_for_a_while():
    """Ulysses' bids: what another holds differs from deal to deal."""
    position, network = after("ulysses", 3, 20), network_of_chance("ulysses")
    trees = [
        grown(
            Search(position.game, seed=1, changes={"search_network_deals": deals}, network=network),
            position,
            400,
        )
        for deals in (0, 400)
    ]
    assert trees[0].values.tolist() != trees[1].values.tolist()


# --- the tree ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_node_that_was_asked_about_stays_one(name):
    """Also when another deal has actions that the first did not have: all children are promised something."""
    position = after(name, find_game(name).players[-1], 12)
    tree = grown(Search(position.game, seed=1, network=network_of_chance(name)), position, 3000)
    several = 0
    for node in range(tree.used):
        found = promises(tree, node)
        assert all(found) or not any(found)
        several += len(found) > 1 and all(found)
    assert several > 20


def test_likely_actions_become_nodes_and_others_when_they_are_tried():
    position = after("ophiuchus", 2, 31)
    tree = grown(Search(position.game, seed=1, network=network_of_chance("ophiuchus")), position, 3)
    assert max(promises(tree)) == SHARE
    assert len(tree.children(0)) <= len(position.legal())
    tree = grown(Search(position.game, seed=1, network=rigged("ophiuchus", position.legal()[0])), position, 3)
    assert len(tree.children(0)) < len(position.legal())


def test_thought_goes_on_when_there_is_no_more_room(monkeypatch):
    """A network to which all is alike makes a node of every action of every leaf."""
    position = after("ophiuchus", 4, 31)
    search = Search(position.game, seed=1, network=rigged("ophiuchus"))
    tree = Tree(700, 4)
    seat = position.actor
    monkeypatch.setattr(search, "_planted", lambda *_: tree)
    _, done = search.grow_tree(position.guess(seat, key_of_seed(1)), seat, Limits(2000, thorough=True))
    assert done == tree.visits(0) == 2000
    assert tree.used == 700


def test_what_is_kept_between_decisions_is_no_larger_than_what_was_thought():
    position = Position.deal("ophiuchus", players=2, seed=3)
    bot = Search(position.game, Limits(300), seed=1, network=network_of_chance("ophiuchus"))
    tree = grown(bot, position, 300)
    room = tree.size
    bot.keep(tree, position, position.actor, tree.action(tree.children(0)[0]))
    assert 0 < bot.memory < room
    assert bot.memory == tree.used * (tree.numbers[0].nbytes + tree.values[0].nbytes)


def test_a_second_decision_inherits_and_asks_anew():
    match = Match("ophiuchus", players=2, seed=3)
    bot = Search(match.game, Limits(400), seed=1, network=network_of_chance("ophiuchus"))
    seat = match.actor
    match.act(ask(bot, match.position).action)
    assert match.actor == seat
    assert bot._kept is not None
    inherited = bot._kept.tree.visits(bot._kept.node)
    assert inherited > 20
    second = ask(bot, match.position, 2)
    assert set(second.visits) <= set(match.position.legal())
    assert second.iterations >= inherited


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played(name):
    match, network = Match(name, seed=6), network_of_chance(name)
    bots = [Search(match.game, Limits(25), seed=seat, network=network) for seat in range(match.players)]
    while (seat := match.actor) is not None and len(match) < 300:
        evaluation = ask(bots[seat], match.position, len(match))
        assert set(evaluation.visits) <= set(match.position.legal())
        match.act(evaluation.action)
    assert len(match) > 20


# --- alone ------------------------------------------------------------------------------------------


def test_alone_a_network_that_was_not_trained_for_it_is_not_asked():
    position = Position.deal("ophiuchus", players=1, seed=3)
    plain = grown(Search(position.game, seed=1), position, 200)
    with_network = grown(Search(position.game, seed=1, network=rigged("ophiuchus", winner=0)), position, 200)
    assert with_network.numbers[: plain.used].tolist() == plain.numbers[: plain.used].tolist()


def test_alone_a_network_says_what_to_try_and_playouts_what_to_expect():
    position = Position.deal("ophiuchus", players=1, seed=3)
    network = rigged("ophiuchus", position.legal()[-1], settings={"players": [1, 2]})
    search = Search(position.game, seed=1, changes={"search_network_trust": 100}, network=network)
    tree = grown(search, position, 12)
    assert {tree.action(child): tree.visits(child) for child in tree.children(0)} == {
        position.legal()[-1]: 12
    }
    assert tree.value(0, 0) < 0.99


# --- secrets, and the same everywhere ---------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_tables_that_differ_only_in_what_is_hidden_get_the_same_decisions(name):
    network = network_of_chance(name)
    for players in {find_game(name).default_players, find_game(name).players[-1]}:
        for decisions in (0, 11, 37):
            position = after(name, players, decisions)
            twin = position.guess(position.actor, key_of_seed("elsewhere"))
            here, there = (ask(Search(position.game, Limits(80), seed=2, network=network), each)
                           for each in (position, twin))  # fmt: skip
            assert here == there


def decided(name: str) -> list[object]:
    """What a search with a network of chance decides in a position, and why."""
    found: list[object] = []
    position = after(name, find_game(name).players[-1], 20)
    for iterations, changes in ((40, {}), (4, {"search_network": 40, "search_network_horizon": 2})):
        search = Search(position.game, seed=1, changes=changes, network=network_of_chance(name))
        tree = grown(search, position, iterations)
        found.append([tree.numbers[: tree.used].tolist(), tree.values[: tree.used].tolist()])
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_interpreter_decides_the_same(name):
    """Here the rules are loaded from libraries, there every field and index is checked."""
    code = f"import json; from test_network_search import decided; print(json.dumps(decided({name!r})))"
    places = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    environment = {**os.environ, "PARAPEGMA_MODE": "interpreted", "PYTHONPATH": places}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(done.stdout.splitlines()[-1]) == decided(name)


def test_two_trees_with_a_network_take_their_share_each():
    position = after("ptolemaeus", 2, 20)
    bot = Grove(position.game, 2, Limits(200, thorough=True), seed=1, network=network_of_chance("ptolemaeus"))
    evaluation = ask(bot, position)
    assert evaluation.iterations == sum(evaluation.visits.values()) == 200


# --- by name ----------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path):
    write_network(network_of_chance("ulysses"), tmp_path / "candidate-1.bin")
    return tmp_path / "candidate-1.bin"


def networks_of(bot: Bot) -> list[Network | None]:
    if isinstance(bot, Grove):
        return [search.network for search in bot._searches]
    assert isinstance(bot, Search)
    return [bot.network]


def test_a_network_of_a_file_is_named_with_the_search(file):
    game, network = find_game("ulysses"), None
    for name in (f"search:40@{file}", f"search:40x2@{file}", f"oracle@{file}", f"oracle:untimed@{file}"):
        bot = bot_named(name, game, 1)
        network = network or networks_of(bot)[0]
        assert set(networks_of(bot)) == {network}
    changed = bot_named(f"search:40@{file}[search_network=30]", game, 1)
    assert isinstance(changed, Search)
    assert networks_of(changed) == [network]
    assert 0.3 in changed.settings
    assert networks_of(bot_named(f"search:40@{file}[search_network=0]", game, 1)) == [None]


def test_only_who_searches_takes_a_network(file):
    game = find_game("ulysses")
    with pytest.raises(OptionError, match="only a search and an oracle take a network"):
        bot_named(f"greedy@{file}", game)
    with pytest.raises(DataError, match="cannot be read"):
        bot_named("search:40@nothing.bin", game)
    with pytest.raises(DataError, match="is a network for ulysses, not for pacal"):
        bot_named(f"oracle@{file}", find_game("pacal"))


def test_a_search_without_a_network_has_none():
    for game in all_games():
        assert networks_of(bot_named("search:40", game, 1)) == [None]
        assert networks_of(bot_named("master", game, 1)) == [None]


def test_an_oracle_asks_the_network_its_game_comes_with(monkeypatch, tmp_path):
    game = find_game("ulysses")
    network_of.cache_clear()
    monkeypatch.setattr("parapegma.bots.network._file_of", lambda game: tmp_path / f"{game.name}.bin")
    assert networks_of(bot_named("oracle", game, 1)) == [None, None]
    assert networks_of(bot_named("search:40@game", game, 1)) == [None]
    with pytest.raises(OptionError, match="there is no network for ulysses yet"):
        bot_named("search:40[search_network=100]", game, 1)
    write_network(network_of_chance("ulysses"), tmp_path / "ulysses.bin")
    found = networks_of(bot_named("oracle", game, 1))
    assert found[0] is found[1] is network_of(game)
    for name in ("search:40@game", "search:40[search_network=100]"):
        assert networks_of(bot_named(name, game, 1)) == [network_of(game)]
    assert networks_of(bot_named("search:40", game, 1)) == [None]
    network_of.cache_clear()


def test_networks_that_games_come_with_can_be_read_and_are_small():
    """Reading one checks that no sum leaves its 32 bits."""
    for game in all_games():
        file = Path(str(_file_of(game)))
        assert has_network(game) == file.is_file()
        if has_network(game):
            assert read_network(game, file).shape == network_of(game).shape
            assert file.stat().st_size <= 3 << 20
