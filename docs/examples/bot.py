"""A bot that plays one game of Density Deck against AI players.

    python bot.py https://SITE "Owl Bot" PASSWORD

It needs requests and websockets. docs/BOTS.md says how an account becomes a bot, docs/PROTOCOL.md
what the site sends.
"""

import hashlib
import json
import secrets
import sys
import time
from urllib.parse import urljoin

import requests
from websockets.sync.client import connect


class Site:
    """The site, with the session of a user."""

    def __init__(self, url: str) -> None:
        self.url, self.session = url.rstrip("/"), requests.Session()

    def send_form(self, path: str, **fields: str) -> requests.Response:
        """Send a form with the token that the site asks for."""
        self.session.get(self.url + "/accounts/login/")
        cookies = self.session.cookies.get_dict()
        token = cookies.get("__Host-csrftoken") or cookies["csrftoken"]
        answer = self.session.post(
            self.url + path,
            {"csrfmiddlewaretoken": token, **fields},
            headers={"Referer": self.url + "/"},
            allow_redirects=False,
        )
        answer.raise_for_status()
        return answer

    def open_socket(self, path: str):
        """Open a socket as this user."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.session.cookies.items())
        address = urljoin(self.url.replace("http", "ws", 1), path)
        return connect(address, origin=self.url, additional_headers={"Cookie": cookies})


def choose_action(view: dict) -> dict:
    """Return the legal action that leaves the best score after the next discard."""
    if view["phase"] == "discard":
        discards = [action for action in view["legal"] if action["do"] == "discard"]
        return max(discards, key=lambda action: view["after"][action["card"]]["score"])
    draws = [action for action in view["legal"] if action["do"] == "draw"]
    gains = {int(seat): gain or 0 for seat, gain in (view["take"] or {}).items()}
    # a card from the pile gains 4 points on average
    return max(draws, key=lambda action: gains.get(action["from"], 4))


def seal_deal(socket, stage: str | None, sealed: str | None, own_bytes: bytes) -> str | None:
    """Give this player's bytes to the deal, first their hash; return the stage."""
    if stage == "pledge" and sealed is None:
        pledge = hashlib.sha256(own_bytes).hexdigest()
        socket.send(json.dumps({"type": "pledge", "hash": pledge}))
    elif stage == "reveal" and sealed == "pledge":
        socket.send(json.dumps({"type": "reveal", "bytes": own_bytes.hex()}))
    return stage or sealed


def play_game(site: Site, path: str) -> list[int]:
    """Play at a table until the game is over; return the places."""
    own_bytes, answered, sealed, last, version = secrets.token_bytes(16), None, None, None, -1
    with site.open_socket(f"/ws{path}") as socket:
        for text in socket:
            frame = json.loads(text)
            if frame.get("code") == "too-fast":
                time.sleep(0.5)
                socket.send(json.dumps(last))
            elif frame["type"] == "refused":
                raise RuntimeError(f"The site refused a message: {frame['code']}.")
            if frame["type"] not in ("snapshot", "events") or frame["version"] < version:
                continue
            version = frame["version"]
            sealed = seal_deal(socket, frame.get("fair", {}).get("stage"), sealed, own_bytes)
            view, question = frame["view"], frame["question"]
            if view and view["places"]:
                return view["places"]
            if view and view["legal"] and question != answered:
                time.sleep(frame["pause"] / 1000)
                last = {"type": "act", "question": question, "action": choose_action(view)}
                socket.send(json.dumps(last))
                answered = question
    raise RuntimeError("The site closed the socket.")


if __name__ == "__main__":
    site = Site(sys.argv[1])
    site.send_form("/accounts/login/", login=sys.argv[2], password=sys.argv[3])
    choice = {"game": "density-deck", "level": "easy", "length": "quick"}
    print("Places:", play_game(site, site.send_form("/play/ai/", **choice).headers["Location"]))
