"""What readers of a table are sent. This is the only place that makes messages about a table.

Everything about the game comes from a position's ``view`` and log and, for the seat that decides, its
``legal_actions``, each asked for the reader's own seat. The key of the shuffles is added once the game
is over.
"""
