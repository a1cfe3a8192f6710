"""Where the page's worker begins: the host of tables, joined to what the browser offers.

Texts cross between Python and the browser, and nothing else: no object of one side is kept by the other.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from parapegma.core.game import all_games
from parapegma.local.host import LocalHost
from parapegma.local.keeper import NotKept
from parapegma.local.thinking import Thinker
from parapegma.server.store.collision import Collision


class BrowserKeeper:
    """The storage of the browser, an object of the page, as a :class:`~parapegma.local.keeper.Keeper`."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    async def rows(self) -> str:
        return str(await _kept(self._storage.rows()))

    async def events(self, table_id: str) -> str:
        return str(await _kept(self._storage.events(table_id)))

    async def put(self, row: str, events: str) -> None:
        await _kept(self._storage.put(row, events))

    async def note(self, table_id: str, text: str | None) -> str | None:
        found = await _kept(self._storage.note(table_id, text or ""))
        return str(found) if found else None

    async def remove(self, table_id: str) -> None:
        await _kept(self._storage.remove(table_id))


async def _kept(asked: Awaitable[Any]) -> Any:
    """What the browser answers; its refusals as ours."""
    try:
        return await asked
    except Exception as error:
        said = f"{getattr(error, 'name', '')} {error}"
        if "ConstraintError" in said:
            raise Collision(said) from None
        raise NotKept("full" if "QuotaExceeded" in said else "forbidden") from None


def load() -> None:
    """Load all games: done before anything is asked, and once for all visits where a start can be kept."""
    all_games()


def start(
    storage: Any,
    tell: Callable[[int, str], None],
    not_kept: Callable[[str], None],
    think: Callable[[str], Awaitable[str]],
) -> LocalHost:
    """A host that keeps its tables in the browser. ``think`` takes and gives a list of texts, as JSON."""

    async def answers(questions: list[str]) -> list[str]:
        found: list[str] = json.loads(str(await think(json.dumps(questions))))
        return found

    return LocalHost(BrowserKeeper(storage), tell, not_kept, answers)


def thinker() -> Thinker:
    """What answers the questions of a host in another worker."""
    return Thinker()
