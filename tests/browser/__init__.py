"""The pages and the live table in a real Chromium, against the whole site."""
