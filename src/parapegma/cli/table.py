"""The table in the terminal: draws, asks, plays, until the game is over or the people leave."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape

from parapegma.bots import BotRunner
from parapegma.bots.advice import advice
from parapegma.bots.warmup import prepare_bots
from parapegma.cli.account import account, result
from parapegma.cli.files import write_text
from parapegma.core.match import Match
from parapegma.errors import IllegalAction, ParapegmaError

COMMANDS = {
    "?": "list what is legal now, numbered",
    "hint": "what a master would do",
    "undo": "take back your last decision",
    "board": "draw the table again",
    "log": "tell what has happened so far",
    "save FILE": "save the record",
    "help": "show these commands",
    "quit": "leave",
}


class Leave(Exception):
    """The people want to stop."""


class Table:
    """One match at one terminal."""

    def __init__(self, match: Match, bots: dict[int, str], record: Path | None = None) -> None:
        self.match = match
        self.bots = bots
        self.people = [seat for seat in range(match.players) if seat not in bots]
        self.record = record
        self.runner = BotRunner(match.game)
        self.console = Console(highlight=False)
        self.interactive = sys.stdin.isatty()
        self._session: Any = None
        self._told = 0
        self._drawn = False
        self._looking: int | None = None
        self._hurried: set[str] = set()
        """Bots of which it was said that they have too little time."""

    def play(self) -> int:
        """Play to the end, or until somebody leaves."""
        try:
            while not self.match.over:
                self._decide()
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print("\nLeaving the table.")
            self._offer_to_save()
            return 0
        self._tell(self._only_person())
        self._draw(self._only_person())
        self.console.print(result(self.match))
        self._offer_to_save()
        return 0

    def _decide(self) -> None:
        actor = self.match.actor
        assert actor is not None
        if actor not in self.people:
            self._let_decide(self.bots[actor])
            return
        if len(self.people) > 1 and self._looking != actor:
            self._hand_over(actor)
        self._looking = actor
        self._tell(actor)
        if not self._drawn:
            self._draw(actor)
        self._ask(actor)

    def _let_decide(self, bot: str) -> None:
        evaluation = self.runner.ask(bot, self.match.position, len(self.match))
        if evaluation.hurried and bot not in self._hurried:
            self._hurried.add(bot)
            self.console.print(
                f"[dim]This machine is slow now: {escape(bot)} thinks less than it should.[/dim]"
            )
        self.match.act(evaluation.action)

    def _hand_over(self, seat: int) -> None:
        """Several people at one terminal: nobody should see another's hand."""
        if self.interactive:
            self.console.clear()
            self._read(f"Seat {seat} is next. Press Enter when only seat {seat} is looking. ", [])
            self.console.clear()

    def _tell(self, seat: int | None) -> None:
        """What happened since somebody last looked."""
        for line in account(self.match, seat, since=self._told):
            self.console.print(line)
        self._told = len(self.match.decisions) + 1

    def _draw(self, seat: int | None) -> None:
        self._drawn = True
        view = self.match.position.view(seat)
        decides = seat is not None and seat == self.match.actor
        legal = self.match.legal_actions() if decides else []
        self.console.print()
        self.console.print(self.match.game.drawings.text(view, legal))
        if decides:
            self.console.print(f"[bold]{escape(view.asked)}[/bold]")

    def _ask(self, seat: int) -> None:
        """One decision of a person; commands in between change nothing."""
        legal = self.match.legal()
        line = self._read(f"seat {seat}> ", [*legal, *(command.split()[0] for command in COMMANDS)])
        words = line.split()
        if not words:
            return
        if words[0] in {command.split()[0] for command in COMMANDS}:
            self._command(words, seat)
            return
        if line.isdecimal() and 1 <= int(line) <= len(legal):
            line = legal[int(line) - 1]
        try:
            self.match.act(line, seat)
            self._drawn = False
        except IllegalAction as error:
            self.console.print(f"[red]{escape(str(error))}[/red]")

    def _command(self, words: list[str], seat: int) -> None:
        if words[0] == "?":
            numbered = [f"{n:>3} {escape(text)}" for n, text in enumerate(self.match.legal(), start=1)]
            self.console.print(Columns(numbered, padding=(0, 3), column_first=True))
        elif words[0] == "hint":
            self._hint()
        elif words[0] == "undo":
            self._undo()
        elif words[0] == "board":
            self._draw(seat)
        elif words[0] == "log":
            for line in account(self.match, seat):
                self.console.print(line)
        elif words[0] == "save":
            self._save(Path(words[1]) if len(words) > 1 else self._file())
        elif words[0] == "quit":
            raise Leave
        else:
            for command, meaning in COMMANDS.items():
                self.console.print(f"  [bold]{command:<10}[/bold] {meaning}")
            self.console.print(
                "  Anything else is a decision in notation; Tab completes, a number picks from ?."
            )

    def _hint(self) -> None:
        """What a master would do here, and why."""
        prepare_bots(self.match.game)
        told = advice(self.match.position, self.match.ask("master"))
        self.console.print(f"A master would choose: [bold]{escape(told.action.notation)}[/bold]")
        if len(told.considered) > 1:
            tried = ", ".join(
                f"{escape(each.action.notation)} {each.share:.0%}" for each in told.considered[:4]
            )
            self.console.print(f"  thought went to: {tried}")
            chances = ", ".join(f"seat {seat} {value:.0%}" for seat, value in enumerate(told.values))
            self.console.print(f"  outlook: {chances}")
            line = ", ".join(f"{seat}: {escape(action.notation)}" for seat, action in told.line[:6])
            self.console.print(f"  it may go on: {line}")

    def _undo(self) -> None:
        """Back to the last decision a person made."""
        for number in range(len(self.match.decisions) - 1, -1, -1):
            if self.match.decisions[number].seat in self.people:
                self.match.rewind(number)
                self._told = len(self.match.decisions) + 1
                self._drawn = False
                return
        self.console.print("There is nothing to take back.")

    def _read(self, prompt: str, words: list[str]) -> str:
        if not self.interactive:
            self.console.print(prompt, end="")
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            self.console.print(escape(line.rstrip("\n")))
            return line.strip()
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter

        if self._session is None:
            self._session = PromptSession()
        completer = WordCompleter(words, sentence=True, match_middle=True)
        answer: str = self._session.prompt(prompt, completer=completer, complete_while_typing=False)
        return answer.strip()

    def _offer_to_save(self) -> None:
        if self.record is not None:
            self._save(self.record)
        elif not self.match.decisions:
            return
        elif not self.interactive:
            self.console.print("The record is not saved; --record FILE would save it.")
        else:
            file = self._file()
            try:
                answer = input(f"Save the record as {file}? [y/N] ")
            except (EOFError, KeyboardInterrupt):
                answer = ""
            if answer.strip().lower() in {"y", "yes"}:
                self._save(file)

    def _save(self, file: Path) -> None:
        try:
            write_text(file, self.match.record())
            self.console.print(f"Saved as {escape(str(file))}.")
        except ParapegmaError as error:
            self.console.print(f"[red]{escape(str(error))}[/red]")

    def _file(self) -> Path:
        seed = "".join(letter if letter.isalnum() else "-" for letter in str(self.match.seed))
        return Path(f"{self.match.game.name}-{seed}.txt")

    def _only_person(self) -> int | None:
        return self.people[0] if len(self.people) == 1 else None
