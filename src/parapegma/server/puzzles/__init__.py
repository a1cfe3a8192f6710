"""Puzzles while they are solved: a prepared position, tries that are judged, and why the answer is best."""
