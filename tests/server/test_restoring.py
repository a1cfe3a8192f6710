"""Copies of a database and the way back to them: the very lines of docs/hosting.md."""

from __future__ import annotations

import os
import random
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from server_running import Running
from sqlalchemy import create_engine

from parapegma.server.store.database import HEAD, migrations

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
PHRASE = "five planets wander slowly"


@pytest.fixture(scope="module")
def recipe():
    """The lines of the section on copies, without what is said beside them."""
    section = PAGE.read_text("utf-8").split("## Copies, and going back")[1].split("\n## ")[0]
    return [line.partition("  #")[0].strip() for line in re.findall(r"^ {4}(.+)$", section, re.MULTILINE)]


@pytest.fixture
def shell(tmp_path):
    """Carries out a line as whoever looks after a server types it, in a folder."""
    programs = tmp_path / "programs"
    programs.mkdir()
    program = programs / "parapegma"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m parapegma "$@"\n')
    program.chmod(0o755)

    def carry_out(line, folder, **environment):
        path = f"{programs}:{environment.pop('PATH', os.environ['PATH'])}"
        variables = {**os.environ, **environment, "PATH": path}
        done = subprocess.run(
            ["bash", "-c", line], cwd=folder, env=variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    return carry_out


def decide(client, table, times, chance):
    with client.live(table) as live:
        for _ in range(times):
            live.act_at_random(chance)
        return live.number, live.view


def with_a_game(server, chance):
    """Someone with an account and a game."""
    ada = server.client("Ada")
    assert ada.post("/account", {"login": "ada", "passphrase": PHRASE}).status_code == 201
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    return ada, table, *decide(ada, table, 6, chance)


def goes_on(server, client, table, number, view, chance):
    """The game stands as in the copy, for whoever comes again and for whoever logs in, and goes on."""
    mover = server.client(None)
    assert mover.post("/login", {"login": "ada", "passphrase": PHRASE}).status_code == 200
    for someone in (client, mover):
        stand = someone.look(table)
        assert (stand["number"], stand["view"]) == (number, view)
    assert decide(mover, table, 4, chance)[0] == number + 4


def test_a_copy_of_a_sqlite_file_is_restored_and_played_on(tmp_path, recipe, shell):
    chance = random.Random(1)
    (backup,) = [line for line in recipe if line.startswith("parapegma admin backup ")]
    folder, copies = tmp_path / "server", tmp_path / "backups"
    folder.mkdir()
    copies.mkdir()
    database = folder / "parapegma.db"
    with Running(folder, PARAPEGMA_DATABASE=f"sqlite:///{database}") as server:
        ada, table, number, view = with_a_game(server, chance)
        assert " /backups/" in backup
        line = backup.replace("/backups/", f"{copies}/")
        shell(line, folder, PARAPEGMA_DATABASE=server.database)
        (copy,) = copies.iterdir()
        assert re.fullmatch(r"\d{4}-\d\d-\d\d\.db", copy.name)
        decide(ada, table, 5, chance)
        # Even when the machine has gone down without a word.
        server.kill()
        beside = [database.with_name(f"{database.name}-{ending}") for ending in ("wal", "shm")]
        assert all(file.exists() for file in beside)
        shutil.copy(copy, database)
        for file in beside:
            file.unlink()
        server.start()
        goes_on(server, ada, table, number, view, chance)
        server.stop()
        assert '"level": "error"' not in server.log, server.log
        # Whoever copies the database alone is told.
        said_before = server.log
        database.with_name("parapegma.db.secret").unlink()
        server.launch()
        assert server.process.wait(120) == 2
        (said,) = server.log.removeprefix(said_before).strip().splitlines()
        assert "is not the secret with which this database was used before" in said


def test_a_dump_of_postgresql_is_restored_and_played_on(tmp_path, recipe, shell, own_postgres):
    chance = random.Random(1)
    (dump,) = [line for line in recipe if line.startswith("pg_dump ")]
    (restore,) = [line for line in recipe if line.startswith("pg_restore ")]
    folder, copies = tmp_path / "server", tmp_path / "copies"
    folder.mkdir()
    copies.mkdir()
    database = own_postgres.new_database("parapegma")
    with Running(folder, PARAPEGMA_DATABASE=database) as server:
        ada, table, number, view = with_a_game(server, chance)
        # While it runs, as that of SQLite.
        shell(dump, copies, **own_postgres.variables)
        decide(ada, table, 5, chance)
        later = ada.open("pacal", players=2, seats=["me", "me"])["id"]
        server.stop()
        shell(restore, copies, **own_postgres.variables)
        server.start()
        goes_on(server, ada, table, number, view, chance)
        assert ada.get(f"/tables/{later}").status_code == 404, "what came after the copy is not there"
        assert '"level": "error"' not in server.log, server.log


def revision(database):
    with closing(sqlite3.connect(database)) as opened:
        return opened.execute("SELECT version_num FROM alembic_version").fetchone()[0]


def led_back(database, to):
    """A database as an earlier version of the program left it."""
    engine = create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        command.downgrade(migrations(connection), to)
    engine.dispose()
    assert revision(database) == to


def test_an_upgrade_goes_on_with_the_games_and_the_copy_leads_back(tmp_path, parapegma):
    chance, earlier = random.Random(3), "0002a"
    folder = tmp_path / "server"
    folder.mkdir()
    database, copy = folder / "parapegma.db", tmp_path / "copy.db"
    with Running(folder, PARAPEGMA_DATABASE=f"sqlite:///{database}") as server:
        ada, table, number, view = with_a_game(server, chance)
        server.stop()
        led_back(database, earlier)
        # A copy, the new version, a restart.
        shutil.copy(database, copy)
        server.start()
        assert revision(database) == HEAD
        # Sessions of so long ago are over.
        assert ada.post("/login", {"login": "ada", "passphrase": PHRASE}).status_code == 200
        goes_on(server, ada, table, number, view, chance)
        checked = parapegma("admin", "check", "--database", server.database)
        assert (checked.returncode, "0 would go otherwise" in checked.stdout) == (0, True), checked.stdout
        server.stop()
        # An earlier version does not know this schema, as this one does not know what comes after it.
        with closing(sqlite3.connect(database)) as opened, opened:
            opened.execute("UPDATE alembic_version SET version_num = '9999z'")
        said_before = server.log
        server.launch()
        assert server.process.wait(120) == 2
        (said,) = server.log.removeprefix(said_before).strip().splitlines()
        assert "made by a newer version" in said
        # To go back, restore the copy: the version that made it finds everything as it was.
        shutil.copy(copy, database)
        for ending in ("wal", "shm"):
            database.with_name(f"{database.name}-{ending}").unlink(missing_ok=True)
        assert revision(database) == earlier
        server.start()
        assert ada.post("/login", {"login": "ada", "passphrase": PHRASE}).status_code == 200
        goes_on(server, ada, table, number, view, chance)
        assert '"level": "error"' not in server.log, server.log
