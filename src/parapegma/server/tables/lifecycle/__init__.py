"""How tables begin, and what is done with them beside playing: going on, meeting again, watching again."""
