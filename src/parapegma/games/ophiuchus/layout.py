"""Ophiuchus: what the parts of an observation mean; where they begin is in ``rules/observation.py``."""

from parapegma.core.layout import FLAG, count, kind, layout, set_of
from parapegma.games.ophiuchus.components import GRID, N_TILES, SYMBOLS, TOKENS
from parapegma.games.ophiuchus.rules import observation
from parapegma.games.ophiuchus.rules.observation import LINE

LAYOUT = layout(
    observation,
    {
        "players": (FLAG, "number of players, one of 4"),
        "options": (
            FLAG,
            "full deal, bonus for 13, end mode (3, one of them), end when all cards are taken, "
            "closed zone by sides or by corners (2)",
        ),
        "phase": (
            FLAG,
            "what is asked: take, at, facing, claim, bonus, return, over; of another seat only "
            "that it is taking",
        ),
        "to_move": (FLAG, "the seat that decides, counted from the observer"),
        "start": (FLAG, "the seat that began, counted from the observer"),
        "hand": (FLAG, "own tiles, 1 for each held"),
        "playable": (FLAG, "own tiles that can be laid now, while the observer is laying"),
        "picked": (FLAG, "the tile the observer has taken up"),
        "faces": (set_of(len(SYMBOLS)), "symbols on the halves A and B of that tile"),
        "square": (
            kind(LINE * LINE),
            "the square the observer has chosen, counted from 1 in the order of the actions",
        ),
        "unseen": (FLAG, "tiles the observer cannot see: in the Reserve or in other hands, 1 for each"),
        "cannot_hold": (FLAG, "for each other seat, tiles it cannot hold"),
        "hand_sizes": (count(N_TILES), "tiles in each hand, own first"),
        "tokens": (count(TOKENS), "tokens of each seat, own first"),
        "supply": (count(TOKENS), "tokens left"),
        "reserve": (count(N_TILES), "tiles in the Reserve"),
        "firmament": (FLAG, "cards nobody has won"),
        "matched": (FLAG, "cards that the tile just laid matches, in the phase claim"),
        "won": (FLAG, "cards of each seat, own first"),
        "corner": (count(GRID - 1, 1 - GRID), "western column and northern row of the sky"),
        "extent": (count(GRID), "its width and height"),
        "sky": (
            set_of(len(SYMBOLS) + 1),
            "the squares in the order of the actions: the six symbols shown there, then whether a"
            " half lies there",
        ),
    },
)
