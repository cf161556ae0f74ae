"""The site signs its log once a day, and publishes it as a page and as a file."""

from datetime import UTC, datetime, timedelta
from json import loads

import pytest
from django.test import Client

from games.engine.deal_log import Log
from games.models import DealCommitment, LogSignature
from games.records import deal_chain
from tests.table.harness import make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def read_file(content: bytes) -> Log:
    """Return the log in a file that the site publishes."""
    log = Log()
    for line in content.splitlines():
        part = loads(line)
        for entry in part.get("deals", ()):
            log.add(entry)
        for signature in part.get("signatures", ()):
            log.add_signature(signature)
    return log


def test_the_log_is_signed_once_a_day_and_each_signature_stays() -> None:
    deal_chain.sign_log(NOW)
    assert not LogSignature.objects.exists()
    users = make_users(2)
    playing_game(users)
    deal_chain.sign_log(NOW)
    playing_game(make_users(2, "Other"))
    deal_chain.sign_log(NOW + timedelta(hours=2))
    deal_chain.sign_log(NOW + timedelta(days=1))
    log = read_file(Client().get("/deals/log.jsonl").content)
    assert [(day, signed.sequence) for day, signed in log.signatures.items()] == [
        ("2026-11-21", 1),
        ("2026-11-22", 2),
    ]
    keys = Client().get("/.well-known/deal-log.json").json()
    assert [signed.key for signed in log.signatures.values()] == keys["keys"] * 2
    assert keys["newest"]["sequence"] == log.entries == 2


def test_older_keys_stay_published(settings: pytest.FixtureRequest) -> None:
    playing_game(make_users(2))
    deal_chain.sign_log(NOW)
    [old] = deal_chain.list_keys()["keys"]
    settings.DEAL_LOG_KEY = "A" * 43  # type: ignore[attr-defined]
    new = deal_chain.list_keys()["keys"]
    assert new[1:] == [old]
    assert new[0] != old


def test_the_file_comes_in_parts_that_make_one_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_chain, "PARTS", 1)
    monkeypatch.setattr("games.records.game_log.MOST_DEALS", 2)
    monkeypatch.setattr(deal_chain, "MOST_DEALS", 2)
    for name in ("One", "Two", "Three"):
        playing_game(make_users(2, name))
        deal_chain.sign_log(NOW + timedelta(days=len(name)))
    first, second = deal_chain.export_part(0), deal_chain.export_part(2)
    assert len(loads(first.splitlines()[0])["deals"]) == 2
    log = read_file(first + second)
    assert log.entries == 3
    assert len(log.signatures) == len({3, 5})


def test_the_page_shows_the_newest_entries_and_no_id_of_a_game() -> None:
    empty = Client().get("/deals/log/")
    assert empty.status_code == 200
    game = playing_game(make_users(2))
    deal_chain.sign_log(NOW)
    page = Client().get("/deals/log/").content.decode()
    link = DealCommitment.objects.get(game_id=game.pk)
    assert link.commitment in page
    assert game.pk not in page
    assert Client().get("/deals/log/?before=1").status_code == 200
    some = Client().get("/api/deals/?sequence=1&sequence=9").json()["deals"]
    assert [entry["sequence"] for entry in some] == [1]
    assert Client().get("/api/deals/?sequence=x").status_code == 400
