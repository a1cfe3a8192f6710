"""How a rate is measured, the same for us and for every peer.

This folder's programs run in the environment of the library they measure, so they import nothing but
that library and this file. Each is started once, pinned to one core, and then asked again and again:

    {"name": "backgammon", "seconds": 2.0}      is answered by
    {"rate": 75100.0}                           or {"error": "..."}

A rate counts per second of processor time, since other programs may share the machine.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from importlib import metadata

Measure = Callable[[float], float]
"""Works for so many seconds and says how many steps it made per second."""


def rate_of(work: Callable[[], float]) -> Measure:
    """The rate of a small piece of work, such as one game, that says how many steps it was."""

    def measure(seconds: float) -> float:
        steps, began = 0.0, time.process_time()
        while True:
            steps += work()
            spent = time.process_time() - began
            if spent >= seconds:
                return steps / spent

    return measure


def serve(makers: Mapping[str, Callable[[], Measure]], package: str) -> None:
    """Answer questions from standard input until it ends; what a measurement needs is made once."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what libraries print must not get between the answers
    _pin()
    made: dict[str, Measure] = {}

    def tell(answer: dict[str, object]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    tell({"version": metadata.version(package), "names": list(makers)})
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            if asked["name"] not in made:
                made[asked["name"]] = makers[asked["name"]]()
                made[asked["name"]](asked["seconds"] / 4)  # warm-up, not counted
            tell({"rate": made[asked["name"]](asked["seconds"])})
        except Exception as error:  # one measurement that fails must not take the others with it
            tell({"error": f"{type(error).__name__}: {error}".splitlines()[0]})


def _pin() -> None:
    """Stay on one core, where the system lets a program say so."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
