"""Alembic runs this to bring a database up to date; the server hands it an open connection."""

from __future__ import annotations

from alembic import context

from parapegma.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter most columns in place
)
with context.begin_transaction():
    context.run_migrations()
