"""Every command that a document gives is there: of make, of manage.py, modules and tests."""

import importlib.util
import re
from collections.abc import Iterator

from django.core.management import get_commands

from tests.project_files import ROOT, project_files

GIVEN = re.compile(
    r"(?P<make>(?:^|[`&]) ?make +(?P<target>[a-z]+)\b)"
    r"|(?:manage\.py|density-manage) (?P<command>[a-z][a-z_]+)\b"
    r"|python -m (?P<module>[a-z][\w.]+\w)"
    r"|pytest (?:--[\w=]+ )*(?P<test>tests/[\w/.]+)",
    re.MULTILINE,
)
BLOCK = re.compile(r"```\w*\n.*?```|`[^`\n]+`", re.DOTALL)


def missing() -> Iterator[str]:
    """Commands of documents and of advice in code that are not there."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    commands = set(get_commands())
    for path in project_files("README.md", "docs/*.md"):
        if path.name == "CHANGELOG.md":
            continue
        for block in BLOCK.findall(path.read_text(encoding="utf-8")):
            for found in GIVEN.finditer(block):
                module, test = found["module"], found["test"]
                known = (
                    found["target"] in targets
                    or found["command"] in commands
                    or (module and importlib.util.find_spec(module))
                    or (test and (ROOT / test).exists())
                )
                if not known:
                    yield f"{path.relative_to(ROOT)}: {found[0].strip()}"


def test_every_command_of_the_documents_is_there() -> None:
    assert list(missing()) == []
