"""What holds along whole games and cannot be said of one position."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from parapegma import Match, find_game
from parapegma.core import engine
from parapegma.games.pacal.components import BOARD
from parapegma.games.pacal.state import BONUS, BUILT, MOVED, RETURNED, ROLLED, SCORED

GAME = find_game("pacal")


def played(players, seed, **options):
    """A whole game at random."""
    match = Match("pacal", players, seed, **options)
    choose = random.Random(seed)
    while not match.over:
        match.act(choose.choice(match.position.legal()))
    return match


def happened(match):
    return [(decision.seat, event) for decision in match.decisions for event in decision.events]


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.rules("PR-7.1", "PR-8.1")
def test_points_in_play_are_district_values_and_the_bonus(players):
    """INV-6; PR-7.1, PR-8.1: nothing else is scored before the end, and scores never fall."""
    match = Match("pacal", players, players)
    choose = random.Random(players)
    scores = match.scores
    while not match.over:
        match.act(choose.choice(match.position.legal()))
        gained = [new - old for new, old in zip(match.scores, scores, strict=True)]
        scores = match.scores
        told = [e for e in match.decisions[-1].events if e[0] in (SCORED, BONUS)]
        if not match.over:
            assert sum(gained) == sum(points for _, _, points, _ in told)
            assert all(seat == match.decisions[-1].seat for _, seat, _, _ in told)
        assert min(gained) >= 0
        assert {points for kind, _, points, _ in told if kind == SCORED} <= set(BOARD.values.values())


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.rules("PR-3.3", "PR-3.4")
def test_everybody_moves_once_a_round_and_the_start_goes_round(players):
    """EX-7; PR-3.3, PR-3.4: clockwise from the start player, who is last in the next round."""
    match = played(players, 11)
    moves = [seat for seat, event in happened(match) if event[0] == MOVED]
    start = moves[0]
    for n in range(len(moves) // players):
        turn = moves[n * players : (n + 1) * players]
        assert turn == [(start + n + i) % players for i in range(players)]
    rolls = [event for _, event in happened(match) if event[0] == ROLLED]
    assert [event[3] for event in rolls] == list(range(1, len(rolls) + 1))


@pytest.mark.rules("PR-10.1", "PR-10.2")
def test_two_players_alternate_and_roll_for_themselves():
    match = played(2, 12)
    moves = [event[1] for _, event in happened(match) if event[0] == MOVED]
    assert moves == [(moves[0] + n) % 2 for n in range(len(moves))]
    rolls = [event for _, event in happened(match) if event[0] == ROLLED]
    assert [event[1] for event in rolls][: len(moves)] == moves
    assert [event[3] for event in rolls] == [n // 2 + 1 for n in range(len(rolls))]


@pytest.mark.rules("PR-6.1", "PR-3.5")
def test_at_most_one_pyramid_is_built_between_two_moves():
    built = 0
    for _, event in happened(played(4, 13)):
        if event[0] == MOVED:
            built = 0
        built += event[0] == BUILT
        assert built <= 1


@pytest.mark.rules("PR-3.1")
def test_the_die_shows_every_face_as_often_as_it_has_it():
    """PR-3.1: six faces, the 3 twice."""
    shown = Counter()
    for seed in range(12):
        shown.update(event[2] for _, event in happened(played(2, seed)) if event[0] == ROLLED)
    rolls = sum(shown.values())
    assert rolls > 1000
    for face, faces in ((2, 1), (3, 2), (4, 1), (5, 1), (6, 1)):
        assert abs(shown[face] / rolls - faces / 6) < 0.05


@pytest.mark.rules("PR-2.4")
def test_the_start_player_is_chosen_at_random_unless_agreed():
    """PR-2.4, R-3."""
    assert {Match("pacal", 5, seed).actor for seed in range(60)} == {0, 1, 2, 3, 4}
    assert {Match("pacal", 5, seed, start_player="seat3").actor for seed in range(9)} == {3}


def test_a_whole_round_is_known_once_the_die_lies():
    """Section 6: chance enters between rounds only, so two keys agree until the next roll."""
    match = played(4, 14)
    match.rewind(40)
    twin = match.copy()
    twin.position.states = engine.determinize(match.position.states, 0, match.position.states[0]["key"] + 1)
    ends = match.position.states[0]["round"]
    choose = random.Random(1)
    while match.position.states[0]["round"] == ends:
        assert twin.position.to_data()["ships"] == match.position.to_data()["ships"]
        assert twin.legal() == match.legal()
        number = choose.choice(match.position.legal())
        match.act(number)
        twin.act(number)


@pytest.mark.rules("PR-5.6")
def test_duplicates_of_the_player_himself_go_home_too():
    """PR-5.6: seen often in random play, and never fewer than two at a time from a lifted ship."""
    seen = 0
    for seed in range(6):
        match = played(5, seed)
        for decision in match.decisions:
            built = any(event[0] == BUILT for event in decision.events)
            for kind, _, _, stones in decision.events:
                if kind == RETURNED and not built:
                    assert stones >= 2
                    seen += 1
    assert seen > 20


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.rules("PR-11.1", "PR-11.2", "PR-11.3")
def test_an_expert_constellation_has_one_pyramid_at_most(expert):
    """PR-11.1, PR-11.2, PR-11.3, in every building of a whole game."""
    match = Match("pacal", 4, 21, expert=expert)
    choose = random.Random(21)
    used = Counter()
    while not match.over:
        before = match.position.to_data()
        match.act(choose.choice(match.position.legal()))
        for entry in match.log_of(len(match.decisions)):
            if entry.kind == "constellation":
                seat = match.decisions[-1].seat
                pyramids = {text.split("@")[1] for text in before["pyramids"][seat]}
                inside = pyramids & set(entry.cells)
                used[len(inside)] += 1
                if expert:
                    assert inside <= {entry.cell}
    assert used[0]
    assert used[1]
    assert expert or used[2]
