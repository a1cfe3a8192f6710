"""The compiled part of thinking players: playouts, the search tree, looking a turn ahead."""
