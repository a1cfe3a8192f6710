"""What is said outside the page, in mail and in messages for programs, in the languages of the page."""

from __future__ import annotations

from typing import Literal, get_args

Language = Literal["en", "it", "es"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

WORDS: dict[str, dict[Language, str]] = {
    "turn": {"en": "{title}: it is your turn", "it": "{title}: tocca a te", "es": "{title}: te toca"},
    "short": {
        "en": "{title}: it is your turn, and your time is running short",
        "it": "{title}: tocca a te, e il tempo stringe",
        "es": "{title}: te toca, y se te acaba el tiempo",
    },
    "turns": {
        "en": "It is your turn at {number} tables",
        "it": "Tocca a te a {number} tavoli",
        "es": "Te toca en {number} mesas",
    },
    "why": {
        "en": "You asked for these messages; you can end them on your own page.",
        "it": "Hai chiesto questi messaggi; puoi farli cessare nella tua pagina.",
        "es": "Pediste estos mensajes; puedes anularlos en tu propia página.",
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
        "Alguien quiere recibir un aviso en esta dirección cuando le toque en una partida. "
        "Si no has sido tú, no hagas nada: no llegará ningún otro mensaje.",
    },
}


def language_of(stored: str | None) -> Language:
    """The language that a person reads; English if it is not known.

    >>> language_of("it"), language_of("")
    ('it', 'en')
    """
    return next((known for known in LANGUAGES if known == stored), "en")


def say(key: str, language: Language, **values: str | int) -> str:
    """A sentence in a language.

    >>> say("turn", "es", title="Ulysses")
    'Ulysses: te toca'
    """
    return WORDS[key][language].format(**values)
