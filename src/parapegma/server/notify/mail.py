"""Mail, through the SMTP server of whoever runs this one. Only addresses that were confirmed get any."""

from __future__ import annotations

import hashlib
import hmac
import json
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any
from urllib.parse import unquote, urlsplit

import aiosmtplib
from sqlalchemy import ColumnElement, bindparam, select, update

from parapegma.server.ids import new_id, now
from parapegma.server.notify.notice import Notice
from parapegma.server.notify.sender import SendFailed
from parapegma.server.notify.words import language_of, say
from parapegma.server.problems import Problem
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.writer import Change

_P = schema.people.c
_ADDRESS = select(_P.email).where(_P.id == bindparam("person"))
_NOTIFY = select(_P.notify).where(_P.id == bindparam("person"))
_SET_NOTIFY = update(schema.people).where(_P.id == bindparam("person")).values(notify=bindparam("wishes"))
_SET_ADDRESS = (
    update(schema.people)
    .where(_P.id == bindparam("person"))
    .values(email=bindparam("address"), notify=bindparam("wishes"))
)
_SECONDS = 15
_HOUR = 3600 * 1000
_MOST_TRIES = 5
_LOCAL = ("localhost", "127.0.0.1", "::1")


class Mail:
    """Sends mail."""

    name = "mail"

    def __init__(self, database: Database, server: str, sender: str) -> None:
        self._database = database
        self._server, self._sender = urlsplit(server), sender

    @property
    def reaches(self) -> ColumnElement[bool]:
        return _P.email.is_not(None)

    async def stop(self) -> None:
        pass

    async def send(self, person: str, notice: Notice) -> None:
        row = await self._database.row(_ADDRESS, {"person": person})
        if row is None or row["email"] is None:
            return
        text = "\n\n".join([*notice.lines, say("why", notice.language)])
        await self._send(row["email"], notice.subject, text)

    # --- whose address it is ------------------------------------------------------------------

    async def ask(self, person: str, address: str) -> None:
        """Send a code to an address; whoever can read it there may use the address."""
        code = new_id(8)
        language = await language_of(self._database, person)
        text = say("confirm", language, code=code)
        waiting = {"address": address, "digest": _digest(person, code), "until": now() + _HOUR, "tries": 0}
        await self._save(person, waiting)
        try:
            await self._send(address, say("code", language), text)
        except SendFailed:
            raise Problem(503, "mail", "The mail could not be sent; try again later.") from None

    async def confirm(self, person: str, code: str) -> str:
        """Use the address to which a code was sent."""
        row = await self._database.row(_NOTIFY, {"person": person})
        waiting = None if row is None else json.loads(row["notify"]).get("mail")
        if waiting is None or waiting["until"] < now() or waiting["tries"] >= _MOST_TRIES:
            raise Problem(409, "no-code", "No code is waiting to be confirmed; ask for a new one.")
        if not hmac.compare_digest(waiting["digest"], _digest(person, code.strip().lower())):
            await self._save(person, {**waiting, "tries": waiting["tries"] + 1})
            raise Problem(422, "wrong-code", "That is not the code that was sent.")
        await self.use(person, waiting["address"])
        return str(waiting["address"])

    async def use(self, person: str, address: str | None) -> None:
        """Send to an address from now on, or to none."""
        change = Change()
        change.add(_SET_ADDRESS, person=person, address=address, wishes="{}")
        await self._database.writer.commit(change)

    async def _save(self, person: str, waiting: dict[str, Any]) -> None:
        change = Change()
        change.add(_SET_NOTIFY, person=person, wishes=json.dumps({"mail": waiting}))
        await self._database.writer.commit(change)

    # --- the post -----------------------------------------------------------------------------

    async def _send(self, address: str, subject: str, text: str) -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._sender, address, subject
        message["Date"], message["Message-ID"] = (
            formatdate(),
            make_msgid(domain=self._sender.rpartition("@")[2]),
        )
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        server = self._server
        host = server.hostname or "localhost"
        secret = server.username is not None and host not in _LOCAL
        try:
            await aiosmtplib.send(
                message,
                recipients=[address],
                hostname=host,
                port=server.port,
                username=None if server.username is None else unquote(server.username),
                password=None if server.password is None else unquote(server.password),
                use_tls=server.scheme == "smtps",
                # A password never travels in the clear.
                start_tls=True if secret and server.scheme == "smtp" else None,
                timeout=_SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused:
            # That address does not exist; trying again would not help.
            return
        except (aiosmtplib.SMTPException, OSError) as error:
            raise SendFailed(type(error).__name__) from None


def _digest(person: str, code: str) -> str:
    return hashlib.sha256(f"{person} {code}".encode()).hexdigest()
