"""A record says what happened, in the words of docs/RECORD.md."""

from json import dumps, loads

import pytest

from games.density_deck.rules.state import FIGHT, SURRENDER
from games.engine import deal
from games.engine.contract import RULES, Refused, Ruleset, Seed
from games.engine.record import FORMAT, Origin, Played, Seated, build
from games.engine.verify import verify
from games.registry import GAMES
from tests.records.examples import LONG, SLUG, SLUGS, attended, record, stopped

SEATED = [Seated("ai", "A", "easy")] * 4
ORIGIN = Origin(SLUG, "game", LONG[SLUG], Seed(bytes(32), bytes(64)), [False] * 4)
RULESETS = [
    (slug, rules.ruleset(edition, seats=seats))
    for slug, rules in RULES.items()
    for edition in rules.editions
    for seats in rules.seat_counts
]
every_game = pytest.mark.parametrize("slug", SLUGS)


@pytest.mark.parametrize("level", ["random", "medium"])
@pytest.mark.parametrize(("slug", "ruleset"), RULESETS, ids=str)
def test_every_record_is_right_and_survives_json(slug: str, ruleset: Ruleset, level: str) -> None:
    written = record(ruleset, level, slug=slug)
    assert verify(written) is None
    assert loads(dumps(written)) == written


def test_the_head_names_the_game_and_what_it_came_from() -> None:
    written = attended()
    assert written["format"] == FORMAT == "density-deck-record/1"
    assert (written["id"], written["game"], written["rated"]) == ("attended", SLUG, True)
    assert written["finished_at"] == "2026-11-21T12:00:00Z"
    assert written["seats"][0] == {"seat": 0, "kind": "player", "name": "Mira", "level": None}
    assert written["seats"][3] == {"seat": 3, "kind": "ai", "name": "Medium", "level": "medium"}
    fair = written["fair"]
    assert fair["scheme"] == "density-deck-fair/2"
    secret, ruleset = bytes.fromhex(fair["secret"]), written["ruleset"]
    promised = deal.commitment("attended", secret, scheme=2, game=SLUG, ruleset=ruleset)
    assert fair["commitment"] == promised
    assert fair["silent"] == []
    assert [share is None for share in fair["client_bytes"]] == [False, False, True, True]


def test_a_match_tells_its_cards_its_moves_and_its_losses() -> None:
    for match in record()["matches"]:
        assert len(match["deck"]) == 50
        assert match["moves"][0].keys() == {"seat", "round", "do", "from", "card"}
        assert [int(seat) for seat in match["damage"]] == match["living"]
        assert [int(seat) for seat in match["lives"]] == [0, 1, 2]
        assert all(match["damage"][str(seat)] == 0 for seat in match["winners"])
        assert bool(match["scores"]) == (match["ended_by"] != "surrenders")


def test_a_challenge_tells_its_cards_its_throws_and_their_effects() -> None:
    written = record(slug="rps-extreme")
    scores = [0, 0]
    for challenge in written["challenges"]:
        assert challenge["scores"] == scores
        lying = [*challenge["items"][0], *challenge["items"][1], *challenge["discard"]]
        assert len({*lying, *challenge["center"], *challenge["supply"]}) == 30
        assert [move["do"] for move in challenge["moves"][:2]] == ["throw", "throw"]
        effects = [each for move in challenge["moves"] for each in move.get("effects", [])]
        assert [each["e"] for each in effects].count("outcome") == challenge["throws"]
        awards = [each["scores"] for each in effects if "scores" in each]
        scores = [*challenge["score"].values()]
        assert scores == ([challenge["scores"], *awards][-1])
    assert max(scores) >= 5


@every_game
def test_marks_say_who_moved_for_a_seat(slug: str) -> None:
    written = attended(slug)
    marks = [
        (move["seat"], move["by"])
        for match in written[GAMES[slug].rules.record.chapters]
        for move in match["moves"]
        if "by" in move
    ]
    assert set(marks) == {(0, "clock"), (0, "ai")}
    assert verify(written) is None


def test_the_move_that_ends_the_game_is_the_last() -> None:
    assert record()["places"].count(1) == 1
    assert [*record()["matches"][-1]["lives"].values()].count(0) == 2


def test_moves_that_do_not_end_the_game_make_no_record() -> None:
    with pytest.raises(ValueError, match="do not end the game"):
        build(ORIGIN, [], seated=SEATED)


def test_a_refused_move_makes_no_record() -> None:
    state, _ = GAMES[SLUG].rules.start(ORIGIN.ruleset, ORIGIN.seed)
    (seat,) = GAMES[SLUG].rules.asked(state)
    with pytest.raises(ValueError, match="move 1 was refused: illegal-fight"):
        build(ORIGIN, [Played(seat, FIGHT)], seated=SEATED)


@pytest.mark.parametrize("matches", [0, 3])
def test_a_stopped_game_of_two_who_throw_is_recorded_to_its_last_move(matches: int) -> None:
    written = stopped(matches, "rps-extreme")
    assert verify(loads(dumps(written))) is None
    *_, last = written["challenges"]
    assert (last["ended_by"], last["winners"], len(last["moves"])) == ("agreement", [], 1)
    one, other = last["score"].values()
    assert written["places"] == [1 + (other > one), 1 + (one > other)]


@pytest.mark.parametrize("matches", [0, 3])
def test_a_stopped_game_is_recorded_to_its_last_move(matches: int) -> None:
    written = stopped(matches)
    assert verify(loads(dumps(written))) is None
    *_, last = written["matches"]
    assert (last["ended_by"], last["scores"], last["winners"]) == ("agreement", {}, [])
    assert [match["ended_by"] for match in written["matches"]].count("agreement") == 1
    lives = [last["lives"][str(seat)] for seat in range(4)]
    assert sum(last["damage"].values()) == 1
    best = [seat for seat in range(4) if lives[seat] == max(lives)]
    assert [seat for seat in range(4) if written["places"][seat] == 1] == best


def test_a_game_that_is_over_is_not_stopped_as_well() -> None:
    rules, moves = GAMES[SLUG].rules, list[Played]()
    state, _ = rules.start(ORIGIN.ruleset, ORIGIN.seed)
    while asked := rules.asked(state):
        moves.append(Played(asked[0], SURRENDER))
        moved = rules.act(state, asked[0], SURRENDER)
        assert not isinstance(moved, Refused)
        state, _ = moved
    with pytest.raises(ValueError, match="game-over"):
        build(ORIGIN, moves, seated=SEATED, stopped=True)
