"""Kernels for GPUs: the rules of every game compiled for them, on machines that have none."""

from __future__ import annotations

import gzip
import subprocess

import pytest

from parapegma.core.compiled.library_format import libraries_folder
from parapegma.core.compiled.sources import own_games
from parapegma.libraries.building import build
from parapegma.libraries.compiling import compile_object
from parapegma.libraries.kernels import KERNELS, PREFIX
from parapegma.libraries.symbols import exported_symbols
from parapegma.libraries.targets import TARGETS

CUDA = TARGETS["cuda"]


@pytest.mark.parametrize("game", own_games())
def test_the_rules_of_every_game_are_compiled_for_a_gpu(game):
    # Kept by the digest of what they are made of: compiled again only when a rule has changed.
    build(game, CUDA)
    file = libraries_folder() / "cuda" / f"{game}.ptx.gz"
    assert exported_symbols(file, CUDA) == {
        f"{PREFIX}{name}" for name in (*KERNELS, "take_int64", "take_int32")
    }
    text = gzip.decompress(file.read_bytes()).decode()
    # A product and a sum in one step would round otherwise than processors do.
    assert "fma." not in text


def test_what_a_gpu_does_not_have_is_refused_when_the_rules_are_compiled(capfd):
    text = f"""declare double @log(double)
define double @{PREFIX}worth(double %points) {{
  %result = call double @log(double %points)
  ret double %result
}}
"""
    with pytest.raises(subprocess.CalledProcessError):
        compile_object(text, CUDA)
    assert "the rules call log, which a GPU does not have" in capfd.readouterr().err
    assert b"worth" in compile_object(
        text.replace("call double @log(double %points)", "fadd double %points, 1.0"), CUDA
    )
