"""The one path of every move of every game, by users, AI players and the clock."""

import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from django.db import transaction

from games.engine.contract import Action, Refused
from games.models import Game, Move, Seat
from games.registry import GAMES
from games.table import deadlines, dealing, ending, frames, questions, stand_ins
from games.table.broadcast import publish_on_commit
from games.table.position import Position, Step, advance, events_for, lock, write

log = logging.getLogger(__name__)
dice = random.SystemRandom()


@dataclass(frozen=True, slots=True)
class Accepted:
    """A move that is committed; `version` is the game's version after it."""

    version: int


def act(
    game_id: str, user_id: int | None, question: int, written: object, tab: str | None = None
) -> Accepted | Refused:
    """Answer the open question of the user's seat, once.

    `written` is an action as docs/PROTOCOL.md writes it; `tab` names the page that it comes from,
    None one that is no page. Refused changes nothing. Raises Game.DoesNotExist.
    """
    with transaction.atomic():
        position = lock(game_id)
        seat = position.seat_of(user_id)
        if seat is None:
            return Refused("not-seated")
        refused = _closed(position, seat, question) or _not_acting(seat, tab) or _paused(position)
        if refused is not None:
            return refused
        action = position.rules.read_action(written)
        if isinstance(action, Refused):
            return action
        return _move(position, seat, action, Move.By.PLAYER)


def expire_turn(game_id: str, index: int, question: int) -> Accepted | None:
    """Play the rules' default move for a seat whose deadline is over.

    Does nothing, and returns None, when the question is answered or not due yet; so it may be
    called any number of times.
    """
    return _when_due(
        game_id,
        index,
        question,
        choice=lambda position: position.rules.lapse(position.state, index),
        by=Move.By.CLOCK,
    )


def take_bot_turn(game_id: str, index: int, question: int) -> Accepted | None:
    """Let an AI seat answer its question, knowing what its seat may see and nothing else.

    Does nothing, and returns None, when the question is answered or not due yet.
    """
    return _when_due(game_id, index, question, choice=partial(_decide, index), by=Move.By.AI)


def _closed(position: Position, seat: Seat, question: int) -> Refused | None:
    """Return why this question can not be answered now, or None."""
    if position.game.status == Game.Status.FINISHED:
        return Refused("game-over")
    if position.state is None:
        return Refused("not-started")
    if seat.asked and question == seat.question:
        return None
    ahead = not seat.asked and question > seat.question
    return Refused("not-your-turn" if ahead else "stale-question")


def _not_acting(seat: Seat, tab: str | None) -> Refused | None:
    """Return why the seat's owner does not play on this page now, or None."""
    if seat.stand_in:
        return Refused("stand-in")
    elsewhere = tab is not None and bool(seat.tab) and seat.tab != tab
    return Refused("other-tab") if elsewhere else None


def _paused(position: Position) -> Refused | None:
    """Return why no answer is taken yet: viewers look at what a move did."""
    until = position.game.pause_until
    return None if until is None or position.now >= until else Refused("paused")


def _when_due(
    game_id: str,
    index: int,
    question: int,
    *,
    choice: Callable[[Position], Action],
    by: Move.By,
) -> Accepted | None:
    with transaction.atomic():
        try:
            position = lock(game_id)
        except Game.DoesNotExist:
            return None
        seat = position.seats.get(index)
        if seat is None or _closed(position, seat, question) or seat.due_at is None:
            return None
        if seat.due_at > position.now:
            # the caller's clock runs ahead of the database's: index the deadline again
            deadlines.save(position, [seat])
            return None
        if seat.played_by_ai != (by == Move.By.AI):
            return None
        if stand_ins.give_up_if_over(position, seat):
            # one change at a time: the question stays, and is asked again at once
            return None
        moved = _move(position, seat, choice(position), by)
        return moved if isinstance(moved, Accepted) else None


def _decide(index: int, position: Position) -> Action:
    """The AI's action; the default move should its player ever fail, so that no game hangs."""
    level = position.seats[index].stand_in or position.seats[index].level
    observation = position.rules.observe(position.state, index)
    legal = position.rules.legal(position.state, index)
    try:
        action = GAMES[position.game.slug].bots[level](observation, dice)
        if action in legal:
            return action
        log.error(
            "%s AI of game %s chose the illegal action %s; its default move is played",
            level,
            position.game.pk,
            action,
        )
    except Exception:
        log.exception(
            "%s AI of game %s failed; its default move is played", level, position.game.pk
        )
    return position.rules.lapse(position.state, index)


def _move(position: Position, seat: Seat, action: Action, by: Move.By) -> Accepted | Refused:
    """Carry out an action of the seat that is asked: all of it in the running transaction."""
    turns = position.turns
    step = carry_out(position, seat, action, by)
    if isinstance(step, Refused):
        return step
    public = events_for(position, step, None)
    match_ended = note_matches(position, step)
    questions.pause(position, public)
    declined = by == Move.By.CLOCK and questions.is_decline(position, action)
    changed = put_questions(
        position, seat, turns, by=by, match_ended=match_ended, declined=declined
    )
    if position.rules.asked(position.state):
        deadlines.save(position, changed.values())
        write(position, step)
    else:
        ending.settle(position, step, changed.values())
    # a seat that has just fallen is not asked any more
    agreeing = any(other.wants_end for other in position.people)
    if not (agreeing and ending.conclude(position)):
        build = partial(frames.events, position, step, public)
        publish_on_commit(position.game.pk, build)
    return Accepted(position.game.version)


# -------------------------------------------------- parts of a move, which publish nothing
def carry_out(position: Position, seat: Seat, action: Action, by: Move.By) -> Step | Refused:
    """Bring a position to where an action of the seat that is asked leads; nothing is saved.

    The step has the move, unsaved, and what happened. Refused changes nothing.
    """
    moved = position.rules.act(position.state, seat.index, action)
    if isinstance(moved, Refused):
        return moved
    position.game.version += 1
    written = position.rules.write_action(action)
    return advance(position, moved, action=written, by=by, seat=seat)


def note_matches(position: Position, step: Step) -> bool:
    """Write down the end of a match and the start of the next; whether one ended."""
    ended = False
    for event in step.events:
        over, dealt = position.game_type.match_row(event), position.game_type.deal_row(event)
        if over is not None:
            ended = True
            ending.end_match(position, over)
        if dealt is not None:
            dealing.open_match(position, dealt, event)
    return ended


def put_questions(
    position: Position,
    answered: Seat,
    before: Mapping[int, tuple[int, ...]],
    *,
    by: str,
    match_ended: bool,
    declined: bool = False,
) -> dict[int, Seat]:
    """Close the answered question, and ask the seats that the rules ask now; return those to save.

    `before` are the turns of the questions that were open. Others that are open still stay as
    they are, and so do their clocks. `declined` as in questions.is_decline.
    """
    asked = position.turns
    if asked.get(answered.index) != before[answered.index]:
        lapsed = None if declined else by == Move.By.CLOCK
        questions.end_turn(position, answered, lapsed=lapsed)
        if by == Move.By.CLOCK:
            stand_ins.step_in_if_due(position, answered)
    changed = {answered.index: answered}
    if match_ended and asked:
        questions.fill_banks(position, new_match=True)
        stand_ins.dismiss_the_beaten(position)
        changed |= {seat.index: seat for seat in position.people}
    if answered.index not in asked:
        questions.close(answered)
    for index, turn in asked.items():
        if index == answered.index or turn != before.get(index):
            again = turn == before.get(index)
            changed[index] = questions.ask(position, index, same_turn=again)
    return changed
