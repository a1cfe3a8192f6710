"""Settings of a server: every variable is read by its type, and what cannot be read is named."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from parapegma.errors import OptionError
from parapegma.server.settings import Settings, read_settings

WRITTEN = {
    "host": ("0.0.0.0", "0.0.0.0"),
    "port": ("9000", 9000),
    "database": ("postgresql://a/b", "postgresql://a/b"),
    "channels": ("redis://here:1", "redis://here:1"),
    "origins": ("https://a.example, https://b.example", ("https://a.example", "https://b.example")),
    "secure_cookies": ("yes", True),
    "trusted_proxies": ("10.0.0.1", ("10.0.0.1",)),
    "bot_pause": ("0.1,0.2", (0.1, 0.2)),
    "bots": ("10.0.0.3:8020", ("10.0.0.3:8020",)),
    "websocket": ("standard", "standard"),
    "smtp": ("smtp://u:p@h:25", "smtp://u:p@h:25"),
    "mail_from": ("a@b.example", "a@b.example"),
    "push_contact": ("mailto:a@b.example", "mailto:a@b.example"),
    "workers": ("2", 2),
}
BY_TYPE = {int: ("7", 7), float: ("2.5", 2.5), str: ("word", "word"), bool: ("1", True)}


def test_every_setting_has_a_variable():
    environment: dict[str, str] = {}
    expected: dict[str, Any] = {}
    for field in fields(Settings):
        text, value = WRITTEN.get(field.name) or BY_TYPE[type(field.default)]
        environment[f"PARAPEGMA_{field.name.upper()}"] = text
        expected[field.name] = value
    assert read_settings(environment) == Settings(**expected)


@pytest.mark.parametrize(
    ("name", "text", "like"),
    [
        ("PORT", "many", "8017"),
        ("SECURE_COOKIES", "perhaps", "False"),
        ("BOT_PAUSE", "1", r"\(0.5, 1.1\)"),
        ("RATE", "fast", "20.0"),
        ("WEBSOCKET", "both", "'direct'"),
    ],
)
def test_what_cannot_be_read_is_named_with_an_example(name, text, like):
    with pytest.raises(OptionError, match=f"PARAPEGMA_{name} is not readable; it should look like {like}"):
        read_settings({f"PARAPEGMA_{name}": text})


@pytest.mark.parametrize("text", ["1", "yes", "true", "True", "YES"])
def test_a_switch_is_on(text):
    assert read_settings({"PARAPEGMA_WEBHOOKS": text}).webhooks


@pytest.mark.parametrize("text", ["0", "no", "false"])
def test_a_switch_is_off(text):
    assert not read_settings({"PARAPEGMA_WEBHOOKS": text}).webhooks


def test_the_command_line_counts_more_than_a_variable():
    assert read_settings({"PARAPEGMA_PORT": "9000"}, port=9001, host=None).port == 9001
