"""The check of a deal on a site that shows a forged record of a real game."""

import random
import re
from json import dumps, loads
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from games.engine import deal
from games.engine.contract import Json
from games.engine.record_fields import Differs
from games.engine.verify import verify_record
from games.management.public_log import read_log
from tests.browser import duel
from tests.browser.conftest import OpenPlayer, held_back
from tests.browser.play import play_ai_to_the_end, record_of, see_own_record, see_result
from tests.browser.player import BrowserPlayer
from tests.records.examples import forged_record

SHOWN = "The deal matches what your browser saw"
LOGGED = "The fingerprint matches the public log"
OTHER = "The fingerprint isn’t the one your browser saw"
FIRST = "The fingerprint is the one your browser saw before the first card."
OWN = "Your bytes are the ones your browser made."
GOLDEN = Path(__file__).resolve().parent.parent / "golden"
SLOW = """const digest = crypto.subtle.digest.bind(crypto.subtle);
const free = new Promise((done) => { window.goOn = done; });
crypto.subtle.digest = async (...asked) => { await free; return digest(...asked); };"""
DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def check_deal(page: Page) -> Locator:
    """Click the check of a result or replay; return the element with its outcome."""
    folded = page.locator("details:not([open]) > summary", has_text="Check this deal")
    if folded.count():
        folded.click()
    page.get_by_role("button", name="Check deal").click()
    return page.locator("#deal-check").or_(page.get_by_role("dialog")).get_by_role("status")


def serve_record(page: Page, record: Json, log: bool = False) -> None:
    """Make the site serve this record, optionally with a log rewritten for it."""
    page.route("**/record.json", lambda route: route.fulfill(body=dumps(record)))
    if log:
        name, promised = deal.hash_game_id(record["id"]), record["fair"]["commitment"]
        entry = {
            "sequence": 1,
            "game": name,
            "commitment": promised,
            "previous": "0" * 64,
            "hash": deal.hash_log_entry("0" * 64, promised, name),
            "at": "2020-01-01T00:00:00Z",
        }
        page.route("**/api/deals/**", lambda route: route.fulfill(body=dumps({"deals": [entry]})))


def forge_record(player: BrowserPlayer) -> Json:
    """Return another game under the same id, consistent in itself but never played."""
    real = record_of(player)
    other = forged_record(real, bytes(32))
    assert verify_record(real) is None
    assert verify_record(other) is None
    return other


def test_a_deal_goes_on_without_a_slow_browser_whose_reader_is_told_of_no_mistake(
    open_player: OpenPlayer,
) -> None:
    player = open_player(by="mouse")
    player.page.add_init_script(SLOW)
    player.open_table(ais=3)
    expect(player.page.get_by_role("group", name="Your hand")).to_be_visible()
    player.page.evaluate("goOn()")
    player.wait_until(lambda: "refused" in [frame["type"] for frame in player.frames])
    player.page.evaluate(DRAWN)
    assert not player.notice("refused").is_visible()
    assert player.refusals() == []


def test_each_card_is_checked_as_soon_as_it_is_seen_and_a_swapped_one_is_named(
    open_player: OpenPlayer,
) -> None:
    player = open_player(by="mouse")
    player.open_table(ais=3)
    page = player.page
    seal = page.locator("button[data-seal]")
    expect(seal).to_have_attribute("data-seal", "checked")
    expect(seal).to_contain_text("Deal checked")
    seal.click()
    meaning = page.get_by_role("dialog", name="Deal checked")
    expect(meaning).to_contain_text("cards of this match. Each lay where it was sealed")

    def swap_a_card(route: Route) -> None:
        proof = route.fetch().json()
        card = proof["cards"][0]
        card["code"] = "Co7" if card["code"] == "Go10" else "Go10"
        route.fulfill(json=proof)

    page.route("**/proof/**", swap_a_card)
    page.reload()
    expect(seal).to_have_attribute("data-seal", "differs")
    seal.click()
    meaning = page.get_by_role("dialog", name="Cards don’t match")
    expect(meaning).to_contain_text("A card doesn’t fit its fingerprint in the deck.")
    assert player.complaints == []


def test_a_refused_proof_is_named_until_the_site_sends_it(open_player: OpenPlayer) -> None:
    player = open_player(by="mouse")
    page = player.page
    page.route("**/proof/**", lambda route: route.fulfill(status=409, json={"code": "no-proof"}))
    player.open_table(seats=2, ais=1, lives=20)
    seal = page.locator("button[data-seal]")
    expect(seal).to_have_attribute("data-seal", "unproved")
    expect(seal).to_contain_text("Cards not checked")
    seal.click()
    meaning = page.get_by_role("dialog", name="Cards not checked")
    expect(meaning).to_contain_text("The site didn’t prove a card that you have seen.")
    meaning.get_by_role("button", name="Close").click()
    page.unroute("**/proof/**")
    assert player.wait_for_turn()
    player.move()
    expect(seal).to_have_attribute("data-seal", "checked")


def play_until_hands_are_shown(player: BrowserPlayer) -> None:
    """Play fast against an AI player, with the seal at work, until a match ends with open hands."""
    player.open_table(seats=2, ais=1, lives=20)
    expect(player.page.locator("button[data-seal]")).to_have_attribute("data-seal", "checked")

    def is_shown() -> bool:
        events = [event for frame in player.frames for event in frame.get("events", ())]
        return any(
            row["hand"] for event in events if event["e"] == "match_over" for row in event["seats"]
        )

    while not is_shown():
        assert player.wait_for_turn()
        player.move()
        player.wait_until(lambda: is_shown() or player.question is not None)


def test_the_hand_that_a_rival_shows_is_checked_at_once_and_a_swapped_card_is_named(
    open_player: OpenPlayer,
) -> None:
    player, deceived = open_player(by="mouse"), open_player(by="mouse")
    play_until_hands_are_shown(player)
    seal = player.page.locator("button[data-seal]")
    expect(seal).to_have_attribute("data-seal", "checked")
    seal.click()
    meaning = player.page.get_by_role("dialog", name="Deal checked")
    expect(meaning).to_contain_text("cards that others showed or discarded in match")

    laid: list[str] = []

    def swap_card(text: str | bytes) -> str:
        frame = loads(text)
        for event in frame.get("events", ()):
            if event["e"] == "discarded" and event["seat"] == 1:
                laid.append(event["card"])
            for row in event["seats"] if event["e"] == "match_over" else ():
                if row["seat"] == 1 and row["hand"]:
                    tens = {"Go10", "Re10", "Pu10", "Tu10", "Bl10"}
                    row["hand"][0] = min(tens - {*laid, *row["hand"]})
        return dumps(frame)

    def intercept(wire: WebSocketRoute) -> None:
        server = wire.connect_to_server()
        server.on_message(lambda text: wire.send(swap_card(text)))

    deceived.page.route_web_socket(re.compile("/ws/game/"), intercept)
    play_until_hands_are_shown(deceived)
    seal = deceived.page.locator("button[data-seal]")
    expect(seal).to_have_attribute("data-seal", "differs")
    seal.click()
    meaning = deceived.page.get_by_role("dialog", name="Cards don’t match")
    expect(meaning).to_contain_text("Another player showed a card that wasn’t dealt to them.")
    assert player.complaints == deceived.complaints == []


def test_a_strangers_browser_checks_a_record_without_a_connection(
    open_player: OpenPlayer,
) -> None:
    page = open_player(by="mouse").page
    found = page.locator("#checked")

    def choose_file(record: Json) -> None:
        page.get_by_label("Record of a game").set_input_files(
            {
                "name": "record.json",
                "mimeType": "application/json",
                "buffer": dumps(record).encode(),
            }
        )

    names = ("sealed-2-current-4", "sealed-2-rps-extreme-attended")
    records = [loads((GOLDEN / f"{name}.jsonl").read_text().splitlines()[0]) for name in names]
    # a file may be chosen before the page has loaded the scripts of its game
    with held_back(page, "**/rps_extreme/check*"):
        page.goto("/deals/check/", wait_until="commit")
        choose_file(records[1])
    expect(found).to_contain_text("The secret matches the fingerprint in the record.")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    for record in records:
        choose_file(record)
        expect(found).to_contain_text("This record is consistent")
        expect(found).to_contain_text("The secret matches the fingerprint in the record.")
        # another secret is no longer the sealed one
        record["fair"]["secret"] = "00" * 31 + "01"
        choose_file(record)
        expect(found).to_contain_text("Check failed")
        expect(found).to_contain_text("The secret doesn’t match the fingerprint in the record.")
    choose_file({})
    expect(found).to_contain_text("This file isn’t the record of a game.")


def test_a_browser_notices_that_the_log_has_changed_since_its_game(
    open_player: OpenPlayer,
) -> None:
    player = open_player(by="mouse")
    player.open_table(ais=3)
    page = player.page
    expect(page.locator("button[data-seal]")).to_have_attribute("data-seal", "checked")
    page.wait_for_function("localStorage.getItem('density-log') !== null")
    page.goto("/deals/log/")
    expect(page.get_by_text("Unchanged since your games")).to_be_visible()

    def change_entries(route: Route) -> None:
        log = route.fetch().json()
        for entry in log["deals"]:
            entry["hash"] = "00" * 32
        route.fulfill(json=log)

    page.route("**/api/deals/?sequence**", change_entries)
    page.reload()
    expect(page.get_by_text("The log has changed")).to_be_visible()
    expect(page.get_by_text("isn’t the one that your browser saw on")).to_be_visible()


@pytest.mark.chromium("Firefox checks the record of the other game")
def test_who_played_and_who_did_not_find_a_forged_record(
    open_player: OpenPlayer, site: str
) -> None:
    player, stranger = open_player(by="keys"), open_player(phone=True)
    play_ai_to_the_end(player)
    see_result(player)
    address, record, other = player.page.url, record_of(player), forge_record(player)
    stranger.page.goto(address)
    for page in (address, f"{address}replay/"):
        player.page.goto(page)
        found = check_deal(player.page)
        for words in (SHOWN, FIRST, OWN, "The public log lists this fingerprint as entry"):
            expect(found).to_contain_text(words)
        last = len(record["matches"])
        expect(found).to_contain_text(
            f"decks of matches 1–{last} fit" if last > 1 else "deck of match 1 fits"
        )
        stranger.page.goto(page)
        found = check_deal(stranger.page)
        expect(found).to_contain_text(LOGGED)
        expect(found).to_contain_text("This browser saved nothing from this game")
    # and so does the command, from any folder
    log = read_log(f"{site}/api/deals/")
    assert log.find(record).commitment == record["fair"]["commitment"]
    with pytest.raises(Differs, match="not the one that entry"):
        log.find(other)

    for person in (player, stranger):
        serve_record(person.page, other)
    for page in (address, f"{address}replay/"):
        for person, words in (
            (player, f"{OTHER}: {record['fair']['commitment']}."),
            (stranger, "The public log has a different fingerprint for this game"),
        ):
            person.page.goto(page)
            found = check_deal(person.page)
            expect(found).to_contain_text("Check failed")
            expect(found).to_contain_text(words)
            expect(found).not_to_contain_text(FIRST)
    # a rewritten log deceives only those who were not there
    serve_record(player.page, other, log=True)
    for page in (address, f"{address}replay/"):
        player.page.goto(page)
        found = check_deal(player.page)
        expect(found).to_contain_text("Check failed")
        expect(found).to_contain_text(OTHER)
        expect(found).to_contain_text("The deck of match 1 doesn’t fit")
    assert player.complaints == stranger.complaints == []


def test_both_who_played_rps_extreme_saw_no_throw_too_early_and_compare_every_challenge(
    open_player: OpenPlayer,
) -> None:
    host, guest = people = [
        open_player(by="keys"),
        open_player(by="touch", phone=True, motion=True),
    ]
    duel.sit_down(host, guest, target=5)
    duel.play_duel(people, random.Random(11))
    for person in people:
        challenges = len(see_own_record(person)["challenges"])
        found = check_deal(person.page)
        for words in (
            SHOWN,
            FIRST,
            OWN,
            "The bytes of 2 seats match",
            f"challenges 1–{challenges} fit" if challenges > 1 else "challenge 1 fits",
        ):
            expect(found).to_contain_text(words)
        assert person.refusals() == []
        assert person.complaints == []
    serve_record(host.page, forge_record(host))
    found = check_deal(host.page)
    for words in ("Check failed", OTHER, "The deck of challenge 1 doesn’t fit"):
        expect(found).to_contain_text(words)
