"""REDIS_URL names one server, to every client in its own way."""

import pytest

from density.environment import BadChoice, broker_of, redis_url


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("redis://:secret@store.example.org:6380/2", "redis://:secret@store.example.org:6380/2"),
        ("unix:///run/valkey.sock", "redis+socket:///run/valkey.sock"),
        ("unix:///run/a%20b.sock?db=2", "redis+socket:///run/a%20b.sock?virtual_host=2"),
        # a semicolon would part several brokers
        ("redis://:a;b@store/0", "redis://:a%3Bb@store/0"),
        ("rediss://store/1?socket_timeout=2", "rediss://store/1?socket_timeout=2"),
        ("redis://[::1]", "redis://[::1]"),
    ],
)
def test_the_broker_is_in_the_same_database(
    url: str, broker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    assert redis_url("unix:///own") == url
    assert broker_of(url) == broker


@pytest.mark.parametrize(
    "url",
    [
        *("http://store", "store", "redis://store:port", "redis://[::1", "redis://store:99999"),
        *("redis://store/zero", "unix://"),
        *("redis://store/0?no_such_option=1", "redis://store/0?socket_timeout=long"),
        "sentinel://one:26379,two:26379/density",
    ],
)
def test_a_url_that_no_client_can_be_made_of_is_refused(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    with pytest.raises(BadChoice, match="REDIS_URL must be"):
        redis_url("unix:///own")


def test_a_url_that_would_be_cut_off_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://:a#b@store/0")
    with pytest.raises(BadChoice, match="REDIS_URL must write # as %23"):
        redis_url("unix:///own")
