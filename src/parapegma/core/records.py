"""Records: a whole game as readable text, written and read.

    parapegma record 1
    game: ophiuchus
    version: 1
    components: 5f0c2a11
    players: 2
    seed: 7
    option deal: standard
    ...

    0: lay T10 1,-1 E
    1: lay T05 0,1 S
    ...
    end: unfinished

The closing line tells a finished game's scores, and that nothing is missing. Empty lines and lines
that begin with ``#`` are passed over.
"""

from __future__ import annotations

import json
import re
from typing import Any

from parapegma.core.game import Game, find_game
from parapegma.core.match import Match
from parapegma.errors import IllegalAction, ParapegmaError, PositionError, RecordError

FORMAT = "parapegma record 1"
_HEADER = ("game", "version", "components", "players", "seed")
_LINE = re.compile(r"(\d+): *(\S.*)")


def write_record(match: Match) -> str:
    """A match as text."""
    game = match.game
    lines = [
        FORMAT,
        f"game: {game.name}",
        f"version: {game.version}",
        f"components: {game.components}",
        f"players: {match.players}",
        f"seed: {match.seed}",
    ]
    lines += [f"option {name}: {json.dumps(value).strip(chr(34))}" for name, value in match.options.items()]
    if match.start_position is not None:
        lines.append(f"position: {json.dumps(match.start_position)}")
    lines.append("")
    lines += [f"{seat}: {notation}" for seat, notation in game.actions.compact(list(match.decisions))]
    scores = " ".join(str(points) for points in match.scores)
    lines.append(f"end: {scores}" if match.over else "end: unfinished")
    return "\n".join(lines) + "\n"


def read_record(text: str) -> Match:
    """The match a record describes; every problem is named by its line."""
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), start=1)]
    lines = [(n, line) for n, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != FORMAT:
        raise RecordError(f"line 1: a record begins with the line {FORMAT!r}")
    header, rest = _read_header(lines[1:])
    game = _game_of(header)
    match = _new_match(game, header)
    for place, (n, line) in enumerate(rest):
        if line.startswith("end:"):
            _check_end(match, n, line[4:].strip(), rest[place + 1 :])
            return match
        found = _LINE.fullmatch(line)
        if not found:
            raise RecordError(f"line {n}: {line!r} is not understood; a decision is written '0: notation'")
        try:
            match.act(found[2], seat=int(found[1]))
        except IllegalAction as error:
            raise RecordError(f"line {n}: {error}") from None
    raise RecordError(f"line {lines[-1][0]}: the record breaks off; its last line must be 'end: ...'")


def _read_header(lines: list[tuple[int, str]]) -> tuple[dict[str, tuple[int, str]], list[tuple[int, str]]]:
    header: dict[str, tuple[int, str]] = {}
    for place, (n, line) in enumerate(lines):
        name, colon, value = line.partition(":")
        if name.isdigit() or name == "end":
            rest = lines[place:]
            break
        if not colon or not (name in _HEADER or name == "position" or name.startswith("option ")):
            raise RecordError(
                f"line {n}: {line!r} is not understood; the header has {', '.join(_HEADER)} and options"
            )
        if name in header:
            raise RecordError(f"line {n}: {name} stands twice in the header")
        header[name] = (n, value.strip())
    else:
        raise RecordError(f"line {lines[-1][0] if lines else 1}: the record breaks off in its header")
    for name in _HEADER:
        if name not in header:
            raise RecordError(f"line {rest[0][0]}: the header lacks the line '{name}: ...'")
    return header, rest


def _game_of(header: dict[str, tuple[int, str]]) -> Game:
    n, name = header["game"]
    try:
        game = find_game(name)
    except ParapegmaError as error:
        raise RecordError(f"line {n}: {error}") from None
    n, version = header["version"]
    if version != str(game.version):
        raise RecordError(
            f"line {n}: this is version {version} of {name}'s rules; here is version {game.version}"
        )
    n, components = header["components"]
    if components != game.components:
        raise RecordError(
            f"line {n}: played with other components ({components}); here are {game.components}"
        )
    return game


def _new_match(game: Game, header: dict[str, tuple[int, str]]) -> Match:
    n, players = header["players"]
    if not players.isdigit():
        raise RecordError(f"line {n}: players must be a whole number, not {players!r}")
    options = {
        name.removeprefix("option "): value
        for name, (_, value) in header.items()
        if name.startswith("option ")
    }
    position: Any = None
    if "position" in header:
        n, text = header["position"]
        try:
            position = json.loads(text)
        except json.JSONDecodeError as error:
            raise RecordError(f"line {n}: the position is not readable as JSON: {error.msg}") from None
    try:
        return Match(game, int(players), header["seed"][1], position=position, **options)
    except PositionError as error:
        raise RecordError(f"line {n}: {error}") from None
    except ParapegmaError as error:
        raise RecordError(f"line {header['players'][0]} and following: {error}") from None


def _check_end(match: Match, n: int, closing: str, after: list[tuple[int, str]]) -> None:
    if after:
        raise RecordError(f"line {after[0][0]}: nothing may follow the line 'end: ...'")
    if closing == "unfinished" and not match.over:
        return
    expected = " ".join(str(points) for points in match.scores) if match.over else "unfinished"
    if closing != expected:
        raise RecordError(f"line {n}: the record says 'end: {closing}', but the game gives 'end: {expected}'")
