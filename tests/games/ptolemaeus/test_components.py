"""The components are what the rule page says, and broken data files are refused by their key."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parapegma.games.ptolemaeus import components
from parapegma.games.ptolemaeus.components import (
    BONUS_KINDS,
    BONUS_PRESETS,
    CONFIGURATION_SIGNS,
    EVENTS,
    N_CARDS,
    OBJECTIVES,
    OPPOSITION,
    PLANET_POINTS,
    PLANETS,
    SIGNS,
    SQUARE,
    TRINE,
)

DATA = Path(components.__file__).parent / "data" / "components.toml"


def test_v13_the_event_cards_name_mars_four_times():
    counts = [sum(trio >> planet & 1 for trio in EVENTS.values()) for planet in range(7)]
    assert counts == [9, 7, 6, 5, 4, 3, 2]
    assert len(EVENTS) == 12
    assert len(set(EVENTS.values())) == 12


@pytest.mark.rules("PT-15.6")
def test_v14_points_by_planets_studied():
    assert [int(PLANET_POINTS[n]) for n in range(8)] == [0, 1, 2, 4, 5, 6, 8, 10]


@pytest.mark.rules("PT-1.1", "PT-1.2", "PT-7.7")
def test_v16_the_ring_of_signs():
    assert SIGNS[0] == "aries"
    assert SIGNS[11] == "pisces"
    named = [tuple(SIGNS[sign] for sign in signs) for signs in CONFIGURATION_SIGNS]
    assert named[OPPOSITION:TRINE] == [
        ("aries", "libra"),
        ("taurus", "scorpius"),
        ("gemini", "sagittarius"),
        ("cancer", "capricornus"),
        ("leo", "aquarius"),
        ("virgo", "pisces"),
    ]
    assert named[TRINE:SQUARE] == [
        ("aries", "leo", "sagittarius"),
        ("taurus", "virgo", "capricornus"),
        ("gemini", "libra", "aquarius"),
        ("cancer", "scorpius", "pisces"),
    ]
    assert ("gemini", "pisces") in named[SQUARE:]
    assert len(named) == 34


def test_the_decks_have_their_sizes():
    assert N_CARDS == 65
    assert [sum(counts) for counts in BONUS_PRESETS.values()] == [25, 25]
    assert len(OBJECTIVES) == 7


@pytest.mark.rules("PT-15.9")
def test_a_score_is_at_most_18_with_preset_a():
    """PT-15.9: ten for planets, three Novas, two for asteroids, three for the objective."""
    novas = BONUS_PRESETS["A"][BONUS_KINDS.index("nova_constellatio")]
    assert int(PLANET_POINTS[7]) + novas + 7 // components.ASTEROIDS_PER_POINT + 3 == 18


def test_every_pair_of_planets_is_on_one_objective():
    for one in range(7):
        for two in range(one):
            together = [trio for trio in OBJECTIVES.values() if trio >> one & 1 and trio >> two & 1]
            assert len(together) == 1, (PLANETS[one], PLANETS[two])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("per_sign = 5", "per_sign = 4", "constellation_cards: add up to 53, but must be 65"),
        ("jokers = 5", "joker = 5", "constellation_cards.joker: is not known"),
        ('E08 = ["luna", "sol", "mars"]', 'E08 = ["luna", "sol", "sol"]', "events.E08: must name three"),
        ('E08 = ["luna", "sol", "mars"]', 'E08 = ["luna", "sol", "venus"]', "must name mars four times"),
        ('E08 = ["luna", "sol", "mars"]\n', "", "events: has 11 cards"),
        ('O7 = ["sol", "mars", "iupiter"]\n', "", "objectives: has 6 cards"),
        ('O7 = ["sol", "mars", "iupiter"]', 'O7 = ["sol", "x", "iupiter"]', "objectives.O7: names 'x'"),
        ("nova_constellatio = 3", "nova_constellatio = 4", "bonus.A: adds up to 26 cards"),
        ("planet_points = [0, 1,", "planet_points = [0,", "planet_points: must be 8 whole numbers"),
        ("hand_at_start = 2", "hand_at_start = -1", "hand_at_start: is -1, but must be from 0 to 10"),
        ("wipe_at = 5", "", "wipe_at: is missing"),
        ('"aries", "taurus", "gemini"', '"aries", "aries", "gemini"', "signs: must be 12 different names"),
        ('planets = ["luna", "mercurius"', 'planets = ["mercurius", "luna"', "planets: must be luna"),
        ('"gemini", "gemini", "taurus"', '"gemini", "taurus"', 'signs: must name 7 signs'),
        ('"gemini", "gemini", "taurus"', '"gemini", "twins", "taurus"', "names 'twins'"),
        ('[[solo_ranks]]\nfrom = 0', '[[solo_ranks]]\nfrom = 7', "solo_ranks: must be a list of ranks"),
        ("[objectives]", "[objectives", "is not readable as TOML"),
    ],
)  # fmt: skip
def test_a_broken_data_file_is_refused(tmp_path, old, new, message):
    text = DATA.read_text("utf-8")
    assert old in text
    folder = tmp_path / "ptolemaeus"
    folder.mkdir()
    (folder / "components.toml").write_text(text.replace(old, new, 1), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "import parapegma.games.ptolemaeus.components"],
        env={**os.environ, "PARAPEGMA_DATA": str(tmp_path), "PARAPEGMA_MODE": "interpreted"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert message in done.stderr


@pytest.mark.rules("PT-14.11")
def test_another_data_file_is_played(tmp_path):
    """PT-14.11, PT-17: what the data file says is what the rules read."""
    folder = tmp_path / "ptolemaeus"
    folder.mkdir()
    text = DATA.read_text("utf-8").replace("hand_at_start = 2", "hand_at_start = 4")
    (folder / "components.toml").write_text(text, "utf-8")
    code = "import parapegma; print(parapegma.Match('ptolemaeus', seed=1).view(0).seats[0].hand_size)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PARAPEGMA_DATA": str(tmp_path), "PARAPEGMA_MODE": "interpreted"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "4"
