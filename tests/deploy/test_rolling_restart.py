"""A rolling restart behind both proxies: every process is new, and no request fails meanwhile."""

import threading
from collections import Counter

import pytest

from tests.deploy.proxies import Proxy
from tests.deploy.site import Site

# longer than the proxies leave a process alone
SETTLE = 6.0


@pytest.mark.heavy
def test_no_request_fails_while_every_process_is_restarted(
    site: Site, proxies: dict[str, Proxy]
) -> None:
    before = [site.pid(name) for name in site.names]
    over = threading.Event()
    answers: Counter[tuple[str, int]] = Counter()

    def visit(proxy: Proxy) -> None:
        while not over.wait(0.1):
            answers[proxy.name, proxy.ask("GET", "/robots.txt")[0]] += 1

    visitors = [threading.Thread(target=visit, args=(proxy,)) for proxy in proxies.values()]
    for visitor in visitors:
        visitor.start()
    with site.rolling_restart(settle=SETTLE) as restart:
        said, _ = restart.communicate(timeout=300)
    over.set()
    for visitor in visitors:
        visitor.join()
    assert restart.returncode == 0, said
    order = [line.split(".")[0] for line in said.splitlines()]
    assert order == [*sorted(site.names[2:]), *site.names[:2]]
    assert {status for _, status in answers} == {200}
    assert {name for name, _ in answers} == set(proxies)
    assert not {site.pid(name) for name in site.names}.intersection(before)
