"""What is raised when a table belongs to another process by now."""

from __future__ import annotations

from collections.abc import Collection

from parapegma.server.problems import Problem


class NotOwner(Problem):
    """Nothing was written: these tables live in another process. Whoever asked again would be led there."""

    def __init__(self, tables: Collection[str]) -> None:
        super().__init__(
            503, "restart", "This table has moved to another process; connect again.", wait=0.2, seconds=1
        )
        self.tables = frozenset(tables)
