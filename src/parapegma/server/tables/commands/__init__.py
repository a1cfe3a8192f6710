"""What people and bots can do at a table. A command is a plain function of the table; it changes nothing."""
