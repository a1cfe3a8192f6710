"""How a push service knows us (VAPID, RFC 8292): a key of our own signs who we are and whom we write to."""

from __future__ import annotations

import base64
import functools
import hashlib
import time
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from parapegma.server.store.secrets import Secrets

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: private keys are the numbers from 1 to one less."""
_HOURS = 12


class Vapid:
    """The key of this server; subscriptions are bound to it, so it never changes."""

    def __init__(self, secrets: Secrets, contact: str) -> None:
        self._secrets, self._contact = secrets, contact

    @functools.cached_property
    def _key(self) -> ec.EllipticCurvePrivateKey:
        secret = self._secrets.vapid
        seed = b"".join(hashlib.sha256(f"vapid {n} {secret}".encode()).digest() for n in range(2))
        return ec.derive_private_key(int.from_bytes(seed, "big") % (_ORDER - 1) + 1, ec.SECP256R1())

    @property
    def public_key(self) -> str:
        """What a browser wants as ``applicationServerKey``."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64url(point)

    def authorization(self, endpoint: str) -> str:
        """The header for a message to an endpoint."""
        parts = urlsplit(endpoint)
        claims: dict[str, str | int] = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + _HOURS * 3600,
        }
        if self._contact:
            claims["sub"] = self._contact
        return f"vapid t={jwt.encode(claims, self._key, 'ES256')}, k={self.public_key}"


def base64url(data: bytes) -> str:
    """Base64 for addresses, without padding.

    >>> base64url(bytes([251, 255]))
    '-_8'
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """The bytes of such a text, padded or not; ValueError if it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
