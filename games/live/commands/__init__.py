"""The commands of a running table: each a function of a position."""
