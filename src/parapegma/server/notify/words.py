"""What is said outside the page, in mail and in messages for programs, in the languages of the page."""

from __future__ import annotations

from typing import Literal, get_args

from sqlalchemy import bindparam, select

from parapegma.server.store import schema
from parapegma.server.store.database import Database

_STORED = select(schema.people.c.language).where(schema.people.c.id == bindparam("person"))
Language = Literal["en", "it", "es"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

Key = Literal["turn", "short", "turns", "why", "code", "confirm"]
WORDS: dict[Key, dict[Language, str]] = {
    "turn": {"en": "{title}: it is your turn", "it": "{title}: tocca a te", "es": "{title}: te toca"},
    "short": {
        "en": "{title}: it is your turn, and your time is running short",
        "it": "{title}: tocca a te, e il tempo stringe",
        "es": "{title}: te toca, y se te acaba el tiempo",
    },
    "turns": {
        "en": "It is your turn at {number} tables",
        "it": "È il tuo turno a {number} tavoli",
        "es": "Te toca en {number} mesas",
    },
    "why": {
        "en": "You asked for these messages; you can end them on your own page.",
        "it": "Hai chiesto tu questi messaggi; puoi disattivarli nella tua pagina.",
        "es": "Has pedido estos mensajes; puedes desactivarlos en la página de tu cuenta.",
    },
    "code": {"en": "Your code", "it": "Il tuo codice", "es": "Tu código"},
    "confirm": {
        "en": "Your code is {code}\n\n"
        "Someone wants to be told at this address when it is their turn in a game. "
        "If that was not you, do nothing: no further message will come.",
        "it": "Il tuo codice è {code}\n\n"
        "Qualcuno vuole essere avvisato a questo indirizzo quando in una partita è il suo turno. "
        "Se non l’hai chiesto tu, non fare nulla: non arriverà nessun altro messaggio.",
        "es": "Tu código es {code}\n\n"
        "Alguien quiere recibir un aviso en esta dirección cuando le toque jugar en una partida. "
        "Si no has sido tú, no hagas nada: no llegará ningún otro mensaje.",
    },
}


async def language_of(database: Database, person: str) -> Language:
    """The language that a person reads; English if it is not known."""
    row = await database.row(_STORED, {"person": person})
    return next((known for known in LANGUAGES if row is not None and known == row["language"]), "en")


def say(key: Key, language: Language, **values: str | int) -> str:
    """A sentence in a language.

    >>> say("turn", "es", title="Ulysses")
    'Ulysses: te toca'
    """
    return WORDS[key][language].format(**values)
