"""A hostile client, built from the docs alone, and a site that must hold against it."""
