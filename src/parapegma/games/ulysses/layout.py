"""Ulysses: what the parts of an observation mean; where they begin is in ``rules/observation.py``."""

from parapegma.core.layout import FLAG, count, kind, layout
from parapegma.games.ulysses.components import (
    CARD_COUNTS,
    DISTANCES,
    MOST_IN_PILE,
    MOST_PLAYERS,
    N_CARDS,
    N_PLACES,
    OBJECTIVES,
    TEMPLES,
)
from parapegma.games.ulysses.rules import observation
from parapegma.games.ulysses.rules.observation import MOST_TURNS

LAYOUT = layout(
    observation,
    {
        "players": (FLAG, "number of players, one of 5 places"),
        "options": (FLAG, "price of temples, Zeus as Pandora, faction lock, what happens when becalmed"),
        "most_turns": (count(MOST_TURNS), "most turns, 0 for any number"),
        "phase": (FLAG, "what is asked, one of fourteen"),
        "to_move": (FLAG, "the seat that decides, counted from the observer"),
        "active": (FLAG, "the seat whose turn it is, counted from the observer"),
        "turn": (count(MOST_TURNS), "number of the turn; no further than 200"),
        "used": (FLAG, "whether Pandora has been used and an objective changed in this turn"),
        "hand": (
            count(max(CARD_COUNTS)),
            "own cards by type: challenge, temple, wind, plague, Zeus, Pandora",
        ),
        "hand_sizes": (count(N_CARDS), "cards in each hand, own first"),
        "temples": (count(TEMPLES), "temples of each seat, own first"),
        "reserve": (count(TEMPLES), "temple tokens left"),
        "deck": (count(N_CARDS), "cards in the deck"),
        "discard": (count(max(CARD_COUNTS)), "cards in the discard pile by type"),
        "unseen": (
            count(max(CARD_COUNTS)),
            "cards the observer cannot see, by type: in the deck or in other hands",
        ),
        "fresh": (
            count(max(CARD_COUNTS)),
            "cards of the last shuffle that the observer has not drawn himself, by type",
        ),
        "slots": (kind(N_PLACES), "own objectives: the place of each, from 1"),
        "colours": (kind(OBJECTIVES), "colour of each objective of each seat, from 1, own seat first"),
        "shown": (FLAG, "whether each objective of each seat is revealed, own seat first"),
        "piles": (count(MOST_IN_PILE), "objective cards left in the pile of each colour"),
        "cards_for": (count(N_CARDS), "strength cards played for each faction: blue, red, black"),
        "zeus_for": (count(N_CARDS), "of these, Zeus cards"),
        "still_in": (FLAG, "who has not passed, own seat first"),
        "right": (FLAG, "who may still place a disc, own seat first"),
        "faction": (FLAG, "the faction each seat is committed to, one of three, own seat first"),
        "backing": (FLAG, "the faction for which a disc or cards are being played"),
        "pays_for": (FLAG, "what is paid for: nothing, a removal, a change, a temple, a disc"),
        "owed": (count(N_CARDS), "cards, temple cards and strength cards still owed"),
        "aim": (kind(N_PLACES), "the place aimed at, from 1"),
        "slot": (kind(OBJECTIVES), "the objective given up, from 1"),
        "wanted": (kind(OBJECTIVES), "the colour wanted, from 1"),
        "ship": (FLAG, "the place of the ship, one of 37"),
        "plague": (FLAG, "places with a plague disc"),
        "discs": (FLAG, "the place of the disc of each faction"),
        "own": (kind(2), "places of own objectives: 1 hidden, 2 revealed"),
        "others": (
            kind(MOST_PLAYERS - 1),
            "places of others' objectives, as far as the observer knows them: the seat, counted "
            "from the observer",
        ),
        "depth": (
            kind(MOST_IN_PILE),
            "places whose card lies in a pile, as far as the observer knows: from the top, from 1",
        ),
        "steps": (count(max(map(max, DISTANCES))), "steps of the ship to each place"),
    },
)
