"""How a server is set up: by the command line, or by variables that begin with ``PARAPEGMA_``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_origin, get_type_hints

import msgspec

from parapegma.errors import OptionError
from parapegma.extras import require_extra

DEFAULT_DATABASE = "sqlite:///parapegma.db"
MEMORY_CHANNELS = "memory://"

_DRIVERS = {
    "sqlite": "sqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
}


@dataclass(frozen=True)
class Settings:
    """Everything a running server needs to know."""

    host: str = "127.0.0.1"
    port: int = 8017
    database: str = DEFAULT_DATABASE
    channels: str = MEMORY_CHANNELS
    workers: int = 1
    address: str = ""
    """HOST:PORT at which processes on other machines reach this one, where there are several machines."""
    secret: str = ""
    """Signs cookies; without one a random one is made and kept in a file."""
    secret_file: str = ""
    """That file; by default beside the SQLite file, or ``parapegma.secret`` where the server runs."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server, such as that of a reverse proxy."""
    secure_cookies: bool = False
    """Cookies only over HTTPS; for a server behind a proxy that speaks it."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses whose X-Forwarded-For is believed."""
    bot_processes: int = 0
    """Processes in which bots think; 0 means one less than there are cores, at least one."""
    bot_threads: int = 0
    """Threads of the serving process in which they think instead; 0 means none, if there can be processes."""
    bots: tuple[str, ...] = ()
    """Addresses of bot processes that were started by themselves: HOST:PORT, or the path of a socket."""
    bot_key: str = ""
    """By which they and the servers know each other; a server makes one for its own."""
    bot_memory: int = 256
    """Megabytes that bots may remember between decisions; beyond it those longest unused think again."""
    bot_pause: tuple[float, float] = (0.5, 1.1)
    """A bot answers after a random time between these seconds, however little it had to think."""
    local_games: bool = True
    """Whether visitors may play against bots in their own browsers, which spares this machine's cores."""
    message_bytes: int = 16_384
    """The largest message or request body that is read."""
    outbox: int = 64
    """How many messages may wait for a slow client before it is dropped."""
    kept_tables: int = 2_000
    """How many tables a process holds in memory; others are opened from the database when asked for."""
    rate: float = 20.0
    """Commands a second that one person may send for long."""
    burst: int = 60
    """Commands that one person may send at once."""
    guest_burst: int = 30
    """New guests from one address at once; later one every five seconds."""
    address_rate: float = 100.0
    address_burst: int = 400
    # What reaches a process at all:
    connections: int = 20_000
    """Open connections of one process, WebSockets included."""
    address_connections: int = 1_000
    """Of them from one IPv4 address or one IPv6 /64; trusted proxies are not counted by address."""
    head_bytes: int = 32_768
    """The largest head of a request that is read."""
    head_lines: int = 100
    """The most lines in it."""
    head_seconds: float = 15.0
    """Seconds for the head of a request to arrive."""
    body_seconds: float = 30.0
    """Seconds for its body to arrive."""
    write_seconds: float = 30.0
    """Seconds within which a client must take at least 16 kilobytes of what waits for it, or all."""
    # What one person, or one household, may have:
    person_tables: int = 60
    """Tables that a person opened and that are not over."""
    lobby_tables: int = 5
    """Tables of a person that wait in the lobby."""
    bot_tables: int = 12
    """Games of a person with nobody but bots in which something happened in the last hour."""
    address_bot_tables: int = 48
    """The same of all people of one household."""
    person_analyses: int = 4
    """Games that are gone through for one person at a time, in one process."""
    address_analyses: int = 12
    """The same for one household."""
    address_tables: int = 300
    """Tables that are opened from one household in an hour."""
    start_grace: int = 60
    """Seconds that people have after a start for decisions whose time ran out while no server ran."""
    websocket: Literal["direct", "standard"] = "direct"
    """``direct`` writes to the network without detours, over a private class of uvicorn; ``standard`` is
    uvicorn's own, and what is used where that class is another."""
    metrics_token: str = ""
    """Who shows it may read /metrics; without one, only programs on this machine may."""
    log_level: str = "info"
    # People:
    login_burst: int = 10
    """Wrong tries to log in under one name from one address before answers slow down."""
    chat_rate: float = 0.5
    """Lines a second that one person may write for long."""
    chat_burst: int = 8
    # Telling people that it is their turn; each way only works if it is set up here:
    public_url: str = ""
    """Where people find this server, such as https://tables.example; for links in messages."""
    push: bool = True
    """Web push, for browsers that reach this server over TLS."""
    push_contact: str = ""
    """A mailto: or https: address at which push services reach whoever runs this server; some ask for one.
    Without it ``public_url`` is told."""
    smtp: str = ""
    """Mail: smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the first byte."""
    mail_from: str = ""
    webhooks: bool = False
    """Whether people may name an address to which their notices are posted."""
    private_addresses: bool = False
    """Whether notices may be posted to addresses of private networks, and without TLS."""
    notice_delay: float = 15.0
    """Seconds that a turn must last before someone who is away is told of it."""
    notice_gap: float = 60.0
    """Seconds between two messages to one person by one way."""
    notice_lease: float = 60.0
    """Seconds after which a message that was neither sent nor failed is sent again: its process died."""

    @property
    def database_url(self) -> str:
        """The database with the driver that is used for it."""
        scheme, separator, rest = self.database.partition("://")
        if not separator or scheme.partition("+")[0] not in _DRIVERS:
            raise OptionError(
                f"--database {_shown(self.database)}: write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
            )
        return f"{_DRIVERS.get(scheme, scheme)}{separator}{rest}"

    @property
    def on_sqlite(self) -> bool:
        return self.database.startswith("sqlite")

    def checked(self) -> Settings:
        """These settings, if they go together."""
        if self.database_url.startswith("postgresql") or self.channels.startswith("postgres"):
            require_extra("postgres", "PostgreSQL", "asyncpg")
        scheme = self.channels.partition("://")[0]
        if scheme not in ("memory", "postgresql", "postgres", "redis", "rediss"):
            raise OptionError(
                f"--channels {_shown(self.channels)}: write memory://, postgresql://USER:PASSWORD@HOST/NAME "
                "or redis://HOST:PORT"
            )
        if self.workers < 1:
            raise OptionError(f"--workers {self.workers}: at least one process must run")
        if self.workers > 1 and scheme == "memory":
            raise OptionError(
                "--workers above 1 needs --channels postgresql://... or redis://..., or players in different "
                "processes would not see each other's moves"
            )
        if self.workers > 1 and ":memory:" in self.database:
            raise OptionError("--workers above 1 needs a database that processes can share")
        if self.smtp and self.smtp.partition("://")[0] not in ("smtp", "smtps"):
            raise OptionError(f"PARAPEGMA_SMTP {_shown(self.smtp)}: write smtp://USER:PASSWORD@HOST:PORT")
        if self.smtp and "@" not in self.mail_from:
            raise OptionError("PARAPEGMA_SMTP needs PARAPEGMA_MAIL_FROM: the address that mail comes from")
        if self.push_contact and not self.push_contact.startswith(("mailto:", "https://")):
            raise OptionError("PARAPEGMA_PUSH_CONTACT: write mailto:ADDRESS or https://...")
        if self.bot_processes < 0:
            raise OptionError(f"--bot-processes {self.bot_processes}: write how many, 0 for as many as fit")
        if self.bots and not self.bot_key:
            raise OptionError("PARAPEGMA_BOTS needs PARAPEGMA_BOT_KEY: the key that the bot processes have")
        if self.bot_memory < 0:
            raise OptionError(f"PARAPEGMA_BOT_MEMORY {self.bot_memory}: write megabytes, 0 for none")
        if not 0 <= self.port < 65536:
            raise OptionError(f"--port {self.port}: a port is a number from 0 to 65535")
        return self


def _shown(url: str) -> str:
    """An address without the password it may hold."""
    head, at, tail = url.rpartition("@")
    return f"{head.partition('://')[0]}://...@{tail}" if at else url


def read_settings(environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """Settings from the environment, with what is given on the command line above it.

    >>> read_settings({"PARAPEGMA_PORT": "9000"}, host="0.0.0.0").port
    9000
    """
    found = os.environ if environment is None else environment
    values = {
        name: _read(name, found[variable], kind)
        for name, kind in get_type_hints(Settings).items()
        if (variable := f"PARAPEGMA_{name.upper()}") in found
    }
    values.update({name: value for name, value in given.items() if value is not None})
    return replace(Settings(), **values).checked()


_SWITCH = {"yes": "true", "no": "false"}


def _read(name: str, text: str, kind: Any) -> Any:
    """The value of a variable, of the type that the setting has; lists are separated by commas."""
    value: Any = text
    if kind is bool:
        value = _SWITCH.get(text.lower(), text.lower())
    elif get_origin(kind) is tuple:
        value = [part.strip() for part in text.split(",") if part.strip()]
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        default = getattr(Settings, name)
        raise OptionError(
            f"PARAPEGMA_{name.upper()} is not readable; it should look like {default!r}"
        ) from None
