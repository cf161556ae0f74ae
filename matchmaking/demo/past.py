"""One game of the past, played as at a live table, but without publishing and with made-up time.

Rows come from the handlers' own functions; moves and seats are saved when the last move is made.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from games.engine import deal
from games.engine.contract import Refused
from games.game_type import RANDOM
from games.models import DealCommitment, Game, Move, Seat
from games.registry import GAMES
from games.table import dealing, ending, play, questions, rows
from games.table.position import CLIENT_BYTES, Position, events_for
from games.table.seating import names_for
from matchmaking.demo.members import Member

# of a beginner's decisions, how many are any legal ones
BLUNDERS = 0.3
# the part of the time of a turn that no player uses up
SPARE = timedelta(milliseconds=400)


@dataclass(eq=False, slots=True)
class PastGame:
    """A game whose matches and moves are written; `finish` writes what became of it.

    In between others may begin and end, so that ranks change in the order of the times.
    """

    position: Position
    members: list[Member]
    moves: list[Move] = field(default_factory=list)

    @property
    def ended(self) -> datetime:
        """The time of the last move."""
        return self.position.now

    def finish(self) -> None:
        """Write the end, its results and its ratings."""
        position = self.position
        ending.finish(position)
        position.game.state = position.rules.dump(position.state)
        position.game.save()


def play_game(
    game: Game, sitters: Mapping[int, Member | str], at: datetime, dice: Random
) -> PastGame:
    """Play a game that is not saved yet, from `at` on, between users and AI levels by chair.

    The same dice give the same game, its id and its secret.
    """
    people = {index: each for index, each in sitters.items() if isinstance(each, Member)}
    past = PastGame(_sit_down(game, sitters, at, dice), list(people.values()))
    position = past.position
    for match in dealing.begin(position):
        match.save(force_insert=True)
    while asked := position.rules.asked(position.state):
        seat = position.seats[asked[0]]
        member = people.get(seat.index)
        position.now = _answered_at(position, seat, member, dice)
        past.moves.append(_move(position, seat, member, dice))
    Move.objects.bulk_create(past.moves)
    Seat.objects.bulk_update(position.seats.values(), rows.SAVED)
    return past


def _sit_down(
    game: Game, sitters: Mapping[int, Member | str], at: datetime, dice: Random
) -> Position:
    """Save the game and its seats, as when every seat has given its bytes."""
    rules = GAMES[game.slug].rules
    game.secret = dice.randbytes(deal.SECRET_BYTES)
    game.created_at = at - timedelta(seconds=dice.uniform(8, 90))
    game.status = Game.Status.SEALING
    game.save(force_insert=True)
    taken: list[str] = []
    seats = []
    for index, each in sorted(sitters.items()):
        joined = game.created_at + dice.random() * (at - game.created_at)
        if isinstance(each, Member):
            seats.append(_chair(game, index, each, joined, dice.randbytes(CLIENT_BYTES)))
        else:
            taken.append(dice.choice(names_for(game.slug, each, taken)))
            seats.append(_ai_chair(game, index, each, joined, taken[-1]))
    Seat.objects.bulk_create(seats)
    link = dealing.publish_commitment(game)
    DealCommitment.objects.filter(pk=link.pk).update(at=at)
    return Position(
        game=game,
        seats={seat.index: seat for seat in seats},
        now=at,
        rules=rules,
        ruleset=rules.ruleset_from_json(game.ruleset),
        state=None,
    )


def _chair(game: Game, index: int, member: Member, joined: datetime, given: bytes) -> Seat:
    """Return the seat of a user who has pledged and revealed."""
    user = member.user
    return Seat(
        game=game,
        index=index,
        user=user,
        kind=Seat.Kind.GUEST if user.is_guest else Seat.Kind.PLAYER,
        name=user.name,
        joined_at=joined,
        question=dealing.REVEAL,
        pledge=deal.pledge(given),
        client_bytes=given,
        bytes_by=Seat.BytesBy.CLIENT,
    )


def _ai_chair(game: Game, index: int, level: str, joined: datetime, name: str) -> Seat:
    return Seat(
        game=game,
        index=index,
        kind=Seat.Kind.AI,
        name=name,
        level=level,
        joined_at=joined,
        client_bytes=deal.server_bytes(game.pk, bytes(game.secret), index),
        bytes_by=Seat.BytesBy.SERVER,
    )


def _move(position: Position, seat: Seat, member: Member | None, dice: Random) -> Move:
    """Decide as a player of this skill, or the AI that sits there, and carry it out."""
    level = seat.level if member is None else _level(position.game.slug, member, dice)
    bot = position.game_type.player(level, builds=seat.index == position.builder)
    action = bot(position.rules.observe(position.state, seat.index), dice)
    by = Move.By.AI if member is None else Move.By.PLAYER
    turns = position.turns
    step = play.carry_out(position, seat, action, by)
    if isinstance(step, Refused) or step.move is None:
        raise RuntimeError(f"the {level} AI chose {action}, which was refused")
    ended, begun = play.matches_of(position, step)
    for row in ended:
        ending.end_match(position, row)
    for match in begun:
        match.save(force_insert=True)
    questions.pause(position, events_for(position, step, None))
    play.put_questions(position, seat, turns, by=by, match_ended=bool(ended))
    return step.move


def _level(slug: str, member: Member, dice: Random) -> str:
    """Whom the member plays like in this decision: the better, the more often the usual AI."""
    weakest, best = GAMES[slug].levels[0], GAMES[slug].usual_level
    if dice.random() < member.skill:
        return best
    return RANDOM if dice.random() < BLUNDERS * (1 - member.skill) ** 2 else weakest


def _answered_at(position: Position, seat: Seat, member: Member | None, dice: Random) -> datetime:
    """When the open question is answered: after the pause, and within the time of the turn."""
    if member is None:
        seconds = dice.uniform(1, 4)
    else:
        seconds = 0.8 + member.pace * dice.lognormvariate(-0.3, 0.5)
    begun = max(position.now, position.game.pause_until or position.now)
    answered = begun + timedelta(seconds=seconds)
    if member is not None and seat.due_at is not None:
        answered = max(begun, min(answered, seat.due_at - SPARE))
    return answered
