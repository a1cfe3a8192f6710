"""The record of a game as a message: who came where, with which points, and all it takes to play it again."""

from __future__ import annotations

import dataclasses

from parapegma.core.match import Match
from parapegma.core.records import Record
from parapegma.server.protocol.messages import GameRecord
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.messages.info import shuffle_info


def record_message(table: LiveTable, why: str, scores: list[int], ranks: list[int]) -> GameRecord:
    """All of a game; its points are those of the position unless the table says others."""
    match = table.deal.whole_match(table.state.actions)
    sources = match.position.sources
    return GameRecord(
        table=table.id,
        game=match.game.name,
        names=[seat.name or seat.bot or "" for seat in table.state.seats],
        why=why,
        scores=scores or match.scores,
        ranks=ranks,
        sources=[sources[seat] for seat in range(match.players)],
        steps=match.scoring_steps(),
        view=match.position.open_view(),
        key=table.deal.host_key,
        commitment=table.row["commitment"],
        shuffle=shuffle_info(table),
        decisions=len(table.state.actions),
        record=_record_text(table, match),
        known_deal=table.deal.known,
    )


def _record_text(table: LiveTable, match: Match) -> str:
    """A record that says what its key is made of."""
    deal = table.deal
    parts = {f"seat {seat}": part for seat, part in deal.parts.items()}
    shuffle = {"host": deal.host_key, **parts} if parts else {}
    return dataclasses.replace(Record.of(match), shuffle=shuffle).to_text()
