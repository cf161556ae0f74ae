"""Declarations match the browser's types, the schema and docs/PROTOCOL.md."""

import json
import re
from typing import Any, get_args

import pytest

from accounts.ratings.leaderboards import Leaderboard
from density.management.commands import protocol as command
from density.platform.declared import hints_of
from games import answers, protocol
from games.density_deck.lessons.practice import PracticeQuestion
from games.density_deck.rules import messages as deck
from games.engine.contract import Json, Refused
from games.live import snapshots
from games.rps_extreme.rules import messages as rps
from matchmaking.protocol import QueueFrame
from tests.declared import find_misfits, paths_of
from tests.project_files import ROOT, project_files
from tests.table.harness import make_users, playing_game

TEXT = (ROOT / "docs" / "PROTOCOL.md").read_text(encoding="utf-8")
# the beginning of the first example of each
EXAMPLES = {
    each: f'{{"type": "{hints_of(each)["type"].__args__[0]}"'
    for each in (
        *(*protocol.FRAMES, protocol.Tables, protocol.ChallengeFrame),
        *(*answers.ANSWERS, QueueFrame),
    )
    if each is not answers.Past
} | {
    Leaderboard: '{"game": "density-deck", "view": ',
    answers.Lesson: '{"steps": [{"name": ',
    answers.Waiting: '{"state": "waiting"',
    PracticeQuestion: '{"kind": "base"',
    deck.Score: '{"base": {"suit": "yellow", "cards": [{"suit"',
    rps.View: '{"match": 3, "round": 2',
}
# the tables of fields, by the line before them
TABLES = {
    "### `snapshot`": (protocol.PageSnapshot,),
    "### Playing again": (protocol.AgainOffer,),
    "## The ranked queue": (QueueFrame,),
    "## Leaderboards": (Leaderboard,),
    "## Replay": (answers.Replay, answers.Review),
    "## The view": (deck.View,),
    "## RPS Extreme": (rps.View,),
}
EVENTS = {"## Events": deck.GameEvent, "## RPS Extreme": rps.GameEvent}


def documented_example(begin: str) -> Json:
    """Return the first example in docs/PROTOCOL.md that begins like this."""
    found: Json
    found, _ = json.JSONDecoder().raw_decode(TEXT[TEXT.index(begin) :])
    return found


def fields_in(title: str) -> set[str]:
    """Return the names in a section's tables of fields."""
    section = re.split(r"\n##+ ", TEXT.split(f"\n{title}\n")[1])[0]
    tables = re.findall(r"\| field \| meaning \|\n\|[-|]+\|\n((?:\|.*\n)+)", section)
    cells = [row.split("|")[1] for table in tables for row in table.splitlines()]
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


@pytest.mark.parametrize("each", [*command.find_scripts()], ids=lambda each: each.module)
def test_the_types_of_the_browser_are_those_that_are_declared(each: command.Written) -> None:
    begin, end = each.marks()
    own = each.script.read_text(encoding="utf-8").split(begin)[1].split(end)[0]
    assert own == each.types(), "run manage.py protocol"


@pytest.mark.parametrize(("kind", "begin"), EXAMPLES.items(), ids=lambda each: str(each)[:40])
def test_a_documented_example_is_what_is_declared(kind: Any, begin: str) -> None:
    assert find_misfits(documented_example(begin), kind) == []


@pytest.mark.parametrize(("title", "kinds"), TABLES.items(), ids=lambda each: str(each)[:40])
def test_a_documented_table_names_declared_fields_only(title: str, kinds: tuple[Any, ...]) -> None:
    declared = {path for kind in kinds for path in paths_of(kind)}
    named = {name.removesuffix("[]") for name in fields_in(title)}
    assert named
    ends = {path[at:] for path in declared for at in (0, *field_starts(path))}
    assert named - ends == set()


@pytest.mark.parametrize(("title", "kinds"), EVENTS.items(), ids=lambda each: str(each)[:20])
def test_the_documented_events_are_the_declared_ones(title: str, kinds: Any) -> None:
    table = TEXT.split(f"\n{title}\n")[1].split("\n| event | fields |\n")[1].split("\n\n")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.MULTILINE))
    documented = {
        name: named_in(re.split("[:;]", strip_parentheses(row))[0]) for name, row in rows.items()
    }
    each_of = {hints_of(kind)["e"].__args__[0]: kind for kind in get_args(kinds)}
    declared = {name: needed_by(kind) - {"e"} for name, kind in each_of.items()}
    assert documented == declared
    # the end of a match documents its seats after their field
    (seat,) = get_args(hints_of(each_of["match_over"])["seats"])
    assert named_in(strip_parentheses(rows["match_over"]).split("`seats[]`:")[1]) == needed_by(seat)


def strip_parentheses(cell: str) -> str:
    """Return a cell without the text in parentheses."""
    return re.sub(r"\([^)]*\)", "", cell)


def named_in(words: str) -> set[str]:
    """Return the names of fields in a text."""
    return set(re.findall(r"`(\w+)(?:\[\])?`", words))


def needed_by(kind: Any) -> set[str]:
    """Return the required fields of a type."""
    return set(kind.__required_keys__)


def field_starts(path: str) -> list[int]:
    """Return the positions at which the fields of a path begin."""
    return [found.end() for found in re.finditer(r"\.", path)]


def test_every_documented_refusal_code_is_in_the_code() -> None:
    section = TEXT.split("\n## Refusal codes\n")[1].split("\n## ")[0]
    cells = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
    ours = project_files("*.py", ":(exclude)tests/*", ":(exclude)bench/*")
    sources = "".join(path.read_text(encoding="utf-8") for path in ours)
    documented = re.findall(r"`([a-z-]+)`", " ".join(cells))
    assert [name for name in documented if f'"{name}"' not in sources] == []


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_is_what_is_declared() -> None:
    users = make_users(2)
    game = playing_game(users, ais=2)
    for viewer in (users[0].pk, None):
        frame = snapshots.make_snapshot(game.pk, viewer)
        assert not isinstance(frame, Refused)
        sent = json.loads(json.dumps(frame))
        assert find_misfits(sent, protocol.Snapshot) == []
