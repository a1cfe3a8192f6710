"""The data files of Ulysses: the standard map, other maps, and files that are broken."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from collections import deque
from pathlib import Path

import pytest

from parapegma.errors import DataError
from parapegma.games.ulysses import components
from parapegma.games.ulysses.components import CARDS_OF_COLOUR, NEIGHBOURS, PLACE_NAMES, PLACES, ROUTES

DATA = Path(components.__file__).parent / "data"
RULEBOOK_ROUTES = (
    "lybien dido", "lybien zakynthos", "atlantis kalypso", "atlantis lopadusa", "minotaurus melita",
    "minotaurus olymp", "sybille pytusae", "sybille zyklopen", "sybille elysion",
)  # fmt: skip


def distances(start: int, among: set[int]) -> dict[int, int]:
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for place in NEIGHBOURS[here]:
            if place in among and place not in found:
                found[place] = found[here] + 1
                queue.append(place)
    return found


# --- the standard map (UL-1.4 to UL-1.7, Appendix B) -------------------------------------------------


def test_the_map_has_37_places_and_75_routes():
    assert (len(PLACES), len(ROUTES)) == (37, 75)
    assert [len(cards) for cards in CARDS_OF_COLOUR] == [9, 9, 9, 9]


@pytest.mark.rules("UL-1.4")
def test_only_troia_has_neither_colour_nor_card():
    assert [place.id for place in PLACES if place.colour is None] == ["troia"]  # UL-1.4


@pytest.mark.rules("UL-1.5", "UL-1.6")
def test_routes_are_undirected_single_and_join_everything():
    assert len({frozenset((route.a, route.b)) for route in ROUTES}) == len(ROUTES)
    assert all(route.a != route.b for route in ROUTES)
    assert sorted({len(near) for near in NEIGHBOURS}) == [3, 4, 5, 6]
    everywhere = set(range(len(PLACES)))
    far = {place: max(distances(place, everywhere).values()) for place in everywhere}
    assert max(far.values()) == 7
    assert min(far, key=lambda place: far[place]) == PLACE_NAMES.index("melita")


def test_each_colour_hangs_together_by_its_own_routes():
    for cards in CARDS_OF_COLOUR:
        assert set(distances(cards[0], set(cards))) == set(cards)


def test_the_routes_of_the_rulebook_are_there():
    for route in RULEBOOK_ROUTES:
        a, b = (PLACE_NAMES.index(name) for name in route.split())
        assert b in NEIGHBOURS[a]
    assert [PLACE_NAMES[place] for place in NEIGHBOURS[0]] == ["zypern", "minotaurus", "lybien"]


@pytest.mark.rules("UL-1.1")
def test_the_cards_are_those_of_the_rulebook():
    assert components.CARD_COUNTS == (50, 23, 23, 16, 11, 9)  # UL-1.1
    assert components.N_CARDS == 132


# --- broken files ------------------------------------------------------------------------------------


def load(folder: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> dict[str, object]:
    (folder / "ulysses").mkdir()
    for name, text in files.items():
        (folder / "ulysses" / f"{name}.toml").write_text(text)
    monkeypatch.setenv("PARAPEGMA_DATA", str(folder))
    return runpy.run_path(components.__file__)


MAP = (DATA / "map.toml").read_text()
COMPONENTS = (DATA / "components.toml").read_text()
KADMOS = 'id = "kadmos"\nname = "Kadmos"\ncolour = "green"'


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('start = "troia"', 'start = "sparta"'), "colour: is missing: only the start place 'sparta'"),
        ((KADMOS, 'id = "ithaka"\nname = "K"\ncolour = "green"'), "places: the id 'ithaka' occurs twice"),
        ((KADMOS, KADMOS.replace("green", "blue")), "colour: is 'blue', but must be one of purple"),
        (
            (KADMOS, 'id = "zeus"\nname = "K"\ncolour = "green"'),
            "id: is 'zeus', but must be one word",
        ),
        ((KADMOS, KADMOS.replace("colour", "color")), "color: is not known (did you mean 'colour'?)"),
        (("lon = 26.24", "lon = 260.0"), "lon: is 260.0, but must be from -180 to 180 degrees"),
        (('a = "zypern"\nb = "rhodos"', 'a = "zypern"\nb = "zypern"'), "a route joins two places"),
        (('a = "zypern"\nb = "rhodos"', 'a = "troia"\nb = "zypern"'), "two routes between troia and zypern"),
        (('a = "zypern"\nb = "rhodos"', 'a = "zypern"\nb = "rhodus"'), "b: is 'rhodus', but must be one of"),
        (("via = [[26.75, 35.15]]", "via = [26.75, 35.15]"), "via: has the point 26.75"),
        (("overland = true", "overland = 1"), "overland: is 1, but must be true or false"),
        (('title = "', "title = 7 #"), "title: is 7, but must be text"),
    ],
)
def test_a_broken_map_is_refused_by_its_key(tmp_path, monkeypatch, change, message):
    with pytest.raises(DataError) as error:
        load(tmp_path, monkeypatch, map=MAP.replace(change[0], change[1], 1))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("zeus = 11", "zeus = 0"), "cards.zeus: is 0, but must be from 1 to 120"),
        (("zeus = 11", "jupiter = 11"), "cards.jupiter: is not known"),
        (("temples = 23", "temples = 99"), "temples: is 99, but must be from 5 to 31"),
        (("[5, 6, 7, 8, 9]", "[5, 6, 7]"), "opening_hand: must be 5 whole numbers"),
        (("plague_discs = 6", "plague_discs = 'six'"), "plague_discs: is 'six', but must be a whole number"),
    ],
)
def test_broken_components_are_refused_by_their_key(tmp_path, monkeypatch, change, message):
    with pytest.raises(DataError) as error:
        load(tmp_path, monkeypatch, components=COMPONENTS.replace(*change))
    assert message in str(error.value)


def ring(places_per_colour: int, joined: bool = True, start_colour: str = "") -> str:
    """A map of one ring of places and chords across it."""
    colours = ["purple", "green", "red", "light_blue"]
    names = [f"{colour}{i}" for colour in colours for i in range(places_per_colour)]
    lines = ['title = "a ring"', 'start = "home"', f"colours = {colours!r}"]
    for n, name in enumerate(["home", *names]):
        colour = start_colour if name == "home" else name.rstrip("0123456789")
        lines += ["[[places]]", f'id = "{name}"', f'name = "{name}"', f"lon = {n}.0", "lat = 0.0"]
        lines += [f'colour = "{colour}"'] if colour else []
    around = ["home", *names] if joined else names
    for a, b in zip(around, [*around[1:], around[0]], strict=True):
        lines += ["[[routes]]", f'a = "{a}"', f'b = "{b}"']
    if not joined:
        lines += ["[[routes]]", 'a = "home"', 'b = "purple0"']
    return "\n".join(lines)


@pytest.mark.rules("UL-1.7")
def test_too_few_places_of_a_colour_are_refused(tmp_path, monkeypatch):
    with pytest.raises(DataError, match="has 4 places of the colour purple, but must have 5"):
        load(tmp_path, monkeypatch, map=ring(4))


def test_too_many_places_of_a_colour_are_refused(tmp_path, monkeypatch):
    with pytest.raises(DataError, match=r"has 16 places of the colour purple, .* to 15"):
        load(tmp_path, monkeypatch, map=ring(15).replace('id = "home"', 'id = "home"\ncolour = "purple"', 1))


def test_the_largest_map_has_61_places(tmp_path, monkeypatch):
    assert load(tmp_path, monkeypatch, map=ring(15))["N_PLACES"] == 61


@pytest.mark.rules("UL-1.6")
def test_a_place_with_one_neighbour_is_refused(tmp_path, monkeypatch):
    with pytest.raises(DataError, match="gives home fewer than two neighbours"):
        load(tmp_path, monkeypatch, map=ring(5, joined=False))


@pytest.mark.rules("UL-1.5")
def test_a_map_in_two_pieces_is_refused(tmp_path, monkeypatch):
    apart = ring(5).replace('a = "home"\nb = "purple0"', 'a = "home"\nb = "red1"', 1)
    apart = apart.replace('a = "light_blue4"\nb = "home"', 'a = "light_blue4"\nb = "purple0"', 1)
    apart = apart.replace('a = "red1"\nb = "red2"', 'a = "home"\nb = "red2"', 1)
    apart = apart.replace('a = "red0"\nb = "red1"', 'a = "red0"\nb = "red3"', 1)
    apart = apart.replace('a = "red2"\nb = "red3"', 'a = "red1"\nb = "red2"', 1)
    with pytest.raises(DataError, match="does not join"):
        load(tmp_path, monkeypatch, map=apart)


@pytest.mark.parametrize("start_colour", ["", "red"])
@pytest.mark.rules("UL-8.2")
def test_another_map_can_be_played(tmp_path, start_colour):
    """The map is data (UL-10); a start place with a colour has a card and must be entered again (UL-8.2)."""
    (tmp_path / "ulysses").mkdir()
    (tmp_path / "ulysses" / "map.toml").write_text(ring(6, start_colour=start_colour))
    program = (
        "import random\n"
        "from parapegma import Match\n"
        "choose = random.Random(3)\n"
        "match = Match('ulysses', 5, 1, max_turns=25)\n"
        "position = match.position.to_data()\n"
        "cards = sum([*position['objectives'].values(), *position['piles'].values()], [])\n"
        "while not match.over:\n"
        "    match.act(choose.choice(match.position.legal()))\n"
        "assert Match.replay(match.record()).record() == match.record()\n"
        "print(match.game.action_count, cards.count('home'))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PARAPEGMA_DATA": str(tmp_path), "PARAPEGMA_MODE": "interpreted"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    actions, cards_of_start = done.stdout.split()
    assert int(actions) == 35 + 25
    assert int(cards_of_start) == (1 if start_colour else 0)
