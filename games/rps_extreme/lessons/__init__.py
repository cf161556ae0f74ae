"""The examples of the rules page, computed by the rules themselves."""
