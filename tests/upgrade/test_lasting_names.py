"""Names of earlier versions in browsers, mails, queues and rows keep their meaning."""

from celery import current_app
from django.core import signing
from django.utils.crypto import salted_hmac
from pytest_django import Settings

from accounts.contact import push
from accounts.models import User
from density.platform import limits

# tasks that may be queued during an upgrade
TASKS = {
    *("accounts.daily", "accounts.deliver_push", "accounts.push", "accounts.send_mail"),
    "accounts.deliver_webhook",
    *("accounts.wait", "games.attribute_results", "games.expire_stage", "games.expire_turns"),
    *("games.count_deals", "games.export_last_month"),
    *("games.mine_puzzles", "games.note_absence", "games.play_out", "games.remove_idle_guests"),
    *("games.review_game", "games.send_reminders", "games.settle_seat", "games.take_bot_turns"),
    *("games.tidy_tables", "matchmaking.remind", "matchmaking.tick"),
}


def test_the_tasks_have_the_names_by_which_they_were_sent() -> None:
    current_app.loader.import_default_modules()
    assert {name for name in current_app.tasks if not name.startswith("celery.")} == TASKS


def test_a_session_of_an_earlier_version_is_still_good(settings: Settings) -> None:
    assert "accounts.lockout.PasswordBackend" in settings.AUTHENTICATION_BACKENDS
    known = User(password="a hash").get_session_auth_hash()
    again = salted_hmac("accounts.sessions", f"{known}1", algorithm="sha1").hexdigest()
    assert User(password="a hash", sessions_ended=1).get_session_auth_hash() == again


def test_marks_cookies_and_links_of_an_earlier_version_are_read() -> None:
    whole = salted_hmac("accounts.limits.mark", "192.0.2.1", algorithm="sha256").hexdigest()
    assert whole.startswith(limits.hash_subject("192.0.2.1"))
    link = signing.dumps([7, "turn"], salt="accounts.push.stop")
    assert signing.loads(link, salt=push.STOP_SALT) == [7, "turn"]
    assert push.COOKIE_SALT == "accounts.push.browser"
