"""Taking and leaving seats, and the start once all are taken."""

from __future__ import annotations

from parapegma.bots import BOTS
from parapegma.server.problems import Problem
from parapegma.server.tables import events as ev
from parapegma.server.tables.coming_back import MOST_RETURNS
from parapegma.server.tables.commands.places import final_ranks
from parapegma.server.tables.deal import digest_of
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.live_table import Effects, LiveTable, TableCommand
from parapegma.server.tables.state import Seat, TableState


def join(person: str, name: str, seat: int | None = None, commitment: str = "") -> TableCommand:
    """Sit down: on an open seat before the start, or back on one's own where a bot stands in.

    ``commitment``: to what the seat will add to the shuffles.
    """

    def command(table: LiveTable) -> Effects:
        state = table.state
        chosen = _own_with_bot(state, person) if state.status == "running" else None
        if chosen is None:
            chosen = _open_seat(state, seat, person)
        # Of one person one part is enough; and a deal that someone knows cannot be changed any more.
        adds = state.status == "waiting" and not state.seats_of(person) and not table.deal.known
        promise = commitment if adds else ""
        events: list[ev.EventBody] = [ev.Sat(seat=chosen, person=person, name=name, commitment=promise)]
        return with_start(table, events)

    return command


def leave(person: str, seat: int | None = None) -> TableCommand:
    """Stand up. Before the start the seat is open again; later the table's stand-in plays until one is back.

    Whoever has come back too often has lost the game by it.
    """

    def command(table: LiveTable) -> Effects:
        state = table.state
        if table.over:
            raise Problem(409, "over", "The game is over.")
        mine = [n for n in state.seats_of(person) if seat is None or n == seat]
        if not mine:
            raise Problem(403, "not-seated", "You have no such seat at this table.", case="such")
        if state.status == "waiting":
            return Effects([ev.Left(seat=n) for n in mine])
        mine = [n for n in mine if state.seats[n].bot is None]
        lost = [n for n in mine if state.seats[n].returns >= MOST_RETURNS]
        left: list[ev.EventBody] = [
            ev.Left(seat=n, bot=table.settings.stand_in) for n in mine if n not in lost
        ]
        return Effects([*left, *resigned(table, lost, why="away").events] if lost else left)

    return command


def resign(person: str, seat: int | None = None) -> TableCommand:
    """Give up; with one seat left that has not, the game is over."""

    def command(table: LiveTable) -> Effects:
        if table.state.status != "running":
            raise Problem(409, "not-running", "No game is going on at this table.")
        mine = [n for n in table.state.seats_of(person) if not table.state.seats[n].resigned]
        chosen = [n for n in mine if seat is None or n == seat]
        if not chosen:
            raise Problem(403, "not-seated", "You have no such seat at this table.", case="such")
        return resigned(table, chosen)

    return command


def resigned(table: LiveTable, chosen: list[int], why: ev.Why = "asked") -> Effects:
    """Seats give up. A bot plays on in them for the others' sake.

    The game is over if fewer than two seats are left, or no person is to whom it matters.
    """
    seats = table.state.seats
    events: list[ev.EventBody] = [ev.Resigned(seat=n, why=why) for n in chosen]
    left = [n for n, seat in enumerate(seats) if not seat.resigned and n not in chosen]
    if len(left) < 2 or all(seats[n].person is None for n in left):
        ranks = [1 if n in left else 2 for n in range(len(seats))]
        if len(left) > 1 and table.dealt:
            ranks = final_ranks([Seat(resigned=n not in left) for n in range(len(seats))], table.match.ranks)
        # Where today's rules would have played otherwise, nobody can say what the position is worth.
        scores = table.match.scores if table.dealt else []
        events.append(ev.Ended(why="resigned", scores=scores, ranks=ranks))
    else:
        events += [ev.Left(seat=n, bot=table.settings.stand_in) for n in chosen if seats[n].bot is None]
    return Effects(events)


def seat_bot(person: str, seat: int, level: str | None) -> TableCommand:
    """Whoever opened the table gives an open seat to a bot, or opens a bot's seat for people."""

    def command(table: LiveTable) -> Effects:
        state = table.state
        if person != table.row["created_by"]:
            raise Problem(403, "not-host", "Only who opened the table sets its seats.")
        if state.status != "waiting":
            raise Problem(409, "started", "The game has started.")
        if not 0 <= seat < len(state.seats) or state.seats[seat].person is not None:
            raise Problem(422, "no-seat", "There is no such seat that is open or a bot's.", case="not-free")
        if level is not None:
            check_level(level)
        return with_start(table, [ev.BotSat(seat=seat, bot=level)])

    return command


def left_to_bots(table: LiveTable, person: str, seat: int) -> bool:
    """Whether nobody but a person and bots would play at a table that waits, once a bot had a seat."""
    others = [held for n, held in enumerate(table.state.seats) if n != seat and held.person != person]
    return table.state.status == "waiting" and all(held.kind == "bot" for held in others)


def cancel(person: str) -> TableCommand:
    """Whoever opened a table closes it before the start."""

    def command(table: LiveTable) -> Effects:
        if person != table.row["created_by"]:
            raise Problem(403, "not-host", "Only who opened the table may close it.", case="close")
        if table.state.status != "waiting":
            raise Problem(409, "started", "The game has started.")
        return Effects([ev.Ended(why="closed")])

    return command


def with_start(table: LiveTable, events: list[ev.EventBody]) -> Effects:
    """Events, and what follows if they fill the last seat: shuffling, where seats add to it, or the start."""
    state = table.state
    if state.status != "waiting":
        return Effects(events)
    numbered = [TableEvent(state.number + n, state.changed_at, body) for n, body in enumerate(events, 1)]
    after = state.after(numbered)
    if any(seat.kind == "open" for seat in after.seats):
        return Effects(events)
    stage = after.shuffle.next()
    if stage is not None:
        return Effects(events if stage == after.shuffle.stage else [*events, ev.Shuffling(stage=stage)])
    match = table.deal.with_parts(after.shuffle.parts).match_after(())
    return Effects([*events, ev.Started(next=match.actor, digest=digest_of(match.position))], match)


def check_level(level: str) -> None:
    """Refuse a bot that does not exist."""
    if level not in BOTS:
        raise Problem(422, "no-bot", f"There is no such bot; bots are: {', '.join(BOTS)}.", bots=list(BOTS))


def _own_with_bot(state: TableState, person: str) -> int | None:
    for n, seat in enumerate(state.seats):
        if seat.person == person and seat.bot is not None and not seat.resigned:
            return n
    return None


def _open_seat(state: TableState, seat: int | None, person: str) -> int:
    if state.status != "waiting":
        raise Problem(409, "started", "The game has started and has no seat for you.", case="no-seat")
    free = [n for n, found in enumerate(state.seats) if found.kind == "open"]
    if seat is not None and seat in free and state.seats[seat].kept_for not in (None, person):
        raise Problem(409, "seat-kept", "That seat is kept for someone.")
    # The one that is kept for this person first.
    free = [n for n in free if state.seats[n].kept_for in (None, person)]
    free.sort(key=lambda n: state.seats[n].kept_for is None)
    if seat is None and free:
        return free[0]
    if seat is None or seat not in free:
        if seat is None:
            raise Problem(409, "seat-taken", "All seats are taken.", case="all")
        raise Problem(409, "seat-taken", "That seat is taken.")
    return seat
