"""Ptolemaeus: the menus of a turn, and what carries one decision out (PT-3).

``apply`` has a decision answered, by its phase; then the rules go on by themselves, by what is under way,
until somebody has to choose again.
"""

from parapegma.core.compiled.bits import lowest, write_all
from parapegma.core.compiled.events import clear_events, emit
from parapegma.core.compiled.jit import rule
from parapegma.games.ptolemaeus.components import (
    ASTEROIDS_PER_BONUS,
    JOKER,
    N_BONUS_KINDS,
    N_CONFIGURATIONS,
    N_FACES,
    N_PLANETS,
    N_SIGNS,
    NOVA_CONSTELLATIO,
)
from parapegma.games.ptolemaeus.rules.scoring import tokens_on_signs
from parapegma.games.ptolemaeus.rules.steps.bonus import (
    choose_luna_owner,
    choose_mercurius_destination,
    finish_effect,
    give_up,
    go_on_with_discards,
    go_on_with_iupiter,
    go_on_with_luna,
    go_on_with_mars,
    go_on_with_mercurius,
    go_on_with_venus,
    move_by_mercurius,
    play,
    playable,
    replace,
    rob,
    steal,
    throw_away,
)
from parapegma.games.ptolemaeus.rules.steps.cards import sources, take_card
from parapegma.games.ptolemaeus.rules.steps.observing import (
    announce,
    go_on_observing,
    may_observe,
    observable,
    pick_for_payment,
    take_up,
)
from parapegma.games.ptolemaeus.rules.steps.packs import how_many
from parapegma.games.ptolemaeus.rules.steps.rounds import end_eclipse, end_turn
from parapegma.games.ptolemaeus.rules.steps.sky import look_at_sky
from parapegma.games.ptolemaeus.rules.steps.tokens import arrive, draw_bonus, return_tokens, study
from parapegma.games.ptolemaeus.rules.steps.umbra import begin_umbra_turn, go_on_with_umbra
from parapegma.games.ptolemaeus.state import (
    AFTER,
    BEFORE,
    DRAW_SECOND,
    DRAWING,
    ECLIPSE,
    ECLIPSIS_DISCARD,
    EXCHANGED,
    IUPITER_FACE,
    IUPITER_SEAT,
    LUNA_OWNER,
    LUNA_SIGN,
    MARS_GIVE,
    MERCURIUS_FROM,
    MERCURIUS_TO,
    MOVE_FROM,
    NOTHING,
    OBSERVING,
    ORDER,
    OVER,
    PASSED,
    PAY,
    PLAYING_IUPITER,
    PLAYING_LUNA,
    PLAYING_MARS,
    PLAYING_MERCURIUS,
    PLAYING_SATURNUS,
    PLAYING_VENUS,
    RUNNING,
    SATURNUS_DISCARD,
    SIGNUM_SIGN,
    STUDY_OTHER,
    STUDY_WHICH,
    STUDYING,
    TURN_OVER,
    UMBRA_MOVES,
    VENUS_DRAW,
)

# The flat action space, 7.2 of the specification.
DRAW = 0
TAKE = DRAW + 1
OBSERVE = TAKE + N_FACES
CONFIGURE = OBSERVE + N_SIGNS
PAY_FACE = CONFIGURE + N_CONFIGURATIONS
SIGN = PAY_FACE + N_FACES
PLANET = SIGN + N_SIGNS
OPPONENT = PLANET + N_PLANETS
DISCARD = OPPONENT + 3
PLAY = DISCARD + N_FACES
EXCHANGE = PLAY + N_BONUS_KINDS - 1
STOP = EXCHANGE + 1
END = STOP + 1
PASS = END + 1
ACTION_COUNT = PASS + 1


@rule
def actor(s):
    """The seat that decides; -1 after the end."""
    return -1 if s.phase == OVER else s.to_move


@rule
def legal(s, out):
    """The choices of the seat to move: the menu before or after the action, or a set of things."""
    phase = s.phase
    if phase == BEFORE or phase == AFTER:
        return menu(s, out)
    if phase == DRAW_SECOND or phase == VENUS_DRAW:
        return write_all(s.choices, DRAW, out, 0)
    if phase == PAY:
        return write_all(s.choices, PAY_FACE, out, 0)
    if phase == STUDY_WHICH:
        return write_all(s.choices, PLANET, out, 0)
    if phase == LUNA_OWNER or phase == IUPITER_SEAT:
        return write_all(s.choices, OPPONENT, out, 0)
    if phase == IUPITER_FACE:
        return write_all(s.choices, TAKE, out, 0)
    if phase == SATURNUS_DISCARD or phase == ECLIPSIS_DISCARD:
        return write_all(s.choices, DISCARD, out, 0)
    if phase == OVER:
        return 0
    n = write_all(s.choices, SIGN, out, 0)
    if may_stop(s):
        out[n] = STOP
        n += 1
    return n


@rule
def may_stop(s):
    """Whether the second unit of an improved Nova Luna or Mercurius may be declined (R-26)."""
    return (s.phase == LUNA_SIGN or s.phase == MERCURIUS_FROM) and s.units < s.each


@rule
def menu(s, out):
    """The actions and free plays of a turn (PT-3.3 to PT-3.8)."""
    seat = s.to_move
    n = 0
    if s.acted == 0:
        n = write_all(sources(s, True), DRAW, out, 0)
        n = write_all(observable(s, seat), OBSERVE, out, n)
        for i in range(s.configuration_n):
            if may_observe(s, seat, s.configurations[i]):
                out[n] = CONFIGURE + s.configurations[i]
                n += 1
        if n == 0:
            out[0] = PASS
            n = 1
    else:
        out[0] = END
        n = 1
    if s.acted or s.study_before:
        n = write_all(optional_studies(s, seat), PLANET, out, n)
    if s.bonus_n[seat] > 0:
        cards = s.bonus[seat]
        for kind in range(NOVA_CONSTELLATIO):
            if how_many(cards, kind) > 0 and playable(s, seat, kind):
                out[n] = PLAY + kind
                n += 1
    if may_exchange(s, seat):
        out[n] = EXCHANGE
        n += 1
    return n


@rule
def optional_studies(s, seat):
    """Unstudied planets on signs with two own tokens, if two more lie elsewhere (PT-9.6)."""
    signs = s.full[seat] & s.open[seat]
    if signs == 0 or tokens_on_signs(s, seat) < 4:
        return 0
    planets = 0
    for planet in range(N_PLANETS):
        if signs >> s.place[planet] & 1:
            planets |= 1 << planet
    return planets & ~s.studied[seat]


@rule
def may_exchange(s, seat):
    """Whether asteroids can be exchanged for a bonus card (PT-10.3)."""
    return s.asteroids[seat] >= ASTEROIDS_PER_BONUS and s.bonus_deck_n > 0


@rule
def apply(s, a):
    """Play one decision, and carry on with what is under way until somebody has to choose again."""
    clear_events(s)
    phase = s.phase
    s.phase = RUNNING
    s.choices = 0
    answer(s, phase, a)
    while s.phase == RUNNING:
        doing = s.doing
        if s.taking >= 0:
            take_card(s)
        elif s.arriving >= 0:
            arrive(s)
        elif s.study_planet >= 0 and doing != STUDYING:
            study(s)
        elif s.bonus_due:
            draw_bonus(s)
        elif doing == NOTHING:
            go_on_with_turn(s)
        elif doing == OBSERVING:
            go_on_observing(s)
        elif doing == DRAWING:
            go_on_drawing(s)
        elif doing == STUDYING:
            go_on_studying(s)
        elif doing == UMBRA_MOVES:
            go_on_with_umbra(s)
        elif doing == PLAYING_LUNA:
            go_on_with_luna(s)
        elif doing == PLAYING_VENUS:
            go_on_with_venus(s)
        elif doing == PLAYING_MERCURIUS:
            go_on_with_mercurius(s)
        elif doing == PLAYING_IUPITER:
            go_on_with_iupiter(s)
        elif doing == PLAYING_MARS:
            go_on_with_mars(s)
        elif doing == PLAYING_SATURNUS or (doing == ECLIPSE and s.each > 0):
            go_on_with_discards(s)
        else:
            end_eclipse(s)


@rule
def answer(s, phase, a):
    """Carry out the answer to the question of a phase."""
    if phase == BEFORE or phase == AFTER:
        choose_from_menu(s, a)
    elif phase == PAY:
        pick_for_payment(s, a - PAY_FACE)
    elif phase == DRAW_SECOND:
        s.taking = a - DRAW
        s.doing = NOTHING
        s.acted = 1
    elif phase == VENUS_DRAW:
        s.units -= 1
        s.taking = a - DRAW
    elif phase == ORDER:
        s.placing = a - SIGN
    elif phase == MOVE_FROM:
        take_up(s, a - SIGN)
    elif phase == STUDY_WHICH:
        s.study_planet = a - PLANET
    elif phase == STUDY_OTHER:
        spend(s, a - SIGN)
    elif a == STOP:
        finish_effect(s)
    elif phase == LUNA_SIGN:
        choose_luna_owner(s, a - SIGN)
    elif phase == LUNA_OWNER:
        replace(s, s.placing, a - OPPONENT)
    elif phase == MERCURIUS_FROM:
        choose_mercurius_destination(s, a - SIGN)
    elif phase == MERCURIUS_TO:
        move_by_mercurius(s, a - SIGN)
    elif phase == SIGNUM_SIGN:
        s.arriving = a - SIGN
    elif phase == IUPITER_SEAT:
        rob(s, a - OPPONENT)
    elif phase == IUPITER_FACE:
        steal(s, a - TAKE)
    elif phase == MARS_GIVE:
        give_up(s, a - SIGN)
    elif phase == SATURNUS_DISCARD or phase == ECLIPSIS_DISCARD:
        throw_away(s, a - DISCARD)


@rule
def choose_from_menu(s, a):
    """An action, a free play, an optional study, or the end of the turn (PT-3.3 to PT-3.8)."""
    seat = s.turn_of
    if a < OBSERVE:
        s.taking = a - DRAW
        if a == TAKE + JOKER:
            s.acted = 1
        else:
            s.doing = DRAWING
    elif a < PAY_FACE:
        announce(s, a, OBSERVE, CONFIGURE)
    elif a < OPPONENT:
        begin_optional_study(s, a - PLANET)
    elif a < EXCHANGE:
        play(s, a - PLAY)
    elif a == EXCHANGE:
        s.asteroids[seat] -= ASTEROIDS_PER_BONUS
        emit(s, EXCHANGED, seat, 0, 0)
        s.bonus_due = 1
    elif a == PASS:
        s.acted = 1
        emit(s, PASSED, seat, 0, 0)
    else:
        s.acted = TURN_OVER


@rule
def go_on_with_turn(s):
    """Ask the menu; a turn with nothing left to do ends by itself (PT-3.4, PT-3.8).

    Who holds bonus cards is asked in any case: the others must not learn that none can be played.
    """
    seat = s.turn_of
    if s.acted == 0:
        if seat < s.players:
            s.phase = BEFORE
        else:
            begin_umbra_turn(s)
    elif s.acted != TURN_OVER and seat < s.players and something_to_do(s, seat):
        s.phase = AFTER
    else:
        end_turn(s)


@rule
def something_to_do(s, seat):
    """Whether the menu after the action may hold more than the end of the turn."""
    if may_exchange(s, seat) or optional_studies(s, seat) != 0:
        return True
    if s.players > 1:
        return s.bonus_n[seat] > 0
    return s.bonus_n[seat] > how_many(s.bonus[seat], NOVA_CONSTELLATIO)


@rule
def go_on_drawing(s):
    """The second card is compulsory, and not a face-up joker (PT-4.1, PT-4.5, PT-4.7)."""
    found = sources(s, False)
    if found & (found - 1):
        s.phase = DRAW_SECOND
        s.choices = found
        return
    if found != 0:
        s.taking = lowest(found)
    s.doing = NOTHING
    s.acted = 1


@rule
def begin_optional_study(s, planet):
    """Two other tokens are wanted for the study (PT-9.6, PT-9.7)."""
    s.doing = STUDYING
    s.study_planet = planet
    s.study_sign = s.place[planet]
    s.units = 2


@rule
def go_on_studying(s):
    """Ask for the other tokens, then study (PT-9.7)."""
    if s.units == 0:
        s.doing = NOTHING
        return
    signs = s.held[s.turn_of] & ~(1 << s.study_sign)
    if signs & (signs - 1):
        s.phase = STUDY_OTHER
        s.choices = signs
    else:
        spend(s, lowest(signs))


@rule
def spend(s, sign):
    """One of the two other tokens of an optional study leaves its sign (PT-9.7)."""
    return_tokens(s, s.turn_of, sign, 1)
    s.units -= 1


# An entry point for Python (see parapegma.core.compiled.entry_points).


@rule
def look_at(states):
    """Work out what follows from a sky set up by hand."""
    look_at_sky(states[0])
