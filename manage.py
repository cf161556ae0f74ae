#!/usr/bin/env python
"""The command line of the house: `python manage.py serve` starts everything."""

import os
import sys

from django.core.management import execute_from_command_line

from density.environment import BadChoice, adopt_data_folder


def main() -> None:
    """Run the command that was asked for, on the data folder that was asked for."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "density.settings")
    adopt_data_folder(sys.argv)
    try:
        execute_from_command_line(sys.argv)
    except BadChoice as trouble:
        raise SystemExit(str(trouble)) from trouble


if __name__ == "__main__":
    main()
