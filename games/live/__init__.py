"""The running game: what changes it, and what each viewer is sent."""
