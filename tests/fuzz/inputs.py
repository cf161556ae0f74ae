"""Draws inputs: frames for sockets, and requests with forms, JSON, headers and paths."""

import json
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, quote_plus

from tests.fuzz.values import (
    Dice,
    as_json,
    change_message,
    draw_nested,
    draw_text,
    draw_value,
    tear_text,
)
from tests.rights.tables import ROLES

TOKEN = "a" * 32
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW", "post")
FORM, JSON = b"application/x-www-form-urlencoded", b"application/json"
MULTIPART = b"multipart/form-data"
CONTENT_TYPES = (b"text/plain", MULTIPART + b"; boundary=x", MULTIPART, b"\xff", b"")
HEADERS = (
    *("accept", "accept-encoding", "accept-language", "cookie", "host", "if-none-match", "range"),
    *("if-modified-since", "origin", "referer", "user-agent", "x-forwarded-for", "content-length"),
    *("x-forwarded-proto", "x-csrftoken", "x-requested-with", "content-type", "transfer-encoding"),
)


@dataclass(frozen=True)
class Frame:
    """A frame for a socket: text, or bytes for a binary one."""

    sent: str | bytes


@dataclass(frozen=True)
class Request:
    """A request as a web server passes it on."""

    method: str
    path: str
    query: str = ""
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    role: str = "anonymous"


@dataclass
class Known:
    """The material of inputs: existing paths, valid messages and ids."""

    messages: dict[str, list[dict[str, Any]]]
    games: list[str]
    names: list[str]
    paths: list[tuple[str, str, str]]


def draw_frame(dice: Dice, known: Known, socket: str) -> Frame:
    """Return a valid frame, a changed one, or an arbitrary one."""
    draw = dice.random()
    if draw < 0.03:
        return Frame(dice.randbytes(dice.choice((0, 1, 40, 5000))))
    if draw < 0.06:
        return Frame(
            dice.choice(
                (draw_text(dice), as_json(dice, draw_value(dice)), as_json(dice, draw_nested(dice)))
            )
        )
    message = dice.choice(known.messages[socket])
    if draw < 0.10:
        message = dice.choice([each for all_of in known.messages.values() for each in all_of])
    for _ in range(dice.choice((0, 1, 1, 1, 2, 3))):
        message = change_message(dice, message)
    written = as_json(dice, message)
    return Frame(tear_text(dice, written) if draw > 0.9 else written)


def draw_request(dice: Dice, known: Known) -> Request:
    """Return a valid request with some change."""
    method, path, sent = dice.choice(known.paths)
    made = Request(method, path, role=dice.choice(ROLES))
    if sent.startswith("{"):
        made = with_json(dice, made, json.loads(sent))
    elif method != "GET":
        made = with_form(dice, made, sent)
    changes = (other_path, other_query, other_header, other_method, other_body)
    for _ in range(dice.choice((0, 1, 1, 2, 3))):
        made = dice.choice(changes)(dice, made, known)
    return made


def with_json(dice: Dice, made: Request, sent: dict[str, Any]) -> Request:
    """Return the request with a body of JSON."""
    for _ in range(dice.choice((0, 1, 1, 2))):
        sent = change_message(dice, sent)
    written = as_json(dice, sent)
    body = tear_text(dice, written) if dice.random() < 0.1 else written
    return _with_body(made, body.encode("utf-8", "surrogatepass"), JSON)


def with_form(dice: Dice, made: Request, sent: str) -> Request:
    """Return the request with a form."""
    fields = [tuple(each.split("=", 1)) for each in sent.split(" ") if "=" in each]
    for _ in range(dice.choice((0, 1, 1, 2))):
        place = dice.randrange(len(fields) + 1)
        name = fields[place][0] if place < len(fields) else draw_text(dice)
        fields[place : place + 1] = [(name, draw_text(dice))] * dice.choice((0, 1, 1, 2))
    body = "&".join(f"{_quoted(name)}={_quoted(given)}" for name, given in fields)
    return _with_body(made, body.encode(), FORM)


def _quoted(given: str) -> str:
    return quote_plus(given.encode("utf-8", "surrogatepass"), safe="+@.")


def _with_body(made: Request, body: bytes, kind: bytes) -> Request:
    headers = ((b"content-type", kind), (b"content-length", b"%d" % len(body)))
    return replace(made, body=body, headers=headers)


def other_path(dice: Dice, made: Request, known: Known) -> Request:
    """Return the request with one part of its path replaced, removed or added."""
    parts = made.path.split("/")
    place = dice.randrange(1, len(parts))
    part = quote(draw_text(dice).encode("utf-8", "surrogatepass")[:3000], safe="")
    drawn = (part, dice.choice(known.games), quote(dice.choice(known.names)), "..", "%2e%2e", "%ff")
    parts[place : place + dice.choice((0, 1, 1, 1))] = [dice.choice((*drawn, part, part))]
    return replace(made, path="/".join(parts))


QUERIES = [
    "game",
    "view",
    "match",
    "step",
    "page",
    "next",
    "queue",
    "after",
    "before",
    "since",
    "q",
]


def other_query(dice: Dice, made: Request, known: Known) -> Request:
    """Return the request with a query string."""
    pairs = [(dice.choice(QUERIES), draw_text(dice)) for _ in range(dice.choice((1, 1, 2, 30)))]
    pairs += [
        (dice.choice((*QUERIES, "kind", "level", "seed", "mode", "place")), str(draw_value(dice)))
    ]
    asked = "&".join(f"{_quoted(name)}={_quoted(given)}" for name, given in pairs)
    return replace(made, query=asked[:12_000])


def other_header(dice: Dice, made: Request, known: Known) -> Request:
    """Return the request with an unexpected header."""
    name = dice.choice(HEADERS).encode()
    if name == b"content-length":  # servers only pass on one, of digits
        rest = tuple(pair for pair in made.headers if pair[0] != name)
        return replace(made, headers=(*rest, (name, b"%d" % dice.randrange(10**6))))
    given = draw_text(dice).encode("utf-8", "surrogatepass").replace(b"\n", b"").replace(b"\r", b"")
    kept = tuple(pair for pair in made.headers if pair[0] != name or dice.random() < 0.2)
    return replace(made, headers=(*kept, (name, given.replace(b"\0", b"")[:6000])))


def other_method(dice: Dice, made: Request, known: Known) -> Request:
    """Return the request with another method."""
    return replace(made, method=dice.choice(METHODS))


def other_body(dice: Dice, made: Request, known: Known) -> Request:
    """Return the request with another body or content type."""
    body = dice.choice(
        (
            dice.randbytes(dice.choice((1, 100, 3000))),
            as_json(dice, draw_nested(dice)).encode("utf-8", "replace"),
            b"[" * 20_000,
            b"&".join(b"a%d=1" % place for place in range(700)),
            b"x" * dice.choice((65_536, 65_537, 70_000)),
            made.body * 2,
        )
    )
    return _with_body(made, body, dice.choice((FORM, JSON, *CONTENT_TYPES)))
