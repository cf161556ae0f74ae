"""The rules of Density Deck by their numbers in the rulebook (DD-3 to DD-9, DD-14)."""

from typing import Any

import pytest

from games.density_deck.rules import game as rules
from games.density_deck.rules.cards import CODES, DECK, FACES
from games.density_deck.rules.state import (
    FIGHTS,
    PILE_LEFT,
    Event,
    Fall,
    FightCalled,
    MatchOver,
    Ruleset,
    State,
    Surrendered,
)
from games.engine import deal
from games.engine.contract import Refused
from tests.engine.positions import (
    ACTIONS,
    SEED,
    WORDS,
    format_cards,
    make_moves,
    make_state,
    parse_faces,
)

# number and subject, state, moves, and expected facts
Case = tuple[str, State, str, dict[str, Any]]


def make_case(name: str, state: State, moves: str = "", **found: Any) -> Case:
    return name, state, moves, found


TWO, THREE, FOUR = make_state("", ""), make_state("", "", ""), make_state("", "", "", "")
# hands and center of the rulebook's example
EXAMPLE = make_state(
    *("Re5 Re3 Co2", "Ye4 Co1 Co3", "Bl10 Tu3 Co7", "Bl5 Wh6 Wh6"),
    center="Co5 Bl3 Ye5",
    pile="Aq5 Si4 Go4 Pu3",
)
AROUND = "draw Co2 draw Co1 draw Co7 draw Bl5"
# the example continues: its showdown may be called
ROUND_4 = EXAMPLE._replace(
    round=4,
    discards=tuple(parse_faces(top) for top in ("Co6", "Re10", "Ye3", "Si4")),
    openings=FIGHTS | PILE_LEFT | 0b1111,
)
BURIED = ROUND_4._replace(
    discards=(parse_faces("Co6"), parse_faces("Re10 Co9"), *ROUND_4.discards[2:])
)
BEST = make_state("Wh6 Wh6 Wh6", "Co1 Co2 Co3")
TIE = make_state("Wh6 Wh6 Co1", "Bk6 Bk6 Co1", "Co4 Co4 Co5", pile="Co9 Co9 Co8 Co7 Co7 Co8")
LOW_TIE = make_state("Wh6 Wh6 Co1", "Co2 Co3 Co4", "Co2 Co3 Co4", pile="Co9 Co8 Co8")
WORST = make_state("Co1 Co2 Co3", "Wh6 Wh6 Wh6", "Co4 Co5 Co6")
FACE_DOWN = make_state("Wh6 Co1 Co2", "Co1 Co2 Co3", center="Wh6 Wh6 Bk6")
PASSES = make_state("", "", allow_pass=True)
EQUAL_CARDS = make_state("Wh6 Wh6 Co1", "", pile="Wh6")
ONE_DIES = make_state("", "Co1", "", "", dealer=0, lives=(5, 5, 1, 5))
ONE_SURRENDERS = "draw Co1 surrender surrender surrender"
TWO_DIE = make_state("Wh6 Wh6 Wh6", "", "", "", lives=(5, 2, 3, 1))
LATE = make_state("Wh6 Wh6 Wh6", "", "", lives=(9, 3, 2))
HALVES = make_state("", "", "", "", lives=(9, 9, 8, 8))


def make_later_match(match: int, lives: tuple[int, ...], *falls: Fall | None) -> State:
    """Return the start of a later match of a game in which seats are out."""
    state = make_state(*[""] * len(lives), lives=lives)
    return state._replace(deal=state.deal._replace(match=match, falls=falls))


CASES = [
    make_case(
        "3.1 the deal passes clockwise", FOUR, "round_2 fight", asked=(1,), order=(1, 2, 3, 0)
    ),
    make_case(
        "3.1 it skips the dead", ONE_DIES, ONE_SURRENDERS, lives=(4, 5, 0, 4), order=(3, 0, 1)
    ),
    make_case(
        "3.1 it goes on",
        ONE_DIES,
        f"{ONE_SURRENDERS} surrender surrender",
        match=3,
        order=(0, 1, 3),
    ),
    make_case(
        "3.3 no cards for the dead", make_state("", "", "", lives=(5, 0, 5)), pile=41, order=(0, 2)
    ),
    make_case("4.1 turns are clockwise", EXAMPLE, AROUND, round=2, asked=(0,)),
    make_case(
        "4.1 they skip who surrendered",
        EXAMPLE,
        "draw Co2 surrender draw Co7 draw Bl5 draw Re5",
        round=2,
        asked=(2,),
    ),
    make_case(
        "4.1 a round starts left of the dealer", make_state("", "", dealer=0), "round_5", asked=(1,)
    ),
    *(
        make_case(f"4.2 the center in round {number}", EXAMPLE, f"round_{number}", center=center)
        for number, center in ((1, ""), (2, "Co5"), (3, "Co5 Bl3"), (4, "Co5 Bl3 Ye5"))
    ),
    make_case("4.2 three cards at most", EXAMPLE, "round_6", center="Co5 Bl3 Ye5"),
    make_case(
        "5.1 the first turn",
        EXAMPLE,
        legal="draw surrender",
        refused={"Re5": "wrong-phase", "take_1": "illegal-draw", "fight": "illegal-fight"},
    ),
    make_case("5.2 from the pile", EXAMPLE, "draw", hand="Re5 Re3 Co2 Aq5", pile=34, asked=(0,)),
    make_case("5.2 another's pile", EXAMPLE, "draw Co2", legal="draw take_0 surrender"),
    make_case("5.2 the top of it", EXAMPLE, f"{AROUND} draw Re3 take_0", hand="Ye4 Co3 Si4 Re3"),
    make_case(
        "5.2 the card below",
        EXAMPLE,
        f"{AROUND} draw Re3 take_0",
        discards=("Co2", "Co1", "Co7", "Bl5"),
    ),
    make_case(
        "5.2 never the own pile",
        EXAMPLE,
        AROUND,
        legal="draw take_1 take_2 take_3 fight surrender",
        refused={"take_0": "illegal-draw"},
    ),
    make_case(
        "5.3 who surrendered",
        EXAMPLE,
        f"{AROUND} surrender take_0",
        discards=("", "Co1", "Co7", "Bl5"),
    ),
    make_case(
        "5.4 any of the four",
        EXAMPLE,
        "draw",
        legal="Re5 Re3 Co2 Aq5 surrender",
        refused={
            "Co9": "illegal-card",
            **dict.fromkeys(("draw", "take_1", "fight", "pass"), "wrong-phase"),
        },
    ),
    make_case("5.4 a discard", EXAMPLE, "draw Co2", discards=("Co2", "", "", ""), asked=(1,)),
    make_case("5.4 equal cards are one choice", EQUAL_CARDS, "draw", legal="Wh6 Co1 surrender"),
    make_case("5.5 no pass", EXAMPLE, refused={"pass": "illegal-pass"}),
    make_case(
        "5.5 no pass with a discard left",
        EXAMPLE,
        "draw Co2 no_pile",
        legal="take_0 surrender",
        refused={"draw": "illegal-draw", "pass": "illegal-pass"},
    ),
    make_case("5.5 nothing to draw", EXAMPLE, "no_pile", legal="pass surrender"),
    make_case("5.5 a pass", EXAMPLE, "no_pile pass", asked=(1,), discards=("", "", "", "")),
    make_case("5.5 allow_pass", PASSES, legal="draw pass surrender"),
    make_case("5.5 a pass that is allowed", PASSES, "pass", asked=(1,)),
    *(
        make_case(
            f"6.1 seat {seat} in round 1",
            FOUR,
            f"round_1_{seat}",
            refused={"fight": "illegal-fight"},
        )
        for seat in range(4)
    ),
    make_case("6.2 all who stand are scored", ROUND_4, "fight", scores=(135, 68, 29, 7), match=2),
    make_case("6.2 a fight ends the match", ROUND_4, "fight", ended=("fight", 0, 4), winners=(0,)),
    make_case("6.2 who surrendered pays no more", ROUND_4, "surrender fight", lives=(7, 10, 6, 6)),
    *(
        make_case(
            f"6.3 damage in round {number}",
            BEST,
            f"round_{number} fight",
            stakes=[damage],
            lives=(10, 10 - damage),
        )
        for number, damage in ((2, 2), (3, 3), (4, 4), (9, 4))
    ),
    make_case("6.3 the tied at the top", TIE, "round_3 fight", winners=(0, 1), lives=(10, 10, 7)),
    make_case("6.4 a tie below", LOW_TIE, "round_2 fight", scores=(54, 27, 27), lives=(10, 8, 8)),
    make_case("6.5 the caller", WORST, "round_2 fight", ended=("fight", 0, 2), lives=(8, 10, 8)),
    *(
        make_case(
            f"7.2 the price in round {number}",
            THREE,
            f"round_{number} surrender",
            surrendered=[(number, price)],
            lives=(10 - price, 10, 10),
        )
        for number, price in ((1, 1), (2, 1), (3, 2), (4, 3), (9, 3))
    ),
    make_case("7.2 three in round 1", FOUR, "surrender surrender surrender", lives=(9, 9, 9, 10)),
    make_case(
        "7.2 a later fight", make_state("", "", ""), "surrender round_4 fight", damage=(1, 4, 0)
    ),
    make_case("7.2 after the draw", EXAMPLE, "draw surrender", surrendered=[(1, 1)], asked=(1,)),
    make_case(
        "7.2 no more than there is",
        make_state("", "", "", lives=(1, 10, 10)),
        "round_4 surrender",
        surrendered=[(4, 1)],
        lives=(0, 10, 10),
    ),
    make_case("7.3 not asked again", THREE, "surrender round_5", asked=(1,)),
    make_case("7.3 the end of a round", THREE, "round_2_2 surrender", round=3, asked=(0,)),
    make_case(
        "7.5 the last one standing",
        THREE,
        "surrender surrender",
        ended=("surrenders", None, 1),
        winners=(2,),
        scores=(None, None, None),
        damage=(1, 1, 0),
        match=2,
    ),
    *(
        make_case(
            f"8.2 the showdown of round {last}",
            make_state("", "", round_cap=last),
            f"round_{last}_1 lapse lapse",
            ended=("showdown", None, last),
            stakes=[4],
            match=2,
        )
        for last in (4, 10, 30)
    ),
    make_case("8.3 an empty pile", TWO, "no_pile pass pass", round=2, match=1),
    make_case("9.1 the dead", TWO_DIE, "round_2 fight", lives=(5, 0, 1, 0), order=(2, 0)),
    make_case(
        "9.2 the last one",
        make_later_match(1, (1, 4), None, None),
        "surrender",
        asked=(),
        places=(2, 1),
    ),
    make_case(
        "9.3 lives before the match", LATE, "round_4_1 surrender round_5 fight", places=(1, 2, 3)
    ),
    make_case("10.1 the piles of all", ROUND_4, "surrender fight", scores=(None, 68, 29, 7)),
    make_case("10.1 only the top of a pile", BURIED, "fight", scores=(9, 68, 48, 26)),
    make_case("10.1 only the open center", FACE_DOWN, "round_2 fight", best=43),
    make_case("14.1 draw", EXAMPLE, lapse="draw"),
    make_case("14.1 discard it", EXAMPLE, "draw", lapse="Aq5"),
    make_case("14.1 and one that was taken", EXAMPLE, "draw Aq5 take_0", lapse="Aq5"),
    make_case("14.1 take", EXAMPLE, "draw Aq5 draw Si4 no_pile", lapse="take_0"),
    make_case("14.1 skip a pile", EXAMPLE, "draw Aq5 draw Si4 no_pile take_1 Si4", lapse="take_0"),
    make_case("14.1 pass", TWO, "no_pile", lapse="pass"),
    # house rule: a stopped game ends with the current lives
    make_case(
        "stopped: by lives",
        make_later_match(1, (3, 9, 9, 1), *[None] * 4),
        "stop",
        places=(3, 1, 1, 4),
    ),
    make_case(
        "stopped: behind those who live",
        make_later_match(6, (0, 1, 0, 8), Fall(2, 4, 10), None, Fall(5, 1, None), None),
        "stop",
        places=(4, 2, 3, 1),
    ),
    make_case(
        "stopped: paid", THREE, "round_4 surrender stop", places=(3, 1, 1), lives=(7, 10, 10)
    ),
    make_case(
        "stopped: the last life",
        make_later_match(2, (1, 7, 2, 0), None, None, None, Fall(1, 3, 40)),
        "surrender stop",
        places=(3, 1, 2, 4),
    ),
    make_case(
        "stopped: no winner",
        HALVES,
        "round_3 stop",
        ended=("agreement", None, 3),
        winners=(),
        scores=(None,) * 4,
        damage=(0,) * 4,
        places=(1, 1, 3, 3),
    ),
]


def facts_of(state: State, events: list[Event]) -> dict[str, Any]:
    """Return the facts of a position and its events that a case can check."""
    asked = rules.asked(state)
    over = [event for event in events if isinstance(event, MatchOver)]
    return {
        "asked": asked,
        "match": state.deal.match,
        "order": state.deal.order,
        "center": format_cards(rules.face_up(state)),
        "pile": len(DECK) - state.top,
        "hand": format_cards(state.hands[asked[0]]) if asked else "",
        "discards": tuple(map(format_cards, state.discards)),
        "legal": " ".join(WORDS[action] for action in rules.legal(state, asked[0]))
        if asked
        else "",
        "lapse": WORDS[rules.lapse(state, asked[0])] if asked else "",
        "places": rules.places(state),
        "stakes": [event.stake for event in events if isinstance(event, FightCalled)],
        "surrendered": [(e.round, e.loss) for e in events if isinstance(e, Surrendered)],
        **{name: getattr(state, name) for name in ("round", "lives")},
        **(_end_facts(over[-1]) if over else {}),
    }


def _end_facts(over: MatchOver) -> dict[str, Any]:
    return {
        "ended": (over.ended_by, over.caller, over.round),
        "winners": over.winners,
        "scores": over.scores,
        "best": max(score or 0 for score in over.scores),
        "damage": tuple(a - b for a, b in zip(over.before, over.after, strict=True)),
    }


@pytest.mark.parametrize(
    ("state", "moves", "found"), [each[1:] for each in CASES], ids=[each[0] for each in CASES]
)
def test_the_rules_of_the_rulebook(state: State, moves: str, found: dict[str, Any]) -> None:
    after, events = make_moves(state, moves)
    facts_then = facts_of(after, events)
    for word, code in found.get("refused", {}).items():
        assert rules.act(after, facts_then["asked"][0], ACTIONS[word]) == Refused(code), word
    wanted = {name: value for name, value in found.items() if name != "refused"}
    assert {name: facts_then[name] for name in wanted} == wanted


FALL = Fall(3, 2, 12)
PLACES = [
    ("later", (Fall(3, 4, 9), Fall(5, 1, None), None, Fall(4, 9, 99)), (4, 2, 1, 3)),
    ("in one match more lives before it", (Fall(3, 2, 50), Fall(3, 4, -9), None), (3, 2, 1)),
    ("then the higher score", (None, Fall(3, 2, -50), Fall(3, 2, -9)), (1, 3, 2)),
    ("any score before a surrender", (Fall(3, 2, None), Fall(3, 2, -429), None), (3, 2, 1)),
    ("else shared", (FALL, FALL, None, Fall(1, 1, 1)), (2, 2, 1, 4)),
    ("two surrenders", (Fall(3, 2, None), Fall(3, 2, None), None), (2, 2, 1)),
]


@pytest.mark.parametrize(("falls", "places"), [p[1:] for p in PLACES], ids=[p[0] for p in PLACES])
def test_dd_9_3_a_better_place(falls: tuple[Fall | None, ...], places: tuple[int, ...]) -> None:
    over, _ = make_moves(TWO, "stop")
    lives = tuple(int(fall is None) for fall in falls)
    over = over._replace(deal=over.deal._replace(falls=falls), lives=lives)
    assert rules.places(over) == places


def test_dd_1_1_the_deck_has_fifty_cards_of_thirty_faces() -> None:
    assert len(DECK) == 50
    assert len(FACES) == len(set(FACES)) == 30
    assert sum(FACES[face].suit == "common" for face in DECK) == 20
    assert CODES[DECK[0]] == "Co1"


@pytest.mark.parametrize(("seats", "pile"), [(4, 35), (3, 38), (2, 41)])
def test_dd_3_3_cards_are_dealt_one_at_a_time_left_of_the_dealer_first(
    seats: int, pile: int
) -> None:
    begun, _ = rules.start(Ruleset(seats=seats), SEED)
    deck = begun.deal.deck
    for card in range(3 * seats):
        seat = (begun.deal.dealer + 1 + card) % seats
        assert begun.hands[seat][card // seats] == deck[card]
    assert rules.center_cards(begun.deal) == deck[3 * seats : 3 * seats + 3]
    assert (len(DECK) - begun.top, rules.face_up(begun)) == (pile, ())


def test_dd_3_2_all_fifty_cards_are_shuffled_for_every_match() -> None:
    second, _ = make_moves(rules.start(Ruleset(), SEED)[0], "surrender surrender surrender")
    assert second.deal.deck == deal.shuffle_deck(SEED, 2, DECK)
    assert sorted(second.deal.deck) == sorted(DECK)


def test_dd_13_2_a_card_that_was_taken_is_known_until_it_is_discarded() -> None:
    taken = f"{AROUND} draw Re3 take_0"
    for words, known in (("", "Re3"), ("Ye4", "Re3"), ("Re3", "")):
        assert format_cards(make_moves(EXAMPLE, f"{taken} {words}")[0].known[1]) == known
