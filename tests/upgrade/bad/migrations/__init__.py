"""One of each sort."""
