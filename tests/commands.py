"""Management commands, as an operator sees them."""

from io import StringIO

from django.core.management import call_command


def run_command(*words: str) -> str:
    """What a command says: its output, or its sentence as it fails."""
    output = StringIO()
    try:
        call_command(*words, stdout=output)
    except SystemExit as stopped:
        assert output.getvalue() == ""
        return f"exit 1: {stopped.code}"
    return output.getvalue()
