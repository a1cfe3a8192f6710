"""What seats add to the shuffles: they commit to it, and reveal it once all have."""

from __future__ import annotations

from parapegma.core.shuffle_key import commitment
from parapegma.server.problems import Problem
from parapegma.server.tables import events as ev
from parapegma.server.tables.commands.seats import with_start
from parapegma.server.tables.live_table import Effects, LiveTable, TableCommand
from parapegma.server.tables.shuffle import TIME_TO_SHUFFLE


def commit(person: str, seat: int, promise: str) -> TableCommand:
    """A seat commits anew, after the parts of an earlier try have become known."""

    def command(table: LiveTable) -> Effects:
        _check_lacking(table, person, seat, "commit")
        return with_start(table, [ev.Committed(seat=seat, commitment=promise)])

    return command


def reveal(person: str, seat: int, part: str) -> TableCommand:
    """A seat reveals the part that it has committed to; the last one brings the deal."""

    def command(table: LiveTable) -> Effects:
        _check_lacking(table, person, seat, "reveal")
        if commitment(part) != table.state.shuffle.commitments[seat]:
            raise Problem(422, "other-part", "This is not the part that this seat has committed to.")
        return with_start(table, [ev.Revealed(seat=seat, part=part)])

    return command


def without_late(at: int) -> TableCommand:
    """Whoever did not commit or reveal in time adds nothing; the others begin anew."""

    def command(table: LiveTable) -> Effects:
        shuffle = table.state.shuffle
        if table.state.status != "waiting" or shuffle.stage is None or at < shuffle.since + TIME_TO_SHUFFLE:
            return Effects([])
        return with_start(table, [ev.Shuffling(stage="commit", left_out=sorted(shuffle.lacking))])

    return command


def _check_lacking(table: LiveTable, person: str, seat: int, stage: ev.Stage) -> None:
    state = table.state
    if seat not in state.seats_of(person):
        raise Problem(403, "not-seated", "You have no such seat at this table.", case="such")
    if state.status != "waiting" or state.shuffle.stage != stage or seat not in state.shuffle.lacking:
        raise Problem(409, "not-asked", "Nothing of the kind is asked of this seat now.")
