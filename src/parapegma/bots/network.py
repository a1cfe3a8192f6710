"""A game's network: its weights read from a file and checked, and asked about positions.

The file is a line that says what it is, a line of JSON that says for what, and the arrays of
:mod:`parapegma.bots.compiled.network`, compressed. ``parapegma train`` writes it (docs/training.md).
"""

from __future__ import annotations

import functools
import json
import sys
import zlib
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from parapegma.bots.compiled import network as compiled
from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, as_argument
from parapegma.core.game import Game
from parapegma.core.position import Position
from parapegma.errors import DataError, OptionError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

FILE = "network.bin"
"""In the data folder of a game: the network it comes with."""
_FIRST_LINE = b"parapegma network 1\n"
_SORTS = {"flag": compiled.SCALED, "count": compiled.SCALED, "kind": compiled.ONE_OF, "set": compiled.BITS}
_MOST_SUM = (1 << 31) - 1
_MOST_BYTES = 64 << 20

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Shape:
    """How large the layers of a network are."""

    features: int
    actions: int
    seats: int
    wide: int
    narrow: int

    def wrong(self) -> str:
        """Why nobody has room for such layers; empty if they fit."""
        most = compiled.MOST
        if 1 <= self.wide <= most and 1 <= self.narrow <= most:
            return ""
        return f"its layers have {self.wide} and {self.narrow} numbers; {most} are the most"

    @property
    def arrays(self) -> list[tuple[str, type[Any], tuple[int, ...]]]:
        """The arrays of a file in their order: name, kind, shape."""
        biases = self.wide + self.narrow + self.actions + self.seats
        return [
            ("rows", np.int16, (self.features, self.wide)),
            ("hidden", np.int16, (self.wide, self.narrow)),
            ("policy", np.int16, (self.actions, self.narrow)),
            ("value", np.int16, (self.seats, self.narrow)),
            ("biases", np.int32, (biases,)),
        ]

    @property
    def size(self) -> int:
        """Bytes of all arrays together."""
        return sum(np.dtype(kind).itemsize * int(np.prod(shape)) for _, kind, shape in self.arrays)


def numbers_of(game: Game) -> Array:
    """For each number of an observation how it is read, the row of its first feature, its highest value."""
    if not game.layout:
        raise OptionError(f"{game.name} says nothing about its observation, so no network can read it")
    found, row = [], 0
    for part in game.layout:
        for _ in range(part.length):
            most = max(part.range.high, -part.range.low)
            found.append((_SORTS[part.range.sort], row, most))
            row += part.range.features
    return np.array(found, np.int32)


def features_of(game: Game) -> int:
    """Into how many features an observation is taken apart.

    >>> from parapegma import find_game
    >>> features_of(find_game("ulysses"))
    1189
    """
    return sum(part.length * part.range.features for part in game.layout)


@dataclass(frozen=True, eq=False)
class Network:
    """A network for one game: all numbers of players, all options."""

    game: Game
    arrays: dict[str, Array]
    trained: dict[str, Any] = field(default_factory=dict)
    """How it came about, as the one who wrote it tells."""
    checked: bool = False
    """Whether all its sums are known to stay within 32 bits."""

    def __post_init__(self) -> None:
        shape = self.shape
        if wrong := shape.wrong():
            raise DataError(wrong)
        for name, kind, wanted in shape.arrays:
            array = self.arrays[name]
            if array.dtype != np.dtype(kind) or array.shape != wanted:
                raise DataError(f"{name} is {array.dtype} {array.shape}, not {np.dtype(kind)} {wanted}")
        if not self.checked:
            _check_sums(numbers_of(self.game), self.arrays)

    @property
    def shape(self) -> Shape:
        """How large it is."""
        wide, narrow = self.arrays["hidden"].shape
        return Shape(features_of(self.game), self.game.action_count, self.game.players[-1], wide, narrow)

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that it was trained for; all but one alone if it does not say."""
        settings = self.trained.get("settings")
        named = settings.get("players") if isinstance(settings, dict) else None
        if isinstance(named, list) and named:
            return tuple(seats for seats in self.game.players if seats in named)
        return tuple(seats for seats in self.game.players if seats > 1)

    @functools.cached_property
    def fixed(self) -> tuple[Any, ...]:
        """What compiled code is handed with every call: how numbers are read, and the weights."""
        return tuple(map(as_argument, self.weights()))

    def weights(self) -> list[Array]:
        """How numbers are read, and the weights: each in one piece."""
        weights = [np.ascontiguousarray(self.arrays[name]) for name, _, _ in self.shape.arrays]
        return [numbers_of(self.game), *weights]

    def arguments(self) -> tuple[Any, ...]:
        """What a search is handed: room for an observation, what is fixed, room for sums."""
        # Room of its own for every search: several threads may ask one network at the same time.
        room = sum(self.arrays["hidden"].shape)
        seen = np.zeros(self.game.observation_length, np.int16)
        sums, active = np.zeros(room, np.int32), np.zeros(room, np.int16)
        return (as_argument(seen), *self.fixed, as_argument(sums), as_argument(active))

    def judge(self, seen: Array, choices: Array, counts: Array, seats: int) -> tuple[Array, Array, Array]:
        """For each observation, the place of its best choice, priors of its choices, values of the seats.

        ``choices`` has the legal actions of each in its row, ``counts`` how many there are. Seats are counted
        from the one that sees.
        """
        best = np.zeros(len(counts), np.int64)
        priors, values = np.zeros(choices.shape, np.int64), np.zeros((len(counts), seats), np.int64)
        before = map(as_argument, (seen, choices, counts))
        _, *network = self.arguments()
        compiled.evaluate_rows(*before, seats, *network, *map(as_argument, (priors, values, best)))
        return best, priors, values

    def look(self, position: Position, seat: int) -> tuple[int, dict[int, float], list[float]]:
        """The action it finds best for a seat, how likely it finds each, and each seat's share of the win."""
        choices, states = np.zeros((1, MOST_CHOICES), np.int64), as_argument(position.states)
        n = int(entry_points.legal(states, as_argument(choices[0])))
        seen = position.observe(seat)[np.newaxis]
        best, priors, values = self.judge(seen, choices, np.array([n], np.int64), position.players)
        total = int(priors[0, :n].sum())
        likely = {int(choices[0, i]): int(priors[0, i]) / total for i in range(n)}
        seats = [int(values[0, (other - seat) % position.players]) for other in range(position.players)]
        return int(choices[0, int(best[0])]), likely, [share / compiled.SHARE for share in seats]


class NoNetwork:
    """What a search is handed that has no network: of every array the least."""

    def arguments(self) -> tuple[Any, ...]:
        """The same as those of a network."""
        kinds = (
            (np.int16, 1), (np.int32, (1, 3)), (np.int16, (1, 1)), (np.int16, (1, 1)), (np.int16, (1, 1)),
            (np.int16, (1, 1)), (np.int32, 1), (np.int32, 1), (np.int16, 1),
        )  # fmt: skip
        return tuple(as_argument(np.zeros(shape, kind)) for kind, shape in kinds)


NO_NETWORK = NoNetwork()


def _check_sums(numbers: Array, arrays: dict[str, Array]) -> None:
    """Refuse weights with which some sum could leave its 32 bits: then machines would differ."""
    wide = len(arrays["hidden"])
    highest = np.zeros(wide, np.int64)
    for sort, row, most in numbers.tolist():
        if sort == compiled.SCALED:
            highest += np.abs(arrays["rows"][row].astype(np.int64)) * most
        else:
            features = most if sort == compiled.ONE_OF else int(most).bit_length()
            each = np.abs(arrays["rows"][row : row + features].astype(np.int64))
            highest += each.max(axis=0) if sort == compiled.ONE_OF else each.sum(axis=0)
    layers = [
        highest,
        compiled.ONE * np.abs(arrays["hidden"].astype(np.int64)).sum(axis=0),
        compiled.ONE * np.abs(arrays["policy"].astype(np.int64)).sum(axis=1),
        compiled.ONE * np.abs(arrays["value"].astype(np.int64)).sum(axis=1),
    ]
    sums = np.concatenate(layers) + np.abs(arrays["biases"].astype(np.int64))
    if int(sums.max()) > _MOST_SUM:
        raise DataError("the weights are so large that a sum could leave 32 bits")


def write_network(network: Network, file: Path) -> None:
    """Write a network to a file."""
    game, shape = network.game, network.shape
    head = {
        "game": game.name,
        "environment": game.environment,
        "components": game.components,
        "features": shape.features,
        "actions": shape.actions,
        "seats": shape.seats,
        "wide": shape.wide,
        "narrow": shape.narrow,
        "trained": network.trained,
    }
    body = b"".join(
        np.ascontiguousarray(network.arrays[name], np.dtype(kind).newbyteorder("<")).tobytes()
        for name, kind, _ in shape.arrays
    )
    part = file.with_name(file.name + ".part")
    part.write_bytes(_FIRST_LINE + json.dumps(head).encode() + b"\n" + zlib.compress(body, 9))
    part.replace(file)


def network_in(game: Game, file: str | Path) -> Network:
    """The network of a file, which is read once, however many tables ask for it, until it changes."""
    path = Path(file).resolve()
    return _read(game, path, path.stat().st_mtime_ns if path.is_file() else 0)


@functools.lru_cache(maxsize=8)
def _read(game: Game, file: Path, changed: int) -> Network:
    return read_network(game, file)


def read_network(game: Game, file: Path) -> Network:
    """Read the network of a file; a sentence says why it cannot be used."""
    try:
        contents = file.read_bytes()
    except OSError as error:
        raise DataError(f"{file}: cannot be read: {error.strerror}") from None
    return _network(game, contents, str(file))


def _network(game: Game, contents: bytes, file: str, checked: bool = False) -> Network:
    if not contents.startswith(_FIRST_LINE):
        raise DataError(f"{file}: is no network as parapegma train writes it")
    line, _, packed = contents[len(_FIRST_LINE) :].partition(b"\n")
    try:
        head = json.loads(line)
        shape = Shape(*(int(head[name]) for name in ("features", "actions", "seats", "wide", "narrow")))
        trained = dict(head["trained"])
        wanted = (str(head["game"]), int(head["environment"]), str(head["components"]))
    except (ValueError, KeyError, TypeError):
        raise DataError(f"{file}: what it says about the network cannot be read") from None
    _check_fit(game, file, wanted, shape)
    reader = zlib.decompressobj()
    try:
        body = reader.decompress(packed, min(shape.size + 1, _MOST_BYTES))
    except zlib.error:
        body = b""
    if len(body) != shape.size:
        raise DataError(f"{file}: is damaged: the weights are not those of its size")
    arrays, at = {}, 0
    for name, kind, size in shape.arrays:
        end = at + int(np.prod(size)) * np.dtype(kind).itemsize
        array = np.frombuffer(bytearray(body[at:end]), kind)
        arrays[name] = (array if sys.byteorder == "little" else array.byteswap()).reshape(size)
        at = end
    try:
        return Network(game, arrays, trained, checked)
    except DataError as error:
        raise DataError(f"{file}: {error}") from None


def _check_fit(game: Game, file: str, wanted: tuple[str, int, str], shape: Shape) -> None:
    name, environment, components = wanted
    if name != game.name:
        raise DataError(f"{file}: is a network for {name}, not for {game.name}")
    if environment != game.environment:
        raise DataError(
            f"{file}: was trained on version {environment} of {game.name}'s environment; here is version "
            f"{game.environment}, which shows other numbers"
        )
    sizes = (features_of(game), game.action_count, game.players[-1])
    if components != game.components or (shape.features, shape.actions, shape.seats) != sizes:
        raise DataError(f"{file}: was trained with other components of {game.name} than those here")
    if wrong := shape.wrong():
        raise DataError(f"{file}: {wrong}")


def has_network(game: Game) -> bool:
    """Whether a game comes with a network."""
    return _file_of(game).is_file()


@functools.cache
def network_of(game: Game) -> Network:
    """The network that comes with a game."""
    file = _file_of(game)
    if not file.is_file():
        raise OptionError(
            f"there is no network for {game.name} yet: train one (parapegma train {game.name}) and name its "
            "file, as in look:FILE or search:800@FILE"
        )
    # It was checked when it was written, and tests check what is shipped: reading it takes a moment.
    return _network(game, file.read_bytes(), str(file), checked=True)


def _file_of(game: Game) -> Traversable:
    package = game.rules.__name__.rpartition(".")[0]
    return resources.files(package) / "data" / FILE
