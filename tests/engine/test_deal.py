"""The fair deal: its vectors, its promises and its evenness."""

import hmac
import json
import random
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
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
DECK_CODES = [CODES[face] for face in deal.deck(SEED, 1, DECK)]


@pytest.fixture(params=VECTORS["games"], ids=lambda game: game["name"])
def game(request: pytest.FixtureRequest) -> dict[str, Any]:
    """One game of the vectors."""
    vector: dict[str, Any] = request.param
    return vector


def seed_of(game: dict[str, Any]) -> Seed:
    return Seed(bytes.fromhex(game["secret"]), bytes.fromhex("".join(game["client_bytes"])))


def test_the_promises_before_the_deal_are_those_of_the_vectors(game: dict[str, Any]) -> None:
    seed = seed_of(game)
    assert VECTORS["scheme"] == deal.SCHEMES[1]
    promised = deal.commitment(game["id"], seed.secret, scheme=1, game="", ruleset={})
    assert promised == game["commitment"]
    pledges = [deal.pledge(bytes.fromhex(revealed)) for revealed in game["client_bytes"]]
    assert pledges == game["pledges"]


def test_the_first_dealer_and_every_deck_are_those_of_the_vectors(game: dict[str, Any]) -> None:
    seed = seed_of(game)
    assert deal.first_dealer(seed, len(game["client_bytes"])) == game["first_dealer"]
    for match in game["matches"]:
        deck = [CODES[face] for face in deal.deck(seed, match["number"], DECK)]
        assert deck == match["deck"]


def test_roots_salts_and_paths_are_those_of_the_vectors(game: dict[str, Any]) -> None:
    seed = seed_of(game)
    for match in game["matches"]:
        number, deck = match["number"], match["deck"]
        assert deal.merkle_root(seed, number, deck) == match["merkle_root"]
        for proof in match["proofs"]:
            assert deal.salt(seed, number, proof["place"]).hex() == proof["salt"]
            assert proved_root(proof, len(deck)) == match["merkle_root"]


def proved_root(proof: dict[str, Any], cards: int) -> str:
    """The root that a card's proof leads to, as docs/FAIR_DEAL.md says."""
    place, path = proof["place"], [bytes.fromhex(digits) for digits in proof["path"]]
    node = deal.leaf(bytes.fromhex(proof["salt"]), proof["code"])
    while cards > 1:
        if place ^ 1 < cards:
            pair = (node, path.pop(0)) if place % 2 == 0 else (path.pop(0), node)
            node = sha256(b"\x01" + b"".join(pair)).digest()
        place, cards = place // 2, (cards + 1) // 2
    assert not path
    return node.hex()


def test_the_log_of_commitments_is_a_chain() -> None:
    before = "0" * 64
    for entry in VECTORS["chain"]:
        assert entry["previous"] == before
        before = deal.chain(before, entry["commitment"])
        assert before == entry["entry"]


def promised(vector: dict[str, Any], **changes: Any) -> str:
    """The commitment of a vector of scheme 2, with another id, secret, game or ruleset."""
    given = {**vector, **changes}
    return deal.commitment(
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
    assert deal.canonical(vector["ruleset"]) == vector["canonical"]
    assert promised(vector) == vector["commitment"]
    written_otherwise = dict(reversed(vector["ruleset"].items()))
    assert promised(vector, ruleset=written_otherwise) == vector["commitment"]
    for change in (
        {"ruleset": {**vector["ruleset"], "version": 2}},
        {"game": vector["game"] + "x"},
        # the same bytes in a row, cut elsewhere
        {"id": vector["id"] + vector["game"][:1], "game": vector["game"][1:]},
    ):
        assert promised(vector, **change) != vector["commitment"]


def test_the_log_names_games_from_scheme_2_on_and_stays_one_chain() -> None:
    before = "0" * 64
    for entry in SCHEME_2["chain"]:
        assert entry["previous"] == before
        if entry["game"] is not None:
            assert deal.log_name(entry["id"]) == entry["game"]
        before = deal.chain(before, entry["commitment"], entry["game"] or "")
        assert before == entry["hash"]


def test_the_shuffle_is_the_one_that_the_description_spells_out() -> None:
    def stream() -> Iterator[int]:
        for block in range(9):
            message = SEED.client + (7).to_bytes(4, "big") + block.to_bytes(4, "big")
            yield from hmac.digest(SEED.secret, message, "sha256")

    numbers = stream()
    deck = list(DECK)
    for place in range(49):
        left = 50 - place
        fair = next(number for number in numbers if number < 256 - 256 % left)
        other = place + fair % left
        deck[place], deck[other] = deck[other], deck[place]
    assert deal.deck(SEED, 7, DECK) == tuple(deck)


def test_the_first_places_of_a_deck_are_the_same_without_the_others() -> None:
    for match in range(1, 20):
        deck = deal.deck(SEED, match, DECK)
        for places in range(51):
            assert deal.deck(SEED, match, DECK, places) == deck[:places]


def test_every_match_secret_and_client_byte_gives_another_deck() -> None:
    decks = {
        deal.deck(SEED, 1, DECK),
        deal.deck(SEED, 2, DECK),
        deal.deck(SEED._replace(secret=bytes(32)), 1, DECK),
        deal.deck(SEED._replace(client=SEED.client[:-1] + b"\xff"), 1, DECK),
    }
    assert len(decks) == 4


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
    decks = [deal.deck(seed, 1, cards) for seed in many_seeds(2_000)]
    for place in range(50):
        counts = Counter(deck[place] for deck in decks)
        # 49 degrees of freedom: 99 is passed once in 30,000 fair places.
        assert chi_square(counts, 50) < 99


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    counts = Counter(deal.deck(seed, 1, "abcd") for seed in many_seeds(3_000))
    # 23 degrees of freedom: 60 is passed once in 30,000 fair runs.
    assert chi_square(counts, 24) < 60


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_deals_first_equally_often(seats: int) -> None:
    counts = Counter(deal.first_dealer(seed, seats) for seed in many_seeds(3_000))
    # At most 3 degrees of freedom: 24 is passed once in 40,000 fair runs.
    assert chi_square(counts, seats) < 24
