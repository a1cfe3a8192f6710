"""Why an action is not legal: a sentence for people, and the same as data for pages in other languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from parapegma.errors import Reason

RULE_NUMBER = re.compile(r"\b[A-Z]{2}-\d+(?:\.\d+)?")
"""How rules are numbered on the rule pages: OP-4.6, or OP-4 for all of them."""


def rules_in(words: str) -> tuple[str, ...]:
    """The rules that a sentence names.

    >>> rules_in("dido is plagued (UL-6.2)")
    ('UL-6.2',)
    """
    return tuple(RULE_NUMBER.findall(words))


class Reasons:
    """All reasons that a game can give, each under a code.

    >>> because = Reasons({"plagued": "{place} is plagued (UL-6.2)"})
    >>> reason = because("plagued", place="dido")
    >>> str(reason), reason.code, dict(reason.values)
    ('dido is plagued (UL-6.2)', 'plagued', {'place': 'dido'})
    """

    def __init__(self, templates: Mapping[str, str]) -> None:
        self.templates: Mapping[str, str] = MappingProxyType(dict(templates))

    def __call__(self, code: str, /, **values: str | int) -> Reason:
        reason = Reason(self.templates[code].format(**values))
        reason.code, reason.values = code, values
        return reason
