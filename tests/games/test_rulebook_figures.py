"""What the rulebooks say in figures is what the components say.

That all languages say the same figures is tested in web/tests/rulebooks.
"""

from __future__ import annotations

import re
import tomllib

import pytest

from conftest import ROOT

NUMBERS = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen",
]  # fmt: skip


def data(game: str, name: str = "components") -> dict:
    return tomllib.loads((ROOT / f"src/parapegma/games/{game}/data/{name}.toml").read_text("utf-8"))


def ophiuchus() -> list[str]:
    found = data("ophiuchus")
    tiles, hand, cards = len(found["tiles"]), found["hand"], found["cards"]
    left = [tiles - 1 - hand * players for players in (2, 3, 4, 1)]
    deal = found["full_deal"]
    rows = {card["id"].capitalize(): card["points"] for card in cards}
    alone = sum(rows.values()) + found["tokens"]
    titles = [f"from {each['from']} a{'n' if each['title'][0] == 'a' else ''} {each['title']}"
              for each in found["solo_titles"][1:-1]]  # fmt: skip
    return [
        f"There are {tiles} tiles",
        f"{NUMBERS[len(cards)].capitalize()} constellation cards",
        f"{NUMBERS[found['tokens']].capitalize()} prize tokens",
        "{} tiles with two players, {} with three, {} with four, and {} alone".format(*left),
        f"{deal['2']} each with two players, {deal['3']} with three, {deal['4']} with four",
        f"minus {NUMBERS[found['penalty']]} per tile",
        f"At most {alone} points",
        *titles,
        *(f"| {card} ◊ | {points} |" for card, points in list(rows.items())[6:]),
        f"| {', '.join(list(rows)[:6])} | {rows['Aries']} each |",
    ]


def pacal() -> list[str]:
    found = data("pacal", "board")
    heights = [f"{NUMBERS[count]} of height {n}" for n, count in enumerate(found["pyramids"], start=1)]
    ends, values = found["thresholds"], found["values"].values()
    first, second, third = found["water_prizes"]
    return [
        f"{NUMBERS[found['stones']].capitalize()} energy stones",
        f"{NUMBERS[sum(found['pyramids'])].capitalize()} pyramids: {', '.join(heights)}",
        "Three sacred stones: {}, {} and {}".format(*found["sacred_stones"]),
        f"worth {min(values)} to {max(values)} points",
        "The die shows {}, {}, {}, {}, {} ◊ or {}".format(*found["die"]),
        f"reaches {ends['3']} points with three players, {ends['4']} with four, {ends['5']} with five",
        f"as soon as someone has {ends['2']} points",
        f"gets {found['penultimate_bonus']} points, and the game ends at once",
        f"gets {first}, the second {second}, the third {third}",
        f"the value, the second {found['second_in_district']}",
    ]


def ptolemaeus() -> list[str]:
    found = data("ptolemaeus")
    cards = (
        len(found["signs"]) * found["constellation_cards"]["per_sign"]
        + found["constellation_cards"]["jokers"]
    )
    decks, points = found["bonus"], found["planet_points"]
    ranks = [f"from {each['from']} {each['rank']}" for each in found["solo_ranks"][1:]]
    return [
        f"The {cards} constellation cards",
        # And the Eclipse.
        f"The {len(found['events']) + 1} event cards",
        f"The {sum(decks['A'].values())} bonus cards",
        f"The {NUMBERS[len(found['objectives'])]} objectives",
        f"deck A has {NUMBERS[decks['A']['nova_constellatio']]} New Constellations, "
        f"deck B {NUMBERS[decks['B']['nova_constellatio']]}",
        "| points | " + " | ".join(map(str, points[1:])) + " |",
        f"Each player has {NUMBERS[found['tokens_per_player']]} tokens",
        f"when a player has {NUMBERS[found['win_at']]} points",
        f"one for every {NUMBERS[found['asteroids_per_point']]} asteroids",
        *ranks,
    ]


def ulysses() -> list[str]:
    found, text = data("ulysses"), (ROOT / "src/parapegma/games/ulysses/data/map.toml").read_text("utf-8")
    sea, cards = data("ulysses", "map"), found["cards"]
    *most, (last, count) = cards.items()
    said = [f"{n} {kind.capitalize() if kind in ('zeus', 'pandora') else kind}" for kind, n in most]
    names = re.findall(r"\[\[places\]\]  # name / colour: (\w+)[^/\n]*/ (\w+|–)", text)
    ours = [sum(part == "D" for part in parts) for parts in zip(*names, strict=True)]
    routes = len(re.findall(r"\[\[routes\]\]  # D", text))
    return [
        f"{sum(cards.values())} action cards: {', '.join(said)} and {count} {last.capitalize()}",
        f"{found['temples']} temples, {NUMBERS[found['plague_discs']]} plague discs",
        f"{len(sea['places'])} places joined by routes",
        f"{len(sea['places']) - 1} objective cards",
        f"{ours[0]} of the {len(sea['places'])} places, {routes} of the {len(sea['routes'])} routes "
        f"and {ours[1]} of the {len(sea['places']) - 1} colours",
    ]


@pytest.mark.parametrize("game", [ophiuchus, pacal, ptolemaeus, ulysses])
def test_a_rulebook_says_what_the_components_say(game):
    book = (ROOT / f"web/src/rulebooks/{game.__name__}.en.md").read_text("utf-8")
    # Tables are as wide as their words; what a card asks for stands between its name and its points.
    book = re.sub(r" +", " ", book)
    short = re.sub(r"^(\| [^|]+ )\| [^|]+ (\| [^|]+ \|)$", r"\1\2", book, flags=re.MULTILINE)
    assert [said for said in game() if said not in book and said not in short] == []
