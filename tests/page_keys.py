"""The keys of the catalogue that the page can ask for: those written out, and those made from values.

A key that is made, such as ``pages.${game}``, stands in :func:`made` with all that it can become; the values
come from where they are defined, in the games and the server, wherever that can be read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import get_args, get_type_hints

from page_words import AREAS, ROOT, SOURCES, other_codes, refusals, sources
from parapegma.bots import BOTS
from parapegma.core.game import find_game
from parapegma.core.match import Match
from parapegma.games.ophiuchus import components as tiles
from parapegma.games.ophiuchus import events as sky_events
from parapegma.games.ophiuchus import reasons as sky_reasons
from parapegma.games.ophiuchus import view as sky_view
from parapegma.games.pacal import components as city
from parapegma.games.pacal import events as city_events
from parapegma.games.pacal import reasons as city_reasons
from parapegma.games.pacal import view as city_view
from parapegma.games.ptolemaeus import components as wheel
from parapegma.games.ptolemaeus import events as wheel_events
from parapegma.games.ptolemaeus import reasons as wheel_reasons
from parapegma.games.ptolemaeus import view as wheel_view
from parapegma.games.ulysses import components as sea
from parapegma.games.ulysses import names as sea_names
from parapegma.games.ulysses import reasons as sea_reasons
from parapegma.server.tables import events as happenings

PHASES = {
    "ophiuchus": sky_view.PHASES,
    "pacal": city_view.PHASES,
    "ptolemaeus": wheel_view.PHASES,
    "ulysses": sea_names.PHASES,
}
GAMES = tuple(PHASES)
REASONS = {
    "ophiuchus": sky_reasons.because,
    "pacal": city_reasons.because,
    "ptolemaeus": wheel_reasons.because,
    "ulysses": sea_reasons.because,
}
OF_THE_PAGE = {"offline"}
"""Codes of refusals that the page makes itself."""

_NAMES = "|".join(AREAS)
_LITERAL = re.compile(rf"""["'`]((?:{_NAMES})\.[\w.-]+)["'`]""")
_TEMPLATE = re.compile(rf"`((?:(?:{_NAMES})|\$\{{[\w.]+\}})\.[^`]*?)`")
_WRAPPERS = {
    "games/ophiuchus/words.ts": {"say": "ophiuchus."},
    "games/ophiuchus/text.ts": {"say": "ophiuchus."},
    "games/ptolemaeus/text.ts": {"say": "ptolemaeus."},
    "games/ptolemaeus/telling.ts": {"say": "ptolemaeus.tell.", "line": "ptolemaeus.foresee."},
    "games/ulysses/asking.ts": {"say": "ulysses.ask."},
    "games/ulysses/labelling.ts": {"key": "ulysses.do."},
}
"""Functions of a file that put the beginning of a key before what they are called with."""
_NO_KEYS = {"words/words.svelte.ts"}


def written() -> dict[str, str]:
    """Keys that are written out, each with a file that has it."""
    found: dict[str, str] = {}
    for name, text in sources():
        found.update((key, name) for key in _LITERAL.findall(text))
        found.update((key, name) for key in _wrapped(name, text) if "${" not in key)
    return found


def templates() -> dict[str, str]:
    """Keys that are made from values, as they are written, each with a file that has it."""
    found: dict[str, str] = {}
    for name, text in sources():
        if name not in _NO_KEYS:
            found.update((key, name) for key in _TEMPLATE.findall(text) if "${" in key)
            found.update((key, name) for key in _wrapped(name, text) if "${" in key)
    return found


def _wrapped(file: str, text: str) -> Iterator[str]:
    """The keys that the wrappers of a file are called with."""
    for wrapper, before in _WRAPPERS.get(file, {}).items():
        for call in re.finditer(rf"\b{wrapper}\(", text):
            argument = _first_argument(text, call.end())
            if not re.search(r"\.replace\(", argument.partition("`")[0]):
                for literal, template in re.findall(r""""([^"]*)"|`([^`]*)`""", argument):
                    yield before + (literal or template)


def _first_argument(text: str, at: int) -> str:
    """A call's first argument; of a choice between two, only what may be chosen."""
    depth, end = 0, at
    while depth > 0 or text[end] not in ",)":
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(text[end], 0)
        end += 1
    chosen = re.split(r"\s\?\s", text[at:end], maxsplit=1)
    return chosen[-1]


def actions_of(name: str) -> set[str]:
    """Every kind of decision of a game, whatever is asked."""
    game = find_game(name)
    states = Match(game).states
    found = set()
    for phase in range(len(PHASES[name])):
        states[0]["phase"] = phase
        found |= {game.actions.describe(states, number).kind for number in range(game.action_count)}
    return found


def tellings_of(name: str) -> set[str]:
    """Every kind of event that a game tells of, from its source."""
    tree = ast.parse((ROOT / "src/parapegma/games" / name / "events.py").read_text("utf-8"))
    found: set[object] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("LogEntry", "_objective"):
            found.add(getattr(node.args[0], "value", None))
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            found.add(getattr(node.value.elts[0], "value", None))
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            pairs = [value for value in node.value.values if isinstance(value, ast.Tuple)]
            found.update(getattr(pair.elts[0], "value", None) for pair in pairs)
    return {kind for kind in found if isinstance(kind, str)}


def listed(file: str, name: str) -> list[str]:
    """The strings of a list, or the values of a table, in one of the page's files."""
    found = re.search(
        rf"const {name}\b[^\n]*? = (?:new Set\()?[\[{{](.*?)[\]}}]", (SOURCES / file).read_text("utf-8"), re.S
    )
    assert found, f"{file} has no {name}"
    strings: list[str] = re.findall(r'"([^"]*)"(?!\s*:)', found[1])
    return strings


def table(file: str, name: str) -> dict[str, str]:
    """A table from strings to strings in one of the page's files."""
    found = re.search(rf"const {name}\b[^\n]*? = {{(.*?)}}", (SOURCES / file).read_text("utf-8"), re.S)
    assert found, f"{file} has no {name}"
    return {a or b: to for a, b, to in re.findall(r'(?:"([^"]*)"|(\w+)): "([^"]*)"', found[1])}


def _options() -> dict[str, list[str]]:
    """Keys of options, of their explanations and of what can be chosen from a list."""
    options = [
        (f"{name}.option.{option.name}", option) for name in GAMES for option in find_game(name).options
    ]
    return {
        "${game}.option.${option.name}": [key for key, _ in options],
        "${key}.help": [f"{key}.help" for key, _ in options],
        "${key}.${value}": [
            f"{key}.{value}"
            for key, option in options
            if option.kind == "choice"
            for value in option.values or ()
        ],
    }


def _said(before: str, values: Iterable[object], after: str = "", space: str = " ") -> list[str]:
    return [f"{before}{str(value).replace(' ', space)}{after}" for value in values]


def _of_the_frame() -> dict[str, list[str]]:
    titles = [
        f"pages.${{{name}}}"
        for name in ("each", "game.name", "game", "info.game", "known", "table.game", "table.info.game")
    ]
    asked = get_args(get_type_hints(happenings.Asked)["what"])
    windows = ["resign", "leave", "offer"]
    cases = [refusal.key for refusal in refusals()]
    return {
        **dict.fromkeys(titles, _said("pages.", GAMES)),
        **dict.fromkeys(["pages.${game}.facts", "pages.${each}.facts"], _said("pages.", GAMES, ".facts")),
        "pages.${game}.what": _said("pages.", GAMES, ".what"),
        "pages.about.${part}": _said("pages.about.", listed("pages/AboutPage.svelte", "PARTS")),
        "pages.about.${part}.text": _said("pages.about.", listed("pages/AboutPage.svelte", "PARTS"), ".text"),
        "pages.chat.${each}": _said("pages.chat.", ["players", "everyone", "off"]),
        "pages.undo.${each}": _said("pages.undo.", ["free", "consent", "never"]),
        "pages.pace.${pace}": _said("pages.pace.", listed("newtable/PaceFields.svelte", "PACES")),
        "pages.pace.${pace}.help": _said(
            "pages.pace.", listed("newtable/PaceFields.svelte", "PACES"), ".help"
        ),
        "pages.scope.${scope}": _said("pages.scope.", listed("account/Tokens.svelte", "SCOPES")),
        "frame.${name}_title": _said("frame.", windows, "_title"),
        "frame.${name}_words": _said("frame.", windows, "_words"),
        "frame.${name}_yes": _said("frame.", windows, "_yes"),
        "frame.bot_${seat % 5}": _said("frame.bot_", range(5)),
        "frame.did_${event.kind}": _said(
            "frame.did_", ["opened", "sat", "undone", "warned", "paused", "resumed", "rematched"]
        ),
        "frame.level_${level}": _said("frame.level_", BOTS),
        "frame.request_${what}": _said("frame.request_", asked),
        "frame.seat_${kind}": _said("frame.seat_", ["me", "open"]),
        "frame.theme_${value}": _said("frame.theme_", listed("parts/theme.svelte.ts", "THEMES")),
        "errors.${code}": _said(
            "errors.", {refusal.code for refusal in refusals()} | other_codes() | OF_THE_PAGE
        ),
        "errors.${code}.${String(extra.case)}": _said("errors.", [key for key in cases if "." in key]),
        "errors.${code}.who": ["errors.not-your-turn.who"],
        "${game}.reason.${reason?.code}": [
            f"{name}.reason.{code}" for name, because in REASONS.items() for code in because.templates
        ],
        "${record.game}.source.${source}": [
            f"{name}.source.{source}" for name in GAMES for source in find_game(name).statistics.sources
        ],
        **_options(),
    }


def _of_ophiuchus() -> dict[str, list[str]]:
    cards = _said("ophiuchus.card.", [card.id for card in tiles.CARDS])
    facing = _said("ophiuchus.facing.", "ESWN")
    endings = _said("ophiuchus.ended.", sky_events.ENDINGS[1:], space="_")
    told = tellings_of("ophiuchus") - {"claimed", "ended"}
    phases = [phase for phase in PHASES["ophiuchus"] if phase != "take"]
    title = '${view.title.replaceAll(" ", "_")}'
    return {
        "ophiuchus.${key}": [],
        "ophiuchus.card.${card}": cards,
        "ophiuchus.star.${symbol}": _said(
            "ophiuchus.star.", {card.symbol for card in tiles.CARDS if card.symbol}
        ),
        "ophiuchus.pattern.${shape}.${rule}": [f"ophiuchus.pattern.{c.shape}.{c.rule}" for c in tiles.CARDS],
        "ophiuchus.facing.${facing}": facing,
        "ophiuchus.facing.${data.facing as string}": facing,
        "ophiuchus.ask.${phase}": _said("ophiuchus.ask.", phases),
        "ophiuchus.label.${kind}": _said("ophiuchus.label.", ["take", "return"]),
        "ophiuchus.told.${kind}": _said("ophiuchus.told.", told),
        'ophiuchus.ended.${String(data.how).replaceAll(" ", "_")}': endings,
        'ophiuchus.ended.${view.ended.replaceAll(" ", "_")}': endings,
        f"ophiuchus.title.{title}": _said(
            "ophiuchus.title.", [title for _, title in tiles.SOLO_TITLES], space="_"
        ),
    }


def _of_pacal() -> dict[str, list[str]]:
    kinds = actions_of("pacal") - {"cell", "pattern"}
    phases = set(PHASES["pacal"]) - {"move", "own", "pattern", "height", "over"}
    ever = set(listed("games/pacal/words.ts", "EVER"))
    asked = city_events._ASKED.values()
    special = {"ended", "rolled", "moved", "inserted", "constellation", "built", "scored", "passed", "final"}
    endings = _said("pacal.tell.ended.", city_events.ENDINGS[1:])
    return {
        "pacal.ask.${how}": _said("pacal.ask.", ["fly", "first", "move"]),
        "pacal.ask.${view.phase}": _said("pacal.ask.", phases),
        "pacal.source.${SOURCES[part]}": _said(
            "pacal.source.", table("games/pacal/outlook.ts", "SOURCES").values()
        ),
        "pacal.district.${letter}": _said("pacal.district.", city.DISTRICT_NAMES),
        "pacal.label.${choice.kind}": _said(
            "pacal.label.", kinds - {"move", "other", "build", "with", "pass"}
        ),
        "pacal.label.${key}": _said(
            "pacal.label.", kinds - ever - {"other"} | {f"{kind}_ever" for kind in ever}
        ),
        "pacal.label.${moveKind(view, cell!)}": _said("pacal.label.", ["fly", "move_two", "move_one"]),
        "pacal.label.pass_${view.phase}": _said("pacal.label.pass_", asked),
        "pacal.source.${String(data.for)}": _said("pacal.source.", city_events._FINAL.values()),
        "pacal.tell.${kind}": _said("pacal.tell.", tellings_of("pacal") - special),
        "pacal.tell.ended.${String(data.how)}": endings,
        "pacal.tell.ended.${view.ended}": endings,
        "pacal.tell.inserted.${whose}": _said("pacal.tell.inserted.", ["own", "mine", "other"]),
        "pacal.tell.moved.${String(data.how)}": _said("pacal.tell.moved.", city_events.MOVES),
        "pacal.tell.passed.${String(data.asked)}": _said("pacal.tell.passed.", asked),
        'pacal.wait.${WAITS[phase] ?? "build"}': _said(
            "pacal.wait.", {*table("games/pacal/words.ts", "WAITS").values(), "build"}
        ),
        "pacal.water.${water}": _said("pacal.water.", ["river", "lake", "both"]),
    }


def _of_ptolemaeus() -> dict[str, list[str]]:
    asked = table("games/ptolemaeus/labels.ts", "ASKED")
    without = set(PHASES["ptolemaeus"]) - asked.keys()
    assert without == {"before", "running", "over"}, "something that is asked has no words"
    bonus = _said("ptolemaeus.bonus.", wheel.BONUS_KINDS)
    ranks = _said("ptolemaeus.rank.", [rank for _, rank in wheel.SOLO_RANKS])
    results = _said("ptolemaeus.result.", wheel_events.RESULTS)
    first = ["pass", "before", "before_sky", "before_sign", "before_draw"]
    configurations = ["conjunction", "opposition", "trine", "square"]
    called = [re.findall(r'\bnamed\("(\w+)"\)', text) for _, text in sources()]
    things = [*wheel.SIGNS, *wheel.PLANETS, "joker", "comet", *(name for found in called for name in found)]
    elements = table("games/ptolemaeus/symbols.ts", "ELEMENT_OF").values()
    nights = _said("ptolemaeus.night.", listed("games/ptolemaeus/nights.ts", "NIGHTS"))
    return {
        "ptolemaeus.${key}": [],
        'ptolemaeus.ask.${ASKED[view.phase] ?? "before"}': _said("ptolemaeus.ask.", asked.values()),
        "ptolemaeus.ask.${askedFirst(scene.choices)}": _said("ptolemaeus.ask.", first),
        "ptolemaeus.bonus.${String(data.bonus)}": bonus,
        "ptolemaeus.bonus.${data.bonus}": bonus,
        "ptolemaeus.bonus.${kind}": bonus,
        "ptolemaeus.does.${bonus}": _said("ptolemaeus.does.", wheel.BONUS_KINDS),
        "ptolemaeus.element.${ELEMENT_OF[colour]!}": _said("ptolemaeus.element.", elements),
        "ptolemaeus.configuration.${kind}": _said("ptolemaeus.configuration.", configurations),
        "ptolemaeus.kind.${kind}": _said("ptolemaeus.kind.", configurations),
        "ptolemaeus.foresee.${key}": [],
        "ptolemaeus.label.${key}": _said("ptolemaeus.label.", ["seat_owner", "seat_hand"]),
        "ptolemaeus.label.${kind}": _said(
            "ptolemaeus.label.", actions_of("ptolemaeus") - {"configuration", "seat", "play"}
        ),
        "ptolemaeus.name.${name}": _said("ptolemaeus.name.", things),
        "ptolemaeus.short.${name}": _said("ptolemaeus.short.", [*wheel.SIGNS, "joker"]),
        "ptolemaeus.night.${night}": nights,
        "ptolemaeus.night.${start}": nights,
        "ptolemaeus.rank.${String(data.rank)}": ranks,
        "ptolemaeus.rank.${view.rank}": ranks,
        "ptolemaeus.result.${String(data.result)}": results,
        "ptolemaeus.result.${view.result}": results,
        # What has words of another name is written out.
        "ptolemaeus.tell.${key}": _said("ptolemaeus.tell.", tellings_of("ptolemaeus") - {"ended"}, space="_"),
    }


def _of_ulysses() -> dict[str, list[str]]:
    kinds = actions_of("ulysses")
    told = tellings_of("ulysses")
    zeus = {"pandora", "plague", "build", "wind"}
    ever = set(listed("games/ulysses/labelling.ts", "EVER"))
    plain = kinds - {"disc", "support", "no wind"}
    always = {f"{kind}_ever" if kind in ever else kind for kind in kinds} | {f"{kind}.zeus" for kind in zeus}
    phases = [phase for phase in PHASES["ulysses"] if phase not in
              ("action", "pay", "commit", "faction", "declare", "wind")]  # fmt: skip
    cards, factions = sea.CARD_TYPES, sea_names.FACTION_NAMES
    return {
        # The ends of keys that stand here below.
        **{f"${{kind}}.{end}": [] for end in ("at", "zeus", "known")},
        "ulysses.ask.${key}": _said("ulysses.ask.", phases, space="_"),
        "ulysses.card.${card}": _said("ulysses.card.", cards),
        "ulysses.card.${card}.help": _said("ulysses.card.", cards, ".help"),
        "ulysses.cards.${card}": _said("ulysses.cards.", cards),
        "ulysses.colour.${colour}": _said("ulysses.colour.", sea.COLOURS),
        'ulysses.do.${kind.replace(" ", "_")}${zeus}${ever}': _said("ulysses.do.", always, space="_"),
        "ulysses.do.${name}": _said("ulysses.do.", plain | {f"{kind}.zeus" for kind in zeus}),
        "ulysses.do.${kind}.at": _said("ulysses.do.", ["oppose", "black"], ".at"),
        "ulysses.faction.${faction}": _said("ulysses.faction.", factions),
        "ulysses.nowhere.${faction}": _said("ulysses.nowhere.", factions),
        "ulysses.paying.${step.paying_for}": _said("ulysses.paying.", sea_names.PURPOSES[1:]),
        "ulysses.place.${id}": _said("ulysses.place.", sea.PLACE_NAMES),
        "ulysses.told.${key}": _said(
            "ulysses.told.", told | {"drew.known", "gave.known", "took.known"}, space="_"
        ),
        "ulysses.wait.${key}": _said(
            "ulysses.wait.", [phase for phase in PHASES["ulysses"] if phase != "over"], space="_"
        ),
    }


def made() -> dict[str, list[str]]:
    """Each template with all keys that it can become."""
    return {**_of_the_frame(), **_of_ophiuchus(), **_of_pacal(), **_of_ptolemaeus(), **_of_ulysses()}
