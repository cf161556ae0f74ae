"""A site for all tests that leave it running unchanged."""

import os
import resource
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.serve_process import ServeProcess, launch_site, wait_until_ready

# too long for a socket's path, with all special characters of shells, URLs and drivers
NAME = f"{'long-' * 20}a b#c?d%25&e;f'g\"h+ü "
FEW_FILES = 256


@dataclass(frozen=True)
class Site:
    """A running `serve` and its data folder."""

    folder: Path
    server: ServeProcess

    @property
    def url(self) -> str:
        """Its URL."""
        return self.server.url


@pytest.fixture
def usual_mask() -> Iterator[None]:
    """Set the umask of most shells, which lets other users read files."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site in a readable folder with an odd name, started with a low limit of open files.

    Its AI players do not wait.
    """
    folder = tmp_path_factory.mktemp("site") / NAME
    folder.mkdir()
    folder.chmod(0o755)
    mask, limits = os.umask(0o022), resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_FILES, limits[1]))
    try:
        server = launch_site(folder, AI_PACE="0")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        os.umask(mask)
    with server:
        yield Site(folder, wait_until_ready(server))
    assert server.process.returncode == 0
