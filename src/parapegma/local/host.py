"""The host of tables in a browser: answers what the page asks, in the words of a server.

There is one person, who may sit in several seats, and there are bots. What crosses to the page are texts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec

from parapegma.bots import Evaluation, Limits
from parapegma.core.match import Match
from parapegma.core.position import Position
from parapegma.errors import LibraryError, ParapegmaError
from parapegma.local.analyses import LocalAnalyses
from parapegma.local.bots import LocalBots, Think
from parapegma.local.keeper import Keeper
from parapegma.local.kept_tables import KeptTables
from parapegma.local.routes import ROUTES
from parapegma.local.watchers import Tell, Watcher, Watchers
from parapegma.server.analysis.hints import Hints
from parapegma.server.ids import now
from parapegma.server.problems import Problem
from parapegma.server.protocol import messages as ms
from parapegma.server.tables.commands.answering import command_answer, preview_or_speed
from parapegma.server.tables.messages.updates import TableMessages
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.open_tables import OpenTables

PERSON = "me"
_KEPT_OPEN = 8
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(ms.FromClient)


class LocalHost:
    """Tables in a browser.

    ``tell`` sends a text over a line that the page has opened; ``not_kept`` says why the browser keeps
    nothing; ``think`` has bots think, who answer after ``pause`` seconds at the soonest.
    """

    def __init__(
        self,
        keeper: Keeper,
        tell: Tell,
        not_kept: Callable[[str], None],
        think: Think,
        pause: float = 0.5,
    ) -> None:
        self.person, self.name = PERSON, "Guest"
        self.kept = KeptTables(keeper, not_kept)
        self.tables = OpenTables(self.kept, _KEPT_OPEN)
        self.messages = TableMessages(self.tables, lambda table: self.watchers.present(table.id, PERSON))
        self.watchers = Watchers(self.messages, tell)
        self.tables.subscribe(self.watchers.committed)
        self.bots = LocalBots(self.tables, think, self._refuse_all, pause)
        self.hints = Hints(self._ask_bot)
        self.analyses = LocalAnalyses(self.kept, think)
        self.secret = hashlib.sha256(b"rematches in this browser").hexdigest()
        self._tell = tell

    async def start(self) -> None:
        """Learn which tables there are."""
        await self.kept.read_rows()

    # --- asked once ---------------------------------------------------------------------------

    async def ask(self, method: str, path: str, parameters: str, body: str) -> tuple[int, str]:
        """The status and the text with which a request is answered; all texts are JSON."""
        try:
            route = ROUTES.get((method, path))
            if route is None:
                raise Problem(404, "not-here", "This needs a server.", case="server")
            answer = await route(self, msgspec.json.decode(parameters), msgspec.json.decode(body))
            return 200, _encoder.encode(answer).decode()
        except Problem as problem:
            return problem.body.status, _encoder.encode(problem.body).decode()
        except (ParapegmaError, LibraryError) as error:
            return 500, _encoder.encode(_mistake(error).body).decode()

    # --- lines --------------------------------------------------------------------------------

    async def open_line(self, line: int, table_id: str, since: int, seat: int | None) -> bool:
        """Watch a table over a line; whether there is such a table."""
        try:
            table = await self.tables.open(table_id)
        except Problem:
            return False
        await self.watchers.begin(line, table, Watcher(table_id, Reader(PERSON, seat)), since)
        self.bots.wake(table)
        return True

    def close_line(self, line: int) -> None:
        self.watchers.end(line)

    async def hear(self, line: int, text: str) -> None:
        """Answer what was said over a line."""
        key = None
        try:
            said = _decoder.decode(text)
            key = getattr(said, "key", None)
            await self._answer(line, said)
        except msgspec.DecodeError as error:
            self._refuse(line, Problem(400, "not-understood", str(error)), key)
        except Problem as problem:
            self._refuse(line, problem, key)
        except (ParapegmaError, LibraryError) as error:
            self._refuse(line, _mistake(error), key)

    async def _answer(self, line: int, said: ms.FromClient) -> None:
        watcher = self.watchers[line]
        if isinstance(said, ms.Ping):
            self._put(line, ms.Pong(now()))
        elif isinstance(said, ms.PreviewActions | ms.ChooseBotSpeed):
            answer = await preview_or_speed(self.tables, watcher.table_id, PERSON, said)
            if answer is not None:
                self._put(line, answer)
        elif isinstance(said, ms.Say):
            raise Problem(403, "no-chat", "Nobody else is at this table.", case="alone")
        elif not isinstance(said, ms.Look):
            present = frozenset([PERSON])
            table_id, reader = watcher.table_id, watcher.reader
            answered = await command_answer(
                self.tables, self.messages, table_id, reader, PERSON, self.name, said, present
            )
            self._put(line, answered)

    async def _ask_bot(
        self, position: Position, decisions: int, bot: str, seed: str, limits: Limits, _: str
    ) -> Evaluation:
        return await self.bots.evaluate(Match.resume(position, decisions), bot, seed, limits)

    def _refuse_all(self, table_id: str, problem: Problem) -> None:
        """Said to everyone who watches a table, such as that its bot has failed."""
        for line in self.watchers.lines(table_id):
            self._refuse(line, problem, None)

    def _refuse(self, line: int, problem: Problem, key: str | None) -> None:
        self._put(line, ms.Refused(problem.body, key))

    def _put(self, line: int, message: object) -> None:
        self._tell(line, _encoder.encode(message).decode())

    # --- other tabs ---------------------------------------------------------------------------

    async def changed_elsewhere(self, table_id: str) -> None:
        """Another tab of this browser has written to a table."""
        await self.kept.refresh(table_id)
        table = self.tables.peek(table_id)
        if not await self.kept.has(table_id):
            self.tables.forget(table_id)
        elif table is not None:
            try:
                events = await self.tables.catch_up(table, table.number + 1)
            except Problem as problem:
                self._refuse_all(table_id, problem)
                return
            if events:
                self.watchers.committed(table, events)
            self.bots.wake(table, elsewhere=True)


def _mistake(error: Exception) -> Problem:
    """What should not happen; that the rules themselves cannot be loaded is said as such."""
    if isinstance(error, LibraryError):
        return Problem(500, "library", str(error))
    return Problem(500, "our-mistake", str(error))
