"""The page of a balance report: one file that needs nothing else, legible on light and dark screens."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from parapegma import find_game
from parapegma.lab.balance import Study, run
from parapegma.lab.figures import figures
from parapegma.lab.game_setup import GameSetup
from parapegma.lab.report.balance import balance_page
from parapegma.lab.report.summary import summary
from parapegma.lab.variants import find_variants


def report(name: str, players: int, games: int = 300) -> dict:
    game = find_game(name)
    setup = GameSetup.of(name, players, seed=3)
    variants, skipped = find_variants(game, players, {}, "all")
    studies = [Study(setup, games)]
    studies += [Study(replace(setup, options=each.options), games // 5) for each in variants]
    return figures(studies, run(studies, cores=1), variants, skipped)


@pytest.fixture(scope="module")
def found() -> dict:
    return report("ophiuchus", 3)


@pytest.fixture(scope="module")
def text(found) -> str:
    return balance_page(found)


class Tags(HTMLParser):
    """Every tag is closed, and which attributes there are."""

    VOID = frozenset({"meta", "br", "link", "img"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict]] = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_whole_and_loads_nothing(text):
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert not {tag for tag, _ in tags.seen} & {"script", "link", "img", "iframe", "object", "image"}
    for tag, attributes in tags.seen:
        for name in ("href", "xlink:href", "src"):
            assert attributes.get(name, "#").startswith("#"), (tag, attributes)
    assert "@import" not in text
    assert set(re.findall(r"https?://[^\s\"']+", text)) == {
        "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink",
    }  # fmt: skip


def test_names_within_the_page_are_unique_and_links_lead_somewhere(text):
    names = re.findall(r'\bid="([^"]+)"', text)
    assert len(names) == len(set(names))
    for target in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text):
        assert "".join(target) in names


def test_pictures_take_their_colours_from_the_page(text):
    pictures = re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL)
    assert len(pictures) > 8
    declared = set(re.findall(r"--([a-z]+):", text))
    for picture in pictures:
        drawn = ElementTree.fromstring(picture)
        assert drawn.get("aria-label")
        assert not re.search(r"(fill|stroke): #", picture), "a fixed colour would vanish on some screen"
        assert set(re.findall(r"var\(--([a-z]+)\)", picture)) <= declared
    assert "prefers-color-scheme: dark" in text


def test_everything_that_is_declared_is_on_the_page(text):
    game = find_game("ophiuchus")
    for source in game.statistics.sources:
        assert source in text
    for countables in game.statistics.countables:
        assert countables.name[1:] in text
        assert all(name in text for name in countables.names)
    for ending in game.endings:
        assert ending in text
    assert "deal = full" in text


def test_the_same_games_make_the_same_page(found, text):
    assert balance_page(report("ophiuchus", 3)) == text
    assert summary(found)


@pytest.mark.parametrize("name", ["ophiuchus", "ptolemaeus"])
def test_a_game_for_one_has_a_page_without_seats(name):
    found = report(name, 1, 150)
    told = balance_page(found)
    assert 'id="order"' not in told
    assert "more points if used" in told
    assert "wins" not in " ".join(summary(found))


def test_very_few_games_still_make_a_page():
    assert "too few cases" in balance_page(report("ophiuchus", 2, 5))


def beside(quick: str, games: int, strong: str, strong_games: int) -> dict:
    studies = [
        Study(GameSetup.of("ophiuchus", 2, bots=[bot], seed=3), number)
        for bot, number in ((quick, games), (strong, strong_games))
    ]
    totals = run(studies, cores=1)
    return figures(studies[:1], totals[:1], strong=studies[1], beside=totals[1])


def test_the_strongest_players_have_the_first_word():
    found = beside("random", 2000, "light", 300)
    first, second = summary(found)[:2]
    assert first.startswith("Among light (300 games): ")
    assert second.startswith("Among random (2,000 games): ")
    page = balance_page(found)
    assert "Wins by order of play, strong players" in page
    assert "--strong light,light --strong-games 300" in page


def test_a_plain_warning_says_where_strong_and_quick_players_disagree():
    setup = GameSetup.of("ophiuchus", 2, bots=["light"], seed=3)
    studies = [Study(setup, 400), Study(setup, 40)]
    quick, strong = run(studies, cores=1)
    alike = figures(studies[:1], [quick], strong=studies[1], beside=strong)
    assert alike["strong"]["disagree"] == []
    assert not any("Warning" in sentence for sentence in summary(alike))
    # As if whoever decides first had won all of them: no interval reaches that far.
    strong.order_wins[:] = [int(strong.order_wins.sum()), 0]
    apart = figures(studies[:1], [quick], strong=studies[1], beside=strong)
    assert apart["strong"]["disagree"] == [1, 2]
    warning = summary(apart)[2]
    assert warning.startswith("Warning: they disagree. Whoever decides ")
    assert " among light, but " in warning
    assert f'<li class="note">{warning}' in balance_page(apart)


def test_without_stronger_players_the_first_word_is_about_who_played(found):
    assert found["strong"] is None
    assert not summary(found)[0].startswith("Among")
