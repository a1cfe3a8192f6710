"""The stand-in for NumPy answers as NumPy does, in all that views and tables ask of it."""

from __future__ import annotations

import numpy as real
import pytest

from parapegma.browser import small_numpy as small
from parapegma.core.game import all_games


def _both(work):
    return work(real), work(small)


def _plain(found):
    if isinstance(found, tuple):
        return [_plain(each) for each in found]
    return found.tolist() if hasattr(found, "tolist") else found


ASKED = {
    "zeros": lambda np: np.zeros((2, 3), np.int16),
    "full": lambda np: np.full(4, 7, np.int8),
    "arange": lambda np: np.arange(2, 9, 3),
    "array of lists": lambda np: np.array([[1, 2], [3, 4]], np.int64),
    "array of floats": lambda np: np.array([0.5, 2]),
    "a row": lambda np: np.arange(12).reshape(3, 4)[1],
    "a column": lambda np: np.arange(12).reshape(3, 4)[:, 2],
    "a part": lambda np: np.arange(12).reshape(3, 4)[1:, ::2],
    "from behind": lambda np: np.arange(5)[-2],
    "chosen rows": lambda np: np.arange(12).reshape(3, 4)[[2, 0]],
    "chosen by truth": lambda np: np.arange(5)[np.arange(5) > 2],
    "turned": lambda np: np.arange(6).reshape(2, 3).T,
    "sum": lambda np: np.arange(6).reshape(2, 3).sum(),
    "sum of columns": lambda np: np.arange(6).reshape(2, 3).sum(axis=0),
    "sum of rows": lambda np: np.arange(6).reshape(2, 3).sum(axis=1),
    "nonzero": lambda np: np.nonzero(np.array([[0, 3], [1, 0]])),
    "flatnonzero": lambda np: np.flatnonzero(np.array([[0, 3], [1, 0]])),
    "bincount": lambda np: np.bincount(np.array([1, 1, 3]), minlength=6),
    "bitwise or": lambda np: np.bitwise_or.reduce(np.array([1, 4, 8])),
    "comparison": lambda np: np.array([1, 2, 3]) == np.array([1, 0, 3]),
    "arithmetic": lambda np: np.array([5, 6]) - 2,
    "shift": lambda np: np.array([5, 6]) >> 1,
    "as another kind": lambda np: np.array([5, 6]).astype(np.int8),
    "from bytes": lambda np: np.frombuffer(bytes(range(16)), dtype="<u8"),
    "bytes": lambda np: np.arange(6).reshape(2, 3)[:, 1].copy().tobytes(),
    "extremes": lambda np: (np.arange(4).max(), np.arange(4).min(), np.arange(4).any(), np.arange(4).all()),
}


@pytest.mark.parametrize("asked", ASKED)
def test_an_array_is_as_numpy_has_it(asked):
    real_answer, small_answer = _both(ASKED[asked])
    assert _plain(small_answer) == _plain(real_answer)


def _layout(kind):
    fields = kind.fields or {}
    return kind.itemsize, [
        (name, each[0].base.str, tuple(each[0].shape), each[1]) for name, each in fields.items()
    ]


def _spec(kind):
    return [(name, each[0].base.str, each[0].shape) for name, each in kind.fields.items()]


def test_records_of_all_games_lie_as_numpy_lays_them():
    for game in all_games():
        aligned = game.state.isalignedstruct
        spec = [(name, kind, shape) if shape else (name, kind) for name, kind, shape in _spec(game.state)]
        assert _layout(small.dtype(spec, align=aligned)) == _layout(real.dtype(spec, align=aligned))


def test_records_are_read_and_written_in_place():
    kind = [("seat", "i1"), ("cards", "i2", (3,)), ("key", "u8", (2,))]
    answers = []
    for np in (real, small):
        states = np.zeros(2, np.dtype(kind))
        states[1]["cards"][2] = -5
        states[1]["key"] = [1, 2**63]
        states["seat"] = 3
        record = states[1]
        found = (int(record["seat"]), record["cards"].tolist(), record["key"].tolist(), states.tobytes())
        answers.append(found)
        with pytest.raises(OverflowError):
            states[0]["seat"] = 200
        with pytest.raises(ValueError, match="no field"):
            states[0]["nothing"]
        with pytest.raises(IndexError):
            states[0]["cards"][3]
    assert answers[0] == answers[1]


def test_what_is_not_there_is_an_error():
    with pytest.raises(ValueError, match="differ"):
        small.arange(3) + small.arange(4)
    with pytest.raises(TypeError):
        small.dtype("complex128")
