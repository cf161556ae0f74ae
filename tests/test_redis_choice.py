"""REDIS_URL names one server, or sentinels that know which one leads."""

import pytest

from density.environment import BadChoice
from density.redis_choice import Leader, redis_choice


def test_a_single_server_is_named_as_it_is() -> None:
    found = redis_choice("redis://:secret@store.example.org:6380/2")
    assert found.url == found.broker == "redis://:secret@store.example.org:6380/2"
    assert found.options == found.async_options == found.broker_options == {}


def test_the_broker_names_a_socket_in_its_own_way() -> None:
    assert redis_choice("unix:///run/valkey.sock").broker == "redis+socket:///run/valkey.sock"


def test_the_broker_is_in_the_same_database() -> None:
    found = redis_choice("unix:///run/a%20b.sock?db=2")
    assert found.broker == "redis+socket:///run/a%20b.sock?virtual_host=2"


def test_a_semicolon_parts_no_brokers() -> None:
    assert redis_choice("redis://:a;b@store/0").broker == "redis://:a%3Bb@store/0"


def test_a_url_that_would_be_cut_off_is_refused() -> None:
    with pytest.raises(BadChoice, match="REDIS_URL must write # as %23"):
        redis_choice("redis://:a#b@store/0")


def test_sentinels_are_asked_by_every_client() -> None:
    found = redis_choice("sentinel://:p%40ss@one,two.example.org:26380,[::1]:26379/density")
    sentinels = [("one", 26379), ("two.example.org", 26380), ("::1", 26379)]
    assert found.options["connection_pool"] == Leader(sentinels, "density")
    assert found.options["password"] == found.async_options["password"] == "p@ss"
    assert found.broker.startswith("sentinel://:p%40ss@one:26379/0;sentinel://:p%40ss@two")
    assert found.broker_options["master_name"] == "density"


@pytest.mark.parametrize("url", ["sentinel://one:26379", "sentinel:///name", "sentinel://one:x/n"])
def test_sentinels_without_a_name_or_an_address_are_refused(url: str) -> None:
    with pytest.raises(BadChoice, match="REDIS_URL must be sentinel://"):
        redis_choice(url)


@pytest.mark.parametrize(
    "url",
    [
        *("http://store", "store", "redis://store:port", "redis://[::1", "redis://store:99999"),
        *("redis://store/zero", "redis://a..b/0", f"redis://{'a' * 64}/0", "unix://"),
        *("redis://store/0?no_such_option=1", "redis://store/0?socket_timeout=long"),
        "sentinel://[::1/name",
    ],
)
def test_a_url_that_no_client_can_be_made_of_is_refused(url: str) -> None:
    with pytest.raises(BadChoice, match="REDIS_URL must be"):
        redis_choice(url)


@pytest.mark.parametrize("url", ["redis://", "rediss://store/1?socket_timeout=2", "redis://[::1]"])
def test_a_url_may_leave_out_what_has_a_default(url: str) -> None:
    assert redis_choice(url).url == url
