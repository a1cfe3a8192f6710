"""``parapegma balance``: a report in the terminal, as a page and as data; Ctrl-C leaves one, too."""

from __future__ import annotations

import json
from contextlib import contextmanager

import pytest

from parapegma.cli import balance
from parapegma.cli.main import main


def test_a_report_is_told_and_written(parapegma_process, tmp_path):
    files = ("--html", "page.html", "--json", "data.json", "--dataset", "games.npz")
    asked = ("--games", "300", "--players", "3", "--seed", "4", "--strong-games", "20")
    done = parapegma_process("balance", "ophiuchus", *asked, *files)
    assert done.returncode == 0, done.stderr
    assert "300 games of 3, bots light, seed 4" in done.stdout
    assert "and 20 games of adept:untimed" in done.stdout
    said = [done.stdout.index(f"Among {who}: ") for who in ("adept:untimed (20 games)", "light (300 games)")]
    assert said == sorted(said)
    for words in (
        "A game takes",
        "constellations",
        "deal = full",
        "Written to page.html",
        "Written to games.npz",
    ):
        assert words in done.stdout
    assert (tmp_path / "page.html").read_text("utf-8").startswith("<!doctype html>")
    found = json.loads((tmp_path / "data.json").read_text("utf-8"))
    assert found["games"] == 300
    assert found["strong"]["games"] == 20
    assert sum(row["win"]["value"] for row in found["strong"]["order"]) == pytest.approx(1, abs=1e-5)
    assert found["stopped_early"] is False
    assert sum(row["win"]["value"] for row in found["order"]) == pytest.approx(1, abs=1e-5)


def test_the_number_of_cores_does_not_show(parapegma):
    asked = ("balance", "ophiuchus", "--games", "1500", "--compare", "deal=full", "--json", "-")
    strong = ("--strong", "search:20", "--strong-games", "12")
    one, two = (parapegma(*asked, *strong, "--cores", cores) for cores in ("1", "2"))
    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    assert json.loads(one.stdout) == json.loads(two.stdout)
    assert [row["variant"] for row in json.loads(one.stdout)["variants"]] == ["as asked", "deal = full"]


@pytest.mark.parametrize(("arguments", "words"), [
    (["chess"], "there is no game 'chess'"),
    (["ophiuchus", "--games", "0"], "--games must be from 1 to 100,000,000, not 0"),
    (["ophiuchus", "--players", "9"], "is for 1 to 4 players"),
    (["ophiuchus", "--bots", "lite"], "there is no bot 'lite'"),
    (["ophiuchus", "--strong", "strongest"], "there is no bot 'strongest'"),
    (["ophiuchus", "--strong-games", "0"], "--strong-games must be from 1 to 100,000,000, not 0"),
    (["ophiuchus", "--bots", "random", "--strong-games", "9"], "--strong-games belongs to --strong BOT"),
    (["ophiuchus", "--bots", "light,light,light"], "there are 3 bots, but only 2 players"),
    (["ophiuchus", "--option", "deal"], "an option is written NAME=VALUE"),
    (["ophiuchus", "--compare", "deal"], "'deal' is not an option and a value"),
    (["ophiuchus", "--cores", "0"], "--cores must be at least 1, not 0"),
    (["ophiuchus", "--html", "nowhere/page.html"], "there is no folder nowhere"),
    (["ophiuchus", "--dataset", "games.csv"], "ends in .parquet or .npz"),
    (["ophiuchus", "--observations"], "--observations belongs to --dataset"),
    (["ophiuchus", "--device", "gpu"], "device cannot be 'gpu'; it must be 'cpu', 'cuda', or 'cuda:1'"),
    (["ophiuchus", "--device", "cuda", "--cores", "2"], "--cores and --cluster are for games on processors"),
    (["ophiuchus", "--device", "cuda", "--bots", "greedy"], "on a GPU only random and light play"),
])  # fmt: skip
def test_bad_input_is_answered_in_one_line(parapegma, arguments, words):
    done = parapegma("balance", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr


def test_bots_that_are_named_play_alone_unless_stronger_ones_are_asked_for(capsys):
    asked = ["balance", "ophiuchus", "--games", "30", "--compare", "none", "--cores", "1", "--bots", "random"]
    assert main(asked) == 0
    assert "Among" not in capsys.readouterr().out
    assert main([*asked, "--strong", "light", "--strong-games", "20"]) == 0
    assert "Among light (20 games)" in capsys.readouterr().out


def test_ctrl_c_in_the_games_of_the_strong_leaves_the_rest(monkeypatch, capsys):
    @contextmanager
    def stopped_in_the_second_study(title, games):
        heard = []

        def stop(n):
            heard.append(n)
            if len(heard) == 2:
                raise KeyboardInterrupt

        yield stop

    monkeypatch.setattr(balance, "_progress", stopped_in_the_second_study)
    asked = ["--compare", "none", "--cores", "1", "--strong", "search:4", "--strong-games", "3"]
    assert main(["balance", "ophiuchus", "--games", "30", *asked]) == 130
    told = capsys.readouterr().out
    assert "30 games of 2" in told
    assert "Stopped early" in told
    assert "Among search:4 (1 game): " in told


def test_ctrl_c_leaves_a_report_of_what_was_played(tmp_path, monkeypatch, capsys):
    @contextmanager
    def stopped_after_two_pieces(title, games):
        heard = []

        def stop(n):
            heard.append(n)
            if len(heard) == 2:
                raise KeyboardInterrupt

        yield stop

    monkeypatch.setattr(balance, "_progress", stopped_after_two_pieces)
    monkeypatch.chdir(tmp_path)
    status = main(["balance", "ophiuchus", "--games", "90000", "--cores", "1", "--compare", "none",
                   "--html", "page.html", "--dataset", "games.npz"])  # fmt: skip
    assert status == 130
    told = capsys.readouterr().out
    assert "2,000 games of 2" in told
    assert "Stopped early" in told
    assert "Stopped early" in (tmp_path / "page.html").read_text("utf-8")
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]
