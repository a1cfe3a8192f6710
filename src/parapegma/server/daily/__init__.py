"""The deals of the day: one of each game for everyone, played once and compared (docs/puzzles.md)."""
