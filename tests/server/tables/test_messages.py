"""Messages about a table are made in one place."""

from __future__ import annotations

import ast

from conftest import ROOT

PACKAGE = ROOT / "src" / "parapegma"
MESSAGES = PACKAGE / "server" / "tables" / "messages"
ABOUT_A_TABLE = {
    "Update", "EventMessage", "TableInfo", "SeatInfo", "SeatSummary", "TableSummary", "RequestInfo",
    "ResultInfo", "ClockInfo", "ShuffleInfo", "ShufflePart", "ActionPreview",
    "Replay", "ReplayStep", "GameRecord",
}  # fmt: skip


def made_in(source: str) -> set[str]:
    """Which of these messages a module makes, however it has imported them."""
    calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = {call.id for call in calls if isinstance(call, ast.Name)}
    return ABOUT_A_TABLE & (named | {call.attr for call in calls if isinstance(call, ast.Attribute)})


def test_one_that_makes_some_would_be_found() -> None:
    assert made_in("ms.Update(number=1); seats = [SeatInfo(1)]; x: TableInfo") == {"Update", "SeatInfo"}


def test_messages_about_a_table_are_made_in_one_place() -> None:
    made = {
        file: made_in(file.read_text("utf-8"))
        for folder in ("server", "local")
        for file in (PACKAGE / folder).rglob("*.py")
    }
    assert {file for file, found in made.items() if found and MESSAGES not in file.parents} == set()
    assert set().union(*(made[file] for file in MESSAGES.glob("*.py"))) == ABOUT_A_TABLE
