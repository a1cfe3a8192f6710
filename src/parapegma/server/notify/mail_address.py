"""Addresses for mail: which are admitted, and how many codes are sent to them."""

from __future__ import annotations

from typing import Annotated

import msgspec

from parapegma.server.problems import Problem
from parapegma.server.security.tries import KEPT, Tries

_ATOM = r"[A-Za-z0-9#$&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
PATTERN = rf"^(?=[^@]{{1,64}}@){_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})+$(?!\n)"
"""Exactly one recipient: no lists, no groups, no quotes and no ways through other servers (%, !)."""
MailAddress = Annotated[str, msgspec.Meta(max_length=254, pattern=PATTERN)]

_MOST = {"mailbox": 3, "person": 5, "home": 20}
"""Codes in an hour: to one mailbox, for one person, from one household."""


def mailbox(address: str) -> str:
    """Where mail to an address arrives, as far as can be known: what follows a + is the same mailbox.

    >>> mailbox("Ada+games@Example.org")
    'ada@example.org'
    """
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


async def check_codes(tries: Tries, person: str, address: str, home: str) -> None:
    """Refuse to send a code where too many were sent."""
    asked = {"mailbox": mailbox(address), "person": person, "home": home}
    counts = await tries.add(*(f"mail {kind} {name}" for kind, name in asked.items()), seconds=KEPT)
    if any(count > most for count, most in zip(counts, _MOST.values(), strict=True)):
        raise Problem(
            429,
            "too-many-requests",
            "Enough codes were sent by mail; wait an hour.",
            wait=float(KEPT),
            seconds=KEPT,
        )
