"""Whether tables still live where someone writes to them, asked in the transaction that writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import bindparam, select

from parapegma.server.store import schema
from parapegma.server.store.not_owner import NotOwner

Epochs = Mapping[str, int]
"""The epochs of tables, as whoever writes knows them."""
_T = schema.tables.c
EPOCHS = (
    select(_T.id, _T.epoch)
    .where(_T.id.in_(bindparam("tables", expanding=True)))
    .order_by(_T.id)
    .with_for_update(key_share=True)
)
"""Asked before anything is written. Until the end of the transaction they stay so: PostgreSQL locks the rows,
always in the same order; on SQLite whoever writes is alone."""


def check_epochs(known: Epochs, found: Iterable[Any]) -> None:
    """Refuse, and so undo the transaction, if a table lives in another process by now."""
    stands = {row[0]: row[1] for row in found}
    gone = [table for table, epoch in known.items() if stands.get(table) != epoch]
    if gone:
        raise NotOwner(gone)
