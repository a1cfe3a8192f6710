"""Bots see only what their seat may see, keep to the rules, and play better than chance."""

from __future__ import annotations

import pytest

from parapegma import Match, all_games, find_game
from parapegma.bots import LEVELS, bot_named
from parapegma.bots.bot import ask
from parapegma.bots.search import Search
from parapegma.bots.simple import Random
from parapegma.core import engine
from parapegma.core.errors import OptionError
from parapegma.core.rng import key_of_seed

GAMES = [game.name for game in all_games()]


def after(match, decisions, seed=5):
    bot = Random(seed)
    for _ in range(decisions):
        if not match.over:
            match.act(ask(bot, match, seed).action)
    return match


@pytest.mark.parametrize("name", GAMES)
def test_what_a_bot_decides_does_not_depend_on_what_it_cannot_see(name):
    """Two tables that differ only in what is hidden from the seat give the same decision."""
    for decisions in (0, 7, 19):
        match = after(Match(name, find_game(name).default_players, seed=4), decisions)
        if match.over:
            continue
        twin = match.copy()
        twin.states[:] = engine.determinize(match.states, match.actor, key_of_seed("elsewhere"))
        one, two = (ask(Search(match.game.knobs, 150, seed=2), table, seed=9) for table in (match, twin))
        assert one == two


@pytest.mark.parametrize("name", GAMES)
def test_a_search_decides_legally_until_the_end(name):
    game = find_game(name)
    match = Match(game, game.players[-1], seed=6)
    bot = Search(game.knobs, 12)
    while not match.over and len(match.plies) < 400:
        match.act(ask(bot, match, len(match.plies)).action)


def test_the_same_search_on_the_same_table_decides_the_same():
    match = Match("ophiuchus", seed=3)
    assert ask(Search(match.game.knobs, 300, seed=1), match, 1) == ask(
        Search(match.game.knobs, 300, seed=1), match, 1
    )


def test_a_search_tells_what_it_thinks():
    match = Match("ophiuchus", players=3, seed=3)
    thought = ask(Search(match.game.knobs, 400), match, 1)
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
    assert ask(Search(match.game.knobs, seconds=60), match).iterations == 0


def test_a_search_beats_chance():
    won = 0
    for seed in range(12):
        match = Match("ophiuchus", players=2, seed=seed)
        bots = [Search(match.game.knobs, 120), Random(seed)]
        if seed % 2:
            bots.reverse()
        while not match.over:
            match.act(ask(bots[match.actor], match, seed * 1000 + len(match.plies)).action)
        won += match.ranks[seed % 2] == 1
    assert won >= 10


def test_bots_are_found_by_name():
    game = find_game("ophiuchus")
    assert list(LEVELS) == ["novice", "adept", "master"]
    assert isinstance(bot_named("search:800", game), Search)
    with pytest.raises(OptionError, match=r"no bot 'mastr' .did you mean 'master'"):
        bot_named("mastr", game)
    for wrong in ("search", "search:0", "search:0.5", "search:0s"):
        with pytest.raises(OptionError, match="needs iterations or seconds"):
            bot_named(wrong, game)
    with pytest.raises(OptionError, match="only a search takes a budget"):
        bot_named("greedy:5", game)
    with pytest.raises(OptionError, match="no weight 'sillyness'"):
        bot_named("greedy[sillyness=3]", game)
    with pytest.raises(OptionError, match="is not a weight and a number"):
        bot_named("greedy[claim]", game)


def test_nobody_is_asked_after_the_end():
    match = after(Match("ophiuchus", seed=1), 1000)
    with pytest.raises(ValueError, match="the game is over"):
        ask(Random(), match)
