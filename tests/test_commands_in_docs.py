"""Commands, paths, settings, links, headings and decisions named in documents exist."""

import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.apps import apps
from django.core.management import get_commands

from games.registry import GAMES
from tests.project_files import ROOT, project_files

GIVEN = re.compile(
    r"(?P<make>(?:^|[`&]) ?make +(?P<target>[a-z]+)\b)"
    r"|(?:manage\.py|density-manage) (?P<command>[a-z][a-z_]+)\b"
    r"|python -m (?P<module>[a-z][\w.]+\w)"
    r"|pytest (?:--[\w=]+ )*(?P<test>tests/[\w/.]+)",
    re.MULTILINE,
)
BLOCK = re.compile(r"```\w*\n.*?```|`[^`\n]+`", re.DOTALL)
FOLDERS = "accounts|bench|density|docs|games|matchmaking|templates|tests"
PATH = re.compile(
    r"(?<![\w/.:@<>-])(?:\w[\w./-]*\.(?:py|js|css|html|md|json|txt|sh|yml)\b"
    rf"|(?:{FOLDERS})/[\w./-]*\w(?![\w*<]))"
)
SETTING = re.compile(r"\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b")
LINK = re.compile(r"\]\(([^)\s#]*)(?:#([^)\s]+))?\)")
# created by the site or an operator
NOT_OURS = {"manifest.json", "contact.txt", "imprint.txt", "imprint.de.txt", "privacy.txt"}
HISTORY = {"CHANGELOG.md", "UPGRADING.md"}  # documents that also name deleted things
LONGEST_DECISION = 26
LONGEST_CHANGE = 25  # not commands


@cache
def read_documents() -> dict[Path, str]:
    paths = project_files("README.md", "docs/*.md")
    return {path: path.read_text(encoding="utf-8") for path in paths}


def find_names(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yield the document and each name in it that the pattern finds in code."""
    for path, text in read_documents().items():
        if path.name not in HISTORY:
            for code in re.findall(r"`([^`\n]+)`", text):
                yield from ((path.name, name) for name in pattern.findall(code))


def missing_commands() -> Iterator[str]:
    """Yield commands in documents and advice that do not exist."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    commands = set(get_commands())
    for path, text in read_documents().items():
        if path.name == "CHANGELOG.md":
            continue
        for block in BLOCK.findall(text):
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
    assert list(missing_commands()) == []


def test_every_path_of_the_documents_is_there() -> None:
    parts = [path.relative_to(ROOT).parts for path in project_files()]
    ours = {
        "/".join(part[start:end])
        for part in parts
        for start in range(len(part))
        for end in range(start + 1, len(part) + 1)
    }
    assert [found for found in find_names(PATH) if found[1] not in ours | NOT_OURS] == []


def test_every_setting_of_the_documents_is_there() -> None:
    sources = project_files("*.py", "*.sh", "*.js", "docs/deploy/*", ".github/*", "Makefile")
    names = {name for path in sources for name in SETTING.findall(path.read_text("utf-8"))}
    assert [found for found in find_names(SETTING) if found[1] not in names] == []


def test_the_defaults_of_the_documents_are_those_of_the_settings() -> None:
    sources = "".join(path.read_text("utf-8") for path in project_files("density/*.py"))
    defaults = dict(re.findall(r'environment\.\w+\("(\w+)", "?([\w.:/]+)[",)]', sources))
    row = re.compile(r"^\| `([A-Z_]+)` \| `?(\d+|console|WARNING|console://)`? \|", re.MULTILINE)
    pages = [read_documents()[ROOT / "docs" / name] for name in ("DEPLOY.md", "OBSERVABILITY.md")]
    listed = [found for page in pages for found in row.findall(page)]
    assert {"LIMITS", "HSTS_DAYS", "LOG_FORMAT", "EMAIL_URL"} <= dict(listed).keys()
    assert [found for found in listed if defaults.get(found[0], found[1]) != found[1]] == []


def heading_anchors(text: str) -> list[str]:
    """Return the anchors that GitHub gives the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.M)
    return [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings]


def test_every_link_of_the_documents_leads_somewhere() -> None:
    broken = []
    for path, text in read_documents().items():
        for target, anchor in LINK.findall(text):
            if ":" not in target:
                file = (path.parent / target).resolve() if target else path
                known = not anchor or (
                    file in read_documents() and anchor in heading_anchors(read_documents()[file])
                )
                if not (file.exists() and known):
                    broken.append(f"{path.name}: {target}#{anchor}")
    assert broken == []


def test_decisions_are_short_and_the_index_has_their_titles_and_states() -> None:
    folder = ROOT / "docs" / "decisions"
    index = read_documents()[folder / "README.md"]
    pages = [
        path for path in read_documents() if path.parent == folder and path.name != "README.md"
    ]
    for path in pages:
        title, _, status, *_ = lines = read_documents()[path].splitlines()
        number = int(path.name.split("-")[0])
        assert title.startswith(f"# {number}. "), path.name
        assert status.startswith("Status: "), path.name
        state = status.removeprefix("Status: ").removesuffix(".")
        row = f"| [{title[2:]}]({path.name}) | {state[0].lower()}{state[1:]} |"
        assert row in index, f"docs/decisions/README.md has no line {row}"
        assert len(lines) <= LONGEST_DECISION, path.name
    assert index.count("\n| [") == len(pages)


def test_the_contents_of_the_protocol_are_its_headings() -> None:
    text = read_documents()[ROOT / "docs" / "PROTOCOL.md"]
    contents = text.partition("<!-- contents: begin -->")[2].partition("<!-- contents: end -->")[0]
    # every link to it leads to a heading
    assert re.findall(r"\(#(.+)\)$", contents, re.MULTILINE) == heading_anchors(text)[1:]


def test_the_decision_about_the_strength_of_ai_players_has_their_ratings() -> None:
    (page,) = (text for path, text in read_documents().items() if path.name.startswith("0068-"))
    for slug in ("density-deck", "rps-extreme"):
        for rating in GAMES[slug].ai_ratings.values():
            assert re.search(rf"\b{rating}\b", page), f"{slug}: {rating}"


def test_a_version_has_a_date_and_a_change_is_a_short_line() -> None:
    lines = read_documents()[ROOT / "docs" / "CHANGELOG.md"].splitlines()
    versions = [line for line in lines if line.startswith("## ")]
    dated = re.compile(r"## (Unreleased|\d+\.\d+\.\d+, \d{4}-\d\d-\d\d)")
    assert [line for line in versions if not dated.fullmatch(line)] == []
    changes = [line for line in lines if line.startswith("- ")]
    assert [line for line in changes if len(line.split()) > LONGEST_CHANGE + 1] == []
    assert [line for line in lines if line.startswith(" ")] == []


def test_the_architecture_names_every_model() -> None:
    text = read_documents()[ROOT / "docs" / "ARCHITECTURE.md"]
    table = text.partition("\n## Tables of the database\n")[2].partition("\n## ")[0]
    ours = [apps.get_app_config(label) for label in ("accounts", "games", "matchmaking")]
    models = {model.__name__ for app in ours for model in app.get_models()}
    assert models <= set(re.findall(r"`(\w+)`", table))
