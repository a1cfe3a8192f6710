"""Bots in seats: they think in threads of their own, never in the event loop."""
