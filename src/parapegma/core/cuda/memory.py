"""Arrays on a GPU, handed to PyTorch, JAX, CuPy and others as they are: nothing is copied."""

from __future__ import annotations

import math
import weakref
from typing import Any

import numpy as np

from parapegma.core.cuda.dlpack import CPU, CUDA, capsule
from parapegma.core.cuda.driver import Device

_LEGACY_STREAM = 1
"""How others call the default stream, in which everything here happens."""


class DeviceArray:
    """An array of numbers on a GPU, in one piece.

    Others take it as their own: ``torch.from_dlpack(array)``, ``jax.dlpack.from_dlpack(array)``,
    ``cupy.from_dlpack(array)``; the memory stays the same, and stays as long as anybody holds it.
    """

    def __init__(self, device: Device, shape: tuple[int, ...], dtype: Any) -> None:
        self.device, self.shape, self.dtype = device, shape, np.dtype(dtype)
        self.address = device.allocate(self.nbytes)
        device.clear(self.address, self.nbytes)
        # At the end of a process the driver takes all memory back by itself.
        weakref.finalize(self, device.free, self.address).atexit = False

    @classmethod
    def of(cls, device: Device, array: np.ndarray[Any, Any]) -> DeviceArray:
        """A copy of an array of the processor's memory."""
        made = cls(device, array.shape, array.dtype)
        made.write(array)
        return made

    @property
    def nbytes(self) -> int:
        """Its size in bytes."""
        return int(math.prod(self.shape) * self.dtype.itemsize)

    def __len__(self) -> int:
        return self.shape[0]

    def write(self, array: np.ndarray[Any, Any]) -> None:
        """Copy an array of the same shape and kind to the card."""
        array = np.ascontiguousarray(array)
        if array.shape != self.shape or array.dtype != self.dtype:
            raise ValueError(f"{array.shape} {array.dtype} does not fit {self.shape} {self.dtype}")
        self.device.upload(self.address, array.ctypes.data, self.nbytes)

    def numpy(self) -> np.ndarray[Any, Any]:
        """A copy in the processor's memory."""
        return self.rows(0, len(self))

    def rows(self, first: int, last: int) -> np.ndarray[Any, Any]:
        """A copy of some rows in the processor's memory."""
        array = np.empty((last - first, *self.shape[1:]), self.dtype)
        begin = first * (self.nbytes // max(len(self), 1))
        self.device.download(array.ctypes.data, self.address + begin, array.nbytes)
        return array

    def fill(self, byte: int) -> None:
        """Set every byte."""
        self.device.clear(self.address, self.nbytes, byte)

    def tolist(self) -> list[Any]:
        """The numbers, as lists."""
        return self.numpy().tolist()  # type: ignore[no-any-return]

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.address, False),
            "version": 3,
            "strides": None,
            "stream": _LEGACY_STREAM,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, self.device.number

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        if copy:
            raise BufferError("this array is handed over as it is; copy it afterwards")
        if dl_device is not None and dl_device[0] == CPU:
            raise BufferError("this array lies on a GPU; numpy() copies it")
        if stream not in (None, _LEGACY_STREAM, -1):
            # Whoever works in a stream of his own does not wait for the default one by himself.
            self.device.wait()
        return capsule(self, self.address, self.shape, self.dtype, self.__dlpack_device__())

    def __repr__(self) -> str:
        return f"DeviceArray({self.shape}, {self.dtype}, {self.device.name})"
