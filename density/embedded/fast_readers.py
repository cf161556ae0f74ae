"""A deadline for those who do not read, for both protocols of uvicorn."""

import asyncio
from typing import Any

Base: Any = object  # the protocols have the methods of asyncio that are called here


class ReaderDeadline(Base):
    """The part of a connection that aborts it when its client takes nothing for so long."""

    reader_seconds: float
    reader_deadline: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Give a slow reader its time."""
        super().pause_writing()
        self.reader_deadline = self.loop.call_later(self.reader_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: all but little is sent."""
        super().resume_writing()
        self.clear_reader_deadline()

    def clear_reader_deadline(self) -> None:
        """Wait for no reader."""
        if self.reader_deadline is not None:
            self.reader_deadline.cancel()
            self.reader_deadline = None
