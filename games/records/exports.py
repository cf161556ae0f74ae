"""Monthly files of all ranked games, for anyone to download (docs/RECORD.md).

A file has one record per line and is compressed with Zstandard. A month with many games has several
files, because a web process holds a file in memory while it sends it.
"""

import fcntl
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from hashlib import file_digest, sha256
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple, Self, TypedDict

import orjson
import zstandard
from django.conf import settings
from django.db.models import Count, Q, QuerySet, Sum

from games.engine.contract import Json
from games.models import Game, Seat
from games.records import game_log

FORMAT, INDEX, ENDING = "monthly-records/1", "index.json", ".jsonl.zst"
# the most games of a file
MOST_GAMES = 2000
# how long after the end of a month its file is made
GRACE = timedelta(hours=1)
# ids of games that are in memory at once
CHUNK = 500
# of compression: half a second for a thousand games
LEVEL = 12
# of a fingerprint in the index
MARK_DIGITS = 16
_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])")


class ExportFile(TypedDict):
    """A file of the index: its name, month, number of games, size in bytes and SHA-256.

    `unnamed` is a fingerprint of the seats in the month whose players have no name here.
    """

    file: str
    month: str
    games: int
    bytes: int
    sha256: str
    made_at: str
    unnamed: str


class ExportIndex(TypedDict):
    """All files, newest month first."""

    format: str
    files: list[ExportFile]


class Month(NamedTuple):
    """A calendar month in UTC."""

    year: int
    month: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the month in a text like "2026-10". Raises ValueError with a sentence."""
        numbers = _MONTH.fullmatch(text)
        if numbers is None or numbers[1] == "0000":
            raise ValueError(f"{text} is not a month like 2026-10.")
        return cls(int(numbers[1]), int(numbers[2]))

    @classmethod
    def before(cls, now: datetime) -> Self:
        """Return the month before the one of this time."""
        last_day = now.astimezone(UTC).replace(day=1) - timedelta(days=1)
        return cls(last_day.year, last_day.month)

    @property
    def begins(self) -> datetime:
        """The first moment of the month."""
        return datetime(self.year, self.month, 1, tzinfo=UTC)

    @property
    def ends(self) -> datetime:
        """The first moment of the next month."""
        return (self.begins + timedelta(days=32)).replace(day=1)


def export_folder() -> Path:
    """Return the folder of the files that the site offers."""
    return Path(settings.DATA_DIR) / "exports"


def read_index(folder: Path) -> ExportIndex:
    """Return the index of a folder; an empty one before the first file."""
    index: ExportIndex = {"format": FORMAT, "files": []}
    if (folder / INDEX).exists():
        index = orjson.loads((folder / INDEX).read_bytes())
    return index


def export_last_month(now: datetime) -> list[ExportFile]:
    """Write the files of last month, unless they exist or another process writes files."""
    folder, month = export_folder(), Month.before(now - GRACE)
    exists = any(file["month"] == str(month) for file in read_index(folder)["files"])
    if not exists and _find_games(month).exists():
        with suppress(BlockingIOError):
            return write_month(month, folder, now)
    return []


def renew_month(now: datetime) -> list[ExportFile]:
    """Write the files of one month again in which players lost their name, or have it back.

    The oldest files come first. Files without a change, or while another process writes, stay.
    """
    folder = export_folder()
    files = sorted(read_index(folder)["files"], key=itemgetter("made_at"))
    for name, unnamed in {file["month"]: file.get("unnamed") for file in files}.items():
        month = Month.read(name)
        if unnamed != _mark_unnamed(month):
            with suppress(BlockingIOError):
                return write_month(month, folder, now)
    return []


def write_month(month: Month, folder: Path, now: datetime) -> list[ExportFile]:
    """Write the files of a month and the index; replace those of an earlier call.

    Only one record is in memory at a time. Players who have deleted their account or hide their
    games have no name in it. Games whose moves are in an archive are left out. Raises
    BlockingIOError while another process writes to the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _lock_folder(folder):
        # before the names are read: a later change makes the files due again
        unnamed = _mark_unnamed(month)
        lines, files = _read_lines(month), list[ExportFile]()
        for line in lines:
            number = len(files) + 1
            name = f"{month}{f'-{number}' if number > 1 else ''}{ENDING}"
            rest = islice(lines, MOST_GAMES - 1)
            games = chain([line], rest)
            files.append(_write_file(month, folder / name, games, now, unnamed))
        _publish_files(folder, month, files)
    return files


def _find_games(month: Month) -> QuerySet[Game]:
    """Return the ranked games that finished in a month and that everyone may read."""
    return Game.objects.filter(
        status=Game.Status.FINISHED,
        rated=True,
        for_bots=False,
        watchable=True,
        finished_at__gte=month.begins,
        finished_at__lt=month.ends,
    )


def _mark_unnamed(month: Month) -> str:
    """Return a fingerprint of the seats of a month whose players have no name in its files."""
    seats = Seat.objects.filter(game__in=_find_games(month)).exclude(kind=Seat.Kind.AI)
    unnamed = seats.filter(Q(user=None) | Q(user__hides_history=True))
    numbers = unnamed.order_by().aggregate(count=Count("pk"), total=Sum("pk"))
    return sha256(repr(sorted(numbers.items())).encode()).hexdigest()[:MARK_DIGITS]


def _read_lines(month: Month) -> Iterator[bytes]:
    """Yield the records of a month, oldest first, each as a line."""
    games = _find_games(month).order_by("finished_at", "pk").values_list("pk", flat=True)
    for game_id in games.iterator(CHUNK):
        with suppress(Game.DoesNotExist):
            record = _with_public_names(game_log.read_record(game_id))
            yield orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)


def _with_public_names(record: Json) -> Json:
    """Return a record with the current names of its players, "" for those who have none here."""
    seats = Seat.objects.filter(game=record["id"]).exclude(kind=Seat.Kind.AI)
    names = {
        seat.index: "" if seat.user is None or seat.user.hides_history else seat.user.name
        for seat in seats.select_related("user")
    }
    seated = [{**seat, "name": names.get(seat["seat"], seat["name"])} for seat in record["seats"]]
    return {**record, "seats": seated}


def _partial(path: Path) -> Path:
    """Return where a file is written before it takes the place of an old one."""
    return path.with_suffix(".new")


def _write_file(
    month: Month, path: Path, lines: Iterator[bytes], now: datetime, unnamed: str
) -> ExportFile:
    """Write lines to a new file, which does not replace the one at `path` yet."""
    games = 0
    with _partial(path).open("wb") as target:
        with zstandard.ZstdCompressor(LEVEL).stream_writer(target, closefd=False) as writer:
            for line in lines:
                writer.write(line)
                games += 1
        size = target.tell()
    with _partial(path).open("rb") as written:
        digest = file_digest(written, "sha256").hexdigest()
    return {
        "file": path.name,
        "month": str(month),
        "games": games,
        "bytes": size,
        "sha256": digest,
        "made_at": now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "unnamed": unnamed,
    }


def _publish_files(folder: Path, month: Month, files: list[ExportFile]) -> None:
    """Let the new files of a month take the place of the old ones, with their index."""
    others = [file for file in read_index(folder)["files"] if file["month"] != str(month)]
    newest_first = sorted([*files, *others], key=itemgetter("month"), reverse=True)
    index: ExportIndex = {"format": FORMAT, "files": newest_first}
    _partial(folder / INDEX).write_bytes(orjson.dumps(index, option=orjson.OPT_INDENT_2))
    names = [file["file"] for file in files]
    for name in (*names, INDEX):
        _partial(folder / name).replace(folder / name)
    for old in folder.glob(f"{month}*{ENDING}"):
        if old.name not in names:
            old.unlink()


@contextmanager
def _lock_folder(folder: Path) -> Iterator[None]:
    """Keep other processes from writing to a folder. Raises BlockingIOError while one does."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
