"""``parapegma admin``: what the operator of a table server needs now and then."""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from parapegma.server.settings import Settings
    from parapegma.server.store.database import Database

DIFFERENT = 1
_DAY = 24 * 3600 * 1000


def add(commands: Any) -> None:
    command = commands.add_parser(
        "admin",
        help="look after the tables of a server",
        description="Tables, people, chat, copies and statistics. All of it works while the server runs, "
        "except moving to another database.",
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

    people = _task(tasks, "accounts", "list accounts, those that were seen last first", _accounts)
    people.add_argument("--guests", action="store_true", help="list guests instead")
    people.add_argument("--most", type=int, default=50, metavar="N", help="how many (50)")

    phrase = _task(
        tasks, "passphrase", "give an account a new random passphrase; its sessions end", _passphrase
    )
    phrase.add_argument("who", metavar="WHO", help="the account's name, or an id")

    ban = _task(tasks, "ban", "let someone in no more; for an account a new passphrase lifts it", _ban)
    ban.add_argument("who", metavar="WHO", help="the account's name, or the id of a guest")

    line = _task(tasks, "remove-line", "empty a line of chat", _remove_line)
    line.add_argument("table", metavar="TABLE", help="the id of the table")
    line.add_argument("line", type=int, metavar="LINE", help="the number of the line")

    purge = _task(
        tasks,
        "purge",
        "forget old tables at which no game runs, and guests who were not seen for long",
        _purge,
    )
    purge.add_argument("--tables", type=_days, metavar="DAYS", help="tables untouched for so many days")
    purge.add_argument("--guests", type=_days, metavar="DAYS", help="guests unseen for so many days")

    _task(tasks, "statistics", "how much is played, by how many", _statistics)

    move = _task(tasks, "move", "copy everything into an empty database; stop the server first", _move)
    move.add_argument("target", metavar="URL", help="the new database, such as postgresql://...")


def _days(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("write a number of days, at least 1")
    return int(text)


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


def _when(at: int | None) -> str:
    return "never" if at is None else time.strftime("%Y-%m-%d %H:%M", time.gmtime(at / 1000))


def _with_database(asked: argparse.Namespace, work: Callable[[Database], Awaitable[None]]) -> int:
    from parapegma.server import admin

    async def run() -> None:
        async with admin.opened(_settings(asked)) as database:
            await work(database)

    asyncio.run(run())
    return 0


def _accounts(asked: argparse.Namespace) -> int:
    from parapegma.server import admin_people

    async def show(database: Database) -> None:
        rows = await admin_people.list_accounts(database, asked.guests, asked.most)
        for row in rows:
            banned = "  banned" if row["passphrase"] == admin_people.BANNED else ""
            print(
                f"{row['id']}  {row['login'] or row['name']}  {row['tables'] or 0} tables  "
                f"since {_when(row['created_at'])}  seen {_when(row['seen_at'])} UTC{banned}"
            )
        if not rows:
            print("nobody")

    return _with_database(asked, show)


def _passphrase(asked: argparse.Namespace) -> int:
    from parapegma.server import admin_people

    async def reset(database: Database) -> None:
        phrase = await admin_people.new_passphrase(database, asked.who)
        print(f"the new passphrase of {asked.who} is {phrase}; it is shown only here, and can be changed")

    return _with_database(asked, reset)


def _ban(asked: argparse.Namespace) -> int:
    from parapegma.server import admin_people

    async def ban(database: Database) -> None:
        await admin_people.ban(database, asked.who)
        print(f"{asked.who} is let in no more; a running server ends open connections within seconds")

    return _with_database(asked, ban)


def _remove_line(asked: argparse.Namespace) -> int:
    from parapegma.server import admin_people

    async def remove(database: Database) -> None:
        await admin_people.remove_line(database, asked.table, asked.line)
        print("the line is empty; pages that are open show it until they are loaded again")

    return _with_database(asked, remove)


def _purge(asked: argparse.Namespace) -> int:
    from parapegma.errors import OptionError
    from parapegma.server import admin_purge

    if asked.tables is None and asked.guests is None:
        raise OptionError("say what to forget: --tables DAYS, --guests DAYS, or both")

    async def purge(database: Database) -> None:
        now = round(time.time() * 1000)
        if asked.tables is not None:
            count = await admin_purge.purge_tables(database, now - asked.tables * _DAY)
            print(f"{count} tables forgotten")
        if asked.guests is not None:
            count = await admin_purge.purge_guests(database, now - asked.guests * _DAY)
            print(f"{count} guests forgotten")

    return _with_database(asked, purge)


def _statistics(asked: argparse.Namespace) -> int:
    from parapegma.server.admin_statistics import statistics

    async def show(database: Database) -> None:
        for name, number in await statistics(database, round(time.time() * 1000)):
            print(f"{number:>12,}  {name}")

    return _with_database(asked, show)


def _move(asked: argparse.Namespace) -> int:
    from parapegma.server.admin_move import move
    from parapegma.server.settings import read_settings
    from parapegma.server.store.database import Database as Opened
    from parapegma.server.store.secret_file import secret_file

    source, goal = _settings(asked), read_settings(database=asked.target)

    async def copy(database: Database) -> None:
        async with Opened(goal) as target:
            await move(database, target, lambda name, rows: print(f"{rows:>12,}  {name}"))
        print("all is there; start the server with the new database, and keep the old one until you are sure")
        file = None if source.secret else secret_file(source)
        if file is not None and file.exists() and file != secret_file(goal):
            print(f"the secret of the cookies stays where it is: PARAPEGMA_SECRET_FILE={file.resolve()}")

    return _with_database(asked, copy)
