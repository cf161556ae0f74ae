"""The socket of pages without another socket, for the notices of their user."""

from games.consumers.person import SIGNED_OUT, PersonConsumer


class NoticesConsumer(PersonConsumer):
    """One open page of a logged-in user."""

    page = "notices"

    async def connect(self) -> None:
        """Subscribe to this user's notices; close the socket without a user."""
        await self.accept()
        if await self.enter() and self.user_id is None:
            await self.close(SIGNED_OUT)
