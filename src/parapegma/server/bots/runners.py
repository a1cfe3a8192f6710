"""The bots of tables: a runner for each table that is in memory, so that bots remember what they thought.

What they remember takes room. Beyond a budget the tables that were longest without a decision of a bot forget
it: their bots only have to think again.
"""

from __future__ import annotations

import secrets
import weakref
from collections import OrderedDict
from collections.abc import Callable

from parapegma.bots.runner import BotRunner
from parapegma.core.game import Game
from parapegma.server.bots.elsewhere import Runner
from parapegma.server.tables.live_table import LiveTable


def _random_seed(table: LiveTable) -> str:
    """Nobody can work out what the bots of a table will do; at a deal of the day they treat all alike."""
    return secrets.token_hex(16) if table.deal.daily is None else table.deal.key


class TableRunners:
    """A bot runner per table. ``budget``: bytes that all of them together may remember."""

    def __init__(
        self,
        budget: int,
        make: Callable[[Game, int | str], Runner] = BotRunner,
        seed_of: Callable[[LiveTable], int | str] = _random_seed,
    ) -> None:
        self._budget, self._make, self._seed_of = budget, make, seed_of
        self._idle: weakref.WeakKeyDictionary[LiveTable, Runner] = weakref.WeakKeyDictionary()
        """Runners that nobody uses now, by their tables: a table that is closed takes its own along."""
        self._sizes: OrderedDict[weakref.ref[LiveTable], int] = OrderedDict()
        """How many bytes idle runners remember, the longest unused first."""
        self.memory = 0
        """How many bytes they remember together."""

    def take(self, table: LiveTable) -> Runner:
        """The runner of a table, for whoever gives it back; a new one while another decision uses it."""
        self._forget_size(weakref.ref(table))
        runner = self._idle.pop(table, None)
        return self._make(table.deal.game, self._seed_of(table)) if runner is None else runner

    def give_back(self, table: LiveTable, runner: Runner) -> None:
        """Keep a runner for the table's next decision."""
        self._idle[table] = runner
        size = runner.memory
        if size:
            key = weakref.ref(table, self._forget_size)
            self._forget_size(key)
            self._sizes[key] = size
            self.memory += size
        while self.memory > self._budget:
            self._forget_oldest()

    def _forget_oldest(self) -> None:
        oldest = next(iter(self._sizes))
        self._forget_size(oldest)
        table = oldest()
        if table is not None and table in self._idle:
            self._idle[table].forget()

    def _forget_size(self, key: weakref.ref[LiveTable]) -> None:
        self.memory -= self._sizes.pop(key, 0)
