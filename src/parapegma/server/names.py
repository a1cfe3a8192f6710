"""Display names: one line that people can read, whatever their script."""

from __future__ import annotations

import unicodedata
from typing import Annotated

import msgspec

from parapegma.server.problems import Problem

DisplayName = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


GONE = "Someone who left"
"""What everyone is called who has left the server for good."""


def checked_name(name: str) -> str:
    """A name without control characters and needless space, or a refusal.

    >>> checked_name("  Ada   L. ")
    'Ada L.'
    """
    text = unicodedata.normalize("NFC", " ".join(name.split()))
    if not text or not any(unicodedata.category(letter)[0] in "LN" for letter in text):
        raise Problem(422, "name", "A name has at least one letter or digit.", case="empty")
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn") for letter in text):
        raise Problem(422, "name", "A name is made of letters, digits, signs and spaces.", case="signs")
    return text
