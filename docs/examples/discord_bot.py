"""A Discord app with three commands, /table, /daily and /rank, which also announces your games.

    python discord_bot.py register        once: tells Discord the commands
    python discord_bot.py                 answers them on port 8080, behind a proxy with TLS

It needs PyNaCl, and these variables: SITE (https://…), DISCORD_PUBLIC_KEY; to register also
DISCORD_APP and DISCORD_TOKEN. Enter the address of your proxy as "Interactions Endpoint URL".

To announce your games, enter the same address with /webhook in the site's settings. Set
WEBHOOK_SECRET to the secret that the site shows, and DISCORD_CHANNEL to a webhook of a channel.
"""

import base64
import hmac
import json
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote
from urllib.request import Request, urlopen

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

PING, COMMAND, MESSAGE, PONG = 1, 2, 4, 1
LARGEST_BODY = 100_000
# a recorded message is refused when it is sent again later
OLDEST_SECONDS = 300
PLAYER = {"name": "player", "description": "name on the site", "type": 3, "required": True}
COMMANDS = [
    {"name": "table", "description": "Open a table for friends"},
    {"name": "daily", "description": "Today's puzzle"},
    {"name": "rank", "description": "The rating of a player", "options": [PLAYER]},
]


def is_signed(key: str, signature: str, timestamp: str, body: bytes) -> bool:
    """Return whether Discord signed this request."""
    try:
        VerifyKey(bytes.fromhex(key)).verify(timestamp.encode() + body, bytes.fromhex(signature))
    except (BadSignatureError, ValueError):
        return False
    return True


def is_from_site(secret: str, headers: Mapping[str, str], body: bytes, now: float) -> bool:
    """Return whether the site signed this message, and not long ago (Standard Webhooks)."""
    number, at, signatures = (
        headers.get(f"webhook-{name}") or "" for name in ("id", "timestamp", "signature")
    )
    if not (at.isascii() and at.isdecimal()) or abs(now - float(at)) > OLDEST_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.digest(key, f"{number}.{at}.".encode() + body, "sha256")
    expected = b"v1," + base64.b64encode(digest)
    return any(hmac.compare_digest(expected, one.encode()) for one in signatures.split())


def describe_event(message: dict, site: str) -> str:
    """Return what to announce of a message of the site."""
    kind, data = message["type"], message["data"]
    if kind == "game.started":
        return f"{data['player']} is playing: {site}{data['url']}"
    if kind == "game.finished":
        winners = [seat["name"] for seat in data["seats"] if seat["place"] == 1]
        return f"{' and '.join(winners) or 'No one'} won a game: {site}{data['url']}"
    if kind == "invitation":
        return f"{data['sender']} invites {data['player']} to play: {site}{data['url']}"
    return "The webhook works."


def answer_interaction(interaction: dict, site: str, fetch: Callable[[str], dict]) -> dict:
    """Return the answer to an interaction; `fetch` returns the JSON at an address of the site."""
    if interaction["type"] == PING:
        return {"type": PONG}
    data = interaction["data"]
    if data["name"] == "table":
        text = f"Open a table and share its link: {site}/tables/new/?access=link"
    elif data["name"] == "daily":
        text = f"Can you solve today's puzzle? {site}/learn/puzzles/daily/"
    else:
        text = describe_rank(data["options"][0]["value"], site, fetch)
    # no one is notified by a name that contains a mention
    return {"type": MESSAGE, "data": {"content": text, "allowed_mentions": {"parse": []}}}


def describe_rank(name: str, site: str, fetch: Callable[[str], dict]) -> str:
    """Return the rating of a player on the leaderboard in a sentence."""
    rows = fetch(f"{site}/api/v1/leaderboards/?game=density-deck")["rows"]
    row = next((row for row in rows if row["name"].casefold() == name.casefold()), None)
    if row is None:
        return f"{name} is not among the first 100: {site}/players/{quote(name)}/"
    return f"{row['name']}: rating {row['rating']}, place {row['place']} after {row['games']} games"


def fetch_json(url: str) -> dict:
    """Return the JSON at an address."""
    with urlopen(url, timeout=2) as answer:
        return json.load(answer)


class Handler(BaseHTTPRequestHandler):
    """Answers Discord and the site, and no one else."""

    # the last messages: the site repeats one if its answer is lost
    announced: deque[str] = deque(maxlen=1000)

    def do_POST(self) -> None:
        """Answer an interaction, or announce a message; 401 if its signature is wrong."""
        body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), LARGEST_BODY))
        if self.path == "/webhook":
            self.announce_message(body)
            return
        marks = [self.headers.get(f"X-Signature-{name}", "") for name in ("Ed25519", "Timestamp")]
        if not is_signed(os.environ["DISCORD_PUBLIC_KEY"], *marks, body):
            self.send_error(401)
            return
        answer = answer_interaction(json.loads(body), os.environ["SITE"].rstrip("/"), fetch_json)
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def announce_message(self, body: bytes) -> None:
        """Announce a message of the site in the channel, once."""
        if not is_from_site(os.environ["WEBHOOK_SECRET"], self.headers, body, time.time()):
            self.send_error(401)
            return
        if (number := self.headers["webhook-id"]) not in self.announced:
            text = describe_event(json.loads(body), os.environ["SITE"].rstrip("/"))
            post_json(
                os.environ["DISCORD_CHANNEL"], {"content": text, "allowed_mentions": {"parse": []}}
            )
            self.announced.append(number)
        self.send_response(204)
        self.end_headers()


def post_json(url: str, content: object, method: str = "POST", **headers: str) -> None:
    """Send JSON to Discord."""
    headers |= {"Content-Type": "application/json", "User-Agent": "DiscordBot (density-deck, 1)"}
    urlopen(Request(url, json.dumps(content).encode(), headers, method=method), timeout=5).close()


def register_commands() -> None:
    """Tell Discord the commands of this app."""
    url = f"https://discord.com/api/v10/applications/{os.environ['DISCORD_APP']}/commands"
    post_json(url, COMMANDS, "PUT", Authorization=f"Bot {os.environ['DISCORD_TOKEN']}")


if __name__ == "__main__":
    if sys.argv[1:] == ["register"]:
        register_commands()
    else:
        ThreadingHTTPServer(("127.0.0.1", 8080), Handler).serve_forever()
