"""Decisions at a table: checked, played on a copy of the position, and turned into events."""

from __future__ import annotations

from collections.abc import Sequence

from parapegma.errors import IllegalAction
from parapegma.server.problems import Problem, illegal
from parapegma.server.tables import events as ev
from parapegma.server.tables.commands.places import final_ranks
from parapegma.server.tables.deal import digest_of
from parapegma.server.tables.live_table import Effects, LiveTable, TableCommand


def act(person: str, seen: int, actions: Sequence[int | str], seat: int | None = None) -> TableCommand:
    """A person decides for the seat that is to decide. ``seen`` is the last event the person saw."""

    def command(table: LiveTable) -> Effects:
        check_running(table)
        check_fresh(table, seen)
        actor = table.actor
        assert actor is not None
        check_turn(table, person, actor, seat)
        return played(table, actor, actions)

    return command


def bot_act(seat: int, level: str, moved: int, action: int, short_of_time: bool = False) -> TableCommand:
    """A bot decides; nothing happens if the table has moved on while it thought.

    ``short_of_time``: before that it is told that the bot had too little time in some earlier decision.
    """

    def command(table: LiveTable) -> Effects:
        state = table.state
        waits = state.status == "running" and not state.paused and state.moved == moved
        if not waits or state.actor != seat or state.seats[seat].bot != level:
            return Effects([])
        effects = played(table, seat, [action], level)
        if short_of_time and not state.seats[seat].short_of_time:
            effects = Effects([ev.ShortOfTime(seat=seat, bot=level), *effects.events], effects.match)
        return effects

    return command


def played(table: LiveTable, seat: int, actions: Sequence[int | str], bot: str | None = None) -> Effects:
    """Decisions played all or none; the end of the game, if they bring it, is an event of its own."""
    match = table.match.copy()
    first = len(match.decisions)
    try:
        for action in actions:
            match.act(action, seat)
    except IllegalAction as error:
        raise illegal(error) from None
    numbers = [decision.action for decision in match.decisions[first:]]
    actor = match.actor
    half_made = actor == seat and match.position.half_made
    digest = digest_of(match.position)
    events: list[ev.EventBody] = [
        ev.Acted(seat=seat, actions=numbers, digest=digest, next=actor, bot=bot, half_made=half_made)
    ]
    if actor is None:
        # The rules have brought the end.
        ranks = final_ranks(table.state.seats, match.ranks)
        events.append(ev.Ended(why="finished", scores=match.scores, ranks=ranks))
    return Effects(events, match)


def check_running(table: LiveTable) -> None:
    """Refuse unless a game is going on."""
    state = table.state
    if state.status == "waiting":
        raise Problem(409, "not-started", "The game has not started: there are open seats.")
    if state.status != "running":
        raise Problem(409, "over", "The game is over.")
    check_playable(table)
    if state.paused:
        raise Problem(409, "paused", "The game is paused; the people at the table must agree to go on.")


def check_playable(table: LiveTable) -> None:
    """Refuse where today's rules would have played the game otherwise."""
    if table.difference is not None:
        raise Problem(
            409,
            "rules-changed",
            "The rules of this game have been corrected since it began, and it would have gone otherwise "
            f"at event {table.difference.number}. It stays as it is until whoever runs this server decides.",
            case="stands",
            event=table.difference.number,
        )


def check_fresh(table: LiveTable, seen: int) -> None:
    """Refuse a command that was sent before its sender saw the last move."""
    if seen > table.number:
        raise unknown_event(table, seen)
    if seen < table.state.moved:
        raise stale(table.state.moved, seen)


def unknown_event(table: LiveTable, seen: int) -> Problem:
    """Someone says to have seen what has not happened."""
    return Problem(
        422,
        "unknown-event",
        f"There is no event {seen} yet; the last one is {table.number}.",
        event=seen,
        last=table.number,
    )


def stale(number: int, seen: int) -> Problem:
    """A command was sent before its sender saw an event that matters to it."""
    return Problem(
        409,
        "stale",
        f"The table has moved on: event {number} came after event {seen}, the last you saw.",
        event=number,
        seen=seen,
    )


def check_turn(table: LiveTable, person: str, actor: int, seat: int | None) -> None:
    """Refuse unless a person is to decide, for the seat that was named if one was."""
    mine = table.state.seats_of(person)
    if not mine:
        raise Problem(403, "not-seated", "You have no seat at this table.")
    if seat is not None and seat not in mine:
        raise Problem(403, "not-your-seat", f"Seat {seat} is not yours.", case="named", seat=seat)
    if actor not in mine or (seat is not None and seat != actor):
        raise Problem(409, "not-your-turn", f"Seat {actor} decides now.", seat=actor)
    if table.state.seats[actor].resigned:
        raise Problem(409, "resigned", "You have given up this game.")
    if table.state.seats[actor].bot is not None:
        raise Problem(409, "bot-plays", "A bot plays in your seat; sit down again first.", case="yours")
