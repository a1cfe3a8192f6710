"""A database that cannot be used is one sentence, not a traceback."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from parapegma.testing.survival.process import ServerProcess


def newer(file):
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('9999z')")


def broken(file):
    file.write_bytes(b"SQLite format 3\0" + b"nonsense" * 1000)


def text(file):
    file.write_text("a letter to my aunt " * 100)


@pytest.mark.parametrize(
    ("make", "says"), [(newer, "newer version"), (broken, "cannot be used"), (text, "cannot be used")]
)
def test_a_database_of_a_newer_server_or_a_broken_file_is_one_sentence(tmp_path, make, says):
    make(tmp_path / "tables.db")
    server = ServerProcess(tmp_path)
    server.launch()
    assert server.process.wait(120) == 2
    (line,) = server.log.strip().splitlines()
    assert says in line
    assert "Traceback" not in line
