"""What the page may ask of tables in its own browser: the server's addresses that need no second person."""

from __future__ import annotations

import datetime
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from parapegma.server.daily.deals import daily_id, daily_of, daily_setup, day_of, open_daily
from parapegma.server.daily.messages import DailyResults
from parapegma.server.daily.outcome import result_of
from parapegma.server.games_info import deal_preview, games_info
from parapegma.server.ids import now
from parapegma.server.lessons.lesson import find_lesson
from parapegma.server.lessons.steps import preview as step_preview
from parapegma.server.lessons.steps import step_state
from parapegma.server.names import checked_name
from parapegma.server.problems import Problem
from parapegma.server.protocol import requests as rq
from parapegma.server.puzzles import solving
from parapegma.server.tables.commands import seats
from parapegma.server.tables.lifecycle import finished
from parapegma.server.tables.lifecycle.from_record import bring_record
from parapegma.server.tables.lifecycle.opening import TableSetup, open_table
from parapegma.server.tables.lifecycle.replay import MOST, replay
from parapegma.server.tables.live_table import LiveTable, TableCommand
from parapegma.server.tables.messages.viewpoint import Reader, check_viewpoint
from parapegma.server.tables.open_tables import Caller

if TYPE_CHECKING:
    from parapegma.local.host import LocalHost

Parameters = Mapping[str, Any]
Route = Callable[["LocalHost", Parameters, Any], Awaitable[Any]]
_T = TypeVar("_T")
ROUTES: dict[tuple[str, str], Route] = {}
"""By method and address, as the description of the server writes it."""


def _route(method: str, path: str) -> Callable[[Route], Route]:
    def add(function: Route) -> Route:
        ROUTES[method, path] = function
        return function

    return add


def _read(body: Any, kind: type[_T]) -> _T:
    try:
        return msgspec.convert(body if body is not None else {}, kind)
    except msgspec.ValidationError as error:
        raise Problem(400, "not-understood", str(error)) from None


def _number(parameters: Parameters, name: str) -> int | None:
    value = parameters.get(name)
    return None if value is None else int(value)


async def _table(host: LocalHost, parameters: Parameters) -> LiveTable:
    return await host.tables.open(str(parameters["table_id"]))


async def _told(host: LocalHost, table_id: str) -> Any:
    """A table that was just opened."""
    return host.messages.info(await host.tables.announce(table_id), Reader(host.person))


# --- who, and what there is -----------------------------------------------------------------------


@_route("GET", "/me")
async def me(host: LocalHost, _: Parameters, __: Any) -> Any:
    return {"id": host.person, "name": host.name, "account": False}


@_route("PUT", "/me")
@_route("POST", "/guest")
async def be_called(host: LocalHost, parameters: Parameters, body: Any) -> Any:
    host.name = checked_name(str(body["name"]))[:40]
    return await me(host, parameters, body)


@_route("GET", "/games")
async def games(_: LocalHost, __: Parameters, ___: Any) -> Any:
    return games_info()


@_route("GET", "/games/{game}/preview")
async def preview(_: LocalHost, parameters: Parameters, __: Any) -> Any:
    options = {name: str(value) for name, value in parameters.items() if name not in ("game", "players")}
    return deal_preview(str(parameters["game"]), _number(parameters, "players"), options)


# --- lessons --------------------------------------------------------------------------------------


@_route("GET", "/games/{game}/lesson")
async def lesson(_: LocalHost, parameters: Parameters, __: Any) -> Any:
    return find_lesson(str(parameters["game"]))


@_route("POST", "/games/{game}/lesson/{step}")
async def lesson_step(_: LocalHost, parameters: Parameters, body: Any) -> Any:
    wish = _read(body, rq.PracticeRequest)
    return step_state(str(parameters["game"]), str(parameters["step"]), wish.played, wish.known)


@_route("POST", "/games/{game}/lesson/{step}/preview")
async def lesson_preview(_: LocalHost, parameters: Parameters, body: Any) -> Any:
    wish = _read(body, rq.PracticePreviewRequest)
    return step_preview(str(parameters["game"]), str(parameters["step"]), wish.played, wish.actions)


# --- puzzles, and the games of the day -----------------------------------------------------------


@_route("GET", "/games/{game}/puzzles")
async def puzzles(_: LocalHost, parameters: Parameters, __: Any) -> Any:
    return solving.list_puzzles(str(parameters["game"]))


@_route("POST", "/games/{game}/puzzles/{name}")
async def puzzle(_: LocalHost, parameters: Parameters, body: Any) -> Any:
    wish = _read(body, rq.PracticeRequest)
    return solving.puzzle_state(str(parameters["game"]), str(parameters["name"]), wish.played, wish.known)


@_route("POST", "/games/{game}/puzzles/{name}/preview")
async def puzzle_preview(_: LocalHost, parameters: Parameters, body: Any) -> Any:
    wish = _read(body, rq.PracticePreviewRequest)
    return solving.preview(str(parameters["game"]), str(parameters["name"]), wish.played, wish.actions)


@_route("GET", "/games/{game}/puzzles/{name}/solution")
async def puzzle_solution(_: LocalHost, parameters: Parameters, __: Any) -> Any:
    return solving.solution(str(parameters["game"]), str(parameters["name"]))


@_route("GET", "/daily")
async def daily(host: LocalHost, _: Parameters, __: Any) -> Any:
    return await daily_of(host.tables, host.secret, day_of(now()), host.person)


@_route("POST", "/daily/{game}")
async def play_daily(host: LocalHost, parameters: Parameters, _: Any) -> Any:
    day, game = day_of(now()), str(parameters["game"])
    return await _told(host, await open_daily(host.tables, host.secret, game, day, host.person, host.name))


@_route("GET", "/daily/{game}/results")
async def daily_results(host: LocalHost, parameters: Parameters, _: Any) -> Any:
    """Only one's own: nobody else plays in this browser."""
    game = str(parameters["game"])
    asked = parameters.get("day")
    day = day_of(now()) if asked is None else datetime.date.fromisoformat(str(asked))
    table_id = daily_id(host.tables, host.secret, game, day, host.person)
    results = []
    if await host.kept.has(table_id):
        results = [result_of(await host.tables.open(table_id), host.person, host.name, mine=True)]
    players = daily_setup(game, day, table_id).players or 1
    return DailyResults(day.isoformat(), game, players, len(results), results)


# --- tables ---------------------------------------------------------------------------------------


@_route("GET", "/tables")
async def listed(host: LocalHost, parameters: Parameters, _: Any) -> Any:
    which = parameters.get("which", "open")
    return host.kept.listed(which, host.person) if which in ("mine", "past") else []


@_route("POST", "/tables")
async def open_one(host: LocalHost, _: Parameters, body: Any) -> Any:
    wish = _read(body, rq.TableRequest)
    wanted = None if wish.seats is None else tuple(wish.seats)
    setup = TableSetup(
        wish.game, wish.players, dict(wish.options), wanted, wish.settings, names=tuple(wish.names)
    )
    return await _told(host, await open_table(host.kept, setup, host.person, host.name, wish.key))


@_route("POST", "/tables/record")
async def bring(host: LocalHost, _: Parameters, body: Any) -> Any:
    wish = _read(body, rq.RecordRequest)
    return await _told(host, await bring_record(host.tables, wish, host.person, host.name))


@_route("GET", "/tables/{table_id}")
async def look(host: LocalHost, parameters: Parameters, _: Any) -> Any:
    table = await _table(host, parameters)
    reader = Reader(host.person, _number(parameters, "seat"))
    return msgspec.Raw(await host.messages.read(table, reader, _number(parameters, "since")))


@_route("DELETE", "/tables/{table_id}")
async def remove(host: LocalHost, parameters: Parameters, _: Any) -> Any:
    """Only here: a table on a server belongs to several people."""
    table_id = str(parameters["table_id"])
    await host.kept.remove(table_id)
    host.tables.forget(table_id)


async def _carried_out(
    host: LocalHost, parameters: Parameters, key: str | None, command: TableCommand
) -> Any:
    outcome = await host.tables.execute(str(parameters["table_id"]), Caller(host.person, key), command)
    return host.messages.info(outcome.table, Reader(host.person))


@_route("POST", "/tables/{table_id}/join")
async def join(host: LocalHost, parameters: Parameters, body: Any) -> Any:
    wish = _read(body, rq.SeatRequest)
    return await _carried_out(host, parameters, wish.key, seats.join(host.person, host.name, wish.seat))


@_route("POST", "/tables/{table_id}/leave")
async def leave(host: LocalHost, parameters: Parameters, body: Any) -> Any:
    wish = _read(body, rq.SeatRequest)
    return await _carried_out(host, parameters, wish.key, seats.leave(host.person, wish.seat))


@_route("POST", "/tables/{table_id}/seats")
async def set_seat(host: LocalHost, parameters: Parameters, body: Any) -> Any:
    wish = _read(body, rq.BotRequest)
    return await _carried_out(host, parameters, wish.key, seats.seat_bot(host.person, wish.seat, wish.bot))


# --- watching again, going on, help ---------------------------------------------------------------


@_route("GET", "/tables/{table_id}/record")
async def record(host: LocalHost, parameters: Parameters, _: Any) -> Any:
    """Also of a game that goes on: its deal is nobody else's secret."""
    table = await _table(host, parameters)
    if table.over:
        return finished.game_record(table)
    return finished.unfinished_record(table)


@_route("GET", "/tables/{table_id}/replay")
async def replayed(host: LocalHost, parameters: Parameters, _: Any) -> Any:
    table, seat = await _table(host, parameters), _number(parameters, "seat")
    check_viewpoint(table, host.person, seat)
    first, count = _number(parameters, "first") or 1, _number(parameters, "count") or 1
    return await replay(host.tables, table, seat, first, min(count, MOST))


@_route("POST", "/tables/{table_id}/rematch")
async def rematch(host: LocalHost, parameters: Parameters, _: Any) -> Any:
    table = await _table(host, parameters)
    return await _told(host, await finished.rematch(host.tables, host.secret, table, host.person, host.name))


@_route("POST", "/tables/{table_id}/continue")
async def go_on(host: LocalHost, parameters: Parameters, body: Any) -> Any:
    wish, table = _read(body, rq.ContinueRequest), await _table(host, parameters)
    wanted = None if wish.seats is None else tuple(wish.seats)
    new_id = await finished.continue_from(
        host.tables, table, wish.decisions, wanted, wish.settings, host.person, host.name, wish.key
    )
    return await _told(host, new_id)


@_route("POST", "/tables/{table_id}/hint")
async def hint(host: LocalHost, parameters: Parameters, body: Any) -> Any:
    wish = _read(body, rq.HintRequest)
    return await host.hints.hint(await _table(host, parameters), host.person, wish.longer)


@_route("GET", "/tables/{table_id}/analysis")
async def analysis(host: LocalHost, parameters: Parameters, _: Any) -> Any:
    return await host.analyses.read(await _table(host, parameters))


@_route("POST", "/tables/{table_id}/analysis")
async def analyse(host: LocalHost, parameters: Parameters, _: Any) -> Any:
    return await host.analyses.begin(await _table(host, parameters))
