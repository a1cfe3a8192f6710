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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from parapegma.core.game import Entry, Game, find_game
from parapegma.core.options import Value
from parapegma.core.seed import Seed
from parapegma.core.shuffle_key import mixed_key
from parapegma.errors import ParapegmaError, RecordError

FORMAT = "parapegma record 1"
_HEADER = ("game", "version", "components", "players", "seed")
_LINE = re.compile(r"(\d+): *(\S.*)")
_PART = re.compile("[0-9a-f]{32}")
_Lines = list[tuple[int, str]]
UNFINISHED = "unfinished"


class Played(Protocol):
    """What a record is made of: a match from its first decision on."""

    @property
    def game(self) -> Game: ...
    @property
    def players(self) -> int: ...
    @property
    def seed(self) -> Seed | None: ...
    @property
    def options(self) -> Mapping[str, Value]: ...
    @property
    def start_position(self) -> Mapping[str, Any] | None: ...
    @property
    def decisions(self) -> Sequence[Entry]: ...
    @property
    def over(self) -> bool: ...
    @property
    def scores(self) -> list[int]: ...


@dataclass(frozen=True)
class Record:
    """A whole game as data: what was agreed, and what was decided. It is read and written, not played.

    >>> from parapegma import Match
    >>> match = Match("ophiuchus", players=2, seed=7)
    >>> _ = match.act("lay T05 1,-1 W")
    >>> record = Record.from_text(match.record())
    >>> record.game, record.players, record.decisions, record.end
    ('ophiuchus', 2, ((1, 'lay T05 1,-1 W'),), 'unfinished')
    """

    game: str
    version: str
    """The version of the game's rules."""
    components: str
    players: int
    seed: Seed
    options: Mapping[str, str]
    position: Mapping[str, Any] | None
    """Parts of a position that were set before the first decision."""
    decisions: tuple[tuple[int, str], ...]
    """Seats and notations, which may be compound."""
    end: str
    """The final scores, or ``unfinished``."""
    shuffle: Mapping[str, str] = field(default_factory=dict)
    """What the key of the shuffles is made of, where several added to it: ``host``, ``seat 0`` and so on."""
    lines: Mapping[str | int, int] = field(default_factory=dict, compare=False)
    """Where each part and each decision (by number, from 0) stands in the text it was read from."""

    @classmethod
    def of(cls, match: Played) -> Record:
        """The record of a match.

        >>> from parapegma import Match
        >>> Record.of(Match("pacal", seed=1)).end
        'unfinished'
        """
        game = match.game
        assert match.seed is not None
        return cls(
            game=game.name,
            version=str(game.version),
            components=game.components,
            players=match.players,
            seed=match.seed,
            options={name: json.dumps(value).strip('"') for name, value in match.options.items()},
            position=match.start_position,
            decisions=tuple(game.actions.compact(list(match.decisions))),
            end=_closing(match.over, match.scores),
        )

    @classmethod
    def from_text(cls, text: str) -> Record:
        """The record that a text is; every problem is named by its line.

        >>> Record.from_text("parapegma record 2")
        Traceback (most recent call last):
            ...
        parapegma.errors.RecordError: line 1: a record begins with the line 'parapegma record 1'
        """
        lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), start=1)]
        lines = [(n, line) for n, line in lines if line and not line.startswith("#")]
        if not lines or lines[0][1] != FORMAT:
            raise RecordError(f"line 1: a record begins with the line {FORMAT!r}")
        header, rest = _read_header(lines[1:])
        decisions, end = _read_decisions(rest)
        places: dict[str | int, int] = {name: n for name, (n, _) in header.items()}
        places |= {place: n for place, (n, _, _) in enumerate(decisions)}
        return cls(
            game=header["game"][1],
            version=header["version"][1],
            components=header["components"][1],
            players=_read_players(*header["players"]),
            seed=header["seed"][1],
            options={
                name.removeprefix("option "): value
                for name, (_, value) in header.items()
                if name.startswith("option ")
            },
            position=_read_position(*header["position"]) if "position" in header else None,
            decisions=tuple((seat, notation) for _, seat, notation in decisions),
            end=end[1],
            shuffle={
                name.removeprefix("shuffle "): value
                for name, (_, value) in header.items()
                if name.startswith("shuffle ")
            },
            lines={**places, "end": end[0]},
        )

    def to_text(self) -> str:
        """The record as text that :meth:`from_text` reads.

        >>> from parapegma import Match
        >>> text = Match("pacal", seed=1).record()
        >>> Record.from_text(text).to_text() == text
        True
        """
        lines = [FORMAT, *(f"{name}: {getattr(self, name)}" for name in _HEADER)]
        lines += [f"option {name}: {value}" for name, value in self.options.items()]
        lines += [f"shuffle {who}: {part}" for who, part in self.shuffle.items()]
        if self.position is not None:
            lines.append(f"position: {json.dumps(self.position)}")
        lines += ["", *(f"{seat}: {notation}" for seat, notation in self.decisions), f"end: {self.end}"]
        return "\n".join(lines) + "\n"

    def find_game(self) -> Game:
        """The game, if it is installed with the rules and components that were played with.

        >>> from parapegma import Match
        >>> Record.of(Match("pacal", seed=1)).find_game().title
        "Pacal's Rocket"
        """
        try:
            game = find_game(self.game)
        except ParapegmaError as error:
            raise self.error("game", str(error)) from None
        if self.version != str(game.version):
            raise self.error(
                "version",
                f"this is version {self.version} of {self.game}'s rules; here is version {game.version}",
            )
        if self.components != game.components:
            raise self.error(
                "components", f"played with other components ({self.components}); here are {game.components}"
            )
        return game

    def check_shuffle(self) -> None:
        """Refuse a key that is not made of what host and seats have added to it.

        >>> from parapegma import Match
        >>> Record.of(Match("pacal", seed=1)).check_shuffle()
        """
        if not self.shuffle:
            return
        parts: dict[int, str] = {}
        for who, part in self.shuffle.items():
            if not _PART.fullmatch(part):
                raise self.error(f"shuffle {who}", "a part of a key is 32 hexadecimal digits")
            if who != "host":
                parts[self._seat(who)] = part
        if "host" not in self.shuffle:
            raise self.error("seed", "the header lacks the line 'shuffle host: ...'")
        if self.seed != f"key:{mixed_key(self.shuffle['host'], parts)}":
            raise self.error("seed", "the key is not what the host and the seats have added to it")

    def _seat(self, who: str) -> int:
        word, _, number = who.partition(" ")
        if word != "seat" or not number.isdecimal() or int(number) >= self.players:
            raise self.error(f"shuffle {who}", "who adds to the shuffles is 'host' or 'seat' and its number")
        return int(number)

    def check_end(self, match: Played) -> None:
        """Refuse a closing line that is not what the decisions lead to.

        >>> from parapegma import Match
        >>> Record.of(Match("pacal", seed=1)).check_end(Match("pacal", seed=1))
        """
        expected = _closing(match.over, match.scores)
        if self.end != expected:
            raise self.error(
                "end", f"the record says 'end: {self.end}', but the game gives 'end: {expected}'"
            )

    def error(self, part: str | int, problem: str) -> RecordError:
        """A problem with a part of the record or with a decision, named by its line.

        >>> from parapegma import Match
        >>> Record.from_text(Match("pacal", seed=1).record()).error("players", "too many")
        RecordError('line 5: too many')
        """
        return RecordError(f"line {self.lines.get(part, 1)}: {problem}")


def _closing(over: bool, scores: list[int]) -> str:
    return " ".join(str(points) for points in scores) if over else UNFINISHED


def _read_header(lines: _Lines) -> tuple[dict[str, tuple[int, str]], _Lines]:
    header: dict[str, tuple[int, str]] = {}
    for place, (n, line) in enumerate(lines):
        name, colon, value = line.partition(":")
        if name.isdigit() or name == "end":
            rest = lines[place:]
            break
        if not colon or not (
            name in _HEADER or name == "position" or name.startswith(("option ", "shuffle "))
        ):
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


def _read_decisions(lines: _Lines) -> tuple[list[tuple[int, int, str]], tuple[int, str]]:
    """The decisions, each with its line, and the closing line."""
    decisions: list[tuple[int, int, str]] = []
    for place, (n, line) in enumerate(lines):
        if line.startswith("end:"):
            if place + 1 < len(lines):
                raise RecordError(f"line {lines[place + 1][0]}: nothing may follow the line 'end: ...'")
            return decisions, (n, line[4:].strip())
        found = _LINE.fullmatch(line)
        if not found:
            raise RecordError(f"line {n}: {line!r} is not understood; a decision is written '0: notation'")
        decisions.append((n, int(found[1]), found[2]))
    raise RecordError(f"line {lines[-1][0]}: the record breaks off; its last line must be 'end: ...'")


def _read_players(n: int, players: str) -> int:
    if not players.isdecimal():
        raise RecordError(f"line {n}: players must be a whole number, not {players!r}")
    return int(players)


def _read_position(n: int, text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(f"line {n}: the position is not readable as JSON: {error.msg}") from None
