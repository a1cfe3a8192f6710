"""Taking back: freely within one's own turn as long as nothing was learnt, otherwise by consent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position
from parapegma.server.problems import Problem
from parapegma.server.tables import events as ev
from parapegma.server.tables.commands.acting import check_fresh, check_playable, check_running
from parapegma.server.tables.deal import asks_chance, deciders
from parapegma.server.tables.live_table import Effects, LiveTable, TableCommand

_GUESSES = 8


def undo(person: str, seen: int, to: int | None = None) -> TableCommand:
    """Take back to the position after ``to`` decisions; without it, one's own last decision."""

    def command(table: LiveTable) -> Effects:
        check_running(table)
        check_fresh(table, seen)
        if table.settings.undo == "never":
            raise Problem(409, "no-undo", "This table plays without taking back.")
        mine = table.state.seats_of(person)
        if not mine:
            raise Problem(403, "not-seated", "You have no seat at this table.")
        actions = table.state.actions
        if to is not None and not 0 <= to < len(actions):
            raise Problem(
                422,
                "no-decision",
                f"There are {len(actions)} decisions; {to} cannot be kept.",
                decisions=len(actions),
                wanted=to,
            )
        kept = _own_last(table, mine) if to is None else to
        decided = decided_after(table, kept)
        seat = decided[0]
        if seat not in mine:
            raise Problem(403, "not-yours", "Only a decision of your own can be taken back.")
        others = table.state.people() - {person}
        if not others or _free(table, seat, decided, kept):
            return taken_back(table, seat, kept)
        return Effects([ev.Asked(seat=seat, what="undo", data={"kept": kept})])

    return command


def taken_back(table: LiveTable, seat: int, kept: int) -> Effects:
    """The position after the first ``kept`` decisions."""
    check_playable(table)
    match = table.deal.match_after(table.state.actions[:kept], table.snapshot)
    return Effects([ev.Undone(seat=seat, kept=kept, next=match.actor)], match)


def decided_after(table: LiveTable, kept: int) -> list[int]:
    """Who made each decision after the first ``kept``."""
    actions = table.state.actions
    return list(deciders(table.deal.position_after(actions[:kept], table.snapshot), actions[kept:]))


def _own_last(table: LiveTable, mine: list[int]) -> int:
    """How many decisions stood before the last one of these seats."""
    decided = list(deciders(table.deal.position_after(()), table.state.actions))
    for kept in range(len(decided) - 1, -1, -1):
        if decided[kept] in mine:
            return kept
    raise Problem(409, "nothing-to-undo", "You have not decided anything yet.")


def _free(table: LiveTable, seat: int, decided: list[int], kept: int) -> bool:
    """Whether a seat may take back without asking: its own turn, nothing revealed or drawn since."""
    if table.settings.undo != "free" or table.actor != seat or any(who != seat for who in decided):
        return False
    actions = table.state.actions
    return not reveals(table.deal.position_after(actions[:kept], table.snapshot), actions[kept:], seat)


def reveals(start: Position, actions: Sequence[int], seat: int, guesses: int = _GUESSES) -> bool:
    """Whether a seat learnt anything from its decisions after a position.

    It did if chance was asked, or if the same decisions would have shown it something else, or would have
    been refused, in another deal that it could not tell from this one.
    """
    end = start.copy()
    truth = _seen_on_the_way(end, actions, seat)
    if truth is None or asks_chance(start, end):
        return True
    return any(
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
