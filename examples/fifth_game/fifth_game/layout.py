"""Fifth Game: what the numbers of an observation mean; seats are counted from the one that looks."""

from fifth_game import rules
from fifth_game.state import CARDS
from parapegma.core.layout import FLAG, count, kind, layout

LAYOUT = layout(
    rules,
    {
        "hand": (FLAG, "the cards in hand, 0 or 1 each"),
        "table": (FLAG, "the cards of this trick, 0 or 1 each"),
        "gone": (FLAG, "the cards of earlier tricks, 0 or 1 each"),
        "played": (kind(CARDS), "by seat: the card played in this trick, or 0"),
        "hand_sizes": (count(CARDS), "by seat: how many cards it holds"),
        "points": (count(CARDS * (CARDS + 1) // 2), "by seat: points"),
        "rest": (
            count(CARDS, -1),
            "cards left to draw, number of players, who led, who decides (-1 at the end)",
        ),
    },
)
