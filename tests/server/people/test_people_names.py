"""Names show what they are and are nobody else's; numbers and addresses of all sizes are answered."""

from __future__ import annotations

import json

import pytest

from parapegma.bots import BOTS
from parapegma.server.names import GONE, checked_name
from parapegma.server.notify.outbound import is_public
from parapegma.server.problems import Problem


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Zoë",
        "Nguyễn Văn Ệ",
        "佐藤",
        "ישראל",
        "สมชาย น้ำ",
        "हिन्दी",
        "Ada ❤️",
        "José-María O'Neill",
        "maestros",
        "Борис",
        "Μαρία",
        "Robot",
        "7",
    ],
)
def test_names_of_all_scripts_are_welcome(name):
    assert checked_name(name)


@pytest.mark.parametrize(
    ("name", "case"),
    [
        (GONE, "taken"), ("someone  WHO left", "taken"), ("Ｍaster", "taken"), ("MAESTRO", "taken"),
        ("Alguien que se fue", "taken"), ("a" + "\u0301" * 38, "signs"), ("\u3164", "signs"),
        ("Ada\u3164", "signs"), ("\u115f\u1160", "signs"), ("A\u2800", "signs"), ("A\u034fda", "signs"),
        ("\ufe0f", "empty"), ("A\u202e", "signs"), ("A\u200bda", "signs"),
        ("master.", "taken"), ("máster", "taken"), ("\u041caster", "taken"), ("\u039c\u0391STER", "taken"),
        ("Someone who left.", "taken"), ("B o t", "taken"), ("n\u043evice", "taken"), ("«oracle»", "taken"),
        *((level, "taken") for level in BOTS),
    ],
)  # fmt: skip
def test_names_that_deceive_are_refused(name, case):
    with pytest.raises(Problem) as refused:
        checked_name(name)
    assert refused.value.body.extra["case"] == case


def test_what_the_page_calls_bots_and_those_who_left_is_nobodys_name(root):
    words = json.loads((root / "web/messages/frame.json").read_text("utf-8"))
    for key, texts in words.items():
        if key.startswith("level.") or key == "someone_left":
            for text in texts.values():
                with pytest.raises(Problem):
                    checked_name(text)


def test_whoever_has_an_account_of_such_a_name_from_before_still_comes_in(server):
    # Only new accounts are refused: an old login name goes through the older rules.
    guest = server.client("Ada")
    phrase = "five planets wander slowly"
    assert (
        guest.post("/account", {"login": "master", "passphrase": phrase}).json()["extra"]["case"] == "taken"
    )
    assert guest.post("/login", {"login": "master", "passphrase": phrase}).json()["code"] == "wrong-login"
    assert server.client(None).post("/guest", {"name": "Master"}).json()["extra"]["case"] == "taken"


@pytest.mark.on_postgres_too
@pytest.mark.parametrize("number", [2**31, 2**63, 2**64, 10**30])
def test_numbers_that_no_database_holds_are_refused(server, number):
    ada = server.client("Ada")
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    assert ada.get(f"/tables/{table}/chat", after=number).status_code == 400
    assert ada.get(f"/tables/{table}", since=number).status_code == 400
    assert ada.get(f"/tables/{table}/replay", first=number).status_code == 400
    assert ada.post("/mutes", {"table": table, "line": number}).status_code in (400, 404)
    for body in ({"seen": number}, {"seen": 0, "to": number}):
        assert ada.command(table, "undo", **body).status_code in (400, 409, 422)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True), ("2606:4700::1111", True), ("64:ff9b::8.8.8.8", True), ("2002:808:808::1", True),
        ("64:ff9b::10.0.0.1", False), ("64:ff9b::169.254.169.254", False), ("64:ff9b:1::1", False),
        ("2002:7f00:1::", False), ("2002:c0a8:101::1", False), ("::ffff:192.168.0.1", False),
        ("::ffff:0:10.0.0.1", False), ("::10.0.0.1", False), ("::1", False), ("::", False),
        ("fe80::1%1", False), ("2001:0:4136:e378::1", False), ("fec0::1", False), ("ff02::1", False),
        ("2606:4700::5efe:10.0.0.1", False),
    ],
)  # fmt: skip
def test_addresses_that_lead_into_private_networks_are_known(address, public):
    assert is_public(address) == public
