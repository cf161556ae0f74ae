"""What may happen at a running table: each a function of a position."""
