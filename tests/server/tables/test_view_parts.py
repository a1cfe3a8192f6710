"""Only what changed of a view is made and sent again, and what readers then have is the whole view."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from parapegma.core import view_tools
from parapegma.core.compiled.arrays import States, states_of_bytes
from parapegma.core.game import all_games, find_game
from parapegma.core.match import Match
from parapegma.core.position import Position
from parapegma.server.tables.messages.choices import encoded_choices
from parapegma.server.tables.messages.parts import changes, changing_parts

GAMES = [game.name for game in all_games()]
encode, decode = msgspec.json.encode, msgspec.json.decode


def random_games(name: str) -> Iterator[list[Position]]:
    """For each number of players the positions of a random game, from the deal to its end."""
    chance = random.Random(name)
    for players in find_game(name).players:
        match = Match(name, players, seed=players)
        positions = [match.position.copy()]
        while match.actor is not None and len(positions) < 400:
            match.act(chance.choice(match.position.legal()))
            positions.append(match.position.copy())
        yield positions


def viewers(position: Position) -> list[int | None]:
    return [None, *range(position.players)]


@pytest.mark.parametrize("name", GAMES)
def test_changes_one_after_the_other_are_the_whole_view(name):
    lasting = find_game(name).lasting
    for positions in random_games(name):
        for seat in viewers(positions[0]):
            views = [position.view(seat) for position in positions]
            had = decode(encode(views[0]))
            sent = changing_parts(views[0], lasting)
            for view in views[1:]:
                parts = changing_parts(view, lasting)
                had |= decode(encode(changes(parts, sent)))
                assert encode(had) == encode(view)
                sent = parts


@pytest.mark.parametrize("name", GAMES)
def test_parts_that_are_kept_depend_on_nothing_but_the_fields_they_name(name, monkeypatch):
    games = list(random_games(name))
    first = [[encode(p.view(seat)) for seat in viewers(p)] for positions in games for p in positions]

    def all_of(fields: view_tools.Fields, states: States) -> bytes:
        return states.tobytes()

    def as_it_is(fields: view_tools.Fields, contents: bytes) -> States:
        return states_of_bytes(contents, find_game(name).state)

    monkeypatch.setattr(view_tools.Fields, "contents", all_of)
    monkeypatch.setattr(view_tools.Fields, "alone", as_it_is)
    again = [[encode(p.view(seat)) for seat in viewers(p)] for positions in games for p in positions]
    assert first == again


@pytest.mark.parametrize("name", GAMES)
def test_choices_that_are_kept_as_text_are_the_legal_actions(name):
    assert find_game(name).described_by is not None
    for positions in random_games(name):
        for position in positions:
            assert bytes(encoded_choices(position)) == encode(position.legal_actions())
