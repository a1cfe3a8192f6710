"""What parapegma exports is documented, method by method, with examples that are run."""

from __future__ import annotations

import importlib.util
import inspect
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

import parapegma
from conftest import ROOT


@pytest.fixture(scope="module")
def make_api() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_api", ROOT / "docs" / "make_api.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_everything_that_is_exported_is_there():
    for name in parapegma.__all__:
        assert getattr(parapegma, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'Board'"):
        parapegma.Board  # noqa: B018


def test_nothing_is_loaded_before_it_is_used():
    code = "import sys, parapegma; print(sorted({'numpy', 'msgspec', 'numba', 'rich'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert {*parapegma.__all__, "__version__"} <= set(dir(parapegma))


def test_the_version_is_that_of_the_package():
    assert f'version = "{parapegma.__version__}"' in (ROOT / "pyproject.toml").read_text("utf-8")


def test_the_page_describes_everything_that_is_exported(make_api):
    described = [name for names in make_api.GROUPS.values() for name in names]
    assert sorted(described) == sorted(parapegma.__all__)


def test_the_page_is_up_to_date(make_api):
    assert make_api.PAGE.read_text("utf-8") == make_api.page(), "write it anew: python docs/make_api.py"


def public_methods() -> list[tuple[str, Any]]:
    found = []
    for exported in parapegma.__all__:
        kind = getattr(parapegma, exported)
        if not inspect.isclass(kind):
            found.append((exported, kind))
            continue
        for name, member in vars(kind).items():
            method = inspect.isfunction(member) or isinstance(member, classmethod | property)
            if method and not name.startswith("_") and name not in getattr(kind, "__dataclass_fields__", {}):
                found.append((f"{kind.__name__}.{name}", member))
    return found


def test_every_public_method_has_an_example():
    methods = public_methods()
    assert len(methods) > 60
    lacking = [
        name
        for name, member in methods
        if ">>> " not in (inspect.getdoc(member.fget if isinstance(member, property) else member) or "")
    ]
    assert lacking == []
