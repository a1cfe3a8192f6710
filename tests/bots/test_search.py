"""A search keeps to the rules, tells what it thinks, and plays better than chance."""

from __future__ import annotations

import threading

import pytest

from parapegma import Match, all_games, find_game
from parapegma.bots import BotRunner, Evaluation
from parapegma.bots.advice import advice
from parapegma.bots.bot import Limits
from parapegma.bots.search import Search
from parapegma.bots.simple import Random
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position

GAMES = [game.name for game in all_games()]


def ask(bot: Search | Random, position: Position, seed: int = 1) -> Evaluation:
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
    found = [ask(Search(position.game, Limits(20), seed=seed, sample=True), position) for seed in range(12)]
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
