"""Line-ups and rotations: every bot has every seat equally often, with the same deals as the others."""

from __future__ import annotations

from collections import Counter

import pytest

from parapegma.errors import OptionError
from parapegma.lab.lineups import Lineup, fixtures, round_robin


def words(lineups):
    return [str(lineup) for lineup in lineups]


def test_two_seats_pair_every_bot_with_every_other():
    assert words(round_robin(["a", "b", "c"], 2)) == ["a : b", "a : c", "b : c"]


def test_more_seats_set_one_bot_against_a_table_of_another_both_ways():
    assert words(round_robin(["a", "b"], 4)) == ["a : 3 b", "b : 3 a"]


def test_as_many_bots_as_seats_also_meet_at_mixed_tables():
    found = words(round_robin(["a", "b", "c", "d"], 3))
    assert found[12:] == ["a : b : c", "a : b : d", "a : c : d", "b : c : d"]
    assert len(found) == 16


def test_one_seat_lets_every_bot_play_alone():
    assert words(round_robin(["a", "b"], 1)) == ["a", "b"]


def test_a_bot_named_twice_is_refused():
    with pytest.raises(OptionError, match="a is named twice; with --lineup"):
        round_robin(["a", "b", "a"], 2)


def test_one_bot_has_nobody_to_play():
    with pytest.raises(OptionError, match="at least two bots"):
        round_robin(["a"], 2)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_bot_takes_each_seat_equally_often_in_every_deal(players):
    lineups = round_robin(["a", "b", "c", "d", "e"], players)
    seen = Counter(
        (game.lineup, game.deal, bot, seat)
        for game in fixtures(lineups, players, 2 * players, seed=1)
        for seat, bot in enumerate(game.seats)
    )
    for (lineup, _, bot, _), times in seen.items():
        assert times == lineups[lineup].seats_of(bot)


def test_begun_deals_are_finished():
    assert len(list(fixtures([Lineup(("a", "b", "c"))], 3, games=7, seed=1))) == 9


def test_an_exact_line_up_keeps_its_order_around_the_table():
    games = fixtures([Lineup(("a", "b", "c"))], 3, games=9, seed=1)
    assert {game.seats for game in games} == {("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")}


def test_mixed_tables_change_their_order_from_deal_to_deal():
    (lineup,) = round_robin(["a", "b", "c"], 3)[6:]
    first = {game.seats for game in fixtures([lineup], 3, games=60, seed=1)}
    assert len(first) == 6
