"""How a game ends: by its rules, or because all whom others have left agree to stop."""

from django.db import transaction

from games.engine.contract import Json, Refused
from games.models import Game, Match, Move
from games.records import game_log, standings, stats
from games.records.game_log import Step
from games.signals import game_finished
from games.table import deadlines, frames, lobby, questions, table_info
from games.table.position import Position, lock, not_owner, not_playing

# what a move, and an end, may write
CHANGED = ("state", "version", "ply", "status", "pause_until", "finished_at")


def agree(game_id: str, user_id: int | None, on: bool) -> Refused | None:
    """Let somebody agree to end the game, or take that back; the last who agrees ends it.

    Refused("not-allowed") where fewer than two have abandoned their seats, or to somebody who is
    out. Raises Game.DoesNotExist.
    """
    with transaction.atomic():
        position = lock(game_id)
        seat = position.seat_of(user_id)
        refused = not_playing(position) or not_owner(position, user_id)
        if seat is None or refused is not None:
            return refused
        end = table_info.end(position)
        if end is None or seat.index not in end["asked"]:
            return Refused("not-allowed")
        if seat.wants_end == on:
            return None
        seat.wants_end = on
        deadlines.save(position, [seat])
        if not conclude(position):
            frames.publish_change(position)
    return None


def ask_anew(position: Position) -> None:
    """Forget who agreed: somebody new is at the table."""
    agreed = [seat for seat in position.people if seat.wants_end]
    for seat in agreed:
        seat.wants_end = False
    deadlines.save(position, agreed)


def conclude(position: Position) -> bool:
    """End the game, and tell, if everybody who is asked has agreed to it; whether it was ended.

    Belongs after whatever changes who is asked, in the same transaction.
    """
    end = table_info.end(position)
    if end is None or not end["asked"] or end["asked"] != end["agreed"]:
        return False
    before = position.rules.look(position.state, None)
    moved = position.rules.stop(position.state)
    if isinstance(moved, Refused):
        raise ValueError(f"{position.game.pk} is playing and can not be stopped: {moved.code}")
    position.state, events = moved
    game = position.game
    game.ply += 1
    move = Move.objects.create(
        game=game,
        ply=game.ply,
        match=before.match,
        round=before.round,
        action={"do": "end"},
        by=Move.By.ALL,
        at=position.now,
    )
    for event in game_log.events_for(position, Step(move, position.state, events), None):
        if event["e"] == "match_over":
            end_match(position, event)
    asked = [seat for seat in position.seats.values() if seat.asked]
    for seat in asked:
        questions.end_turn(position, seat, lapsed=False)
        questions.close(seat)
    deadlines.save(position, asked)
    finish(position)
    announce(game)
    game.state = position.rules.dump(position.state)
    game.save(update_fields=CHANGED)
    frames.publish_snapshots(position)
    return True


def end_match(position: Position, over: Json) -> None:
    """Write down how a match ended, from its public event."""
    ended = Match.objects.filter(game=position.game, number=over["match"])
    ended.update(**position.kind.row(over))


def finish(position: Position) -> None:
    """Write the end of a game whose moves and matches are written, and what it brings its people.

    The game's own row is left to be saved.
    """
    game = position.game
    game.status = Game.Status.FINISHED
    game.finished_at = position.now
    game.pause_until = None
    standings.note_the_idle(position)
    for index, place in enumerate(position.rules.places(position.state) or ()):
        seat = position.seats[index]
        seat.place, seat.live = place, False
        seat.save(update_fields=("place", "live", "abandoned_at"))
    stats.note(game, position.seats)
    standings.settle(position)


def announce(game: Game) -> None:
    """Tell those who do not sit at the table that a game is finished, once that is committed."""
    lobby.tell(game)
    transaction.on_commit(lambda: game_finished.send(sender=Game, game_id=game.pk), robust=True)
