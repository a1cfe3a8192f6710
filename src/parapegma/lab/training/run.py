"""A training: played, learnt, judged and kept in a folder, from where it goes on when it was stopped.

========================  =============================================================================
``settings.json``         what is trained, and how
``checkpoint.pt``         where it stands: the model, its optimizer, the games, all chance
``candidate.bin``         the network as it was when it was judged last
``network.bin``           the best network so far: it beat all before it
``imitated.npz``          the games of another player that it began with, if it did
``improved-00001.npz``    games of searches with the best network, the latest rounds of them
``log.jsonl``             a line for every time it was judged
``strength.html``         the same as a picture
========================  =============================================================================
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from parapegma.bots.network import read_network, write_network
from parapegma.core.warmup import prepare
from parapegma.errors import OptionError
from parapegma.lab.training.decisions import Decisions
from parapegma.lab.training.imitation import alike, imitate, learn
from parapegma.lab.training.judging import Verdict, judge
from parapegma.lab.training.learning import rate_at, update
from parapegma.lab.training.model import Model
from parapegma.lab.training.played_games import Tell, games_of
from parapegma.lab.training.settings import TrainingSettings
from parapegma.lab.training.tables import Seen, all_tables

_VERSION = 2
"""Of checkpoints; in those of version 1, which did not say so, large counts were learnt in other units."""
_KEPT_ROUNDS = 4
"""Games of so many rounds of searches are learnt from, the latest ones."""
_DRAWN = 0.25
"""In those games so many decisions are drawn by how often they were tried, so that games differ."""


class Training:
    """A model and the games it learns from."""

    def __init__(self, settings: TrainingSettings, folder: Path, device: str = "cpu") -> None:
        self.settings, self.folder, self.device = settings.checked(), folder, device
        game = self.settings.the_game
        prepare(game)
        if device != "cpu":
            torch.set_float32_matmul_precision("high")
        torch.manual_seed(self.settings.seed)
        self.model = Model(game, self.settings.wide, self.settings.narrow).to(device)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=self.settings.rate, eps=1e-5)
        self.chance = torch.Generator(device)
        self.chance.manual_seed(self.settings.seed)
        self.decisions = 0
        self.seconds = 0.0
        """Spent on learning so far, judging not counted."""
        self.imitated = ""
        """The player whose games it began with."""
        self.rounds = 0
        """How often it has learnt from games of searches."""
        self._prepare_folder()
        if self.checkpoint.is_file():
            self._load()
        else:
            self.tables = all_tables(self.settings, device)

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def _prepare_folder(self) -> None:
        """A folder holds one training: it goes on only with the same settings."""
        self.folder.mkdir(parents=True, exist_ok=True)
        file, asked = self.folder / "settings.json", self.settings.as_data()
        if not file.is_file():
            file.write_text(json.dumps(asked, indent=2) + "\n", "utf-8")
            return
        kept = json.loads(file.read_text("utf-8"))
        other = [name for name, value in asked.items() if kept.get(name) != value]
        if other:
            told = ", ".join(f"{name} {kept.get(name)!r}, not {asked[name]!r}" for name in other)
            raise OptionError(
                f"{self.folder} holds a training with other settings: {told}; take another folder"
            )

    def begin_with(self, file: Path) -> None:
        """Begin with the network of a file, such as one of another machine; only before anything else."""
        if self.decisions or self.imitated:
            return
        self.model.take_over(read_network(self.settings.the_game, file))
        self.save()

    def start_from(self, bot: str, games: int, cores: int | None, tell: Tell) -> None:
        """Begin with what can be learnt from the games of another player; only before anything else."""
        if self.decisions or self.imitated:
            return
        found = games_of(self.settings, bot, games, self.folder / "imitated.npz", cores, tell)
        alike = imitate(self.model, self.optimizer, found, self.settings, self.device, self.chance)
        tell(f"Of {bot}'s decisions in games held back the network makes {100 * alike:.1f} %.")
        self.imitated = bot
        self.save()

    def improve(self, bot: str, games: int, cores: int | None, tell: Tell) -> str:
        """Learn from games of a player that thinks, and those of the rounds before; tell what came of it.

        What was played is kept, so a round that was stopped while it learnt need not play again.
        """
        began = time.perf_counter()
        file = self._games_of_round(self.rounds)
        purpose = f"improve {self.rounds}"
        found = games_of(
            self.settings, bot, games, file, cores, tell, purpose=purpose, drawn=_DRAWN
        )  # fmt: skip
        kept = [
            Decisions.read(each)
            for n in range(max(0, self.rounds - _KEPT_ROUNDS + 1), self.rounds)
            if (each := self._games_of_round(n)).is_file()
        ]
        before = alike(self.model, found, np.arange(len(found)), self.device)
        every = Decisions.joined([*kept, found])
        for group in self.optimizer.param_groups:
            group["lr"] = rate_at(self.settings, self.progress)
        learn(
            self.model, self.optimizer, every, np.arange(len(every)), min(1024, self.settings.minibatch),
            self.device, self.chance,
        )  # fmt: skip
        self.rounds += 1
        self.decisions += len(found)
        self.seconds += time.perf_counter() - began
        self.save()
        self._games_of_round(self.rounds - _KEPT_ROUNDS).unlink(missing_ok=True)
        return (
            f"{self.decisions:,} decisions; of {len(found):,} in round {self.rounds} the network made "
            f"{100 * before:.1f} % as the search"
        )

    def _games_of_round(self, number: int) -> Path:
        return self.folder / f"improved-{number:05}.npz"

    @property
    def progress(self) -> float:
        """How far the training is, from 0 to 1."""
        return min(1.0, self.decisions / self.settings.decisions)

    def step(self) -> dict[str, float]:
        """Play some decisions and learn from them; returns what there is to tell."""
        began = time.perf_counter()
        seen = Seen.joined([each.play(self.model, self.settings.steps, self.chance) for each in self.tables])
        told = update(self.model, self.optimizer, seen, self.settings, self.progress, self.chance)
        self.decisions += len(seen.actions)
        self.seconds += time.perf_counter() - began
        return told

    def save(self) -> None:
        """Keep where it stands; whatever happens meanwhile, the file is whole."""
        part = self.checkpoint.with_suffix(".part")
        torch.save(
            {
                "model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(),
                "chance": self.chance.get_state(), "decisions": self.decisions, "seconds": self.seconds,
                "version": _VERSION, "tables": self.tables, "imitated": self.imitated, "rounds": self.rounds,
            },
            part,
        )  # fmt: skip
        part.replace(self.checkpoint)

    def _load(self) -> None:
        # Our own file, with games in it: not only tensors.
        kept = torch.load(self.checkpoint, map_location=self.device, weights_only=False)
        if kept.get("version") != _VERSION:
            raise OptionError(
                f"{self.folder} holds a training of another version of parapegma train; take another folder"
            )
        self.model.load_state_dict(kept["model"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.chance.set_state(kept["chance"].cpu())
        self.decisions, self.seconds, self.tables = kept["decisions"], kept["seconds"], kept["tables"]
        self.imitated, self.rounds = kept["imitated"], kept["rounds"]
        if any(tables.device != self.device for tables in self.tables):
            raise OptionError(
                f"the training in {self.folder} was begun on another kind of machine (--device)"
            )

    def write_candidate(self) -> Path:
        """The network as it is now, as a file that ``look`` plays by."""
        file = self.folder / "candidate.bin"
        trained = {
            "decisions": self.decisions, "seconds": round(self.seconds), "settings": self.settings.as_data(),
        }  # fmt: skip
        write_network(self.model.network(trained), file)
        return file

    def judge(self, games: int, against: list[str], cores: int | None) -> dict[str, Any]:
        """Let the candidate play the best so far, which it replaces if it wins, and others to compare."""
        candidate, best = self.write_candidate(), self.folder / "network.bin"
        names = [f"look:{best}", *against] if best.is_file() else against
        seats, seed = self.settings.players, f"judge {self.settings.seed} {self.decisions}"
        verdicts = [judge(self.settings.game, candidate, name, seats, games, seed, cores) for name in names]
        rivals = [each for each in verdicts if each.against.startswith("look:")]
        taken = not rivals or rivals[0].better
        if taken:
            candidate.replace(best)
        entry = {
            "decisions": self.decisions, "seconds": round(self.seconds, 1), "taken": taken,
            "finished": sum(tables.finished for tables in self.tables),
            "cut": sum(tables.cut for tables in self.tables),
            "against": {_name(each): each.as_data() for each in verdicts},
        }  # fmt: skip
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(entry) + "\n")
        return entry

    def log(self) -> list[dict[str, Any]]:
        """All that was judged so far."""
        file = self.folder / "log.jsonl"
        return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.is_file() else []

    def close(self) -> None:
        """Let the threads go, if there are any."""
        for tables in self.tables:
            tables.batch.close()


def _name(verdict: Verdict) -> str:
    return "the best before" if verdict.against.startswith("look:") else verdict.against


def run(
    training: Training,
    *,
    minutes: float | None = None,
    every: float = 5.0,
    games: int = 400,
    against: tuple[str, ...] = ("light",),
    cores: int | None = None,
    tell: Tell = print,
) -> None:
    """Train until all decisions are made or the time is up; judge and keep everything every few minutes."""
    began, until = time.perf_counter(), None if minutes is None else 60 * minutes
    judged, shown = began, began
    first_made, first_seconds = training.decisions, training.seconds
    over = training.decisions >= training.settings.decisions
    while not over:
        told = training.step()
        now = time.perf_counter()
        over = training.decisions >= training.settings.decisions
        over = over or (until is not None and now - began >= until)
        if now - shown >= 10 or over:
            speed = (training.decisions - first_made) / max(training.seconds - first_seconds, 1e-9)
            words = ", ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in told.items())
            tell(f"{training.decisions:,} decisions, {speed:,.0f} per second; {words}")
            shown = now
        if now - judged >= 60 * every or over:
            training.save()
            entry = training.judge(games, list(against), cores)
            tell(_told(entry))
            judged = shown = time.perf_counter()


def run_improvement(
    training: Training,
    bot: Callable[[Path], str],
    *,
    round_games: int,
    minutes: float | None = None,
    every: float = 5.0,
    games: int = 400,
    against: tuple[str, ...] = ("light",),
    cores: int | None = None,
    tell: Tell = print,
) -> None:
    """Let a player that thinks with the best network play, and the model learn what it found, in turn.

    ``bot`` names the player for a network's file. The model becomes the best network when the arena says so,
    as in :func:`run`; then the games of the next round are played with it.
    """
    began, until = time.perf_counter(), None if minutes is None else 60 * minutes
    judged, best = began, training.folder / "network.bin"

    def decide() -> None:
        training.save()
        tell(_told(training.judge(games, list(against), cores)))

    if not best.is_file():
        decide()
    over = training.decisions >= training.settings.decisions
    while not over:
        tell(training.improve(bot(best), round_games, cores, tell))
        now = time.perf_counter()
        over = training.decisions >= training.settings.decisions
        over = over or (until is not None and now - began >= until)
        if now - judged >= 60 * every or over:
            decide()
            judged = time.perf_counter()


def _told(entry: dict[str, Any]) -> str:
    found = []
    for name, tables in entry["against"].items():
        shares = ", ".join(f"{seats} players {_percent(each)}" for seats, each in tables.items())
        found.append(f"against {name}: {shares}")
    kept = "is the best so far" if entry["taken"] else "is not better than the best"
    return f"After {entry['decisions']:,} decisions the network {kept}. " + "; ".join(found)


def _percent(share: dict[str, Any]) -> str:
    return f"{100 * share['share']:.0f} % ({100 * share['low']:.0f} to {100 * share['high']:.0f})"
