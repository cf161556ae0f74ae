"""Whether a game came through: its log, its state and what its people bear witness to agree."""

from collections import Counter
from collections.abc import Iterator

from games.engine.verify import verify
from games.models import DealCommitment, Game, Match, Move
from games.records import game_log
from games.table.position import Position, events_for, read
from tests.faults.ledger import Ledger, Sent, canonical
from tests.table import stage


def judge(ledger: Ledger) -> list[str]:
    """Everything that is lost or wrong in this game, one sentence each; empty when all is well."""
    game = Game.objects.get(pk=ledger.game_id)
    moves = list(Move.objects.filter(game=game).order_by("ply"))
    losses = [*ledger.wrong, *check_log(game, moves), *check_answers(ledger, moves)]
    if game.state is not None and not losses:
        losses += [*check_replay(ledger, game, moves), *check_seats(read(game.pk))]
    return [f"{ledger.game_id}: {loss}" for loss in losses]


def check_log(game: Game, moves: list[Move]) -> Iterator[str]:
    """The log has every number once, and no question twice."""
    if [move.ply for move in moves] != list(range(1, game.ply + 1)):
        yield f"the log has {len(moves)} moves and the game {game.ply}"
    if game.version < game.ply:
        yield f"version {game.version} with {game.ply} moves"
    asked = Counter((move.seat, move.question) for move in moves if move.by != Move.By.ALL)
    yield from (f"question {one} was answered {n} times" for one, n in asked.items() if n > 1)
    if DealCommitment.objects.filter(game_id=game.pk).count() != 1:
        yield "the deal was not promised exactly once"


def check_answers(ledger: Ledger, moves: list[Move]) -> Iterator[str]:
    """A person's move is one that the person sent, and what was called done is in the log."""
    logged = {(move.seat, move.question): move for move in moves}
    for move in moves:
        if move.seat is None or move.question is None:
            continue
        answer = Sent(move.seat, move.question, canonical(move.action))
        if move.by == Move.By.PLAYER and answer not in ledger.sent:
            yield f"nobody sent move {move.ply}, {answer}"
    for sent, version in ledger.done:
        found = logged.get((sent.seat, sent.question))
        if found is None or canonical(found.action) != sent.action or found.by != Move.By.PLAYER:
            yield f"{sent} was called done as version {version} and is not in the log"
    called = Counter((sent.seat, sent.question) for sent, _ in ledger.done)
    yield from (f"question {one} was called done {n} times" for one, n in called.items() if n > 1)


def check_replay(ledger: Ledger, game: Game, moves: list[Move]) -> Iterator[str]:
    """Seed and log give the stored state, the stored matches, every frame, and a right record."""
    position = read(game.pk)
    tales: dict[int | None, dict[str, int]] = {viewer: {} for viewer in (None, *position.seats)}
    state = None
    for step in game_log.replay(position, moves):
        state = step.state
        for viewer, tale in tales.items():
            told = canonical(events_for(position, step, viewer))
            tale[told] = 0 if step.move is None else step.move.ply
    if stage.canonical(position.rules.dump(state)) != stage.canonical(game.state):
        yield "the log does not replay to the stored state"
    yield from check_told(ledger, tales)
    yield from check_matches(position)
    if game.status == Game.Status.FINISHED:
        difference = verify(game_log.record(game.pk))
        if difference is not None:
            yield f"its record is not right: {difference}"


def check_told(ledger: Ledger, tales: dict[int | None, dict[str, int]]) -> Iterator[str]:
    """Whatever a viewer was told happened, as it was told, and in the order of the versions."""
    plies: dict[int, int] = {}
    for seats, version, events in ledger.told:
        ply = next((tales[seat][events] for seat in (*seats, None) if events in tales[seat]), None)
        if ply is None:
            yield f"version {version} told seat {seats} what is not in the log: {events[:200]}"
        elif plies.setdefault(version, ply) != ply:
            yield f"version {version} was told for moves {plies[version]} and {ply}"
    order = [ply for _, ply in sorted(plies.items())]
    if order != sorted(set(order)):
        yield "the versions do not follow the log"


def check_matches(position: Position) -> Iterator[str]:
    """Every match was written down once, and all but a running one have an end."""
    matches = list(Match.objects.filter(game=position.game).order_by("number"))
    if [match.number for match in matches] != list(range(1, len(matches) + 1)):
        yield f"its matches are {[match.number for match in matches]}"
    finished = position.game.status == Game.Status.FINISHED
    if not all(match.ended_by for match in (matches if finished else matches[:-1])):
        yield "a match has no end"


def check_seats(position: Position) -> Iterator[str]:
    """The questions that are open are those of the rules, and the end is written into the seats."""
    asked = tuple(seat.index for seat in position.seats.values() if seat.asked)
    if asked != tuple(position.rules.asked(position.state)):
        yield f"seats {asked} are asked, and not those whom the rules ask"
    places = position.rules.places(position.state)
    finished = position.game.status == Game.Status.FINISHED
    if finished != (places is not None):
        yield f"the game is {position.game.status} and its places are {places}"
    if finished and [seat.place for seat in position.seats.values()] != list(places or ()):
        yield "the seats have other places than the rules say"
