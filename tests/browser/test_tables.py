"""The lobby and its tables: joining, chat, hosting, watching, rematch."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPlayer
from tests.browser.play import (
    check_page,
    each_turn,
    play_to_the_end,
    play_until_asked,
    see_hands,
    see_own_record,
    see_result,
    sit_together,
)
from tests.browser.player import BrowserPlayer

pytestmark = pytest.mark.chromium("the server decides who sits where")


def find_table(person: BrowserPlayer, title: str) -> Locator:
    """Return the lobby entry of a table on this player's page."""
    return person.page.locator("#lobby li").filter(has_text=title)


def path_of(person: BrowserPlayer) -> str:
    """Return the path of this player's page."""
    return urlsplit(person.page.url).path


def list_chairs(person: BrowserPlayer) -> Locator:
    """Return the seats of an open table on this player's page."""
    return person.page.locator(".waiting-seats li")


def test_a_new_table_is_listed_at_once_and_people_meet_and_talk_there(
    open_player: OpenPlayer,
) -> None:
    host, guest, looker = open_player(), open_player(), open_player(phone=True)
    for person in (guest, looker):
        person.page.goto("/tables/")
        expect(find_table(person, "Slow evening")).to_have_count(0)
    host.open_table(
        access="public",
        title="Slow evening",
        seats=3,
        clock="relaxed",
        edition="classic",
        chat=True,
    )
    table = find_table(guest, "Slow evening")
    expect(table).to_contain_text("Classic")
    expect(table).to_contain_text("45 s per turn")
    table.get_by_role("link", name="Join").click()
    guest.page.get_by_label("Your name at the table").fill("Aunt Ola")
    guest.page.get_by_role("button", name="Join").click()
    guest.find_seat()
    assert guest.name == "Aunt Ola"
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Slow evening")
    expect(list_chairs(host).filter(has_text=guest.name)).to_contain_text("Guest")
    expect(find_table(looker, "Slow evening").get_by_role("img")).to_have_accessible_name(
        f"{host.name}, {guest.name}, free seat"
    )

    guest.page.get_by_label("Message to the table").fill("<b>hi</b> from www.example.org")
    guest.page.get_by_role("button", name="Send").click()
    expect(host.page.locator(".chat-lines li")).to_contain_text(
        f"{guest.name} <b>hi</b> from [link]"
    )
    host.page.get_by_role("button", name="Well played").click()
    expect(guest.page.locator(".chat-lines li").last).to_contain_text(f"{host.name} Well played")


def test_somebody_whom_the_host_kicks_loses_the_chair_and_cannot_come_back(
    open_player: OpenPlayer,
) -> None:
    host, guest = open_player(), open_player()
    guest.join(host.open_table())
    chair = list_chairs(host).filter(has_text=guest.name)
    chair.get_by_role("button", name="Kick").click()
    host.think()
    host.page.get_by_role("dialog").get_by_role("button", name="Kick").click()
    expect(chair).to_have_count(0)
    warning = guest.page.get_by_text("The host kicked you from this table.")
    expect(warning).to_be_visible()
    expect(guest.page.get_by_role("button", name="Join the table")).to_have_count(0)
    guest.page.reload()
    guest.page.get_by_role("button", name="Join the table").click()
    expect(guest.page.get_by_text("The host kicked you from this table.")).to_be_visible()
    expect(list_chairs(guest).filter(has=guest.page.locator(".me"))).to_have_count(0)


def test_a_table_with_a_password_opens_to_those_who_know_it(open_player: OpenPlayer) -> None:
    host, guest = open_player(), open_player(phone=True)
    host.open_table(access="password", password="open sesame", title="Closed circle")
    guest.page.goto("/tables/")
    find_table(guest, "Closed circle").get_by_role("link", name="Join").click()
    password = guest.page.get_by_label("Table password")
    sit_down = guest.page.get_by_role("button", name="Join")
    password.fill("open sesam")
    sit_down.click()
    expect(guest.page.get_by_text("Wrong password. Try again.")).to_be_visible()
    expect(guest.page.locator("body")).not_to_contain_text(host.name)
    password.fill("open sesame")
    sit_down.click()
    guest.find_seat()
    expect(list_chairs(host).filter(has_text=guest.name)).to_be_visible()


def test_a_table_goes_to_the_next_person_and_closes_after_the_last(open_player: OpenPlayer) -> None:
    host, friend, looker = open_player(), open_player(), open_player()
    friend.join(host.open_table(access="public", title="Passing by"))
    looker.page.goto("/tables/")
    expect(find_table(looker, "Passing by")).to_be_visible()
    own = list_chairs(friend).filter(has=friend.page.locator(".me"))
    expect(own).not_to_contain_text("Host")

    host.page.get_by_role("button", name="Leave the table").click()
    expect(own).to_contain_text("Host")
    expect(friend.page.get_by_role("button", name="Fill with AI and start")).to_be_visible()
    expect(find_table(looker, "Passing by").get_by_role("img")).to_have_accessible_name(
        f"free seat, {friend.name}, free seat, free seat"
    )

    friend.page.get_by_role("button", name="Leave the table").click()
    expect(find_table(looker, "Passing by")).to_have_count(0)
    expect(host.notice("refused-link")).to_contain_text("This table can’t be reached.")


def test_a_stranger_watches_and_never_holds_a_card_that_is_hidden_from_watchers(
    open_player: OpenPlayer,
) -> None:
    host, friend, stranger = open_player(), open_player(), open_player(phone=True)
    sit_together(host, friend, access="public", title="Open house", seats=3, ais=1, lives=1)
    play_until_asked(friend, [host, friend])
    stranger.page.goto("/tables/")
    find_table(stranger, "Open house").get_by_role("link", name="Watch").click()
    for player in (host, friend):
        expect(player.page.locator(".pill.watching")).to_contain_text("1watching")
    for mover in each_turn([host, friend]):
        mover.move()
        check_page(stranger)
    stranger.wait_for_end()
    check_page(stranger)
    assert stranger.seats_taken() == []
    see_own_record(stranger)


def test_whoever_wants_plays_again_and_spectators_follow_by_one_press(
    open_player: OpenPlayer,
) -> None:
    host, friend, at_table, at_result = (
        open_player(),
        open_player(phone=True),
        open_player(phone=True),
        open_player(),
    )
    sit_together(host, friend, access="public", title="Once more", seats=2, lives=1)
    play_until_asked(host, [host, friend])
    before = host.page.url
    for spectator in (at_table, at_result):
        spectator.page.goto(before)
        expect(spectator.page.locator("#table .plate").first).to_be_visible()
    # seats are kept for 20 s, so open the pages before that
    lobby = at_result.page.context.new_page()
    lobby.goto("/tables/")
    play_to_the_end([host, friend])
    see_result(at_result)
    way = "Go to the rematch"
    expect(at_result.page.get_by_role("link", name=way)).to_have_count(0)
    at_table.wait_for_end()

    see_result(host)
    before = host.page.url
    host.page.locator("#rematch button").click()
    host.page.wait_for_url(lambda url: url != before)
    host.find_seat()
    expect(list_chairs(host).filter(has_text=f"Reserved for {friend.name}")).to_be_visible()
    row = lobby.locator("#lobby li").filter(has=lobby.locator(f"a[href='{path_of(host)}']"))
    expect(row.get_by_role("link", name="Watch")).to_be_visible()
    for spectator in (at_table, at_result):
        expect(spectator.page.locator("body")).to_contain_text(f"{host.name} is playing again.")
        spectator.page.get_by_role("link", name=way).click()
        spectator.page.wait_for_url(host.page.url)
        expect(list_chairs(spectator)).to_have_count(2)

    # the page moves on after the last showdown
    friend.page.get_by_role("button", name="Rematch, 1 of 2 ready").click()
    see_hands(host, friend)
    for person in (host, friend):
        expect(person.page.get_by_role("heading", level=1)).to_have_text("Match 1, round 1")
    assert friend.page.url == host.page.url
