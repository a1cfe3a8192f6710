"""The table server: people who are not in one room play together. It names no game."""
