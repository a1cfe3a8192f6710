"""Seats of people who are away: a bot or another person takes over, if the others agree."""

from __future__ import annotations

from typing import Any

from parapegma.server.problems import Problem
from parapegma.server.protocol.table_settings import NoClock
from parapegma.server.tables import events as ev
from parapegma.server.tables.away import away_limit
from parapegma.server.tables.commands.consent import LEAST_TO_REPLACE, granted, voters
from parapegma.server.tables.commands.seats import check_level
from parapegma.server.tables.live_table import Effects, LiveTable, TableCommand
from parapegma.server.tables.state import Request


def replace_by_bot(person: str, seat: int, level: str, here: frozenset[str], at: int) -> TableCommand:
    """Someone at the table wants a bot to play for a person who is away without having stood up.

    ``here`` are the people who are connected to the table: they are not away. Nor is anyone away too long
    whose clock still runs, or for whom nobody waits.
    """

    def command(table: LiveTable) -> Effects:
        _check_running(table, seat)
        check_level(level)
        if level != table.settings.stand_in:
            raise Problem(
                409,
                "other-bot",
                f"At this table a bot of the level {table.settings.stand_in} plays for whoever is away.",
                level=table.settings.stand_in,
            )
        if person not in table.state.people():
            raise Problem(
                403, "not-seated", "Only someone who plays at this table can ask for a bot.", case="players"
            )
        held = table.state.seats[seat]
        if held.person is None or held.person == person:
            raise Problem(409, "not-away", "A bot takes over for another person who is away.", case="another")
        if held.bot is not None:
            raise Problem(409, "bot-plays", "A bot plays in this seat already.")
        if held.person in here:
            raise Problem(409, "not-away", "This person is here; nobody takes the seat away.", case="here")
        _check_waited(table, person, seat, at)
        return _asked(table, seat, {"seat": seat, "bot": level}, person)

    return command


def replace_by_me(person: str, name: str, seat: int) -> TableCommand:
    """Someone without a seat wants to play on in a seat that its person has lost.

    At least two who play must agree: the only opponent could ask for oneself, and would see what is in the
    hand.
    """

    def command(table: LiveTable) -> Effects:
        if table.state.seats_of(person):
            raise Problem(409, "seated", "You have a seat at this table; take that one back with join.")
        _check_running(table, seat)
        held = table.state.seats[seat]
        if held.bot is None or not held.resigned:
            raise Problem(
                409,
                "not-left",
                "Only a seat can be taken over whose person has given up or has not come back in time.",
            )
        if len(table.state.people()) < LEAST_TO_REPLACE:
            raise Problem(
                409,
                "nobody-to-agree",
                "Two people who play here must agree before someone takes over a seat; fewer are left.",
                case="two",
            )
        if any(request.data.get("person") == person for request in table.state.requests.values()):
            raise Problem(409, "asked-already", "This is being asked already; answer that.")
        return _asked(table, seat, {"seat": seat, "person": person, "name": name}, person)

    return command


def _check_waited(table: LiveTable, person: str, seat: int, at: int) -> None:
    state = table.state
    if not isinstance(table.settings.pace, NoClock):
        raise Problem(
            409, "clock-decides", "This table plays by a clock; it says when someone is away too long."
        )
    if state.actor != seat or state.paused:
        raise Problem(409, "not-awaited", "Nobody waits for this person now.")
    least = away_limit(table, person)
    if at - state.moved_at < least:
        raise Problem(
            409,
            "not-away",
            f"This person has been waited for less than {least // 60_000} minutes; be patient.",
            case="too-soon",
            minutes=least // 60_000,
        )


def _asked(table: LiveTable, seat: int, data: dict[str, Any], person: str) -> Effects:
    for request in table.state.requests.values():
        if request.what == "replace" and request.data["seat"] == seat:
            raise Problem(409, "asked-already", "This is being asked already; answer that.")
    request = Request(table.number + 1, seat, "replace", data)
    if not voters(table, request) - {person}:
        return granted(table, request)
    return Effects([ev.Asked(seat=seat, what="replace", data=data)])


def _check_running(table: LiveTable, seat: int) -> None:
    if table.state.status != "running":
        raise Problem(409, "not-running", "No game is going on at this table.")
    if not 0 <= seat < len(table.state.seats):
        raise Problem(422, "no-seat", f"There is no seat {seat}.", seat=seat)
