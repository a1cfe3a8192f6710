"""Options are checked, and every refusal says what would be right."""

from __future__ import annotations

import pytest

from parapegma import Match
from parapegma.core.options import Option, read_options
from parapegma.errors import OptionError

SPEED = Option("speed", 3, range(1, 6), "how fast")
BONUS = Option("bonus", True, (True, False), "with a bonus")
COLOUR = Option("colour", "red", ("red", "blue"), "which colour")
SEAT = Option("seat", "random", ("random", "1", "2"), "which seat")
DATE = Option("date", "today", None, "any text")


@pytest.mark.parametrize(
    ("option", "spelt", "value"),
    [
        (SPEED, "5", 5),
        (SPEED, 1, 1),
        (BONUS, "no", False),
        (BONUS, "TRUE", True),
        (COLOUR, "blue", "blue"),
        (SEAT, 2, "2"),
        (SEAT, "2", "2"),
        (DATE, "1969-07-20", "1969-07-20"),
        (DATE, {"day": 20, "month": "july"}, "day: 20, month: july"),
    ],
)
def test_a_value_may_be_spelt_as_on_a_command_line(option, spelt, value):
    assert option.read(spelt) == value


@pytest.mark.parametrize(
    ("option", "bad", "words"),
    [
        (SPEED, 6, "speed cannot be 6; it must be a whole number from 1 to 5"),
        (SPEED, "fast", "a whole number from 1 to 5"),
        (SPEED, True, "a whole number"),
        (BONUS, "perhaps", "true or false"),
        (BONUS, 1, "true or false"),
        (COLOUR, "green", "red or blue"),
        (SEAT, 3, "random or 1 or 2"),
        (SEAT, True, "random or 1 or 2"),
        (DATE, 5, "text"),
    ],
)
def test_any_other_value_is_refused_with_what_would_be_right(option, bad, words):
    with pytest.raises(OptionError, match=words):
        option.read(bad)


def test_options_that_are_not_given_have_their_default():
    assert read_options((SPEED, BONUS), {"speed": "2"}) == {"speed": 2, "bonus": True}


def test_an_unknown_option_is_refused_with_its_neighbour():
    with pytest.raises(OptionError, match=r"no option 'colr' .did you mean 'colour'"):
        read_options((SPEED, COLOUR), {"colr": "red"})


def test_kinds_are_declared_for_front_ends():
    assert [option.kind for option in (SPEED, BONUS, COLOUR, DATE)] == [
        "integer",
        "boolean",
        "choice",
        "text",
    ]


@pytest.mark.parametrize("players", [0, 5, -1, True, "2", 2.0])
def test_a_number_of_players_out_of_range_is_refused(players):
    with pytest.raises(OptionError, match="ophiuchus is for 1 to 4 players"):
        Match("ophiuchus", players)


def test_an_unknown_game_is_refused_with_its_neighbour():
    with pytest.raises(OptionError, match=r"no game 'ophiucus' .did you mean 'ophiuchus'"):
        Match("ophiucus")


@pytest.mark.parametrize("seed", ["", "  ", True, 1.5, "two\nlines", "key:12", "key:" + "g" * 32])
def test_a_seed_that_is_no_number_or_word_is_refused(seed):
    with pytest.raises(OptionError):
        Match("ophiuchus", seed=seed)
