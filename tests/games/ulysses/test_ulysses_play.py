"""Whole games of Ulysses under odd habits, and what is shown of them."""

from __future__ import annotations

import random

import pytest
from rich.console import Console

from parapegma import Match
from parapegma.core import engine
from parapegma.games.ulysses.state import STATE

WIDTHS = (40, 80, 100, 200)


def drawn(match: Match, seat: int | None, width: int) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as captured:
        console.print(match.game.drawings.text(match.view(seat), match.legal_actions()))
    return captured.get()


@pytest.mark.rules("UL-3.4", "UL-3.5")
def test_players_who_hoard_lose_their_draws_and_play_goes_on():
    """UL-3.4, UL-3.5: nobody plays a card, so deck and discard pile run out."""
    choose = random.Random(4)
    match = Match("ulysses", 5, seed=4, max_turns=60)
    hoarding = ("end", "agree", "pass", "no wind", "propose", "stop")
    while not match.over:
        kept = [action.number for action in match.legal_actions() if action.kind in hoarding]
        match.act(choose.choice(kept))
        assert engine.broken(match.position.states) == 0
    assert any("draws are lost" in entry.words for entry in match.log())
    assert match.position.to_data()["deck"] == ""
    assert sum(match.view().seats[seat].hand_size for seat in range(5)) == 132


@pytest.mark.rules("UL-4.15", "UL-7.13")
def test_players_who_build_all_temples_and_fight_for_everything():
    """UL-4.15, UL-7.13: the reserve runs out, every way of playing cards is used; events find room."""
    choose = random.Random(5)
    wished = ("build", "play", "oppose", "black", "support", "add", "pandora", "remove", "change")
    match = Match("ulysses", 5, seed=5, temple_cost="one_card", max_turns=150)
    room = STATE["event"].shape[0]
    while not match.over:
        actions = match.legal_actions()
        liked = [action.number for action in actions if action.kind in wished]
        match.act(choose.choice(liked if liked and choose.random() < 0.8 else [a.number for a in actions]))
        assert engine.broken(match.position.states) == 0
        assert match.position.states[0]["event_n"] <= room - 8
    assert match.position.to_data()["reserve"] < 10


def test_the_map_is_drawn_with_ship_discs_plague_and_objectives():
    match = Match(
        "ulysses",
        3,
        seed=1,
        position={
            "active": 0,
            "ship": "lybien",
            "plague": ["kirke"],
            "hands": {0: "C1", 1: "C2", 2: "W1"},
            "objectives": {1: ["zypern", "olymp", "aiolos", "massilia"]},
            "revealed": {1: ["olymp"]},
        },
    )
    match.act("sail dido")
    text = drawn(match, 1, 100)
    for words in ("Lybien «ship»", "Dido (blue)", "Kirke ✖", "Massilia!", "Olymp✓", "2 Challenge"):
        assert words in text
    assert "Massilia!" not in drawn(match, 0, 100)
    assert match.view(1).asked == "Dido is proposed: agree or oppose?"
    assert "Dido" in match._repr_svg_()


def test_places_that_can_be_chosen_are_lit():
    match = Match("ulysses", 3, seed=1, position={"active": 0, "ship": "lybien"})
    match.act("end")
    assert "[Dido]" in drawn(match, 0, 100)
    assert "[Kirke]" not in drawn(match, 0, 100)


def test_the_table_fits_terminals_of_many_widths():
    match = Match("ulysses", 5, seed=1)
    for width in WIDTHS:
        assert max(len(line) for line in drawn(match, 0, width).splitlines()) <= width


def test_every_phase_has_a_question():
    choose = random.Random(2)
    seen = set()
    match = Match("ulysses", 4, seed=2, max_turns=60)
    while not match.over:
        view = match.view()
        assert view.asked.strip()
        seen.add(view.phase)
        match.act(choose.choice(match.position.legal()))
    assert len(seen) >= 12
    assert match.view().asked == ""
