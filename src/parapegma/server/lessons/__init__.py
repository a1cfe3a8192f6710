"""Guided first games and coach marks: lessons are data, played by the rules (docs/lessons.md)."""
