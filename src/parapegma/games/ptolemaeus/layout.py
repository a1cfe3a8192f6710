"""Ptolemaeus: what the parts of an observation mean; where they begin is in ``rules/observation.py``."""

from parapegma.core.layout import layout
from parapegma.games.ptolemaeus.rules import observation

LAYOUT = layout(
    observation,
    {
        "players": "number of players",
        "options": (
            "immediate win, Iupiter chooses, joker in the wipe, study before the action, the last wins "
            "ties, level of Umbra"
        ),
        "phase": (
            "what is asked, one of the phases; hidden choices of others are shown as the beginning of the "
            "turn"
        ),
        "seats": (
            "for the first player, for whose turn it is and for who decides: the seat, counted from the "
            "observer"
        ),
        "turn": "lap, whether the action is done, extra turns, units of the effect left, turns Umbra loses",
        "choices": "what the seat that decides chooses from, as far as the observer may know it",
        "signs": "signs of the observation under way",
        "picked": "cards picked for the payment, by face",
        "placing": "the sign that gets the next token, or from which one is moved",
        "study": "the planet of the study under way",
        "comet": "steps of the Comet from its start",
        "places": "sign of each of the seven planets and the Comet, one of twelve",
        "event": "planets that move next",
        "events_used": "event cards that have been used",
        "asteroids_at": "signs whose asteroid is still there",
        "hand": "own constellation cards by face",
        "display": "cards in the display by face",
        "discards": "constellation cards discarded, by face",
        "deck": "cards left in the constellation deck and in the bonus deck",
        "bonus": "own bonus cards by kind",
        "bonus_discards": "bonus cards discarded, by kind",
        "objective": "own objective",
        "seat": (
            "for each seat, own first (alone, the second is Umbra): tokens on the twelve signs, planets "
            "studied, tokens in reserve, asteroids, constellation cards and bonus cards in hand"
        ),
        "known": "for each other seat, constellation cards the observer knows to be in its hand, by face",
        "unseen": "constellation cards the observer cannot see, by face: in the deck or in other hands",
        "bonus_unseen": "bonus cards the observer cannot see, by kind: in the deck or in other hands",
    },
)
