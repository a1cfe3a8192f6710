"""Ophiuchus: what the parts of an observation mean; where they begin is in ``rules/observation.py``."""

from parapegma.core.layout import layout
from parapegma.games.ophiuchus.rules import observation

LAYOUT = layout(
    observation,
    {
        "players": "number of players, one of 4",
        "options": (
            "full deal, bonus for 13, end mode (3, one of them), end when all cards are taken, closed "
            "zone by sides or by corners (2)"
        ),
        "phase": (
            "what is asked: take, at, facing, claim, bonus, return, over; of another seat only that it is "
            "taking"
        ),
        "to_move": "the seat that decides, counted from the observer",
        "start": "the seat that began, counted from the observer",
        "hand": "own tiles, 1 for each held",
        "playable": "own tiles that can be laid now, while the observer is laying",
        "picked": "the tile the observer has taken up",
        "square": (
            "whether the observer has chosen a square, and its column and row from the north-west corner "
            "of the sky"
        ),
        "unseen": "tiles the observer cannot see: in the Reserve or in other hands, 1 for each",
        "cannot_hold": "for each other seat, tiles it cannot hold",
        "hand_sizes": "tiles in each hand, own first",
        "tokens": "tokens of each seat, own first",
        "supply": "tokens left",
        "reserve": "tiles in the Reserve",
        "firmament": "cards nobody has won",
        "matched": "cards that the tile just laid matches, in the phase claim",
        "won": "cards of each seat, own first",
        "box": "western column and northern row of the sky, its width and height",
        "sky": (
            "square by square from the north-west corner of the sky, in rows of nine: six symbols and "
            "whether a half lies there"
        ),
    },
)
