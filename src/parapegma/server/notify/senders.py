"""The senders that are set up on this server, as its settings say."""

from __future__ import annotations

from parapegma.server.notify.mail import Mail
from parapegma.server.notify.outbound import OutboundHttp
from parapegma.server.notify.push import Push
from parapegma.server.notify.sender import Sender
from parapegma.server.notify.vapid import Vapid
from parapegma.server.notify.webhook import Webhook
from parapegma.server.settings import Settings
from parapegma.server.store.database import Database
from parapegma.server.store.secrets import Secrets


class Senders:
    """Push, mail and webhook, each only if it is set up."""

    def __init__(self, settings: Settings, database: Database, secrets: Secrets) -> None:
        self._outbound = OutboundHttp(settings.private_addresses)
        self.push: Push | None = None
        self.mail: Mail | None = None
        self.webhook: Webhook | None = None
        if settings.push:
            known = settings.public_url if settings.public_url.startswith("https://") else ""
            contact = settings.push_contact or known
            self.push = Push(database, self._outbound, Vapid(secrets, contact))
        if settings.smtp:
            self.mail = Mail(database, settings.smtp, settings.mail_from)
        if settings.webhooks:
            self.webhook = Webhook(database, self._outbound)

    def all(self) -> list[Sender]:
        """Those that are set up."""
        return [sender for sender in (self.push, self.mail, self.webhook) if sender is not None]

    async def stop(self) -> None:
        await self._outbound.stop()
