"""A package put on the path with its entry points, as if it had been installed; nothing is fetched."""

from __future__ import annotations

import tomllib
from pathlib import Path


def install(project: Path, place: Path) -> Path:
    """Describe a project's package in ``place`` so that Python finds it there; returns ``place``.

    What pip would write: a folder with the name, the version and the entry points, and a link to the sources.
    """
    described = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    name = described["name"].replace("-", "_")
    about = place / f"{name}-{described['version']}.dist-info"
    about.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {described['name']}\nVersion: {described['version']}\n"
    (about / "METADATA").write_text(metadata, "utf-8")
    groups = [
        "\n".join([f"[{group}]", *(f"{entry} = {value}" for entry, value in entries.items())])
        for group, entries in described.get("entry-points", {}).items()
    ]
    (about / "entry_points.txt").write_text("\n\n".join(groups) + "\n", "utf-8")
    for package in [file.parent for file in project.glob("*/__init__.py")]:
        (place / package.name).symlink_to(package)
    return place
