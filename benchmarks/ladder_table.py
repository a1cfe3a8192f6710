"""The ladder as a table of the page about bots: written, never typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ladder_cells import Cell, across, all_cells, alone, looking, steps, tables_of
from ladder_results import Played

from parapegma import all_games, find_game
from parapegma.bots import LEVELS, bot_named

BEGIN, END = "<!-- ladder: written by benchmarks/ladder.py -->", "<!-- end of the ladder -->"
_MISSING = "not played"


def into_page(page: str, played: Mapping[Cell, Played], commit: str, games: int, seed: str) -> str:
    """A page with the table of what was played in the place of its old one."""
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n\n{table(played, commit, games, seed)}\n\n{END}{after}"


def table(played: Mapping[Cell, Played], commit: str, games: int, seed: str) -> str:
    parts = [_head(commit, games, seed), _budgets(), _pairs(played), _games_for_one(played)]
    return "\n\n".join(filter(None, parts))


def _head(commit: str, games: int, seed: str) -> str:
    return (
        f"At least {games} games a cell, seed `{seed}`, commit `{commit}`. "
        "One bot sits against a table of the other, every deal is played in every rotation of seats, and "
        "levels play without their clocks. A cell says the share of games won and its 95 % interval; with "
        "more than two players also how many times the fair share that is."
    )


def _budgets() -> str:
    game = find_game("ophiuchus")
    told = [f"{level} {bot_named(f'{level}:untimed', game, 0).limits.iterations:,}" for level in LEVELS]
    return f"Iterations for a decision: {', '.join(told)}."


def _pairs(played: Mapping[Cell, Played]) -> str:
    games, every = all_games(), set(all_cells())
    rows: list[list[str]] = []
    for one, others in [*across(), *steps(), looking()]:
        for n in sorted({players for game in games for players in tables_of(game)}):
            cells = [Cell(game.name, n, one, others) for game in games]
            if any(cell in played for cell in cells):
                known = [_share(played, cell, cell in every) for cell in cells]
                rows.append([f"`{one}` against `{others}`", str(n), *known])
    return _markdown(["", "players", *(game.title for game in games)], rows)


def _games_for_one(played: Mapping[Cell, Played]) -> str:
    games = [game for game in all_games() if 1 in game.players]
    rows: list[list[str]] = []
    for bot in alone():
        found = [played.get(Cell(game.name, 1, bot, None)) for game in games]
        if any(found):
            rows.append([f"`{bot}`", *(_alone(each) for each in found)])
    return _markdown(["alone", *(game.title for game in games)], rows)


def _share(played: Mapping[Cell, Played], cell: Cell, exists: bool) -> str:
    if cell not in played:
        return _MISSING if exists else ""
    share = played[cell].share
    text = f"{_percent(share.share)} ({_percent(share.low)} to {_percent(share.high)})"
    return text if cell.players == 2 else f"{text}, {share.times_fair:.2f} ×"


def _alone(played: Played | None) -> str:
    if played is None:
        return _MISSING
    return f"{played.points:.1f} points, {_percent(played.share.share)} won"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
