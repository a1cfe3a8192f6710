"""Posting to addresses that people name. The server must not be made to speak to machines of its own network.

A name is looked up first, and the connection goes to the address that was checked, so that it cannot change
in between. Redirections are not followed, answers are not read.
"""

from __future__ import annotations

import asyncio
import functools
import ipaddress
import socket
import ssl
from urllib.parse import urlsplit

import httpx

from parapegma.server.notify.sender import SendFailed
from parapegma.server.problems import Problem

_LONGEST = 1000
_SECONDS = 10.0
_HOLDING_IPV4 = [
    (ipaddress.IPv6Network("::ffff:0:0/96"), 0),  # mapped
    (ipaddress.IPv6Network("::/96"), 0),  # compatible
    (ipaddress.IPv6Network("::ffff:0:0:0/96"), 0),  # translated
    (ipaddress.IPv6Network("64:ff9b::/96"), 0),  # NAT64
    (ipaddress.IPv6Network("2002::/16"), 80),  # 6to4
]
"""Networks of IPv6 whose addresses stand for IPv4 addresses, and behind how many bits those stand."""
_NEVER = [ipaddress.IPv6Network(name) for name in ("64:ff9b:1::/48", "2001::/32", "fec0::/10")]
"""NAT64 of a network's own, Teredo, and what was once local."""
_ISATAP = 0x0000_5EFE


@functools.cache
def _certificates() -> ssl.SSLContext:
    """Whom the machine trusts: read once."""
    return httpx.create_ssl_context(trust_env=False)


class OutboundHttp:
    """Posts to the world outside, as far as notices may go there."""

    def __init__(self, private: bool) -> None:
        self._private = private
        self._client = httpx.AsyncClient(
            timeout=_SECONDS, follow_redirects=False, trust_env=False, verify=_certificates()
        )

    async def stop(self) -> None:
        await self._client.aclose()

    def checked(self, url: str) -> str:
        """An address that may be posted to, or a refusal."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise _unfit() from None
        schemes = ("https", "http") if self._private else ("https",)
        if len(url) > _LONGEST or not url.isascii() or not url.isprintable() or " " in url:
            raise _unfit()
        if parts.scheme not in schemes or not parts.hostname or port == 0 or "@" in parts.netloc:
            raise _unfit()
        return url

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        """Post something; the status of the answer."""
        try:
            parts = urlsplit(self.checked(url))
            host = parts.hostname or ""
            address = await self._look_up(host, parts.port or (443 if parts.scheme == "https" else 80))
            pinned = f"[{address}]" if ":" in address else address
            if parts.port is not None:
                pinned += f":{parts.port}"
            request = self._client.build_request(
                "POST",
                parts._replace(netloc=pinned).geturl(),
                content=body,
                headers={**headers, "Host": parts.netloc},
                extensions={"sni_hostname": host},
            )
            answer = await self._client.send(request, stream=True)
            await answer.aclose()
            return answer.status_code
        except Problem:
            raise SendFailed("the address is not allowed") from None
        except (httpx.HTTPError, OSError, UnicodeError) as error:
            raise SendFailed(type(error).__name__) from None

    async def _look_up(self, host: str, port: int) -> str:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = [str(entry[4][0]) for entry in found]
        if not self._private and not all(is_public(address) for address in addresses):
            raise SendFailed("the address is in a private network")
        return addresses[0]


def is_public(address: str) -> bool:
    """Whether an address is one that everyone on the internet can reach.

    >>> [is_public(a) for a in ("1.1.1.1", "127.0.0.1", "10.0.0.1", "169.254.169.254", "::ffff:10.0.0.1")]
    [True, False, False, False, False]
    >>> [is_public(a) for a in ("64:ff9b::808:808", "64:ff9b::7f00:1", "2002:a00:1::1", "::127.0.0.1")]
    [True, False, False, False]
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv4Address):
        return found.is_global and not found.is_multicast
    if any(found in network for network in _NEVER):
        return False
    inner = _inner(found)
    if inner is not None:
        # It leads to a machine with that IPv4 address.
        return is_public(str(inner))
    return found.is_global and not found.is_multicast


def _inner(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for, if it stands for one."""
    for network, shift in _HOLDING_IPV4:
        if address in network:
            return ipaddress.IPv4Address(int(address) >> shift & 0xFFFF_FFFF)
    if int(address) >> 32 & 0xFDFF_FFFF == _ISATAP:
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return None


def _unfit() -> Problem:
    return Problem(422, "address", "Write a whole https:// address, without a name and password in it.")
