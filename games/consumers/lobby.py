"""The lobby's socket: sends the list of tables at once, and whenever it changes."""

import json
from collections.abc import Set
from itertools import chain

from accounts import friends
from density.platform.threads import SITE, in_thread
from games.consumers import shared
from games.consumers.person import Going, PersonConsumer
from games.live import messages, table_list
from games.live.broadcast import LOBBY, encode_frame

# a list that seems older than this (in ms) was made after the clock was set back
LATEST_MS = 10_000


class LobbyConsumer(PersonConsumer):
    """One page with the list of tables, which is the same for every reader, except for blocks.

    Tables of users who have blocked the reader, or whom the reader has blocked, are left out.
    """

    page = "lobby"
    hidden: Set[int] = frozenset()

    async def connect(self) -> None:
        """Subscribe first, and read the list after that, so that no change is missed."""
        self.stamp = 0
        await self.accept()
        await self.subscribe(LOBBY)
        if await self.enter():
            await self.show()

    async def show(self) -> None:
        """Read the users hidden from this reader and the list, and send it."""
        if self.user_id is not None:
            self.hidden = await in_thread(friends.blocked_with, self.user_id)
        self.lobby_tables(await shared.lists.ask(SITE, self.user_id))

    def lobby_tables(self, message: messages.LobbyTables) -> None:
        """Forward a ready list, unless a newer one was sent before."""
        if 0 < self.stamp - message["stamp"] < LATEST_MS:
            return
        self.stamp = message["stamp"]
        text, people = message["text"], message["people"]
        if self.hidden and not self.hidden.isdisjoint(chain(*people.values())):
            text = encode_frame(table_list.hide_users(json.loads(text), people, self.hidden))
        self.send_now(text)

    def user_refresh(self, message: messages.UserRefresh) -> Going:
        """Send the list again after a block."""
        return self.show()
