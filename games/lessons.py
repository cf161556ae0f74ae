"""Lessons: a fixed line of moves through a game, sent as frames of its table, step by step."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from density.platform.declared import answers_with
from games import protocol
from games.answers import Lesson, LessonStep
from games.engine.contract import Seed, unwrap_accepted
from games.game_type import Words
from games.registry import GAMES

YOU = 0
ANY = "*"  # in Step.why: every other move


class Moment(NamedTuple):
    """The game after a number of moves: its state, the last move's events and the reader's view."""

    state: Any
    events: list[protocol.GameEvent]
    view: protocol.View


View = Callable[[HttpRequest], HttpResponse]
Values = Callable[[Moment], Mapping[str, object]]


class Step(NamedTuple):
    """One step: the number of moves before it, where to look, and what the teacher says.

    `why` explains, by the keys of other moves, why they are not the one of this step. `values` are
    filled into the texts, in addition to those of the line. `wants` is "move" (the next move of the
    line), "ready" (leave the end of a match) or "" (read on). `jumps`: the moves before the step
    are not shown one by one.
    """

    name: str
    after: int
    point: str
    title: Words
    text: Sequence[Words] = ()
    why: Mapping[str, Words] = {}
    values: Values = lambda _moment: {}
    wants: str = ""
    jumps: bool = False


class StepTexts(NamedTuple):
    """The texts of a step in the active language."""

    title: str
    text: list[str]
    why: dict[str, str]


@dataclass(frozen=True, eq=False)
class Line:
    """The line of a lesson: the deal, the moves of all seats, and the steps.

    `read_move` returns the seat and the action (in the format of docs/PROTOCOL.md) of an entry of
    `moves`.
    """

    slug: str
    id: str
    url: str
    seed: Seed
    others: tuple[str, ...]
    level: str
    moves: tuple[str, ...]
    read_move: Callable[[str], tuple[int, protocol.Action]]
    steps: tuple[Step, ...]
    values: Values
    # the pause after a match, in milliseconds
    pause: int
    ruleset: tuple[tuple[str, int], ...] = ()

    def moments(self) -> tuple[Moment, ...]:
        """Return the whole line as the rules play it: the deal, then a moment for each move.

        Raises ValueError if the rules refuse a move.
        """
        return _cached_moments(self)

    def frames(self, place: int, name: str) -> list[protocol.Snapshot | protocol.Events]:
        """Return the frames that lead the reader, called `name`, to this step."""
        step = self.steps[place]
        if place == 0 or step.jumps:
            return [self._snapshot(step.after, name)]
        before = self.steps[place - 1].after
        return [self._events(number, name) for number in range(before + 1, step.after + 1)]

    def wanted_action(self, place: int) -> protocol.Action | None:
        """Return the action that this step waits for, or None if the reader only reads on."""
        step = self.steps[place]
        if step.wants == "move":
            return self.read_move(self.moves[step.after])[1]
        return {"do": "ready"} if step.wants else None

    def texts(self, place: int) -> StepTexts:
        """Return the texts of a step, in the active language."""
        step = self.steps[place]
        moment = self.moments()[step.after]
        values = {**self.values(moment), **step.values(moment)}
        return StepTexts(
            str(step.title) % values,
            [str(words) % values for words in step.text],
            {key: str(words) % values for key, words in step.why.items()},
        )

    def lesson(self, name: str) -> Lesson:
        """Return the whole lesson for a reader called `name`, in the active language."""
        return {"steps": [self._step(place, name) for place in range(len(self.steps))]}

    def _step(self, place: int, name: str) -> LessonStep:
        step, texts = self.steps[place], self.texts(place)
        return {
            "name": step.name,
            "point": step.point,
            "frames": self.frames(place, name),
            "wants": self.wanted_action(place),
            "title": texts.title,
            "text": texts.text,
            "why": texts.why,
        }

    def _events(self, number: int, name: str) -> protocol.Events:
        """Return the frame of one move, in the format of docs/PROTOCOL.md."""
        moment = self.moments()[number]
        ends_match = any(event["e"] == "match_over" for event in moment.events)
        return {
            "type": "events",
            "version": number,
            "ply": number,
            "events": moment.events,
            "view": moment.view,
            "question": self._question(number),
            "host": YOU,
            "seats": self._seats(name),
            "me": ME,
            "clocks": {},
            "pause": self.pause if ends_match else 0,
            "end": None,
            "root": None,
        }

    def _snapshot(self, number: int, name: str) -> protocol.Snapshot:
        """Return the snapshot that the reader gets after a number of moves."""
        seats = self._seats(name)
        return {
            "type": "snapshot",
            "protocol": protocol.VERSION,
            "version": number,
            "ply": number,
            "game": {
                **GAME,
                "id": self.id,
                "slug": self.slug,
                "ruleset": dict(self.ruleset),
                "url": self.url,
            },
            "seats": seats,
            "ranks": {},
            "you": YOU,
            "view": self.moments()[number].view,
            "log": self._log(number),
            "question": self._question(number),
            "clocks": {},
            "pause": 0,
            "end": None,
            "fair": {
                "commitment": None,
                "pledges": [None] * len(seats),
                "stage": "dealt",
                "root": None,
            },
            "watchers": 0,
            "talk": [],
            "me": ME,
            "muted": [],
        }

    def _seats(self, name: str) -> list[protocol.SeatInfo]:
        sitters = [("guest", name, None), *(("ai", other, self.level) for other in self.others)]
        return [
            {
                "seat": seat,
                "kind": kind,
                "name": sitter_name,
                "level": level,
                "state": "playing",
                "away_ms": None,
                "bank_ms": None,
                "call_ms": None,
                "can_substitute": False,
            }
            for seat, (kind, sitter_name, level) in enumerate(sitters)
        ]

    def _question(self, number: int) -> int | None:
        """Return the number of the question that the reader is asked after a number of moves."""
        return number + 1 if self.moments()[number].view["legal"] else None

    def _log(self, number: int) -> list[protocol.GameEvent]:
        """Return the events of the running match as JSON, after the end of the match before it."""
        events = [event for moment in self.moments()[: number + 1] for event in moment.events]
        deal = max(place for place, event in enumerate(events) if event["e"] == "dealt")
        ends = [place for place, event in enumerate(events[:deal]) if event["e"] == "match_over"]
        return events[ends[-1] if ends else deal :]


def lesson_page(line: Line, template: str) -> View:
    """Return the view of a lesson that is played with a teacher. Context: steps, about."""

    @require_safe
    def page(request: HttpRequest) -> HttpResponse:
        context = {
            "steps": _lesson_for_reader(line, request)["steps"],
            "about": {"slug": line.slug},
        }
        return render(request, template, context)

    return page


def lesson_data(line: Line) -> View:
    """Return the view that sends a lesson as JSON (docs/PROTOCOL.md) to the table page."""

    @answers_with(Lesson)
    @require_safe
    def data(request: HttpRequest) -> HttpResponse:
        return JsonResponse(_lesson_for_reader(line, request))

    return data


def _lesson_for_reader(line: Line, request: HttpRequest) -> Lesson:
    user = request.user
    return line.lesson(user.name if user.is_authenticated else _("Guest"))


ME: protocol.Me = {"tab": None, "can_return": False, "returns_left": None, "muted": []}
GAME: protocol.Game = {
    "id": "",
    "slug": "",
    "ruleset": {},
    "url": "",
    "title": "",
    "edition": "current",
    "rated": False,
    "access": "link",
    "chat": False,
    "absence": "ai",
    "watchable": False,
    "status": "playing",
    "clock": None,
    "host": YOU,
    "again": None,
    "result_url": "/learn/",
}


@cache
def _cached_moments(line: Line) -> tuple[Moment, ...]:
    return tuple(_play_line(line))


def _play_line(line: Line) -> Iterator[Moment]:
    rules = GAMES[line.slug].rules
    state, events = rules.start(rules.ruleset("current"), line.seed)
    yield _build_moment(line, state, events, "")
    for notation in line.moves:
        seat, verb = line.read_move(notation)
        state, events = unwrap_accepted(
            rules.act(state, seat, unwrap_accepted(rules.read_action(verb)))
        )
        yield _build_moment(line, state, events, "player" if seat == YOU else "ai")


def _build_moment(line: Line, state: Any, events: tuple[Any, ...], by: str) -> Moment:
    rules = GAMES[line.slug].rules
    reader_events: list[protocol.GameEvent] = [
        {**rules.event_for(event, YOU), **({"by": by} if by else {})} for event in events
    ]
    return Moment(state, reader_events, rules.state_for(state, YOU))
