"""Who is looking, in whichever process: whoever looks is told in the page and by no other way."""

from __future__ import annotations

import asyncio

from parapegma.server.live.hub import Hub, Nudge

_ASK, _ANSWER = "who-looks", "looks"
_PATIENCE = 0.5
PAGE = "page-of-"
"""With a person's id: the place at which a person's own page is connected."""


class Attention:
    """Asks all processes; a single one only itself."""

    def __init__(self, hub: Hub, alone: bool) -> None:
        self._hub, self._alone = hub, alone
        self._answers: dict[str, set[str]] = {}
        hub.on[_ASK] = self._on_ask
        hub.on[_ANSWER] = self._on_answer

    async def looked_at(self, person: str) -> set[str]:
        """The tables a person has open and in sight; the person's own page counts as ``page``."""
        found = self._hub.looked_at(person)
        if not self._alone:
            answers = self._answers.setdefault(person, set())
            self._hub.nudge(_ASK, person, 0)
            await asyncio.sleep(_PATIENCE)
            found |= answers
            self._answers.pop(person, None)
        return found

    async def _on_ask(self, nudge: Nudge) -> None:
        for place in self._hub.looked_at(nudge.table):
            self._hub.nudge(_ANSWER, f"{nudge.table} {place}", 0)

    async def _on_answer(self, nudge: Nudge) -> None:
        person, _, place = nudge.table.partition(" ")
        if person in self._answers:
            self._answers[person].add(place)
