"""Sites that leak on purpose, to see that a soak finds them out."""
