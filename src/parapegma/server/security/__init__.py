"""What keeps strangers out: origins, headers, limits."""
