"""A GPU's driver and memory, as far as they can be tried without one."""

from __future__ import annotations

import gc
import json
import shutil
import weakref
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from parapegma import find_game
from parapegma.core.compiled.library_format import libraries_folder
from parapegma.core.cuda import dlpack, driver
from parapegma.core.cuda.driver import GpuError, device_named
from parapegma.core.cuda.kernels import kernel_file
from parapegma.envs.batch import Batch
from parapegma.libraries.building import build
from parapegma.libraries.targets import TARGETS

GAME = "ulysses"


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The kernels of a game in another folder, to be spoilt."""
    build(GAME, TARGETS["cuda"])
    (tmp_path / "cuda").mkdir()
    for file in (libraries_folder() / "cuda").glob(f"{GAME}.*"):
        shutil.copy(file, tmp_path / "cuda")
    monkeypatch.setenv("PARAPEGMA_LIBRARIES", str(tmp_path))
    return tmp_path / "cuda"


def test_without_a_driver_it_is_said_what_is_missing(monkeypatch):
    monkeypatch.setattr(driver, "_LIBRARY", "libno-such-driver.so.1")
    driver._driver.cache_clear()
    with pytest.raises(GpuError, match=r"there is no GPU to play on: .*libno-such-driver"):
        Batch(GAME, 2, 3, device="cuda")


def test_what_the_driver_refuses_is_said_with_its_reason():
    def tell(wrong: int, place: Any) -> None:
        place._obj.value = b"out of memory"

    card = driver.Device.__new__(driver.Device)
    card._context = None
    card._library = SimpleNamespace(
        cuGetErrorString=tell, cuMemAlloc_v2=lambda *_: 2, cuCtxSetCurrent=lambda _: 0
    )
    with pytest.raises(
        GpuError, match=r"5,000 bytes more on the GPU: .*out of memory \(cuMemAlloc_v2, error 2"
    ):
        card.allocate(5000)


def test_names_of_devices_are_checked():
    for name in ("gpu", "cuda:x", "CUDA", 1):
        with pytest.raises(ValueError, match="device cannot be"):
            device_named(name)


def test_kernels_that_fit_are_read(copied):
    manifest, code = kernel_file(find_game(GAME))
    assert b".visible .entry parapegma_step(" in code
    assert manifest["target"] == "cuda"


def test_kernels_that_are_missing_damaged_or_of_other_sources_are_refused(copied):
    game, told = find_game(GAME), copied / f"{GAME}.json"
    manifest = json.loads(told.read_text())
    told.write_text(json.dumps(manifest | {"digest": "0" * 64}))
    with pytest.raises(GpuError, match="do not fit its sources and data; build them with: make kernels"):
        kernel_file(game)
    told.write_text(json.dumps(manifest | {"sha256": "0" * 64}))
    with pytest.raises(GpuError, match="are damaged"):
        kernel_file(game)
    told.write_text("{")
    with pytest.raises(GpuError, match="are damaged"):
        kernel_file(game)
    told.unlink()
    with pytest.raises(GpuError, match="there are no kernels of ulysses"):
        kernel_file(game)


class Shared:
    """An array of the processor's memory that is handed over as those of a GPU are."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.CPU, 0

    def __dlpack__(self, **_: Any) -> Any:
        shape, dtype = self.array.shape, self.array.dtype
        return dlpack.capsule(self, self.array.ctypes.data, shape, dtype, self.__dlpack_device__())


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int64, np.float32, np.uint8])
def test_an_array_is_handed_over_without_a_copy_and_lives_as_long_as_anybody_holds_it(kind):
    shared = Shared(np.arange(12, dtype=kind).reshape(3, 4))
    gone, original = weakref.ref(shared), shared.array
    taken = np.from_dlpack(shared)
    assert taken.dtype == kind
    original[1, 2] = 99
    assert taken.tolist() == original.tolist()
    del shared
    gc.collect()
    assert gone() is not None
    del taken
    gc.collect()
    assert gone() is None


def test_an_array_that_nobody_took_over_is_let_go():
    shared = Shared(np.zeros(3))
    gone = weakref.ref(shared)
    capsule = shared.__dlpack__()
    del shared
    assert gone() is not None
    del capsule
    gc.collect()
    assert gone() is None


def test_records_cannot_be_handed_over():
    with pytest.raises(BufferError, match="cannot be handed over"):
        Shared(np.zeros(2, find_game(GAME).state)).__dlpack__()
