"""What follows from a turn until the seat has had its next one, tried out in many deals.

What the seat cannot know, and what others will do, is tried out: in every deal everyone goes on as a greedy
player would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from parapegma.bots.greedy import Greedy
from parapegma.bots.runner import decide
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position
from parapegma.core.seed import derived_seed

DEALS = 12
_LONGEST_TURN = 40
_GUESS = key_of_seed(0)
"""Always the same: the deals differ already in what is true, which nobody at the table knows."""


@dataclass
class SeatGains:
    """Points that somebody makes, and the log entries of the steps that made them."""

    points: float = 0.0
    entries: Counter[bytes] = field(default_factory=Counter)
    seen: Counter[bytes] = field(default_factory=Counter)
    """Log entries of all its steps."""
    counted: Counter[bytes] = field(default_factory=Counter)
    """Those of them that the game counts in its statistics, once for each deal: no payments, no gestures."""
    ended: int = 0
    """How often it ended the game: who counts what then is nobody's doing."""


@dataclass
class Future:
    """What follows from a turn."""

    over: int = 0
    won: int = 0
    now: SeatGains = field(default_factory=SeatGains)
    replies: dict[int, SeatGains] = field(default_factory=dict)
    later: SeatGains = field(default_factory=SeatGains)
    happened: Counter[bytes] = field(default_factory=Counter)
    """What next happens to the whole table after the turn: once for each deal."""
    spent: float = 0.0
    drawn: float = 0.0
    """How many cards leave the seat's hand in the turn and come into it, on average, in games with hands."""


def future_of(position: Position, actions: Sequence[int], seed: str) -> Future:
    """What follows from a turn of the seat to move."""
    seat = position.actor
    assert seat is not None, "the game is over"
    future = Future()
    for deal in range(DEALS):
        table = position.guess(seat, key_of_seed(derived_seed("reasons", seed, deal)))
        for action in actions:
            if table.actor != seat or action not in table.legal():
                break
            before = _cards(table, seat)
            _step(table, action, seat, seat, future.now)
            more = _cards(table, seat) - before
            future.spent += max(-more, 0) / DEALS
            future.drawn += max(more, 0) / DEALS
        greedy = Greedy(table.game, derived_seed("reasons", seed, deal), {"greedy_noise": 0})
        _rest_of_turn(table, greedy, seat, seat, future.now)
        if table.over:
            future.over += 1
            future.won += table.winners == [seat]
        asked: set[int] = set()
        after: set[bytes] = set()
        while table.actor is not None and table.actor != seat and table.actor not in asked:
            actor = table.actor
            asked.add(actor)
            replies = future.replies.setdefault(actor, SeatGains())
            happened = _rest_of_turn(table, greedy, actor, seat, replies)
            after = after or happened
        if table.actor == seat:
            happened = _rest_of_turn(table, greedy, seat, seat, future.later)
            after = after or happened
        future.happened.update(after or _go_on(table, greedy, seat))
    return future


def _rest_of_turn(table: Position, greedy: Greedy, actor: int, reader: int, gains: SeatGains) -> set[bytes]:
    """Let a seat decide as long as it is asked; what first happened to the whole table."""
    happened: set[bytes] = set()
    counted: set[bytes] = set()
    for _ in range(_LONGEST_TURN):
        if table.actor != actor:
            break
        told = _step(table, decide(greedy, "greedy", table, _GUESS).action, actor, reader, gains)
        happened = happened or told
        counted |= _counted_entries(table, actor, reader)
    gains.counted.update(counted)
    return happened


def _counted_entries(table: Position, actor: int, reader: int) -> set[bytes]:
    """What the actor has just done of all that the game counts."""
    counted = {count.event for countables in table.game.statistics.countables for count in countables.counts}
    events = zip(table.events(), table.log(reader), strict=True)
    return {
        msgspec.json.encode(entry) for event, entry in events if event[0] in counted and entry.seat == actor
    }


def _cards(table: Position, seat: int) -> int:
    """How many cards a seat has in hand, in games whose view tells so."""
    seats = getattr(table.view(seat), "seats", [])
    return getattr(seats[seat], "hand_size", 0) if seats else 0


def _go_on(table: Position, greedy: Greedy, reader: int) -> set[bytes]:
    """Let everyone decide until something happens to the whole table; what it was."""
    happened: set[bytes] = set()
    for _ in range(_LONGEST_TURN):
        if happened or (actor := table.actor) is None:
            break
        happened = _step(table, decide(greedy, "greedy", table, _GUESS).action, actor, reader, SeatGains())
    return happened


def _step(table: Position, action: int, actor: int, reader: int, gains: SeatGains) -> set[bytes]:
    """Play an action and count the points it makes for the actor; what happened to the whole table."""
    before = table.scores[actor]
    table.apply(action)
    happened = {msgspec.json.encode(entry) for entry in table.log(reader) if entry.seat is None}
    own = {msgspec.json.encode(entry) for entry in table.log(reader) if entry.seat == actor}
    gains.seen.update(own)
    if table.over:
        gains.ended += 1
        return happened
    gained = table.scores[actor] - before
    gains.points += gained
    if gained > 0:
        gains.entries.update(own)
    return happened
