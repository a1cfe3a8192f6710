"""Ulysses: what happens step by step in a turn, one topic a file."""
