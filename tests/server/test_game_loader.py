"""Games are loaded in a thread, the wanted ones first; while that lasts, nobody else waits."""

from __future__ import annotations

import asyncio
import threading

import pytest

from parapegma.core.compiled import entry_points
from parapegma.core.game import all_games
from parapegma.server import game_loader
from parapegma.server.game_loader import GameLoader, warm_up


class Loading:
    """Loading that lasts until a test lets it go on, game by game."""

    def __init__(self, monkeypatch):
        self.begun, self.gate = [], threading.Semaphore(0)
        monkeypatch.setattr(game_loader, "warm_up", self.warm_up)

    def warm_up(self, game):
        self.begun.append(game.name)
        assert self.gate.acquire(timeout=60)
        if game.name == "pacal":
            raise ValueError("it cannot be loaded")


@pytest.fixture
def loading(monkeypatch):
    return Loading(monkeypatch)


async def until(condition):
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


def test_who_needs_a_game_waits_for_it_alone_and_it_comes_next(loading):
    async def main():
        done = []
        loader = GameLoader(all_games(), done.append)
        first, *_, wanted = [game.name for game in reversed(all_games())]
        loader.load()
        await until(lambda: loading.begun == [first])
        waiting = asyncio.create_task(loader.ready(wanted))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        loading.gate.release()
        await loader.ready(first)
        await until(lambda: len(loading.begun) == 2)
        assert loading.begun == [first, wanted]
        loading.gate.release()
        await asyncio.wait_for(waiting, 60)
        assert done == []
        loading.gate.release(2)
        # One of them cannot be loaded: whoever needs it finds out by itself, and the others are loaded.
        for game in all_games():
            await asyncio.wait_for(loader.ready(game.name), 60)
        await until(lambda: done)
        await loader.ready("a game that is not there")
        await loader.stop()

    asyncio.run(main())


def test_a_server_that_stops_loads_no_more(loading):
    async def main():
        done = []
        loader = GameLoader(all_games(), done.append)
        loader.load()
        await until(lambda: loading.begun)
        stopping = asyncio.create_task(loader.stop())
        await asyncio.sleep(0.05)
        loading.gate.release()
        await asyncio.wait_for(stopping, 60)
        assert (len(loading.begun), done) == (1, [])

    asyncio.run(main())


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_after_warming_up_no_view_and_no_refusal_loads_anything(game):
    from parapegma.core.compiled.jit import COMPILED

    warm_up(game)
    if COMPILED:
        for entry_point, arguments in entry_points.game_entry_points(game.state, game.rules).items():
            assert arguments in entry_point.signatures
