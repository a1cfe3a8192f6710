"""What holds through whole games: seeds, turns, conservation, and that refusals change nothing."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain
from typing import Any

import pytest

from parapegma.core import engine
from parapegma.core.compiled.arrays import state_bytes
from parapegma.core.match import Match
from parapegma.errors import IllegalAction
from parapegma.games.ophiuchus.state import CLAIMED, LAID, PASSED, TOOK_TOKEN

from .positions import SETTINGS

GAMES = [(seed, *SETTINGS[seed % len(SETTINGS)]) for seed in range(18)]


@pytest.mark.rules("OP-1.6", "OP-1.7")
def test_tv_79_every_tile_card_and_token_is_in_one_place_in_every_position() -> None:
    """OP-1.6, OP-1.7, counted from the position as people read it."""
    for seed, players, options in GAMES:
        choose = random.Random(seed)
        match = Match("ophiuchus", players, seed, **options)
        while not match.over:
            match.act(choose.choice(match.position.legal()))
            assert engine.broken(match.position.states) == 0
            now = match.position.to_data()
            tiles = [*(laid[:3] for laid in now["sky"]), *now["reserve"], *chain(*now["hands"].values())]
            cards = [*now["firmament"], *chain(*now["cards"].values())]
            assert sorted(tiles) == [f"T{n:02}" for n in range(1, 28)]
            assert len(cards) == len(set(cards)) == 13
            assert now["supply"] + sum(now["tokens"].values()) == 12


@pytest.mark.rules("OP-2.9", "OP-9.4")
def test_tv_81_the_same_seed_and_actions_give_the_same_game() -> None:
    for seed, players, options in GAMES[:6]:
        first, second = (Match("ophiuchus", players, seed, **options) for _ in range(2))
        assert first.position.to_data() == second.position.to_data()
        choose = random.Random(seed)
        while not first.over:
            number = choose.choice(first.position.legal())
            first.act(number)
            second.act(number)
            assert state_bytes(first.position.states) == state_bytes(second.position.states)
        assert first.scores == second.scores


@pytest.mark.rules("OP-2.2", "OP-2.9")
def test_tv_81_another_seed_gives_another_deal() -> None:
    assert len({str(Match("ophiuchus", 2, seed).position.to_data()["sky"]) for seed in range(300)}) == 27


@pytest.mark.rules("OP-2.9")
def test_hands_are_dealt_seat_by_seat_before_the_start_tile() -> None:
    """OP-2.9: with the same seed, seat 0's tiles do not depend on how many others play."""
    hands = [Match("ophiuchus", players, 8).position.to_data()["hands"] for players in (1, 2, 3, 4)]
    assert all(dealt[0] == hands[0][0] for dealt in hands)
    assert all(dealt[1] == hands[1][1] for dealt in hands[1:])


@pytest.mark.rules("OP-2.1")
def test_every_seat_starts_about_as_often_as_the_others() -> None:
    """OP-2.1 and ruling RU-30."""
    starts = Counter(Match("ophiuchus", 4, seed).actor for seed in range(400))
    assert set(starts) == {0, 1, 2, 3}
    assert min(starts.values()) > 65


def shown_marks(match: Match) -> dict[int, int]:
    """What every occupied square of the canvas shows."""
    cells = match.position.states[0]["cell"]
    return {int(square): int(cells[square]) for square in cells.nonzero()[0]}


@pytest.mark.rules("OP-4.10")
def test_tv_84_a_square_once_occupied_shows_the_same_marks_to_the_end() -> None:
    for seed, players, options in GAMES:
        choose = random.Random(seed)
        match = Match("ophiuchus", players, seed, **options)
        shown = shown_marks(match)
        while not match.over:
            match.act(choose.choice(match.position.legal()))
            now = shown_marks(match)
            assert now.items() >= shown.items()
            assert len(now) == 2 * len(match.view().sky)
            shown = now


@pytest.mark.rules("OP-5.1")
def test_tv_85_a_refused_placement_changes_nothing() -> None:
    position = {"sky": ["T12@0,0E"], "hands": {0: ["T01", "T02", "T16"]}, "to_move": 0}
    match = Match("ophiuchus", 2, 1, position=position)
    before = state_bytes(match.position.states), match.view(0), len(match.decisions)
    with pytest.raises(IllegalAction, match="ROW_OVER_13"):
        match.act("lay T16 2,0 E")
    assert (state_bytes(match.position.states), match.view(0), len(match.decisions)) == before


@pytest.mark.rules("OP-6.3")
def test_tv_86_exactly_two_answers_are_offered_for_a_bonus() -> None:
    position = {"sky": ["T12@0,0E"], "hands": {0: ["T01", "T02", "T15"]}, "to_move": 0}
    match = Match("ophiuchus", 2, 1, position=position)
    match.act("lay T15 2,0 E")
    assert match.legal() == ["claim gemini", "claim cancer", "claim sagittarius"]
    match.act("claim gemini")
    assert match.legal() == ["token", "draw two"]


@pytest.mark.rules("OP-3.3", "OP-8.2")
def test_a_game_has_at_most_26_placements_and_no_more_passes_in_a_row_than_players() -> None:
    """OP-3.3, OP-8.2; invariant 4 of the rule page."""
    for seed, players, options in GAMES:
        match = played(players, seed, **options)
        kinds = [
            kind for decision in match.decisions for kind, *_ in decision.events if kind in (LAID, PASSED)
        ]
        assert kinds.count(LAID) <= 26
        in_a_row = "".join(str(kind) for kind in kinds).split(str(LAID))
        assert max(map(len, in_a_row)) <= players


@pytest.mark.rules("OP-5.8", "OP-6.4")
def test_nobody_gains_more_than_one_card_and_one_bonus_per_turn() -> None:
    """OP-5.8, OP-6.4; invariant 5 of the rule page."""
    for seed, players, options in GAMES:
        gained = Counter[int]()
        for decision in played(players, seed, **options).decisions:
            for kind, *_ in decision.events:
                if kind == LAID:
                    gained.clear()
                gained[kind] += 1
                assert gained[CLAIMED] <= 1
                assert gained[TOOK_TOKEN] <= 1


@pytest.mark.rules("OP-3.1", "OP-3.3")
def test_seats_move_clockwise_and_a_pass_is_told() -> None:
    for seed, players, options in GAMES:
        match = played(players, seed, **options)
        happened = [*match.opening, *(event for decision in match.decisions for event in decision.events)]
        turns = [seat for kind, seat, *_ in happened if kind in (LAID, PASSED)]
        assert turns == [(match.view().start + n) % players for n in range(len(turns))]


def played(players: int, seed: int, **options: Any) -> Match:
    choose = random.Random(seed)
    match = Match("ophiuchus", players, seed, **options)
    while not match.over:
        match.act(choose.choice(match.position.legal()))
    return match
