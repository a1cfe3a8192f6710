"""Which files compiled code is made of: those that compiled modules import, directly or through others.

The rules of every game and the entry points are where compiled code begins; with ``bots``, also heuristics,
search, environments and counting, which lie in folders named ``compiled``. From there imports are followed
through the sources, which are read but not run. A package's own ``__init__`` is followed only where it is
imported by name: it gathers things for people.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from importlib import util
from pathlib import Path

GAME_ENTRY_POINTS = "parapegma.games"
"""Other packages offer games under this entry point group."""

_HOW_RULES_RUN = {
    f"parapegma.core.compiled.{name}"
    for name in ("cache", "interpreted", "library", "library_format", "mode", "sources")
}
"""Modules that run compiled code and are no part of it."""

PACKAGE = Path(__file__).resolve().parents[2]
_OWN = "parapegma"


def data_override() -> Path | None:
    """The folder of replacement data files named by ``PARAPEGMA_DATA``, if any."""
    named = os.environ.get("PARAPEGMA_DATA")
    return Path(named) if named else None


def compiled_files(package: Path = PACKAGE, *, bots: bool, game: str | None = None) -> list[tuple[str, Path]]:
    """The source files behind compiled code, each with the name of its module; all games, or one of ours."""
    roots = _Roots({_OWN: package, **({} if game else games_of_others())})
    waiting = list(roots.starts(bots, game or "*"))
    found: dict[str, Path] = {}
    while waiting:
        module = waiting.pop()
        file = roots.file(module)
        if module in found or module in _HOW_RULES_RUN or file is None:
            continue
        found[module] = file
        waiting += roots.imports(module, file)
    return sorted(found.items())


def data_files(package: Path = PACKAGE) -> list[tuple[str, Path]]:
    """The data files whose numbers are frozen into compiled code, replacements included.

    The weights of heuristics are handed to compiled code when it is called, so they are not among them.
    """
    folders = [*sorted(package.glob("games/*")), *games_of_others().values()]
    if (override := data_override()) is not None and override.is_dir():
        folders.append(override)
    return [
        (f"{folder.name}/{file.relative_to(folder)}", file)
        for folder in folders
        for file in sorted(folder.rglob("*.toml"))
        if file.name != "heuristics.toml"
    ]


class _Roots:
    """Packages whose imports are followed, by their names."""

    def __init__(self, folders: dict[str, Path]) -> None:
        self._folders = folders
        self._files: dict[str, Path | None] = {}

    def starts(self, bots: bool, game: str = "*") -> Iterator[str]:
        """The modules where compiled code begins, for all games or one."""
        own = self._folders[_OWN]
        for file in sorted((own / "core" / "compiled").glob("*.py")):
            yield f"{_OWN}.core.compiled.{file.stem}"
        games = {f"{_OWN}.games.{each.name}": each for each in sorted((own / "games").glob(f"{game}/"))}
        games |= {name: folder for name, folder in self._folders.items() if name != _OWN}
        for name, folder in games.items():
            yield from (f"{name}.rules.{file.stem}" for file in sorted(folder.glob("rules/*.py")))
            yield from (f"{name}.rules" for _ in folder.glob("rules.py"))
            if bots:
                yield f"{name}.heuristics"
        if bots:
            for room in ("bots", "envs", "lab"):
                for file in sorted((own / room / "compiled").glob("*.py")):
                    yield f"{_OWN}.{room}.compiled.{file.stem}"

    def file(self, module: str) -> Path | None:
        """The source of a module; nothing for those of other packages."""
        if module not in self._files:
            self._files[module] = self._find(module)
        return self._files[module]

    def _find(self, module: str) -> Path | None:
        for name, folder in self._folders.items():
            if module == name or module.startswith(f"{name}."):
                place = folder.joinpath(*module.removeprefix(name).split(".")[1:])
                if place.with_suffix(".py").is_file():
                    return place.with_suffix(".py")
                return place / "__init__.py" if (place / "__init__.py").is_file() else None
        return None

    def imports(self, module: str, file: Path) -> Iterator[str]:
        """What a module imports; ``from package import module`` means the module."""
        for name, parts in _imported(file):
            inner = [f"{name}.{part}" for part in parts]
            modules = [each for each in inner if self.file(each) is not None]
            yield from modules
            if len(modules) < len(parts) or not parts:
                yield name


def _imported(file: Path) -> Iterator[tuple[str, list[str]]]:
    """The modules that a file imports, each with the names taken from it."""
    waiting: list[ast.AST] = [_as_far_as_imports_go(file.read_text("utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from ((name.name, []) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            # Relative ones are none of ours: they are not followed.
            if node.module is not None and not node.level:
                yield node.module, [name.name for name in node.names]
        else:
            # Statements lie in statements; to look into every expression would take several times as long.
            for inside in ("body", "orelse", "finalbody", "handlers", "cases"):
                waiting += _statements(getattr(node, inside, None))


def _as_far_as_imports_go(text: str) -> ast.Module:
    """A file taken apart up to its last import: the rest of a hundred files would hold up every start."""
    before, word, after = text.rpartition("import")
    end = ")" if after.lstrip().startswith("(") else "\n"
    try:
        return ast.parse(before + word + after.partition(end)[0] + end)
    except SyntaxError:
        # The word stood elsewhere, such as in a docstring, or something begun there goes on.
        return ast.parse(text)


def _statements(inside: object) -> list[ast.AST]:
    """What lies in a part of a statement; expressions have parts of these names too, but no lists."""
    return inside if isinstance(inside, list) else []


def own_games() -> list[str]:
    """The games of this package, by name."""
    return sorted(file.parent.name for file in (PACKAGE / "games").glob("*/__init__.py"))


def games_of_others() -> dict[str, Path]:
    """The folders of games that other packages offer, by module."""
    found: dict[str, Path] = {}
    for value in sorted(offered_games().values()):
        module = value.partition(":")[0]
        if module.split(".")[0] == _OWN:
            continue
        spec = util.find_spec(module)
        if spec is not None and spec.origin is not None:
            found[module] = Path(spec.origin).resolve().parent
    return found


def offered_games() -> dict[str, str]:
    """The games that packages offer by entry point, by name: ``module:attribute``."""
    if not any(map(_offers_games, sys.path)):
        return {}
    # Takes as long to import as NumPy, nearly always to find nothing: hence the quick look before.
    from importlib import metadata

    return {entry.name: entry.value for entry in metadata.entry_points(group=GAME_ENTRY_POINTS)}


def _offers_games(folder: str) -> bool:
    """Whether a package that is installed in a folder speaks of games; archives are not looked into."""
    try:
        names = os.listdir(folder or ".")
    except NotADirectoryError:
        return True
    except OSError:
        return False
    for name in names:
        if name.endswith((".dist-info", ".egg-info")):
            try:
                with open(os.path.join(folder, name, "entry_points.txt"), "rb") as file:
                    if GAME_ENTRY_POINTS.encode() in file.read():
                        return True
            except OSError:
                continue
    return False
