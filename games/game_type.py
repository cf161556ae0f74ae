"""The interface of a game: one object for each game, which its app registers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypedDict

from games.engine.contract import (
    Action,
    Attribution,
    Decided,
    Dice,
    GameAction,
    GameEvent,
    Json,
    Observation,
    Rules,
    State,
    View,
    Weighed,
)

Words = Any  # a text that is put into the reader's language when it is shown
Clock = Mapping[str, int] | None  # {"free": seconds a turn, "bank": seconds a game}


class Pace(NamedTuple):
    """How fast a game is played; seconds, unless something else is said."""

    # the clocks that a host may choose, by name; ranked games and forms begin with "standard"
    presets: Mapping[str, Clock]
    # more for the first own turn of a game
    first: float
    # an AI takes from the first to the second, and so much longer for every choice it seems to have
    think: tuple[float, float]
    choice: float
    # how many choices a seat that is asked seems to have: by the view of a spectator
    choices: Callable[[View, int], int]
    # so many whole matches by a stand-in, and the owner has abandoned the seat
    matches: int
    # with so many seats abandoned the others may end the game
    abandoned: int
    # how long viewers look at each public event of a move before the next question begins, by "e"
    looks: Mapping[str, float]
    # where one user plays alone an AI takes so much of that time
    alone: float = 0.5
    # more for the bank with every new match
    bonus: float = 0.0
    # what the clock may answer without a lapse: a no to what no seat has to do
    declines: frozenset[str] = frozenset()


class Option(NamedTuple):
    """A number of the ruleset that a host may choose."""

    field: str
    least: int
    most: int
    usual: int
    words: Words


class Quick(NamedTuple):
    """A shorter game beside the usual one: numbers of its ruleset, and what the two are called.

    `noise` is how many times as much as the usual one it depends on chance.
    """

    rules: Mapping[str, int]
    usual: Words
    quick: Words
    noise: float


# how long its games take, in minutes: by the level of the AI players, or PEOPLE, and by length
Minutes = Mapping[str, Mapping[str, int]]
PEOPLE, USUAL, QUICK = "people", "usual", "quick"


class Answer(NamedTuple):
    """A move, as far as statistics go: its action, and who answered (games.models.Move.By)."""

    seat: int
    match: int
    action: GameAction
    by: str

    @property
    def do(self) -> str:
        """The verb."""
        return str(self.action.get("do", ""))


class Ended(Protocol):
    """A match that is over, as its row has it."""

    number: int
    ended_by: str
    round: int | None
    living: Any
    winners: Any
    scores: Any
    damage: Any


class BestScore(TypedDict):
    """The highest score of a user in a game, and its base; None without one."""

    suit: str | None
    score: int


class RatingChange(TypedDict):
    """A rating before and after a game."""

    before: int
    after: int
    change: int


class HistoryRow(TypedDict):
    """A finished game of a user, as pages and downloads have it.

    `counts`, `colors` and `fights` are columns of games.models.Result.
    """

    id: str
    url: str
    slug: str
    game: str
    folder: str
    points: int | None
    against: int | None
    counts: Mapping[str, Any]
    rated: bool
    finished_at: datetime
    seconds: int | None
    place: int
    seats: int
    shared: bool
    names: list[str]
    sitters: list[str]
    matches: int
    won: int
    best: BestScore | None
    colors: Mapping[str, Any]
    fights: Mapping[str, Any]
    surrenders: int
    dealt: int
    taken: int
    rating: RatingChange | None


class Sitter(NamedTuple):
    """A seat, as far as the story of a game goes."""

    name: str
    you: bool


# an AI player: from the observation of its seat to a legal action; the same dice, the same action
Bot = Callable[[Observation, Dice], Action]
RANDOM = "random"  # the level for simulations and as a yardstick; no table offers it


class Edition(NamedTuple):
    """The names of an edition: in forms and lists, and on the table itself."""

    word: Words
    at_table: Words
    # what it changes, in a sentence for the page of rules
    rules: Words = ""


class Level(NamedTuple):
    """A level of AI players: how it plays, what it is called, and how strong it is."""

    bot: Bot
    # public rating points; a newcomer's games against it count for the first skill
    points: int
    # how uncertain these are: the standard deviation; None where it was not measured
    doubt: int | None = None
    # what it is called, and how it plays, in a sentence; without a word it is called by its slug
    word: Words = ""
    manner: Words = ""
    # its AI players with accounts, in a game that has a ranked queue: names of accounts.names
    names: tuple[str, ...] = ()
    # as strong in another style, which waits for large scores: one of the AI players of a table
    # plays like this (games.positions.position)
    builder: Bot | None = None


class Reviewer(NamedTuple):
    """An AI that looks back on a game, in chances to win the whole of it, 0 to 1.

    More samples make its numbers finer. The same observation and the same dice give the same ones.
    """

    # the level whose opinion it is, and how many samples are enough; 0 where nothing is sampled
    level: str
    samples: int
    # every legal choice of the seat whose observation it is, best first
    weigh: Callable[[Observation, Dice, int], Sequence[Weighed]]
    # the facts that part the best choice from the chosen one, "code" among them: observation, best,
    # chosen
    why: Callable[[Observation, Action, Action, Dice, int], Json]
    # the chance of each seat, as the viewer of the observation knows it; together they are 1
    leads: Callable[[Observation, Dice, int], list[float]]
    # what all views of a state know together, as an observation
    opened: Callable[[State], Observation]


class Attributor(NamedTuple):
    """Splits the result of a game into luck and decisions."""

    # for each seat, from the first state of a whole game and all its moves
    parts_of: Callable[[State, Iterable[Decided]], Sequence[Attribution]]
    # what its chances are called, by the fields of Attribution
    chances: Mapping[str, Words]


class RankedQueue(NamedTuple):
    """The table of the game's ranked queue; `rules` differ from the edition's."""

    edition: str
    seats: int
    clock: Mapping[str, int]
    # how it is played, with values of its ruleset and clock, and what decides a result
    words: Words
    counts: Words
    rules: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameType:
    """One game of the site. Every function is pure; texts are in the reader's language."""

    rules: Rules
    # its name where there is little room
    short: str
    # AI players by level, weakest first, and the one of the level RANDOM
    ai_levels: Mapping[str, Level]
    random: Bot
    # the level that plays where no user chose one: for absent owners, and on empty ranked chairs
    usual_level: str
    # AI players by strength in public rating points, weakest first; empty for a game that has none.
    # To a table each is one more level, named by its digits ("1350")
    dial: Mapping[int, Bot] = field(default_factory=dict)
    # None for a game without reviews, and for one that is never ranked
    reviewer: Reviewer | None = None
    # the puzzle that the seat to act has before it, from its observation; None for most moments
    puzzle: Callable[[Observation, Dice], Json | None] | None = None
    # None for a game whose luck is not counted
    attributor: Attributor | None = None
    ranked: RankedQueue | None = None
    pace: Pace
    # its editions by name, the usual one first; empty for a game that has one only
    editions: Mapping[str, Edition] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    # None for a game that is short anyway
    quick: Quick | None = None
    # empty where they were not measured
    minutes: Minutes = field(default_factory=dict)
    # what the presets of its clock are called, with %(free)s for the seconds of each
    clocks: Mapping[str, Words]
    # what a host should know of them: %(fast)s is the time bank of the preset "fast"
    clock_help: Words
    # where a game is: "match %(match)s", in a sentence
    part: Words
    # of a listed table: "%(seconds)s s per turn", and "Match %(match)s, %(left)s left"
    seconds: Words
    progress: Words = ""
    # what files of finished games have of it beside what they have of every game, by the names of
    # the columns
    columns: Mapping[str, Callable[[HistoryRow], object]]
    # what a winning score may be built on, by slug: histories can be asked for it; else empty
    bases: Mapping[str, Words] = field(default_factory=dict)
    # the module of its own addresses, and the names of those that teach it, with their words
    urls: str
    lessons: tuple[tuple[str, Words], ...]
    # the address name of its rules, and what a link to them says
    rules_page: tuple[str, Words]

    # the seats that have a part in the running match, by what all see; None: all that play
    in_match: Callable[[Observation], Sequence[int]] | None = None
    # the columns of games.models.Match, "number" among them, that an event of the rules writes: of
    # the match that it deals, with "dealer" and "living" in games that have them, and of the match
    # that it ends; None for every other event
    deal_row: Callable[[Any], Json | None]
    match_row: Callable[[Any], Json | None]
    # the statistics of a seat, as columns of games.models.Result: seat, ruleset, matches, answers
    stats: Callable[[int, Json, Sequence[Ended], Sequence[Answer]], Json]
    # what the result page shows of the game itself: ruleset, seats in order, public events
    story: Callable[[Json, Sequence[Sitter], Sequence[GameEvent]], Json]
    # what a profile shows of a row of games.models.PlayerStats that has games
    style: Callable[[Any], Json]

    @property
    def slug(self) -> str:
        """Its name in addresses and in the database."""
        return self.rules.slug

    @property
    def title(self) -> str:
        """Its whole name."""
        return self.rules.title

    @property
    def folder(self) -> str:
        """The name of its folders of templates and static files."""
        return self.slug.replace("-", "_")

    def player(self, level: str, *, builds: bool = False) -> Bot:
        """Return the AI player of a level, the patient one of it if there is one."""
        found = self.ai_levels.get(level)
        if found is None:
            return self.random if level == RANDOM else self.dial[int(level)]
        return found.builder or found.bot if builds else found.bot

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that have names, weakest first."""
        return tuple(self.ai_levels)

    @property
    def bots(self) -> Mapping[str, Bot]:
        """The AI players of these, RANDOM before them."""
        return {RANDOM: self.random, **{slug: each.bot for slug, each in self.ai_levels.items()}}

    @property
    def builders(self) -> Mapping[str, Bot]:
        """The patient ones, of the levels that have one."""
        return {slug: each.builder for slug, each in self.ai_levels.items() if each.builder}

    @property
    def ai_ratings(self) -> Mapping[str, int]:
        """The public rating points of these."""
        return {slug: each.points for slug, each in self.ai_levels.items()}

    @property
    def ai_doubts(self) -> Mapping[str, int]:
        """The standard deviations of these points, where they are known."""
        doubts = {slug: each.doubt for slug, each in self.ai_levels.items()}
        return {slug: doubt for slug, doubt in doubts.items() if doubt is not None}

    @property
    def strengths(self) -> tuple[str, ...]:
        """The levels that are named by their points, weakest first."""
        return tuple(map(str, self.dial))

    @property
    def points(self) -> Mapping[str, int]:
        """The ratings of all levels, those of the dial included."""
        return {**self.ai_ratings, **{str(points): points for points in self.dial}}

    @property
    def doubts(self) -> Mapping[str, int]:
        """How uncertain that is, where it is known; of the dial as of the least certain level."""
        most = max(self.ai_doubts.values(), default=0)
        return {**self.ai_doubts, **dict.fromkeys(self.strengths, most)}

    def minutes_of(self, level: str = PEOPLE, length: str = USUAL) -> int:
        """Return the minutes that a game takes; of a level that was not measured the longest.

        A player of the dial takes as long as the level that is nearest in strength.
        0 of a game of which none was measured: nothing is said of its time.
        """
        measured = self.minutes
        if level in self.strengths:
            level = min(self.levels, key=lambda each: abs(self.points[each] - self.points[level]))
        levels = [measured[level]] if level in measured else [*measured.values()]
        return max((known[length] for known in levels if length in known), default=0)

    def may_seat(self, level: str) -> bool:
        """Return whether a table may seat AI players of this level."""
        return level in self.levels or level in self.strengths
