"""Analyses of games in a browser: one decision after the other, kept with the table."""

from __future__ import annotations

import asyncio

import msgspec

from parapegma.core.position import Position
from parapegma.local.bots import Think
from parapegma.local.kept_tables import KeptTables
from parapegma.local.thinking import past_decision
from parapegma.server.analysis.analysis import (
    Analysis,
    StoredAnalysis,
    StoredDecision,
    analysis_of,
    analysis_text,
    empty_analysis,
    no_analysis,
    read_analysis,
)
from parapegma.server.analysis.evaluate_rest import evaluate_rest
from parapegma.server.tables.lifecycle.finished import check_over
from parapegma.server.tables.live_table import LiveTable

_decision = msgspec.json.Decoder(StoredDecision)


class LocalAnalyses:
    """Begins analyses, and goes on with them."""

    def __init__(self, kept: KeptTables, think: Think) -> None:
        self._kept, self._think = kept, think
        self._under_way: dict[str, tuple[StoredAnalysis, asyncio.Task[None]]] = {}

    async def read(self, table: LiveTable) -> Analysis:
        """How far an analysis has come; one that was interrupted goes on."""
        check_over(table)
        stored = await self._stored(table)
        if stored is None:
            return no_analysis(table)
        self._go_on(table, stored)
        return analysis_of(table, stored)

    async def begin(self, table: LiveTable) -> Analysis:
        """Begin an analysis, unless there is one."""
        check_over(table)
        stored = await self._stored(table) or empty_analysis(len(table.state.actions))
        self._go_on(table, stored)
        return analysis_of(table, stored)

    async def _stored(self, table: LiveTable) -> StoredAnalysis | None:
        if table.id in self._under_way:
            return self._under_way[table.id][0]
        text = await self._kept.note(table.id)
        return None if text is None else read_analysis(text)

    def _go_on(self, table: LiveTable, stored: StoredAnalysis) -> None:
        if table.id in self._under_way or len(stored.decisions) >= stored.of:
            return
        task = asyncio.ensure_future(self._evaluate_all(table, stored))
        self._under_way[table.id] = stored, task
        task.add_done_callback(lambda _: self._under_way.pop(table.id, None))

    async def _evaluate_all(self, table: LiveTable, stored: StoredAnalysis) -> None:
        async def evaluate_one(position: Position, number: int, action: int) -> StoredDecision:
            (answer,) = await self._think([past_decision(position, number, action)])
            return _decision.decode(answer)

        async def save() -> None:
            await self._kept.note(table.id, analysis_text(stored))

        await evaluate_rest(table, stored, evaluate_one, save)
