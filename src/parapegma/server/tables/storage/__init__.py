"""Tables in the database: events and states as rows, loading, checkpoints."""
