"""Permissions of every role for every route and socket message."""
