"""One site, and both proxies in front of it, for all tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.deploy.proxies import Proxy, running_proxies
from tests.deploy.site import Site, running_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site."""
    with running_site(tmp_path_factory.mktemp("deployed")) as running:
        yield running


@pytest.fixture(scope="session")
def proxies(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Proxy]]:
    """Both proxies."""
    folder = tmp_path_factory.mktemp("proxies")
    with running_proxies(folder, site) as running:
        yield running


@pytest.fixture(params=["nginx", "caddy"])
def proxy(proxies: dict[str, Proxy], request: pytest.FixtureRequest) -> Proxy:
    """Each of them in turn."""
    return proxies[str(request.param)]
