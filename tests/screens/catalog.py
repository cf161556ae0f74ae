"""All screens by name."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from games.engine.contract import Json
from tests.screens import login_pages, story
from tests.screens.frozen_browser import STEP, Screen, at_table
from tests.screens.rps_screens import RPS
from tests.screens.story import LAST, NAMES, TOOK, TURN, Story, make_seats, open_table, turn_clock

# milliseconds until each beat of a fight is shown
BEATS = {
    "call": 300,
    "hands": 2_200,
    "last": 2_600,
    "strongest": 3_700,
    "verdict": 4_400,
    "damage": 5_500,
    "columns": 7_200,
}
# the end of a match, without the animation before it
AT_ONCE = {"density-fights": "off"}
# the score with its odds: a sheet where there is no room beside the table
ODDS = ".score-strip:visible, .side .score-panel h2:visible"
NEXT = ("[data-lesson=next]",)
# up to the longest step of the lesson, which asks for another player's discard
TO_TAKE = (
    *NEXT * 3,
    "[data-do=draw]:visible",
    "[data-hand] [data-code=Ye3]",
    "key:Enter",
    *NEXT * 3,
)
LONG = ("Mira", "Maximiliana Wolf", "Noor van den Ber", "WWWWWWWWWWWWWWWW")


def in_queue(page: str = "queue-waiting", **changes: Any) -> Screen:
    """Return a screen of a waiting user."""
    return Screen(page, frames={"/ws/queue/": [{**WAITING, **changes}]}, path=f"/{page}/")


def _pages() -> Mapping[str, Screen]:
    plain = (
        "home-out home-guest home-new home-dial home home-first home-hidden home-running"
        " tables tables-empty new-table new-table-dial locked queue result-casual result-guest"
        " profile profile-other profile-new history history-empty"
        " boards boards-around boards-week boards-ai ai-player rules"
        " rps-rules signup signup-errors login reset keep friends friends-empty profile-friend"
        " challenge found report settings email password 403 404 429 500 busy closed learn practice"
        " deal-log deal-check"
        " no-connection puzzles puzzle puzzle-discard puzzle-answered"
        " exports boards-bots bots bots-new bots-own profile-bot"
        " consent consent-de apps app app-made token-made webhook-waits api deals"
    )
    return {name: Screen(name) for name in plain.split()} | {
        **_results(),
        **_replays(),
        **{f"lesson-{step}": _lesson(NEXT * step) for step in (0, 1, 2, 3)},
        "lesson-take": _lesson(TO_TAKE),
    }


def _results() -> Mapping[str, Screen]:
    """Yield results of games, with a fixed review."""
    looked = {**_coach("replay-learn"), "/mistakes/": "coach-found"}
    coming = {
        "so-far": "coach-so-far",
        "waiting": "coach-nothing",
        "away": "coach-away",
    }
    # time for the faults after which the coach counts as away
    tries = {"away": ["key:Shift"] * 24}
    strong = {**looked, "/review/": "coach-strong"}
    return (
        {
            "result-strong": Screen("result-won", answers=strong, path="/past/"),
        }
        | {
            f"result-{name}": Screen(f"result-{name}", answers=looked, path="/past/")
            for name in ("ranked", "won", "second", "last")
        }
        | {
            f"result-{state}": Screen(
                "result-uncounted",
                answers={**looked, "/mistakes/": mistakes},
                press=tries.get(state, []),
                path="/past/",
            )
            for state, mistakes in coming.items()
        }
    )


def _coach(name: str) -> Mapping[str, str]:
    """Return the responses of a replay whose matches are all reviewed."""
    parts = {"replay": "story", "review": "review", "mistakes": "mistakes"}
    return {f"/{path}/": f"{name}-{part}" for path, part in parts.items()}


def _replays() -> Mapping[str, Screen]:
    """Yield a replay at its sixth step and its end, a duel, and costly decisions."""
    waits = {"/replay/": "replay-story", "/review/": "coach-waiting", "/mistakes/": "coach-waiting"}
    press = ["key:ArrowRight"] * 3
    return {
        "rps-result": Screen(
            "rps-result", press=[".result-matches > summary", ".match:nth-of-type(3) > summary"]
        ),
        **{
            name: Screen(name, answers=_coach("rps-replay-learn"), path="/past/")
            for name in ("rps-won", "rps-lost")
        },
        "rps-replay": Screen(
            "rps-replay", answers=_coach("rps-replay"), press=press, path="/past/"
        ),
        "replay-waiting": Screen("replay", answers=waits, path="/past/"),
        **_learns("replay-learn", 2),
        **_learns("rps-replay-learn", 1),
    } | {
        name: Screen("replay", answers=_coach("replay"), press=press, path="/past/")
        for name, press in {
            "replay": ["key:ArrowRight"] * 7,
            "replay-coach": [".lower-tabs >> text=Coach", "key:c"],
            "replay-end": ["key:End"],
            "replay-continue": ["[data-do=continue]"],
        }.items()
    }


def _learns(name: str, asked: int) -> Mapping[str, Screen]:
    """Yield a costly decision that is asked again, its solution, and the summary."""
    shown = ["[data-learn=reveal]", "[data-learn=next]"]
    return {
        f"{name}{state}": Screen(name, answers=_coach(name), press=press, path="/past/?learn=1")
        for state, press in {
            "": [],
            "-shown": ["[data-learn=reveal]"],
            "-over": shown * asked,
        }.items()
    }


def _lesson(press: Sequence[str], **more: Any) -> Screen:
    line = {"/first-game/": "first-game-line"}
    return Screen("first-game", answers=line, press=press, path="/lesson/", **more)


def _lesson_fight() -> Screen:
    """Yield the fight in a lesson, while scores are counted."""
    press = [*TO_TAKE, "[data-pile='2']", "[data-hand] [data-code=Pu10]", "key:Enter", *NEXT * 2]
    press += ["[data-do=fight]", "key:Shift", "key:Enter"]  # one more key than a slip
    return _lesson(press, keeps={"density-motion": "full"}, after=BEATS["hands"] - STEP)


def _fight(lower: int = 0) -> Screen:
    """Return the scores of a fight, each lowered by some points."""
    turn = Story(LAST)
    before = turn.snapshot()
    known = len(turn.steps)
    turn.play("fight")
    frame = deepcopy(turn.events(known, pause=12_000, clocks={}, question=None))
    over = next(event for event in frame["events"] if event["e"] == "match_over")
    for seat in over["seats"]:
        seat["score"]["score"] -= lower
    return at_table(before, frame, keeps=AT_ONCE)


def _beat(after: int, viewer: int = 0) -> Screen:
    """Return a fight after some milliseconds, with all motion; seat 2 loses it."""
    turn = Story(LAST)
    before, known = turn.snapshot(viewer), len(turn.steps)
    turn.play("fight")
    frame = turn.events(known, viewer, pause=8_000, clocks={}, question=None)
    return at_table(before, frame, keeps={"density-motion": "full"}, after=after - STEP)


def _last_showdown() -> Screen:
    """Return the fight that ends the game, with its revealed secret."""
    turn = Story(LAST)
    before, known = turn.snapshot(), len(turn.steps)
    turn.play("fight")
    frame = turn.events(known, clocks={}, question=None)
    frame["view"] |= {"phase": "over", "places": [1, 3, 2, 4]}
    return at_table(before, frame, answers={"/record.json": "record"}, keeps=AT_ONCE)


def _over_by_flags() -> Screen:
    turn = Story(f"{TURN} take_3 Aq5 surrender surrender")
    before, known = turn.snapshot(), len(turn.steps)
    turn.play("surrender")
    return at_table(
        before, turn.events(known, pause=12_000, clocks={}, question=None), keeps=AT_ONCE
    )


def _seat_states() -> Screen:
    """Return a table with an absent player, a surrender and a stand-in."""
    turn = story.surrender_story()
    chairs = make_seats(
        turn,
        s1={"state": "away", "away_ms": 12_000},
        s3={"state": "stand-in", "level": "medium"},
    )
    return at_table(turn.snapshot(seats=chairs))


def _on_bank() -> Screen:
    turn = Story(f"{TURN} take_3 Aq5")
    chairs = make_seats(turn, s2={"kind": "ai", "level": "medium", "name": "Basil"})
    return at_table(turn.snapshot(seats=chairs, clocks=turn_clock(1, 0, 41_000)))


def _out() -> Screen:
    """Return a table where Tomasz is out and Kestrel plays."""
    turn = Story(f"{TURN} take_3 Aq5")
    frame = turn.snapshot()
    gone = {"lives": 0, "status": "out", "place": 4, "cards": 0, "discards": [], "known": []}
    frame["view"]["seats"][3] = {**frame["view"]["seats"][3], **gone}
    return at_table(frame)


def own_out(**others: Any) -> Json:
    """Return that table as Tomasz sees it; `others` changes the other seats."""
    turn = Story(f"{TURN} take_3 Aq5")
    chairs = make_seats(turn, **{f"s{seat}": dict(others) for seat in range(3)})
    game = {**story.GAME, "rated": False}
    frame = turn.snapshot(3, seats=chairs, game=game, question=None)
    gone = {"lives": 0, "status": "out", "place": 4, "cards": 0, "discards": [], "hand": None}
    frame["view"]["seats"][3] = {**frame["view"]["seats"][3], **gone}
    frame["view"]["score"] = None
    return frame


def against_ai(turn: Story, viewer: int | None = 0, rated: bool = False) -> Json:
    """Return a table where Mira plays only against AI players."""
    basil: Json = {"kind": "ai", "level": "medium"}
    chairs = make_seats(turn, s1=basil, s2=basil, s3=basil)
    return turn.snapshot(viewer, seats=chairs, game={**story.GAME, "rated": rated})


def sealing_snapshot() -> Json:
    """Return a full table while its deal is sealed, before the first cards."""
    game = {**story.GAME, "rated": False, "status": "sealing"}
    fair = {"commitment": "5f" * 32, "pledges": [None] * 4, "stage": "pledge", "root": None}
    frame = Story("").snapshot(view=None, log=[], question=None, clocks={})
    return frame | {"game": game, "fair": fair, "version": 1}


def first_turn(moves: str = "") -> Json:
    """Return the turn of a player in the first match."""
    frame = Story(moves).snapshot()
    return frame | {"view": frame["view"] | {"match": 1}}


def _tables() -> Mapping[str, Screen]:
    turn = Story(TURN).snapshot()
    taken = Story(TOOK).snapshot()
    stand_in = make_seats(Story(TURN), s0={"state": "stand-in", "level": "medium"})
    back = {**story.ME, "can_return": True}
    return {
        "turn": at_table(turn),
        "opening": at_table(Story("").snapshot()),
        "discard": at_table(taken),
        "first-turn": at_table(first_turn(), page="table-first"),
        "chosen": at_table(taken, press=["[data-code=Aq5][data-index]"]),
        "fight": at_table(turn, press=["[data-do=fight]"]),
        "surrender": at_table(turn, press=["[data-do=surrender]"]),
        "waiting-for": at_table(Story(f"{TURN} take_3 Aq5").snapshot()),
        "showdown": _fight(),
        "showdown-low": _fight(180),
        "last-showdown": _last_showdown(),
        "all-surrendered": _over_by_flags(),
        "watcher": at_table(Story(TURN).snapshot(None), page="table-watch"),
        "seat-states": _seat_states(),
        "on-bank": _on_bank(),
        "out": _out(),
        "own-out": at_table(own_out()),
        "own-out-ai": at_table(own_out(kind="ai", level="medium")),
        "sealing": at_table(sealing_snapshot()),
        "stand-in": at_table(Story(TURN).snapshot(seats=stand_in, me=back, question=None)),
        "long-names": at_table(Story(TURN, names=LONG).snapshot()),
        "reconnecting": at_table(turn, falls=True, after=1_500),
        "offline": at_table(turn, falls=True, after=30_000),
        "skeleton": at_table(),
        "settings-dialog": at_table(turn, press=["use[href$='#gear']:visible, .bar-talk:visible"]),
        "keys": at_table(turn, press=["key:?"]),
        "odds": at_table(against_ai(Story(TURN)), press=[ODDS]),
        "odds-chosen": at_table(
            against_ai(Story(TOOK)), press=["[data-code=Aq5][data-index]", ODDS]
        ),
        "private": at_table(open_table(), page="private"),
        "private-guest": at_table(open_table(3, you=1), page="private"),
    }


def _queues() -> Mapping[str, Screen]:
    chairs = [{"name": name, "here": name != "Ola"} for name in NAMES]
    found = {"url": "/queue-waiting/", "ready_by_ms": 11_000, "check": True, "seats": chairs}
    pause = {"until_ms": 581_000, "reason": "no-show", "strikes": 2}
    return {
        "queue-waiting": in_queue(),
        "queue-found": in_queue(state="seated", since_ms=0, table=found, band=None),
        "queue-cooldown": in_queue(state="cooldown", since_ms=0, cooldown=pause, band=None),
        "strip": in_queue("tables-waiting"),
    }


WAITING: Json = {
    "type": "queue",
    "state": "waiting",
    "queue": "density-deck",
    "about": "density-deck",
    "seats": 4,
    "found": 2,
    "since_ms": 67_000,
    "estimate_ms": 40_000,
    "waiting": 9,
    "online": 212,
    "rating": 1547,
    "band": [1450, 1644],
    "dots": [1300, 1350, 1475, 1525, 1575, 1600, 1625, 1700, 1725],
    "cap_ms": 180_000,
    "table": None,
    "cooldown": None,
    "also": [],
    "meanwhile": None,
    "offer": None,
    "ask": None,
}
FIGHT: Mapping[str, Screen] = {
    **{f"fight-{beat}": _beat(after) for beat, after in BEATS.items()},
    "fight-lost": _beat(BEATS["damage"], 2),
    "lost": _beat(BEATS["columns"], 2),
}
SCREENS: Mapping[str, Screen] = {
    **_pages(),
    **_tables(),
    **_queues(),
    **RPS,
    **{name: Screen(name) for name in login_pages.NAMES.split()},
}
# it loses the room for a finding while it loads
NO_COACH = Screen(
    "result-uncounted",
    answers={**_coach("replay-learn"), "/mistakes/": "coach-missing"},
    path="/past/",
)
DRAWN = {**SCREENS, **FIGHT, "lesson-fight": _lesson_fight(), "result-missing": NO_COACH}

_COMPARED = """
turn wide dark; turn wide light; turn middle dark; turn phone dark; turn small light
turn lying dark; chosen wide light; chosen phone dark; fight wide dark
surrender wide dark; showdown wide dark; showdown phone light; watcher wide light
seat-states wide dark; seat-states phone light; long-names middle light
lesson-fight phone light; reconnecting wide dark; skeleton phone dark; settings-dialog wide dark
private wide light; queue-waiting wide dark
strip wide light; home-out wide light; home-out phone dark; home wide dark
new-table phone light; result-ranked wide dark; result-casual phone light; profile wide light
profile phone dark; history middle light; boards wide dark; signup-errors phone dark
settings wide light; 404 wide light
rps-throw wide dark; rps-throw lying light; rps-window middle light; rps-effect phone dark
rps-discard small light; rps-pick wide light
"""
COMPARED = [
    (name, size, theme)
    for name, size, theme in (
        entry.split() for entry in _COMPARED.strip().replace("\n", ";").split(";")
    )
]
# the pictures in docs/screenshots: screen, size, theme, pixel ratio
DOCS = {
    "table.jpg": ("turn", "wide", "dark", 1.0),
    "phone.jpg": ("turn", "phone", "light", 2.0),
    "result.jpg": ("result-ranked", "wide", "dark", 1.0),
    **{f"fight-{beat}.jpg": (f"fight-{beat}", "wide", "dark", 0.5) for beat in BEATS},
    **{f"fight-{beat}-phone.jpg": (f"fight-{beat}", "phone", "light", 0.95) for beat in BEATS},
}
