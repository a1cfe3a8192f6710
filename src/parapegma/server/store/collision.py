"""What is raised when someone else has written first."""

from __future__ import annotations


class Collision(Exception):
    """Someone else has written what this change wanted to write."""
