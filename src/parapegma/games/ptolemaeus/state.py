"""Ptolemaeus: one record holds everything on the table.

Sets of signs, planets or seats are a bit each. A handful of cards is one number with four bits for
each face (rules/steps/packs.py). Seats are 0 to players - 1; in the game for one, Umbra is seat 1.
"""

from typing import Literal, get_args

import numpy as np

from parapegma.core.compiled import events, rng
from parapegma.games.ptolemaeus.components import (
    DISPLAY,
    MOST_PLAYERS,
    N_BONUS,
    N_CARDS,
    N_CONFIGURATIONS,
    N_EVENTS,
    N_SIGNS,
)

# Phases: what the seat to move is asked. While the rules go on by themselves, nobody is asked anything.
Phase = Literal[
    "before", "draw second", "pay", "order", "move from", "study which", "after", "study other", "luna sign",
    "luna owner", "mercurius from", "mercurius to", "signum sign", "venus draw", "iupiter seat",
    "iupiter face", "mars give", "saturnus discard", "eclipsis discard", "over",
]  # fmt: skip
PHASES: tuple[Phase | Literal["running"], ...] = ("running", *get_args(Phase))
(
    RUNNING, BEFORE, DRAW_SECOND, PAY, ORDER, MOVE_FROM, STUDY_WHICH, AFTER, STUDY_OTHER, LUNA_SIGN,
    LUNA_OWNER, MERCURIUS_FROM, MERCURIUS_TO, SIGNUM_SIGN, VENUS_DRAW, IUPITER_SEAT, IUPITER_FACE,
    MARS_GIVE, SATURNUS_DISCARD, ECLIPSIS_DISCARD, OVER,
) = range(len(PHASES))  # fmt: skip
PHASE_RULES: dict[Phase, str] = {
    "before": "PT-3.3",
    "draw second": "PT-4.1",
    "pay": "PT-5.1",
    "order": "PT-8.9",
    "move from": "PT-8.2",
    "study which": "PT-9.1",
    "after": "PT-9.6",
    "study other": "PT-9.7",
    "luna sign": "PT-13.1",
    "luna owner": "PT-13.1",
    "mercurius from": "PT-13.7",
    "mercurius to": "PT-13.7",
    "signum sign": "PT-13.12",
    "venus draw": "PT-13.3",
    "iupiter seat": "PT-13.10",
    "iupiter face": "PT-13.10",
    "mars give": "PT-13.4",
    "saturnus discard": "PT-13.5",
    "eclipsis discard": "PT-14.8",
    "over": "PT-15.5",
}
"""The rule to read first when this is asked; nothing is asked while a decision is carried out."""

# What is under way, and goes on once a question is answered.
DOING = (
    "nothing", "drawing", "observing", "studying", "luna", "venus", "mars", "saturnus", "mercurius",
    "iupiter", "eclipse", "umbra",
)  # fmt: skip
(
    NOTHING, DRAWING, OBSERVING, STUDYING, PLAYING_LUNA, PLAYING_VENUS, PLAYING_MARS, PLAYING_SATURNUS,
    PLAYING_MERCURIUS, PLAYING_IUPITER, ECLIPSE, UMBRA_MOVES,
) = range(len(DOING))  # fmt: skip

# Which points count for the immediate win, and the levels of Umbra (PT-16.8).
WIN_TABLE, WIN_OBJECTIVE, WIN_ALL, WIN_OFF = range(4)
TIRO, DISCIPULUS, MAGISTER = range(3)

TURN_OVER = 2
"""The value of ``acted`` when the player has ended his turn; 1 is that the action has been done."""

Ending = Literal["twelve points", "the Comet has come round"]
ENDINGS: tuple[Ending | Literal[""], ...] = ("", *get_args(Ending))
"""How a game ended; the first stands for a game that goes on."""
NOT_ENDED, ENDED_TWELVE, ENDED_COMET = range(len(ENDINGS))
RESULTS = ("draw", "won", "lost")
"""The result of the game for one: 0, 1 or -1."""

# Events, named as the log names them: what a and b hold.
EVENTS = (
    "drew",  # the face, which only the drawer sees
    "took",  # the face, from the display
    "turned up",  # the face; the slot of the display
    "wiped",
    "reshuffled",  # how many cards
    "observed",  # the action that names the sign or configuration
    "paid",  # the face
    "placed",  # the sign
    "moved",  # the sign a token leaves to be used elsewhere
    "studied",  # the planet; the sign
    "asteroid",  # the sign
    "bonus",  # the kind, which only the drawer sees
    "played",  # the kind; whether improved
    "exchanged",
    "returned",  # the sign; how many tokens
    "stole",  # the victim; the face, which only thief and victim see
    "discarded",  # the face
    "passed",
    "extra turn",
    "planet",  # the planet; the sign
    "comet",  # the sign; steps from the start
    "event",  # the event card
    "lap",  # the lap; the first player is the seat
    "umbra",  # the face
    "umbra idle",
    "bonus lost",  # the kind
    "ended",  # how; the winner's seat of an immediate win
    "result",  # the points; 1 won, 0 a draw, -1 lost
)
(
    DREW, TOOK, TURNED_UP, WIPED, RESHUFFLED, OBSERVED, PAID, PLACED, MOVED, STUDIED, TOOK_ASTEROID,
    DREW_BONUS, PLAYED, EXCHANGED, RETURNED, STOLE, DISCARDED, PASSED, EXTRA_TURN, PLANET_MOVED,
    COMET_MOVED, EVENT_TURNED, BEGAN_LAP, UMBRA_TURNED, UMBRA_IDLE, BONUS_LOST, ENDED, AGAINST_UMBRA,
) = range(len(EVENTS))  # fmt: skip

STATE = np.dtype(
    [
        *rng.FIELDS,
        # the table's options
        ("players", np.int8),
        ("sides", np.int8),  # seats with tokens: the players, and Umbra in the game for one
        ("immediate_win", np.int8),
        ("iupiter_chooses", np.int8),
        ("joker_is_wild", np.int8),  # in the wipe
        ("study_before", np.int8),  # optional studies also before the action
        ("last_wins_tie", np.int8),
        ("solo_level", np.int8),
        # whose turn, and where in it
        ("first", np.int8),  # holds the first-player marker
        ("lap", np.int8),  # the turn marker: 1, 2, 3
        ("turn_of", np.int8),  # whose turn it is
        ("to_move", np.int8),  # who decides now; out of turn for Mars, Saturnus, Eclipsis
        ("phase", np.int8),
        ("acted", np.int8),  # the action of this turn has been done
        ("extra_turns", np.int8),  # still to come from Sol in Medio Caeli
        ("ended", np.int8),  # how, once the phase is OVER
        ("winner", np.int8),  # of an immediate win, else -1
        # what is under way
        ("doing", np.int8),
        ("choices", np.int32),  # what the seat to move chooses from, a bit each, but for the menus
        ("units", np.int8),  # units of the effect still to carry out
        ("each", np.int8),  # units every opponent owes (Mars, Saturnus, Eclipsis)
        ("victim", np.int8),  # the seat an effect strikes now
        ("announced", np.int8),  # the action number of the observation under way
        ("signs", np.int8, (3,)),  # the signs of the observation, a conjunction's twice
        ("sign_n", np.int8),
        ("paid_n", np.int8),  # how many of them are paid
        ("unplaced", np.int8),  # which of them await their token, a bit each
        ("placing", np.int8),  # the sign that gets the next token, or -1
        ("picked", np.int64),  # cards picked for the payment, still in hand
        ("group_n", np.int8),  # cards of the pair or triple begun
        ("group_last", np.int8),  # and the last of them
        ("taking", np.int8),  # where turn_of takes a card from: 0 the deck, 1 + f face f; or -1
        ("arriving", np.int8),  # the sign a token of turn_of arrives on, or -1
        ("moved_to", np.int8),  # where Mercurius has put a token already, or -1
        ("study_sign", np.int8),  # the sign of the study under way, or -1
        ("study_planet", np.int8),  # the planet to be studied, or -1
        ("bonus_due", np.int8),  # a bonus card is to be drawn
        ("umbra_idle", np.int8),  # turns Umbra still loses to Maleficus Saturnus
        # the sky
        ("place", np.int8, (8,)),  # the sign of each planet and the Comet
        ("comet_start", np.int8),
        ("comet_steps", np.int8),
        ("planets_at", np.int8, (N_SIGNS,)),  # the planets on each sign, a bit each
        ("bodies", np.int16),  # the signs with a planet or the Comet
        ("configurations", np.int8, (N_CONFIGURATIONS,)),  # those now in the sky
        ("configuration_n", np.int8),
        # tokens, studies, asteroids
        ("reserve", np.int8, (MOST_PLAYERS,)),
        ("tokens", np.int8, (MOST_PLAYERS, N_SIGNS)),
        ("held", np.int16, (MOST_PLAYERS,)),  # the signs with at least one own token
        ("full", np.int16, (MOST_PLAYERS,)),  # the signs with two
        ("studied", np.int8, (MOST_PLAYERS,)),  # planets, a bit each
        ("open", np.int16, (MOST_PLAYERS,)),  # the signs with a planet the seat has not studied
        ("asteroid_at", np.int16),  # the signs whose asteroid is still there
        ("asteroids", np.int8, (MOST_PLAYERS,)),
        # constellation cards
        ("hand", np.int64, (MOST_PLAYERS,)),
        ("hand_n", np.int8, (MOST_PLAYERS,)),
        ("display", np.int8, (DISPLAY,)),  # a face, or -1
        ("deck", np.int8, (N_CARDS,)),  # the top card is the last
        ("deck_n", np.int8),
        ("discards", np.int64),
        ("away", np.int64),  # out of play: only in positions set up by hand
        # bonus, objective and event cards
        ("bonus", np.int64, (MOST_PLAYERS,)),
        ("bonus_n", np.int8, (MOST_PLAYERS,)),
        ("bonus_deck", np.int8, (N_BONUS,)),
        ("bonus_deck_n", np.int8),
        ("bonus_discards", np.int64),
        ("bonus_away", np.int64),
        ("bonus_total", np.int64),
        ("objective", np.int8, (MOST_PLAYERS,)),  # -1 for Umbra
        ("event_deck", np.int8, (N_EVENTS,)),
        ("event_deck_n", np.int8),
        ("event_card", np.int8),  # face up, or -1
        ("event_used", np.int16),
        # what a knower has seen of a holder's hand: knower, holder
        ("known", np.int64, (MOST_PLAYERS, MOST_PLAYERS)),  # cards certainly there
        ("maybe", np.int64, (MOST_PLAYERS, MOST_PLAYERS)),  # cards there, but for the slack
        ("slack", np.int8, (MOST_PLAYERS, MOST_PLAYERS)),  # cards stolen unseen since
        ("robbers", np.int8, (MOST_PLAYERS, MOST_PLAYERS)),  # seats that may hold them, a bit each
        ("others", np.int64, (MOST_PLAYERS,)),  # cards the other hands certainly hold among them: knower
        *events.event_fields(most=200),
    ],
    align=True,
)
