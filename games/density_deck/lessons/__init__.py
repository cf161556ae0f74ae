"""The content of the learn pages, computed by the rules themselves."""
