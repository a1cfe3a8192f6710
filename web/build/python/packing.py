"""Which modules a browser needs, compiled: runs in the browser's own Python while the site is built."""

import importlib._bootstrap_external as bootstrap
import importlib.util
import io
import json
import sys
import zipfile
from pathlib import Path
from types import CodeType

APP = Path("/app")
# Loaded only now and then, or only by what a browser itself does.
ALSO = ["astronomy", "astronomy.astronomy"]
ALSO_OF_LIBRARY = ["encodings.utf_8", "encodings.ascii", "encodings.latin_1", "encodings.idna", "stringprep"]
NEVER = ("packing", "parapegma.browser.walkthrough")
# Entries of a code's table of lines: this kind has no line, for up to so many steps.
_NO_LINE, _AT_MOST = 0x80 | 15 << 3, 8
_DATE = (1980, 1, 1, 0, 0, 0)


async def take_tour():
    """Load all that is needed by asking for all that can be asked for."""
    import parapegma.local.in_worker as entry
    from parapegma.browser.walkthrough import in_the_same_way

    entry.load()
    for game, seats in (
        ("ophiuchus", ["me", "adept"]),
        ("pacal", ["me", "greedy"]),
        ("ptolemaeus", ["me", "master"]),
        ("ulysses", ["me", "novice", "random"]),
    ):
        await in_the_same_way(game, seats, 4, help_too=True)


def read_networks():
    """Fail here rather than in a browser if a game comes with a network that does not fit it."""
    from parapegma.bots.network import has_network, network_of
    from parapegma.core.game import all_games

    for game in filter(has_network, all_games()):
        network_of(game)


def pack():
    """The modules of this program as one file, and those of the standard library as an archive."""
    own, library = [], []
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file is None or name in NEVER or not file.endswith(".py"):
            continue
        (own if file.startswith("/app/") else library).append((name, Path(file)))
    known = {name for name, _ in own}
    for name in ALSO:
        spec = importlib.util.find_spec(name) if name not in known else None
        if spec is not None:
            own.append((name, Path(spec.origin)))
    entries = [
        (str(file.relative_to(APP).with_suffix(".pyc")), _compiled(file.read_bytes(), file))
        for _, file in own
    ]
    entries += [
        (str(file.relative_to(APP)), file.read_bytes())
        for data in ("games/*/data/*.toml", "server/lessons/data/*.toml", "puzzles/data/*.jsonl")
        for file in sorted(APP.glob(f"parapegma/{data}"))
    ]
    return {"app": _pack(entries), "library": _library()}


def _compiled(source, file, optimize=2):
    """A module as code that is loaded without its source."""
    code = _without_lines(compile(source, str(file), "exec", dont_inherit=True, optimize=optimize))
    return bytes(bootstrap._code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def _without_lines(code):
    """Code that does not know its lines, a third of it all; where something fails, functions are named."""
    inner = tuple(_without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=inner, co_linetable=_no_lines(len(code.co_code) // 2))


def _no_lines(steps):
    """A table that knows no line of so many steps. An empty one is none: who tells of an error reads it."""
    whole, rest = divmod(steps, _AT_MOST)
    return bytes([_NO_LINE | _AT_MOST - 1]) * whole + (bytes([_NO_LINE | rest - 1]) if rest else b"")


def _pack(entries):
    head = json.dumps([[name, len(content)] for name, content in entries]).encode() + b"\n"
    return head + b"".join(content for _, content in entries)


def _library():
    """The part of the standard library that was loaded, compiled: a first start compiles nothing."""
    found = io.BytesIO()
    loaded = set(sys.modules) | set(ALSO_OF_LIBRARY)
    with zipfile.ZipFile(_archive()) as whole, zipfile.ZipFile(found, "w", zipfile.ZIP_STORED) as part:
        for name in sorted(whole.namelist()):
            stem = name.removesuffix(".pyc").removesuffix(".py").removesuffix("/__init__")
            wanted = name.endswith((".py", ".pyc")) and stem.replace("/", ".") in loaded
            if not wanted and not name.startswith("_sysconfigdata"):
                continue
            content = whole.read(name)
            if name.endswith(".py"):
                # Pyodide reads the texts that describe its own modules.
                optimize = 0 if name.startswith(("_pyodide/", "pyodide/")) else 2
                name, content = f"{name}c", _compiled(content, name, optimize)
            part.writestr(zipfile.ZipInfo(name, _DATE), content)
    return found.getvalue()


def _archive():
    return next(place for place in sys.path if place.endswith(".zip"))
