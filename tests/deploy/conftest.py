"""A site behind both proxies, shared by the tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.deploy.proxies import Proxy, running_proxies
from tests.process_group import ProcessGroup, running_group

CHANGES = {"ALLOWED_HOSTS": "localhost,127.0.0.1", "HTTPS": "1", "TRUSTED_PROXIES": "1"}
CHANGES |= {"LIMITS": "1", "LOG_FORMAT": "json", "ACCESS_LOG": "1"}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProcessGroup]:
    """Two web servers behind one TLS proxy."""
    folder = tmp_path_factory.mktemp("deployed")
    with running_group(folder, "sqlite", CHANGES, webs=2, workers=0, own_ports=True) as running:
        yield running


@pytest.fixture(scope="session")
def proxies(
    site: ProcessGroup, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Proxy]]:
    """Both proxies."""
    first, second = site.ports
    with running_proxies(tmp_path_factory.mktemp("proxies"), (first, second)) as running:
        yield running


@pytest.fixture(params=["nginx", "caddy"])
def proxy(proxies: dict[str, Proxy], request: pytest.FixtureRequest) -> Proxy:
    """Each proxy in turn."""
    return proxies[str(request.param)]
