"""NVIDIA's driver, called through ctypes: it comes with the card, so nothing has to be installed for it."""

from __future__ import annotations

import ctypes
import functools
import re
import sys
from typing import Any

from parapegma.errors import OptionError, ParapegmaError

_LIBRARY = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
_NO_DEVICE = 100
_DEVICE = re.compile(r"cuda(?::(\d{1,3}))?")


class GpuError(ParapegmaError):
    """The GPU or its driver could not do what was asked."""


def device_named(name: Any) -> Device:
    """The GPU that ``"cuda"`` (the first one) or ``"cuda:1"`` names."""
    found = _DEVICE.fullmatch(name) if isinstance(name, str) else None
    if found is None:
        raise OptionError(f"device cannot be {name!r}; it must be 'cpu', 'cuda', or 'cuda:1' for another GPU")
    return _device(int(found[1] or 0))


@functools.cache
def _device(number: int) -> Device:
    return Device(number)


@functools.cache
def _driver() -> Any:
    """The driver's library, once it is ready."""
    try:
        library = ctypes.CDLL(_LIBRARY)
    except OSError:
        raise GpuError(
            f"there is no GPU to play on: the driver of NVIDIA's cards ({_LIBRARY}) is not installed"
        ) from None
    wrong = int(library.cuInit(0))
    if wrong == _NO_DEVICE:
        raise GpuError("there is no GPU to play on: NVIDIA's driver is installed but finds no card")
    _check(library, wrong, "cuInit")
    return library


def _check(library: Any, wrong: int, what: str) -> None:
    if wrong:
        text = ctypes.c_char_p()
        library.cuGetErrorString(wrong, ctypes.byref(text))
        reason = text.value.decode() if text.value else "unknown error"
        raise GpuError(f"the GPU's driver says: {reason} ({what}, error {wrong})")


class Device:
    """One GPU, in the context that other packages of this process use too."""

    def __init__(self, number: int) -> None:
        self._library = _driver()
        self.number = number
        count, device, context = ctypes.c_int(), ctypes.c_int(), ctypes.c_void_p()
        self._call("cuDeviceGetCount", ctypes.byref(count))
        if number >= count.value:
            raise OptionError(f"there is no GPU number {number}: there are {count.value}, counted from 0")
        self._call("cuDeviceGet", ctypes.byref(device), number)
        name = ctypes.create_string_buffer(100)
        self._call("cuDeviceGetName", name, len(name), device)
        self.name = name.value.decode()
        """What its maker calls it."""
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self._context = context

    def call(self, what: str, *arguments: Any) -> None:
        """Call the driver in this GPU's context; whatever goes wrong is an error with its reason."""
        self._call("cuCtxSetCurrent", self._context)
        self._call(what, *arguments)

    def _call(self, what: str, *arguments: Any) -> None:
        _check(self._library, int(getattr(self._library, what)(*arguments)), what)

    def allocate(self, size: int) -> int:
        """The address of so many bytes on the card; they hold anything."""
        address = ctypes.c_uint64()
        try:
            self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(size, 1)))
        except GpuError as error:
            raise GpuError(f"{size:,} bytes more on the GPU: {error}") from None
        return address.value

    def free(self, address: int) -> None:
        """Give memory back."""
        self.call("cuMemFree_v2", ctypes.c_uint64(address))

    def clear(self, address: int, size: int, value: int = 0) -> None:
        """Set bytes."""
        self.call("cuMemsetD8_v2", ctypes.c_uint64(address), ctypes.c_ubyte(value), ctypes.c_size_t(size))

    def upload(self, address: int, host: int, size: int) -> None:
        """Copy bytes to the card."""
        self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(address), ctypes.c_void_p(host), ctypes.c_size_t(size))

    def download(self, host: int, address: int, size: int) -> None:
        """Copy bytes from the card, when all that was asked of it before has been done."""
        self.call("cuMemcpyDtoH_v2", ctypes.c_void_p(host), ctypes.c_uint64(address), ctypes.c_size_t(size))

    def copy(self, to: int, source: int, size: int) -> None:
        """Copy bytes within the card."""
        self.call("cuMemcpyDtoD_v2", ctypes.c_uint64(to), ctypes.c_uint64(source), ctypes.c_size_t(size))

    def wait(self) -> None:
        """Until all that was asked of the card has been done."""
        self.call("cuCtxSynchronize")

    def load(self, code: bytes) -> ctypes.c_void_p:
        """Have the driver compile PTX for this card; it remembers what it has compiled, between runs too."""
        module = ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), ctypes.c_char_p(code))
        return module

    def function(self, module: ctypes.c_void_p, name: str) -> ctypes.c_void_p:
        """A kernel of what was loaded."""
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        return function

    def launch(self, function: ctypes.c_void_p, blocks: int, threads: int, values: list[Any]) -> None:
        """Start a kernel; what is asked of the card later waits for it, in the default stream of all."""
        places = (ctypes.c_void_p * len(values))(
            *(ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in values)
        )
        self.call("cuLaunchKernel", function, blocks, 1, 1, threads, 1, 1, 0, None, places, None)
