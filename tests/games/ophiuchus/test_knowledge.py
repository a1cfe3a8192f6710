"""Section 6 of the rule page: what a seat knows, and how it guesses what it cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from parapegma.core import engine
from parapegma.core.compiled.arrays import state_bytes
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.match import Match
from parapegma.games.ophiuchus.components import TILE_NAMES
from parapegma.games.ophiuchus.view import tiles_of

GUESSES = 150


def guesses(match: Match, seat: int) -> Iterator[tuple[list[set[str]], set[str]]]:
    """What a seat takes for possible: all hands and the Reserve, many times."""
    for seed in range(GUESSES):
        s = engine.determinize(match.position.states, seat, key_of_seed(seed))[0]
        hands = [set(tiles_of(int(s["hand"][other]))) for other in range(match.players)]
        yield hands, set(tiles_of(int(s["reserve"])))


def places(match: Match, seat: int, tile: str) -> set[str]:
    """Where a seat takes a tile to be possible."""
    found = set()
    for hands, reserve in guesses(match, seat):
        found |= {f"hand {other}" for other, hand in enumerate(hands) if tile in hand}
        found |= {"reserve"} if tile in reserve else set()
    return found


def observation(match: Match, seat: int) -> list[int]:
    return list(engine.observe(match.position.states, seat, match.game.observation_length))


@pytest.fixture
def put_back() -> Match:
    """Three players; seat 0 has just drawn two and put T01 back."""
    position = {
        "sky": ["T12@0,0E"],
        "hands": {0: ["T01", "T02", "T15"], 1: ["T03", "T04", "T05"], 2: ["T06", "T07", "T08"]},
        "to_move": 0,
    }
    match = Match("ophiuchus", 3, 1, position=position)
    for notation in ("lay T15 2,0 E", "claim gemini", "draw two", "return T01"):
        match.act(notation, 0)
    return match


@pytest.mark.rules("OP-6.6")
def test_a_tile_one_put_back_is_guessed_into_the_reserve(put_back: Match) -> None:
    assert places(put_back, 0, "T01") == {"reserve"}


def test_others_cannot_know_which_tile_was_put_back(put_back: Match) -> None:
    assert places(put_back, 1, "T01") == {"reserve", "hand 0", "hand 2"}
    told = [entry.words for entry in put_back.log(1)]
    assert "puts a tile back" in told
    assert "puts T01 back" in [entry.words for entry in put_back.log(0)]


@pytest.mark.rules("OP-7.2")
def test_after_another_draw_it_may_be_in_the_hand_that_drew_but_in_no_other(put_back: Match) -> None:
    put_back.act("lay T03 0,1 S", 1)
    assert put_back.actor == 2
    assert places(put_back, 0, "T01") == {"reserve", "hand 1"}


def test_once_all_others_drew_it_may_be_anywhere_but_in_the_own_hand(put_back: Match) -> None:
    put_back.act("lay T03 0,1 S", 1)
    put_back.act("lay T07 0,-1 N", 2)
    assert put_back.actor == 0
    assert places(put_back, 0, "T01") == {"reserve", "hand 1", "hand 2"}


@pytest.fixture
def passed() -> Match:
    """Three players; seat 0 holds tiles too heavy for the sky and has just passed."""
    position: dict[str, Any] = {
        "sky": ["T26@0,0E", "T25@0,1E"],
        "hands": {0: ["T22", "T23", "T24"], 1: ["T01", "T02", "T03"], 2: ["T04", "T05", "T06"]},
        "to_move": 0,
    }
    return Match("ophiuchus", 3, 1, position=position)


def playable(match: Match) -> set[str]:
    counts = match.game.positions.facts(match.position.states)["placements"]
    return {tile for tile in TILE_NAMES if counts[tile] > 0}


@pytest.mark.rules("OP-3.3")
def test_a_hand_that_passed_is_never_guessed_to_hold_a_tile_that_was_playable_then(passed: Match) -> None:
    assert passed.actor == 1
    fitting = playable(passed)
    assert fitting > {"T01", "T07", "T21"}
    for seat in (1, 2):
        for hands, _ in guesses(passed, seat):
            assert not hands[0] & fitting


@pytest.mark.rules("OP-3.3", "OP-3.4")
def test_what_a_pass_told_is_remembered_while_the_sky_grows(passed: Match) -> None:
    fitting = playable(passed)
    passed.act("lay T01 2,0 E", 1)
    passed.act("lay T04 -1,0 N", 2)
    assert passed.actor == 0
    now = playable(passed)
    for hands, _ in guesses(passed, 1):
        assert not hands[0] & fitting
        assert hands[0] & now, "a player who is to move can lay a tile"


@pytest.mark.rules("OP-7.1")
def test_what_a_pass_told_is_over_when_the_hand_draws(passed: Match) -> None:
    fitting = playable(passed)
    passed.act("lay T01 2,0 E", 1)
    passed.act("lay T04 -1,0 N", 2)
    passed.act("lay T22 3,1 S", 0)
    while passed.actor == 0:
        passed.act(passed.legal()[0])
    assert any(hands[0] & fitting for hands, _ in guesses(passed, 1))


@pytest.mark.rules("OP-2.8")
def test_two_players_with_the_full_deal_know_everything() -> None:
    """OP-2.8: the other hand is what one does not see."""
    for seed in range(20):
        match = Match("ophiuchus", 2, seed, deal="full")
        for _ in range(seed):
            if not match.over:
                match.act(match.position.legal()[0])
        for seat in (0, 1):
            for guess_seed in range(3):
                guess = engine.determinize(match.position.states, seat, key_of_seed(guess_seed))
                assert np.array_equal(guess["hand"], match.position.states["hand"])
                assert np.array_equal(guess["reserve"], match.position.states["reserve"])


@pytest.mark.rules("OP-2.8")
def test_three_players_with_the_full_deal_do_not_know_everything() -> None:
    match = Match("ophiuchus", 3, 1, deal="full")
    assert len({tuple(sorted(hands[1])) for hands, _ in guesses(match, 0)}) > 50


@pytest.mark.rules("OP-2.3")
def test_a_guess_keeps_the_own_hand_and_the_number_of_tiles_everywhere() -> None:
    match = Match("ophiuchus", 4, 3)
    own = set(match.position.to_data()["hands"][2])
    for hands, reserve in guesses(match, 2):
        assert hands[2] == own
        assert [len(hand) for hand in hands] == [3, 3, 3, 3]
        assert len(reserve) == 14


@pytest.mark.rules("OP-2.2")
def test_guesses_are_spread_evenly_over_the_unseen_tiles() -> None:
    """OP-2.2: 23 tiles are unseen, three of them in the other hand."""
    match = Match("ophiuchus", 2, 7, thirteen_bonus=False)
    seat = match.actor
    assert seat is not None
    seen = dict.fromkeys(match.view(seat).unseen, 0)
    assert len(seen) == 23
    for seed in range(2300):
        s = engine.determinize(match.position.states, seat, key_of_seed(seed))[0]
        for tile in tiles_of(int(s["hand"][1 - seat])):
            seen[tile] += 1
    # 300 expected each, 16 the usual deviation.
    assert min(seen.values()) > 220
    assert max(seen.values()) < 380


def test_a_tile_taken_up_shows_to_nobody_else() -> None:
    """Which tile it is shows only when it lies on the table."""
    match = Match("ophiuchus", 3, 5)
    mover = match.actor
    assert mover is not None
    others = [seat for seat in range(3) if seat != mover]

    def seen() -> list[Any]:
        views = [match.view(seat) for seat in (None, *others)]
        return [*views, *(observation(match, seat) for seat in others), *(match.log(seat) for seat in others)]

    before = seen()
    match.act(match.legal()[0])
    assert match.view(mover).picked is not None
    assert seen() == before
    square = next(a for a in match.legal() if _asks_for_a_direction(match, a))
    match.act(square)
    assert match.view(mover).phase == "facing"
    assert seen() == before


def _asks_for_a_direction(match: Match, square: str) -> bool:
    tried = match.copy()
    tried.act(square)
    return tried.view(tried.actor).phase == "facing"


def test_a_guess_does_not_depend_on_the_tile_another_seat_has_taken_up() -> None:
    match = Match("ophiuchus", 2, 5)
    mover = match.actor
    assert mover is not None
    found = set()
    for notation in match.legal():
        tried = match.copy()
        tried.act(notation)
        found.add(state_bytes(engine.determinize(tried.position.states, 1 - mover, key_of_seed(1))))
    assert len(found) == 1


@pytest.mark.rules("OP-2.3")
def test_drawn_tiles_are_named_only_to_who_drew_them() -> None:
    match = Match("ophiuchus", 2, 5)
    mover = match.actor
    assert mover is not None
    while match.actor == mover:
        match.act(match.legal()[0])
    for seat in (None, 0, 1):
        drawn = [entry.tile for entry in match.log(seat) if entry.kind == "drew"]
        assert drawn
        assert all((tile is not None) == (seat == mover) for tile in drawn)


def test_hands_are_hidden_until_the_end_and_open_after_it() -> None:
    match = Match("ophiuchus", 2, 1)
    assert [seat.hand for seat in match.view().seats] == [None, None]
    assert match.view(0).seats[1].hand is None
    while not match.over:
        match.act(match.position.legal()[0])
    hands = match.position.to_data()["hands"]
    assert [seat.hand for seat in match.view().seats] == [hands[0], hands[1]]
