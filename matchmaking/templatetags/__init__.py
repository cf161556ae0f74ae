"""Template tags of the ranked queue."""
