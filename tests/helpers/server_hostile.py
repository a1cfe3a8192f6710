"""Those who mean harm: a WebSocket client that keeps to no rule, and messages nobody should send."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import struct
from dataclasses import dataclass, field
from urllib.parse import urlsplit

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
POLITE = {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1013}
"""Codes with which a connection may be closed; 1011 would mean that the server failed."""

WORDS = [
    "take T05", "pass", "agree", "'; DROP TABLE events; --", "<script>alert(1)</script>", "%s%n%x",
    "../../etc/passwd", "\u202egnihton", "\u0000", "\ufeff", "e\u0301" * 60, "\U0001f3b2" * 50, "a" * 200,
    " ", "\t\n", "ﬁ", "İ", "ſ", "K", "\u200b", "{{7*7}}", "${jndi:ldap://x}", "null", "-1", "1e9", "0x10",
    "١٢٣",
]  # fmt: skip
NUMBERS = [
    0,
    1,
    -1,
    2**31,
    2**31 - 1,
    2**53,
    2**63,
    2**64,
    -(2**63),
    10**30,
    1_000_000,
    1_000_001,
    0.5,
    1e300,
    True,
]
KINDS = ["act", "undo", "ask", "answer", "resign", "replace", "preview", "say", "look", "ping"]


@dataclass
class Raw:
    """A connection that can send any bytes, and keeps all that it is sent."""

    url: str
    path: str
    cookie: str = ""
    texts: list[str] = field(default_factory=list)
    closed: tuple[int, str] | None = None
    """The code and the reason of the server's close frame."""
    status: int = 0
    reset: bool = False
    """Cut off while much was still on its way: then a last word may be lost."""

    async def open(self):
        place = urlsplit(self.url)
        self.reader, self.writer = await asyncio.open_connection(place.hostname, place.port, limit=1 << 22)
        lines = [
            f"GET {self.path} HTTP/1.1",
            f"Host: {place.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            f"Origin: {self.url}",
            *([f"Cookie: {self.cookie}"] if self.cookie else []),
        ]
        self.writer.write("\r\n".join([*lines, "", ""]).encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        self.status = int(head.split(b" ", 2)[1])
        self.reading = asyncio.create_task(self._read())
        return self.status

    async def _read(self):
        try:
            while self.closed is None:
                opcode, payload = await self._frame()
                if opcode == TEXT:
                    self.texts.append(payload.decode())
                elif opcode == PING:
                    # On a busy machine a conversation may last: who is silent for long is taken for gone.
                    self.frame(payload, PONG)
                elif opcode == CLOSE:
                    code = int.from_bytes(payload[:2]) if payload else 1005
                    self.closed = code, payload[2:].decode()
        except ConnectionError:
            self.reset = True
        except asyncio.IncompleteReadError:
            pass

    async def _frame(self):
        first, second = await self.reader.readexactly(2)
        length = second & 127
        if length > 125:
            length = int.from_bytes(await self.reader.readexactly(2 if length == 126 else 8))
        return first & 15, await self.reader.readexactly(length)

    def frame(self, payload, opcode=TEXT, last=True, masked=True, reserved=0, length=None):
        """Send a frame, right or wrong, while someone reads it."""
        if self.reading.done():
            return
        data = payload.encode() if isinstance(payload, str) else payload
        length = len(data) if length is None else length
        head = bytes([last << 7 | reserved << 4 | opcode])
        bit = 128 if masked else 0
        if length < 126:
            head += bytes([bit | length])
        elif length < 1 << 16:
            head += bytes([bit | 126]) + struct.pack("!H", length)
        else:
            head += bytes([bit | 127]) + struct.pack("!Q", length)
        # A mask of zeros leaves the data as it is.
        self.writer.write(head + (bytes(4) if masked else b"") + data)

    async def drain(self):
        with contextlib.suppress(ConnectionError):
            await self.writer.drain()

    async def ended(self):
        """Wait for the server's last word."""
        await asyncio.wait_for(self.reading, 60)

    def vanish(self):
        """Be gone without a word."""
        self.writer.transport.abort()

    async def __aenter__(self):
        assert await self.open() == 101
        return self

    async def __aexit__(self, *_):
        self.reading.cancel()
        self.writer.close()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()


# --- messages -------------------------------------------------------------------------------------


def key(chance):
    return chance.choice(["k", "same", f"{chance.getrandbits(40):x}", "~" * 64])


def command(chance, number):
    """A message that can be read, of any kind, about anything: most are out of order or not allowed."""
    kind = chance.choice(KINDS)
    seen = chance.choice([0, 1, number, number, number + 1, 2_000_000_000])
    actions = [
        chance.choice([chance.randrange(1_000_000), chance.randrange(60), chance.choice(WORDS)])
        for _ in range(chance.choice([1, 1, 1, 2, 32]))
    ]
    fields = {
        "act": {"seen": seen, "actions": actions, "seat": chance.choice([None, 0, 1, 15])},
        "undo": {"seen": seen, "to": chance.choice([None, 0, 5, 2_000_000_000])},
        "ask": {"what": chance.choice(["pause", "resume", "end"])},
        "answer": {"request": chance.randrange(400), "agreed": chance.random() < 0.5},
        "resign": {"seat": chance.choice([0, 1, 15])},
        "replace": {"seat": chance.randrange(16), "bot": chance.choice([None, "novice", "x" * 40, "../x"])},
        "preview": {"seen": seen, "actions": actions},
        "say": {"text": chance.choice(WORDS)},
    }.get(kind)
    if kind == "ping":
        return {"type": kind}
    if kind == "look":
        return {"type": kind, "looking": chance.random() < 0.5}
    return {"type": kind, "key": key(chance), **fields}


def nonsense(chance, number):
    """Text or bytes that cannot be read as a message."""
    good = command(chance, number)
    text = json.dumps(good)
    wrong = {**good, chance.choice([*good]): chance.choice([None, [], {}, "x" * 300, *NUMBERS[2:], [[]], -5])}
    depth = chance.randrange(2_000, 8_000)
    return chance.choice(
        [
            "",
            chance.randbytes(chance.randrange(1, 400)),
            text[: chance.randrange(len(text))],
            text + chance.choice(["}", "\x00", "[]", text]),
            json.dumps([good]),
            json.dumps({**good, "surprise": 1}),
            json.dumps(
                {**good, "type": chance.choice(["dance", "Act", "act ", "", None, 7, "update", "accepted"])}
            ),
            json.dumps({name: part for name, part in good.items() if name != "type"}),
            json.dumps(wrong) if wrong != good else "wrong",
            "[" * depth,
            '{"a":' * depth,
            '{"a":' + "[" * depth + "]" * depth + ',"type":"ping"}',
            '{"type":"act","key":"k","seen":' + "9" * chance.randrange(20, 5000) + ',"actions":[1]}',
            '{"type":"act","key":"k","seen":0,"actions":["\\ud800"]}',
            '{"type":"ask","key":"k","what":"pause\\n"}',
            '{"type":"undo","key":"k\\n","seen":1}',
            '{"type":"ping","type":"act"}',
            '{"type":"act","key":"a","seen":1e400,"actions":[NaN]}',
            "\ufeff" + text,
            json.dumps({**good, "key": "k" * chance.randrange(65, 400)}),
            json.dumps({"type": "say", "key": "k", "text": "x" * chance.randrange(16_000, 32_000)}),
            text.encode("utf-16"),
        ]
    )


def break_rules(raw, chance):
    """End with something that is no WebSocket any more; which it was."""
    how = chance.choice([*VIOLATIONS])
    VIOLATIONS[how](raw)
    return how


VIOLATIONS = {
    "not masked": lambda raw: raw.frame("{}", masked=False),
    "reserved bits": lambda raw: raw.frame("{}", reserved=5),
    "unknown opcode": lambda raw: raw.frame("{}", opcode=5),
    "long control frame": lambda raw: raw.frame(b"x" * 200, PING),
    "control frame in parts": lambda raw: raw.frame(b"x", PING, last=False),
    "a continuation of nothing": lambda raw: raw.frame("{}", CONT),
    "two beginnings": lambda raw: (raw.frame("{", last=False), raw.frame("{")),
    "not UTF-8": lambda raw: raw.frame(b'{"type":"ping\xff\xfe"}'),
    "too large": lambda raw: raw.frame(b"x" * 40_000),
    "said to be huge": lambda raw: raw.frame(b"x", length=1 << 40),
    "too large in parts": lambda raw: [
        raw.frame(b"x" * 9_000, CONT if n else TEXT, last=False) for n in range(5)
    ],
    "a bad farewell": lambda raw: raw.frame(struct.pack("!H", 999), CLOSE),
    "half a farewell": lambda raw: raw.frame(b"\x03", CLOSE),
    "a farewell that is not UTF-8": lambda raw: raw.frame(struct.pack("!H", 1000) + b"\xff", CLOSE),
}


def in_parts(raw, text, chance):
    """A message in fragments, with pings between them; some fragments are empty."""
    data = text.encode() if isinstance(text, str) else text
    cuts = sorted(chance.randrange(len(data) + 1) for _ in range(chance.randrange(1, 5)))
    parts = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    for n, part in enumerate(parts):
        raw.frame(part, CONT if n else TEXT, last=n == len(parts) - 1)
        if chance.random() < 0.3:
            raw.frame(chance.randbytes(chance.randrange(126)), PING)
