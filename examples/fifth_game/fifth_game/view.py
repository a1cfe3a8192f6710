"""Fifth Game: what a seat or a spectator may see. This is the one place that hides."""

from fifth_game.rules import gone
from fifth_game.state import CARDS, ENDINGS, OVER, PHASES
from fifth_game.types import Seat, View
from parapegma.core.compiled.arrays import States, as_argument

LASTING = frozenset({"game", "seat", "players"})
"""Parts of a view that stay the same throughout a match: a server sends them once."""


def cards_of(bits: int) -> list[int]:
    """A set of cards as their numbers."""
    return [card + 1 for card in range(CARDS) if bits >> card & 1]


def view(states: States, seat: int | None) -> View:
    """What ``seat`` may see; ``None`` is a spectator."""
    s = states[0]
    over = s["phase"] == OVER
    return View(
        seat=seat,
        players=int(s["players"]),
        to_move=None if over else int(s["to_move"]),
        phase=PHASES[s["phase"]],
        asked="" if over else "Play a card.",
        seats=[_seat(s, each, each == seat) for each in range(int(s["players"]))],
        leader=int(s["leader"]),
        deck=int(s["deck"]).bit_count(),
        gone=cards_of(int(gone(as_argument(states)[0]))),
        ended=ENDINGS[s["ended"]] or None,
    )


def _seat(s: States, seat: int, own: bool) -> Seat:
    hand = cards_of(int(s["hand"][seat]))
    return Seat(
        hand=hand if own else None,
        hand_size=len(hand),
        played=int(s["played"][seat]) + 1 or None,
        points=int(s["points"][seat]),
    )
