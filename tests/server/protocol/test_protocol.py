"""docs/protocol.md says what the code does: its tables and its example game are compared with the real ones.

``PARAPEGMA_WRITE_DOCS=1`` writes them anew.
"""

from __future__ import annotations

import os

import pytest
from server_protocol import BLOCKS, block, example_game, with_block

from parapegma.server.settings import Settings


def compare(root, name, content):
    page = root / "docs" / "protocol.md"
    text = page.read_text("utf-8")
    if os.environ.get("PARAPEGMA_WRITE_DOCS"):
        page.write_text(with_block(text, name, content), "utf-8")
    else:
        assert block(text, name) == content, "write it anew: PARAPEGMA_WRITE_DOCS=1"


@pytest.mark.parametrize("name", BLOCKS)
def test_the_tables_are_those_of_the_code(root, name):
    compare(root, name, BLOCKS[name]())


def test_the_example_is_a_real_game(root, tmp_path, monkeypatch):
    game = example_game(tmp_path, monkeypatch)
    assert '"why":"finished"' in game
    compare(root, "example", f"```text\n{game}\n```")


def test_the_limits_are_those_of_the_settings(root):
    text = (root / "docs" / "protocol.md").read_text("utf-8")
    usual = Settings()
    for words in (
        f"{usual.burst} at once, then {usual.rate:g} a second",
        f"{usual.address_burst} at once, then {usual.address_rate:g} a second",
        f"{usual.guest_burst} at once, then one in 5 seconds",
        f"{usual.login_burst} at once, then one in 10 seconds",
        f"{usual.chat_burst} at once, then one in {1 / usual.chat_rate:g} seconds",
        f"| {usual.message_bytes // 1024} kilobytes |",
        f"At most {usual.outbox} messages wait",
    ):
        assert words in text, words
