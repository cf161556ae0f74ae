"""A user offers an app, and another allows it in a browser, which leads back to the program."""

import socket
from urllib.parse import parse_qs, urlencode, urlsplit

from playwright.sync_api import expect

from tests.api.oauth_flow import CHALLENGE
from tests.browser.conftest import OpenPlayer
from tests.browser.player import PASSWORD
from tests.patience import PATIENCE

HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nHello"


def test_the_browser_leads_from_the_question_to_the_program(open_player: OpenPlayer) -> None:
    owner, player = open_player(), open_player()
    owner.sign_up("Olga")
    page = owner.page
    page.goto("/accounts/apps/")
    page.get_by_role("link", name="Create an app").click()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name of the app").fill("Stats")
    page.get_by_label("Redirect addresses").fill("http://127.0.0.1/back")
    page.get_by_text("On people’s devices").click()
    page.get_by_role("button", name="Create app").click()
    app_id = page.locator("#client-id").inner_text()
    player.sign_up("Piet")
    page = player.page
    with socket.create_server(("127.0.0.1", 0)) as program:
        program.settimeout(PATIENCE)
        back = f"http://127.0.0.1:{program.getsockname()[1]}/back"
        query = {
            "response_type": "code",
            "client_id": app_id,
            "redirect_uri": back,
            "scope": "read",
            "state": "mine",
            "code_challenge": CHALLENGE.rstrip("="),
            "code_challenge_method": "S256",
        }
        page.goto(f"/oauth/authorize/?{urlencode(query)}")
        question = page.get_by_role("heading", level=1)
        expect(question).to_have_text("Let Stats use your account?")
        page.get_by_role("button", name="Allow").click(no_wait_after=True)
        connection, _address = program.accept()
        with connection:
            target = connection.recv(4096).split()[1].decode()
            connection.sendall(HEAD)
        told = parse_qs(urlsplit(target).query)
        assert told["state"] == ["mine"]
        assert told["code"]
        expect(page.get_by_text("Hello")).to_be_visible()
