"""What the page says: all of it in all languages, nothing missing that it can ask for, nothing left over."""

from __future__ import annotations

import ast
import json
import re
import string

import pytest

from page_keys import GAMES, REASONS, made, templates, written
from page_words import AREAS, ROOT, SOURCES, arguments, names, other_codes, refusals
from parapegma import all_games
from parapegma.server.notify.words import LANGUAGES as NOTICE_LANGUAGES
from parapegma.server.notify.words import WORDS as NOTICE_WORDS

LANGUAGES = ["en", "es", "it"]
ALL = {f"{area}.{key}" for area, entries in AREAS.items() for key in entries}


@pytest.mark.parametrize("area", AREAS)
def test_every_entry_speaks_all_languages(area: str) -> None:
    entries = AREAS[area]
    assert {key: sorted(entry) for key, entry in entries.items() if sorted(entry) != LANGUAGES} == {}
    empty = [key for key, entry in entries.items() if not all(text.strip() for text in entry.values())]
    assert empty == []


@pytest.mark.parametrize("area", AREAS)
def test_an_entry_takes_the_same_arguments_in_all_languages(area: str) -> None:
    different = {}
    for key, entry in AREAS[area].items():
        taken = {language: names(text) for language, text in entry.items()}
        if len(set(map(frozenset, taken.values()))) > 1:
            different[key] = taken
    assert different == {}


@pytest.mark.parametrize("area", AREAS)
def test_a_selection_has_a_case_for_everything_else(area: str) -> None:
    for key, entry in AREAS[area].items():
        for language, text in entry.items():
            found = arguments(text)
            selected = {name for name, kind in found if kind == "select"}
            assert selected == {name for name, kind in found if kind == "select other"}, (key, language)


@pytest.mark.parametrize("area", AREAS)
def test_apostrophes_are_curved_since_straight_ones_mean_something_else_in_a_message(area: str) -> None:
    straight = [key for key, entry in AREAS[area].items() if "'" in "".join(entry.values())]
    assert straight == []


# --- keys -----------------------------------------------------------------------------------------


def test_every_way_to_make_a_key_is_known() -> None:
    known = made()
    assert {template: file for template, file in templates().items() if template not in known} == {}
    assert known.keys() - templates().keys() == set(), "nobody makes keys like that any more"


def test_no_key_that_the_page_can_ask_for_is_missing() -> None:
    keys = written()
    assert len(keys) > 300
    assert {key: file for key, file in keys.items() if key not in ALL} == {}
    missing = {key: template for template, keys in made().items() for key in keys if key not in ALL}
    assert missing == {}


def test_no_key_is_left_over() -> None:
    asked = written().keys() | {key for keys in made().values() for key in keys}
    worker = (SOURCES / "worker" / "worker.ts").read_text("utf-8")
    asked |= {f"worker.{key}" for key in AREAS["worker"] if re.search(rf'words\.{key}\b|"{key}"', worker)}
    asked |= {f"worker.{game}" for game in GAMES}
    assert sorted(ALL - asked) == []


# --- refusals of the server -----------------------------------------------------------------------


def test_every_refusal_of_the_server_has_words_on_the_page() -> None:
    found = refusals()
    assert {"stale", "illegal", "name", "passphrase"} <= {refusal.code for refusal in found}
    assert {"our-mistake", "not-found", "recalled", "too-slow"} <= other_codes()
    without = {refusal.where: refusal.key for refusal in found if refusal.key not in AREAS["errors"]}
    assert without == {}
    assert ({refusal.code for refusal in found} | other_codes()) - AREAS["errors"].keys() == set()


def test_the_words_for_a_refusal_hold_only_values_that_the_server_sends() -> None:
    for refusal in refusals():
        for key in {refusal.key, refusal.code}:
            wanted = set().union(*(names(text) for text in AREAS["errors"][key].values()))
            # The plain words of a code stand in where a case is not known.
            if key == refusal.key or refusal.case is None:
                assert wanted <= refusal.values, f"{refusal.where}: {key}"
    for code in other_codes() - {refusal.code for refusal in refusals()}:
        assert not any(names(text) for text in AREAS["errors"][code].values()), code


def test_plain_words_of_a_code_need_no_values_that_only_some_of_its_refusals_send() -> None:
    for refusal in refusals():
        if refusal.case is not None:
            wanted = set().union(*(names(text) for text in AREAS["errors"][refusal.code].values()))
            assert wanted <= refusal.values, f"{refusal.where}: {refusal.code}"


# --- reasons of the rules -------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_of_a_game_has_words_that_hold_only_its_values(game: str) -> None:
    for code, template in REASONS[game].templates.items():
        given = {name for _, name, _, _ in string.Formatter().parse(template) if name}
        for language, text in AREAS[game][f"reason.{code}"].items():
            assert names(text) <= given, (code, language)


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_of_a_game_is_given_somewhere_with_its_values(game: str) -> None:
    """Reasons are given by name, and nothing else is a reason."""
    folder, templates = ROOT / "src/parapegma/games" / game, REASONS[game].templates
    given: set[str] = set()
    for path in (folder / "reasons.py", folder / "actions.py", folder / "position.py"):
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "because":
                values = {word.arg for word in node.keywords}
                for code in _codes(node.args[0]):
                    given.add(code)
                    wanted = {name for _, name, _, _ in string.Formatter().parse(templates[code]) if name}
                    assert values == wanted, f"{path.name}:{node.lineno}: {code}"
            if isinstance(node, ast.FunctionDef) and node.name in ("explain", "why_not"):
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
    return [node.value] if isinstance(node, ast.Constant) else []


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


def test_arguments_of_a_message_are_found() -> None:
    assert arguments("{who} has {n, plural, one {a card} other {{n} cards}}") == {
        ("who", ""),
        ("n", ""),
        ("n", "plural"),
    }
    assert arguments("{you, select, yes {You won} other {{who} won}}") == {
        ("you", "select"),
        ("you", "select yes"),
        ("you", "select other"),
        ("who", ""),
    }
