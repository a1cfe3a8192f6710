"""Pacal's Rocket: what a seat knows (section 6 of the specification).

Nothing on the table is secret: what ships hold was seen by all when it was put there, so whoever
remembers knows it, also when people are not shown it (R-17). Only the coming rolls are unknown.
"""

from parapegma.core.compiled.events import clear_events
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import set_key


@rule
def determinize(s, seat, key):
    """Roll the die anew from now on; the table stays as it is."""
    clear_events(s)
    set_key(s, key)
