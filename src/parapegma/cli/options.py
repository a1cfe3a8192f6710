"""What several commands read alike: options of a game, lists of bots, and seeds."""

from __future__ import annotations

from collections.abc import Iterable

from parapegma.errors import OptionError


def given_options(words: Iterable[str]) -> dict[str, str]:
    """Options written NAME=VALUE.

    >>> given_options(["deal=full"])
    {'deal': 'full'}
    """
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = (part.strip() for part in word.partition("="))
        if not equals or not name:
            raise OptionError(f"{word!r} is not an option; an option is written NAME=VALUE")
        if name in options:
            raise OptionError(f"the option {name} is given twice")
        options[name] = value
    return options


def bot_list(text: str) -> list[str]:
    """Bots separated by commas; commas within brackets belong to a bot's name.

    >>> bot_list("greedy[claim=300,pace=2], random")
    ['greedy[claim=300,pace=2]', 'random']
    """
    names, depth = [""], 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == "," and depth == 0:
            names.append("")
        else:
            names[-1] += letter
    return [name.strip() for name in names if name.strip()]


def seed_given(text: str) -> int | str:
    """A seed as a number if it is one, otherwise as a word.

    >>> seed_given("7"), seed_given("seven")
    (7, 'seven')
    """
    word = text.strip()
    if not word:
        raise OptionError("a seed is a whole number or a word, not nothing")
    return int(word) if word.lstrip("-").isdecimal() else word
