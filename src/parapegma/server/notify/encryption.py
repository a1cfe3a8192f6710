"""Messages encrypted for one browser: Message Encryption for Web Push (RFC 8291) in one record (RFC 8188)."""

from __future__ import annotations

import secrets

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_RECORD_SIZE = 4096
_LAST_RECORD = b"\x02"
_OVERHEAD = 17
"""Bytes of a record that are not the message: the mark of the last record, and what AES-GCM adds."""


def seal(
    body: bytes,
    browser_key: bytes,
    auth_secret: bytes,
    private_key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Encrypt a message for the browser that made this public key and this secret.

    The private key and the salt are random; a test names those of the RFC's example.
    """
    if len(body) > _RECORD_SIZE - _OVERHEAD:
        raise ValueError(f"a push message has at most {_RECORD_SIZE - _OVERHEAD} bytes")
    private_key = private_key or ec.generate_private_key(ec.SECP256R1())
    salt = salt or secrets.token_bytes(16)
    public = private_key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser_key)
    # RFC 8291, section 3.4: one key of both key pairs and the browser's secret ...
    shared = private_key.exchange(ec.ECDH(), browser)
    material = _derived(shared, auth_secret, b"WebPush: info\x00" + browser_key + public, 32)
    # ... and of it, with the salt, those of RFC 8188 for this message.
    key = _derived(material, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(material, salt, b"Content-Encoding: nonce\x00", 12)
    header = salt + _RECORD_SIZE.to_bytes(4, "big") + bytes([len(public)]) + public
    return header + AESGCM(key).encrypt(nonce, body + _LAST_RECORD, None)


def _derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)
