"""Fifth Game: a view as text for a terminal. Without a ``picture.py`` the text is the picture, too."""

from collections.abc import Sequence

from fifth_game.types import View
from parapegma.core.action import Action


def text(view: View, legal: Sequence[Action] = ()) -> str:
    """The table as lines of text."""
    lines = [f"Deck {view.deck}   gone {_cards(view.gone) or 'none'}"]
    for number, seat in enumerate(view.seats):
        mark = "▶" if number == view.to_move else " "
        hand = "?" * seat.hand_size if seat.hand is None else _cards(seat.hand)
        played = f"plays {seat.played or '-':>2}"
        lines.append(f"{mark} seat {number}  {seat.points:3} points   {played}   hand {hand}")
    return "\n".join([*lines, f"The game is over: {view.ended}." if view.ended else view.asked])


def _cards(cards: list[int]) -> str:
    return " ".join(map(str, cards))
