"""The one path of every move of every game, by users, AI players and the clock."""

import logging
import random
from collections.abc import Mapping, Sequence
from functools import partial

from density.platform import metrics
from games.engine.contract import Action, GameEvent, Json, Refused
from games.live import deadlines, frames, questions
from games.live.commands import dealing, ending, stand_ins
from games.live.executor import Change, Command, execute_command
from games.models import Game, Match, Move, Seat
from games.positions.position import Position, Step, advance_position, events_for

# sent to no player: the caller is the clock
NOTHING_DUE = Refused("stale-question")

log = logging.getLogger(__name__)
dice = random.SystemRandom()


@Command
def answer_question(
    position: Position, user_id: int | None, question: int, raw_action: object, tab: str | None
) -> Change | Refused:
    """Answer the open question of a user's seat, once.

    `raw_action` is an action in the format of docs/PROTOCOL.md. `tab` names the page that sends
    it, or is None for the API.
    """
    seat = position.seat_of(user_id)
    if seat is None:
        return Refused("not-seated")
    refused = _refuse_closed(position, seat, question) or _refuse_not_acting(seat, tab)
    if refused is not None or position.is_pausing:
        return refused or Refused("paused")
    action = position.rules.read_action(raw_action)
    if isinstance(action, Refused):
        return action
    return _make_move(position, seat, action, Move.By.PLAYER)


def play_on(game_id: str) -> bool:
    """Make the next move of a game that is left to AI players, without any pause.

    Return whether a move was made. None is made after the end, or if a user may still play.
    """
    try:
        return isinstance(execute_command(game_id, _next_ai_move), Change)
    except Game.DoesNotExist:
        return False


def _next_ai_move(position: Position) -> Change | Refused:
    seat = next((seat for seat in position.seats.values() if seat.asked), None)
    if seat is None or not position.is_left_to_ai:
        return NOTHING_DUE
    return _make_move(position, seat, _choose_ai_action(position, seat.index), Move.By.AI)


def answer_due(position: Position, index: int, question: int, by: Move.By) -> Change | Refused:
    """Make the move of the clock or an AI player for a seat whose time is over, in memory.

    While the deal is being sealed, it goes on without the seat. A deadline that is not due yet is
    indexed again. A seat that counts as abandoned by now is given up instead; its question is asked
    again at once.
    """
    seat = position.seats.get(index)
    if seat is None:
        return NOTHING_DUE
    sealing = position.game.status == Game.Status.SEALING
    refused = (dealing.refuse_stage if sealing else _refuse_closed)(position, seat, question)
    if refused is not None or seat.due_at is None or seat.played_by_ai != (by == Move.By.AI):
        return refused or NOTHING_DUE
    if seat.due_at > position.now:
        # the caller's clock runs ahead of the database's
        deadlines.index_on_commit(position, [seat])
        return NOTHING_DUE
    late_seconds = (position.now - seat.due_at).total_seconds()
    kind = "deal" if sealing else "ai" if by == Move.By.AI else "turn"
    metrics.observe_seconds("deadline_lateness_seconds", late_seconds, kind)
    if sealing:
        return dealing.skip_silent_seat(position, seat)
    if stand_ins.counts_as_abandoned(position, seat):
        return stand_ins.give_up_seat(position, seat)
    decide = _choose_ai_action if by == Move.By.AI else _default_action
    return _make_move(position, seat, decide(position, index), by)


# ------------------------------------------------------------------------ in memory
def _refuse_closed(position: Position, seat: Seat, question: int) -> Refused | None:
    """Return why this question cannot be answered now, or None."""
    if position.game.status == Game.Status.FINISHED:
        return Refused("game-over")
    if position.state is None:
        return Refused("not-started")
    if seat.asked and question == seat.question:
        return None
    ahead = not seat.asked and question > seat.question
    return Refused("not-your-turn" if ahead else "stale-question")


def _refuse_not_acting(seat: Seat, tab: str | None) -> Refused | None:
    """Return why the seat's owner cannot play on this page now, or None."""
    if seat.stand_in:
        return Refused("stand-in")
    elsewhere = tab is not None and bool(seat.tab) and seat.tab != tab
    return Refused("other-tab") if elsewhere else None


def _choose_ai_action(position: Position, index: int) -> Action:
    """Return the AI player's action, or the default move if it fails, so that no game hangs."""
    level = position.seats[index].stand_in or position.seats[index].level
    observation = position.rules.observe(position.state, index)
    legal = position.rules.legal(position.state, index)
    # faster than SystemRandom, which needs a system call for each of hundreds of numbers
    ai_dice = random.Random(dice.getrandbits(128))
    try:
        bot = position.game_type.player(level, builds=index == position.builder)
        with metrics.measure_duration("ai_seconds", position.game.slug, level):
            action = bot(observation, ai_dice)
        if action in legal:
            return action
        # the action is not logged: it may name a hidden card
        log.error(
            "AI player %s of seat %s of game %s chose an illegal action at ply %s; its default "
            "move is played",
            *(level, index, position.game.pk, position.game.ply),
        )
    except Exception:
        log.exception(
            "AI player %s of seat %s of game %s failed at ply %s; its default move is played",
            *(level, index, position.game.pk, position.game.ply),
        )
    return _default_action(position, index)


def _default_action(position: Position, index: int) -> Action:
    return position.rules.lapse(position.state, index)


def _make_move(position: Position, seat: Seat, action: Action, by: Move.By) -> Change | Refused:
    """Carry out an action of the asked seat, in memory."""
    turns_before, position.root = position.turns, None
    step = carry_out(position, seat, action, by)
    if isinstance(step, Refused) or step.move is None:
        return step if isinstance(step, Refused) else NOTHING_DUE
    public = events_for(position, step, None)
    ended_matches, new_matches = matches_of(position, step, public)
    questions.start_pause(position, public)
    declined = by == Move.By.CLOCK and questions.is_decline(position, action)
    turns_after = position.turns
    changed = put_questions(
        position,
        seat,
        turns_before,
        turns_after,
        by=by,
        match_ended=bool(ended_matches),
        declined=declined,
    )
    position.game.state = position.rules.dump(position.state)
    ends = not turns_after
    # a seat that is out since this move is no longer asked whether to end the game
    may_end = ends or any(other.wants_end for other in position.people)
    return Change(
        position.game,
        list(changed.values()),
        step.move,
        ended_matches,
        new_matches,
        position=position,
        message=partial(frames.events_message, position, step, public),
        then=partial(_end_by_move, position, ends) if may_end else None,
    )


def _end_by_move(position: Position, ends: bool) -> bool:
    """End a game by its last move, or by agreement; return whether by agreement."""
    if ends:
        ending.end_game(position)
    return any(seat.wants_end for seat in position.people) and ending.end_if_agreed(position)


# -------------------------------------------------- parts of a move, which publish nothing
def carry_out(position: Position, seat: Seat, action: Action, by: Move.By) -> Step | Refused:
    """Advance a position by an action of the asked seat, in memory.

    The step has the move, unsaved, and its events. A refused action changes nothing.
    """
    moved = position.rules.act(position.state, seat.index, action)
    if isinstance(moved, Refused):
        return moved
    position.game.version += 1
    action_json = position.rules.write_action(action)
    return advance_position(position, moved, action=action_json, by=by, seat=seat)


def matches_of(
    position: Position, step: Step, public: Sequence[GameEvent]
) -> tuple[list[Json], list[Match]]:
    """Return the rows of matches that a step ends, and the matches that it deals, unsaved.

    `public` are the events of spectators, which include both.
    """
    ended_matches: list[Json] = []
    new_matches: list[Match] = []
    if not any(event["e"] in ("match_over", "dealt") for event in public):
        return ended_matches, new_matches
    for event in step.events:
        ended_row, dealt_row = (
            position.game_type.match_row(event),
            position.game_type.deal_row(event),
        )
        if ended_row is not None:
            ended_matches.append(ended_row)
        if dealt_row is not None:
            new_matches.append(dealing.match_of(position, dealt_row, event))
    return ended_matches, new_matches


def put_questions(
    position: Position,
    answered: Seat,
    before: Mapping[int, tuple[int, ...]],
    asked: Mapping[int, tuple[int, ...]],
    *,
    by: str,
    match_ended: bool,
    declined: bool = False,
) -> dict[int, Seat]:
    """Close the answered question and open those that the rules ask now; return the seats to save.

    `before` are the turns of the questions that were open, `asked` the turns of those that the
    rules ask now. Questions in both stay open, and so do their clocks. `declined`: see
    questions.is_decline().
    """
    if asked.get(answered.index) != before[answered.index]:
        lapsed = None if declined else by == Move.By.CLOCK
        questions.end_turn(position, answered, lapsed=lapsed)
        if by == Move.By.CLOCK:
            stand_ins.step_in_if_due(position, answered)
    changed = {answered.index: answered}
    if match_ended and asked:
        questions.fill_banks(position, new_match=True)
        stand_ins.dismiss_beaten_stand_ins(position)
        changed |= {seat.index: seat for seat in position.people}
    if answered.index not in asked:
        questions.close_question(answered)
    for index, turn in asked.items():
        if index == answered.index or turn != before.get(index):
            again = turn == before.get(index)
            changed[index] = questions.ask_question(position, index, same_turn=again)
    return changed
