"""``parapegma admin``: what the operator of a table server needs now and then."""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parapegma.server.settings import Settings

DIFFERENT = 1


def add(commands: Any) -> None:
    command = commands.add_parser(
        "admin",
        help="look after the tables of a server",
        description="List and close tables, check stored games against the rules of today, back up. All of "
        "it works while the server runs.",
    )
    tasks = command.add_subparsers(title="tasks", metavar="TASK", required=True)

    tables = _task(tasks, "tables", "list tables, those that changed last first", _tables)
    tables.add_argument("--status", choices=["waiting", "running", "over", "closed"], default="")
    tables.add_argument("--game", default="", metavar="GAME", help="only tables of one game")
    tables.add_argument("--most", type=int, default=50, metavar="N", help="how many (50)")

    close = _task(tasks, "close", "end a game where it stands", _close)
    close.add_argument("table", metavar="TABLE", help="the id of the table")

    _task(
        tasks,
        "check",
        "play all stored games again under the rules of today; say the first difference in each",
        _check,
    )

    backup = _task(tasks, "backup", "copy a SQLite database while it is in use", _backup)
    backup.add_argument("file", type=Path, metavar="FILE", help="the new file")


def _task(tasks: Any, name: str, help_text: str, run: Any) -> Any:
    task = tasks.add_parser(name, help=help_text, description=help_text)
    task.add_argument("--database", metavar="URL", help="as for parapegma serve")
    task.set_defaults(run=run)
    return task


def _settings(asked: argparse.Namespace) -> Settings:
    from parapegma.server.settings import read_settings

    return read_settings(database=asked.database)


def _tables(asked: argparse.Namespace) -> int:
    from parapegma.server import admin

    async def show() -> None:
        async with admin.opened(_settings(asked)) as database:
            rows = await admin.list_tables(database, asked.status, asked.game, asked.most)
        for row in rows:
            changed = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(row["changed_at"] / 1000))
            print(
                f"{row['id']}  {row['game']:<12} {row['players']} players  {row['status']:<8} "
                f"{row['last_event']:>5} events  changed {changed} UTC"
            )
        if not rows:
            print("no tables")

    asyncio.run(show())
    return 0


def _close(asked: argparse.Namespace) -> int:
    from parapegma.server import admin

    async def close() -> None:
        async with admin.opened(_settings(asked)) as database:
            await admin.close_table(database, asked.table)
        print(f"{asked.table} is closed; a running server tells those who watch within seconds")

    asyncio.run(close())
    return 0


def _check(asked: argparse.Namespace) -> int:
    from parapegma.server import admin

    async def check() -> int:
        games = different = running = 0
        async with admin.opened(_settings(asked)) as database:
            async for found in admin.check_games(database):
                games += 1
                if found.difference is None:
                    continue
                different += 1
                running += found.status == "running"
                print(
                    f"{found.table}  {found.game} (rules {found.version})  {found.status}: "
                    f"event {found.difference.number}: {found.difference.reason}"
                )
        print(f"{games} games played again: {different} would go otherwise, {running} of them are running")
        return DIFFERENT if different else 0

    return asyncio.run(check())


def _backup(asked: argparse.Namespace) -> int:
    from parapegma.server import admin

    size = admin.back_up(_settings(asked), asked.file)
    print(f"{asked.file}: {size:,} bytes, checked")
    return 0
