"""Questions to bot processes, and answers: frames sealed with a key, and read only if the seal holds.

A frame is its length, a seal and its content. The seal of an answer covers that of its question too, so no
other answer fits. What is inside is pickled: whoever has the key is trusted, nobody else is read.
"""

from __future__ import annotations

import hmac
import socket
import struct

_LENGTH = struct.Struct("!Q")
_SEAL = 32
_MOST_BYTES = 1 << 28


class NotSealed(Exception):
    """What arrived is too large, or comes from somebody without the key."""


def send(connection: socket.socket, key: bytes, content: bytes, question: bytes = b"") -> bytes:
    """Send a frame, an answer if it names the seal of its question; the seal of what was sent."""
    seal = _seal(key, content, question)
    connection.sendall(_LENGTH.pack(len(content)) + seal)
    connection.sendall(content)
    return seal


def receive(connection: socket.socket, key: bytes, question: bytes = b"") -> tuple[bytes, bytes]:
    """The next frame and its seal; ``ConnectionError`` if the other end went away before."""
    head = _exactly(connection, _LENGTH.size + _SEAL)
    length, seal = _LENGTH.unpack(head[: _LENGTH.size])[0], head[_LENGTH.size :]
    if length > _MOST_BYTES:
        raise NotSealed(f"{length} bytes are too many")
    content = _exactly(connection, length)
    if not hmac.compare_digest(seal, _seal(key, content, question)):
        raise NotSealed("the key is another")
    return content, seal


def _seal(key: bytes, content: bytes, question: bytes) -> bytes:
    return hmac.digest(key, question + content, "sha256")


def _exactly(connection: socket.socket, length: int) -> bytes:
    received = bytearray()
    while len(received) < length:
        piece = connection.recv(min(length - len(received), 1 << 20))
        if not piece:
            raise ConnectionError("the other end went away")
        received += piece
    return bytes(received)
