"""Ptolemaeus: what happens step by step in a turn and a round, one topic a file."""
