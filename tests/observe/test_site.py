"""A running site: probes, changing metrics, log lines with ids."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from density.celery import app
from tests.http_clients import Answer
from tests.observe.conftest import Site, sample_names, sum_samples
from tests.patience import wait_until
from tests.serve_process import ROOT
from tests.sockets.clients import SocketPlayer, receive_until
from tests.sockets.test_real_sockets import open_real_socket
from tests.table.harness import against_ai, make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)

MONITORING = ROOT / "docs" / "deploy" / "monitoring"
METRIC = re.compile(r"\b(?:density|process)_[a-z_]+\b")
STRANGER = "203.0.113.9"


async def play_game(site: Site, user: User) -> str:
    """Play a whole game against AI players; return its id."""
    game = await sync_to_async(against_ai)(user, "medium", lives=1)
    async with open_real_socket(site.servers, game.pk, user) as wire:
        await SocketPlayer(wire, random.Random(3), own=b"m" * 16).play()
    return str(game.pk)


def lines_of(read: Callable[[], list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Return matching log lines, waiting until there is one."""
    wait_until(read, "there is no such line")
    return read()


def read_header(answer: Answer, name: str) -> str:
    """Return a header of a response, in any case."""
    return {each.lower(): value for each, value in answer.headers.items()}[name]


def named_in(path: Path) -> set[str]:
    """Return the metrics that a dashboard or alert rule uses."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        panels = orjson.loads(text)["panels"]
        text = "\n".join(each["expr"] for panel in panels for each in panel["targets"])
    else:
        text = "\n".join(re.findall(r"expr: (?:>-\n)?((?:.|\n)*?)\n\s+(?:for|labels):", text))
    return set(METRIC.findall(text)) - {"density_deck"}


async def test_a_game_moves_the_numbers_and_its_lines_bear_its_ids(site: Site) -> None:
    before = sum_samples(await sync_to_async(site.exposed)())
    (mira,) = await sync_to_async(make_users)(1)
    game_id = await play_game(site, mira)
    game = await sync_to_async(playing_game)([mira], ais=1)
    async with open_real_socket(site.servers, game.pk, mira) as wire:
        await sync_to_async(wait_until)(
            lambda: sum_samples(site.exposed())["density_sockets"] == 1, "another socket is open"
        )
        await wire.send('{"type": "act", "question": 0, "action": {"do": "draw"}, "ref": "a"}')
        await receive_until(wire, lambda frame: frame["type"] == "refused")
    await sync_to_async(site.ask)("/api/v1/games/missing/")
    texts = await sync_to_async(site.exposed)()
    after = sum_samples(texts)

    grew = (
        *("density_moves_total", "density_refusals_total", "density_snapshots_total"),
        *("density_task_runs_total", "density_pages_total", "density_move_seconds_count"),
        *("density_deadline_lateness_seconds_count", "density_ai_seconds_count"),
        *("density_task_seconds_count", "density_page_seconds_count"),
    )
    still = [name for name in grew if after[name] <= before.get(name, 0.0)]
    assert still == []
    for origin in ("player", "ai"):
        assert any(f'origin="{origin}"' in text for text in texts)
    # each process has its port: the web server counts pages, the worker's children AI moves
    web, worker, *children = texts
    assert "density_pages_total{" in web
    assert "density_pages_total{" not in worker
    assert any('origin="ai"' in text for text in children)

    for path in (MONITORING / "dashboard.json", MONITORING / "alerts.yml"):
        named = named_in(path)
        assert len(named) > 8, path
        assert named - sample_names(texts) == set(), path

    (socket,) = await sync_to_async(lines_of)(
        lambda: [line for line in site.log("web") if f"/ws/game/{game_id}/" in line["event"]]
    )
    assert (socket["game"], socket["user"]) == (game_id, mira.pk)


def test_a_task_that_fails_is_counted_and_its_line_names_it(site: Site) -> None:
    sent = app.send_task("games.settle_seat", args=("Ab12",))
    name = "density_task_failures_total"
    wait_until(lambda: sum_samples(site.exposed()).get(name, 0.0) > 0, "no failure was counted")
    (line,) = lines_of(
        lambda: [line for line in site.log("worker") if line.get("task_id") == sent.id]
    )
    assert (line["level"], line["task"], line["game"]) == ("error", "games.settle_seat", "Ab12")
    assert "TypeError" in line["exception"]


def test_probes_are_answered_to_this_machine(site: Site) -> None:
    assert orjson.loads(site.ask("/healthz").text) == {"alive": True}
    # the tests have emptied Redis, and the worker sends a heartbeat once per second
    wait_until(lambda: site.ask("/readyz").status == 200, "the site is not ready")
    ready = site.ask("/readyz")
    parts = {"database", "redis", "migrations", "workers"}
    assert (ready.status, orjson.loads(ready.text)["parts"].keys()) == (200, parts)
    assert "density_pages_total" in site.ask("/metrics").text


@pytest.mark.parametrize(
    "headers",
    [
        {"X_Forwarded_For": STRANGER},
        {"X_Forwarded_For": f"127.0.0.1, {STRANGER}"},
        {"X_Forwarded_For": "nonsense"},
        {"X_Real_IP": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
    ],
)
def test_what_comes_through_a_proxy_finds_an_ordinary_404(
    site: Site, headers: dict[str, str]
) -> None:
    answer = site.ask("/metrics", **headers)
    assert answer.status == 404
    assert "<title>Page not found" in answer.text


def test_a_line_bears_the_id_of_the_proxy_and_no_address(site: Site) -> None:
    answer = site.ask("/missing/", X_Forwarded_For=STRANGER, X_Request_ID="edge-0123456789")
    assert read_header(answer, "x-request-id") == "edge-0123456789"
    lines = [line for line in site.log("web") if line.get("request") == "edge-0123456789"]
    warned = [line for line in lines if line["level"] == "warning"]
    assert [(line["logger"], line["event"]) for line in warned] == [
        ("django.request", "Not Found: /missing/")
    ]
    assert {line["client"][:7] for line in lines} == {"client-"}
    assert STRANGER not in str(site.log("web"))


def test_a_request_without_a_proxy_gets_an_id_of_its_own(site: Site) -> None:
    answers = [site.ask("/robots.txt", X_Request_ID="short") for _ in range(2)]
    ids = {read_header(answer, "x-request-id") for answer in answers}
    assert len(ids) == 2
    assert "short" not in ids


def test_keys_of_links_are_not_logged(site: Site) -> None:
    site.ask("/accounts/password/reset/key/5-cy1b0k-9f8e7d/")
    site.ask("/accounts/confirm-email/MQ:1tGk2:secret/")
    text = str(site.log("web"))
    assert "9f8e7d" not in text
    assert "MQ:1tGk2" not in text
    assert "/accounts/password/reset/key/" in text


def test_a_report_of_the_policy_is_a_line(site: Site) -> None:
    sent = {
        "csp-report": {
            "document-uri": f"{site.servers.origin}/leaderboards/?q=1",
            "violated-directive": "script-src-elem",
            "blocked-uri": "https://evil.org/x.js?card=1",
        }
    }
    body = orjson.dumps(sent).decode()
    kind = {"Content_Type": "application/csp-report"}
    assert site.ask("/csp-reports/", "POST", body, **kind).status == 204
    (event,) = [line["event"] for line in site.log("web") if line["event"].startswith("csp:")]
    blocked, page = "'https://evil.org/x.js'", f"'{site.servers.origin}/leaderboards/'"
    assert event == f"csp: 'script-src-elem' kept a browser from loading {blocked} on {page}"


def test_reports_of_one_client_are_few_whatever_address_it_makes_up(site: Site) -> None:
    def report(forwarded: str) -> int:
        return site.ask("/csp-reports/", "POST", "[]", X_Forwarded_For=forwarded).status

    assert site.ask("/csp-reports/").status == 405
    busy, stranger = "198.51.100.7", "203.0.113.200"
    assert [report(f"192.0.2.{number}, {busy}") for number in range(31)] == [400] * 30 + [429]
    assert report(f"{stranger}, {busy}") == 429
    assert report(f"{busy}, {stranger}") == 400


def test_pages_name_where_violations_are_reported(site: Site) -> None:
    page = site.ask("/leaderboards/")
    policy = read_header(page, "content-security-policy").split("; ")
    assert "report-uri /csp-reports/" in policy
