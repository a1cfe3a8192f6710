"""Start dates: calendars, ephemeris, random days, explicit positions, the length of a game (PT-2.1)."""

from __future__ import annotations

import datetime
import random

import pytest

from parapegma import Match
from parapegma.core import engine
from parapegma.core.compiled.rng import key_of_seed
from parapegma.errors import OptionError
from parapegma.games.ptolemaeus import GAME
from parapegma.games.ptolemaeus.components import ECLIPSIS, SIGNS, START_DATES
from parapegma.games.ptolemaeus.options.calendar import (
    Moment,
    random_skies,
    read_moment,
    signs_at,
    start_text,
)
from parapegma.games.ptolemaeus.view.length import Rounds, comet_place, expected_rounds, rounds_left

ROUNDS = {
    "0141-02-02": ("6.8 (5-9)", "scorpius"),
    "0150-03-22": ("6.7 (5-10)", "sagittarius"),
    "1492-10-12": ("9.0 (7-10)", "capricornus"),
    "1582-10-15": ("9.0 (8-10)", "sagittarius"),
    "1610-01-07": ("9.8 (9-11)", "pisces"),
    "1781-03-13": ("9.4 (8-11)", "taurus"),
    "1919-05-29": ("8.5 (7-11)", "sagittarius"),
    "1957-10-04": ("8.0 (7-10)", "leo"),
    "1961-04-12": ("8.4 (6-11)", "virgo"),
    "1969-07-20": ("6.1 (5-10)", "aries"),
    "1977-09-05": ("9.6 (8-11)", "sagittarius"),
    "1990-04-24": ("7.2 (6-10)", "libra"),
    "2000-01-01": ("10.7 (9-12)", "gemini"),
    "2022-03-28": ("8.3 (7-11)", "leo"),
}


@pytest.mark.parametrize("date", START_DATES)
def test_the_ephemeris_gives_the_table(date):
    moment = read_moment(date)
    assert moment is not None
    assert signs_at(moment) == START_DATES[date].signs


@pytest.mark.parametrize("date", START_DATES)
def test_the_length_of_the_game_from_each_date(date):
    signs = START_DATES[date].signs
    assert (str(expected_rounds(signs)), SIGNS[comet_place(signs)]) == ROUNDS[date]


def test_julian_days():
    assert Moment(141, 2, 2).julian_day == 1772591
    assert Moment(1969, 7, 20).julian_day == 2440423
    assert Moment(1582, 10, 15).julian_day == Moment(1582, 10, 4).julian_day + 1
    assert Moment(-4712, 1, 1).julian_day == 0


def test_days_of_the_gregorian_calendar_follow_each_other():
    day = datetime.date(1582, 10, 15)
    for n in random.Random(1).sample(range(500_000), 200):
        then = day + datetime.timedelta(n)
        assert Moment(then.year, then.month, then.day).julian_day == Moment(1582, 10, 15).julian_day + n


def test_the_hour_of_birth_counts():
    """On 1969-07-20 Luna entered Libra at 05:20 UT."""
    early, late = (read_moment(f"1969-07-20 {hour}") for hour in ("05:00", "05:40"))
    assert early is not None
    assert late is not None
    assert SIGNS[signs_at(early)[0]] == "virgo"
    assert SIGNS[signs_at(late)[0]] == "libra"
    assert read_moment("1969-07-20T07:00+02:00") == early
    assert read_moment("1969-07-20T05:00Z") == early


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1582-10-05", "1582-10-04 was followed by 1582-10-15"),
        ("1582-10-14", "1582-10-04 was followed by 1582-10-15"),
        ("1900-02-29", "there is no day 1900-02-29"),
        ("2001-13-01", "there is no day"),
        ("2001-04-31", "there is no day"),
        ("9999-01-01", "the year must be from -1999 to 3000"),
        ("2001-01-01T25:00", "there is no time 25:00"),
        ("2001-01-01T05:00+20:00", "there is no time zone"),
        ("yesterday", "is not understood"),
        ("19690720", "is not understood"),
        ("\u0661969-07-20", "is not understood"),
        ("sol: leo", "luna has no sign"),
        ("sol: leo, sol: aries", "sol has two signs"),
        ("pluto: leo", "there is no planet 'pluto'"),
        ("sol: lion", "there is no sign 'lion'"),
    ],
)
def test_a_start_that_cannot_be_is_refused(text, message):
    with pytest.raises(OptionError, match=message.replace("(", r"\(")):
        Match("ptolemaeus", start=text)


def test_julian_leap_years():
    assert read_moment("1500-02-29") == Moment(1500, 2, 29)
    assert read_moment("-0003-02-28") == Moment(-3, 2, 28)


def test_a_start_is_written_in_one_way():
    assert start_text(" RANDOM ") == "random"
    text = start_text(
        "Sol=Leo; Luna Aries, mercurius: leo, venus: virgo, mars: aries, iupiter: leo, saturnus: leo"
    )
    assert text.startswith("luna: aries, mercurius: leo")
    assert start_text(text) == text


def test_a_start_may_be_a_table_of_signs():
    signs = {"sol": "leo", "luna": "aries", "mercurius": "leo", "venus": "virgo", "mars": "aries",
             "iupiter": "leo", "saturnus": "gemini"}  # fmt: skip
    match = Match("ptolemaeus", start=signs)
    assert match.position.to_data()["planets"] == signs
    assert Match.replay(match.record()).options == match.options


def test_the_days_of_random_starts_are_those_of_the_ephemeris():
    skies = random_skies()
    assert len(skies) == 73049
    for n in random.Random(3).sample(range(len(skies)), 60):
        day = datetime.date(1900, 1, 1) + datetime.timedelta(n)
        assert skies[n] == signs_at(Moment(day.year, day.month, day.day)), day


def test_a_random_start_depends_on_the_seed_alone():
    skies = [Match("ptolemaeus", seed=seed, start="random").view().bodies for seed in (1, 1, 2, 3)]
    assert skies[0] == skies[1]
    assert len({tuple(sky.values()) for sky in skies}) == 3


def test_a_random_start_replays_from_its_record():
    match = Match("ptolemaeus", seed=4, start="random")
    match.act("draw")
    assert Match.replay(match.record()).view() == match.view()


def test_the_expected_length_agrees_with_games_played():
    """The mean over random games, which players cannot change."""
    options = GAME.check(2, {"immediate_win": "off"})[1]
    choose = random.Random(5)
    lengths = []
    for seed in range(40):
        states = engine.deal(GAME.state, GAME.encode(2, options), key_of_seed(f"length {seed}"))
        while engine.actor(states) >= 0:
            engine.apply(states, choose.choice(engine.legal(states)))
        used = int(states[0]["event_used"]) & ~(1 << ECLIPSIS)
        lengths.append(used.bit_count())
    expected = expected_rounds(START_DATES["1969-07-20"].signs)
    assert expected.least <= min(lengths)
    assert max(lengths) <= expected.most
    assert abs(sum(lengths) / len(lengths) - expected.mean) < 0.8


def test_the_rounds_left_shrink_to_one():
    signs = START_DATES["1969-07-20"].signs
    assert rounds_left(signs, 11, 11, 0, (1, 2)) == Rounds(1.0, 1, 1)
    assert rounds_left(signs, 10, 10, -1, ()).least >= 1
