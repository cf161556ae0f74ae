"""The engine app: rules, bots, live tables and their pages."""
