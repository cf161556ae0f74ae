"""Chat at a table: permissions, limits and readers; and spectators."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from accounts.models import User
from density.platform.redis import redis_connection
from games.engine.contract import Refused
from games.live import online, snapshots, talk
from games.models import Game, Line, Seat
from tests.table.harness import frame_of, make_users, open_table, playing_game

pytestmark = pytest.mark.django_db(transaction=True)


def start_chat(users: list[User], **options: Any) -> Game:
    """Return a game with free chat."""
    game = playing_game(users, **options)
    Game.objects.filter(pk=game.pk).update(chat=True)
    return game


def pass_time(seconds: float) -> None:
    """Make all chat lines older, or younger by a negative time."""
    line: Any = redis_connection()
    for limit in line.keys("*talk_*"):
        line.pexpire(limit, max(0, line.pttl(limit) - round(1000 * seconds)))


# --------------------------------------------------------------------------- what is said
def test_phrases_signs_and_text_are_said_to_all() -> None:
    mira, ola = make_users(2)
    game = start_chat([mira, ola])
    said = [("phrase", text) for text in sorted(talk.PHRASES)]
    said += [("sign", text) for text in sorted(talk.SIGNS)] + [("text", "Well, well.")]
    for kind, text in said:
        assert talk.say_line(game.pk, ola.pk, kind, text) is None
        *_, line = talk.latest_lines(game.pk, ())
        assert (line["seat"], line["name"], line["kind"], line["text"]) == (1, ola.name, kind, text)
        assert line["at"] > 1_700_000_000_000
        pass_time(60)


MALFORMED = [
    ("phrase", "nod"),
    ("phrase", "You played badly"),
    ("phrase", ""),
    ("sign", "well-played"),
    ("sign", "Wave"),
    ("shout", "wave"),
    ("", ""),
    ("text", ""),
    ("text", " \t\n "),
    ("text", "\u200b\u202e\u2066\x00\ufeff\u3164\x1b"),
    ("text", "x" * 201),
]


def test_anything_else_is_malformed() -> None:
    mira, ola = make_users(2)
    game = start_chat([mira, ola])
    for kind, text in MALFORMED:
        assert talk.say_line(game.pk, mira.pk, kind, text) == Refused("malformed"), (kind, text)
    assert not Line.objects.exists()


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Hello \t\r\n there\u2028you ", "Hello there you"),
        ("A\u030aland", "Åland"),
        ("a\u200bb\u200dc\u2060d\ufeffe", "abcde"),
        ("\u202eevil\u2066\u061c", "evil"),
        ("a\x00b\x1b[31m\x7f\x9b", "ab[31m"),
        ("e\u0301\u0302\u0303\u0304\u0305\u0306", "é\u0302\u0303"),
        ("<b onclick=x>&amp;</b>", "<b onclick=x>&amp;</b>"),
        ("x" * 200, "x" * 200),
        ("日本語 العربية ไทย", "日本語 العربية ไทย"),
        ("see http://a.example/x?y=1#z now", "see [link] now"),
        ("HTTPS://EXAMPLE.COM", "[link]"),
        ("javascript://alert", "[link]"),
        ("go to www.example", "go to [link]"),
        ("(example.com/path?q=1) yes", "([link] yes"),
        ("example.com, or sub.example.co.uk:8080/x", "[link], or [link]"),
        ("exam\u200bple.c\u200dom", "[link]"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f\u200d\U0001f525", None),
        ("\U0001f44b\U0001f3fd \U0001f926\U0001f3fd\u200d\u2640\ufe0f", None),
        (
            "\U0001f468\u200d \u200d\U0001f467 a\ufe0f\u200d\U0001f467",
            "\U0001f468 \U0001f467 a\U0001f467",
        ),
        ("пример.рф xn--e1afmkfd.xn--p1ai", "[link] [link]"),
        ("example。com", "[link]"),
        ("mira.long+tag@example.org!", "[link]"),
        ("3.5 is more than 2. Yes... no? v1.2 e.g. 10:30", None),
        ("ok. fine.", None),
    ],
)
def test_free_text_is_tidied(written: str, kept: str | None) -> None:
    assert talk.tidy_text(written) == (written if kept is None else kept)


# ---------------------------------------------------------------------------- who speaks
def test_only_people_at_the_table_speak() -> None:
    mira, ola, watcher = make_users(3)
    game = playing_game([mira, ola], ais=1)
    assert talk.say_line(game.pk, watcher.pk, "sign", "wave") == Refused("not-seated")
    assert talk.say_line(game.pk, None, "sign", "wave") == Refused("not-seated")
    Seat.objects.filter(user=ola).update(abandoned_at=Now(), live=False)
    assert talk.say_line(game.pk, ola.pk, "sign", "wave") == Refused("not-seated")
    Seat.objects.filter(user=mira).update(user=None, live=False)
    assert talk.say_line(game.pk, None, "sign", "wave") == Refused("not-seated")
    with pytest.raises(Game.DoesNotExist):
        talk.say_line("nowhere", mira.pk, "sign", "wave")
    assert not Line.objects.exists()


def test_people_talk_from_the_open_table_until_ten_minutes_after_the_end() -> None:
    (mira,) = make_users(1)
    waiting = open_table(mira)
    assert talk.say_line(waiting.pk, mira.pk, "phrase", "good-luck") is None
    ola, kim = make_users(2, "Other")
    game = playing_game([ola, kim])
    over = Game.objects.filter(pk=game.pk)
    over.update(status="finished", finished_at=Now() - talk.AFTERWARDS + timedelta(seconds=30))
    assert talk.say_line(game.pk, ola.pk, "phrase", "good-game") is None
    pass_time(60)
    over.update(finished_at=Now() - talk.AFTERWARDS - timedelta(seconds=1))
    assert talk.say_line(game.pk, ola.pk, "phrase", "good-game") == Refused("game-over")


def test_free_text_needs_a_table_with_chat_that_is_not_rated() -> None:
    mira, ola = make_users(2)
    game = playing_game([mira, ola])
    assert talk.say_line(game.pk, mira.pk, "text", "Hello") == Refused("not-allowed")
    Game.objects.update(chat=True, rated=True)
    assert talk.say_line(game.pk, mira.pk, "text", "Hello") == Refused("not-allowed")
    assert talk.say_line(game.pk, mira.pk, "phrase", "good-luck") is None
    Game.objects.update(rated=False)
    assert talk.say_line(game.pk, mira.pk, "text", "Hello") is None


# ---------------------------------------------------------------------------- how often
@pytest.mark.parametrize(
    ("kind", "text", "seconds"), [("phrase", "thanks", 3), ("sign", "nod", 5), ("text", "So.", 1)]
)
def test_one_of_a_kind_in_its_time(kind: str, text: str, seconds: int) -> None:
    mira, ola = make_users(2)
    game = start_chat([mira, ola])
    assert talk.say_line(game.pk, mira.pk, kind, text) is None
    # a busy machine may need more than a second for the next call
    pass_time(-30)
    assert talk.say_line(game.pk, mira.pk, kind, text) == Refused("too-fast")
    assert talk.say_line(game.pk, ola.pk, kind, text) is None
    pass_time(30 + seconds)
    assert talk.say_line(game.pk, mira.pk, kind, text) is None
    assert Line.objects.filter(user=mira).count() == 2


def test_ten_texts_a_minute() -> None:
    mira, ola = make_users(2)
    game = start_chat([mira, ola])
    for _ in range(10):
        assert talk.say_line(game.pk, mira.pk, "text", "More") is None
        pass_time(1)
    assert talk.say_line(game.pk, mira.pk, "text", "More") == Refused("too-fast")
    pass_time(51)
    assert talk.say_line(game.pk, mira.pk, "text", "More") is None


# ---------------------------------------------------------------------------- who reads
def test_the_snapshot_has_the_latest_fifty_lines_oldest_first() -> None:
    mira, ola = make_users(2)
    game = start_chat([mira, ola])
    for number in range(52):
        assert talk.say_line(game.pk, mira.pk, "text", str(number)) is None
        pass_time(60)
    for user in (mira, ola, None):
        said = frame_of(game.pk, user.pk if user else None)["talk"]
        assert [line["text"] for line in said] == [str(number) for number in range(2, 52)]


# -------------------------------------------------------------------------- who looks on
def test_nobody_is_counted_and_nothing_fails_while_redis_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    users = make_users(2)
    game = playing_game(users)
    away = Redis(unix_socket_path="/nowhere/at/all.sock", retry=Retry(NoBackoff(), 0))
    monkeypatch.setattr(online, "redis_connection", lambda: away)
    online.note_spectators([(game.pk, "one")])
    online.forget_spectator(game.pk, "one")
    assert online.count_spectators([game.pk]) == {game.pk: 0}
    assert frame_of(game.pk, None)["watchers"] == 0
    assert snapshots.read_status(game.pk) == {"version": game.version, "watchers": 0}
