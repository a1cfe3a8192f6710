"""Open connections: who watches which table, and how news reaches them."""
