"""The lessons match the rules."""
