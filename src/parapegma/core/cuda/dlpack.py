"""DLPack: how one package hands an array to another without a copy (its ABI, version 0, which all read)."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2
"""Kinds of devices."""
_KINDS = {"i": 0, "u": 1, "f": 2}
_UNUSED = b"dltensor"
"""The name of a capsule that nobody has taken over yet."""


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


_HELD: dict[int, Any] = {}
"""What lives as long as somebody holds an array that was handed over, by the address of its description."""

_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_api.PyCapsule_IsValid.restype = ctypes.c_int
_api.PyCapsule_IsValid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p
_api.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]


def _delete(managed: int) -> None:
    """Called by whoever took the array over, when he needs it no more."""
    _HELD.pop(managed, None)


def _drop(handed: int) -> None:
    """Called when a capsule goes: if nobody has taken over what is in it, nobody will."""
    if _api.PyCapsule_IsValid(handed, _UNUSED):
        _HELD.pop(_api.PyCapsule_GetPointer(handed, _UNUSED), None)


_CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_DELETE, _DROP = _CALLBACK(_delete), _CALLBACK(_drop)


def capsule(
    owner: Any, address: int, shape: tuple[int, ...], dtype: np.dtype[Any], device: tuple[int, int]
) -> Any:
    """A capsule with an array in one piece, whose memory is there as long as its owner lives."""
    if dtype.kind not in _KINDS:
        raise BufferError(f"an array of {dtype} cannot be handed over")
    lengths = (ctypes.c_int64 * len(shape))(*shape)
    managed = _Managed()
    managed.tensor = _Tensor(
        address, *device, len(shape), _KINDS[dtype.kind], 8 * dtype.itemsize, 1, lengths, None, 0
    )
    managed.deleter = ctypes.cast(_DELETE, ctypes.c_void_p)
    place = ctypes.addressof(managed)
    _HELD[place] = (managed, lengths, owner)
    return _api.PyCapsule_New(place, _UNUSED, ctypes.cast(_DROP, ctypes.c_void_p))
