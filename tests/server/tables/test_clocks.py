"""Clocks are worked out from the times of events: banks, increments, days, pauses, warnings."""

from __future__ import annotations

from typing import Any

import pytest

from parapegma.server.protocol.table_settings import Correspondence, Live, NoClock
from parapegma.server.tables import events as ev
from parapegma.server.tables.clock import HAND_OVER
from parapegma.server.tables.events import TableEvent, decode, encode
from parapegma.server.tables.state import TableState

SECOND, DAY = 1000, 24 * 3600 * 1000
START = 1_000_000


def at_table(pace, *later, players=2, bots=()):
    """A table with people in its seats that started with seat 0, and what came later: (seconds, event)."""
    happenings: list[Any] = [(0, ev.Opened(name="Ada"))]
    for seat in range(players):
        sat = ev.BotSat(seat=seat, bot="novice") if seat in bots else ev.Sat(seat, f"person{seat}", "Ada")
        happenings.append((0, sat))
    happenings += [(0, ev.Started(next=0)), *later]
    events = [TableEvent(n, START + int(s * SECOND), what) for n, (s, what) in enumerate(happenings, start=1)]
    return TableState.new(players, pace).after(events)


def acted(seat, following, bot=None):
    return ev.Acted(seat=seat, actions=[1], digest="", next=following, bot=bot)


def test_without_a_clock_there_is_no_deadline():
    state = at_table(NoClock(), (99999, acted(0, 1)))
    assert (state.clock.deadline_at, state.clock.warn_at, state.clock.left(0, START)) == (None, None, None)


def test_a_live_clock_runs_for_the_seat_that_decides():
    state = at_table(Live(bank=60, increment=5))
    assert state.clock.deadline_at == START + 60 * SECOND
    assert state.clock.left(0, START + 7 * SECOND) == 53 * SECOND
    assert state.clock.left(1, START + 7 * SECOND) == 60 * SECOND


def test_the_increment_comes_when_the_turn_ends_and_not_within_it():
    state = at_table(Live(bank=60, increment=5), (10, acted(0, 0)), (12, acted(0, 1)))
    assert state.clock.banks == [(60 - 12 + 5) * SECOND, 60 * SECOND]
    assert state.clock.deadline_at == START + (12 + 60) * SECOND


def test_a_bot_in_a_seat_has_no_deadline_and_gets_no_increment():
    state = at_table(Live(bank=60, increment=5), (10, acted(0, 1)), (20, ev.Left(seat=1, bot="novice")))
    assert state.clock.deadline_at is None
    later = state.after([TableEvent(state.number + 1, START + 30 * SECOND, acted(1, 0, bot="novice"))])
    assert later.clock.banks[1] == 40 * SECOND, "the person's time runs on"
    assert later.clock.seat == 0


def test_a_pause_stops_the_clock_and_what_is_left_stays():
    pace = Live(bank=60, increment=5)
    paused = at_table(pace, (20, ev.Paused()))
    assert paused.clock.deadline_at is None
    assert paused.clock.left(0, START + 500 * SECOND) == 40 * SECOND
    resumed = paused.after([TableEvent(paused.number + 1, START + 500 * SECOND, ev.Resumed())])
    assert resumed.clock.deadline_at == START + 540 * SECOND


def test_by_correspondence_every_decision_has_its_days():
    state = at_table(Correspondence(days=2), (3600, acted(0, 0)))
    assert state.clock.deadline_at == START + 3600 * SECOND + 2 * DAY
    assert state.clock.warn_at == START + 3600 * SECOND + int(1.6 * DAY)


def test_the_warning_moves_with_a_pause():
    hour = 3600
    state = at_table(Correspondence(days=1), (10 * hour, ev.Paused()), (30 * hour, ev.Resumed()))
    assert state.clock.deadline_at == START + (30 + 14) * hour * SECOND
    assert state.clock.warn_at == START + int((30 + 14 - 4.8) * hour * SECOND)


def test_a_warning_is_remembered_until_the_seat_has_decided():
    hour = 3600
    state = at_table(Correspondence(days=1), (20 * hour, ev.Warned(seat=0)))
    assert state.clock.warned == {0}
    assert state.clock.deadline_at == START + DAY
    decided = state.after([TableEvent(state.number + 1, START + 21 * hour * SECOND, acted(0, 1))])
    assert decided.clock.warned == set()


def test_taking_back_gives_everyone_the_whole_time_by_correspondence():
    hour = 3600
    state = at_table(
        Correspondence(days=1),
        (hour, acted(0, 1)),
        (21 * hour, ev.Warned(seat=1)),
        (22 * hour, ev.Undone(seat=0, kept=0, next=0)),
    )
    assert state.clock.banks == [DAY, DAY]
    assert state.clock.deadline_at == START + 22 * hour * SECOND + DAY
    assert state.clock.warned == set()


@pytest.mark.parametrize(("pace", "least"), [(Live(60, 5), 6), (Live(60, 30), 30), (Live(600, 0), 60)])
def test_whoever_comes_back_to_an_empty_clock_has_some_time(pace, least):
    bank = pace.bank
    state = at_table(
        pace, (bank, ev.TimedOut(seat=0, bot="novice")), (bank + 50, ev.Sat(0, "person0", "Ada"))
    )
    assert state.clock.left(0, START + (bank + 50) * SECOND) == least * SECOND
    assert state.clock.deadline_at == START + (bank + 50 + least) * SECOND


def test_time_that_runs_backwards_charges_nobody():
    state = at_table(Live(bank=60, increment=0), (20, acted(0, 1)), (10, acted(1, 0)))
    assert state.clock.banks == [40 * SECOND, 60 * SECOND]


def test_a_game_that_is_over_has_no_clock():
    state = at_table(Live(), (5, acted(0, None)), (5, ev.Ended(why="finished")))
    assert state.clock.deadline_at is None


@pytest.mark.parametrize("what", [ev.Warned(seat=1), ev.Kept(1, "p", "Bob"), ev.Rematched(table="abc")])
def test_events_are_kept_as_text(what):
    assert decode(encode(what)) == what


def at_one_screen(*later, pace=None):
    """Two seats of one person, who hands the screen over; it began with seat 0."""
    happenings: list[Any] = [(0, ev.Opened(name="Ada"))]
    happenings += [(0, ev.Sat(seat, "ada", name)) for seat, name in enumerate(("Ada", "Bea"))]
    happenings += [(0, ev.Started(next=0)), *later]
    events = [TableEvent(n, START + int(s * SECOND), what) for n, (s, what) in enumerate(happenings, start=1)]
    return TableState.new(2, pace or Live(bank=60, increment=0)).after(events)


def test_the_clock_stands_still_while_a_screen_is_handed_over():
    state = at_one_screen((5, ev.Uncovered(seat=0)), (15, acted(0, 1)))
    assert state.clock.left(0, START + 40 * SECOND) == 50 * SECOND, "the wait before the deal is free, too"
    assert state.clock.left(1, START + 40 * SECOND) == 60 * SECOND
    later = state.after([TableEvent(state.number + 1, START + 45 * SECOND, ev.Uncovered(seat=1))])
    assert later.clock.left(1, START + 55 * SECOND) == 50 * SECOND
    assert later.clock.deadline_at == START + 105 * SECOND


def test_a_screen_that_nobody_takes_stops_the_clock_for_a_while_only():
    state = at_one_screen((5, ev.Uncovered(seat=0)), (15, acted(0, 1)))
    assert state.clock.deadline_at == START + 15 * SECOND + HAND_OVER + 60 * SECOND


def test_what_happens_at_the_table_meanwhile_does_not_start_the_clock():
    state = at_one_screen(
        (5, ev.Uncovered(seat=0)),
        (15, acted(0, 1)),
        (20, ev.Asked(seat=0, what="pause")),
        (30, ev.Uncovered(1)),
    )
    assert state.clock.left(1, START + 40 * SECOND) == 50 * SECOND


def test_whoever_decides_again_hands_nothing_over():
    state = at_one_screen((0, ev.Uncovered(seat=0)), (10, acted(0, 0)))
    assert state.clock.left(0, START + 20 * SECOND) == 40 * SECOND


def test_between_two_screens_nothing_is_handed_over():
    assert (
        at_table(Live(bank=60, increment=0), (10, acted(0, 1))).clock.left(1, START + 20 * SECOND)
        == 50 * SECOND
    )


def test_nobody_gains_time_by_playing_for_two_against_someone_at_another_screen():
    happenings: list[Any] = [(0, ev.Opened(name="Ada"))]
    happenings += [(0, ev.Sat(n, who, who)) for n, who in enumerate(("ada", "ada", "bob"))]
    happenings += [(0, ev.Started(next=2)), (10, acted(2, 0)), (20, acted(0, 1))]
    events = [TableEvent(n, START + s * SECOND, what) for n, (s, what) in enumerate(happenings, start=1)]
    clock = TableState.new(3, Live(bank=60, increment=0)).after(events).clock
    assert [clock.left(seat, START + 25 * SECOND) for seat in range(3)] == [50_000, 55_000, 50_000]
