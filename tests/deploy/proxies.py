"""Runs nginx and Caddy with the configurations of docs/deploy on local ports."""

import contextlib
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPSConnection
from pathlib import Path

from density.server.process import ManagedProcess
from tests.patience import PATIENCE, wait_until
from tests.process_group import free_port
from tests.serve_process import ROOT

DEPLOY = ROOT / "docs" / "deploy"
NAME = "density.example.org"
HERE = "localhost"
# how long to wait for a proxy that cuts a connection after half a minute; Caddy cuts sockets, too,
# that a busy machine opens later than that
SHORT = "15s"
# sockets that tests open at once from one address
FEW = 3


@dataclass(frozen=True)
class Proxy:
    """A running proxy."""

    name: str
    secure: int
    plain: int

    @property
    def url(self) -> str:
        """The URL of the site for browsers."""
        return f"https://{HERE}:{self.secure}"

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        *,
        at: str = "127.0.0.1",
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Request a page from a local address; return status, headers and body."""
        line = HTTPSConnection(
            HERE, self.secure, timeout=PATIENCE, source_address=(at, 0), context=any_certificate()
        )
        with contextlib.closing(line):
            line.request(method, path, body, headers or {})
            answer = line.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()

    def connect(self, at: str = "127.0.0.1") -> ssl.SSLSocket:
        """Return a new connection to the proxy."""
        raw = socket.create_connection(("127.0.0.1", self.secure), PATIENCE, (at, 0))
        return any_certificate().wrap_socket(raw, server_hostname=HERE)


def any_certificate() -> ssl.SSLContext:
    """Return a TLS context that accepts any certificate."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def find_program(name: str) -> str:
    """Return the path of a proxy, also in Debian's sbin."""
    found = shutil.which(name, path="/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/bin")
    assert found is not None, f"The tests of proxies need {name}: install the package {name}."
    return found


def make_certificate(folder: Path, name: str = f"DNS:{HERE}") -> tuple[Path, Path]:
    """Make a self-signed certificate for a name; return its file and that of its key."""
    made = folder / "fullchain.pem", folder / "privkey.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
    names = ["-subj", f"/CN={HERE}", "-addext", f"subjectAltName={name}"]
    files = ["-out", str(made[0]), "-keyout", str(made[1])]
    subprocess.run([*command.split(), *names, *files], check=True, stdout=subprocess.DEVNULL)
    return made


def replace_parts(name: str, changes: Mapping[str, str]) -> str:
    """Return a configuration with replaced parts, each of which must exist."""
    text = (DEPLOY / name).read_text()
    for old, new in changes.items():
        assert old in text, f"{name} does not say {old!r}"
        text = text.replace(old, new)
    return text


def nginx_file(folder: Path, ports: tuple[int, int], secure: int, plain: int) -> Path:
    """Write nginx's configuration for this machine."""
    places = "".join(
        f"    {kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = folder / "nginx.conf"
    text = replace_parts(
        "nginx.conf",
        {
            "http {\n": "http {\n" + places,
            "user www-data;\n": "",
            "/run/nginx.pid": f"{folder}/nginx.pid",
            "/var/log/nginx/": f"{folder}/nginx-",
            "/etc/density/tls": str(folder),
            "/var/www/acme": f"{folder}/acme",
            "zone=sockets burst=60": f"zone=sockets burst={FEW}",
            "client_header_timeout 30s": f"client_header_timeout {SHORT}",
            "    listen [::]:80 default_server;\n": "",
            "    listen [::]:443 ssl default_server;\n": "",
            "    listen [::]:443 ssl http2;\n": "",
            "listen 80 ": f"listen 127.0.0.1:{plain} ",
            "listen 443 ": f"listen 127.0.0.1:{secure} ",
            **upstream_names(ports),
        },
    )
    file.write_text(text)
    return file


def caddy_file(folder: Path, ports: tuple[int, int], secure: int, plain: int) -> Path:
    """Write Caddy's configuration for this machine."""
    own = f"admin off\n\tskip_install_trust\n\thttps_port {secure}\n\thttp_port {plain}"
    tls = f"tls {folder}/fullchain.pem {folder}/privkey.pem"
    file = folder / "Caddyfile"
    text = replace_parts(
        "Caddyfile",
        {
            "{\n\tservers {": f"{{\n\t{own}\n\tstorage file_system {folder}/caddy\n\tservers {{",
            "read_header 30s": f"read_header {SHORT}",
            "read_body 30s": f"read_body {SHORT}",
            f"\n{{$SITE:{NAME}}} {{": f"\n{NAME} {{\n\tbind 127.0.0.1\n\t{tls}",
            **upstream_names(ports),
        },
    )
    file.write_text(text)
    return file


def upstream_names(ports: tuple[int, int]) -> dict[str, str]:
    """Return the upstream names in both configurations, with their local replacements."""
    return {
        NAME: HERE,
        "127.0.0.1:8001": f"127.0.0.1:{ports[0]}",
        "127.0.0.1:8002": f"127.0.0.1:{ports[1]}",
    }


def proxy_commands(folder: Path, ports: tuple[int, int]) -> dict[str, tuple[list[str], Proxy]]:
    """Write both configurations; return the command and address of each proxy."""
    make_certificate(folder)
    files = {"nginx": nginx_file, "caddy": caddy_file}
    found = {}
    for name, write in files.items():
        proxy = Proxy(name, free_port(), free_port())
        file = str(write(folder, ports, proxy.secure, proxy.plain))
        words = {
            "nginx": ["-e", f"{folder}/nginx-start.log", "-c", file, "-g", "daemon off;"],
            "caddy": ["run", "--adapter", "caddyfile", "--config", file],
        }
        found[name] = ([find_program(name), *words[name]], proxy)
    return found


@contextlib.contextmanager
def running_proxies(folder: Path, ports: tuple[int, int]) -> Iterator[dict[str, Proxy]]:
    """Run both proxies in front of web servers at these ports."""
    with contextlib.ExitStack() as stack:
        proxies = {}
        for name, (command, proxy) in proxy_commands(folder, ports).items():
            child = ManagedProcess(name, command, folder / f"{name}.log")
            stack.callback(child.stop)
            child.start()
            proxies[name] = proxy
        for proxy in proxies.values():
            wait_until(lambda at=proxy: is_up(at), f"{proxy.name} does not pass requests on")  # type: ignore[misc]
        yield proxies


def is_up(proxy: Proxy) -> bool:
    """Return whether the site answers through a proxy."""
    with contextlib.suppress(OSError):
        return proxy.ask("GET", "/robots.txt")[0] == 200
    return False
