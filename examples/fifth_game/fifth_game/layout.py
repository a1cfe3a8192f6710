"""Fifth Game: what the numbers of an observation mean; seats are counted from the one that looks."""

from fifth_game import rules
from parapegma.core.layout import layout

LAYOUT = layout(
    rules,
    {
        "hand": "the cards in hand, 0 or 1 each",
        "table": "the cards of this trick, 0 or 1 each",
        "gone": "the cards of earlier tricks, 0 or 1 each",
        "played": "by seat: the card played in this trick, or 0",
        "hand_sizes": "by seat: how many cards it holds",
        "points": "by seat: points",
        "rest": "cards left to draw, number of players, who led, who decides (-1 at the end)",
    },
)
