"""Invariants of a game: its log, its state and what its players observed agree."""

from collections import Counter
from collections.abc import Iterator

from games.engine.verify import verify_record
from games.models import DealCommitment, Game, Match, Move
from games.positions.position import Position, events_for, read_position
from games.records import game_log
from tests.faults.observed import Observed, Sent, canonical_json
from tests.table import harness

# for each viewer: the moves by the events that they cause
Tales = dict[int | None, dict[str, set[int]]]


def find_violations(observed: Observed) -> list[str]:
    """Return every violated invariant of a game as a sentence."""
    game = Game.objects.get(pk=observed.game_id)
    moves = list(Move.objects.filter(game=game).order_by("ply"))
    losses = [*observed.wrong, *check_log(game, moves), *check_answers(observed, moves)]
    if game.state is not None and not losses:
        losses += [*check_replay(observed, game, moves), *check_seats(read_position(game.pk))]
    return [f"{observed.game_id}: {loss}" for loss in losses]


def check_log(game: Game, moves: list[Move]) -> Iterator[str]:
    """Check that the log has every number once and no question twice."""
    if [move.ply for move in moves] != list(range(1, game.ply + 1)):
        yield f"the log has {len(moves)} moves and the game {game.ply}"
    if game.version < game.ply:
        yield f"version {game.version} with {game.ply} moves"
    asked = Counter((move.seat, move.question) for move in moves if move.by != Move.By.ALL)
    yield from (f"question {one} was answered {n} times" for one, n in asked.items() if n > 1)
    if DealCommitment.objects.filter(game_id=game.pk).count() != 1:
        yield "the deal was not promised exactly once"


def check_answers(observed: Observed, moves: list[Move]) -> Iterator[str]:
    """Check that logged moves were sent by their players, and acknowledged ones are logged."""
    logged = {(move.seat, move.question): move for move in moves}
    for move in moves:
        if move.seat is None or move.question is None:
            continue
        answer = Sent(move.seat, move.question, canonical_json(move.action))
        if move.by == Move.By.PLAYER and answer not in observed.sent:
            yield f"nobody sent move {move.ply}, {answer}"
    for sent, version in observed.done:
        found = logged.get((sent.seat, sent.question))
        if (
            found is None
            or canonical_json(found.action) != sent.action
            or found.by != Move.By.PLAYER
        ):
            yield f"{sent} was called done as version {version} and is not in the log"
    called = Counter((sent.seat, sent.question) for sent, _ in observed.done)
    yield from (f"question {one} was called done {n} times" for one, n in called.items() if n > 1)


def check_replay(observed: Observed, game: Game, moves: list[Move]) -> Iterator[str]:
    """Check that seed and log reproduce the state, the matches, all frames and the record."""
    position = read_position(game.pk)
    logs: Tales = {viewer: {} for viewer in (None, *position.seats)}
    state = None
    for step in game_log.replay_moves(position, moves):
        state = step.state
        for viewer, log in logs.items():
            expected = canonical_json(events_for(position, step, viewer))
            log.setdefault(expected, set()).add(0 if step.move is None else step.move.ply)
    if harness.canonical_json(position.rules.dump(state)) != harness.canonical_json(game.state):
        yield "the log does not replay to the stored state"
    yield from check_received(observed, logs)
    yield from check_matches(position)
    if game.status == Game.Status.FINISHED:
        difference = verify_record(game_log.read_record(game.pk))
        if difference is not None:
            yield f"its record is not right: {difference}"


def check_received(observed: Observed, logs: Tales) -> Iterator[str]:
    """Check that every event that a viewer received happened, in the order of the versions.

    Two moves within a tenth of a second may look alike; then either may match.
    """
    plies: dict[int, set[int]] = {}
    for seats, version, events in observed.received:
        found = next((logs[seat][events] for seat in (*seats, None) if events in logs[seat]), None)
        if found is None:
            yield f"version {version} told seat {seats} what is not in the log: {events[:200]}"
            continue
        known = plies.setdefault(version, found)
        if not known & found:
            yield f"version {version} was told for moves {sorted(known)} and {sorted(found)}"
        plies[version] = known & found or known
    last = -1
    for _, found in sorted(plies.items()):
        later = [ply for ply in found if ply > last]
        if not later:
            yield "the versions do not follow the log"
            return
        last = min(later)


def check_matches(position: Position) -> Iterator[str]:
    """Check that every match has one row, and all but a running one have ended."""
    matches = list(Match.objects.filter(game=position.game).order_by("number"))
    if [match.number for match in matches] != list(range(1, len(matches) + 1)):
        yield f"its matches are {[match.number for match in matches]}"
    finished = position.game.status == Game.Status.FINISHED
    if not all(match.ended_by for match in (matches if finished else matches[:-1])):
        yield "a match has no end"


def check_seats(position: Position) -> Iterator[str]:
    """Check that the open questions follow the rules, and that the seats have their places."""
    asked = tuple(seat.index for seat in position.seats.values() if seat.asked)
    if asked != tuple(position.rules.asked(position.state)):
        yield f"seats {asked} are asked, and not those whom the rules ask"
    places = position.rules.places(position.state)
    finished = position.game.status == Game.Status.FINISHED
    if finished != (places is not None):
        yield f"the game is {position.game.status} and its places are {places}"
    if finished and [seat.place for seat in position.seats.values()] != list(places or ()):
        yield "the seats have other places than the rules say"
