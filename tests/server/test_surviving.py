"""A server that is killed comes back with everything it acknowledged."""

from __future__ import annotations

import random

from server_running import Running


def test_what_was_acknowledged_is_there_after_a_power_cut(tmp_path):
    chance = random.Random(2)
    with Running(tmp_path) as house:
        ada = house.client()
        table = ada.open("ophiuchus", seats=["me", "me"])["id"]
        with ada.live(table) as live:
            for _ in range(7):
                live.act_at_random(chance)
            number, view = live.number, live.view
            house.kill()
        house.start()
        after = ada.look(table, seat=live.seat)
        assert after["number"] == number
        assert after["view"] == view
        with ada.live(table, since=number) as again:
            again.act_at_random(chance)
            assert again.number == number + 1
