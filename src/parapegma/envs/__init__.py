"""Environments: the games in the forms that learning and search libraries expect."""
