"""The record of a finished game (docs/RECORD.md), written by replaying the game."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.engine import deal
from games.engine.contract import (
    RULES,
    Action,
    Json,
    Moved,
    Refused,
    Rules,
    Ruleset,
    Seed,
    State,
    unwrap_accepted,
)

FORMAT = "density-deck-record/1"


class Seated(NamedTuple):
    """The holder of a seat: a "player", a "guest" or an "ai", and the level of an AI."""

    kind: str
    name: str
    level: str | None = None


class Silent(NamedTuple):
    """A user's seat for which the server provided the client bytes, with the reason and the time.

    The reason is "no-pledge", "no-reveal" or "sat-later"; the time looks like
    "2026-11-21T12:00:00Z".
    """

    seat: int
    reason: str
    at: str


class Origin(NamedTuple):
    """The origin of a game: everything that a replay needs besides the moves.

    `revealed` tells for each seat whether it provided its own client bytes. The server provided
    the others; `silent` lists those of them that belong to users. `pasts` are the games that this
    one continues, oldest first; they have the same rules, and no pasts of their own.
    """

    slug: str
    game_id: str
    ruleset: Ruleset
    seed: Seed
    revealed: Sequence[bool]
    scheme: int = deal.SCHEME
    silent: Sequence[Silent] = ()
    pasts: Sequence["Past"] = ()

    @property
    def commitment(self) -> str:
        """The commitment that was published before the deal."""
        ruleset = RULES[self.slug].ruleset_to_json(self.ruleset)
        return deal.make_commitment(
            self.game_id, self.seed.secret, scheme=self.scheme, game=self.slug, ruleset=ruleset
        )


class Past(NamedTuple):
    """A game that another one continues, and the number of moves up to that point."""

    moves: int
    origin: Origin


class Chance(NamedTuple):
    """The randomness of a whole game: its first seed, and later ones with their move numbers."""

    first: Seed
    later: Sequence[tuple[int, Seed]] = ()

    def start(self, rules: Rules, ruleset: Ruleset) -> Moved:
        """Return the first state of the game and its events."""
        state, events = rules.start(ruleset, self.first)
        return self.after(rules, 0, state), events

    def after(self, rules: Rules, moves: int, state: State) -> State:
        """Return the state after this many moves, reseeded if another seed takes over there."""
        for at, seed in self.later:
            if at == moves:
                state = rules.reseed(state, seed)
        return state


def build_chance(seed: Seed, pasts: Sequence[Past]) -> Chance:
    """Return the randomness of a game with this seed that continues the given games."""
    first, *later = [*(past.origin.seed for past in pasts), seed]
    return Chance(first, [(past.moves, seed) for past, seed in zip(pasts, later, strict=True)])


class Played(NamedTuple):
    """An accepted move; `by` is None for the seat's owner, otherwise "clock" or "ai"."""

    seat: int
    action: Action
    by: str | None = None


class Replay:
    """Replays a game from its moves and writes its record, chapter by chapter."""

    def __init__(self, origin: Origin) -> None:
        self.origin, self.rules = origin, RULES[origin.slug]
        self.chance = build_chance(origin.seed, origin.pasts)
        self.state, _ = self.chance.start(self.rules, origin.ruleset)
        self.preface = self.rules.record.preface(self.state)
        self.chapters: list[Json] = []
        self.moves = 0

    @property
    def is_over(self) -> bool:
        """Return whether the game is over."""
        return not self.rules.asked(self.state)

    def play_chapter(self, moves: Iterable[Played], *, stopped: bool = False) -> Json:
        """Play the moves up to the end of a chapter, such as a match, and return its record.

        Set `stopped` if the game was stopped after the moves. Raises ValueError if a move is
        refused or the moves do not end the chapter.
        """
        writer = self.rules.record
        chapter = {**writer.opening(self.state), "moves": list[Json]()}
        for seat, action, by in moves:
            before, moved = self.state, self.rules.act(self.state, seat, action)
            if isinstance(moved, Refused):
                raise ValueError(f"the move is refused: {moved.code}")
            after, events = moved
            self.moves += 1
            self.state = self.chance.after(self.rules, self.moves, after)
            marks = {} if by is None else {"by": by}
            chapter["moves"].append(writer.move(before, seat, action, events) | marks)
            closing = writer.closing(events)
            if closing is not None:
                break
        else:
            if not stopped:
                raise ValueError("its moves do not end the match")
            self.state, events = unwrap_accepted(self.rules.stop(self.state))
            closing = writer.closing(events) or {}
        chapter |= closing
        self.chapters.append(chapter)
        return chapter

    def write_record(
        self, seated: Sequence[Seated], *, rated: bool, finished_at: str | None
    ) -> Json:
        """Return the record of the game, which is over, in the field order of docs/RECORD.md."""
        origin, rules = self.origin, self.rules
        return {
            "format": FORMAT,
            "id": origin.game_id,
            "game": origin.slug,
            "finished_at": finished_at,
            "ruleset": rules.ruleset_to_json(origin.ruleset),
            "rated": rated,
            "seats": [{"seat": seat, **who._asdict()} for seat, who in enumerate(seated)],
            "fair": _fair(origin),
            **({"fork": write_pasts(origin.pasts)} if origin.pasts else {}),
            **self.preface,
            rules.record.chapters: self.chapters,
            "places": list(rules.places(self.state) or ()),
        }


def build_record(
    origin: Origin,
    moves: Iterable[Played],
    *,
    seated: Sequence[Seated],
    rated: bool = False,
    finished_at: str | None = None,
    stopped: bool = False,
) -> Json:
    """Return the record of a finished game, JSON-ready.

    `finished_at` looks like "2026-11-21T12:00:00Z"; it is None for a simulated game. Set `stopped`
    if the game was stopped after the moves. Raises ValueError if a move is refused or the game is
    not over after the last one.
    """
    replay, remaining_moves = Replay(origin), iter(moves)
    while not replay.is_over:
        replay.play_chapter(remaining_moves, stopped=stopped)
    return replay.write_record(seated, rated=rated, finished_at=finished_at)


def write_pasts(pasts: Sequence[Past]) -> list[Json]:
    """Return the field `fork` of a record: the games that it continues, oldest first."""
    return [
        {"game": past.origin.game_id, "moves": past.moves, "fair": _fair(past.origin)}
        for past in pasts
    ]


def _fair(origin: Origin) -> Json:
    """Return the field `fair` of a record: the commitment and what the deal was made from."""
    secret, client = origin.seed
    size = deal.CLIENT_BYTES
    shares = [client[at : at + size].hex() for at in range(0, len(client), size)]
    silent = [seat._asdict() for seat in origin.silent]
    # scheme 1 did not mark silent seats
    marks = {"silent": silent} if silent or origin.scheme > 1 else {}
    return {
        "commitment": origin.commitment,
        "secret": secret.hex(),
        "client_bytes": [
            share if revealed else None
            for share, revealed in zip(shares, origin.revealed, strict=True)
        ],
        "scheme": deal.SCHEMES[origin.scheme],
        **marks,
    }
