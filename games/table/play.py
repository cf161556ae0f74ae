"""The one path of every move of every game, by users, AI players and the clock."""

import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db import transaction

from games import metrics
from games.engine.contract import Action, Json, Refused
from games.models import Game, Match, Move, Seat
from games.table import deadlines, dealing, ending, frames, questions, rows, stand_ins, updates
from games.table.broadcast import Frames, message_of, publish_on_commit
from games.table.position import Position, Step, advance, events_for

# no player gets these: the caller is the clock
NOTHING_DUE, ABANDONED = Refused("stale-question"), Refused("abandoned")

log = logging.getLogger(__name__)
dice = random.SystemRandom()


@dataclass(frozen=True, slots=True)
class Accepted:
    """A move that is committed; `version` is the game's version after it."""

    version: int


@dataclass(slots=True)
class Made:
    """A move that is made in memory: what is to be written, and what `public` sees of it."""

    position: Position
    step: Step
    change: rows.Change
    public: list[Json]

    @property
    def plain(self) -> bool:
        """Return whether the game goes on, so that nothing but the change is to be written."""
        position = self.position
        if not position.rules.asked(position.state):
            return False
        # a seat that has just fallen is not asked any more whether the game shall end
        return not any(seat.wants_end for seat in position.people)

    def frames(self) -> Frames:
        """Return the frames for all viewers."""
        return frames.events(self.position, self.step, self.public)

    def message(self) -> Json:
        """Return the message that carries them to all viewers of its table."""
        return message_of(self.frames())


def act(
    game_id: str, user_id: int | None, question: int, written: object, tab: str | None = None
) -> Accepted | Refused:
    """Answer the open question of the user's seat, once.

    `written` is an action as docs/PROTOCOL.md writes it; `tab` names the page that it comes from,
    None one that is no page. Refused changes nothing. Raises Game.DoesNotExist.
    """
    return _move(game_id, lambda position: answer(position, user_id, question, written, tab))


def answer(
    position: Position, user_id: int | None, question: int, written: object, tab: str | None
) -> Made | Refused:
    """Make the move with which a user answers the open question of their seat, in memory."""
    seat = position.seat_of(user_id)
    if seat is None:
        return Refused("not-seated")
    refused = _closed(position, seat, question) or _not_acting(seat, tab) or _paused(position)
    if refused is not None:
        return refused
    action = position.rules.read_action(written)
    if isinstance(action, Refused):
        return action
    return _make(position, seat, action, Move.By.PLAYER)


def expire_turn(game_id: str, index: int, question: int) -> Accepted | None:
    """Play the rules' default move for a seat whose deadline is over.

    Does nothing, and returns None, when the question is answered or not due yet; so it may be
    called any number of times.
    """
    return _when_due(game_id, index, question, Move.By.CLOCK)


def take_bot_turn(game_id: str, index: int, question: int) -> Accepted | None:
    """Let an AI seat answer its question, knowing what its seat may see and nothing else.

    Does nothing, and returns None, when the question is answered or not due yet.
    """
    return _when_due(game_id, index, question, Move.By.AI)


def play_on(game_id: str) -> Accepted | None:
    """Make the next move of a game that is left to AI players, at once and without any pause.

    Does nothing, and returns None, where a user may still have a part in it, and at its end.
    """
    try:
        moved = _move(game_id, _next_ai_move)
    except Game.DoesNotExist:
        return None
    return moved if isinstance(moved, Accepted) else None


def _next_ai_move(position: Position) -> Made | Refused:
    asked = next((seat for seat in position.seats.values() if seat.asked), None)
    if asked is None or not position.is_left_to_ai:
        return NOTHING_DUE
    return _make(position, asked, _decide(position, asked.index), Move.By.AI)


def answer_due(position: Position, index: int, question: int, by: Move.By) -> Made | Refused:
    """Make the move of the clock or an AI for a seat whose time is over, in memory.

    What is not due yet is indexed again. ABANDONED when the owner has abandoned the seat by now.
    """
    seat = position.seats.get(index)
    if seat is None:
        return NOTHING_DUE
    refused = _closed(position, seat, question)
    if refused is not None or seat.due_at is None or seat.played_by_ai != (by == Move.By.AI):
        return refused or NOTHING_DUE
    if seat.due_at > position.now:
        # the caller's clock runs ahead of the database's
        deadlines.index_on_commit(position, [seat])
        return NOTHING_DUE
    if stand_ins.is_over(position, seat):
        return ABANDONED
    late = (position.now - seat.due_at).total_seconds()
    metrics.note_deadline("ai" if by == Move.By.AI else "turn", late)
    decide = _decide if by == Move.By.AI else _lapse
    return _make(position, seat, decide(position, index), by)


# ----------------------------------------------------------------- reading and writing
def _move(game_id: str, make: Callable[[Position], Made | Refused]) -> Accepted | Refused:
    """Make a move from the position as it is, and write it; again where another was faster."""
    made = updates.carry_out(game_id, make, commit)
    return made if isinstance(made, Refused) else Accepted(made.position.game.version)


def commit(made: Made | Refused) -> bool:
    """Write a move and what follows from it, and publish it on commit.

    Return False, and write nothing, when the game is not any more as it was.
    """
    if isinstance(made, Refused):
        return True
    if made.plain:
        return _write(made)
    with transaction.atomic():
        return _write(made)


def _write(made: Made) -> bool:
    position = made.position
    if not rows.write([made.change]):
        return False
    deadlines.index_on_commit(position, made.change.seats)
    if not position.rules.asked(position.state):
        ending.end_game(position)
    agreeing = any(seat.wants_end for seat in position.people)
    if not (agreeing and ending.conclude(position)):
        publish_on_commit(position.game.pk, made.frames)
    return True


def _when_due(game_id: str, index: int, question: int, by: Move.By) -> Accepted | None:
    try:
        moved = _move(game_id, lambda position: answer_due(position, index, question, by))
    except Game.DoesNotExist:
        return None
    if moved is ABANDONED:
        # one change at a time: the question stays, and is asked again at once
        stand_ins.settle(game_id, index)
    return moved if isinstance(moved, Accepted) else None


# ------------------------------------------------------------------------ in memory
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


def _decide(position: Position, index: int) -> Action:
    """The AI's action; the default move should its player ever fail, so that no game hangs."""
    level = position.seats[index].stand_in or position.seats[index].level
    observation = position.rules.observe(position.state, index)
    legal = position.rules.legal(position.state, index)
    # a player that imagines draws hundreds of numbers, and the system takes a call for each
    quick = random.Random(dice.getrandbits(128))
    try:
        bot = position.game_type.player(level, builds=index == position.builder)
        with metrics.time_ai(position.game.slug, level):
            action = bot(observation, quick)
        if action in legal:
            return action
        # the action may name a card that no other player knows
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
    return _lapse(position, index)


def _lapse(position: Position, index: int) -> Action:
    return position.rules.lapse(position.state, index)


def _make(position: Position, seat: Seat, action: Action, by: Move.By) -> Made | Refused:
    """Carry out an action of the seat that is asked: all of it in memory."""
    turns, position.root = position.turns, None
    step = carry_out(position, seat, action, by)
    if isinstance(step, Refused) or step.move is None:
        return step if isinstance(step, Refused) else NOTHING_DUE
    public = events_for(position, step, None)
    ended, begun = matches_of(position, step)
    questions.pause(position, public)
    declined = by == Move.By.CLOCK and questions.is_decline(position, action)
    changed = put_questions(
        position, seat, turns, by=by, match_ended=bool(ended), declined=declined
    )
    position.game.state = position.rules.dump(position.state)
    change = rows.Change(position.game, list(changed.values()), step.move, ended, begun)
    return Made(position, step, change, public)


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


def matches_of(position: Position, step: Step) -> tuple[list[Json], list[Match]]:
    """Return the rows of matches that a step ends, and the matches that it deals, unsaved."""
    ended, begun = [], []
    for event in step.events:
        over, dealt = position.game_type.match_row(event), position.game_type.deal_row(event)
        if over is not None:
            ended.append(over)
        if dealt is not None:
            begun.append(dealing.match_of(position, dealt, event))
    return ended, begun


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
