"""A real site reads pages of the past from a real streaming replica."""

import http.cookiejar
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from tests.patience import PATIENCE
from tests.replica import standby
from tests.serve_process import serve

RENAME = "UPDATE accounts_user SET name = %s, name_key = %s WHERE id = %s"


class Browser:
    """Reads pages and sends forms, and keeps its cookies."""

    def __init__(self, site: str) -> None:
        self.site = site.rstrip("/")
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str) -> tuple[int, str]:
        """The status and the text of a page."""
        try:
            with self.opener.open(self.site + urllib.parse.quote(path), timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.read().decode()

    def shows(self, path: str, text: str) -> bool:
        """Whether the page is there with this text."""
        status, page = self.get(path)
        return status == 200 and text in page

    def become_guest(self) -> None:
        """Play as a guest: this changes the database."""
        self.get("/accounts/login/")
        self.post("/accounts/guest/")

    def post(self, path: str, **form: str) -> None:
        """Send a form."""
        token = next(each.value for each in self.jar if each.name == "csrftoken")
        sent = urllib.parse.urlencode({**form, "csrfmiddlewaretoken": token}).encode()
        with self.opener.open(self.site + path, sent, timeout=PATIENCE) as answer:
            assert answer.status == 200


def test_pages_of_the_past_are_read_from_the_replica(tmp_path: Path) -> None:
    with standby.running() as pair:
        urls = {"DATABASE_URL": pair.url, "DATABASE_REPLICA_URL": pair.replica_url}
        server = serve(tmp_path, **urls)
        try:
            check(pair, server.url)
        finally:
            server.end()
    assert (tmp_path / "logs" / "web.log").read_text().count("replica failed") == 1


def check(pair: standby.Pair, site: str) -> None:
    """Read what the replica has, what it lacks, and what a browser has just written."""
    for number in (1, 2):
        Browser(site).become_guest()
        pair.write(RENAME, f"Mira {number}", f"mira {number}", number)
    pair.catch_up()
    pair.hold()
    pair.write(RENAME, "MIRA 1", "mira 1", 1)
    pair.write(RENAME, "Ola", "ola", 2)
    reader, writer = Browser(site), Browser(site)
    assert reader.shows("/players/mira 1/", "Mira 1")
    assert reader.shows("/players/mira 1/games/", "Mira 1")
    # it has no Ola: the database itself is asked
    assert reader.shows("/players/ola/", "Ola")
    assert reader.get("/players/nobody/")[0] == 404
    assert reader.shows("/players/mira 1/", "Mira 1")

    # what a browser has just written itself it reads, and all else of that time
    assert writer.shows("/players/mira 1/", "Mira 1")
    writer.become_guest()
    assert writer.shows("/accounts/settings/", "Guest")
    assert writer.shows("/players/mira 1/", "MIRA 1")
    assert reader.shows("/players/mira 1/", "Mira 1")

    pair.end_replica()
    assert reader.shows("/players/mira 1/", "MIRA 1")
    assert reader.shows("/leaderboards/", "<h1")
