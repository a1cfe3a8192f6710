"""Ptolemaeus: what the parts of an observation mean; where they begin is in ``rules/observation.py``."""

from parapegma.core.layout import FLAG, count, kind, layout
from parapegma.games.ptolemaeus.components import (
    DISPLAY,
    JOKERS,
    LAPS,
    MOST_PLAYERS,
    N_BONUS,
    N_CARDS,
    N_SIGNS,
    PER_SIGN,
    TOKENS,
)
from parapegma.games.ptolemaeus.options import IMMEDIATE_WIN, LEVELS
from parapegma.games.ptolemaeus.rules import observation
from parapegma.games.ptolemaeus.rules.invariants import MOST_STEPS
from parapegma.games.ptolemaeus.state import TURN_OVER

MOST_ALIKE = max(PER_SIGN, JOKERS)
"""Constellation cards with the same face."""

LAYOUT = layout(
    observation,
    {
        "players": (count(MOST_PLAYERS), "number of players"),
        "options": (
            kind(len(IMMEDIATE_WIN) - 1),
            "which points end the game at once, Iupiter chooses, joker in the wipe, study before the action, "
            "the last wins ties",
        ),
        "level": (count(len(LEVELS) - 1), "level of Umbra"),
        "phase": (
            FLAG,
            "what is asked, one of the phases; hidden choices of others are shown as the "
            "beginning of the turn",
        ),
        "seats": (
            FLAG,
            "for the first player, for whose turn it is and for who decides: the seat, counted "
            "from the observer",
        ),
        "lap": (kind(LAPS), "lap of the round"),
        "acted": (kind(TURN_OVER), "whether the action is done: 1 done, 2 the turn is over"),
        "turn": (count(15), "extra turns, units of the effect left, turns Umbra loses"),
        "choices": (FLAG, "what the seat that decides chooses from, as far as the observer may know it"),
        "signs": (FLAG, "signs of the observation under way"),
        "picked": (count(MOST_ALIKE), "cards picked for the payment, by face"),
        "placing": (FLAG, "the sign that gets the next token, or from which one is moved"),
        "study": (FLAG, "the planet of the study under way"),
        "comet": (count(N_SIGNS + MOST_STEPS), "steps of the Comet from its start"),
        "places": (FLAG, "sign of each of the seven planets and the Comet, one of twelve"),
        "event": (FLAG, "planets that move next"),
        "events_used": (FLAG, "event cards that have been used"),
        "asteroids_at": (FLAG, "signs whose asteroid is still there"),
        "hand": (count(MOST_ALIKE), "own constellation cards by face"),
        "display": (count(DISPLAY), "cards in the display by face"),
        "discards": (count(MOST_ALIKE), "constellation cards discarded, by face"),
        "deck": (count(N_CARDS), "cards left in the constellation deck and in the bonus deck"),
        "bonus": (count(15), "own bonus cards by kind"),
        "bonus_discards": (count(15), "bonus cards discarded, by kind"),
        "objective": (FLAG, "own objective"),
        "tokens": (
            count(TOKENS),
            "for each seat, own first (alone, the second is Umbra): tokens on the twelve signs",
        ),
        "studied": (FLAG, "planets studied by each seat"),
        "reserve": (count(TOKENS), "tokens in the reserve of each seat"),
        "asteroids": (count(N_SIGNS), "asteroids of each seat"),
        "hand_sizes": (count(N_CARDS), "constellation cards in each hand"),
        "bonus_sizes": (count(N_BONUS), "bonus cards in each hand"),
        "known": (
            count(MOST_ALIKE),
            "for each other seat, constellation cards the observer knows to be in its hand, by face",
        ),
        "unseen": (
            count(MOST_ALIKE),
            "constellation cards the observer cannot see, by face: in the deck or in other hands",
        ),
        "bonus_unseen": (
            count(15),
            "bonus cards the observer cannot see, by kind: in the deck or in other hands",
        ),
    },
)
