"""A server that begins before its libraries are built: people play at once, bots as soon as they can."""

from __future__ import annotations

import asyncio
import shutil

import pytest
from server_running import Running

from parapegma.core.compiled.library_format import host_targets, libraries_folder
from parapegma.core.compiled.sources import own_games
from parapegma.libraries.building import build
from parapegma.libraries.targets import TARGETS
from parapegma.server.bots import awaited_libraries
from parapegma.server.bots.awaited_libraries import AwaitedLibraries


def test_people_play_before_the_libraries_are_built_and_bots_afterwards(tmp_path):
    for game in own_games():
        build(game, TARGETS[host_targets()[0]])
    libraries = tmp_path / "libraries"
    settings = {"PARAPEGMA_LIBRARIES": str(libraries), "PARAPEGMA_AWAIT_LIBRARIES": "1"}
    with Running(tmp_path, **settings) as server:
        ada = server.client()
        assert sorted(ada.get("/games").json()["preparing"]) == sorted(own_games())
        alone = ada.open("pacal", seats=["me", "me"])["id"]
        with ada.live(alone) as live:
            for _ in range(6):
                live.until_number(live.act(live.choices[0]["number"])["number"])

        against = ada.open("ophiuchus", seats=["me", "master"])["id"]
        with ada.live(against) as live:
            while live.choices:
                live.until_number(live.act(live.choices[0]["number"])["number"])
            waiting = live.number
            # Everybody else is answered while the bot waits.
            assert ada.look(alone)["view"]["game"] == "pacal"
            assert ada.look(against)["number"] == waiting

            shutil.copytree(libraries_folder(), libraries, dirs_exist_ok=True)
            live.until_number(waiting + 1)
            assert ada.get("/games").json()["preparing"] == []


def test_bots_think_all_the_same_if_the_libraries_cannot_be_built(tmp_path):
    failed = tmp_path / "failed"
    settings = {"PARAPEGMA_LIBRARIES": str(tmp_path / "none"), "PARAPEGMA_AWAIT_LIBRARIES": str(failed)}
    with Running(tmp_path, **settings) as server:
        ada = server.client()
        against = ada.open("ophiuchus", seats=["me", "novice"])["id"]
        with ada.live(against) as live:
            while live.choices:
                live.until_number(live.act(live.choices[0]["number"])["number"])
            assert ada.get("/games").json()["preparing"] == sorted(own_games())
            waiting = live.number
            failed.touch()
            live.until_number(waiting + 1)
        assert ada.get("/games").json()["preparing"] == []
        assert "could not be compiled" in server.log


@pytest.fixture
def awaited(monkeypatch):
    """Two games without a library, of which nothing is heard from the outside."""
    monkeypatch.setattr(awaited_libraries, "AWAITED", ["ophiuchus", "pacal"])
    monkeypatch.setattr(awaited_libraries, "_PAUSE", 0)
    monkeypatch.delenv("PARAPEGMA_AWAIT_LIBRARIES", raising=False)


@pytest.mark.parametrize(("failures", "most"), [(1, 4), (4, 7), (1_000, 5)])
@pytest.mark.usefixtures("awaited")
def test_a_library_that_cannot_be_opened_is_tried_again_and_nobody_waits_for_ever(
    monkeypatch, failures, most
):
    tries = []

    async def opened(self):
        tries.append(1)
        if len(tries) <= failures:
            raise OSError("a library is only half there")
        return ["pacal"] if len(tries) < failures + 3 else []

    monkeypatch.setattr(AwaitedLibraries, "_open_what_is_built", opened)

    async def main():
        libraries = AwaitedLibraries()
        libraries.start()
        async with asyncio.timeout(20):
            await libraries.ready("ophiuchus")
            await libraries.ready("pacal")
        assert libraries.games == []
        await libraries.stop()

    asyncio.run(main())
    assert len(tries) == most
