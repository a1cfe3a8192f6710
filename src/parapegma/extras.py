"""Packages that are not installed with the rest: which extra brings them, and what to say without them."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from parapegma.errors import ParapegmaError


class MissingExtra(ParapegmaError, ImportError):
    """Something needs packages that are not installed; the message says how to get them."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs packages that are not installed: pip install 'parapegma[{extra}]'")
        self.extra = extra


def load_extra(module: str, extra: str, what: str) -> Any:
    """A module of an optional package; where it is missing, say which extra brings it.

    >>> load_extra("no_such_package", "arena", "this")
    Traceback (most recent call last):
    ...
    parapegma.extras.MissingExtra: this needs packages that are not installed: pip install 'parapegma[arena]'
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if not _is_part_of(module, error):
            raise
        raise MissingExtra(what, extra) from None


def require_extra(extra: str, what: str, *modules: str) -> None:
    """Refuse at once what would fail later for want of a package.

    >>> require_extra("arena", "this", "json", "no_such_package")
    Traceback (most recent call last):
    ...
    parapegma.extras.MissingExtra: this needs packages that are not installed: pip install 'parapegma[arena]'
    """
    if not all(_is_installed(module) for module in modules):
        raise MissingExtra(what, extra)


def _is_installed(module: str) -> bool:
    if module in sys.modules:
        return sys.modules[module] is not None
    return find_spec(module) is not None


def _is_part_of(module: str, error: ModuleNotFoundError) -> bool:
    """Whether it is the package itself that is missing, not something that it needs in turn."""
    return error.name is not None and module.split(".")[0] == error.name.split(".")[0]
