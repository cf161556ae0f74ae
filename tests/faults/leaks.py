"""The logs of a run are looked through for what no log line may contain."""

import re
from pathlib import Path


def leaks(folder: Path, patterns: list[str]) -> list[str]:
    """The lines of web servers and workers that match one of these patterns."""
    private = re.compile("|".join(patterns))
    return [
        f"{log.name}: {line.strip()}"
        for log in sorted((folder / "logs").glob("w*.log"))
        for line in log.read_text(errors="replace").splitlines()
        if private.search(line)
    ]
