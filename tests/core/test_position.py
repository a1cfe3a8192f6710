"""A position: made, asked, played, compared, written as text and as bytes."""

from __future__ import annotations

import random

import numpy as np
import pytest

from parapegma import Match, all_games, find_game
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position
from parapegma.errors import IllegalAction, OptionError, PositionError

GAMES = [game.name for game in all_games()]


def after(name: str, decisions: int, seed: int = 3) -> Position:
    """A position that some random decisions led to."""
    position = Position.deal(name, find_game(name).players[-1], seed)
    choose = random.Random(seed)
    for _ in range(decisions):
        if not position.over:
            position.apply(choose.choice(position.legal()))
    return position


def finished(name: str = "ophiuchus", seed: int = 3) -> Position:
    return after(name, 10_000, seed)


# --- making ---------------------------------------------------------------------------------------


def test_the_same_seed_deals_the_same_and_no_seed_deals_anything():
    assert Position.deal("pacal", seed=4) == Position.deal("pacal", seed=4)
    assert Position.deal("pacal") != Position.deal("pacal")


def test_a_deal_refuses_what_the_game_does_not_know():
    with pytest.raises(OptionError, match="1 to 4 players"):
        Position.deal("ophiuchus", 9)
    with pytest.raises(OptionError, match="no option 'sunny'"):
        Position.deal("ophiuchus", sunny=True)


def test_parts_of_a_deal_can_be_set():
    position = Position.deal("ophiuchus", 2, 1, data={"to_move": 1, "hands": {1: ["T01", "T02", "T03"]}})
    assert [position.notation(action) for action in position.legal()] == ["take T01", "take T02", "take T03"]
    with pytest.raises(PositionError, match="T01 occurs twice"):
        Position.deal("ophiuchus", 2, 1, data={"hands": {1: ["T01", "T01", "T03"]}})


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("decisions", [0, 1, 30])
def test_a_position_is_read_back_from_its_line_and_from_its_bytes(name, decisions):
    position = after(name, decisions)
    line = position.to_text()
    assert "\n" not in line
    read = Position.from_text(line)
    assert read == position
    assert hash(read) == hash(position)
    assert read.to_data() == position.to_data()
    assert read.legal() == position.legal()
    assert read.to_text() == line
    assert Position.from_bytes(position.game, position.to_bytes()) == position


@pytest.mark.parametrize(
    "text",
    [
        "ophiuchus",
        "ophiuchus {",
        "ophiuchus []",
        "ophiuchus 5",
        'ophiuchus {"players": 2}',
        'ophiuchus {"players": 2, "options": 5}',
        'ophiuchus {"players": 2, "options": "few"}',
    ],
)
def test_a_line_that_is_no_position_is_refused(text):
    with pytest.raises(PositionError, match="a position is written as"):
        Position.from_text(text)


def test_a_line_of_a_game_that_does_not_exist_is_refused():
    with pytest.raises(OptionError, match="no game 'chess'"):
        Position.from_text("chess {}")


@pytest.mark.parametrize("option", ["seed", "game", "data", "players"])
def test_a_line_with_an_option_that_does_not_exist_is_refused(option):
    with pytest.raises(OptionError, match=f"there is no option '{option}'"):
        Position.from_text(f'ophiuchus {{"players": 2, "options": {{"{option}": 3}}}}')


@pytest.mark.parametrize("seat", [2, -1, True, "0"])
def test_a_seat_that_does_not_exist_sees_guesses_and_observes_nothing(seat):
    position = Position.deal("ophiuchus", 2, 1)
    key = key_of_seed(1)
    for ask in (position.view, position.observe, position.log, position.draw, position.picture):
        with pytest.raises(IllegalAction, match="there is no seat"):
            ask(seat)
    with pytest.raises(IllegalAction, match="there is no seat"):
        position.guess(seat, key)


def test_bytes_of_another_length_are_refused():
    game = find_game("ophiuchus")
    with pytest.raises(PositionError, match=f"has {game.state.itemsize} bytes, not 5"):
        Position.from_bytes(game, b"12345")


def test_a_position_made_from_bytes_can_be_played():
    position = after("ophiuchus", 4)
    again = Position.from_bytes(position.game, position.to_bytes())
    again.apply(again.legal()[0])
    assert again != position


def test_a_copy_goes_its_own_way():
    position = after("ophiuchus", 6)
    before = position.to_bytes()
    position.copy().apply(position.legal()[0])
    assert position.to_bytes() == before


# --- asking ---------------------------------------------------------------------------------------


def test_players_and_options_are_those_of_the_deal():
    position = Position.deal("ophiuchus", 3, 1, end_mode="play_out", thirteen_bonus=False)
    assert position.players == 3
    assert position.options["end_mode"] == "play_out"
    assert position.options["thirteen_bonus"] is False


def test_before_the_end_somebody_decides_and_nobody_has_won():
    position = after("ophiuchus", 6)
    assert position.actor in range(4)
    assert not position.over
    assert position.winners == []


def test_at_the_end_nobody_decides_and_the_first_places_have_won():
    position = finished()
    assert position.over
    assert position.actor is None
    assert position.legal() == []
    assert position.legal_actions() == []
    assert position.winners == [seat for seat in range(4) if position.ranks[seat] == 1] != []
    assert position.scores[position.winners[0]] == max(position.scores)


@pytest.mark.parametrize("name", GAMES)
def test_points_by_where_they_come_from_add_up_to_the_score(name):
    position = after(name, 60)
    assert [sum(position.sources[seat].values()) for seat in range(position.players)] == position.scores


@pytest.mark.parametrize("name", GAMES)
def test_actions_are_taken_apart_and_written_each_in_its_own_way(name):
    position = after(name, 5)
    actions = position.legal_actions()
    assert [action.number for action in actions] == position.legal()
    assert [action.notation for action in actions] == [position.notation(n) for n in position.legal()]
    assert all(position.action(action.number) == action for action in actions)
    assert all(position.check(action.notation) == action.number for action in actions)


def test_an_observation_has_the_length_the_game_declares_and_hides_what_the_seat_cannot_know():
    position = after("ophiuchus", 6)
    seen = position.observe(0)
    assert seen.shape == (position.game.observation_length,)
    guess = position.guess(0, key_of_seed("elsewhere"))
    assert guess != position
    assert np.array_equal(guess.observe(0), seen)
    assert guess.view(0) == position.view(0)
    assert not np.array_equal(guess.observe(1), position.observe(1))


def test_a_guess_depends_on_its_key_alone_and_leaves_the_position():
    position = after("ophiuchus", 6)
    before = position.copy()
    one, two = (position.guess(0, key_of_seed("elsewhere")) for _ in range(2))
    assert one == two
    assert one != position.guess(0, key_of_seed("somewhere"))
    assert position == before


@pytest.mark.parametrize("name", GAMES)
def test_another_key_changes_what_is_still_to_come_and_nothing_else(name):
    position = after(name, 5)
    before = position.copy()
    twin = position.with_chance(key_of_seed(1), used=3)
    assert twin.chance_used == 3
    assert twin.to_data() | {"chance": None} == position.to_data() | {"chance": None}
    assert twin.to_data()["chance"] != position.to_data()["chance"]
    assert position.with_chance(key_of_seed(1)) == position.with_chance(key_of_seed(1))
    assert position == before


def test_a_game_without_chance_uses_none():
    position = Position.deal("pacal", seed=1)
    names = [name for name in position.states.dtype.names or () if name not in ("key", "counter")]
    without = Position(position.game, position.states[names])
    assert without.chance_used == 0
    assert without.with_chance(key_of_seed(1)).chance_used == 0


def test_a_die_uses_chance():
    used = set()
    position = Position.deal("pacal", seed=1)
    for _ in range(10):
        position.apply(position.legal()[0])
        used.add(position.chance_used)
    assert len(used) > 1


def test_a_tile_in_hand_is_half_a_decision():
    position = Position.deal("ophiuchus", players=2, seed=7)
    told = [position.half_made]
    while position.actor == 1:
        position.apply(position.legal()[0])
        told.append(position.half_made)
    assert told == [False, *[True] * (len(told) - 2), False]
    assert len(told) > 2


def test_the_log_of_a_position_is_that_of_its_last_action():
    match = Match("ophiuchus", players=2, seed=7)
    match.act("lay T05 1,-1 W")
    assert match.position.events() == match.decisions[-1].events
    assert match.position.log(1) == match.log_of(3, 1)
    assert [entry.words for entry in match.position.log()] == ["lays T05 1,-1 W", "draws a tile"]


def test_facts_follow_from_the_position():
    position = Position.deal("ophiuchus", 2, 1, data={"sky": ["T08@0,0E"]})
    before = position.copy()
    assert "rows" in position.facts()
    assert position == before


@pytest.mark.parametrize("name", GAMES)
def test_a_position_that_arose_by_play_is_sound_and_a_spoilt_one_is_not(name):
    position = after(name, 12)
    assert position.broken() is None
    spoilt = position.copy()
    for field in spoilt.states.dtype.names or ():
        if field not in ("players", "key", "counter", "event", "event_n"):
            spoilt.states[0][field] = 1
    assert spoilt.broken() in position.game.invariants[1:]


# --- playing --------------------------------------------------------------------------------------


def test_applying_an_action_tells_what_happened():
    position, match = Position.deal("ophiuchus", 2, 7), Match("ophiuchus", 2, 7)
    for _ in range(9):
        action = position.legal()[0]
        match.act(action)
        assert position.apply(action) == match.decisions[-1].events
    assert position == match.position


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("take T06", "T06 is not in hand"),
        ("tak T05", "did you mean 'take T05'"),
        (5, "'take T06' is not legal"),
        (9999, "there is no action 9999"),
        (-1, "there is no action -1"),
        (True, "a number or a notation, not True"),
        (None, "a number or a notation, not None"),
    ],
)
def test_what_is_not_legal_is_refused_and_changes_nothing(action, words):
    position = Position.deal("ophiuchus", 2, 7)
    before = position.copy()
    with pytest.raises(IllegalAction, match=words):
        position.check(action)
    assert position == before


def test_a_refusal_by_the_rules_carries_their_reason():
    position = Position.deal("ophiuchus", 2, 7)
    for action in (5, "take T06"):
        with pytest.raises(IllegalAction) as refused:
            position.check(action)
        assert refused.value.reason is not None
        assert refused.value.reason.code


def test_nothing_is_legal_after_the_end():
    with pytest.raises(IllegalAction, match="the game is over"):
        finished().check(0)


@pytest.mark.parametrize("seat", [-1, 4, True, "0", None])
def test_what_is_no_seat_is_refused(seat):
    with pytest.raises(IllegalAction, match=r"there is no seat .*; seats are 0 to 3"):
        after("ophiuchus", 0).check_seat(seat)


def test_a_seat_of_the_table_is_accepted():
    for seat in range(4):
        after("ophiuchus", 0).check_seat(seat)


# --- comparing and showing ------------------------------------------------------------------------


def test_equal_positions_are_one_in_a_set():
    one, two, three = after("ophiuchus", 5), after("ophiuchus", 5), after("ophiuchus", 6)
    assert one == two != three
    assert len({one, two, three}) == 2
    assert one != "ophiuchus"


def test_a_position_prints_itself():
    position = after("ophiuchus", 6)
    assert repr(position) == f"<Position of ophiuchus, 4 players, seat {position.actor} to decide>"
    assert repr(finished()) == "<Position of ophiuchus, 4 players, over>"
    assert "Firmament" in str(position)
    assert str(position) == position.draw()
    assert "Your tiles" in position.draw(0)
    assert "Your tiles" not in position.draw()
    assert position._repr_svg_() == position.picture()
    assert position.picture(0).startswith("<svg")


def test_alone_at_the_table_one_sees_ones_own_hand():
    assert "Your tiles" in Position.deal("ophiuchus", 1, 1).draw()
