"""The interface is what its description says: generated requests get no mistakes and no surprises."""

from __future__ import annotations

import json
import random

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from litestar.serialization import encode_json
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from parapegma.server.app import make_app
from parapegma.server.settings import Settings

DESCRIPTION = json.loads(encode_json(make_app(Settings()).openapi_schema.to_schema()))
OPERATIONS = {
    operation.ok().label: operation.ok()
    for operation in schemathesis.openapi.from_dict(DESCRIPTION).get_all_operations()
}
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 8
RIGHT, WRONG = GenerationMode.POSITIVE, GenerationMode.NEGATIVE


def modes(label):
    """Requests that fit the description; and where anything can be wrong with one, requests that do not."""
    method, path = label.split(" ")
    described = DESCRIPTION["paths"][path][method.lower()]
    return [RIGHT, WRONG] if described.keys() & {"parameters", "requestBody"} else [RIGHT]


@pytest.fixture(scope="module")
def tables(sqlite_server):
    """Someone with tables: one that waits, one that runs, one where she decides, one that is over."""
    ada, bob = sqlite_server.client("Ada"), sqlite_server.client("Bob")
    waiting = ada.open("ulysses", players=3)["id"]
    running = ada.open("ophiuchus", players=2)["id"]
    bob.join(running)
    hers = ada.open("ophiuchus", seats=["me", "me"])["id"]
    over = ada.open("ophiuchus", seats=["me", "me"])["id"]
    assert ada.command(over, "resign").status_code == 200
    return ada, [waiting, running, hers, over]


@pytest.mark.parametrize("who", ["person", "stranger"])
@pytest.mark.parametrize(
    ("label", "mode"), [(label, mode) for label in OPERATIONS for mode in modes(label)], ids=str
)
def test_every_answer_is_as_described(server, tables, label, who, mode):
    operation = OPERATIONS[label]
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
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case):
        checks = CHECKS if mode == RIGHT else [*CHECKS, negative_data_rejection]
        if "table_id" in case.path_parameters and chance.random() < 0.6:
            # A real table, whatever was wrong with the made-up one.
            case.path_parameters["table_id"] = chance.choice(ids)
            checks = CHECKS
        answer = case.call(base_url=server.url, headers=headers, cookies=cookies)
        case.validate_response(answer, checks=checks)

    ask()


def test_what_is_told_of_every_table_is_as_described(tables):
    ada, ids = tables
    operation = OPERATIONS["GET /api/v1/tables/{table_id}"]
    for table in ids:
        case = operation.Case(path_parameters={"table_id": table})
        answer = case.call(base_url=ada.url, cookies=dict(ada.http.cookies.items()))
        case.validate_response(answer, checks=CHECKS)
    assert ada.look(ids[2])["choices"], "a table where she decides is among them"
