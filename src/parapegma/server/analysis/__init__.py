"""What a bot thinks of a game: hints while it goes on, an analysis after the end."""
