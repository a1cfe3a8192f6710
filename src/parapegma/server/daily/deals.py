"""The deal of the day of each game: it follows from the date alone, and everyone may play it once.

Games that can be played alone are, so that everyone has exactly the same game; in the others bots of one
level sit in the other seats. Whoever wants to can work out how a day's cards lie, so such a game counts for
nothing but its own list.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib

from parapegma.core.game import find_game, game_names
from parapegma.puzzles.of_the_day import puzzle_of_the_day
from parapegma.server.daily.messages import Daily, DailyGame, DailyPuzzle, DailyStatus
from parapegma.server.ids import secret_id
from parapegma.server.problems import Problem
from parapegma.server.store.collision import Collision
from parapegma.server.tables.lifecycle.opening import ME, Admit, TableSetup, admit_all, open_table
from parapegma.server.tables.open_tables import OpenTables

LEVEL = "adept"
"""Of the bots in games that nobody can play alone."""


def day_of(milliseconds: int) -> datetime.date:
    """The day on which a time lies, everywhere the same: that of UTC.

    >>> day_of(1_795_046_399_999), day_of(1_795_046_400_000)
    (datetime.date(2026, 11, 18), datetime.date(2026, 11, 19))
    """
    return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.UTC).date()


def daily_key(game: str, day: datetime.date) -> str:
    """The key of the shuffles of a game's deal of a day, as any table has one.

    >>> daily_key("ophiuchus", datetime.date(2026, 11, 18))
    'a3af97217d08158602b4b76cfca1f72b'
    """
    return hashlib.sha256(f"parapegma daily {game} {day.isoformat()}".encode()).hexdigest()[:32]


def daily_setup(game: str, day: datetime.date, table_id: str) -> TableSetup:
    """The table at which someone plays the deal of a day."""
    if game not in game_names():
        raise Problem(404, "no-game", "There is no such game; GET /api/v1/games names them all.")
    players = find_game(game).players[0]
    return TableSetup(
        game,
        players,
        seats=(ME, *(LEVEL for _ in range(players - 1))),
        key=daily_key(game, day),
        daily=day.isoformat(),
        id=table_id,
    )


def daily_id(tables: OpenTables, secret: str, game: str, day: datetime.date, person: str) -> str:
    """The id of a person's table of a day: there is one, whenever and wherever it is opened."""
    return tables.store.id_prefix + secret_id(secret, f"daily {day.isoformat()} {game} {person}")


async def open_daily(
    tables: OpenTables,
    secret: str,
    game: str,
    day: datetime.date,
    person: str,
    name: str,
    admit: Admit = admit_all,
) -> str:
    """The table at which a person plays the deal of a day; the first time, it is opened."""
    table_id = daily_id(tables, secret, game, day, person)
    setup = daily_setup(game, day, table_id)
    if not await tables.store.has(table_id):
        with contextlib.suppress(Collision):
            await open_table(tables.store, await admit(setup), person, name)
    return table_id


async def daily_of(tables: OpenTables, secret: str, day: datetime.date, person: str | None) -> Daily:
    """What there is to play on a day, and how far a person has come with it."""
    games = []
    for game in game_names():
        status: DailyStatus = "new"
        table_id = None
        if person is not None:
            found = daily_id(tables, secret, game, day, person)
            if await tables.store.has(found):
                table_id, status = found, "over" if (await tables.open(found)).over else "running"
        players = find_game(game).players[0]
        games.append(DailyGame(game, players, LEVEL if players > 1 else None, status, table_id))
    puzzle = puzzle_of_the_day(day)
    return Daily(
        day.isoformat(),
        games,
        None if puzzle is None else DailyPuzzle(puzzle.game, puzzle.name, puzzle.difficulty),
    )
