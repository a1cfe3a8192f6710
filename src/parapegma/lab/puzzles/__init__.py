"""Finding puzzles: positions of bot games in which one turn is clearly better than every other.

Bots play games, and a short search keeps the positions that promise something (``candidates``); ten long
searches from ten seeds must all name the same answer (``prove``). ``make`` spreads that over all cores and
writes down every step, so that it can be stopped at any time and gone on with.
"""
