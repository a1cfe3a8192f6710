"""Guided first games: what is said in them, and their steps while they are played."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from parapegma.server.api.errors import refusals
from parapegma.server.lessons.lesson import Lesson, find_lesson
from parapegma.server.lessons.steps import StepPreview, StepState, preview, step_state
from parapegma.server.protocol.requests import PracticePreviewRequest, PracticeRequest


class LessonsApi(Controller):
    """Lessons."""

    path = "/api/v1/games/{game:str}/lesson"
    tags = ("lessons",)

    @get("/", responses=refusals(404), sync_to_thread=True)
    def lesson(self, game: FromPath[str]) -> Lesson:
        """The guided first game and the coach marks of a game, in all languages."""
        return find_lesson(game)

    @post("/{step:str}", status_code=200, responses=refusals(404, 409, 422), sync_to_thread=True)
    def step(self, game: FromPath[str], step: FromPath[str], data: JSONBody[PracticeRequest]) -> StepState:
        """How a step stands after decisions; nothing is kept of them."""
        return step_state(game, step, data.played, data.known)

    @post("/{step:str}/preview", status_code=200, responses=refusals(404, 409, 422), sync_to_thread=True)
    def preview(
        self, game: FromPath[str], step: FromPath[str], data: JSONBody[PracticePreviewRequest]
    ) -> StepPreview:
        """What further decisions would do, or why they are not possible."""
        return preview(game, step, data.played, data.actions)
