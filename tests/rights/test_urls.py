"""Every route and method by every role has the outcome in the table."""

from itertools import groupby, product

import pytest

from tests.pages.markup import Page
from tests.pages.validity import find_faults
from tests.rights import tables
from tests.rights.browsers import Browsers, describe_answer, nothing_lasts, send_request
from tests.rights.routes import every_route, route_of, row_addresses, scene_of
from tests.rights.tables import ROLES

pytestmark = pytest.mark.django_db
ROWS = tables.read_rows("urls.txt")
SECTIONS = tables.read_sections("urls.txt")
# methods beyond those of forms; each acts like POST or is not allowed
OTHER_METHODS = ("PUT", "PATCH", "DELETE")
REFUSED = ("403", "404", "405", "login")


@pytest.mark.parametrize("section", SECTIONS)
def test_every_role_gets_what_the_table_says(browsers: Browsers, section: str) -> None:
    wrong = []
    for row in SECTIONS[section]:
        found = browsers.cells(row)
        if any(not set(found[role]) <= row.allowed(role) for role in ROLES):
            cells = ["/".join(dict.fromkeys(found[role])) for role in ROLES]
            wrong.append(tables.format_row(row.asked, cells))
    assert not wrong, "These lines of tests/rights/urls.txt do not hold:\n" + "\n".join(wrong)


@pytest.mark.sqlite("the HTML of a page is the same on both databases")
def test_every_page_of_every_role_is_valid(browsers: Browsers) -> None:
    for row in ROWS:
        if row.method == "GET" and not row.path.startswith("/admin/"):
            browsers.cells(row)
    assert len(browsers.pages) > 100
    found = {
        asked: find_faults(page)
        for asked, page in ((asked, Page(text)) for asked, text in browsers.pages.items())
        if not asked[0].startswith("/admin/") and page.all("main")
    }
    assert {asked: wrong for asked, wrong in found.items() if wrong} == {}


def test_every_route_has_a_line_for_reading_and_one_for_sending() -> None:
    listed: dict[str | None, set[str]] = {}
    for row in ROWS:
        for address in row_addresses(row.path):
            listed.setdefault(route_of(address), set()).add(row.method)
    missing = [
        f"{method} /{route}"
        for route in every_route()
        for method in ("GET", "POST")
        if method not in listed.get(route, ())
    ]
    assert not missing, "Add these to tests/rights/urls.txt:\n" + "\n".join(missing)


def test_every_line_is_of_a_route() -> None:
    for row in ROWS:
        for address in row_addresses(row.path):
            absent = address in ("/nothing/here/", "/admin/nothing/")
            assert absent == (route_of(address) in (None, "admin/(?P<url>.*)$")), row.asked


def test_no_address_is_listed_twice() -> None:
    asked = sorted(row.asked for row in ROWS)
    assert [one for one, same in groupby(asked) if len(list(same)) > 1] == []


def test_a_form_without_the_token_of_its_reader_is_refused(browsers: Browsers) -> None:
    for row in ROWS:
        if row.method != "POST" or row.without_token or "{model}" in row.path:
            continue
        role, scene = "staff" if row.path.startswith("/admin/") else "owner", scene_of(row.path)
        if row.allowed(role) <= {"405", "405 method-not-allowed", "404", "login"}:
            continue
        client = browsers.browser(role, scene, checks=True)
        with nothing_lasts():
            (address, *_) = row_addresses(row.path, browsers.world)
            got = describe_answer(
                send_request(client, "POST", address, browsers.filled(row.sent, scene))
            )
        assert got in ("403", "403 csrf"), f"{row.asked}: {got}"


def test_other_methods_do_nothing_that_a_form_does_not(browsers: Browsers) -> None:
    by_route = {route_of(row_addresses(row.path)[0]): row for row in ROWS}
    for row, method in product(by_route.values(), OTHER_METHODS):
        if "{model}" not in row.path:
            client = browsers.browser("owner", scene_of(row.path), checks=True)
            with nothing_lasts():
                got = describe_answer(
                    send_request(client, method, row_addresses(row.path, browsers.world)[0])
                )
            assert got.startswith(REFUSED), f"{method} {row.path}: {got}"


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_at_a_table_the_staff_may_do_what_a_spectator_may(method: str) -> None:
    at_tables = [row for row in ROWS if row.method == method and "{" in row.path]
    for row in at_tables:
        # the owner has muted the spectator, who therefore must not challenge them
        if "{model}" not in row.path and row.path != "/players/{owner}/challenge/":
            assert row.allowed("staff") == row.allowed("spectator"), row.asked


def test_only_the_staff_gets_into_the_admin_pages() -> None:
    inside = [row for row in ROWS if row.path.startswith("/admin/")]
    for row in inside:
        if row.path not in ("/admin/login/", "/admin/logout/"):
            others = {code for role in ROLES if role != "staff" for code in row.allowed(role)}
            assert others == {"login"}, row.asked
