"""The parts of docs/protocol.md that are made from the code: messages, codes of refusals, an example game."""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import random
import types
import typing
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
from server_worlds import two_worlds

import parapegma.server
from parapegma.server.api import errors
from parapegma.server.chat import chat, store
from parapegma.server.people import identity, revoke
from parapegma.server.protocol import messages
from parapegma.server.tables.lifecycle import opening

KEY = "000102030405060708090a0b0c0d0e0f"
TABLE = "exampletable"
_SHORT = {"view", "changes", "settings", "options", "seats", "considered"}
_MOST = 2
"""Of a long list so many are shown."""


# --- messages -------------------------------------------------------------------------------------


def tagged():
    """All messages, those from clients first."""
    found = [
        each for _, each in inspect.getmembers(messages, inspect.isclass) if issubclass(each, msgspec.Struct)
    ]
    found = [each for each in found if each.__struct_config__.tag_field == "type"]
    theirs = typing.get_args(messages.FromClient)
    return list(theirs), sorted(set(found) - set(theirs), key=lambda each: each.__struct_config__.tag)


def message_tables():
    theirs, ours = tagged()
    lines = ["| a client sends | with | meaning |", "| --- | --- | --- |", *map(_row, theirs), ""]
    return "\n".join(
        [*lines, "| the server sends | with | meaning |", "| --- | --- | --- |", *map(_row, ours)]
    )


def _row(kind):
    fields = ", ".join(
        f"`{field.name}`" + ("" if field.required else "?") for field in msgspec.structs.fields(kind)
    )
    meaning = inspect.cleandoc(kind.__doc__).splitlines()[0]
    return f"| `{kind.__struct_config__.tag}` | {fields or 'nothing'} | {meaning} |"


# --- codes ----------------------------------------------------------------------------------------


def codes():
    """Every code a refusal can have, with its statuses and what it says; and every code of a farewell."""
    refusals, farewells = {}, {}
    for file in sorted(Path(parapegma.server.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            texts = [_text(part) for part in node.args]
            if name == "Problem" and isinstance(node.args[1], ast.Constant):
                status, said = refusals.setdefault(texts[1], (set(), texts[2]))
                status.add(int(texts[0]))
            elif name in ("drop", "part_from") and len(texts) >= 2:
                code, said = texts[-3:-1] if name == "drop" and len(texts) == 3 else texts[-2:]
                if code and not code.startswith("{"):
                    farewells[code] = said
    farewells[revoke._GOODBYE[0]] = revoke._GOODBYE[1]
    for status, code in errors._CODES.items():
        refusals.setdefault(code, (set(), errors._DETAILS.get(status, "")))[0].add(status)
    refusals["our-mistake"] = ({500}, "Something went wrong on the server. It has been written down.")
    refusals.setdefault("refused", (set(), "Anything else that is refused before it is looked at."))
    return refusals, farewells


def _text(node):
    """A constant, or a text with dots where something is filled in."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
    return "{…}"


def code_tables():
    refusals, farewells = codes()
    lines = ["| code | status | what it says |", "| --- | --- | --- |"]
    for code, (statuses, said) in sorted(refusals.items()):
        shown = said if said not in ("{…}", "") else "what was wrong"
        lines.append(f"| `{code}` | {', '.join(map(str, sorted(statuses))) or 'any'} | {shown} |")
    lines += ["", "| code of a `goodbye` | what it says |", "| --- | --- |"]
    return "\n".join([*lines, *(f"| `{code}` | {said} |" for code, said in sorted(farewells.items()))])


# --- an example game ------------------------------------------------------------------------------


def shortened(value, name=""):
    """A message with dots where it is long."""
    if isinstance(value, dict):
        if name == "table":
            return {part: shortened(value[part]) for part in ("id", "status", "result")} | {"…": "…"}
        if name in _SHORT and value:
            return "…"
        return {key: shortened(part, key) for key, part in value.items()}
    if isinstance(value, list):
        if name in _SHORT and value:
            return "…"
        if len(value) > _MOST and isinstance(value[0], dict):
            return [*(shortened(part) for part in value[:_MOST]), "…"]
        return [shortened(part) for part in value]
    return value


def line(sign, who, message):
    text = json.dumps(shortened(message), ensure_ascii=False, separators=(",", ":"))
    dots = text.replace('"…":"…"', "…").replace('"…"', "…")
    return f"{who} {sign} {dots}"


class Example:
    """Two people play a game of Ophiuchus; everything they send and are sent, in order."""

    def __init__(self, world):
        self.world, self.lines = world, []
        self.read = {"Ada": 0, "Bob": 0}
        self.choices, self.number = {"Ada": [], "Bob": []}, 0
        self.chance = random.Random(2)

    async def http(self, who, method, path, body):
        answer = await self.world.clients[who].request(method, f"/api/v1{path}", json=body)
        shown = json.dumps(body, separators=(",", ":"))
        self.lines.append(f"{who} → {method} /api/v1{path} {shown}")
        self.lines.append(line(f"← {answer.status_code}", who, answer.json()))
        return answer.json()

    async def become_guest(self, stack, who):
        await self.world._client(stack, who, {})
        person = await self.http(who, "POST", "/guest", {"name": who})
        self.world.people[who] = identity.Person(person["id"], who, None)

    async def connect(self, who):
        self.lines.append(f"{who} ⇄ /api/v1/tables/{TABLE}/live")
        await self.world.connect(TABLE, who)
        await self.heard(who)

    async def missed(self, who, since):
        """Someone comes back after a while."""
        path = f"/api/v1/tables/{TABLE}?since={since}"
        answer = await self.world.clients[who].get(path)
        self.lines += [f"{who} → GET {path}", line(f"← {answer.status_code}", who, answer.json())]

    async def say(self, who, **message):
        self.lines.append(line("→", who, message))
        await self.world.say(who, **message)

    async def heard(self, who):
        """Write down what someone was sent: answers first, then news."""
        await self.world.told(TABLE, who)
        fresh = [json.loads(text) for text in self.world.inboxes[who][self.read[who] :]]
        self.read[who] += len(fresh)
        for message in sorted(fresh, key=lambda each: each["type"] in ("update", "chat")):
            if message["type"] == "update":
                self.choices[who], self.number = message.get("choices") or [], message["number"]
            if message["type"] != "presence":
                self.lines.append(line("←", who, message))

    async def turn(self):
        """The decisions of a whole turn, in notation: they go in one message."""
        match = (await self.world.services.registry.open(TABLE)).match.copy()
        actor, actions = match.actor, []
        while match.actor == actor:
            actions.append(self.chance.choice(match.legal()))
            match.act(actions[-1])
        return actions

    async def play(self):
        turn = 0
        while any(self.choices.values()):
            turn += 1
            who, other = ("Ada", "Bob") if self.choices["Ada"] else ("Bob", "Ada")
            actions = await self.turn()
            self.world.watch.at += 3_000
            if turn == 1:
                await self.say(who, type="preview", key="try-1", seen=self.number, actions=actions[:1])
                await self.heard(who)
                await self.say(other, type="act", key="b-1", seen=self.number, actions=actions)
                await self.heard(other)
            act = {
                "type": "act",
                "key": f"{who[0].lower()}-{turn + 1}",
                "seen": self.number,
                "actions": actions,
            }
            for _ in range(2 if turn == 2 else 1):
                # The second time it is a repetition, as after a lost connection.
                await self.say(who, **act)
            await self.heard(who)
            await self.heard(other)


async def _example(stack, world):
    example = Example(world)
    for who in ("Ada", "Bob"):
        await example.become_guest(stack, who)
    await example.http("Ada", "POST", "/tables", {"game": "ophiuchus", "players": 2})
    await example.http("Bob", "POST", f"/tables/{TABLE}/join", {})
    for who in ("Ada", "Bob"):
        await example.connect(who)
    await example.say("Ada", type="ping")
    await example.heard("Ada")
    await example.say("Bob", type="say", key="hello", text="Good luck!")
    for who in ("Bob", "Ada"):
        while not any("Good luck!" in text for text in world.inboxes[who]):
            await asyncio.sleep(0.01)
        await example.heard(who)
    await example.play()
    await example.missed("Bob", example.number - 2)
    await world.part(TABLE)
    return "\n".join(example.lines)


def example_game(folder, monkeypatch):
    """The example; the same every time: its key, its ids and its times are given."""
    found = []
    names = iter(["adaada", "sessionada", "bobbob", "sessionbob"])
    at = 1_800_000_000_000

    async def play(worlds, _):
        world = worlds[0]
        world.watch.at = at
        monkeypatch.setattr(opening, "secrets", types.SimpleNamespace(token_hex=lambda _: KEY))
        monkeypatch.setattr(opening, "new_id", lambda: TABLE)
        monkeypatch.setattr(identity, "new_id", lambda *_: next(names))
        for module in (opening, chat, store):
            monkeypatch.setattr(module, "now", world.watch)
        async with AsyncExitStack() as stack:
            found.append(await _example(stack, world))

    asyncio.run(two_worlds(folder, monkeypatch, play))
    return found[0]


BLOCKS = {"messages": message_tables, "codes": code_tables}


def block(text, name):
    """What stands between two marks of a page."""
    return text.split(f"<!-- {name} -->\n", 1)[1].split(f"\n<!-- end of {name} -->", 1)[0]


def with_block(text, name, content):
    """A page with something else between two marks."""
    before, rest = text.split(f"<!-- {name} -->\n", 1)
    after = rest.split(f"\n<!-- end of {name} -->", 1)[1]
    return f"{before}<!-- {name} -->\n{content}\n<!-- end of {name} -->{after}"
