"""Receivers for tests: a mail server and a web server that keep what they are sent."""

from __future__ import annotations

import asyncio
import email
import json
import queue
import threading
import time
from collections.abc import Callable
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from parapegma.server.notify.vapid import base64url, from_base64url
from parapegma.testing.survival.process import free_port

T = TypeVar("T")


class _Received:
    """A box that fills from other threads."""

    def __init__(self) -> None:
        self.box: queue.Queue[Any] = queue.Queue()

    def next(self, timeout: float = 90) -> Any:
        return self.box.get(timeout=timeout)

    def nothing_for(self, seconds: float) -> bool:
        """Whether nothing comes for a while."""
        time.sleep(seconds)
        return self.box.empty()


class MailServer(_Received):
    """A real SMTP server; ``failing`` makes it refuse for now, ``hanging`` makes it never answer."""

    def __init__(self) -> None:
        super().__init__()
        self.failing = self.hanging = False
        self.asked = 0
        self._controller = Controller(self, hostname="127.0.0.1", port=free_port())

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self._controller.port}"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.asked += 1
        if self.hanging:
            await asyncio.sleep(3600)
        if self.failing:
            return "451 not now"
        self.box.put(email.message_from_bytes(envelope.content))
        return "250 OK"

    def __enter__(self) -> MailServer:
        self._controller.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._controller.stop()


def body_of(message: Message) -> str:
    """What a mail says."""
    return bytes(message.get_payload(decode=True)).decode()


class Posted(NamedTuple):
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class WebServer(_Received):
    """A real web server that answers every POST with ``status``."""

    def __init__(self) -> None:
        super().__init__()
        self.status = 201
        received = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                received.box.put(Posted(self.path, headers, body))
                self.send_response(received.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> WebServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class Browser:
    """The keys that a browser makes for a push subscription, and how it reads what comes."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = bytes(range(16))

    def subscription(self, endpoint: str) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": base64url(point), "auth": base64url(self.auth)}
        return {"endpoint": endpoint, "expirationTime": None, "keys": keys}

    def read(self, posted: Posted) -> Any:
        """Decrypt a message."""
        assert posted.headers["content-encoding"] == "aes128gcm"
        return json.loads(self.unsealed(posted.body))

    def unsealed(self, body: bytes) -> bytes:
        """A message decrypted as RFC 8291 tells a browser to."""
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        mine = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), public)
        material = HKDF(hashes.SHA256(), 32, self.auth, b"WebPush: info\0" + mine + theirs).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        clear = AESGCM(key).decrypt(nonce, sealed, None)
        assert clear.rstrip(b"\0")[-1:] == b"\2", "the last record ends with a two"
        return clear.rstrip(b"\0")[:-1]


def vapid_claims(posted: Posted, public_key: str) -> dict[str, Any]:
    """What the sender claims, once the signature is found to be right."""
    scheme, _, rest = posted.headers["authorization"].partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, fields["k"]) == ("vapid", public_key)
    signed, _, signature = fields["t"].rpartition(".")
    raw = from_base64url(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(public_key))
    key.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(from_base64url(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return dict(claims)


def eventually(found: Callable[[], T | None], seconds: float = 90) -> T:
    """What a question is answered with once it is answered."""
    for _ in range(int(seconds * 20)):
        answer = found()
        if answer:
            return answer
        time.sleep(0.05)
    raise AssertionError("it never happened")
