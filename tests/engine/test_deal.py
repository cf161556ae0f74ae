"""The fair deal: its vectors, commitments and uniformity."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.density_deck.rules.cards import CODES, DECK
from games.engine import deal
from games.engine.contract import Seed

GOLDEN = Path(__file__).parents[1] / "golden"
VECTORS: dict[str, Any] = json.loads((GOLDEN / "deal_vectors.json").read_text())
SCHEME_2: dict[str, Any] = json.loads((GOLDEN / "deal_vectors_2.json").read_text())
SEED = Seed(bytes(range(32)), bytes(range(64)))


@pytest.fixture(params=VECTORS["games"], ids=lambda game: game["name"])
def game(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A game of the vectors."""
    vector: dict[str, Any] = request.param
    return vector


def seed_of(game: dict[str, Any]) -> Seed:
    return Seed(bytes.fromhex(game["secret"]), bytes.fromhex("".join(game["client_bytes"])))


def test_the_promises_before_the_deal_are_those_of_the_vectors(game: dict[str, Any]) -> None:
    seed = seed_of(game)
    assert VECTORS["scheme"] == deal.SCHEMES[1]
    promised = deal.make_commitment(game["id"], seed.secret, scheme=1, game="", ruleset={})
    assert promised == game["commitment"]
    pledges = [deal.hash_pledge(bytes.fromhex(revealed)) for revealed in game["client_bytes"]]
    assert pledges == game["pledges"]


def test_the_first_dealer_and_every_deck_are_those_of_the_vectors(game: dict[str, Any]) -> None:
    seed = seed_of(game)
    assert deal.draw_first_dealer(seed, len(game["client_bytes"])) == game["first_dealer"]
    for match in game["matches"]:
        deck = [CODES[face] for face in deal.shuffle_deck(seed, match["number"], DECK)]
        assert deck == match["deck"]


def test_roots_and_salts_are_those_of_the_vectors(game: dict[str, Any]) -> None:
    seed = seed_of(game)
    for match in game["matches"]:
        number, deck = match["number"], match["deck"]
        assert deal.merkle_root(seed, number, deck) == match["merkle_root"]
        for proof in match["proofs"]:
            assert deal.make_card_salt(seed, number, proof["place"]).hex() == proof["salt"]


def commitment_of(vector: dict[str, Any], **changes: Any) -> str:
    """Return the commitment of a vector of scheme 2 after changes."""
    given = {**vector, **changes}
    return deal.make_commitment(
        given["id"],
        bytes.fromhex(given["secret"]),
        scheme=2,
        game=given["game"],
        ruleset=given["ruleset"],
    )


@pytest.mark.parametrize("vector", SCHEME_2["commitments"], ids=lambda vector: vector["id"])
def test_a_commitment_of_scheme_2_is_the_vectors_and_covers_the_ruleset(
    vector: dict[str, Any],
) -> None:
    assert SCHEME_2["scheme"] == deal.SCHEMES[2] == deal.SCHEMES[deal.SCHEME]
    assert deal.canonical_ruleset(vector["ruleset"]) == vector["canonical"]
    assert commitment_of(vector) == vector["commitment"]
    written_otherwise = dict(reversed(vector["ruleset"].items()))
    assert commitment_of(vector, ruleset=written_otherwise) == vector["commitment"]
    for change in (
        {"ruleset": {**vector["ruleset"], "version": 2}},
        {"game": vector["game"] + "x"},
        # the same bytes, split elsewhere
        {"id": vector["id"] + vector["game"][:1], "game": vector["game"][1:]},
    ):
        assert commitment_of(vector, **change) != vector["commitment"]


@pytest.mark.parametrize("entries", [VECTORS["chain"], SCHEME_2["chain"]], ids=["1", "2"])
def test_the_log_of_commitments_is_one_chain_that_names_games_from_scheme_2_on(
    entries: list[dict[str, Any]],
) -> None:
    before = "0" * 64
    for entry in entries:
        assert entry["previous"] == before
        name = entry.get("game") or ""
        assert name in ("", deal.hash_game_id(entry.get("id") or ""))
        before = deal.hash_log_entry(before, entry["commitment"], name)
        assert before == entry.get("hash", entry.get("entry"))
    assert entries


def test_the_first_places_of_a_deck_are_the_same_without_the_others() -> None:
    for match in range(1, 20):
        deck = deal.shuffle_deck(SEED, match, DECK)
        for places in range(51):
            assert deal.shuffle_deck(SEED, match, DECK, places) == deck[:places]


# ------------------------------------------------------------------------------ evenness
def chi_square(counts: Counter[Any], groups: int) -> float:
    expected = sum(counts.values()) / groups
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return seen + (groups - len(counts)) * expected


def many_seeds(count: int) -> list[Seed]:
    dice = random.Random(1)
    return [Seed(dice.randbytes(32), dice.randbytes(64)) for _ in range(count)]


def test_every_card_is_equally_often_at_every_place() -> None:
    cards = range(50)
    decks = [deal.shuffle_deck(seed, 1, cards) for seed in many_seeds(2_000)]
    for place in range(50):
        counts = Counter(deck[place] for deck in decks)
        # 49 degrees of freedom: 99 is passed once in 30,000 fair places.
        assert chi_square(counts, 50) < 99


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_deals_first_equally_often(seats: int) -> None:
    counts = Counter(deal.draw_first_dealer(seed, seats) for seed in many_seeds(3_000))
    # At most 3 degrees of freedom: 24 is passed once in 40,000 fair runs.
    assert chi_square(counts, seats) < 24
