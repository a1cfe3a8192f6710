"""What ``benchmarks/server.py`` is made of: two servers, one light client for both, and what is counted."""
