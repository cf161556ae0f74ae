"""The live table: every change to a game goes through here, and all that is told about it."""
