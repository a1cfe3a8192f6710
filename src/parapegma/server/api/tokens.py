"""Tokens over HTTP: made by a person in a browser, shown once, revoked at any time."""

from __future__ import annotations

import json
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post
from litestar.params import JSONBody, PathParameter

from parapegma.server.api.dependencies import TheLimits, TheRevocation, TheTokens
from parapegma.server.api.errors import refusals
from parapegma.server.api.people import the_owner
from parapegma.server.names import DisplayName, plain_name
from parapegma.server.people.identity import Person
from parapegma.server.people.tokens import Scope
from parapegma.server.store.schema import Row

Asker = Request[Person | None, Any, Any]
SomeId = Annotated[str, PathParameter(max_length=32, pattern="^[2-9a-z]+$", description="Its id.")]


class TokenRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What a token is for, and what it allows."""

    name: DisplayName
    scopes: Annotated[list[Scope], msgspec.Meta(min_length=1, max_length=3)]


class TokenInfo(msgspec.Struct):
    """A token, without what makes it work."""

    id: str
    name: str
    scopes: list[Scope]
    created_at: int
    used_at: int | None


class NewToken(TokenInfo):
    """A token that has just been made. It is not shown again."""

    token: str


class TokensApi(Controller):
    """Tokens for programs."""

    path = "/api/v1/tokens"
    tags = ("people",)

    @post("/", status_code=201, responses=refusals(401, 422))
    async def make(
        self, request: Asker, data: JSONBody[TokenRequest], tokens: TheTokens, limits: TheLimits
    ) -> NewToken:
        """Make a token. Programs send it as ``Authorization: Bearer TOKEN``."""
        person = the_owner(request)
        limits.person.take(person.id, cost=5)
        row, token = await tokens.make(person.id, plain_name(data.name), data.scopes)
        return NewToken(**_fields(row), token=token)

    @get("/", responses=refusals(401))
    async def mine(self, request: Asker, tokens: TheTokens) -> list[TokenInfo]:
        """Your tokens."""
        return [TokenInfo(**_fields(row)) for row in await tokens.of(the_owner(request).id)]

    @delete("/{token_id:str}", status_code=204, responses=refusals(401, 404))
    async def revoke(
        self, request: Asker, token_id: SomeId, tokens: TheTokens, revocation: TheRevocation
    ) -> None:
        """Revoke a token; connections that were opened with it end."""
        person = the_owner(request)
        await tokens.revoke(person.id, token_id)
        revocation.person(person.id)


def _fields(row: Row) -> dict[str, Any]:
    told = {name: row[name] for name in ("id", "name", "created_at", "used_at")}
    return {**told, "scopes": json.loads(row["scopes"])}
