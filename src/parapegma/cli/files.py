"""Reading and writing the user's files: all or nothing, and errors in one line."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from parapegma.errors import ParapegmaError


def read_text(name: str) -> str:
    """A file's text; ``-`` is standard input."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
    except OSError as error:
        raise ParapegmaError(f"{name}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ParapegmaError(f"{name}: is not text in UTF-8") from None


def write_text(file: Path, text: str) -> None:
    """Write a file whole or not at all."""
    try:
        descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    except OSError as error:
        raise ParapegmaError(f"{file}: cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
            opened.write(text)
        os.chmod(name, 0o644)
        os.replace(name, file)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise ParapegmaError(f"{file}: cannot be written: {error.strerror}") from None
