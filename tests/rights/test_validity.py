"""Every page that a role may open is valid: its addresses, its moments, its headings."""

import pytest

from tests.pages.markup import Page
from tests.pages.validity import faults
from tests.rights.browsers import Browsers, ask, nothing_lasts
from tests.rights.routes import addresses, scene_of
from tests.rights.tables import ROLES, read

pytestmark = pytest.mark.django_db


def test_every_page_of_every_role_is_valid(browsers: Browsers) -> None:
    wrong = {}
    for row in read("urls.txt"):
        if row.method != "GET" or row.path.startswith("/admin/"):
            continue
        (address,) = addresses(row.path, browsers.world)
        for role in ROLES:
            with nothing_lasts():
                answer = ask(browsers.browser(role, scene_of(row.path)), "GET", address)
            if answer.headers.get("Content-Type", "").startswith("text/html"):
                page = Page(answer.getvalue().decode())
                found = faults(page) if page.all("main") else []
                if found:
                    wrong[f"{address} {role}"] = found
    assert wrong == {}
