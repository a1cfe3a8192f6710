"""The interface is what its description says: generated requests get no mistakes and no surprises."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from conftest import ROOT
from parapegma.server.description import description

# That of the page, so that this file is read quickly: Schemathesis is imported when it is needed.
DESCRIPTION = json.loads((ROOT / "web" / "description.json").read_text("utf-8"))
LABELS = [f"{method.upper()} {path}" for path, methods in DESCRIPTION["paths"].items() for method in methods]
EXAMPLES = 8
RIGHT, WRONG = "positive", "negative"


def modes(label):
    """Requests that fit the description; and where anything can be wrong with one, requests that do not."""
    method, path = label.split(" ")
    described = DESCRIPTION["paths"][path][method.lower()]
    wrong = "requestBody" in described or any(map(_can_be_wrong, described.get("parameters", [])))
    return [RIGHT, WRONG] if wrong else [RIGHT]


def _can_be_wrong(parameter):
    """Every part of a path is a text, so nothing is wrong with one that may be any text."""
    return parameter["in"] != "path" or parameter["schema"].keys() - {"title", "description"} != {"type"}


@pytest.fixture(scope="module")
def operations():
    """What can be asked, by its label."""
    import schemathesis

    found = schemathesis.openapi.from_dict(DESCRIPTION).get_all_operations()
    return {operation.ok().label: operation.ok() for operation in found}


@pytest.fixture(scope="module")
def checks():
    """What is checked of every answer to a request that fits the description."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    return [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    ]


def test_the_page_was_built_from_the_description_of_this_server(operations):
    assert json.loads(json.dumps(description())) == DESCRIPTION
    assert sorted(operations) == sorted(LABELS)


@pytest.fixture(scope="module")
def tables(sqlite_server):
    return someone_with_tables(sqlite_server)


def someone_with_tables(server):
    """One that waits, one that runs, one where she decides, one that is over."""
    ada, bob = server.client("Ada"), server.client("Bob")
    waiting = ada.open("ulysses", players=3)["id"]
    running = ada.open("ophiuchus", players=2)["id"]
    bob.join(running)
    hers = ada.open("ophiuchus", seats=["me", "me"])["id"]
    over = ada.open("ophiuchus", seats=["me", "me"])["id"]
    assert ada.command(over, "resign").status_code == 200
    return ada, [waiting, running, hers, over]


@pytest.mark.parametrize("who", ["person", "stranger"])
@pytest.mark.parametrize(
    ("label", "mode"), [(label, mode) for label in LABELS for mode in modes(label)], ids=str
)
def test_every_answer_is_as_described(server, tables, operations, checks, label, who, mode):
    from schemathesis import GenerationMode
    from schemathesis.specs.openapi.checks import negative_data_rejection

    made_up = operations[label].as_strategy(generation_mode=GenerationMode(mode))
    ada, ids = tables
    person = (
        ada if who == "person" and "logout" not in label and "delete" not in label else server.client(None)
    )
    if who == "person" and person is not ada:
        person.become_guest("Cato")
    headers = {"Origin": server.url}
    cookies = dict(person.http.cookies.items())
    chance = random.Random(label)

    @seed(7)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=made_up)
    def ask(case):
        wanted = checks if mode == RIGHT else [*checks, negative_data_rejection]
        if "table_id" in case.path_parameters and chance.random() < 0.6:
            # A real table, whatever was wrong with the made-up one.
            case.path_parameters["table_id"] = chance.choice(ids)
            wanted = checks
        answer = case.call(base_url=server.url, headers=headers, cookies=cookies)
        case.validate_response(answer, checks=wanted)

    ask()


def test_what_is_told_of_every_table_is_as_described(sqlite_server, operations, checks):
    # Not those above: what was sent there may have ended games and sessions.
    ada, ids = someone_with_tables(sqlite_server)
    operation = operations["GET /api/v1/tables/{table_id}"]
    for table in ids:
        case = operation.Case(path_parameters={"table_id": table})
        answer = case.call(base_url=ada.url, cookies=dict(ada.http.cookies.items()))
        assert answer.status_code == 200
        case.validate_response(answer, checks=checks)
    assert ada.look(ids[2])["choices"], "a table where she decides is among them"
