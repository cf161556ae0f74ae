"""Runs management commands."""

from io import StringIO

from django.core.management import call_command


def run_command(*words: str) -> str:
    """Return the output of a command, or the sentence with which it fails."""
    output = StringIO()
    try:
        call_command(*words, stdout=output)
    except SystemExit as stopped:
        assert output.getvalue() == ""
        return f"exit 1: {stopped.code}"
    return output.getvalue()
