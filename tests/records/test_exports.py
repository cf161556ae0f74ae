"""The monthly files have all ranked games of the month, and only public names."""

import io
import json
import runpy
import sys
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import zstandard
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.engine.contract import Json
from games.lobby.removal import remove_account
from games.models import Game
from games.records import exports, game_log
from games.records.exports import Month, export_last_month, read_index, renew_month
from tests.commands import run_command
from tests.project_files import ROOT
from tests.table.harness import Driver, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)

OCTOBER = datetime(2026, 10, 31, 23, 59, tzinfo=UTC)
NOW = datetime(2026, 11, 1, 2, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the site read and write its files in a folder of this test."""
    monkeypatch.setattr(exports, "export_folder", lambda: tmp_path / "exports")


def play_ranked(users: list[User], at: datetime = OCTOBER, **changes: Any) -> Game:
    """Play a short game to its end; return it as a ranked game that ended at this time."""
    game = Driver(playing_game(users, lives=1).pk).finish()
    Game.objects.filter(pk=game.pk).update(
        **{"rated": True, "finished_at": at, "started_at": at - timedelta(hours=1)} | changes
    )
    return game


def read_records(path: Path) -> list[Json]:
    """Return the records of a file."""
    with path.open("rb") as packed, zstandard.ZstdDecompressor().stream_reader(packed) as plain:
        return [json.loads(line) for line in io.TextIOWrapper(plain, encoding="utf-8")]


def export_october(folder: Path) -> list[Json]:
    """Write the files of October and return their records."""
    files = exports.write_month(Month(2026, 10), folder, NOW)
    return [record for file in files for record in read_records(folder / file["file"])]


def names_of(record: Json) -> list[str]:
    return [seat["name"] for seat in record["seats"]]


def test_a_file_has_the_ranked_games_that_finished_in_its_month(tmp_path: Path) -> None:
    users = make_users(2)
    last = play_ranked(users)
    first = play_ranked(users, datetime(2026, 10, 1, tzinfo=UTC))
    play_ranked(users, datetime(2026, 11, 1, tzinfo=UTC))
    play_ranked(users, datetime(2026, 9, 30, 23, 59, tzinfo=UTC))
    play_ranked(users, rated=False)
    play_ranked(users, watchable=False)
    records = export_october(tmp_path)
    assert [record["id"] for record in records] == [first.pk, last.pk]
    assert all(record["rated"] for record in records)
    verified = run_command("verify", str(tmp_path / "2026-10.jsonl.zst"))
    assert verified.startswith("2 records: each is consistent with itself.")


def test_a_damaged_file_is_not_verified(tmp_path: Path) -> None:
    play_ranked(make_users(2))
    export_october(tmp_path)
    path = tmp_path / "2026-10.jsonl.zst"
    path.write_bytes(path.read_bytes()[:-200] + b"\0" * 200)
    assert run_command("verify", str(path)).startswith("exit 1: ")


def test_deleted_accounts_and_players_who_hide_their_games_have_no_name(tmp_path: Path) -> None:
    ann, bob = make_users(2)
    play_ranked([ann, bob])
    assert names_of(*export_october(tmp_path)) == [ann.name, bob.name]
    User.objects.filter(pk=bob.pk).update(hides_history=True)
    assert names_of(*export_october(tmp_path)) == [ann.name, ""]
    User.objects.filter(pk=bob.pk).update(hides_history=False, name="Renamed", name_key="renamed")
    remove_account(ann)
    assert names_of(*export_october(tmp_path)) == ["", "Renamed"]


def test_files_are_written_again_after_a_player_has_left_or_hidden_the_games() -> None:
    ann, bob = make_users(2)
    play_ranked([ann, bob])
    folder = exports.export_folder()
    export_october(folder)
    assert renew_month(NOW) == []
    remove_account(ann)
    (file,) = renew_month(NOW + timedelta(days=40))
    assert names_of(*read_records(folder / file["file"])) == ["", bob.name]
    assert read_index(folder)["files"] == [file]
    User.objects.filter(pk=bob.pk).update(hides_history=True)
    (file,) = renew_month(NOW)
    assert names_of(*read_records(folder / file["file"])) == ["", ""]
    assert renew_month(NOW) == []


def test_old_files_stay_until_all_new_ones_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MOST_GAMES", 1)
    games = [play_ranked(make_users(2, f"Pair {pair}")) for pair in range(2)]
    export_october(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.zst")}
    User.objects.update(hides_history=True)
    read_record = game_log.read_record

    def compare_files(game_id: str) -> Json:
        assert before == {path.name: path.read_bytes() for path in tmp_path.glob("*.zst")}
        return read_record(game_id)

    monkeypatch.setattr(game_log, "read_record", compare_files)
    assert len(export_october(tmp_path)) == len(games) == len(before)
    assert before.keys() == {path.name for path in tmp_path.glob("*.zst")}


def test_a_large_month_has_several_files_and_a_smaller_one_replaces_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MOST_GAMES", 2)
    games = [play_ranked(make_users(2, f"Pair {pair}")) for pair in range(3)]
    assert len(export_october(tmp_path)) == 3
    index = read_index(tmp_path)["files"]
    assert [(file["file"], file["games"]) for file in index] == [
        ("2026-10.jsonl.zst", 2),
        ("2026-10-2.jsonl.zst", 1),
    ]
    for file in index:
        content = (tmp_path / file["file"]).read_bytes()
        assert (len(content), sha256(content).hexdigest()) == (file["bytes"], file["sha256"])
    games[0].delete()
    export_october(tmp_path)
    assert {path.name for path in tmp_path.glob("*.zst")} == {"2026-10.jsonl.zst"}


def test_one_record_is_read_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for pair in range(3):
        play_ranked(make_users(2, f"Pair {pair}"))
    order: list[str] = []
    read_record, hide_names = game_log.read_record, exports._with_public_names

    def note_read(game_id: str) -> Json:
        order.append("read")
        return read_record(game_id)

    def note_written(record: Json) -> Json:
        order.append("written")
        return hide_names(record)

    monkeypatch.setattr(game_log, "read_record", note_read)
    monkeypatch.setattr(exports, "_with_public_names", note_written)
    export_october(tmp_path)
    assert order == ["read", "written"] * 3


def test_the_task_writes_last_month_once_and_the_page_offers_it(client: Client) -> None:
    game = play_ranked(make_users(2))
    assert "There are no files yet" in client.get("/exports/").text
    assert export_last_month(datetime(2026, 11, 1, 0, 30, tzinfo=UTC)) == []
    (file,) = export_last_month(NOW)
    assert export_last_month(NOW) == []
    page = client.get("/exports/").text
    assert "October 2026" in page
    assert "1 game," in page
    assert file["sha256"] in page
    assert client.get("/exports/index.json").json()["files"] == [file]
    answer = client.get(f"/exports/{file['file']}")
    assert sha256(answer.content).hexdigest() == file["sha256"]
    assert read_records(exports.export_folder() / file["file"])[0]["id"] == game.pk
    again = client.get(f"/exports/{file['file']}", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    (exports.export_folder() / "secret").write_text("", encoding="ascii")
    for other in ("secret", "lock", "..%2fsecret-key", "2026-09.jsonl.zst"):
        assert client.get(f"/exports/{other}").status_code == 404


def test_downloads_of_an_address_are_limited(client: Client, settings: Any) -> None:
    play_ranked(make_users(2))
    export_last_month(NOW)
    cache.clear()
    settings.LIMITS = {**settings.LIMITS, "exports": (1, 600)}
    statuses = [client.get("/exports/2026-10.jsonl.zst").status_code for _ in range(2)]
    assert statuses == [200, 429]


@pytest.mark.parametrize("month", ["2026-13", "october", "0000-01", "2026-1"])
def test_a_wrong_month_gets_a_sentence(month: str, tmp_path: Path) -> None:
    with pytest.raises(Exception, match=f"{month} is not a month like 2026-10."):
        run_command("export", "--month", month, "--folder", str(tmp_path))


def test_the_command_says_what_it_wrote(tmp_path: Path) -> None:
    words = ("export", "--month", "2026-10", "--folder", str(tmp_path))
    assert run_command(*words) == "There are no ranked games of 2026-10.\n"
    play_ranked(make_users(2))
    said = run_command(*words)
    assert said.startswith(f"{tmp_path}/2026-10.jsonl.zst: 1 games, ")
    assert read_index(tmp_path)["files"][0]["sha256"] in said


def test_the_example_reads_a_file_into_a_frame_and_draws_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play_ranked(make_users(2))
    export_october(tmp_path)
    drawing = tmp_path / "winners.svg"
    example = ROOT / "docs/examples/export_frame.py"
    assert len(example.read_text(encoding="utf-8").splitlines()) <= 60
    monkeypatch.setattr(
        sys, "argv", ["export_frame.py", str(tmp_path / "2026-10.jsonl.zst"), str(drawing)]
    )
    runpy.run_path(str(example), run_name="__main__")
    assert "100%" in capsys.readouterr().out
    bars = ElementTree.parse(drawing).getroot().findall("{http://www.w3.org/2000/svg}rect")
    assert [int(bar.attrib["height"]) for bar in bars] in ([200, 0], [0, 200])
