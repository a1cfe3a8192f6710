"""Fifth Game: what a table chooses before it deals."""

from parapegma.core.options import Option

OPTIONS = (Option("hand_size", 3, range(2, 6), "cards dealt to each player"),)
