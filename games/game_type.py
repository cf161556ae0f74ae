"""The interface of a game: one object for each game, which its app registers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from games.deals import DealCounts
from games.deals import Words as Words
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
from games.history_rows import HistoryRow

Clock = Mapping[str, int] | None  # {"free": seconds a turn, "bank": seconds a game}


class Pace(NamedTuple):
    """How fast a game is played; in seconds unless stated otherwise."""

    # the clocks that a host may choose, by name; "standard" is the default
    presets: Mapping[str, Clock]
    # extra time in a seat's first turn of a game
    first: float
    # the shortest and the longest time that an AI player takes, and the extra time for every choice
    # that it seems to have
    think: tuple[float, float]
    choice: float
    # how many choices an asked seat seems to have, from the view of a spectator
    choices: Callable[[View, int], int]
    # whole matches of a stand-in after which the owner has abandoned the seat
    matches: int
    # abandoned seats with which the other players may end the game
    abandoned: int
    # how long viewers look at each public event of a move before the next question, by its "e"
    looks: Mapping[str, float]
    # the part of its time that an AI player takes when a user plays alone against AI players
    alone: float = 0.5
    # added to the time bank with every new match
    bonus: float = 0.0
    # answers of the clock that are no lapse, because they decline an optional action
    declines: frozenset[str] = frozenset()


class Option(NamedTuple):
    """A number of the ruleset that a host may choose."""

    field: str
    least: int
    most: int
    usual: int
    words: Words


class Quick(NamedTuple):
    """A shorter variant of a game: its ruleset options, and the names of both variants.

    `noise` is how many times as much as the usual game it depends on chance.
    """

    rules: Mapping[str, int]
    usual: Words
    quick: Words
    noise: float


# the minutes that a game takes: by the level of the AI players, or PEOPLE, then by length
Minutes = Mapping[str, Mapping[str, int]]
PEOPLE, USUAL, QUICK = "people", "usual", "quick"


class Answer(NamedTuple):
    """A move, as statistics need it: its action, and what made it (games.models.Move.By)."""

    seat: int
    match: int
    action: GameAction
    by: str

    @property
    def do(self) -> str:
        """The verb of the action."""
        return str(self.action.get("do", ""))


class Ended(Protocol):
    """A finished match: columns of games.models.Match."""

    number: int
    ended_by: str
    round: int | None
    living: Any
    winners: Any
    scores: Any
    damage: Any


class Moment(NamedTuple):
    """Something that players do for the first time.

    `todo` tells a player to do it, `done` names it when it has happened. `count` returns how much
    is done, from sums of columns of games.models.stats.GameStats and `places`; `of` is the whole.
    """

    todo: Words
    done: Words
    count: Callable[[Json], int]
    of: int = 1


class Face(NamedTuple):
    """A card as it is drawn: `symbol` and `sign` are small symbols of the game's drawings.

    `power` is the number on the card; 0 for a card with a sign, or with neither.
    """

    suit: str
    symbol: str
    letters: str
    name: str
    power: int = 0
    sign: str = ""
    sign_name: str = ""
    # color tokens side by side, for a face that has several
    stripes: tuple[str, ...] = ()


class DrawnCards(NamedTuple):
    """How a game draws its cards, for pictures: static files, and some cards that look good.

    `sheet` has the suits of the game that density/card.css lacks.
    """

    face: Callable[[str], Face]
    fan: tuple[str, ...]
    # the game in a sentence
    motto: Words
    drawings: str
    sheet: str = ""


class Sitter(NamedTuple):
    """A seat, as the story of a game needs it."""

    name: str
    you: bool


# an AI player: from the observation of its seat to a legal action; equal dice give equal actions
Bot = Callable[[Observation, Dice], Action]
RANDOM = "random"  # the level for simulations and as a yardstick; no table offers it


class Edition(NamedTuple):
    """The names of an edition: in forms and lists, and on the table itself."""

    word: Words
    at_table: Words
    # what it changes, in a sentence for the rules page
    rules: Words = ""


class Level(NamedTuple):
    """A level of AI players: how it plays, what it is called, and how strong it is."""

    bot: Bot
    # public rating points; a newcomer's games against it count for the first skill
    points: int
    # the standard deviation of the points; None if it was not measured
    doubt: int | None = None
    # its name (by default its slug), and a sentence about how it plays
    word: Words = ""
    manner: Words = ""
    # its AI players with accounts, in a game with a ranked queue: names of accounts.names
    names: tuple[str, ...] = ()
    # an equally strong player that waits for large scores: one AI player of a table is the builder
    builder: Bot | None = None


class Reviewer(NamedTuple):
    """An AI that reviews a game, in chances to win the whole game, 0 to 1.

    More samples make its numbers more precise. Equal observations and dice give equal numbers.
    """

    # the level of AI player that it uses, and how many samples are enough; 0 without sampling
    level: str
    samples: int
    # every legal choice of the seat that observes, best first; the last argument is the levels of
    # the AI players (those with names), by seat, "" for people
    weigh: Callable[[Observation, Dice, int, Sequence[str]], Sequence[Weighed]]
    # the facts that distinguish the best choice from the chosen one, with "code"; the arguments are
    # the observation, the best and the chosen action, and those of `weigh`
    why: Callable[[Observation, Action, Action, Dice, int, Sequence[str]], Json]
    # the chance of each seat, as the viewer of the observation knows it; the sum is 1
    leads: Callable[[Observation, Dice, int], list[float]]
    # the observation of a viewer who knows everything that any seat knows
    opened: Callable[[State], Observation]
    # the choices with the cost of the chosen one looked at twice; None if the first look is exact
    confirm: (
        Callable[[Observation, Sequence[Weighed], Action, Dice, Sequence[str]], Sequence[Weighed]]
        | None
    ) = None
    # a sentence with %(cost)s about the kind of mistake, from the best and the chosen action; None
    # for a game whose result page has none
    habit: Callable[[GameAction, GameAction], Words] | None = None


class Attributor(NamedTuple):
    """Splits the result of a game into luck and decisions."""

    # for each seat, from the first state of a whole game and all its moves
    parts_of: Callable[[State, Iterable[Decided]], Sequence[Attribution]]
    # the names of its kinds of luck, by the fields of Attribution
    chances: Mapping[str, Words]


class RankedQueue(NamedTuple):
    """A table of the game's ranked queue; `rules` are the options that differ from the edition."""

    edition: str
    seats: int
    clock: Mapping[str, int]
    # a text about how it is played, with values of its ruleset and clock, and one about the result
    words: Words
    counts: Words
    rules: Mapping[str, int] = {}


class Puzzler(NamedTuple):
    """How a game makes puzzles: positions with one best choice, each of one theme."""

    themes: Sequence[str]
    # the arguments are observation, dice, what makes dice of a seed, and unwanted themes and kinds
    find: Callable[..., Json | None]
    are_near: Callable[[Json, Json], bool]  # whether two positions look the same to a player


@dataclass(frozen=True, slots=True, kw_only=True)
class GameType:
    """One game of the site. Every function is pure; texts are in the reader's language."""

    rules: Rules
    # its short name, for narrow places
    short: str
    # AI players by level, weakest first, and the AI player of the level RANDOM
    ai_levels: Mapping[str, Level]
    random: Bot
    # the level where no user chose one: for stand-ins, and on empty ranked seats
    usual_level: str
    # AI players by strength in public rating points, weakest first; empty for a game without them.
    # At a table, each is a level that is named by its points ("1350")
    dial: Mapping[int, Bot] = field(default_factory=dict)
    # None for a game without reviews
    reviewer: Reviewer | None = None
    puzzle: Puzzler | None = None
    attributor: Attributor | None = None  # None: luck is not calculated
    deals: DealCounts | None = None
    # None for a game that is never ranked
    ranked: RankedQueue | None = None
    pace: Pace
    # its editions by name, the usual one first; empty for a game with only one
    editions: Mapping[str, Edition] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    # None for a game that is short anyway
    quick: Quick | None = None
    # empty for a game that was not measured
    minutes: Minutes = field(default_factory=dict)
    # the names of its clock presets, with %(free)s for the seconds of each
    clocks: Mapping[str, Words]
    # a help text about them: %(fast)s is the time bank of the preset "fast"
    clock_help: Words
    # the current match within a sentence: "match %(match)s"
    part: Words
    # for a listed table: "%(seconds)s s per turn", and "Match %(match)s, %(left)s players left"
    seconds: Words
    progress: Words = ""
    # its own columns in exports of finished games, by name, beside those of every game
    columns: Mapping[str, Callable[[HistoryRow], object]]
    # the bases of winning scores, by slug, to filter the history by; empty for a game without bases
    bases: Mapping[str, Words] = field(default_factory=dict)
    # its URL module, and the URL names of its lessons with their titles
    urls: str
    lessons: tuple[tuple[str, Words], ...]
    # the URL name of its rules page, and the text of a link to it
    rules_page: tuple[str, Words]

    # the seats that take part in the current match, by the view of a spectator; None: all that are
    # still in the game
    in_match: Callable[[Observation], Sequence[int]] | None = None
    # the columns of games.models.Match (with "number") that an event of the rules writes: for the
    # match that it deals ("dealer" and "living" in games that have them), and for the match that it
    # ends; None for every other event
    deal_row: Callable[[Any], Json | None]
    match_row: Callable[[Any], Json | None]
    # the statistics of a seat, as columns of games.models.Result; the arguments are seat, ruleset,
    # matches, answers
    stats: Callable[[int, Json, Sequence[Ended], Sequence[Answer]], Json]
    # None for a game whose pictures show no cards
    drawn_cards: DrawnCards | None = None
    # the game's part of the result page; the arguments are ruleset, seats in order, public events
    story: Callable[[Json, Sequence[Sitter], Sequence[GameEvent]], Json]
    # the style of play on a profile, from a row of games.models.PlayerStats with at least one game
    style: Callable[[Any], Json]
    # its first times, in the order in which players are told of them
    moments: tuple[Moment, ...] = ()

    @property
    def slug(self) -> str:
        """Its name in URLs and in the database."""
        return self.rules.slug

    @property
    def title(self) -> str:
        """Its full name."""
        return self.rules.title

    @property
    def folder(self) -> str:
        """The name of its folders of templates and static files."""
        return self.slug.replace("-", "_")

    def player(self, level: str, *, builds: bool = False) -> Bot:
        """Return the AI player of a level; with `builds`, its builder if it has one."""
        named = self.ai_levels.get(level)
        if named is None:
            return self.random if level == RANDOM else self.dial[int(level)]
        return named.builder or named.bot if builds else named.bot

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that have names, weakest first."""
        return tuple(self.ai_levels)

    @property
    def bots(self) -> Mapping[str, Bot]:
        """The AI players of the named levels by slug, RANDOM first."""
        return {RANDOM: self.random, **{slug: level.bot for slug, level in self.ai_levels.items()}}

    @property
    def ai_ratings(self) -> Mapping[str, int]:
        """The public rating points of the named levels."""
        return {slug: level.points for slug, level in self.ai_levels.items()}

    @property
    def ai_doubts(self) -> Mapping[str, int]:
        """The standard deviations of these points, where they were measured."""
        doubts = {slug: level.doubt for slug, level in self.ai_levels.items()}
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
        """The standard deviations of these ratings; the dial has the largest of a named level."""
        most = max(self.ai_doubts.values(), default=0)
        return {**self.ai_doubts, **dict.fromkeys(self.strengths, most)}

    def minutes_of(self, level: str = PEOPLE, length: str = USUAL) -> int:
        """Return the minutes of a game, the longest time for an unmeasured level; 0 if none is.

        A player of the dial takes as long as the level that is nearest in strength.
        """
        measured = self.minutes
        level = self.named_level(level)
        levels = [measured[level]] if level in measured else [*measured.values()]
        return max((minutes[length] for minutes in levels if length in minutes), default=0)

    def named_level(self, level: str) -> str:
        """Return the level or, for a player of the dial, the named one nearest in strength."""
        if level not in self.strengths:
            return level
        return min(self.levels, key=lambda name: abs(self.points[name] - self.points[level]))

    def may_seat(self, level: str) -> bool:
        """Return whether a table may seat AI players of this level."""
        return level in self.levels or level in self.strengths
