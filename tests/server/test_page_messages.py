"""What the page says of what the server and the games call by names: refusals, reasons, options, things.

Everything else that the page says is checked with its types (``npm run check``) and its unit tests (``npm
test``).
"""

from __future__ import annotations

import ast
import json
import re
import string
from collections.abc import Iterable
from importlib import import_module
from typing import Any, get_args, get_type_hints

import pytest
from page_messages import AREAS, ROOT, arguments, other_codes, refusals

from parapegma import all_games
from parapegma.bots import BOTS
from parapegma.core.game import find_game
from parapegma.games.ophiuchus import components as tiles
from parapegma.games.pacal import components as city
from parapegma.games.ptolemaeus import components as wheel
from parapegma.games.ulysses import components as sea
from parapegma.server.notify.words import LANGUAGES as NOTICE_LANGUAGES
from parapegma.server.notify.words import WORDS as NOTICE_WORDS
from parapegma.server.tables import events as table_events

LANGUAGES = ["en", "es", "it"]
GAMES = ("ophiuchus", "pacal", "ptolemaeus", "ulysses")
REASONS = {name: import_module(f"parapegma.games.{name}.reasons").because for name in GAMES}
OF_THE_PAGE = {
    "offline", "refused", "not-your-turn.who", "start", "start.broken", "start.missing-file",
    "start.old-browser",
}  # fmt: skip
"""Refusals that the page makes itself, and its words for a refusal that names a seat."""


FEW = 9


def beginning(area: str, prefix: str) -> set[str]:
    """The ends of the keys of an area that begin so."""
    return {key.removeprefix(prefix) for key in AREAS[area] if key.startswith(prefix)}


# --- refusals of the server -----------------------------------------------------------------------


def test_every_refusal_of_the_server_has_words_on_the_page() -> None:
    found = refusals()
    assert {"stale", "illegal", "name", "passphrase"} <= {refusal.code for refusal in found}
    assert {"our-mistake", "not-found", "recalled", "too-slow"} <= other_codes()
    without = {refusal.where: refusal.key for refusal in found if refusal.key not in AREAS["errors"]}
    assert without == {}
    assert ({refusal.code for refusal in found} | other_codes()) - AREAS["errors"].keys() == set()


def test_no_words_are_left_over_for_refusals_that_nobody_makes() -> None:
    made = (
        {key for refusal in refusals() for key in (refusal.key, refusal.code)} | other_codes() | OF_THE_PAGE
    )
    assert AREAS["errors"].keys() - made == set()


def test_the_words_for_a_refusal_hold_only_values_that_the_server_sends() -> None:
    taken = arguments()
    for refusal in refusals():
        for key in {refusal.key, refusal.code}:
            # The plain words of a code stand in where a case is not known.
            if key == refusal.key or refusal.case is None:
                assert taken[f"errors.{key}"].keys() <= refusal.values, f"{refusal.where}: {key}"
    for code in other_codes() - {refusal.code for refusal in refusals()}:
        assert not taken[f"errors.{code}"], code


def test_plain_words_of_a_code_need_no_values_that_only_some_of_its_refusals_send() -> None:
    taken = arguments()
    for refusal in refusals():
        if refusal.case is not None:
            wanted = taken[f"errors.{refusal.code}"].keys()
            assert wanted <= refusal.values, f"{refusal.where}: {refusal.code}"


# --- reasons of the rules -------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_of_a_game_has_words_that_hold_only_its_values(game: str) -> None:
    templates = REASONS[game].templates
    # What stands behind every reason where a tile would fit otherwise turned.
    assert beginning(game, "reason.") - {"turn"} == templates.keys()
    taken = arguments()
    for code, template in templates.items():
        given = {name for _, name, _, _ in string.Formatter().parse(template) if name}
        assert taken[f"{game}.reason.{code}"].keys() <= given, code


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_of_a_game_is_given_somewhere_with_its_values(game: str) -> None:
    """Reasons are given by name, and nothing else is a reason."""
    folder, templates = ROOT / "src/parapegma/games" / game, REASONS[game].templates
    given: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "because":
                values = {word.arg for word in node.keywords}
                for code in _codes(node.args[0]):
                    given.add(code)
                    wanted = {name for _, name, _, _ in string.Formatter().parse(templates[code]) if name}
                    assert values == wanted, f"{path.name}:{node.lineno}: {code}"
            if isinstance(node, ast.FunctionDef) and node.name in ("explain", "why_not"):
                inner: Any
                for inner in ast.walk(node):
                    plain = isinstance(inner, ast.Return) and isinstance(
                        inner.value, ast.Constant | ast.JoinedStr
                    )
                    assert not plain or getattr(inner.value, "value", None) is None, (
                        f"{path.name}:{inner.lineno}"
                    )
    if game == "ophiuchus":
        from parapegma.games.ophiuchus.reasons import CODES

        given |= set(CODES.values())
    assert given == templates.keys()


def _codes(node: ast.expr) -> list[str]:
    """The codes that a call can name; none where they come from a table."""
    if isinstance(node, ast.IfExp):
        return _codes(node.body) + _codes(node.orelse)
    return [str(node.value)] if isinstance(node, ast.Constant) else []


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_that_reasons_cite_are_rules(game: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    cited = {
        rule
        for template in REASONS[game].templates.values()
        for rule in re.findall(r"(?:OP|PR|PT|UL|R)-\d+(?:\.\d+)?", template)
    }
    assert cited
    assert {rule for rule in cited if not re.search(rf"\b{re.escape(rule)}\b", page)} == set()
    uncited = {code for code, text in REASONS[game].templates.items() if not re.search(r"[A-Z]+-\d", text)}
    # What has no rule of its own: that something else is asked, or how decisions are written.
    assert uncited <= {"not-asked", "not-offered", "no-card", "equal-halves"}


# --- what games call by names ---------------------------------------------------------------------

IN_PARTS: dict[str, dict[str, set[str]]] = {
    "ophiuchus": {},
    # Each face has a number, and shows a number or a word.
    "pacal": {"die_faces": {"of", "part.arrows"}},
    # Two decks have letters; the kinds of cards of any other have names of their own.
    "ptolemaeus": {"bonus_deck": {"A", "B"}},
    "ulysses": {"opening_hand": {"of"}},
}
"""Options whose values are lists or known decks: what their fields say besides the title."""

WITHOUT_LIMIT = {"ulysses": {"max_turns"}}
"""Numbers whose least value says that there is no limit."""


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_is_explained(game: str) -> None:
    wanted: set[str] = set()
    for option in find_game(game).options:
        # Few whole numbers, such as seats, are chosen by words too.
        few = option.kind == "integer" and len(option.values or ()) <= FEW
        values: Iterable[Any] = (option.values or ()) if option.kind == "choice" or few else ()
        values = [*values, *IN_PARTS[game].get(option.name, ())]
        if option.name in WITHOUT_LIMIT.get(game, ()):
            values.append((option.values or ())[0])
        wanted |= {option.name, f"{option.name}.help", *(f"{option.name}.{value}" for value in values)}
    assert beginning(game, "option.") == wanted


@pytest.mark.parametrize("game", GAMES)
def test_every_source_of_points_has_a_name(game: str) -> None:
    assert beginning(game, "source.") == set(find_game(game).statistics.sources)


@pytest.mark.parametrize(
    ("game", "prefix", "ids"),
    [
        ("ophiuchus", "card.", [card.id for card in tiles.CARDS]),
        ("ophiuchus", "star.", {card.symbol for card in tiles.CARDS if card.symbol}),
        ("ophiuchus", "title.", [title for _, title in tiles.SOLO_TITLES]),
        ("pacal", "district.", city.DISTRICT_NAMES),
        ("ptolemaeus", "name.", [*wheel.SIGNS, *wheel.PLANETS, "joker", "comet"]),
        ("ptolemaeus", "short.", [*wheel.SIGNS, "joker"]),
        ("ulysses", "place.", sea.PLACE_NAMES),
        ("frame", "level.", BOTS),
        ("frame", "request.", get_args(get_type_hints(table_events.Asked)["what"])),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_thing_that_data_calls_by_a_name_has_one_for_people(
    game: str, prefix: str, ids: Iterable[str]
) -> None:
    assert set(ids) - beginning(game, prefix) == set()


# --- what the server says itself ------------------------------------------------------------------


def test_mail_speaks_all_languages_of_the_page() -> None:
    assert sorted(LANGUAGES) == sorted(NOTICE_LANGUAGES)
    for key, entry in NOTICE_WORDS.items():
        assert sorted(entry) == LANGUAGES, key
        assert len(set(entry.values())) == len(LANGUAGES), f"{key} is not translated"
        taken = {
            frozenset(name for _, name, _, _ in string.Formatter().parse(text)) for text in entry.values()
        }
        assert len(taken) == 1, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_has_one_title_in_mail_and_on_the_page(language: str) -> None:
    for game in all_games():
        if game.name in GAMES:
            assert AREAS["pages"][game.name][language].replace("’", "'") == game.title_in(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_installed_page_is_described_in_every_language(language: str) -> None:
    name = "manifest.webmanifest" if language == "en" else f"manifest.{language}.webmanifest"
    folder = ROOT / "web" / "public"
    manifest, english = (
        json.loads((folder / each).read_text("utf-8")) for each in (name, "manifest.webmanifest")
    )
    assert manifest == {**english, "lang": language, "description": AREAS["pages"]["tagline"][language]}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_called_the_same_in_messages_and_on_the_page(game: str) -> None:
    assert AREAS["worker"][game] == AREAS["pages"][game]
