"""Ptolemaeus: from a date to the signs of the seven planets (section 2.1 of the specification).

The zodiac is the tropical one, seen from the Earth, at 12:00 universal time unless an hour is given.
Dates before 1582-10-15 are of the Julian calendar; the year before 0001 is 0000, before it -0001.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from parapegma.core.compiled import data
from parapegma.core.options import Value
from parapegma.errors import OptionError, near
from parapegma.games.ptolemaeus import components
from parapegma.games.ptolemaeus.components import N_SIGNS, PLANETS, SIGNS, START_DATES

FIRST_GREGORIAN = (1582, 10, 15)
_LAST_JULIAN = (1582, 10, 4)
YEARS = range(-1999, 3001)
_J2000 = 2451545
_DATE = re.compile(
    r"(?P<year>-?\d{4})-(?P<month>\d\d)-(?P<day>\d\d)"
    r"(?:[T ](?P<hour>\d\d):(?P<minute>\d\d)(?P<zone>Z|[+-]\d\d:\d\d)?)?",
    re.ASCII,
)
_BODIES = ("Moon", "Mercury", "Venus", "Sun", "Mars", "Jupiter", "Saturn")
"""The planets in the game's order, by their names in the ephemeris."""


@dataclass(frozen=True)
class Moment:
    """A day of the calendar and an hour of it, in universal time."""

    year: int
    month: int
    day: int
    minutes: int = 720
    """Minutes after midnight; may reach into the day before or after when a time zone was given."""

    @property
    def julian_day(self) -> int:
        """The number of the Julian day that begins at this day's noon.

        >>> Moment(1969, 7, 20).julian_day, Moment(141, 2, 2).julian_day
        (2440423, 1772591)
        """
        a = (14 - self.month) // 12
        y = self.year + 4800 - a
        k = self.month + 12 * a - 3
        n = self.day + (153 * k + 2) // 5 + 365 * y + y // 4
        if (self.year, self.month, self.day) >= FIRST_GREGORIAN:
            return n - y // 100 + y // 400 - 32045
        return n - 32083

    @property
    def days_since_2000(self) -> float:
        """Days since noon of 2000-01-01."""
        return self.julian_day - _J2000 + (self.minutes - 720) / 1440


def read_moment(text: str) -> Moment | None:
    """A date such as 1975-03-21 or 1975-03-21T14:30+01:00; ``None`` if it is not written like one.

    >>> read_moment("1975-03-21 14:30")
    Moment(year=1975, month=3, day=21, minutes=870)
    """
    found = _DATE.fullmatch(text.strip())
    if not found:
        return None
    year, month, day = int(found["year"]), int(found["month"]), int(found["day"])
    if year not in YEARS:
        raise OptionError(f"start: the year must be from {YEARS[0]} to {YEARS[-1]}, not {year}")
    if not 1 <= month <= 12 or not 1 <= day <= _days_in_month(year, month):
        raise OptionError(f"start: there is no day {text.strip()[:10]}")
    if _LAST_JULIAN < (year, month, day) < FIRST_GREGORIAN:
        raise OptionError(f"start: there is no day {found[0][:10]}; 1582-10-04 was followed by 1582-10-15")
    if found["hour"] is None:
        return Moment(year, month, day)
    hour, minute = int(found["hour"]), int(found["minute"])
    if hour > 23 or minute > 59:
        raise OptionError(f"start: there is no time {found['hour']}:{found['minute']}")
    return Moment(year, month, day, hour * 60 + minute - _zone_minutes(found["zone"]))


def _zone_minutes(zone: str | None) -> int:
    if zone is None or zone == "Z":
        return 0
    hours, minutes = int(zone[1:3]), int(zone[4:6])
    if hours > 15 or minutes > 59:
        raise OptionError(f"start: there is no time zone {zone}")
    return (hours * 60 + minutes) * (-1 if zone[0] == "-" else 1)


def _days_in_month(year: int, month: int) -> int:
    if month != 2:
        return 30 if month in (4, 6, 9, 11) else 31
    gregorian = year > FIRST_GREGORIAN[0]
    leap = year % 4 == 0 and (not gregorian or year % 100 != 0 or year % 400 == 0)
    return 29 if leap else 28


@functools.lru_cache(maxsize=64)
def signs_at(moment: Moment) -> tuple[int, ...]:
    """The sign of each planet at a moment, by ephemeris.

    >>> [SIGNS[sign] for sign in signs_at(Moment(1969, 7, 20))]
    ['libra', 'cancer', 'gemini', 'cancer', 'sagittarius', 'libra', 'taurus']
    """
    import astronomy

    time = astronomy.Time(moment.days_since_2000)
    found = []
    for name in _BODIES:
        seen = astronomy.GeoVector(getattr(astronomy.Body, name), time, True)
        found.append(int(astronomy.Ecliptic(seen).elon // 30) % N_SIGNS)
    return tuple(found)


def read_positions(text: str) -> tuple[int, ...]:
    """Explicit positions, such as ``sol: cancer, luna: libra, ...``, for all seven planets."""
    found: dict[str, int] = {}
    for part in text.replace(";", ",").split(","):
        words = part.replace(":", " ").replace("=", " ").lower().split()
        if len(words) != 2:
            raise OptionError(f"start: {part.strip()!r} is not understood; write a planet and its sign")
        planet, sign = words
        if planet not in PLANETS:
            raise OptionError(
                f"start: there is no planet {planet!r}{near(planet, PLANETS)}; planets: {', '.join(PLANETS)}"
            )
        if sign not in SIGNS:
            raise OptionError(
                f"start: there is no sign {sign!r}{near(sign, SIGNS)}; signs: {', '.join(SIGNS)}"
            )
        if planet in found:
            raise OptionError(f"start: {planet} has two signs")
        found[planet] = SIGNS.index(sign)
    for planet in PLANETS:
        if planet not in found:
            raise OptionError(f"start: {planet} has no sign; all seven planets need one")
    return tuple(found[planet] for planet in PLANETS)


def start_text(text: str) -> str:
    """The option ``start`` checked and written in one way."""
    wanted = text.strip()
    if wanted.lower() == "random":
        return "random"
    if wanted in START_DATES:
        return wanted
    if any(letter.isalpha() for letter in wanted.replace("T", "").replace("Z", "")):
        signs = read_positions(wanted)
        return ", ".join(f"{planet}: {SIGNS[sign]}" for planet, sign in zip(PLANETS, signs, strict=True))
    if read_moment(wanted) is None:
        raise OptionError(
            f"start: {text!r} is not understood; write a date such as 1969-07-20, with or without a time"
            " such as 1975-03-21T14:30+01:00, random, or the sign of every planet such as 'sol: leo, ...'"
        )
    return wanted


def start_skies(text: str) -> tuple[tuple[int, ...], ...]:
    """The skies a game may start from: one for a date, all of two centuries for ``random``."""
    if text == "random":
        return random_skies()
    if text in START_DATES:
        return (START_DATES[text].signs,)
    moment = read_moment(text)
    return (signs_at(moment) if moment is not None else read_positions(text),)


@functools.cache
def random_skies() -> tuple[tuple[int, ...], ...]:
    """The sky of every day from 1900 to 2099 at 12:00 UT, from a table that the ephemeris has made."""
    source = data.load(components.__file__, "ptolemaeus", "days.toml")
    days = source.whole("days", 1, 1_000_000)
    columns = []
    for planet in PLANETS:
        part = source.part(planet)
        sign = SIGNS.index(part.choice("first", SIGNS))
        column: list[int] = []
        for stay in map(int, part.get("stays", str).split()):
            column += [sign] * abs(stay)
            sign = (sign + (1 if stay > 0 else -1)) % N_SIGNS
        if len(column) != days:
            part.refuse("stays", f"adds up to {len(column)} days, but must be {days}")
        columns.append(column)
    return tuple(zip(*columns, strict=True))


def start_numbers(start: Value) -> list[int]:
    """The skies a game may start from, as the rules read them: four bits for the sign of each planet."""
    return list(_packed_skies(str(start)))


@functools.lru_cache(maxsize=64)
def _packed_skies(start: str) -> tuple[int, ...]:
    return tuple(sum(sign << 4 * planet for planet, sign in enumerate(sky)) for sky in start_skies(start))
