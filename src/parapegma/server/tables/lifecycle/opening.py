"""Opening a table: everything checked, the key of its shuffles drawn, its first events written."""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from parapegma.core.game import find_game
from parapegma.core.match import Match
from parapegma.core.options import UnfitOption
from parapegma.core.shuffle_key import commitment
from parapegma.errors import ParapegmaError
from parapegma.server.ids import new_id, now
from parapegma.server.names import checked_name
from parapegma.server.problems import Problem
from parapegma.server.protocol.table_settings import TableSettings
from parapegma.server.store.collision import Collision
from parapegma.server.tables import events as ev
from parapegma.server.tables.commands.seats import check_level, with_start
from parapegma.server.tables.deal import Deal, digest_of
from parapegma.server.tables.events import EventBody, TableEvent
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.table_store import TableStore

ME, OPEN = "me", "open"


@dataclass(frozen=True)
class TableSetup:
    """What kind of table someone wants to open."""

    game: str
    players: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    seats: tuple[str, ...] | None = None
    """For each seat ``me``, ``open`` or a bot's level; without it, me and open seats."""
    settings: TableSettings = field(default_factory=TableSettings)
    key: str | None = None
    """Of the shuffles, where they must be those of another table."""
    position: dict[str, Any] | None = None
    rematch_of: str | None = None
    continues: str | None = None
    continues_at: int | None = None
    actions: tuple[int, ...] = ()
    """Decisions it begins with."""
    played: tuple[int, ...] = ()
    """Decisions that were made at it elsewhere."""
    known: bool = False
    """Whether someone may know its shuffles: the key is that of another table, or of a record."""
    kept: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    """For whom open seats are kept: a person and the person's name."""
    names: tuple[str, ...] = ()
    """What those are called who play at one screen, seat by seat; who has none is called as the person is."""
    daily: str | None = None
    """The day whose deal it is, where everyone plays the same."""
    commitment: str = ""
    """Of whoever opens it, to what their first seat adds to the shuffles."""
    id: str | None = None
    """Of the table, where two who open it at once must find the same one."""
    home: str | None = None
    """The household it is opened from, as a keyed digest: whose line its bots think in."""

    @property
    def only_bots(self) -> bool:
        """Whether nobody but its opener and bots will play there."""
        kinds = set(self.seats or (OPEN,))
        return OPEN not in kinds and kinds != {ME}


Admit = Callable[[TableSetup], Awaitable[TableSetup]]
"""Refuses a table that is too many, or returns how it may be opened."""


async def admit_all(setup: TableSetup) -> TableSetup:
    """Where nobody counts tables, as in one's own browser."""
    return setup


async def open_table(
    store: TableStore,
    setup: TableSetup,
    person: str,
    name: str,
    request_key: str | None = None,
    at: int | None = None,
) -> str:
    """Open a table and return its id; the same request opens it once. ``at`` is the time, if not now."""
    players, options, seats = _checked(setup)
    if setup.known and setup.settings.public:
        raise Problem(
            422,
            "known-deal",
            "Someone knows how this game was dealt; it is no game for the lobby. "
            "Open it without showing it there.",
        )
    table_id, at = setup.id or store.id_prefix + new_id(), now() if at is None else at
    key = secrets.token_hex(16) if setup.key is None else setup.key
    game = find_game(setup.game)
    deal = Deal(game, players, options, key, setup.position, setup.actions, setup.known, setup.daily)
    row = {
        "id": table_id,
        "game": game.name,
        "rules_version": game.version,
        "components": game.components,
        "players": players,
        "options": json.dumps(options),
        "key": key,
        "commitment": commitment(key),
        "position": deal.start(),
        "settings": msgspec.json.encode(setup.settings).decode(),
        "public": setup.settings.public,
        "created_by": person,
        "created_at": at,
        "home": setup.home,
        "request_key": request_key,
        "rematch_of": setup.rematch_of,
        "continues": setup.continues,
        "continues_at": setup.continues_at,
    }
    table = LiveTable(row, [])
    bodies: list[EventBody] = [ev.Opened(name=name)]
    for number, kind in enumerate(seats):
        if kind == ME:
            own = checked_name(setup.names[number]) if any(setup.names[number : number + 1]) else name
            first = number == seats.index(ME) and not deal.known
            promise = setup.commitment if first else ""
            bodies.append(ev.Sat(seat=number, person=person, name=own, commitment=promise))
        elif kind == OPEN and number in setup.kept:
            whose, called = setup.kept[number]
            bodies.append(ev.Kept(seat=number, person=whose, name=called))
        elif kind != OPEN:
            bodies.append(ev.BotSat(seat=number, bot=kind))
    try:
        effects = with_start(table, bodies)
        started = [*effects.events, *_played(effects.match, setup.played, seats)]
    except ParapegmaError as error:
        raise Problem(422, "no-deal", str(error)) from None
    events = [TableEvent(n, at, body, person) for n, body in enumerate(started, start=1)]
    try:
        await store.create(row, table.state.after(events), events)
    except Collision:
        opened = None if request_key is None else await store.opened_by(person, request_key)
        if opened is None:
            raise
        return opened
    return table_id


def _played(match: Match | None, decisions: Sequence[int], seats: Sequence[str]) -> Iterator[EventBody]:
    """Decisions that were made elsewhere, as events of this table."""
    if not decisions:
        return
    if match is None:
        raise Problem(422, "no-record", "A game that was begun elsewhere has no open seats.", case="seats")
    for number in decisions:
        seat = match.actor
        assert seat is not None
        match.act(number, seat)
        digest, bot = digest_of(match.position), None if seats[seat] == ME else seats[seat]
        yield ev.Acted(seat=seat, actions=[number], digest=digest, next=match.actor, bot=bot)
    if match.over:
        yield ev.Ended(why="finished", scores=match.scores, ranks=match.ranks)


def _checked(setup: TableSetup) -> tuple[int, dict[str, Any], tuple[str, ...]]:
    try:
        game = find_game(setup.game)
        asked = setup.players if setup.players is not None or setup.seats is None else len(setup.seats)
        players, options = game.check(asked, setup.options)
    except UnfitOption as error:
        raise Problem(
            422, "no-such-table", str(error), case="option", option=error.option, game=setup.game
        ) from None
    except ParapegmaError as error:
        raise Problem(422, "no-such-table", str(error)) from None
    seats = setup.seats if setup.seats is not None else (ME,) + (OPEN,) * (players - 1)
    if len(seats) != players:
        raise Problem(
            422,
            "seats",
            f"There are {players} players, but {len(seats)} seats are named.",
            players=players,
            seats=len(seats),
        )
    for kind in seats:
        if kind not in (ME, OPEN):
            check_level(kind)
    check_level(setup.settings.stand_in)
    return players, dict(options), seats
