"""The data file: what it holds, and that a broken one is refused in one line that names the key."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from parapegma.games.ophiuchus import components
from parapegma.games.ophiuchus.components import CARDS, SYMBOLS, TILE_HALVES
from parapegma.games.ophiuchus.view import title_of

PACKAGED = Path(components.__file__).parent / "data" / "components.toml"
RULE_PAGE = Path(__file__).resolve().parents[3] / "docs" / "rules" / "ophiuchus.md"
HALVES = [half for halves in TILE_HALVES.values() for half in halves]


def run_with(folder: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command ``parapegma games`` with another data file; interpreted, as nothing is played."""
    (folder / "ophiuchus").mkdir()
    (folder / "ophiuchus" / "components.toml").write_text(text, "utf-8")
    return subprocess.run(
        [sys.executable, "-m", "parapegma", "games", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PARAPEGMA_DATA": str(folder), "PARAPEGMA_MODE": "interpreted"},
        timeout=120,
        check=False,
    )


@pytest.mark.rules("OP-1.2")
def test_tv_77_there_are_27_tiles_of_two_halves() -> None:
    assert len(TILE_HALVES) == 27
    assert len(HALVES) == 54


@pytest.mark.rules("OP-1.3")
def test_tv_77_no_symbol_stands_twice_on_a_half() -> None:
    """OP-1.3 and ruling RU-1, read from the file itself."""
    for tile in tomllib.loads(PACKAGED.read_text("utf-8"))["tiles"].values():
        for half in tile:
            assert len(set(half)) == len(half)
            assert set(half) <= set(SYMBOLS)


@pytest.mark.rules("OP-1.3")
def test_tv_77_six_halves_are_blank_and_eight_each_have_one_to_six_marks() -> None:
    assert Counter(half.bit_count() for half in HALVES) == {0: 6, 1: 8, 2: 8, 3: 8, 4: 8, 5: 8, 6: 8}


@pytest.mark.rules("OP-1.1")
def test_tv_77_each_of_the_six_symbols_occurs_28_times() -> None:
    assert [sum(half >> i & 1 for half in HALVES) for i in range(len(SYMBOLS))] == [28] * 6
    assert sum(half.bit_count() for half in HALVES) == 168


def test_tv_77_each_pair_of_numbers_of_marks_occurs_once() -> None:
    pairs = [tuple(sorted(half.bit_count() for half in halves)) for halves in TILE_HALVES.values()]
    assert sorted(pairs) == [(a, b) for a in range(7) for b in range(a, 7) if (a, b) != (0, 0)]


@pytest.mark.rules("OP-1.4")
def test_tv_78_there_are_13_cards_for_54_points() -> None:
    assert len(CARDS) == 13
    assert sum(card.points for card in CARDS) == 54


@pytest.mark.rules("OP-1.5")
def test_tv_78_the_patterns_are_lines_and_squares_coloured_equal_and_different() -> None:
    lines = [card for card in CARDS if card.shape == "line"]
    assert [card.symbol for card in lines if card.rule == "given"] == list(SYMBOLS)
    assert {card.size for card in lines if card.rule == "given"} == {3}
    assert sorted(card.size for card in lines if card.rule == "equal") == [4, 5]
    assert sorted(card.size for card in lines if card.rule == "different") == [4, 5, 6]
    assert sorted(card.rule for card in CARDS if card.shape == "square") == ["different", "equal"]


def test_only_one_tile_has_two_equal_halves() -> None:
    assert [name for name, (a, b) in TILE_HALVES.items() if a == b] == ["T27"]


def test_the_data_file_agrees_with_appendix_a_of_the_rule_page() -> None:
    appendix = re.search(r"```toml\n(.*?)```", RULE_PAGE.read_text("utf-8"), re.DOTALL)
    assert appendix is not None
    packaged = tomllib.loads(PACKAGED.read_text("utf-8"))
    assert packaged == tomllib.loads(appendix[1])


@pytest.mark.parametrize(
    ("score", "title"),
    [
        (-54, "dreamer"),
        (19, "dreamer"),
        (20, "stargazer"),
        (29, "stargazer"),
        (30, "navigator"),
        (39, "navigator"),
        (40, "astronomer"),
        (49, "astronomer"),
        (50, "royal astronomer"),
        (59, "royal astronomer"),
        (60, "serpent-bearer"),
        (65, "serpent-bearer"),
        (66, "thirteenth sign"),
    ],
)
@pytest.mark.rules("OP-9.3")
def test_a_score_of_the_game_for_one_earns_its_title(score: int, title: str) -> None:
    assert title_of(score) == title


FIVE_MORE = "\n".join(f'X{n} = ["", ""]' for n in range(5))

BROKEN = {
    "a half that is no text": ('T01 = ["", "Y"]', 'T01 = [1, "Y"]', "tiles.T01: has a half 1"),
    "a symbol that is not listed": ('T01 = ["", "Y"]', 'T01 = ["", "X"]', "tiles.T01: shows 'X'"),
    "a symbol twice on a half": ('T01 = ["", "Y"]', 'T01 = ["", "YY"]', "tiles.T01: shows 'Y' twice"),
    "a tile of one half": ('T01 = ["", "Y"]', 'T01 = ["Y"]', "tiles.T01: has 1 halves"),
    "a tile that is no list": ('T01 = ["", "Y"]', 'T01 = "Y"', "tiles.T01: is 'Y'"),
    "a tile's name that cannot be written": ("T01 =", '"t 1" =', "tiles.t 1: is no name"),
    "a tile over the row limit": ("row_limit = 13", "row_limit = 11", "tiles.T27: has more than 11 marks"),
    "too few tiles for the deals": ('T01 = ["", "Y"]', "", "tiles: has 26 tiles"),
    "too many tiles": ("[tiles]", "[tiles]\n" + FIVE_MORE, "tiles: has 32 tiles"),
    "a row limit that does not fit": ("row_limit = 13", "row_limit = 16", "row_limit: is 16"),
    "a grid that does not fit": ("grid = 9 ", "grid = 15 ", "grid: is 15"),
    "a number of tokens below nothing": ("tokens = 12", "tokens = -1", "tokens: is -1"),
    "a hand of no tiles": ("hand = 3", "hand = 0", "hand: is 0"),
    "a penalty that is no number": ("penalty = 2", "penalty = true", "penalty: is True"),
    "a number that is missing": ("penalty = 2", "", "penalty: is missing"),
    "a full deal for five": ("4 = 6", "4 = 6\n5 = 5", "full_deal.5: is not known"),
    "a full deal that is missing": ("4 = 6", "", "full_deal.4: is missing"),
    "five symbols": ('["R", "O", "Y", "G", "B", "V"]', '["R", "O", "Y", "G", "B"]', "symbols: must be six"),
    "a symbol that is a list": ('["R", "O"', '[["R"], "O"', "symbols: must be six"),
    "a key that nobody reads": ("grid = 9 ", "grids = 9 ", "grids: is not known"),
    "a card's unknown key": ('id = "aries"', 'id = "aries"\ncolour = "R"', "cards[1].colour: is not known"),
    "a card's name that cannot be written": ('id = "aries"', 'id = "A ries"', "cards[1].id: is 'A ries'"),
    "a shape that does not exist": ('shape = "line"', 'shape = "ring"', "cards[1].shape: is 'ring'"),
    "a rule that does not exist": ('rule = "given"', 'rule = "any"', "cards[1].rule: is 'any'"),
    "a line of one": ("size = 3", "size = 1", "cards[1].size: is 1"),
    "a coloured card without its symbol": ('symbol = "R"\n', "", "cards[1].symbol: is missing"),
    "a coloured card of no known symbol": ('symbol = "R"', 'symbol = "X"', "cards[1].symbol: is 'X'"),
    "a symbol on a white card": ('id = "virgo"', 'id = "virgo"\nsymbol = "R"', "cards[7].symbol: belongs"),
    "a square that is coloured": (
        'id = "aries"\nshape = "line"\nsize = 3',
        'id = "aries"\nshape = "square"\nsize = 4',
        "cards[1].shape: a square has size 4",
    ),
    "more different marks than symbols": (
        'id = "pisces"\nshape = "line"\nsize = 6',
        'id = "pisces"\nshape = "line"\nsize = 7',
        "cards[12].size: is 7",
    ),
    "a card without points": ("points = 13", "", "cards[13].points: is missing"),
    "a card worth nothing": ("points = 13", "points = 0", "cards[13].points: is 0"),
    "two cards of one name": ('id = "taurus"', 'id = "aries"', "cards: the id 'aries' occurs twice"),
    "titles out of order": ("from = 66", "from = 6", "solo_titles: must be a list of titles"),
    "a title's unknown key": ("from = 66", "from = 66\nto = 70", "solo_titles[7].to: is not known"),
    "a file that is no TOML": ("[tiles]", "[tiles", "is not readable as TOML"),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_data_file_is_refused_in_one_line_naming_the_key(what: str, tmp_path: Path) -> None:
    old, new, message = BROKEN[what]
    text = PACKAGED.read_text("utf-8")
    assert old in text
    found = run_with(tmp_path, text.replace(old, new, 1))
    assert found.returncode == 2
    assert found.stdout == ""
    assert found.stderr.count("\n") == 1
    assert found.stderr.startswith("parapegma: ")
    assert f"components.toml: {message}" in found.stderr


def test_another_sound_data_file_takes_the_place_of_the_packaged_one(tmp_path: Path) -> None:
    found = run_with(tmp_path, PACKAGED.read_text("utf-8").replace("points = 13", "points = 12"), "--json")
    assert found.returncode == 0
    ophiuchus = next(game for game in json.loads(found.stdout) if game["name"] == "ophiuchus")
    assert ophiuchus["components"] != components.DIGEST
