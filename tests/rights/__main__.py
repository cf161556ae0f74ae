"""Writes docs/RIGHTS.md from the tables of rights: `python -m tests.rights`."""

from tests.rights import tables

tables.PAGE.write_text(tables.page())
