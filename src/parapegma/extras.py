"""Parts that are not installed with the rest: which extra brings them, and what to say where they are missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from parapegma.errors import ParapegmaError


class MissingExtra(ParapegmaError, ImportError):
    """Something was asked for that needs packages which are not installed; the message says which to install."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs packages that are not installed: pip install 'parapegma[{extra}]'")
        self.extra = extra


def load_extra(module: str, extra: str, what: str) -> Any:
    """A module of an optional package; where it is missing, say which extra brings it.

    >>> load_extra("no_such_package", "arena", "rating bots")
    Traceback (most recent call last):
    ...
    parapegma.extras.MissingExtra: rating bots needs packages that are not installed: pip install 'parapegma[arena]'
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if not _is_part_of(module, error):
            raise
        raise MissingExtra(what, extra) from None


def _is_part_of(module: str, error: ModuleNotFoundError) -> bool:
    """Whether it is the package itself that is missing, not something that it needs in turn."""
    return error.name is not None and module.split(".")[0] == error.name.split(".")[0]
