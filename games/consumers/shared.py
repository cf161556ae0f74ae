"""The readings that many sockets request at once: of a table, and of the list of tables."""

from dataclasses import dataclass

from games.consumers.readings import Readings
from games.engine.contract import Refused
from games.live import snapshots as readings
from games.live import table_list
from games.live.broadcast import encode_frame, lobby_message
from games.live.messages import LobbyTables
from games.protocol import Snapshot, Status

# the least time between two readings of a table, whole or only its status: this bounds their cost,
# however many sockets ask, and ten times a second is more than a viewer notices
WHOLE_SECONDS, STATUS_SECONDS = 0.1, 0.02
# the same for the list of tables, of which every change is published anyway
LIST_SECONDS = 0.25
Viewer = int | None


@dataclass(frozen=True, slots=True)
class ReadySnapshot:
    """A snapshot for one viewer as JSON text, to which each page's own fields are added."""

    version: int
    seated: bool
    watchers: int
    text: str

    def sent_to(self, tab: str, watchers: int) -> str:
        """Return the frame for one page; the name of a page needs no escapes."""
        return f'{self.text[:-1]},"watchers":{watchers},"tab":"{tab}"}}'


def _read_snapshots(game_id: str, viewers: set[Viewer]) -> dict[Viewer, ReadySnapshot | Refused]:
    texts: dict[int, ReadySnapshot] = {}

    def ready(frame: Snapshot | Refused) -> ReadySnapshot | Refused:
        if isinstance(frame, Refused):
            return frame
        if id(frame) not in texts:
            rest = {name: part for name, part in frame.items() if name != "watchers"}
            seated = frame["you"] is not None
            texts[id(frame)] = ReadySnapshot(
                frame["version"], seated, frame["watchers"], encode_frame(rest)
            )
        return texts[id(frame)]

    frames = readings.make_snapshots(game_id, viewers)
    return {viewer: ready(frame) for viewer, frame in frames.items()}


snapshots = Readings("whole", _read_snapshots, WHOLE_SECONDS)
statuses: Readings[Viewer, Status] = Readings(
    "status",
    lambda game_id, viewers: dict.fromkeys(viewers, readings.read_status(game_id)),
    STATUS_SECONDS,
)
lists: Readings[Viewer, LobbyTables] = Readings(
    "list",
    lambda _, readers: dict.fromkeys(readers, lobby_message(table_list.make_frame())),
    LIST_SECONDS,
)
