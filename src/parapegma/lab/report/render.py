"""The template engine of all reports: what is written into a page is escaped unless it is markup already."""

from __future__ import annotations

import functools
from typing import Any

from parapegma.extras import load_extra
from parapegma.lab.report import formats


def render(template: str, extra: str, **values: Any) -> str:
    """A page from a template of this package; ``extra`` is what to install where the engine is missing."""
    load_extra("jinja2", extra, "a report in HTML")
    text: str = _environment().get_template(template).render(**values)
    return text


def markup(text: str) -> Any:
    """A piece of a page that is not escaped again, such as a picture."""
    return load_extra("markupsafe", "balance", "a report in HTML").Markup(text)


@functools.cache
def _environment() -> Any:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("parapegma.lab.report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(formats.FILTERS)
    environment.globals["ORDINALS"] = formats.ORDINALS
    return environment
