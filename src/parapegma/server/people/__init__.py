"""Who plays: guests, accounts, sessions and tokens."""
