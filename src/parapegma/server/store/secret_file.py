"""The secret that signs cookies: in a file of its own, so that a copy of the database signs none."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from sqlalchemy import make_url

from parapegma.errors import OptionError
from parapegma.server.settings import Settings

_NAME = "parapegma.secret"
_SHORTEST = 32


def secret_file(settings: Settings) -> Path | None:
    """Where it lies: as the settings say, or beside a SQLite file; nowhere for a database in memory."""
    if settings.secret_file:
        return Path(settings.secret_file)
    if not settings.on_sqlite:
        return Path(_NAME)
    file = make_url(settings.database_url).database
    return None if not file or file == ":memory:" else Path(f"{file}.secret")


def kept_secret(file: Path, before: str | None) -> str:
    """The secret of a file; if there is none yet, it is made: of what was kept before, or at random."""
    if not file.exists():
        _make(file, before or secrets.token_hex(32))
    try:
        found = file.read_text("ascii").strip()
    except (OSError, ValueError):
        raise OptionError(f"the secret for cookies cannot be read: {file}") from None
    if len(found) < _SHORTEST:
        raise OptionError(
            f"the secret for cookies is too short: {file}; delete the file to have a new one made"
        )
    return found


def _make(file: Path, secret: str) -> None:
    """Write it under another name first: several processes may start at once, and one of them is first."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as opened:
            opened.write(secret + "\n")
            opened.flush()
            os.fsync(opened.fileno())
        try:
            os.link(part, file)
        except FileExistsError:
            return
        finally:
            part.unlink()
    except OSError as error:
        raise OptionError(
            f"the secret for cookies cannot be written: {file} ({error.strerror}); "
            "PARAPEGMA_SECRET_FILE names another place, PARAPEGMA_SECRET the secret itself"
        ) from None
