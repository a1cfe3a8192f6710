"""How the processes of a server tell each other what happened."""
