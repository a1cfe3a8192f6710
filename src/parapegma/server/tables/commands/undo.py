"""Taking back: what a seat decided at one go, as a whole. Freely as long as nothing hidden was seen since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position
from parapegma.server.problems import Problem
from parapegma.server.tables import events as ev
from parapegma.server.tables.commands.acting import check_playable, check_running, stale, unknown_event
from parapegma.server.tables.deal import deciders
from parapegma.server.tables.live_table import Effects, LiveTable, TableCommand
from parapegma.server.tables.state import Gesture

_GUESSES = 8
_MOST_COMPARED = 64
"""Decisions after which a seat counts as having learnt something: more are not looked through for it."""


def undo(person: str, seen: int, to: int | None = None) -> TableCommand:
    """Take back what one decided last; or all since one decided what came after ``to`` decisions.

    What bots or others have done meanwhile is taken back with it, whether the sender has seen it or not.
    """

    def command(table: LiveTable) -> Effects:
        check_running(table)
        if seen > table.number:
            raise unknown_event(table, seen)
        mine = table.state.seats_of(person)
        if not mine:
            raise Problem(403, "not-seated", "You have no seat at this table.")
        gesture = _own_last(table, mine) if to is None else _gesture_at(table, mine, to)
        if gesture.number > seen:
            raise stale(gesture.number, seen)
        return _taken_back_or_asked(table, person, gesture)

    return command


def _taken_back_or_asked(table: LiveTable, person: str, gesture: Gesture) -> Effects:
    state, undo = table.state, table.settings.undo
    seat, kept = gesture.seat, gesture.kept
    # What is only half made has not been decided yet: nobody is asked whether it may be put back.
    begun = state.half_made and gesture is state.gestures[-1]
    if undo == "never" and not begun:
        raise Problem(409, "no-undo", "This table plays without taking back.")
    if table.deal.daily is not None and not _learnt_nothing(table, seat, kept):
        raise Problem(
            409, "no-undo", "In the deal of the day nothing is taken back that told you more.", case="daily"
        )
    others = {held.person for held in state.seats if held.person is not None and not held.resigned} - {person}
    if not others:
        return taken_back(table, seat, kept)
    to_ask = state.people() - {person}
    if not begun and decided_by(table, kept, others - to_ask):
        raise Problem(
            409,
            "undo-away",
            "This would take back what someone decided who is away; ask when they are back.",
        )
    own_turn = state.actor == seat and all(who == seat for who in decided_after(table, kept))
    if begun or not to_ask or (undo == "free" and own_turn):
        actions = state.actions
        if not reveals(table.deal.position_after(actions[:kept], table.snapshot), actions[kept:], seat):
            return taken_back(table, seat, kept)
    if undo == "never":
        raise Problem(409, "no-undo", "This table plays without taking back.")
    if not to_ask:
        # Their seats are theirs still: they may come back to them.
        raise Problem(
            409, "undo-seen", "You have seen something hidden since, and nobody is here who could agree."
        )
    return Effects([ev.Asked(seat=seat, what="undo", data={"kept": kept})])


def _learnt_nothing(table: LiveTable, seat: int, kept: int) -> bool:
    """Whether a seat alone has decided since, and has seen nothing by it."""
    actions = table.state.actions
    if table.state.actor != seat or any(who != seat for who in decided_after(table, kept)):
        return False
    return not reveals(table.deal.position_after(actions[:kept], table.snapshot), actions[kept:], seat)


def taken_back(table: LiveTable, seat: int, kept: int) -> Effects:
    """The position after the first ``kept`` decisions."""
    check_playable(table)
    match = table.deal.match_after(table.state.actions[:kept], table.snapshot)
    return Effects([ev.Undone(seat=seat, kept=kept, next=match.actor)], match)


def decided_by(table: LiveTable, kept: int, people: set[str]) -> bool:
    """Whether any of these people, not a bot for them, decided anything after the first ``kept``."""
    seats = table.state.seats
    for gesture in table.state.gestures:
        held = seats[gesture.seat]
        if (
            gesture.kept >= kept
            and held.person in people
            and (held.bot is None or gesture.number < held.left)
        ):
            return True
    return False


def decided_after(table: LiveTable, kept: int) -> list[int]:
    """Who made each decision after the first ``kept``."""
    actions = table.state.actions
    return list(deciders(table.deal.position_after(actions[:kept], table.snapshot), actions[kept:]))


def _own_last(table: LiveTable, mine: list[int]) -> Gesture:
    """What these seats decided last."""
    for gesture in reversed(table.state.gestures):
        if gesture.seat in mine:
            return gesture
    raise Problem(409, "nothing-to-undo", "You have not decided anything yet.")


def _gesture_at(table: LiveTable, mine: list[int], to: int) -> Gesture:
    """The decision that was made when ``to`` decisions stood, or was half made then."""
    decisions = len(table.state.actions)
    if not 0 <= to < decisions:
        raise Problem(
            422,
            "no-decision",
            f"There are {decisions} decisions; {to} cannot be kept.",
            decisions=decisions,
            wanted=to,
        )
    gesture = next(each for each in reversed(table.state.gestures) if each.kept <= to)
    if gesture.seat not in mine:
        raise Problem(403, "not-yours", "Only a decision of your own can be taken back.")
    return gesture


def reveals(start: Position, actions: Sequence[int], seat: int, guesses: int = _GUESSES) -> bool:
    """Whether a seat learnt anything from decisions after a position.

    It did if chance was asked, or if the same decisions would have shown it something else, or would have
    been refused, in another deal that it could not tell from this one.
    """
    if len(actions) > _MOST_COMPARED:
        return True
    end = start.copy()
    end.apply_all(actions)
    if start.chance_used != end.chance_used:
        return True
    truth = _seen_on_the_way(start.copy(), actions, seat)
    return truth is None or any(
        _seen_on_the_way(start.guess(seat, key_of_seed(f"undo {n}")), actions, seat) != truth
        for n in range(guesses)
    )


def _seen_on_the_way(position: Position, actions: Sequence[int], seat: int) -> list[Any] | None:
    """Play decisions; what the seat saw on the way. Nothing if one is not legal."""
    seen: list[Any] = []
    for number in actions:
        if position.over or number not in position.legal():
            return None
        position.apply(number)
        seen.append(position.view(seat))
        seen.append(position.log(seat))
    seen.append(position.actor)
    seen.append(position.legal() if position.actor == seat else None)
    return seen
