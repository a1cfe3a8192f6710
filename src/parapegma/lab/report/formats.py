"""Numbers as people write them: for the pages and for the terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def percent(share: float) -> str:
    """A share in per cent.

    >>> percent(0.9125)
    '91.2 %'
    """
    return f"{100 * share:.1f} %"


def percent_range(low: float, high: float) -> str:
    """An interval of shares.

    >>> percent_range(0.9, 0.925)
    '90.0 to 92.5 %'
    """
    return f"{100 * low:.1f} to {100 * high:.1f} %"


def signed(value: float, digits: int = 1) -> str:
    """A difference with its sign; a true minus is as wide as a plus.

    >>> signed(-1.25, 2)
    '−1.25'
    """
    return _with_minus(f"{value:+.{digits}f}")


def number(value: float, digits: int | None = None) -> str:
    """A number with so many digits; without them, as many as are worth having.

    >>> number(1234.567), number(-1.5), number(3, 0)
    ('1,234.6', '−1.50', '3')
    """
    return _with_minus(f"{value:,.{_digits(value) if digits is None else digits}f}")


def number_range(found: dict[str, float]) -> str:
    """The interval of an estimate, with as many digits as its value has."""
    return " to ".join(number(found[end], _digits(found["value"])) for end in ("low", "high"))


def half_width(found: dict[str, float], scale: float = 1, digits: int = 2) -> str:
    """Half of an interval, as in 3.1 ± 0.2."""
    return f"{(found['high'] - found['low']) / 2 * scale:.{digits}f}"


def milliseconds(seconds: float) -> str:
    """Thinking time to two figures that matter.

    >>> milliseconds(0.0000123), milliseconds(1.2)
    ('0.012', '1,200')
    """
    thousandths = seconds * 1000
    return f"{thousandths:,.0f}" if thousandths >= 10 else f"{thousandths:.2g}"


def count(n: int, thing: str) -> str:
    """So many things.

    >>> count(1, "game"), count(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


def words(name: Any) -> str:
    """A name or a value of the code as words.

    >>> words("tie_scores = True"), words(True)
    ('tie scores = True', 'true')
    """
    return str(name).lower() if isinstance(name, bool) else str(name).replace("_", " ")


def _digits(value: float) -> int:
    return 1 if abs(value) >= 100 else 2


def _with_minus(text: str) -> str:
    return text.replace("-", "−")


FILTERS: dict[str, Callable[..., str]] = {
    "percent": percent,
    "signed": signed,
    "number": number,
    "number_range": number_range,
    "half_width": half_width,
    "words": words,
}
"""What templates use, by name."""
