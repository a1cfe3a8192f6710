"""Ulysses: words for phases, factions and cards that several files use."""

from __future__ import annotations

import re

from parapegma.games.ulysses.components import CARD_TYPES
from parapegma.games.ulysses.state import (
    ACTION,
    COMMIT,
    DECLARE,
    DISC_PLACE,
    FACTION,
    GIVE,
    PAY,
    PAY_TEMPLE,
    PLAGUE_PLACE,
    PROPOSE,
    REMOVE_PLACE,
    TAKE,
    WIND,
)

PHASES = (
    "action", "plague place", "remove place", "give", "take", "pay", "pay temple", "propose", "declare",
    "disc place", "faction", "commit", "wind", "over",
)  # fmt: skip
FACTION_NAMES = ("blue", "red", "black")
PURPOSES = ("nothing", "removal", "change", "temple", "disc")
PURPOSE_WORDS = ("", "to remove a plague", "to change an objective", "for a temple", "to clear the place")
QUESTIONS = {
    ACTION: "Your action phase: act, or end it and propose.",
    PLAGUE_PLACE: "Choose a place for the plague.",
    REMOVE_PLACE: "Choose the plague to remove.",
    GIVE: "Choose the objective to give up.",
    TAKE: "Choose the colour of the new objective.",
    PROPOSE: "Propose where the ship sails.",
    FACTION: "Support a side, or pass?",
    WIND: "Play wind to stay active?",
}
"""What is asked in phases where the sentence is always the same."""
ENDINGS = ("", "four objectives reached", "turn limit")
"""How a game ended, by the number the rules give it."""
LETTERS = "CTWPZN"
"""One letter for each type of card."""
ASKED = {
    ACTION: "an action (pandora, plague, remove, change, build) or 'end', such as 'sail dido'",
    PLAGUE_PLACE: "a place for the plague, such as 'at dido'",
    REMOVE_PLACE: "a plagued place, such as 'clear dido'",
    GIVE: "an objective to give up, such as 'give 2'",
    TAKE: "the colour of the new objective, such as 'take green'",
    PAY: "a card to pay with, such as 'pay wind'",
    PAY_TEMPLE: "'play temple' or 'play zeus'",
    PROPOSE: "a place to propose, such as 'propose dido'",
    DECLARE: "'agree' or 'oppose'",
    DISC_PLACE: "a place for the disc, such as 'disc olymp'",
    FACTION: "'pass', 'support blue', 'support red', 'support black' or 'black'",
    COMMIT: "'add challenge', 'add zeus' or 'stop'",
    WIND: "'wind', 'wind zeus' or 'no wind'",
}


def counts(numbers: list[int]) -> dict[str, int]:
    """Cards by type, without the types there are none of."""
    return {name: int(n) for name, n in zip(CARD_TYPES, numbers, strict=True) if n}


def short(numbers: list[int]) -> str:
    """Cards in short: the letter of each type and how many.

    >>> short([3, 0, 1, 0, 0, 0])
    'C3 W1'
    """
    return " ".join(f"{letter}{n}" for letter, n in zip(LETTERS, numbers, strict=True) if n)


def from_short(text: str) -> list[int] | None:
    """The numbers behind a short text, or nothing if it is not one.

    >>> from_short("W1 C3")
    [3, 0, 1, 0, 0, 0]
    """
    numbers = [0] * len(LETTERS)
    for part in text.split():
        found = re.fullmatch(rf"([{LETTERS}])(\d+)", part)
        if not found:
            return None
        numbers[LETTERS.index(found[1])] += int(found[2])
    return numbers
