"""What a seat may decide, as text: each decision is taken apart and encoded once, not whenever it is legal.

What a decision's number means depends on a few fields of the state only, such as the phase; a game names
them (``DESCRIBED_BY`` in its ``actions.py``). The texts of decisions are kept by what these fields hold. A
decision is described from a state in which all others are zero, so what is kept cannot depend on them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from parapegma.core.position import Position
from parapegma.core.view_tools import fields_of

_MOST = 20_000
"""Decisions of all games that are kept, of some 200 bytes each."""
_encoder = msgspec.json.Encoder()
_kept: dict[tuple[str, bytes, int], bytes] = {}


def encoded_choices(position: Position) -> Any:
    """The legal actions of a position, encoded."""
    game = position.game
    if game.described_by is None:
        return position.legal_actions()
    fields = fields_of(game.state, game.described_by)
    contents, name = fields.contents(position.states), game.name
    texts = []
    for number in position.legal():
        text = _kept.get((name, contents, number))
        if text is None:
            if len(_kept) >= _MOST:
                _kept.clear()
            action = game.actions.describe(fields.alone(contents), number)
            text = _kept[name, contents, number] = _encoder.encode(action)
        texts.append(text)
    return msgspec.Raw(b"[%b]" % b",".join(texts))
