"""Puzzles: one turn is clearly better than every other; ``parapegma puzzles make`` finds them."""
