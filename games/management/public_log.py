"""Reads the public log of commitments from a file or from the URL of a site."""

from collections.abc import Iterator
from http.client import HTTPException
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, build_opener

from games.engine.deal_log import Log
from games.engine.record_fields import Differs
from games.management.json_lines import parse_line, read_lines

PATIENCE = 20  # timeout without a byte, in seconds
LARGEST = 2**20  # bytes of an answer; a thousand entries take a third of it
MOST_ANSWERS = 10_000  # of a thousand entries each
LARGEST_FILE = 2**25  # bytes of a part of the file, which has 20,000 entries
PATH = "/api/deals/"
FILE_PATH, KEYS_PATH = "/deals/log.jsonl", "/.well-known/deal-log.json"


def read_log(source: str) -> Log:
    """Return the log in a file or at an http(s) URL, with its chain checked.

    A line of a file is an entry, or an answer of /api/deals/ with many. Raises ValueError with one
    sentence if it cannot be read or is no chain.
    """
    from_site = source.startswith(("http://", "https://"))
    answers = _fetch_all(source) if from_site else _read_file(source)
    log = Log()
    for answer in answers:
        try:
            if isinstance(answer, dict) and answer.keys() == {"signatures"}:
                for signature in _list_of(answer["signatures"]):
                    log.add_signature(signature)
                continue
            for entry in _entries_of(answer):
                log.add(entry)
        except Differs as difference:
            raise ValueError(f"The log of commitments is broken: {difference.what}.") from None
    if not log.entries:
        raise ValueError(f"There is no entry in the log of commitments {source}.")
    return log


def _entries_of(answer: object) -> list[object]:
    if isinstance(answer, dict) and answer.keys() == {"deals"}:
        return _list_of(answer["deals"])
    return [answer]


def _list_of(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _read_file(path: str) -> Iterator[object]:
    try:
        with Path(path).open("rb") as lines:
            for _, answer in read_lines(lines, "part of the log"):
                yield answer
    except OSError as trouble:
        raise ValueError(f"{path} cannot be read: {trouble.strerror}.") from trouble


def _fetch_all(address: str) -> Iterator[object]:
    """Yield the answers of the site until one has no entry."""
    scheme, host, path, _, _ = urlsplit(address)
    if path.endswith(".jsonl"):
        yield from _fetch_file(address)
        return
    base = urlunsplit((scheme, host, path if path.strip("/") else PATH, "", ""))
    opener, after = build_opener(_NoRedirects), 0
    for _ in range(MOST_ANSWERS):
        answer = _fetch_answer(opener, f"{base}?{urlencode({'after': after})}")
        entries = _entries_of(answer)
        if not entries:
            return
        yield answer
        after += len(entries)
    raise ValueError(f"{base} has more than {MOST_ANSWERS * 1000} entries; save it to a file.")


def read_site_log(site: str) -> tuple[Log, list[str]]:
    """Return the signed log of a site, and the public keys of the site.

    Raises ValueError with one sentence.
    """
    scheme, host, *_ = urlsplit(site)
    log = read_log(urlunsplit((scheme, host, FILE_PATH, "", "")))
    keys = _fetch_answer(build_opener(_NoRedirects), urlunsplit((scheme, host, KEYS_PATH, "", "")))
    if not isinstance(keys, dict) or not isinstance(keys.get("keys"), list):
        raise ValueError(f"{site} publishes no keys of its log.")
    return log, keys["keys"]


def _fetch_file(address: str) -> Iterator[object]:
    """Yield the lines of a file of the log; a site gives the rest in further parts."""
    opener, after = build_opener(_NoRedirects), 0
    for _ in range(MOST_ANSWERS):
        part = f"{address}?{urlencode({'after': after})}"
        lines = BytesIO(_fetch_bytes(opener, part, LARGEST_FILE))
        before = after
        for _, answer in read_lines(lines, "part of the log"):
            if isinstance(answer, dict) and "deals" in answer:
                entries = _entries_of(answer)
                if after and _starts_again(entries):
                    return  # a file without parts
                after += len(entries)
            yield answer
        if after == before:
            return


def _starts_again(entries: list[object]) -> bool:
    return bool(entries) and isinstance(entries[0], dict) and entries[0].get("sequence") == 1


def _fetch_answer(opener: OpenerDirector, url: str) -> object:
    return parse_line(_fetch_bytes(opener, url, LARGEST), url, "part of the log")


def _fetch_bytes(opener: OpenerDirector, url: str, most: int) -> bytes:
    try:
        with opener.open(url, timeout=PATIENCE) as answer:
            body: bytes = answer.read(most + 1)
    except (HTTPException, OSError) as trouble:
        why = str(trouble) or type(trouble).__name__
        raise ValueError(f"{url} cannot be read: {why}.") from None
    if len(body) > most:
        raise ValueError(f"{url} answers more than {most} bytes, which no part of the log is.")
    return body


class _NoRedirects(HTTPRedirectHandler):
    """Makes a redirect an error: the log of another site proves nothing about this one."""

    def redirect_request(self, *_: Any) -> None:
        """Follow no redirect."""
