"""Ulysses: what the parts of an observation mean; where they begin is in ``rules/observation.py``."""

from parapegma.core.layout import layout
from parapegma.games.ulysses.rules import observation

LAYOUT = layout(
    observation,
    {
        "players": "number of players, one of 5 places",
        "options": (
            "price of temples, Zeus as Pandora, faction lock, what happens when becalmed, most turns"
        ),
        "phase": "what is asked, one of fourteen",
        "to_move": "the seat that decides, counted from the observer",
        "active": "the seat whose turn it is, counted from the observer",
        "turn": "number of the turn",
        "used": "whether Pandora has been used and an objective changed in this turn",
        "hand": "own cards by type: challenge, temple, wind, plague, Zeus, Pandora",
        "hand_sizes": "cards in each hand, own first",
        "temples": "temples of each seat, own first",
        "reserve": "temple tokens left",
        "deck": "cards in the deck",
        "discard": "cards in the discard pile by type",
        "unseen": "cards the observer cannot see, by type: in the deck or in other hands",
        "fresh": "cards of the last shuffle that the observer has not drawn himself, by type",
        "slots": "own objectives: the place of each, from 1",
        "colours": "colour of each objective of each seat, from 1, own seat first",
        "shown": "whether each objective of each seat is revealed, own seat first",
        "piles": "objective cards left in the pile of each colour",
        "cards_for": "strength cards played for each faction: blue, red, black",
        "zeus_for": "of these, Zeus cards",
        "still_in": "who has not passed, own seat first",
        "right": "who may still place a disc, own seat first",
        "faction": "the faction each seat is committed to, one of three, own seat first",
        "backing": "the faction for which a disc or cards are being played",
        "pays_for": "what is paid for: nothing, a removal, a change, a temple, a disc",
        "owed": "cards, temple cards and strength cards still owed",
        "step": "the place aimed at, the slot given up, the colour wanted, each from 1",
        "ship": "the place of the ship, one of 37",
        "plague": "places with a plague disc",
        "discs": "the place of the disc of each faction",
        "own": "places of own objectives: 1 hidden, 2 revealed",
        "others": (
            "places of others' objectives, as far as the observer knows them: the seat, counted from the "
            "observer"
        ),
        "depth": "places whose card lies in a pile, as far as the observer knows: from the top, from 1",
    },
)
