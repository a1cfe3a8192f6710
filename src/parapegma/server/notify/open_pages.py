"""Which pages people have open and in sight, in all processes: who looks needs no message."""

from __future__ import annotations

import asyncio

from parapegma.server.bus.bus import Bus
from parapegma.server.bus.notifications import AskedWhoLooks, LooksAt
from parapegma.server.live.connections import Connections

_SECONDS_FOR_ANSWERS = 0.5
"""How long other processes have to say what they have open."""


class OpenPages:
    """Asks all processes; a single one only itself."""

    def __init__(self, connections: Connections, bus: Bus) -> None:
        self._connections, self._bus = connections, bus
        self._answers: dict[str, set[str]] = {}
        bus.subscribe(AskedWhoLooks, self._on_asked)
        bus.subscribe(LooksAt, self._on_answer)

    async def looked_at(self, person: str) -> set[str]:
        """The places a person has open and in sight: tables, and the person's own page."""
        found = self._connections.looked_at(person)
        if not self._bus.alone:
            answers = self._answers.setdefault(person, set())
            self._bus.publish(AskedWhoLooks(person))
            await asyncio.sleep(_SECONDS_FOR_ANSWERS)
            found |= answers
            self._answers.pop(person, None)
        return found

    async def _on_asked(self, asked: AskedWhoLooks) -> None:
        places = self._connections.looked_at(asked.person)
        if places:
            self._bus.publish(LooksAt(asked.person, sorted(places)))

    async def _on_answer(self, answer: LooksAt) -> None:
        if answer.person in self._answers:
            self._answers[answer.person].update(answer.places)
