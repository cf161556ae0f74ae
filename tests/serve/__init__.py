"""The one command, really started."""
