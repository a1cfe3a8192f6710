"""boardgame.io's server: installed from npm in a throw-away folder, run by Node, and its clients.

Its clients speak Socket.IO over a WebSocket. Our light client sends and reads what boardgame.io's own client
sends and reads: ``sync`` when it comes, ``update`` to move, ``update`` when something happened.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from load.ours import free_port
from load.playing import Players, Table
from load.sockets import LightSocket, connect

VERSION = "0.50.2"
_PACKAGES = {"boardgame.io": VERSION, "node-persist": "3.1.3"}
"""The second one is what its FlatFile store writes with."""
_STATE_ID = b'"_redo":[],"_stateID":'
_HERE = Path(__file__).parent
TIC_TAC_TOE, CARDS = "tic-tac-toe", "cards"
_PLACES = {
    # A game of nine moves, so that every match takes as many actions as it can.
    TIC_TAC_TOE: (0, 1, 2, 4, 3, 5, 7, 6, 8),
    CARDS: tuple(range(100)),
}
"""Where each move of a game goes; ``cards``, in theirs.js, is like work: a larger state with hidden parts."""


class CannotRun(Exception):
    """Node or the package is not to be had here."""


def install(folder: Path) -> str:
    """Install the package, and say its version and Node's."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        raise CannotRun("Node and npm are needed")
    folder.mkdir(parents=True, exist_ok=True)
    if not all((folder / "node_modules" / name).is_dir() for name in _PACKAGES):
        (folder / "package.json").write_text('{"private": true}\n', "utf-8")
        done = subprocess.run(
            [
                npm,
                "install",
                "--no-audit",
                "--no-fund",
                "--loglevel=error",
                *(f"{name}@{version}" for name, version in _PACKAGES.items()),
            ],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )
        if done.returncode != 0:
            raise CannotRun(f"npm install failed: {done.stderr.strip().splitlines()[-1:]}")
    shutil.copy(_HERE / "theirs.js", folder / "theirs.js")
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return f"boardgame.io {VERSION}, Node {told}"


class Server:
    """Their server in a process of its own; it keeps matches in memory, or in files of a folder."""

    def __init__(self, folder: Path, store: Path | None = None) -> None:
        self.folder, self.port = folder, free_port()
        self._store = [] if store is None else [str(store)]

    def __enter__(self) -> Server:
        self._log = (self.folder / "theirs.log").open("wb")
        self.process = subprocess.Popen(
            ["node", "theirs.js", str(self.port), *self._store],
            cwd=self.folder,
            env={**os.environ, "NODE_ENV": "production"},
            stdout=self._log,
            stderr=self._log,
        )
        end = time.monotonic() + 60
        while "listening" not in (self.folder / "theirs.log").read_text("utf-8"):
            if self.process.poll() is not None or time.monotonic() > end:
                raise CannotRun(f"it did not start: {(self.folder / 'theirs.log').read_text('utf-8')}")
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        os.kill(self.pid, signal.SIGTERM)
        self.process.wait(60)
        self._log.close()

    @property
    def pid(self) -> int:
        """Node's own process: what is called node may be a program that starts it."""
        pid = self.process.pid
        while started := Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split():
            pid = int(started[0])
        return pid


async def sit_down(
    port: int, matches: int, readers: int, round_number: int, game: str = TIC_TAC_TOE, at_once: int = 16
) -> Players:
    """Open so many connections to every match: two players', the others are spectators'."""
    tables = [Table(readers) for _ in range(matches)]
    players = Players(tables)
    gate = asyncio.Semaphore(at_once)

    async def one(n: int, table: Table, reader: int) -> None:
        client = _Client(players, table, reader, f"match-{round_number}-{n}", game)
        async with gate:
            table.sockets.append(await connect(port, "/socket.io/?EIO=4&transport=websocket", client))
            async with asyncio.timeout(60):
                await client.synced

    # Players first: whoever comes to a match that is not there opens it.
    for reader in range(readers):
        await asyncio.gather(*(one(n, table, reader) for n, table in enumerate(tables)))
    await asyncio.sleep(0.5)
    return players


class _Client:
    """One connection, which knows its number of states and when it is to move."""

    __slots__ = ("game", "match", "place", "player", "players", "reader", "socket", "synced", "table")

    def __init__(self, players: Players, table: Table, reader: int, match: str, game: str) -> None:
        self.players, self.table, self.reader, self.match = players, table, reader, match
        self.game, self.place = _PLACES[game], b"/" + game.encode()
        self.player = str(reader) if reader < 2 else None
        self.socket: LightSocket | None = None
        self.synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def hear(self, message: bytes) -> None:
        if message.startswith(b'42%b,["update",' % self.place):
            self._told(_state_id(message))
        elif message == b"2":
            self._say(b"3")
        elif message.startswith(b"0{"):
            self._say(b"40%b," % self.place)
        elif message.startswith(b"40%b," % self.place):
            self._emit("sync", self.match, self.player, None, 2)
        elif message.startswith(b'42%b,["sync",' % self.place):
            # It holds the first state and the present one.
            self._told(0)
            if not self.synced.done():
                self.synced.set_result(None)
        elif message.startswith((b"44", b"41")):
            self.players.problem(message[:300].decode())

    def _told(self, number: int) -> None:
        if self.player == str(number % 2) and number < len(self.game):
            self.table.next = self.act
        self.players.heard(self.table, self.reader, number)

    def act(self) -> None:
        number = self.table.number
        move = {
            "type": "clickCell",
            "args": [self.game[number]],
            "playerID": self.player,
            "credentials": None,
        }
        self._emit("update", {"type": "MAKE_MOVE", "payload": move}, number, self.match, self.player)

    def _emit(self, *words: object) -> None:
        self._say(b"42%b," % self.place + json.dumps(words, separators=(",", ":")).encode())

    def _say(self, text: bytes) -> None:
        assert self.socket is not None
        self.socket.send(text)


def _state_id(message: bytes) -> int:
    # The log that follows the state has such numbers, too.
    start = message.index(_STATE_ID) + len(_STATE_ID)
    end = start
    while message[end : end + 1].isdigit():
        end += 1
    return int(message[start:end])
