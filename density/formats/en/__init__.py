"""US English formats."""
