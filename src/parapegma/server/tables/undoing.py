"""Taking back: freely within one's own turn as long as nothing was learnt, otherwise by consent."""

from __future__ import annotations

from parapegma.server.problems import Problem
from parapegma.server.tables import events as ev
from parapegma.server.tables.acting import check_fresh, check_playable, check_running
from parapegma.server.tables.play import Play, reveals, seats_that_decided
from parapegma.server.tables.record import LiveTable
from parapegma.server.tables.rooms import Decide, Decision


def undo(person: str, seen: int, to: int | None = None) -> Decide:
    """Take back to the position after ``to`` decisions; without it, one's own last decision."""

    def decide(table: LiveTable) -> Decision:
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
        deciders = seats_that_decided(table.deal, actions, kept, table.standing)
        if deciders[0] not in mine:
            raise Problem(403, "not-yours", "Only a decision of your own can be taken back.")
        seat = deciders[0]
        others = table.state.people() - {person}
        if not others or _free(table, seat, deciders, kept):
            return taken_back(table, seat, kept)
        return Decision([ev.Asked(seat=seat, what="undo", data={"kept": kept})])

    return decide


def taken_back(table: LiveTable, seat: int, kept: int) -> Decision:
    """The position after the first ``kept`` decisions."""
    check_playable(table)
    play = Play(table.deal, table.state.actions[:kept], table.standing)
    return Decision([ev.Undone(seat=seat, kept=kept, next=play.actor)], play)


def _own_last(table: LiveTable, mine: list[int]) -> int:
    """How many decisions stood before the last one of these seats."""
    deciders = seats_that_decided(table.deal, table.state.actions, 0)
    for kept in range(len(deciders) - 1, -1, -1):
        if deciders[kept] in mine:
            return kept
    raise Problem(409, "nothing-to-undo", "You have not decided anything yet.")


def _free(table: LiveTable, seat: int, deciders: list[int], kept: int) -> bool:
    """Whether a seat may take back without asking: its own turn, nothing revealed or drawn since."""
    if table.settings.undo != "free" or table.actor != seat or any(who != seat for who in deciders):
        return False
    return not reveals(table.deal, table.state.actions, kept, seat, table.standing)
