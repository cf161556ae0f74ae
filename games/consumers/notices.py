"""The socket of a page that has no other one: what concerns its user on every page."""

from games.consumers.person import SIGNED_OUT, PersonConsumer


class NoticesConsumer(PersonConsumer):
    """One open page of a signed-in user."""

    page = "notices"

    async def connect(self) -> None:
        """Receive what is sent to this user from now on, and what the page may have missed."""
        await self.accept()
        if await self.enter() and self.user_id is None:
            await self.close(SIGNED_OUT)
