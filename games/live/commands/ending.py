"""The end of a game: by its rules, or because the remaining players agree to stop."""

from contextlib import suppress
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError
from redis import RedisError

from games.engine.contract import Json, Refused
from games.live import deadlines, executor, frames, questions, table_list
from games.live.executor import Change, Command, with_held_position
from games.models import Game, Match, Move
from games.positions.position import Position, advance_position, find_player, refuse_unless_playing
from games.records import ai_lines, standings, stats
from games.signals import game_finished
from games.webhook_messages import tell_finished

# the columns of Game that the end of a game writes
ENDED = ("state", "version", "ply", "status", "pause_until", "finished_at", "left_at", "origin")
# the task that plays a game out (games.tasks), and its time limit to begin, in seconds
PLAY_OUT, BEGINS_WITHIN = "games.play_out", 30


@Command
def agree_to_end(position: Position, user_id: int | None, on: bool) -> Change | Refused | None:
    """Let a seat owner agree to end the game, or take that back; the last agreement ends it.

    Refused("not-allowed") if too few seats are abandoned, or if the owner is out of the game.
    """
    seat = find_player(position, user_id)
    if isinstance(seat, Refused):
        return seat
    end = frames.end_frame(position)
    if end is None or seat.index not in end["asked"]:
        return Refused("not-allowed")
    if seat.wants_end == on:
        return None
    seat.wants_end = on
    return executor.presence_change(
        position, [seat], partial(end_if_agreed, position) if on else None
    )


def reset_agreements(position: Position) -> None:
    """Reset all agreements, unsaved, because a new user is at the table."""
    for seat in position.people:
        seat.wants_end = False


def end_if_agreed(position: Position) -> bool:
    """End the game if all owners who are asked have agreed; return whether it was ended.

    Call it after any change of these owners, in the same transaction.
    """
    end = frames.end_frame(position)
    if end is None or not end["asked"] or end["asked"] != end["agreed"]:
        return False
    _stop_game(position)
    return True


def end_without_owners(position: Position) -> bool:
    """End a game at once that no owner plays or follows; return whether it was ended.

    An unrated game that all its owners have left ends as it stands and counts for nothing. A rated
    game, or one with an owner who was already out, is played out by AI players for its result.
    Call it after an owner has left, in the same transaction.
    """
    if any(seat.live or seat.kept_at is not None for seat in position.owners):
        return False
    if not position.game.rated and not position.owners:
        position.game.left_at = position.now
        _stop_game(position)
        return True
    if position.is_left_to_ai:
        transaction.on_commit(lambda: request_play_out(position))
    return False


def request_play_out(position: Position) -> None:
    """Have a worker play this game out, unless one plays out another game of the same line.

    Otherwise, and without a broker, the game goes on at its own pace.
    """
    with suppress(RedisError, OperationalError):
        if deadlines.begin_play_out(position.game.pk, deadlines.line_of(position)):
            current_app.send_task(
                PLAY_OUT, args=(position.game.pk,), expires=BEGINS_WITHIN, retry=False
            )


@with_held_position
def stop_game(position: Position) -> Refused | None:
    """End a running game as it stands, for the staff of the site; it becomes unrated.

    Refused as refuse_unless_playing() refuses. Raises Game.DoesNotExist.
    """
    refused = refuse_unless_playing(position)
    if refused is None:
        position.game.rated = False
        position.game.save(update_fields=("rated",))
        _stop_game(position)
    return refused


def _stop_game(position: Position) -> None:
    """End the game as it stands, in the transaction that holds it."""
    moved = position.rules.stop(position.state)
    if isinstance(moved, Refused):
        raise ValueError(f"{position.game.pk} is playing and can not be stopped: {moved.code}")
    step = advance_position(position, moved, action={"do": "end"}, by=Move.By.ALL)
    for event in step.events:
        row = position.game_type.match_row(event)
        if row is not None:
            end_match(position, row)
    asked_seats = [seat for seat in position.seats.values() if seat.asked]
    for seat in asked_seats:
        questions.end_turn(position, seat, lapsed=False)
        questions.close_question(seat)
    if step.move is not None:
        step.move.save(force_insert=True)
    position.game.state = position.rules.dump(position.state)
    end_game(position)
    executor.write_change(executor.seats_change(position, asked_seats))


def end_game(position: Position) -> None:
    """Write the end of a game that has no open question, and publish it."""
    finish_game(position)
    position.game.save(update_fields=ENDED)
    announce_end(position.game)
    tell_finished(position)


def end_match(position: Position, row: Json) -> None:
    """Write how a match ended, from the columns of the game's match_row."""
    columns = {name: value for name, value in row.items() if name != "number"}
    Match.objects.filter(game=position.game, number=row["number"]).update(**columns)


def finish_game(position: Position) -> None:
    """Write the results and ratings of a game whose moves and matches are written.

    The caller saves the row of the game.
    """
    game = position.game
    game.status = Game.Status.FINISHED
    game.finished_at = position.now
    game.pause_until, game.origin = None, ""
    standings.mark_idle_users(position)
    for index, place in enumerate(position.rules.places(position.state) or ()):
        seat = position.seats[index]
        seat.place, seat.live = place, False
        seat.save(update_fields=("place", "live", "abandoned_at"))
    # a game that began in the middle, or that all its players have left, does not count
    if game.fork is None and game.left_at is None:
        stats.save_results(game, position.seats)
        # before settle_ranks: AI accounts are rated by the ranks before this game
        ai_lines.rate_ai_accounts(position)
    standings.settle_ranks(position)


def announce_end(game: Game) -> None:
    """On commit, publish the list of tables and send the signal that a game is finished."""
    table_list.publish_list(game)
    transaction.on_commit(lambda: game_finished.send(sender=Game, game_id=game.pk), robust=True)
