"""Display names: one line that people can read, whatever their script."""

from __future__ import annotations

import unicodedata
from typing import Annotated

import msgspec

from parapegma.server.problems import Problem

DisplayName = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


GONE = "Someone who left"
"""What everyone is called who has left the server for good."""

_TAKEN = frozenset(
    """someone who left/qualcuno che se n’è andato/qualcuno che se n'è andato/alguien que se fue
    random/casuale/al azar/light/leggero/ligero/greedy/avido/codicioso/novice/novizio/novato
    adept/esperto/experto/master/maestro/oracle/oracolo/oráculo/bot/umbra""".replace("\n    ", "/").split("/")
)
"""What the page calls bots and those who left, in its three languages; nobody else is called so."""
_LOOK_ALIKE = str.maketrans(
    # Cyrillic, small and capital, as they look; Greek; Latin letters that NFKD leaves as they are.
    "аеорсухіјѕԁһӏкмтвнгԛԝАВЕКМНОРСТХІЈЅαονρεικτυχγωΑΒΕΖΗΙΚΜΝΟΡΤΥΧıøłđħ",
    "aeopcyxijsdhlkmtbhrqwabekmhopctxijsaovpeiktuxywabezhikmnoptyxioldh",
)
"""Letters of other scripts that are taken for Latin ones."""
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing; variation selectors, which change others, are only left out."""
_MOST_MARKS = 3
"""Marks on one letter: as many as any script writes."""


def plain_name(name: str) -> str:
    """A name without control characters and needless space, or a refusal.

    >>> plain_name("  Ada   L. ")
    'Ada L.'
    """
    text = unicodedata.normalize("NFC", " ".join(name.split()))
    if not text or not any(unicodedata.category(letter)[0] in "LN" for letter in text):
        raise Problem(422, "name", "A name has at least one letter or digit.", case="empty")
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn") for letter in text):
        raise _unfit()
    return text


def checked_name(name: str) -> str:
    """A name that shows what it is, and is nobody else's, or a refusal.

    >>> checked_name("  Ada   L. ")
    'Ada L.'
    """
    text = plain_name("".join(letter for letter in name if not _is_selector(letter)))
    if any(letter in _INVISIBLE for letter in text) or _marks(text) > _MOST_MARKS:
        raise _unfit()
    if skeleton(text) in _TAKEN_SKELETONS:
        raise Problem(422, "name", "That name stands for something else here; take another.", case="taken")
    return text


def skeleton(name: str) -> str:
    """What a reader takes a name for: without marks, signs and spaces, in Latin letters where they look so.

    >>> skeleton("M\u00e1ster."), skeleton("\u041caster"), skeleton("\u0411\u043e\u0431")
    ('master', 'master', '\u0431o\u0431')
    """
    plain = unicodedata.normalize("NFKD", name).translate(_LOOK_ALIKE)
    plain = unicodedata.normalize("NFKD", plain.casefold()).translate(_LOOK_ALIKE)
    return "".join(letter for letter in plain if unicodedata.category(letter)[0] in "LN")


_TAKEN_SKELETONS = frozenset(map(skeleton, _TAKEN))


def _unfit() -> Problem:
    return Problem(422, "name", "A name is made of letters, digits, signs and spaces.", case="signs")


def _is_selector(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


def _marks(text: str) -> int:
    """The most marks that follow each other."""
    most = run = 0
    for letter in unicodedata.normalize("NFD", text):
        run = run + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        most = max(most, run)
    return most
