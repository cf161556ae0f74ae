"""Bundling and collecting of static files, and compiling of translations."""
