"""A search keeps to the rules, tells what it thinks, and plays better than chance."""

from __future__ import annotations

import threading

import pytest

from parapegma import Match, all_games, find_game
from parapegma.bots import BotRunner, Evaluation
from parapegma.bots.advice import advice
from parapegma.bots.bot import Bot, Limits
from parapegma.bots.compiled.foresight import MOST_LIKELY
from parapegma.bots.compiled.tree import PROMISE
from parapegma.bots.greedy import Greedy
from parapegma.bots.grove import Grove
from parapegma.bots.search import Search
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position

GAMES = [game.name for game in all_games()]


def ask(bot: Bot, position: Position, seed: int = 1) -> Evaluation:
    """What a bot thinks of a guess at the position, for whoever is to decide."""
    seat = position.actor
    assert seat is not None
    return bot.think(position.guess(seat, key_of_seed(seed)), seat)


@pytest.mark.parametrize("sample", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_a_search_considers_only_what_is_legal_until_the_end(name: str, sample: bool) -> None:
    """A bot per seat, as at a real table: each keeps its tree between its decisions."""
    game = find_game(name)
    for players in {game.default_players, game.players[-1]}:
        match = Match(game, players, seed=6)
        bots = [Search(game, Limits(30), seed=seat, sample=sample) for seat in range(players)]
        while (seat := match.actor) is not None and len(match) < 300:
            evaluation = ask(bots[seat], match.position, len(match))
            assert set(evaluation.visits) <= set(match.position.legal())
            match.act(evaluation.action)


def test_the_same_search_on_the_same_table_decides_the_same():
    position = Position.deal("ophiuchus", seed=3)
    one, two = (ask(Search(position.game, Limits(300), seed=1), position) for _ in range(2))
    assert one == two


def test_a_search_tells_what_it_thinks():
    position = Position.deal("ophiuchus", players=3, seed=3)
    evaluation = ask(Search(position.game, Limits(400)), position)
    assert 0 < evaluation.iterations == sum(evaluation.visits.values()) <= 400
    assert len(evaluation.values) == 3
    assert all(0 <= value <= 1 for value in evaluation.values)
    most = max(evaluation.visits, key=lambda action: evaluation.visits[action])
    assert evaluation.action == evaluation.line[0] == most
    assert position.check(evaluation.line[0]) == evaluation.action


def test_a_decision_with_one_answer_takes_no_thought():
    given = {"hands": {0: ["T01"]}, "reserve": 0, "to_move": 0}
    match = Match("ophiuchus", players=2, seed=3, end_mode="play_out", position=given)
    assert match.legal() == ["take T01"]
    assert ask(Search(match.game, Limits(seconds=60)), match.position).iterations == 0


def test_a_search_beats_chance():
    won = 0
    for seed in range(12):
        match, runner = Match("ophiuchus", players=2, seed=seed), BotRunner(find_game("ophiuchus"), seed)
        while (seat := match.actor) is not None:
            bot = "search:120" if seat == seed % 2 else "random"
            match.act(runner.ask(bot, match.position, len(match)).action)
        won += match.ranks[seed % 2] == 1
    assert won >= 10


def test_a_search_keeps_what_it_thought_about_its_next_decision():
    match = Match("ophiuchus", players=2, seed=3)
    bot = Search(match.game, Limits(400), seed=1)
    first = ask(bot, match.position)
    seat = match.actor
    match.act(first.action)
    assert match.actor == seat
    kept = bot._kept
    assert kept is not None
    inherited = kept.tree.visits(kept.node)
    assert inherited > 100
    bot.limits = Limits(inherited + 30)
    second = ask(bot, match.position, 2)
    assert second.iterations > inherited
    assert set(second.visits) <= set(match.position.legal())


def test_a_search_that_was_told_to_forget_begins_anew():
    match = Match("ophiuchus", players=2, seed=3)
    bot = Search(match.game, Limits(200), seed=1)
    match.act(ask(bot, match.position).action)
    assert bot.memory > 0
    bot.forget()
    assert bot.memory == 0
    bot.limits = Limits(20)
    assert sum(ask(bot, match.position, 2).visits.values()) <= 20


def test_a_search_forgets_what_it_thought_when_the_table_is_another():
    position = Position.deal("ophiuchus", players=2, seed=3)
    bot = Search(position.game, Limits(200), seed=1)
    ask(bot, position)
    elsewhere = Position.deal("ophiuchus", players=2, seed=4)
    assert ask(bot, elsewhere).iterations <= 200
    assert set(ask(bot, elsewhere).visits) <= set(elsewhere.legal())


def test_limits_of_a_question_are_kept():
    position = Position.deal("ophiuchus", players=2, seed=3)
    seat = position.actor
    assert seat is not None
    assert Search(position.game, Limits(400)).think(position, seat, Limits(30)).iterations <= 30
    assert Search(position.game, Limits(30)).think(position, seat, Limits(400)).iterations <= 30


def test_a_search_says_when_the_clock_left_it_too_little_time():
    position = Position.deal("ophiuchus", players=2, seed=3)
    assert ask(Search(position.game, Limits(1_000_000, 0.0), seed=1), position).hurried
    assert not ask(Search(position.game, Limits(80), seed=1), position).hurried
    assert not ask(Search(position.game, Limits(seconds=0.0), seed=1), position).hurried
    assert ask(Grove(position.game, 2, Limits(1_000_000, 0.0), seed=1), position).hurried


def test_what_a_turn_promises_is_looked_through_before_the_search():
    position = Position.deal("ophiuchus", players=2, seed=3)
    seat = position.actor
    assert seat is not None
    bot = Search(position.game, Limits(1), seed=1)
    tree, _ = bot.grow_tree(position, seat)
    assert tree.foreseen
    assert set(map(tree.action, tree.children(0))) == set(position.legal())
    # Three decisions on, a way through the turn has brought most: it is the likeliest all along.
    promised, node, played = 0, 0, position.copy()
    while played.actor == seat:
        node = max(tree.children(node), key=lambda child: int(tree.numbers[child, PROMISE]))
        promised = int(tree.numbers[node, PROMISE])
        assert promised == MOST_LIKELY
        played.apply(tree.action(node))
    greedy = Greedy(position.game, seed=1, changes={"greedy_noise": 0})
    other = position.copy()
    while other.actor == seat:
        other.apply(greedy.think(other, seat).action)
    assert played.scores[seat] >= other.scores[seat]
    blind = Search(position.game, Limits(1), seed=1, changes={"search_foresight": 0})
    assert not blind.grow_tree(position, seat)[0].foreseen


def test_what_a_turn_promises_is_not_lost_where_something_is_left_out_of_thought():
    """What is left out may begin with an action that the look through the turn did not meet in its deal."""
    position = Position.deal("ophiuchus", players=2, seed=3)
    bot = Search(position.game, Limits(1), seed=1)
    tree, _ = bot.grow_tree(position, position.actor)
    first = next(child for child in tree.children(0) if len(tree.children(child)) > 1)
    unmet = next(action for action in range(1000) if action not in map(tree.action, tree.children(first)))
    tree.forbid([tree.action(first), unmet])
    promised = [int(tree.numbers[child, PROMISE]) for child in tree.children(first)]
    assert min(promised) > 0
    assert len(promised) > 2


def test_alone_a_search_plays_for_the_titles():
    points = {"search:60": 0, "light": 0}
    for bot in points:
        match, runner = Match("ophiuchus", players=1, seed=5), BotRunner(find_game("ophiuchus"), 1)
        while match.actor is not None:
            match.act(runner.ask(bot, match.position, len(match)).action)
        points[bot] = match.scores[0]
    assert points["search:60"] > points["light"]


def test_searches_in_several_threads_do_not_disturb_each_other():
    position = Position.deal("ptolemaeus", players=2, seed=3)
    found: list[Evaluation] = []

    def think():
        found.append(ask(Search(position.game, Limits(300), seed=1), position))

    threads = [threading.Thread(target=think) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [ask(Search(position.game, Limits(300), seed=1), position)] * 3


def test_a_sampling_search_takes_what_was_thought_of_less_now_and_then():
    position = Position.deal("ophiuchus", players=2, seed=3)
    blind = {"search_foresight": 0}
    bots = [Search(position.game, Limits(20), seed, blind, sample=True) for seed in range(12)]
    found = [ask(bot, position) for bot in bots]
    best = [max(each.visits, key=each.visits.__getitem__) for each in found]
    assert any(each.action != most for each, most in zip(found, best, strict=True))
    assert all(each.action in each.visits and each.line[0] == each.action for each in found)


def test_advice_tells_an_evaluation_in_words_of_the_game():
    position = Position.deal("ophiuchus", players=2, seed=3)
    told = advice(position, ask(Search(position.game, Limits(300), seed=1), position))
    assert told.action in position.legal_actions()
    assert told.considered[0].action == told.action
    assert sum(each.share for each in told.considered) == pytest.approx(1)
    assert told.line[0] == (position.actor, told.action)


def inherited(bot: Search, name: str, players: int) -> list[int]:
    """How much thought each decision of the first seat began with, where others had decided in between."""
    match, runner, found, ours = Match(name, players, seed=2), BotRunner(find_game(name), 7), [], False
    grown = bot._grow

    def remember(tree, position, seat, budget):
        if not ours:
            found.append(tree.visits(0))
        assert set(map(tree.action, tree.children(0))) <= set(position.legal())
        return grown(tree, position, seat, budget)

    bot._grow = remember  # type: ignore[method-assign]
    while (seat := match.actor) is not None and len(match) < 150:
        if seat == 0:
            match.act(ask(bot, match.position, len(match)).action)
            ours = match.actor == 0
        else:
            ours = False
            match.act(runner.ask("search:60", match.position, len(match)).action)
    return found


@pytest.mark.parametrize(("name", "players"), [("pacal", 2), ("ptolemaeus", 2), ("ulysses", 3)])
def test_a_search_may_go_on_with_what_it_thought_of_the_answers_of_others(name, players):
    game, limits = find_game(name), Limits(300)
    with_answers = Search(game, limits, seed=1, changes={"search_answers": 4})
    assert any(inherited(with_answers, name, players))
    assert with_answers.memory < 40_000
    assert not any(inherited(Search(game, limits, seed=1), name, players))
