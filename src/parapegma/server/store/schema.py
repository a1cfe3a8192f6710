"""The schema: what a database of this server holds. Times are milliseconds since 1970.

Events are the truth: a table is its row here and its list of events, which only ever grows. What else
stands in ``tables`` and ``seats`` (status, whose turn, deadline) repeats what the events say, so that a
lobby or a clock can be read without replaying; it changes in the same transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

Row = Mapping[str, Any]
"""A row as a query gives it."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
_ID = String(32)

people = Table(
    "people",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("name", String(80), nullable=False),
    Column("login", String(80), unique=True),  # only accounts have one; kept in lower case
    Column("passphrase", Text),  # argon2id
    Column("language", String(8), nullable=False, server_default=""),
    Column("email", String(254)),
    Column("webhook", Text),
    Column("notify", Text, nullable=False, server_default="{}"),  # JSON: which notices are wanted
    Column("created_at", BigInteger, nullable=False),
    Column("deleted_at", BigInteger),  # the row stays, without name, so that records keep their seats
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", _ID, primary_key=True),  # of its SHA-256; the session itself is in the browser's cookie
    Column("person_id", _ID, ForeignKey("people.id"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("person_id", _ID, ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(80), nullable=False),
    Column("digest", String(64), nullable=False, unique=True),  # SHA-256; the token itself is shown once
    Column("scopes", Text, nullable=False),  # JSON list
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
    Column("revoked_at", BigInteger),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(40), primary_key=True),  # rematch, vapid, cookie-check, health
    Column("value", Text, nullable=False),
)

tries = Table(
    "tries",  # what all processes count together for an hour, see security/tries.py
    metadata,
    Column("id", _ID, primary_key=True),
    Column("name", _ID, nullable=False),  # a keyed digest
    Column("at", BigInteger, nullable=False),
    Index(None, "name", "at"),
    Index(None, "at"),
)

processes = Table(
    "processes",  # those that serve tables, each until its lease runs out
    metadata,
    Column("id", _ID, primary_key=True),
    Column("machine", String(64), nullable=False),
    Column("socket", Text, nullable=False),  # where it is handed connections on its machine
    Column("address", Text, nullable=False),  # where other machines reach it; may be empty
    Column("expires_at", BigInteger, nullable=False),  # by the clock of the database
)

tables = Table(
    "tables",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("components", String(16), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("key", String(32), nullable=False),  # of the shuffles; public after the end
    Column("commitment", String(64), nullable=False),  # SHA-256 of the key; public from the start
    Column("position", Text),  # JSON: a position or decisions to begin from
    Column("settings", Text, nullable=False),  # JSON: pace, undo ...; protocol/table_settings.py
    Column("public", Boolean, nullable=False),
    Column("created_by", _ID, ForeignKey("people.id"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("home", _ID, index=True),  # a keyed digest of the household it was opened from, while it goes on
    Column("request_key", String(64)),  # repeated requests to open a table open one
    Column("rematch_of", _ID),
    Column("continues", _ID),
    Column("continues_at", Integer),  # the decision it goes on from
    # What the events say, for lists and clocks:
    Column("status", String(12), nullable=False),  # waiting, running, over, closed
    Column("last_event", Integer, nullable=False),
    Column("actor", Integer),
    Column("waits_for", _ID),  # the person who decides now; "bot" if a bot does
    Column("turn", Integer, nullable=False, server_default="0"),  # the event since which it waits for them
    Column("deadline_at", BigInteger),  # when the clock of the actor runs out
    Column("warn_at", BigInteger),  # when the actor should be warned
    Column("due_at", BigInteger),  # when something else happens by itself, such as that a seat is lost
    Column("changed_at", BigInteger, nullable=False),
    # Which process may write here, where there are several (docs/owners.md):
    Column("owner", _ID, index=True),
    Column("epoch", Integer, nullable=False, server_default="0"),  # grows with every change of the owner
    Index(None, "status", "public", "changed_at"),
    Index(None, "waits_for", "status"),
    Index(None, "deadline_at"),
    Index(None, "warn_at"),
    Index(None, "due_at"),
    Index(None, "created_by", "request_key", unique=True),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", _ID, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # open, person, bot
    Column("person_id", _ID, ForeignKey("people.id"), index=True),  # of an open seat: for whom it is kept
    Column("bot", String(40)),
)

events = Table(
    "events",
    metadata,
    Column("table_id", _ID, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1, without gaps
    Column("at", BigInteger, nullable=False),
    Column("person_id", _ID),
    Column("request_key", String(64)),  # a repeated command finds its answer here
    Column("data", Text, nullable=False),  # JSON, see tables/events.py
    Index(None, "table_id", "person_id", "request_key", unique=True),
)

named_events = Table(
    "named_events",  # which events name whom, whoever caused them
    metadata,
    Column("person_id", _ID, primary_key=True),
    Column("table_id", _ID, ForeignKey("tables.id"), primary_key=True, index=True),
    Column("number", Integer, primary_key=True),
)

checkpoints = Table(
    "checkpoints",  # how a long game stood at an event; can be thrown away at any time
    metadata,
    Column("table_id", _ID, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, nullable=False),  # of the event
    Column("made_by", String(20), nullable=False),  # by which rules and code
    Column("data", LargeBinary, nullable=False),  # see tables/checkpoints.py
)

daily_games = Table(
    "daily_games",  # who plays the deal of a day, once each
    metadata,
    Column("day", String(10), primary_key=True),  # 2026-11-18, in UTC
    Column("game", String(40), primary_key=True),
    Column("person_id", _ID, ForeignKey("people.id"), primary_key=True, index=True),
    Column("table_id", _ID, ForeignKey("tables.id"), nullable=False, index=True),
    # What the events of the table say, once it is over and somebody has asked:
    Column("outcome", String(12)),  # finished, given up
    Column("points", Integer),
    Column("place", Integer),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", _ID, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("person_id", _ID, ForeignKey("people.id"), nullable=False, index=True),
    Column("request_key", String(64)),
    Column("text", Text, nullable=False),
    Index(None, "table_id", "person_id", "request_key", unique=True),
)

mutes = Table(
    "mutes",
    metadata,
    Column("person_id", _ID, ForeignKey("people.id"), primary_key=True),
    Column("muted_id", _ID, ForeignKey("people.id"), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
)

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("person_id", _ID, ForeignKey("people.id"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False, unique=True),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(60), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("failed_at", BigInteger),
)

notices = Table(
    "notices",  # the last message to a person by each way; the number keeps two processes from sending both
    metadata,
    Column("person_id", _ID, ForeignKey("people.id"), primary_key=True),
    Column("way", String(8), primary_key=True),  # push, mail, webhook
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("sent_at", BigInteger),  # none while it is being sent
    Column("not_before", BigInteger, nullable=False),  # when the next may be sent
    Column("tries", Integer, nullable=False),
    Index(None, "sent_at"),
)

told_turns = Table(
    "told_turns",  # which turns a person has been told of, or has seen, by each way
    metadata,
    Column("person_id", _ID, ForeignKey("people.id"), primary_key=True),
    Column("way", String(8), primary_key=True),
    Column("table_id", _ID, ForeignKey("tables.id"), primary_key=True, index=True),
    Column("turn", Integer, primary_key=True),
    Column("warned", Boolean, primary_key=True),  # also that time is running short
    Column("number", Integer, nullable=False),  # of the message; 0 if none was needed
)

analyses = Table(
    "analyses",
    metadata,
    Column("table_id", _ID, ForeignKey("tables.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),  # JSON
)
