#!/usr/bin/env python
"""The command line of the house: `python manage.py serve` starts everything."""

import os
import sys

from django.core.management import execute_from_command_line

from density.environment import BadChoice, adopt_data_folder, keep_private

# these write into the source tree, which others may read
WRITES_SOURCES = {"makemigrations", "words"}


def main() -> None:
    """Run the command that was asked for, on the data folder that was asked for."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "density.settings")
    adopt_data_folder(sys.argv)
    if not WRITES_SOURCES.intersection(sys.argv[1:2]):
        keep_private()
    try:
        execute_from_command_line(sys.argv)
    except BadChoice as trouble:
        raise SystemExit(str(trouble)) from trouble


if __name__ == "__main__":
    main()
