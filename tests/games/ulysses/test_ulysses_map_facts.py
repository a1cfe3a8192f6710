"""What the view says about the map that everyone can see."""

from __future__ import annotations

from parapegma import Match


def test_the_view_tells_how_far_each_place_is_from_each():
    board = Match("ulysses", 3, seed=1).view(seat=None).map
    names = [place.id for place in board.places]
    steps = board.distances
    for start, place in enumerate(board.places):
        assert steps[start][start] == 0
        near = {names[other] for other, far in enumerate(steps[start]) if far == 1}
        assert near == set(place.neighbours)
    assert max(max(row) for row in steps) == 7
    assert steps[names.index("troia")][names.index("lotophagen")] == 2
