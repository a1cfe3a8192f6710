"""Whatever is typed or written by hand is accepted, or refused in one line with nothing half done."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parapegma import Match, all_games, find_game
from parapegma.errors import IllegalAction, OptionError, ParapegmaError, RecordError

GAMES = [game.name for game in all_games()]
CAREFUL = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
KEYS = st.integers(-1, 4) | st.text(max_size=4)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-300, 300) | st.text(max_size=6) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)


def begun(name: str, decisions: int = 25) -> Match:
    match = Match(name, find_game(name).players[-1], seed=2)
    choose = random.Random(4)
    while not match.over and len(match.decisions) < decisions:
        match.act(choose.choice(match.position.legal()))
    return match


def one_line(error: ParapegmaError, words: str = "") -> None:
    assert str(error)
    assert words in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize("name", GAMES)
def test_any_words_are_a_decision_or_refused(name):
    match = begun(name)
    before = match.position.copy()
    known = sorted({word for notation in match.legal() for word in notation.split()})

    @CAREFUL
    @given(
        st.text(max_size=20)
        | st.lists(st.sampled_from(known) | st.text(max_size=4), max_size=5).map(" ".join)
    )
    def try_it(words: str) -> None:
        trial = match.copy()
        try:
            trial.act(words)
        except IllegalAction as error:
            one_line(error)
        unchanged = trial.position == before
        assert unchanged == (len(trial.decisions) == len(match.decisions))

    try_it()


@pytest.mark.parametrize("name", GAMES)
def test_a_damaged_record_replays_or_is_refused_with_the_line(name):
    lines = begun(name).record().splitlines()

    @CAREFUL
    @given(st.integers(0, len(lines) - 1), st.text(max_size=12), st.integers(0, 30))
    def try_it(n: int, words: str, place: int) -> None:
        damaged = lines[n][:place] + words + lines[n][place:]
        try:
            Match.replay("\n".join([*lines[:n], damaged, *lines[n + 1 :]]))
        except RecordError as error:
            one_line(error, "line ")

    try_it()


@pytest.mark.parametrize("name", GAMES)
def test_any_position_is_built_or_refused(name):
    whole = begun(name).position.to_data()

    @CAREFUL
    @given(st.dictionaries(st.sampled_from(sorted(whole)), JUNK, min_size=1, max_size=3), st.booleans())
    def try_it(parts: dict[str, object], complete: bool) -> None:
        position = {**whole, **parts} if complete else parts
        try:
            match = Match(name, find_game(name).players[-1], seed=2, position=position)
        except ParapegmaError as error:
            one_line(error)
        else:
            assert match.over or match.legal()

    try_it()


@pytest.mark.parametrize("name", GAMES)
def test_any_options_are_accepted_or_refused(name):
    game = find_game(name)
    names = [option.name for option in game.options]

    @CAREFUL
    @given(st.dictionaries(st.sampled_from(names) | st.text(max_size=5), JUNK, max_size=3), JUNK)
    def try_it(options: dict[str, object], players: object) -> None:
        try:
            game.check(players, options)  # type: ignore[arg-type]
        except OptionError as error:
            one_line(error)

    try_it()
