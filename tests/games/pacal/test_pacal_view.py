"""What the view tells a board beyond the pieces: ways of ships, what building would win, who leads."""

from __future__ import annotations

import itertools
import random

import pytest

from parapegma.core.match import Match


def views(match, chance):
    """Every view of a random game, with the match as it stands then."""
    while not match.over:
        yield match.view(None)
        match.act(chance.choice(match.legal()))
    yield match.view(None)


def beside(one, two):
    return abs(ord(one[0]) - ord(two[0])) + abs(int(one[1:]) - int(two[1:])) == 1


@pytest.mark.parametrize("path_rule", ["self_avoiding", "no_reversal"])
def test_every_end_of_a_move_with_turns_has_a_way_over_free_cells(path_rule):
    seen = 0
    for view in views(Match("pacal", 4, 5, path_rule=path_rule, max_rounds=12), random.Random(5)):
        assert set(view.paths) == set(view.ends.one_stone)
        taken = {seat.ship for seat in view.seats} | {cell for seat in view.seats for cell in seat.pyramids}
        for end, path in view.paths.items():
            assert (path[0], path[-1]) == (view.seats[view.to_move].ship, end)
            assert all(beside(one, two) for one, two in itertools.pairwise(path))
            assert not taken & set(path[1:])
            assert len(path) <= view.die + 1
            assert path_rule == "no_reversal" or len(set(path)) == len(path)
            seen += 1
    assert seen > 100


@pytest.mark.parametrize("expert", [False, True])
def test_what_building_would_win_is_what_it_wins(expert):
    match = Match("pacal", 3, 8, expert=expert)
    seen = 0
    for view in views(match, random.Random(8)):
        assert bool(view.builds) == (view.phase in ("build", "pattern"))
        if view.phase != "build":
            continue
        assert {build.cell for build in view.builds} == set(view.buildable)
        for build in view.builds:
            tried = match.copy()
            tried.act(f"build {build.cell}")
            if not tried.over and tried.view(None).phase == "pattern":
                tried.act(f"with {' '.join(build.cells)}")
            told = [
                one
                for decision in range(len(match.decisions) + 1, len(tried.decisions) + 1)
                for one in tried.log_of(decision)
            ]
            built = [one.height for one in told if one.kind == "built"]
            won = sum(one.points for one in told if one.kind in ("scored", "bonus"))
            assert ([build.height], build.points) == (built, won)
            seen += 1
    assert seen > 20


def test_leaders_of_a_district_are_those_with_the_most_storeys_there():
    shared = 0
    for view in views(Match("pacal", 3, 8), random.Random(8)):
        for district in view.districts.values():
            best = max(district.strengths)
            assert district.leaders == [
                seat for seat, storeys in enumerate(district.strengths) if storeys == best > 0
            ]
            if district.leaders:
                assert {district.points[seat] for seat in district.leaders} == {district.value}
            shared += len(district.leaders) > 1
    assert shared > 0


def test_the_outlook_at_the_end_is_the_final_scoring():
    for view in views(Match("pacal", 2, 3), random.Random(3)):
        assert [sum(seat.districts for seat in view.outlook)] == [
            sum(sum(district.points) for district in view.districts.values())
        ]
    assert view.outlook == view.final


def test_waters_are_told_apart_unless_they_are_scored_together():
    assert Match("pacal", 3, 1).view(None).waters == {"river": [0, 0, 0], "lake": [0, 0, 0]}
    assert Match("pacal", 3, 1, water_scoring="combined").view(None).waters == {"both": [0, 0, 0]}


def test_who_passes_tells_what_was_asked():
    match = Match("pacal", 3, 2)
    asked = set()
    chance = random.Random(2)
    while not match.over:
        phase, could = match.view(None).phase, match.legal()
        match.act("pass" if "pass" in could and chance.random() < 0.5 else chance.choice(could))
        for told in match.log_of(len(match.decisions)):
            if told.kind == "passed":
                assert told.asked == phase
                asked.add(phase)
    assert {"own", "other", "build"} <= asked
