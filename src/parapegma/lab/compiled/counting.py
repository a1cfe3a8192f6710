"""Whole games in compiled code, and all that balance counts in them.

Written against the generic rules, so it names no game: what an event means comes in as tables, made by
:mod:`parapegma.lab.count_plan` from what the game declares. Game number n of a seed is always the same game,
whoever plays it and after whichever others.
"""

from __future__ import annotations

from parapegma.bots.compiled.playout import CHOICES, decide
from parapegma.core.compiled import rules
from parapegma.core.compiled.jit import rule, word
from parapegma.core.compiled.rng import numbered_key, siphash

# Columns of the facts of a game.
DECISIONS, LENGTH, ENDING, FIRST, FACTS = range(5)
# Columns of the plan: one row for each meaning of a kind of event.
COLUMN, OFFSET, SIZE, BASE, PLAN = range(5)
FOR_LENGTH, FOR_ENDING = -1, -2
"""What stands in the column BASE where an event counts for no countable."""
# Columns of the log of decisions.
LOG_GAME, LOG_DECISION, LOG_SEAT, LOG_ACTION, LOG_CHOICES, LOG = range(6)

# Columns of the sums over games kept for each countable; n seats have used it, with a in sum.
SEATS, SEATS2, TIMES, GAMES, WINS, WINS2, WINS_SEATS, LEAD, LEAD2, LEAD_SEATS, COUNTABLE_SUMS = range(11)

SHARE = 2520
"""A whole win in units that up to ten seats can share evenly, so that all sums are whole numbers."""


@rule
def count_events(s, starts, plan, which, used, facts):
    """Count what the last action brought, for each meaning of its events."""
    for n in range(s.event_n):
        kind = s.event[n, 0]
        if kind + 1 < starts.size:
            for row in range(starts[kind], starts[kind + 1]):
                value = s.event[n, 2 + plan[row, COLUMN]]
                if 0 <= value < plan[row, SIZE]:
                    countable = which[plan[row, OFFSET] + value]
                    base = plan[row, BASE]
                    if countable >= 0 and base == FOR_LENGTH:
                        facts[LENGTH] += 1
                    elif countable >= 0 and base == FOR_ENDING:
                        facts[ENDING] = value
                    elif countable >= 0 and 0 <= s.event[n, 1] < s.players:
                        used[s.event[n, 1], base + countable] += 1


@rule
def begin_game(s, options, key, starts, plan, which, used, facts):
    """Deal; forget what the last game in this place has left."""
    for seat in range(used.shape[0]):
        for countable in range(used.shape[1]):
            used[seat, countable] = 0
    for fact in range(FACTS):
        facts[fact] = 0
    rules.setup(s, options, key)
    facts[FIRST] = rules.actor(s)
    count_events(s, starts, plan, which, used, facts)


@rule
def end_game(s, points, places, parts):
    """Write down how a game has ended for every seat."""
    rules.scores(s, points)
    rules.ranks(s, places)
    for seat in range(s.players):
        rules.sources(s, seat, parts[seat])


@rule
def play_games(states, options, base, key, first, games, work, policies, weights, starts, plan, which, used,
               facts, points, places, parts, log, observations):  # fmt: skip
    """Play games number ``first`` and following, each in its own place of the arrays.

    ``policies`` and ``weights`` say how each player decides; the players move on by one seat with every game.
    Where there is room for a log it is written; when it is full, the game under way is given up. Returns how
    many games are complete, and how much of the log belongs to them.
    """
    written = 0
    players = policies.size
    for game in range(games):
        numbered_key(base, first + game, key)
        s = states[game]
        begin_game(s, options, key, starts, plan, which, used[game], facts[game])
        seed = siphash(key[1], key[0], word(first + game))
        decision = 0
        begun = written
        while rules.actor(s) >= 0:
            seat = rules.actor(s)
            n = rules.legal(s, work[CHOICES])
            player = (seat + first + game) % players
            action, seed = decide(s, work, n, policies[player], weights[player], seed)
            if log.shape[0] > 0:
                if written == log.shape[0]:
                    return game, begun
                log[written, LOG_GAME] = first + game
                log[written, LOG_DECISION] = decision
                log[written, LOG_SEAT] = seat
                log[written, LOG_ACTION] = action
                log[written, LOG_CHOICES] = n
                if observations.shape[0] > 0:
                    rules.observe(s, seat, observations[written])
                written += 1
            rules.apply(s, action)
            count_events(s, starts, plan, which, used[game], facts[game])
            decision += 1
        facts[game, DECISIONS] = decision
        end_game(s, points[game], places[game], parts[game])
    return games, written


@rule
def replay_game(states, options, key, actions, n, starts, plan, which, used, facts, points, places, parts):
    """Play a game again from its actions, in the first place of the arrays, and count."""
    s = states[0]
    begin_game(s, options, key, starts, plan, which, used[0], facts[0])
    for decision in range(n):
        rules.apply(s, actions[decision])
        count_events(s, starts, plan, which, used[0], facts[0])
    facts[0, DECISIONS] = n
    end_game(s, points[0], places[0], parts[0])
    return rules.actor(s)


@rule
def sum_countables(used, shares, leads, games, players, sums):
    """Add what the seats that used each countable have reached to its sums over games."""
    for game in range(games):
        for countable in range(sums.shape[0]):
            seats = 0
            times = 0
            wins = 0
            lead = 0
            for seat in range(players):
                if used[game, seat, countable] > 0:
                    seats += 1
                    times += used[game, seat, countable]
                    wins += shares[game, seat]
                    lead += leads[game, seat]
            if seats > 0:
                sums[countable, SEATS] += seats
                sums[countable, SEATS2] += seats * seats
                sums[countable, TIMES] += times
                sums[countable, GAMES] += 1
                sums[countable, WINS] += wins
                sums[countable, WINS2] += wins * wins
                sums[countable, WINS_SEATS] += wins * seats
                sums[countable, LEAD] += lead
                sums[countable, LEAD2] += lead * lead
                sums[countable, LEAD_SEATS] += lead * seats
