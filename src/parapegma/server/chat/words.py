"""What may be written: one line of plain text."""

from __future__ import annotations

import unicodedata

from parapegma.server.problems import Problem

LONGEST = 500
_TURNING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
"""Marks that turn the direction of what follows, outside the line too."""


def plain(text: str) -> str:
    """A line without control characters and needless space, or a refusal.

    >>> plain("  well played,   Ada ")
    'well played, Ada'
    """
    spaced = " ".join(text.split())
    kept = "".join(
        letter
        for letter in unicodedata.normalize("NFC", spaced)
        if letter not in _TURNING and unicodedata.category(letter) not in ("Cc", "Cs", "Co", "Cn")
    )
    if not kept.strip():
        raise Problem(422, "empty", "There is nothing to read in that line.")
    if len(kept) > LONGEST:
        raise Problem(422, "too-long", f"A line has at most {LONGEST} characters.", most=LONGEST)
    return kept
