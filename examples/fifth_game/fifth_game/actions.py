"""Fifth Game: decisions as numbers, as data and as notation: ``play 7``."""

from fifth_game.state import CARDS, OVER
from fifth_game.types import Play
from parapegma.core.compiled.arrays import States
from parapegma.core.notation import compact, expand, settled
from parapegma.errors import IllegalAction

__all__ = ["ACTION_RANGES", "compact", "describe", "expand", "explain", "parse", "settled"]

ACTION_RANGES = ((0, CARDS - 1, "play <card>", "play the card of the next number"),)
"""Every action number: first, last, notation, meaning."""


def describe(states: States, number: int) -> Play:
    """An action taken apart."""
    return Play(number=number, card=number + 1, notation=f"play {number + 1}")


def parse(states: States, text: str) -> int:
    """The number of an action in notation; whether it is legal is another question."""
    match text.split():
        case ["play", card] if card.isdecimal() and 1 <= int(card) <= CARDS:
            return int(card) - 1
    raise IllegalAction(f"{text!r} is not understood; a card is played as 'play 7', from 1 to {CARDS}")


def explain(states: States, number: int) -> str | None:
    """Why an action is not legal now."""
    return "the game is over" if states[0]["phase"] == OVER else f"{number + 1} is not in hand"
