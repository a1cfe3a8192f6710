"""The figures of the rulebooks: positions turned into what a reader at a table would be sent.

``python -m parapegma.server.figures FILE...`` reads scenarios that have a ``figure`` (docs/scenarios.md) and
prints what the boards of the page need to draw them. Nothing of a figure is drawn by hand: its view, what is
choosable, what a decision would do and why another is refused are what the rules say of its position.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from parapegma.core.action import Action
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.match import Match
from parapegma.core.reasons import rules_in
from parapegma.core.scenario import Scenario, ScenarioError, read_scenarios
from parapegma.core.scenario_runner import play_scenario
from parapegma.core.view import View
from parapegma.errors import IllegalAction, ParapegmaError, near
from parapegma.server.protocol.messages import ActionPreview
from parapegma.server.tables.commands.preview import GUESSES, look_ahead

KEYS = ("name", "seat", "choosable", "point", "paid", "at", "mark", "parts", "near", "shape")
"""What a figure may say; see docs/page.md."""


class FigureReason(msgspec.Struct):
    """Why something is refused: a code of the game, and the values it is said with."""

    code: str
    values: dict[str, str | int]
    rules: list[str]
    """The numbers of the rules that refuse."""


class FigureDraft(msgspec.Struct):
    """A decision of several parts that is being put together."""

    begun: Action
    parts: list[Action]
    open: list[Action]
    complete: bool


class Figure(msgspec.Struct):
    """All that a board needs to draw a position in a rulebook."""

    seat: int | None
    """The viewpoint: a seat, or none for a spectator."""
    actor: int | None
    players: int
    view: View
    choices: list[Action]
    """What is drawn as choosable."""
    point: str | None
    """What is pointed at, in notation."""
    pointed: Action | None
    """The same as an action, where it is a single one."""
    preview: ActionPreview | None
    """What it would do."""
    refused: FigureReason | None
    """Why it is not possible."""
    draft: FigureDraft | None
    marked: list[str]
    """Places that are marked, as a line of the log marks them."""
    parts: list[str]
    """What is drawn: the board, the tray, and parts of boards that can be left out."""
    near: list[float] | None
    """Which part of the board is drawn: its middle as shares of width and height, and how much larger."""
    shape: list[int] | None
    """Width to height, where it is not the game's own."""
    rules: list[str]


def figure_of(case: Scenario) -> tuple[str, Figure]:
    """A figure and its name, from the scenario that it belongs to."""
    says: Mapping[str, Any] = case.figure or {}
    for key in says:
        if key not in KEYS:
            raise ScenarioError(f"{case}: a figure has no part {key!r}{near(str(key), KEYS)}")
    if not isinstance(says.get("name"), str):
        raise ScenarioError(f"{case}: a figure needs a name")
    match = play_scenario(case, says.get("at"))
    seat = says.get("seat", match.actor)
    asked = seat is not None and seat == match.actor
    legal = match.legal_actions() if asked else []
    choosable = says.get("choosable")
    if choosable is not None and (unknown := set(choosable) - {action.notation for action in legal}):
        raise ScenarioError(f"{case}: cannot be choosable, for it is not legal: {', '.join(sorted(unknown))}")
    point = says.get("point")
    lines = [*says.get("paid", ()), *([point] if point else [])]
    preview, refused = _ahead(match, lines) if lines else (None, None)
    return says["name"], Figure(
        seat=seat,
        actor=match.actor,
        players=match.players,
        view=match.position.view(seat),
        choices=[action for action in legal if choosable is None or action.notation in choosable],
        point=point,
        pointed=next((action for action in legal if action.notation == point), None),
        preview=preview,
        refused=refused,
        draft=_draft(match, says["paid"]) if "paid" in says else None,
        marked=list(says.get("mark", ())),
        parts=list(says.get("parts", ("board",))),
        near=says.get("near"),
        shape=says.get("shape"),
        rules=list(case.rules),
    )


def _ahead(match: Match, lines: list[str]) -> tuple[ActionPreview | None, FigureReason | None]:
    """What decisions would do, or why they are refused."""
    assert match.actor is not None
    trial = match.copy()
    try:
        for notation in lines:
            trial.act(notation)
    except IllegalAction as error:
        reason = error.reason
        if reason is None:
            raise ParapegmaError(f"{lines} is refused without a reason of the rules: {error}") from None
        return None, FigureReason(reason.code, dict(reason.values), list(rules_in(reason)))
    keys = [key_of_seed(f"figure {number}") for number in range(GUESSES)]
    return look_ahead(match, match.actor, lines, keys), None


def _draft(match: Match, lines: list[str]) -> FigureDraft:
    """A decision that is being put together: what begins it, and the parts picked so far."""
    trial, made = match.copy(), []
    for notation in lines:
        made.append(trial.position.action(trial.position.check(notation)))
        trial.act(notation)
    same = trial.actor == match.actor
    left = [action for action in trial.legal_actions() if same and action.kind == made[-1].kind]
    return FigureDraft(begun=made[0], parts=made[1:], open=left, complete=not left)


def figures(cases: Iterable[Scenario]) -> dict[str, dict[str, Figure]]:
    """All figures by game and name."""
    found: dict[str, dict[str, Figure]] = {}
    for case in cases:
        if case.figure is None:
            continue
        name, figure = figure_of(case)
        of_game = found.setdefault(case.game, {})
        if name in of_game:
            raise ScenarioError(f"{case}: there are two figures {name!r}")
        of_game[name] = figure
    return found


def main(files: list[str]) -> None:
    """Print the figures of some files."""
    made = figures(case for file in files for case in read_scenarios(Path(file)))
    print(msgspec.json.encode(made).decode())


if __name__ == "__main__":
    main(sys.argv[1:])
