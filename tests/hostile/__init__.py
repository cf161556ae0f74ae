"""A hostile client, built from the docs alone, against a site that must withstand it."""
