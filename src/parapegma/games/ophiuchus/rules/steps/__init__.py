"""Ophiuchus: what happens in a turn, one file per topic."""
