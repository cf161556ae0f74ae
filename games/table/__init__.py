"""The live table: every change to a game, and every message about it, is made here."""
