"""Everyone at a table sees who is here, and spectators see it as late as was agreed."""

from __future__ import annotations

import random
import time

from server_running import Running


def here(live):
    return [seat["seat"] for seat in live.table["seats"] if seat["connected"]]


def test_a_seat_is_here_while_a_connection_of_its_person_is_open(server):
    ada, bob = server.client("Ada"), server.client("Bob")
    table = ada.open("ophiuchus", players=2)["id"]
    bob.join(table)
    with ada.live(table) as at_ada:
        assert here(at_ada) == [0]
        with bob.live(table) as at_bob:
            assert here(at_bob) == [0, 1]
            assert at_ada.until("presence")["seats"] == [0, 1]
            with bob.live(table) as again:
                assert here(again) == [0, 1]
        assert at_ada.until("presence")["seats"] == [0]
    assert [seat["connected"] for seat in bob.look(table)["table"]["seats"]] == [False, False]


def test_a_spectator_is_not_a_seat(server):
    ada, eve = server.client("Ada"), server.client("Eve")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    with eve.live(table) as at_eve:
        assert here(at_eve) == []
        with ada.live(table):
            assert at_eve.until("presence")["seats"] == [0, 1]


def test_spectators_see_the_table_as_it_was(tmp_path):
    delay = 5
    chance = random.Random(1)
    with Running(tmp_path) as server:
        ada, eve = server.client("Ada"), server.client("Eve")
        table = ada.open("ophiuchus", seats=["me", "me"], settings={"delay": delay, "public": True})["id"]
        begun = ada.look(table)["number"]
        time.sleep(delay + 0.5)
        came = time.monotonic()
        with ada.live(table) as at_ada, eve.live(table) as at_eve:
            assert at_eve.number == begun
            assert here(at_eve) == []
            past = {}
            for _ in range(4):
                # Before it is sent: when the answer comes, the server's delay has begun already.
                sent = time.monotonic()
                at_ada.act_at_random(chance)
                past[at_ada.number] = sent
            late = eve.look(table)
            assert (late["number"], late["actor"]) == (begun, at_eve.actor)
            (listed,) = eve.get("/tables", which="watch").json()
            assert listed["actor"] is None
            # A refusal does not tell how far the game has come either.
            refused = eve.command(table, "act", seen=10**6, actions=[0])
            assert (refused.status_code, refused.json()["code"]) == (403, "not-seated")
            first = eve.get(f"/tables/{table}/replay", first=begun + 1)
            assert first.json()["code"] == "no-event"
            seen_here = False
            while at_eve.number < at_ada.number or not seen_here:
                message = at_eve.next()
                if message["type"] == "presence" and message["seats"]:
                    seen_here = True
                    assert time.monotonic() - came >= delay - 0.1
                if at_eve.number > begun:
                    assert time.monotonic() - past[at_eve.number] >= delay - 0.1
            assert eve.look(table)["view"] == at_eve.view
            spectator = ada.get(f"/tables/{table}/replay", first=at_ada.number).json()["steps"][0]
            assert at_eve.view == spectator["view"]
            # The end, the result and the record come as late as everything else.
            ada.command(table, "ask", what="end")
            assert ada.get(f"/tables/{table}/record").status_code == 200
            assert eve.get(f"/tables/{table}/record").json()["code"] == "not-over"
            assert eve.get("/tables", which="watch").json() == [listed]
            while at_eve.table["status"] != "over":
                at_eve.next()
            assert eve.get("/tables", which="watch").json() == []
            assert eve.get(f"/tables/{table}/record").status_code == 200
        assert '"level": "error"' not in server.log
