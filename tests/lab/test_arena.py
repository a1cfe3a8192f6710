"""The arena: the same result whatever the cores, sensible results, and clear refusals."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import pytest

from parapegma import Match
from parapegma.bots import levels
from parapegma.bots.bot import Bot, Evaluation
from parapegma.bots.runner import BotRunner
from parapegma.errors import OptionError, ParapegmaError
from parapegma.lab.arena import Arena
from parapegma.lab.arena_data import as_data
from parapegma.lab.arena_games import play_fixture
from parapegma.lab.report.arena import arena_page

VOID = {"meta", "br", "hr", "img", "link", "input"}


def lasting(result):
    """What must not depend on the machine."""
    data = as_data(result)
    del data["timing"]
    return data


@pytest.fixture(scope="module")
def result():
    return Arena("ophiuchus", ["random", "light", "greedy"], players=3, games=6, seed="words").run(cores=1)


class Refusing(Bot):
    def __init__(self, action):
        self.action = action

    def think(self, position, seat, limits=None):
        if self.action is None:
            raise ZeroDivisionError("no idea")
        return Evaluation(self.action)


class Nesting(HTMLParser):
    """Checks that tags close in order, and remembers what is there."""

    def __init__(self):
        super().__init__()
        self.open, self.seen, self.addresses = [], [], []

    def handle_starttag(self, tag, attributes):
        self.seen.append(tag)
        self.addresses += [value for name, value in attributes if name in {"src", "href"}]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_one_core_and_two_give_the_same_result():
    def arena():
        return Arena("ophiuchus", ["light", "random"], players=2, games=60, seed=3)

    alone, together = arena().run(cores=1), arena().run(cores=2)
    assert lasting(alone) == lasting(together)


def test_another_seed_plays_other_games():
    first, second = (Arena("ophiuchus", ["light", "random"], players=2, games=20, seed=n) for n in (1, 2))
    assert lasting(first.run(cores=1))["bots"] != lasting(second.run(cores=1))["bots"]


def test_games_of_two_bots_do_not_depend_on_who_else_takes_part():
    few = Arena("ophiuchus", ["light", "random"], players=2, games=10).run(cores=1)
    more = Arena("ophiuchus", ["light", "random", "greedy"], players=2, games=10).run(cores=1)
    assert few.lineups[0].wins == more.lineups[0].wins


def test_a_search_is_rated_above_chance():
    result = Arena("ophiuchus", ["random", "search:60"], players=2, games=20).run(cores=1)
    best, worst = result.bots
    assert (best.bot, worst.bot) == ("search:60", "random")
    assert best.rating is not None
    assert worst.rating is not None
    assert best.rating.mu - best.rating.sigma > 25 > worst.rating.mu + worst.rating.sigma
    assert best.wins.verdict == "above"
    assert worst.wins.verdict == "below"
    assert best.seconds > 0
    assert worst.seconds > 0


def test_win_shares_add_up_and_fair_shares_too(result):
    for each in result.lineups:
        assert sum(share.share for share in each.wins.values()) == pytest.approx(1)
        assert sum(share.fair for share in each.wins.values()) == pytest.approx(1)
        assert all(share.games == 6 for share in each.wins.values())
        assert all(share.low <= share.share <= share.high for share in each.wins.values())
    assert result.games == 7 * 6


def test_a_game_of_the_arena_can_be_played_again_as_a_match():
    """The quick loop and :class:`Match` agree on deal, decisions, end and points."""
    arena = Arena("ulysses", ["light", "random"], players=3, games=3, seed=5)
    played = play_fixture(arena.task([]), arena.fixtures[4])
    match = arena.match(4)
    assert match.over
    assert (match.ranks, match.scores) == (played.ranks, played.points)
    assert len(match.decisions) >= sum(played.decisions) > 0
    assert Match.replay(match.record()).scores == played.points
    with pytest.raises(OptionError, match="there is no game 6; the games are numbered 0 to 5"):
        arena.match(6)


def test_bots_are_asked_as_they_are_at_any_other_table():
    """The arena adds nothing to a runner of bots: whoever has the two seeds can play its games again."""
    arena = Arena("ophiuchus", ["search:40", "greedy"], players=2, games=2, seed=5)
    task, fixture = arena.task([]), arena.fixtures[0]
    runner = BotRunner(arena.game, task.bots_seed(fixture))
    match = Match("ophiuchus", 2, task.deal_seed(fixture))
    while (seat := match.actor) is not None:
        match.act(runner.ask(fixture.seats[seat], match.position, len(match)).action)
    assert match.decisions == arena.match(0).decisions


def test_alone_at_the_table_points_are_compared_and_nobody_is_rated():
    result = Arena("ophiuchus", ["random", "light"], players=1, games=4).run(cores=1)
    assert [each.rating for each in result.bots] == [None, None]
    assert result.bots[0].points >= result.bots[1].points
    assert "Ratings" not in arena_page(result)


def test_alone_wins_are_what_the_rules_of_the_game_for_one_say():
    arena = Arena("ptolemaeus", ["random"], players=1, games=8, seed=2, options={"solo_level": "magister"})
    share = arena.run(cores=1).lineups[0].wins["random"].share
    results = [getattr(arena.match(game).view(0), "result", None) for game in range(8)]
    assert "lost" in results
    assert share == sum({"won": 1.0, "draw": 0.5}.get(str(result), 0.0) for result in results) / 8


def test_data_has_the_documented_shape(result):
    data = as_data(result)
    assert json.loads(json.dumps(data)) == data
    assert set(data) == {
        "format", "version", "parapegma", "game", "rules_version", "components", "players", "options", "seed",
        "exact", "games", "deals", "by_the_clock", "bots", "lineups", "timing",
    }  # fmt: skip
    assert (data["format"], data["version"], data["players"], data["deals"]) == ("parapegma arena", 1, 3, 2)
    share = {"share", "low", "high", "fair", "times_fair", "verdict", "games"}
    for bot in data["bots"]:
        assert set(bot) == {"bot", "rating", "wins", "place", "points", "decisions"}
        assert set(bot["rating"]) == {"mu", "sigma"}
        assert set(bot["wins"]) == share
    for lineup in data["lineups"]:
        assert set(lineup) == {"bots", "wins"}
        assert all(set(wins) == share for wins in lineup["wins"].values())
    assert set(data["timing"]) == {"seconds", "games_from_journal", "seconds_per_decision", "hurried"}


def test_the_page_is_whole_and_needs_nothing_else(result):
    page = arena_page(result, "parapegma arena <game> & more")
    nesting = Nesting()
    nesting.feed(page)
    assert nesting.open == []
    assert nesting.addresses == []
    assert "http" not in page
    assert "script" not in nesting.seen
    assert nesting.seen.count("svg") == 3
    assert "prefers-color-scheme: dark" in page
    assert "parapegma arena &lt;game&gt; &amp; more" in page
    for part in page.split("<svg")[1:]:
        ElementTree.fromstring("<svg" + part[: part.index("</svg>")] + "</svg>")


def test_the_page_shows_an_interval_for_every_share(result):
    page = arena_page(result)
    shares = len(result.bots) + sum(1 if len(each.wins) == 2 else len(each.wins) for each in result.lineups)
    assert page.count('class="fair"') == shares
    assert page.count("<circle") == shares + len(result.bots)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (-5, "chose action -5, which is not legal"),
        (None, "failed with ZeroDivisionError: no idea .*the game was dealt by the seed"),
    ],
)
def test_a_bot_that_misbehaves_is_named(monkeypatch, action, words):
    monkeypatch.setitem(levels.BOTS, "refusing", lambda *_: Refusing(action))
    arena = Arena("ophiuchus", ["refusing", "random"], players=2, games=2)
    with pytest.raises(ParapegmaError, match=f"the bot refusing {words}"):
        arena.run(cores=1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"bots": ["random", "light"], "games": 0}, "the number of games must be at least 1"),
        ({"bots": ["random", "light"], "players": 9}, "is for 1 to 4 players, not 9"),
        ({"bots": ["random", "robot"]}, "there is no bot 'robot'"),
        ({"bots": []}, "name the bots to compare"),
        ({"bots": ["random", "light"], "players": 3, "exact": True}, "names 2 seats, but there are 3"),
        ({"bots": ["random"] * 5, "exact": True}, "is for 1 to 4 players, not 5"),
        ({"bots": ["random", "light"], "options": {"dael": "full"}}, "no option 'dael'"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(arguments, words):
    with pytest.raises(OptionError, match=words):
        Arena("ophiuchus", **arguments)


def test_bots_with_a_budget_of_time_are_noted():
    assert Arena("ophiuchus", ["random", "search:1s"]).by_the_clock
    assert not Arena("ophiuchus", ["random", "search:100", "novice"]).by_the_clock
