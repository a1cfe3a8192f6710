"""A server that begins before its libraries are built: people play at once, bots as soon as they can."""

from __future__ import annotations

import shutil

from server_running import Running

from parapegma.core.compiled.library_format import host_targets, libraries_folder
from parapegma.core.compiled.sources import own_games
from parapegma.libraries.building import build
from parapegma.libraries.targets import TARGETS


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
