"""A streaming replica that pages of the past are read from."""
