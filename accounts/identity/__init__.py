"""The identity of a user: log-in, sessions, guests, forms, second factor."""
