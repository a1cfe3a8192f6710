"""Bots are found by name, with a budget and changed weights; wrong names get a clear error."""

from __future__ import annotations

import pytest

from parapegma import find_game
from parapegma.bots import BOTS, LEVELS, Limits, bot_named
from parapegma.bots.search import Search
from parapegma.bots.simple import Random
from parapegma.errors import OptionError

GAME = find_game("ophiuchus")


def make_bot(game, seed):
    return Random(seed)


def make_nothing(game, seed):
    return None


def test_people_choose_from_four_levels():
    assert list(LEVELS) == ["novice", "adept", "master", "oracle"]


@pytest.mark.parametrize("name", [*BOTS, "search:800", "search:0.5s", "search:80x2", "greedy[]"])
def test_a_known_name_gives_a_bot(name):
    assert callable(bot_named(name, GAME, seed=1).think)


def test_a_budget_is_iterations_or_seconds():
    assert bot_named("search:800", GAME).limits == Limits(iterations=800)
    assert bot_named("search:1.5s", GAME).limits == Limits(seconds=1.5)


def test_a_level_can_do_without_its_clock():
    timed, untimed = bot_named("master", GAME).limits, bot_named("master:untimed", GAME).limits
    assert timed.seconds is not None
    assert untimed == Limits(timed.iterations)


def test_a_weight_can_be_changed_for_one_bot():
    bot = bot_named("search:10[search_margin=250]", GAME)
    assert isinstance(bot, Search)
    assert 2.5 in bot.settings


def test_a_bot_may_live_in_any_module():
    assert isinstance(bot_named(f"{__name__}:make_bot", GAME), Random)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("mastr", r"no bot 'mastr' .did you mean 'master'"),
        ("", "no bot ''"),
        ("search", "needs iterations or seconds"),
        ("search:0", "needs iterations or seconds"),
        ("search:0.5", "needs iterations or seconds"),
        ("search:0s", "needs iterations or seconds"),
        ("greedy:5", "only a search takes a budget"),
        ("search:800x0", "1 to 64 trees, not 0"),
        ("search:800x65", "1 to 64 trees, not 65"),
        ("greedy:untimed", "only a level has a clock"),
        ("greedy[sillyness=3]", "no weight 'sillyness'"),
        ("greedy[claim]", "is not a weight and a number"),
        ("no_such_module:bot", "No module named"),
        ("parapegma:no_such_bot", "no attribute"),
        (f"{__name__}:make_nothing", "has no think and no forget and no limits and no memory"),
        ("os:getcwd", "makes no bot of a game and a seed: TypeError"),
        ("search:x", "needs iterations or seconds"),
        ("search:-5", "needs iterations or seconds"),
    ],
)
def test_a_wrong_name_is_refused_with_the_reason(name, says):
    with pytest.raises(OptionError, match=says):
        bot_named(name, GAME)
