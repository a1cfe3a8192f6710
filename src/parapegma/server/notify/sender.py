"""How someone is reached who is not looking: what push, mail and webhook have in common."""

from __future__ import annotations

from typing import Protocol

from sqlalchemy import ColumnElement

from parapegma.server.notify.notice import Notice


class SendFailed(Exception):
    """It could not be sent, but may be later. Its message holds no address and no text."""


class Sender(Protocol):
    """Push, mail or webhook."""

    @property
    def name(self) -> str:
        """As the database calls it."""

    @property
    def reaches(self) -> ColumnElement[bool]:
        """Whom it reaches: a condition on people."""

    async def send(self, person: str, notice: Notice) -> None:
        """Send it, or raise :class:`SendFailed`. Who can no longer be reached is taken off the list."""

    async def stop(self) -> None:
        """Close what is open."""
