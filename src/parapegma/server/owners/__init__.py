"""Where several processes serve: which of them a table lives in, and how connections come to it."""
