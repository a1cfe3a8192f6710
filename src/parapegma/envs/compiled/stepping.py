"""Many games stepped in one compiled call, whatever the game: what the environments are made of.

Each game has a row in every array: its state, its episode (``EPISODE``), the legal actions as a list and as a
mask, an observation, rewards. Nothing is allocated in a step. A mask is not cleared as a whole: only the
few actions that were legal before are taken out again.
"""

from __future__ import annotations

import numpy as np

from parapegma.bots.compiled import playout
from parapegma.core.compiled import entry_points, rules
from parapegma.core.compiled.arrays import MOST_CHOICES
from parapegma.core.compiled.jit import rule, word
from parapegma.core.compiled.rng import numbered_key, siphash

MOST_SEATS = 10
"""More than any game seats."""

EPISODE = np.dtype(
    [
        ("base", np.uint64, (2,)),  # the key of the first deal; those of later deals follow from it
        ("chance", np.uint64),  # where the chance of all who choose at random stands
        ("deals", np.int64),  # how many games have been dealt here
        ("asked", np.int64),  # the seats whose decisions come from outside, a bit each
        ("learner", np.int64),  # the only seat that is asked and shown anything, or -1
        ("made", np.int64),  # decisions from outside in this game
        ("choices", np.int64),  # how many actions are legal now
        ("actor", np.int64),  # the seat that is asked, or -1
        ("over", np.int64),  # 1 when the game has ended and no other has been dealt
        ("illegal", np.int64),  # 1 when the last action was not legal
        ("reward", np.float64),  # the learner's
        (
            "paid",
            np.int64,
            (MOST_SEATS,),
        ),  # the points that every seat has been paid for, where gains are paid
        ("legal", np.int16, (MOST_CHOICES,)),  # the legal actions
    ],
    align=True,
)
"""What an environment remembers of a game beside its state."""

# What follows the end of a game: nothing, a new deal in the same step, a new deal in the next step.
STAY, SAME_STEP, NEXT_STEP = range(3)
# What an illegal action does: it is refused before anything changes, loses the game, or chance plays.
REFUSE, LOSE, REPLACE = range(3)
# What is paid at the end: places from 1 down to -1, a share in the win, points, points ahead of the best of
# the others. Or in every step: the points that it brought.
PLACES, WINS, POINTS, MARGIN, GAINS = range(5)
# Settings of a step: those above, most decisions in a game (0 for any), whether another seat
# learns after each deal, and whether a game that is cut short is paid as it stands.
RESET, ILLEGAL, PAY, POLICY, LIMIT, TURNING, PAY_CUT = range(7)
SETTINGS = 7

# Actions that are none: leave this game alone; let it go on without a decision.
LEAVE, GO_ON = -2, -3

_CHANCE = 0x5EA7
_MOST_DEALS = 1000


@rule
def deal(s, e, options, key, settings):
    """Deal the next game. The first of a seed has the key of the seed, so that a match can have it too."""
    key[0] = e.base[0]
    key[1] = e.base[1]
    if e.deals > 0:
        numbered_key(e.base, e.deals, key)
    e.chance = siphash(key[0], key[1], word(_CHANCE))
    rules.setup(s, options, key)
    e.deals += 1
    e.made = 0
    e.over = 0
    e.illegal = 0
    for seat in range(s.players):
        e.paid[seat] = 0
    if settings[TURNING] != 0:
        seat, chance = entry_points.pick(e.chance, s.players)
        e.chance = chance
        e.learner = seat
        e.asked = 1 << seat


@rule
def play_on(s, e, settings, work, out, weights):
    """Let the seats that are not asked decide until one is asked; return it, or -1 at the end."""
    actor = rules.actor(s)
    while actor >= 0 and not e.asked >> actor & 1:
        n = rules.legal(s, out)
        a, chance = playout.decide(s, work, n, settings[POLICY], weights, e.chance)
        e.chance = chance
        rules.apply(s, a)
        actor = rules.actor(s)
    return actor


@rule
def begin(s, e, options, key, settings, work, out, weights):
    """Deal until somebody is asked: in rare deals the others end the game before the learner decides."""
    actor = -1
    tries = 0
    while actor < 0 and tries < _MOST_DEALS:
        deal(s, e, options, key, settings)
        actor = play_on(s, e, settings, work, out, weights)
        tries += 1
    return actor


@rule
def pay(s, kind, points, rewards):
    """Write what a finished game is worth to every seat.

    Who plays alone is paid his points, or for wins what the rules of the game for one say.
    """
    players = s.players
    if kind == WINS and players == 1:
        rewards[0] = rules.solo_result(s) / 100
        return
    if kind == POINTS or players == 1:
        rules.scores(s, points)
        for seat in range(players):
            rewards[seat] = points[seat]
        return
    if kind == MARGIN:
        rules.scores(s, points)
        for seat in range(players):
            rewards[seat] = playout.lead(points, seat, players)
        return
    rules.ranks(s, points)
    for seat in range(players):
        better = 0
        equal = 0
        for other in range(players):
            if points[other] < points[seat]:
                better += 1
            elif points[other] == points[seat]:
                equal += 1
        if kind == PLACES:
            rewards[seat] = 1.0 - (2 * better + equal - 1) / (players - 1)
        else:
            rewards[seat] = 1.0 / equal if better == 0 else 0.0


@rule
def pay_gains(s, e, points, rewards):
    """Write the points that every seat has won or lost since it was paid last."""
    rules.scores(s, points)
    for seat in range(s.players):
        rewards[seat] = points[seat] - e.paid[seat]
        e.paid[seat] = points[seat]


@rule
def is_legal(e, a):
    """Whether an action is among those that are legal."""
    for i in range(e.choices):
        if e.legal[i] == a:
            return True
    return False


@rule
def first_illegal(episodes, actions, first, last):
    """The first game whose action is not legal, or -1."""
    for g in range(first, last):
        e = episodes[g]
        if e.over == 0 and actions[g] != LEAVE and not is_legal(e, actions[g]):
            return g
    return -1


@rule
def replaced(e, a):
    """The action itself if it is legal, else a random one that is."""
    if e.illegal == 0:
        return a
    choice, chance = entry_points.pick(e.chance, e.choices)
    e.chance = chance
    return e.legal[choice]


@rule
def step(
    states, episodes, options, settings, weights, key, work, points, actions, observations, masks, rewards,
    ended, cut, actors, finals, first, last,
):  # fmt: skip
    """Play one action in each game from ``first`` to before ``last`` and write all that follows.

    Returns how many games were not left alone: so many observations were written.

    Numba counts who uses an array at every call that is handed one and for every row taken out of one.
    That would cost more than the rules: so the common way through this function is in one piece.
    """
    out = work[playout.CHOICES]
    stepped = 0
    for g in range(first, last):
        a = actions[g]
        s = states[g]
        e = episodes[g]
        if a == LEAVE or (e.over != 0 and settings[RESET] == STAY):
            continue
        for seat in range(rewards.shape[1]):
            rewards[g, seat] = 0.0
        e.reward = 0.0
        before = e.actor if e.actor >= 0 else 0
        lost = False
        dealt = e.over != 0
        if dealt:
            actor = begin(s, e, options, key, settings, work, out, weights)
        else:
            if a != GO_ON:
                e.illegal = 0 if is_legal(e, a) else 1
                lost = e.illegal != 0 and settings[ILLEGAL] != REPLACE
                if not lost:
                    rules.apply(s, replaced(e, a))
                    e.made += 1
            actor = rules.actor(s)
            if actor >= 0 and not lost and not e.asked >> actor & 1:
                actor = play_on(s, e, settings, work, out, weights)
        short = actor >= 0 and settings[LIMIT] > 0 and e.made >= settings[LIMIT]
        ended[g] = 1 if actor < 0 or lost else 0
        cut[g] = 1 if short and not lost else 0
        over = actor < 0 or lost or short
        if lost:
            rewards[g, before] = -1.0
        elif settings[PAY] == GAINS:
            # What a deal brings is paid with the first decision: who resets games looks at no rewards.
            if not dealt:
                pay_gains(s, e, points, rewards[g])
        elif over and (not short or settings[PAY_CUT] != 0):
            pay(s, settings[PAY], points, rewards[g])
        if e.learner >= 0:
            e.reward = rewards[g, e.learner]
        if over:
            e.over = 1
            actor = -1
            if settings[RESET] == SAME_STEP:
                rules.observe(s, e.learner if e.learner >= 0 else before, finals[g])
                actor = begin(s, e, options, key, settings, work, out, weights)
        for i in range(e.choices):
            masks[g, e.legal[i]] = 0
        n = 0
        if actor >= 0:
            n = rules.legal(s, out)
            for i in range(n):
                e.legal[i] = out[i]
                masks[g, out[i]] = 1
        e.choices = n
        e.actor = actor
        actors[g] = actor
        # At the end the last one to decide is shown what he sees.
        seat = actor if actor >= 0 else before
        if e.learner >= 0:
            seat = e.learner
        rules.observe(s, seat, observations[g])
        stepped += 1
    return stepped


@rule
def begin_seeds(episodes, bases, first, last):
    """Let the next deal of each game be the first of the seed whose key stands in its row."""
    for g in range(first, last):
        e = episodes[g]
        e.base[0] = bases[g, 0]
        e.base[1] = bases[g, 1]
        e.deals = 0


@rule
def call_off(episodes, actions, marks, asked, learner, first, last):
    """Make every marked game one that is dealt anew in the next step, and leave all others alone in it."""
    for g in range(first, last):
        actions[g] = LEAVE
        if marks[g] != 0:
            e = episodes[g]
            e.asked = asked
            e.learner = learner
            e.over = 1
            actions[g] = GO_ON


@rule
def choose(episodes, actions, first, last):
    """Write a random legal action for each game that waits for one."""
    for g in range(first, last):
        e = episodes[g]
        if e.choices > 0:
            choice, chance = entry_points.pick(e.chance, e.choices)
            e.chance = chance
            actions[g] = e.legal[choice]
