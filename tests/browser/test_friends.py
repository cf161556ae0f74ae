"""A challenge reaches any open page, and both players join the table."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPlayer, held_back


def test_a_challenge_comes_on_another_page_and_both_sit_at_the_table(
    open_player: OpenPlayer,
) -> None:
    mira, ola = open_player(), open_player(phone=True)
    mira.sign_up("Miranda")
    ola.sign_up("Olaf")
    ola.page.goto("/learn/")
    mira.page.goto("/players/Olaf/")
    mira.page.get_by_role("link", name="Challenge : Olaf").click()
    # she may be asked and answer before the page has loaded all its scripts
    with held_back(mira.page, "**/friends/main*"):
        mira.page.get_by_role("button", name="Send challenge").click()
        notice = ola.page.locator(".invitations .invitation")
        expect(notice).to_contain_text("Miranda challenges you")
        expect(ola.page.locator("summary .count")).to_have_text("1")
        notice.get_by_role("button", name="Decline").click()
        expect(notice).to_have_count(0)
    expect(mira.page.locator(".invitations")).to_contain_text("Olaf declined your challenge")
    mira.page.goto("/friends/")
    mira.page.goto("/players/Olaf/challenge/")
    mira.page.get_by_role("button", name="Send challenge").click()
    mira.page.get_by_role("button", name="Leave and continue").click()
    notice.get_by_role("button", name="Accept").click()
    ola.page.wait_for_url(re.compile(r"/game/"))
    for person in (mira, ola):
        person.find_seat()
    assert ola.complaints == []
    assert mira.snapshot["game"]["id"] == ola.snapshot["game"]["id"]
    assert {mira.seat, ola.seat} == {0, 1}


def test_a_challenge_that_is_accepted_in_a_game_does_not_leave_its_page(
    open_player: OpenPlayer,
) -> None:
    mira, ola = open_player(), open_player()
    mira.sign_up("Mirabel")
    ola.sign_up("Olivia")
    ola.play_ai("Easy")
    game = ola.page.url
    mira.page.goto("/players/Olivia/challenge/")
    mira.page.get_by_role("button", name="Send challenge").click()
    notice = ola.page.locator(".invitations .invitation")
    expect(notice).to_contain_text("Mirabel challenges you")
    with ola.page.context.expect_page() as opened:
        notice.get_by_role("button", name="Accept").click()
    expect(opened.value.get_by_role("link", name="Return to your table")).to_be_visible()
    expect(ola.page).to_have_url(game)
    expect(ola.page.get_by_role("group", name="Your hand")).to_be_visible()


def test_the_lists_of_friends_stand_still_while_the_search_is_in_use(
    open_player: OpenPlayer,
) -> None:
    mira = open_player()
    mira.sign_up("Mireille")
    page = mira.page
    page.goto("/friends/")
    page.wait_for_load_state("networkidle")
    here = page.locator("#friends-now")
    here.evaluate("each => each.append('not redrawn')")
    redraw = "document.dispatchEvent(new Event('visibilitychange'))"
    field = page.get_by_role("searchbox")
    field.focus()
    with page.expect_event("requestfinished"):
        page.evaluate(redraw)
    expect(here).to_contain_text("not redrawn")
    field.blur()
    page.evaluate(redraw)
    expect(here).not_to_contain_text("not redrawn")
