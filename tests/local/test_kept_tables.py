"""Tables in a browser are kept, go on after a new start, and go on in memory where nothing can be kept."""

from __future__ import annotations

import asyncio
import json

from parapegma.browser.walkthrough import Page
from parapegma.local.keeper import MemoryKeeper, NotKept
from parapegma.server.store.collision import Collision

WISH = {"game": "ophiuchus", "players": 2, "seats": ["me", "light"]}


async def _begun(page, decisions=3):
    await page.host.start()
    table = await page.ask("POST", "/tables", WISH)
    await page.host.open_line(1, table["id"], 0, None)
    await page.play(decisions)
    await page.turn()
    return table["id"]


def test_a_game_goes_on_after_a_new_start():
    async def main():
        first = Page()
        table = await _begun(first)
        before = await first.ask("GET", "/tables/{table_id}", table_id=table)
        again = Page(first.keeper)
        await again.host.start()
        after = await again.ask("GET", "/tables/{table_id}", table_id=table)
        assert after["view"] == before["view"]
        (listed,) = await again.ask("GET", "/tables", which="mine")
        assert (listed["id"], listed["my_turn"]) == (table, True)
        await again.host.open_line(1, table, 0, None)
        assert await again.play(2) == 2

    asyncio.run(main())


class _Full(MemoryKeeper):
    full = False

    async def put(self, row, events):
        if self.full:
            raise NotKept("full")
        await super().put(row, events)


def test_where_nothing_can_be_kept_the_game_goes_on_and_is_kept_later():
    async def main():
        keeper = _Full()
        page = Page(keeper)
        table = await _begun(page)
        keeper.full = True
        await page.play(2)
        assert page.not_kept[0] == "full"
        keeper.full = False
        await page.play(1)
        await page.turn()
        kept = json.loads(await keeper.events(table))
        assert [event[0] for event in kept] == list(range(1, len(kept) + 1))
        assert len(kept) == (await page.ask("GET", "/tables/{table_id}", table_id=table))["number"]
        # Said when all is kept again, and not before.
        assert page.not_kept[-1] == ""
        assert page.not_kept.count("") == 1

    asyncio.run(main())


def test_what_could_not_be_kept_is_kept_when_a_game_was_deleted():
    async def main():
        keeper = _Full()
        page = Page(keeper)
        old = await _begun(page)
        keeper.full = True
        new = (await page.ask("POST", "/tables", WISH))["id"]
        assert new not in keeper.kept
        keeper.full = False
        await page.ask("DELETE", "/tables/{table_id}", table_id=old)
        assert list(keeper.kept) == [new]
        assert page.not_kept == ["full", ""]

    asyncio.run(main())


def test_a_game_that_could_not_be_kept_outlives_what_other_tabs_do():
    async def main():
        keeper = _Full()
        keeper.full = True
        page = Page(keeper)
        table = await _begun(page)
        for changed in ("l" + "a" * 11, "l" + "b" * 11):
            await page.host.changed_elsewhere(changed)
        assert await page.play(1) == 1
        (listed,) = await page.ask("GET", "/tables", which="mine")
        assert listed["id"] == table

    asyncio.run(main())


class _Silent(MemoryKeeper):
    """Refuses whatever is asked of it, from some time on."""

    silent, silent_rows = False, True

    async def rows(self):
        if self.silent_rows:
            self._refuse()
        return await super().rows()

    async def events(self, table_id):
        self._refuse()
        return await super().events(table_id)

    async def remove(self, table_id):
        self._refuse()
        await super().remove(table_id)

    def _refuse(self):
        if self.silent:
            raise NotKept("forbidden")


def test_games_outlive_a_browser_that_does_not_tell_what_it_keeps():
    async def main():
        keeper = _Silent()
        page = Page(keeper)
        table = await _begun(page)
        keeper.silent = True
        await page.host.changed_elsewhere(table)
        assert [each["id"] for each in await page.ask("GET", "/tables", which="mine")] == [table]
        assert await page.play(1) == 1
        # Another tab has written, but what it wrote cannot be read.
        keeper.silent_rows = False
        await page.host.changed_elsewhere(table)
        assert page.told[-1]["problem"]["code"] == "not-read"
        keeper.silent = False
        assert await page.play(1) == 1

    asyncio.run(main())


def test_a_browser_that_does_not_delete_is_told_of_and_the_game_is_still_there():
    async def main():
        keeper = _Silent()
        page = Page(keeper)
        table = await _begun(page)
        keeper.silent = True
        status, text = await page.host.ask(
            "DELETE", "/tables/{table_id}", json.dumps({"table_id": table}), "null"
        )
        assert (status, json.loads(text)["code"]) == (503, "not-deleted")
        assert [each["id"] for each in await page.ask("GET", "/tables", which="mine")] == [table]
        keeper.silent = False
        await page.ask("DELETE", "/tables/{table_id}", table_id=table)
        assert await page.ask("GET", "/tables", which="mine") == []

    asyncio.run(main())


def test_a_game_that_was_never_kept_is_deleted_without_asking_the_browser():
    async def main():
        keeper = _Full()
        keeper.full = True
        page = Page(keeper)
        table = await _begun(page)
        await page.ask("DELETE", "/tables/{table_id}", table_id=table)
        assert await page.ask("GET", "/tables", which="mine") == []

    asyncio.run(main())


def test_a_game_that_another_tab_deleted_is_gone_here():
    async def main():
        page = Page()
        table = await _begun(page)
        number = (await page.turn())["number"]
        await page.keeper.remove(table)
        await page.host.changed_elsewhere(table)
        said = {"type": "act", "seen": number, "actions": ["draw"]}
        answer = await page.say(**said)
        assert (answer["type"], answer["problem"]["code"]) == ("refused", "no-table")
        assert await page.ask("GET", "/tables", which="mine") == []

    asyncio.run(main())


class _Unlucky(MemoryKeeper):
    """Refuses what comes next, each time for the reason that is next in a list."""

    def __init__(self):
        super().__init__()
        self.refusals = []

    async def put(self, row, events):
        if self.refusals:
            raise self.refusals.pop(0)
        await super().put(row, events)


def test_what_could_not_be_kept_is_not_lost_when_a_later_write_fails_otherwise():
    async def main():
        keeper = _Unlucky()
        page = Page(keeper)
        table = await _begun(page)
        keeper.refusals = [NotKept("full"), Collision("another tab was faster")]
        await page.play(2)
        await page.turn()
        kept = json.loads(await keeper.events(table))
        assert keeper.refusals == []
        assert [event[0] for event in kept] == list(range(1, len(kept) + 1))
        assert len(kept) == (await page.ask("GET", "/tables/{table_id}", table_id=table))["number"]

    asyncio.run(main())


class _Shared(MemoryKeeper):
    async def put(self, row, events):
        first = json.loads(events)[0][0]
        known = self.kept.get(json.loads(row)["id"])
        if known is not None and first <= len(json.loads(await self.events(json.loads(row)["id"]))):
            raise Collision("another tab was faster")
        await super().put(row, events)


def test_two_tabs_at_one_table_see_each_others_decisions():
    async def main():
        here, there = Page(_Shared()), None
        table = await _begun(here)
        there = Page(here.keeper)
        await there.host.start()
        await there.host.open_line(1, table, 0, None)
        await here.play(1)
        await here.turn()
        await there.host.changed_elsewhere(table)
        await asyncio.sleep(0)
        numbers = [page.host.tables.peek(table).number for page in (here, there)]
        assert numbers[0] == numbers[1]
        assert there.told[-1]["number"] == numbers[0]

    asyncio.run(main())


def test_a_table_is_deleted_for_good():
    async def main():
        page = Page()
        table = await _begun(page)
        await page.ask("DELETE", "/tables/{table_id}", table_id=table)
        assert await page.ask("GET", "/tables", which="mine") == []
        assert page.keeper.kept == {}
        status, text = await page.host.ask(
            "GET", "/tables/{table_id}", json.dumps({"table_id": table}), "null"
        )
        assert (status, json.loads(text)["code"]) == (404, "no-table")

    asyncio.run(main())


def test_what_needs_a_server_is_refused_in_a_sentence():
    async def main():
        status, text = await Page().host.ask("POST", "/login", "{}", "{}")
        assert (status, json.loads(text)["code"]) == (404, "not-here")

    asyncio.run(main())
