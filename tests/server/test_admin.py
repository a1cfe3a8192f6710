"""``parapegma admin``, while the server runs; its figures and its logs."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from server_clients import played_out
from server_running import Running

from parapegma.server.logs import JsonLines


@pytest.fixture(scope="module")
def busy(tmp_path_factory):
    """A server with a game that is over, one that runs and one that waits."""
    running: Any
    with Running(tmp_path_factory.mktemp("admin")) as running:
        ada = running.client("Adalbert")
        running.over = ada.open("ophiuchus", seats=["me", "me"])["id"]
        played_out(ada, running.over)
        running.going = ada.open("ulysses", seats=["me", "me", "me"])["id"]
        played_out(ada, running.going, most=30)
        running.waiting = ada.open("pacal", players=2)["id"]
        running.ada = ada
        yield running
        assert '"level": "error"' not in running.log, running.log


def database(running):
    return running.environment["PARAPEGMA_DATABASE"]


def test_tables_are_listed(parapegma, parapegma_process, busy):
    listed = parapegma_process("admin", "tables", "--database", database(busy))
    assert listed.returncode == 0, listed.stderr
    rows = [line.split() for line in listed.stdout.splitlines()]
    assert [row[0] for row in rows] == [busy.waiting, busy.going, busy.over]
    assert [row[4] for row in rows] == ["waiting", "running", "over"]
    only = parapegma("admin", "tables", "--database", database(busy), "--status", "over")
    assert [line.split()[0] for line in only.stdout.splitlines()] == [busy.over]


def test_a_closed_table_is_closed_for_those_who_watch(parapegma, busy):
    table = busy.ada.open("ophiuchus", seats=["me", "me"])["id"]
    with busy.ada.live(table) as live:
        closed = parapegma("admin", "close", table, "--database", database(busy))
        assert closed.returncode == 0, closed.stderr
        while live.table["status"] != "closed":
            live.next()
        assert live.events[-1]["data"] == {"why": "closed"}
        assert live.act(0)["problem"]["code"] == "over"
    again = parapegma("admin", "close", table, "--database", database(busy))
    assert (again.returncode, "over already" in again.stderr) == (2, True)
    missing = parapegma("admin", "close", "2" * 16, "--database", database(busy))
    assert (missing.returncode, "no such table" in missing.stderr) == (2, True)


def test_a_table_that_never_started_can_be_closed(parapegma, busy):
    table = busy.ada.open("pacal", players=2)["id"]
    parapegma("admin", "close", table, "--database", database(busy))
    stand = busy.ada.look(table)
    for _ in range(100):
        if stand["table"]["status"] == "closed":
            break
        # This server has not heard of it yet; the next thing that happens there tells it.
        assert busy.ada.post(f"/tables/{table}/join", {}).status_code == 409
        stand = busy.ada.look(table)
    assert stand["table"]["status"] == "closed"
    assert "view" not in stand
    assert busy.ada.get(f"/tables/{table}/record").json()["code"] == "not-started"


def test_stored_games_go_the_same_way_under_the_same_rules(parapegma, busy):
    checked = parapegma("admin", "check", "--database", database(busy))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "0 would go otherwise" in checked.stdout


def test_a_backup_is_a_whole_database_and_a_difference_is_found_in_it(parapegma, busy, tmp_path):
    copy = tmp_path / "copy.db"
    made = parapegma("admin", "backup", str(copy), "--database", database(busy))
    assert made.returncode == 0, made.stderr
    again = parapegma("admin", "backup", str(copy), "--database", database(busy))
    assert (again.returncode, "is there already" in again.stderr) == (2, True)
    url = f"sqlite:///{copy}"
    listed = parapegma("admin", "tables", "--database", url).stdout
    assert busy.going in listed
    # As if the rules had been others when these games were played.
    with closing(sqlite3.connect(copy)) as opened, opened:
        for table in (busy.going, busy.over):
            number, data = opened.execute(
                "SELECT number, data FROM events WHERE table_id = ? AND data LIKE '%acted%' "
                "ORDER BY number LIMIT 1 OFFSET 3",
                (table,),
            ).fetchone()
            other = json.dumps({**json.loads(data), "digest": "0" * 16})
            opened.execute(
                "UPDATE events SET data = ? WHERE table_id = ? AND number = ?", (other, table, number)
            )
    checked = parapegma("admin", "check", "--database", url)
    assert checked.returncode == 1
    lines = checked.stdout.splitlines()
    assert [line.split()[0] for line in lines[:2]] == [busy.over, busy.going]
    assert all("the position after it is another" in line for line in lines[:2])
    assert lines[-1].endswith("2 would go otherwise, 1 of them are running")


def test_a_database_that_is_not_there_is_not_made(parapegma, tmp_path):
    for task in (["tables"], ["check"], ["backup", "x.db"]):
        answer = parapegma("admin", *task, "--database", f"sqlite:///{tmp_path / 'none.db'}")
        assert (answer.returncode, "there is no database" in answer.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_figures_are_for_whoever_runs_the_server(busy):
    figures = httpx.get(f"{busy.url}/metrics").text
    found = {
        line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1])
        for line in figures.splitlines()
        if not line.startswith("#")
    }
    assert found['parapegma_events_total{kind="acted"}'] > 40
    assert found["parapegma_commits_total"] > 40
    assert found["parapegma_tables_in_memory"] >= 3
    assert found['parapegma_requests_total{method="POST",status="201"}'] >= 4
    # How long things took, and what the machine gives.
    for name in ("request_seconds", "commit_seconds", "loop_lag_seconds", "command_seconds"):
        assert found[f'parapegma_{name}_bucket{{le="+Inf"}}' if name != "request_seconds" else
                     'parapegma_request_seconds_bucket{le="+Inf",method="POST"}'] >= 1  # fmt: skip
    assert found["parapegma_memory_bytes"] > 10_000_000
    assert found["parapegma_bots_queued"] == 0
    with busy.ada.live(busy.going):
        assert "parapegma_connections 1.0" in httpx.get(f"{busy.url}/metrics").text
    for word in (busy.going, busy.ada.id, "Adalbert"):
        assert word not in figures
    passed_on = httpx.get(f"{busy.url}/metrics", headers={"X-Forwarded-For": "192.0.2.1"})
    assert passed_on.status_code == 403


def test_with_a_token_only_those_who_show_it_see_the_figures(tmp_path):
    with Running(tmp_path, PARAPEGMA_METRICS_TOKEN="figures-please") as running:
        for headers, status in (
            ({}, 403),
            ({"Authorization": "Bearer wrong"}, 403),
            ({"Authorization": "Bearer figures-please"}, 200),
        ):
            assert httpx.get(f"{running.url}/metrics", headers=headers).status_code == status


def test_several_processes_answer_with_one_voice(tmp_path):
    figures = tmp_path / "figures"
    figures.mkdir()
    shared = {
        "PROMETHEUS_MULTIPROC_DIR": str(figures),
        "PARAPEGMA_DATABASE": f"sqlite:///{tmp_path / 't.db'}",
    }
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    with Running(folders[0], **shared) as first:
        ada = first.client()
        table = ada.open("ophiuchus", seats=["me", "me"])["id"]
        with ada.live(table) as live, Running(folders[1], **shared) as second:
            live.until_number(live.act(live.choices[0]["number"])["number"])
            for running in (first, second):
                found = httpx.get(f"{running.url}/metrics").text
                assert 'parapegma_events_total{kind="acted"} 1.0' in found
            # The second learns of an open connection when the first has written it down.
            httpx.get(f"{first.url}/metrics")
            assert "parapegma_connections 1.0" in httpx.get(f"{second.url}/metrics").text
            # What was open in a process that was killed counts no more once another one starts.
            first.kill()
            second.stop()
            second.start()
            found = httpx.get(f"{second.url}/metrics").text
            assert "parapegma_connections 0.0" in found
            assert 'parapegma_events_total{kind="acted"} 1.0' in found


def test_logs_are_lines_of_json_that_name_nobody(busy):
    # Something must have been logged by now.
    until = time.monotonic() + 10
    while "a game is over" not in busy.log and time.monotonic() < until:
        time.sleep(0.1)
    entries = [json.loads(line) for line in busy.log.splitlines() if line.startswith("{")]
    messages = [entry["message"] for entry in entries]
    assert "a game is over: finished" in messages
    cookie = next(iter(busy.ada.http.cookies.values()))
    for secret in (busy.over, busy.going, busy.ada.id, "Adalbert", cookie, cookie.partition(".")[0]):
        assert secret not in busy.log


def test_every_request_has_a_name_in_its_answer_and_in_the_log(busy):
    for path in ("/health", "/api/v1/games", "/api/v1/nowhere", "/tables/none"):
        answer = httpx.get(f"{busy.url}{path}")
        assert len(answer.headers["x-request-id"]) == 16
    given = {"X-Request-ID": "from-the-proxy-1"}
    assert httpx.get(f"{busy.url}/health", headers=given).headers["x-request-id"] == "from-the-proxy-1"
    for bad in ("short", "x" * 65, "new\tline-in-it"):
        answer = httpx.get(f"{busy.url}/health", headers={"X-Request-ID": bad})
        assert answer.headers["x-request-id"] != bad
    # A game that ends by a request is logged under its name.
    table = busy.ada.open("ophiuchus", seats=["me", "random"])["id"]
    ended = busy.ada.http.post(
        f"/api/v1/tables/{table}/commands",
        json={"type": "resign", "key": "k"},
        headers={"X-Request-ID": "the-one-that-ended"},
    )
    assert ended.status_code == 200
    until = time.monotonic() + 10
    while '"request": "the-one-that-ended"' not in busy.log:
        assert time.monotonic() < until, "the log does not say which request it was"
        time.sleep(0.1)


def test_the_dashboard_shows_figures_that_there_are(busy):
    dashboard = json.loads(Path("docs/hosting/dashboard.json").read_text("utf-8"))
    asked = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"parapegma_\w+", target["expr"])
    }
    with busy.ada.live(busy.going):
        figures = httpx.get(f"{busy.url}/metrics").text
    assert len(asked) >= 14
    missing = {name for name in asked if not re.search(rf"^(# TYPE )?{name}\b", figures, re.MULTILINE)}
    assert missing == set()


def test_an_error_is_logged_by_its_place_not_by_its_words():
    try:
        raise ValueError("what someone wrote")
    except ValueError as error:
        record = logging.LogRecord(
            "x", logging.ERROR, "", 0, "it failed", (), (ValueError, error, error.__traceback__)
        )
    record.table = "abcdefgh23456789"
    entry = json.loads(JsonLines().format(record))
    assert (entry["error"], entry["table"]) == ("ValueError", "abcdef..")
    assert "test_admin.py" in entry["trace"][0]
    assert "what someone wrote" not in json.dumps(entry)
