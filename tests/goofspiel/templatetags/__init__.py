"""Sentences of Goofspiel as template tags."""
