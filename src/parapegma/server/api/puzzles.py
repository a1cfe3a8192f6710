"""Puzzles: which there are, how they stand while they are solved, and their solutions."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter

from parapegma.server.api.errors import refusals
from parapegma.server.protocol.messages import ActionPreview
from parapegma.server.protocol.requests import PracticePreviewRequest, PracticeRequest
from parapegma.server.puzzles.messages import (
    PuzzleSolution,
    PuzzleState,
    PuzzleSummary,
)
from parapegma.server.puzzles.solving import list_puzzles, preview, puzzle_state, solution

GameName = Annotated[
    str, PathParameter(max_length=40, pattern="^[0-9a-z_]+$", description="The game's name.")
]
PuzzleName = Annotated[
    str, PathParameter(max_length=80, pattern="^[0-9a-z_-]+$", description="The puzzle's name.")
]


class PuzzlesApi(Controller):
    """Puzzles."""

    path = "/api/v1/games/{game:str}/puzzles"
    tags = ("puzzles",)

    @get("/", responses=refusals(404), sync_to_thread=True)
    def puzzles(self, game: GameName) -> list[PuzzleSummary]:
        """The puzzles of a game, the easiest first."""
        return list_puzzles(game)

    @post("/{name:str}", status_code=200, responses=refusals(404, 409, 422), sync_to_thread=True)
    def puzzle(self, game: GameName, name: PuzzleName, data: JSONBody[PracticeRequest]) -> PuzzleState:
        """How a puzzle stands after decisions; nothing is kept of them."""
        return puzzle_state(game, name, data.played, data.known)

    @post("/{name:str}/preview", status_code=200, responses=refusals(404, 409, 422), sync_to_thread=True)
    def preview(
        self, game: GameName, name: PuzzleName, data: JSONBody[PracticePreviewRequest]
    ) -> ActionPreview:
        """What further decisions would do."""
        return preview(game, name, data.played, data.actions)

    @get("/{name:str}/solution", responses=refusals(404), sync_to_thread=True)
    def solution(self, game: GameName, name: PuzzleName) -> PuzzleSolution:
        """The answer, the best other turn, and why the one is better than the other."""
        return solution(game, name)
