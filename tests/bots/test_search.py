"""A search keeps to the rules, tells what it thinks, and plays better than chance."""

from __future__ import annotations

import threading

import pytest

from parapegma import Match, all_games, find_game
from parapegma.bots.advice import advice
from parapegma.bots.bot import ask
from parapegma.bots.search import Search
from parapegma.bots.simple import Random

GAMES = [game.name for game in all_games()]


def after(match, decisions, seed=5):
    bot = Random(seed)
    for _ in range(decisions):
        if not match.over:
            match.act(ask(bot, match, seed).action)
    return match


@pytest.mark.parametrize("whim", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_a_search_considers_only_what_is_legal_until_the_end(name, whim):
    """A bot per seat, as at a real table: each keeps its tree between its decisions."""
    game = find_game(name)
    for players in {game.default_players, game.players[-1]}:
        match = Match(game, players, seed=6)
        bots = [Search(game, 30, seed=seat, whim=whim) for seat in range(players)]
        while not match.over and len(match.decisions) < 300:
            thought = ask(bots[match.actor], match, len(match.decisions))
            assert set(thought.visits) <= set(match.position.legal())
            match.act(thought.action)


def test_the_same_search_on_the_same_table_decides_the_same():
    match = Match("ophiuchus", seed=3)
    assert ask(Search(match.game, 300, seed=1), match, 1) == ask(Search(match.game, 300, seed=1), match, 1)


def test_a_search_tells_what_it_thinks():
    match = Match("ophiuchus", players=3, seed=3)
    thought = ask(Search(match.game, 400), match, 1)
    assert 0 < thought.iterations == sum(thought.visits.values()) <= 400
    assert len(thought.values) == 3
    assert all(0 <= value <= 1 for value in thought.values)
    assert thought.action == thought.line[0] == max(thought.visits, key=lambda a: thought.visits[a])
    line = match.copy()
    line.act(thought.line[0])


def test_a_decision_with_one_answer_takes_no_thought():
    given = {"hands": {0: ["T01"]}, "reserve": 0, "to_move": 0}
    match = Match("ophiuchus", players=2, seed=3, end_mode="play_out", position=given)
    assert match.legal() == ["take T01"]
    assert ask(Search(match.game, seconds=60), match).iterations == 0


def test_a_search_beats_chance():
    won = 0
    for seed in range(12):
        match = Match("ophiuchus", players=2, seed=seed)
        bots = [Search(match.game, 120), Random(seed)]
        if seed % 2:
            bots.reverse()
        while not match.over:
            match.act(ask(bots[match.actor], match, seed * 1000 + len(match.decisions)).action)
        won += match.ranks[seed % 2] == 1
    assert won >= 10


def test_a_search_keeps_what_it_thought_about_its_next_decision():
    match = Match("ophiuchus", players=2, seed=3)
    bot = Search(match.game, 400, seed=1)
    first = ask(bot, match, 1)
    seat = match.actor
    match.act(first.action)
    assert match.actor == seat
    kept = bot._kept
    assert kept is not None
    inherited = kept.tree.visits(kept.node)
    assert inherited > 100
    bot.iterations = inherited + 30
    second = ask(bot, match, 2)
    assert second.iterations > inherited
    assert set(second.visits) <= set(match.position.legal())


def test_a_search_forgets_what_it_thought_when_the_table_is_another():
    match = Match("ophiuchus", players=2, seed=3)
    bot = Search(match.game, 200, seed=1)
    ask(bot, match, 1)
    elsewhere = Match("ophiuchus", players=2, seed=4)
    assert ask(bot, elsewhere, 1).iterations <= 200
    assert set(ask(bot, elsewhere, 1).visits) <= set(elsewhere.position.legal())


def test_a_search_in_a_thread_leaves_others_to_work():
    """Compiled thought does not hold the interpreter: two searches at once share no lock but time."""
    match = Match("ptolemaeus", players=2, seed=3)
    found: list[int] = []

    def think():
        found.append(ask(Search(match.game, 300, seed=1), match, 1).action)

    threads = [threading.Thread(target=think) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1


def test_a_whim_takes_what_was_thought_of_less_now_and_then():
    match = Match("ophiuchus", players=2, seed=3)
    thoughts = [ask(Search(match.game, 20, seed=seed, whim=True), match, 1) for seed in range(12)]
    best = [max(thought.visits, key=lambda a: thought.visits[a]) for thought in thoughts]
    assert any(thought.action != most for thought, most in zip(thoughts, best, strict=True))
    assert all(thought.action in thought.visits and thought.line[0] == thought.action for thought in thoughts)


def test_advice_tells_the_thought_in_words_of_the_game():
    match = Match("ophiuchus", players=2, seed=3)
    thought = ask(Search(match.game, 300, seed=1), match, 1)
    told = advice(match, thought)
    assert told.action.notation in match.legal()
    assert told.considered[0].action == told.action
    assert sum(each.share for each in told.considered) == pytest.approx(1)
    assert told.line[0] == (match.actor, told.action)


def test_nobody_is_asked_after_the_end():
    match = after(Match("ophiuchus", seed=1), 1000)
    with pytest.raises(ValueError, match="the game is over"):
        ask(Random(), match)
