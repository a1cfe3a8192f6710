"""Setting up a table: names at one screen, options that do not fit, closing it again, what lists tell."""

from __future__ import annotations

from server_clients import Client

from parapegma.server.games_info import games_info


def options_of(game: str) -> dict[str, dict[int, list[bool | int | str]]]:
    found = next(each for each in games_info().games if each.name == game)
    return {option.name: option.unfit for option in found.options}


def test_people_at_one_screen_have_names_of_their_own_also_in_a_rematch(server) -> None:
    ada: Client = server.client("Ada")
    table = ada.open("ptolemaeus", seats=["me", "me", "novice"], names=["", "Bea", ""])
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Bea", ""]
    assert ada.command(table["id"], "ask", what="end").status_code == 200
    again = ada.post(f"/tables/{table['id']}/rematch", {}).json()
    assert [seat["name"] for seat in again["seats"]] == ["Bea", "", "Ada"]


def test_a_name_that_is_none_is_refused(server) -> None:
    ada: Client = server.client("Ada")
    answer = ada.post("/tables", {"game": "ophiuchus", "seats": ["me", "me"], "names": ["Ada", "?!"]})
    assert (answer.status_code, answer.json()["code"]) == (422, "name")


def test_whoever_opened_a_table_may_close_it_before_the_start_and_nobody_else(server) -> None:
    ada, bob = server.client("Ada"), server.client("Bob")
    table = ada.open("ophiuchus", seats=["me", "open"])["id"]
    refused = bob.post(f"/tables/{table}/cancel", {})
    assert (refused.status_code, refused.json()["code"]) == (403, "not-host")
    assert ada.post(f"/tables/{table}/cancel", {}).json()["status"] == "closed"
    assert bob.post(f"/tables/{table}/join", {}).status_code == 409
    running = ada.open("ophiuchus", seats=["me", "novice"])["id"]
    assert ada.post(f"/tables/{running}/cancel", {}).json()["code"] == "started"


def test_a_refusal_names_the_option_it_is_about(server) -> None:
    ada: Client = server.client("Ada")
    wish = {"game": "ulysses", "players": 3, "options": {"opening_hand": "none"}}
    refused = ada.post("/tables", wish).json()
    assert refused["code"] == "no-such-table"
    assert refused["extra"]["option"] == "opening_hand"
    deal = ada.get("/games/ptolemaeus/preview", start="nonsense").json()
    assert (deal["code"], deal["extra"]["option"]) == ("no-deal", "start")


def test_values_that_do_not_fit_a_number_of_players_are_known() -> None:
    assert options_of("ulysses")["first_player"] == {3: [3, 4], 4: [4]}
    assert options_of("pacal")["start_player"][2] == ["seat2", "seat3", "seat4"]
    assert options_of("ophiuchus")["deal"] == {1: ["full"]}
    assert options_of("ulysses")["max_turns"] == {}


def test_lists_tell_the_options_and_the_pace_of_a_table(server) -> None:
    ada: Client = server.client("Ada")
    settings = {"public": True, "pace": {"kind": "correspondence", "days": 2}}
    options = {"deal": "full"}
    table = ada.open("ophiuchus", seats=["me", "open"], settings=settings, options=options)["id"]
    listed = {each["id"]: each for each in ada.get("/tables", which="open").json()}[table]
    assert listed["options"]["deal"] == "full"
    assert listed["settings"]["pace"] == {"kind": "correspondence", "days": 2}


def test_whoever_left_asks_for_nothing_any_more(server) -> None:
    ada, bob, eve = server.client("Ada"), server.client("Bob"), server.client("Eve")
    table = ada.open("ophiuchus", seats=["me", "open", "open"])["id"]
    for each in (bob, eve):
        each.join(table)
    assert ada.command(table, "ask", what="end").status_code == 200
    assert len(bob.look(table)["table"]["requests"]) == 1
    assert ada.post(f"/tables/{table}/leave", {}).status_code == 200
    assert bob.look(table)["table"]["requests"] == []


def test_whoever_gave_up_comes_last_also_if_the_bot_did_well(server) -> None:
    ada: Client = server.client("Ada")
    table = ada.open("ophiuchus", seats=["me", "novice", "novice"])["id"]
    with ada.live(table) as live:
        assert ada.command(table, "resign").status_code == 200
        while live.table.get("status") != "over":
            live.next()
    record = ada.get(f"/tables/{table}/record").json()
    assert record["ranks"][0] == 3
    assert sorted(record["ranks"])[0] == 1
    assert [sum(step["points"][seat] for step in record["steps"]) for seat in range(3)] == record["scores"]


def test_the_length_of_a_sky_is_the_same_every_time_it_is_asked_for(server) -> None:
    ada: Client = server.client("Ada")
    told = [ada.get("/games/ptolemaeus/preview", start="1610-01-07").json()["view"] for _ in range(6)]
    lengths = [view["coming"]["whole_game"] for view in told]
    assert lengths[0]["least"] < lengths[0]["mean"] < lengths[0]["most"]
    assert lengths == lengths[:1] * 6
