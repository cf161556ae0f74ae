"""A fake push service that accepts messages by RFC 8030, 8188, 8291 and 8292."""

import contextlib
import json
import re
import ssl
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from accounts.contact import push
from accounts.contact.push_encryption import decode_base64url, encode_base64url
from accounts.models import PushChoices, User
from tests.deploy.proxies import make_certificate

HOST = "127.0.0.1"
TOKEN = re.compile(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+),k=([\w-]+)")
LONGEST_SIGNATURE = 24 * 3600


@dataclass
class Browser:
    """A browser with its keys, and the service's responses for it; the last one repeats."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey
    secret: bytes
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=lambda: [(201, {})])

    @property
    def form(self) -> dict[str, str]:
        """The subscription form that it sends to the site."""
        point = point_of(self.key.public_key())
        keys = {"p256dh": encode_base64url(point), "auth": encode_base64url(self.secret)}
        return {"endpoint": self.endpoint, **keys}


@dataclass
class Received:
    """A received message, as its browser decrypts it."""

    endpoint: str
    headers: dict[str, str]
    message: dict[str, str]


class PushService:
    """The service, where browsers subscribe with a site's key and messages arrive."""

    def __init__(self, folder: Path) -> None:
        self.browsers: dict[str, Browser] = {}
        self.received: list[Received] = []
        # every request, accepted or not
        self.asked: list[str] = []
        self.key = ""
        self.certificate, key = make_certificate(folder, f"IP:{HOST}")
        self.server = ThreadingHTTPServer((HOST, 0), type("Bound", (Handler,), {"service": self}))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def name(self) -> str:
        """Its host and port."""
        return f"{HOST}:{self.server.server_address[1]}"

    def subscribe(self, name: str = "") -> Browser:
        """Return a new browser."""
        path = f"/push/{name or len(self.browsers)}"
        key = ec.generate_private_key(ec.SECP256R1())
        self.browsers[path] = Browser(f"https://{self.name}{path}", key, b"s" * 16)
        return self.browsers[path]

    def take(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str]]:
        """Receive a message; return the response."""
        self.asked.append(path)
        browser = self.browsers.get(path)
        if browser is None:
            return 404, {}
        header = headers.get("authorization", "")
        if not header.endswith(f"k={self.key}") or not is_signed(header, f"https://{self.name}"):
            return 403, {}
        if headers.get("content-encoding") != "aes128gcm" or not headers["ttl"].isdecimal():
            return 400, {}
        if not re.fullmatch(r"[\w-]{1,32}", headers["topic"]):
            return 400, {}
        answer = browser.answers[0]
        if len(browser.answers) > 1:
            browser.answers.pop(0)
        if answer[0] == 201:
            text = decrypt_message(body, browser.key, browser.secret)
            self.received.append(Received(browser.endpoint, headers, json.loads(text)))
        return answer

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Handler(BaseHTTPRequestHandler):
    service: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        status, answered = self.service.take(self.path, headers, body)
        self.send_response(status)
        for name, value in answered.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 # of the library
        pass


def decrypt_message(body: bytes, key: ec.EllipticCurvePrivateKey, secret: bytes) -> bytes:
    """Decrypt a message (RFC 8291). Raises InvalidTag when it is for another browser."""
    salt, named, length = body[:16], body[16:21], body[20]
    sender, record = body[21 : 21 + length], body[21 + length :]
    assert len(record) <= int.from_bytes(named[:4]), "this is more than one record"
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
    about = b"WebPush: info\0" + point_of(key.public_key()) + sender

    def derive(salt: bytes, info: bytes, length: int, start: bytes) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(start)

    start = derive(secret, about, 32, key.exchange(ec.ECDH(), point))
    content = AESGCM(derive(salt, b"Content-Encoding: aes128gcm\0", 16, start))
    nonce = derive(salt, b"Content-Encoding: nonce\0", 12, start)
    text, end, padding = content.decrypt(nonce, record, None).rpartition(b"\x02")
    assert end
    assert not padding.strip(b"\0")
    return text


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point."""
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def is_signed(header: str, origin: str, at: float | None = None) -> bool:
    """Return whether an Authorization header is valid for an origin and Unix time (RFC 8292)."""
    found = TOKEN.fullmatch(header)
    if found is None:
        return False
    head, claims, signature, point = (decode_base64url(part) for part in found.groups())
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    numbers = (int.from_bytes(half) for half in (signature[:32], signature[32:]))
    with contextlib.suppress(InvalidSignature):
        key.verify(
            encode_dss_signature(*numbers),
            f"{found[1]}.{found[2]}".encode(),
            ec.ECDSA(hashes.SHA256()),
        )
        said = json.loads(claims)
        holds = 0 < said["exp"] - (time.time() if at is None else at) <= LONGEST_SIGNATURE
        about = (json.loads(head)["alg"], said["aud"], said["sub"].partition(":")[0])
        return holds and about == ("ES256", origin, "mailto")
    return False


def make_subscriber(service: PushService, name: str, *wanted: str, **choices: Any) -> User:
    """Return a user who chose these kinds in one browser; its endpoint ends with the name."""
    user = User.objects.create_user(name)
    push.add_subscription(user, **service.subscribe(name).form, browser="Firefox", language="en")
    choices.setdefault("time_zone", "Europe/Berlin")
    PushChoices.objects.create(user=user, **dict.fromkeys(wanted, True), **choices)
    return user


def list_recipients(service: PushService) -> list[str]:
    """Return the users whose browsers received a message."""
    return [each.endpoint.rpartition("/")[2] for each in service.received]
