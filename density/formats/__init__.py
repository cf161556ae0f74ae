"""Date and time formats of each language, in addition to Django's."""
