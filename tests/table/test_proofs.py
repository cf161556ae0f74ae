"""The proof of cards over HTTP: it fits the published root, and shows each viewer its own cards."""

import random
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client

from games.engine import deal
from games.live import snapshots
from games.models import Game, Match, Seat
from tests.pages.markup import browser_of
from tests.table.harness import Driver, make_users, open_game, playing_game

pytestmark = pytest.mark.django_db(transaction=True)
Json = dict[str, Any]


def read_proof(game: Game, client: Client, query: str = "?leaves=1") -> Json:
    """Return the proof that this browser gets."""
    answer = client.get(f"/api/games/{game.pk}/proof/{query}")
    assert answer.status_code == 200, answer.content
    found: Json = answer.json()
    return found


def check_proof(proof: Json, root: str | None) -> dict[int, str]:
    """Return the proved cards by place, after checking each as a stranger's program would."""
    assert deal.root_of_leaves([bytes.fromhex(leaf) for leaf in proof["leaves"]]) == root
    cards = {}
    for card in proof["cards"]:
        leaf = sha256(b"\0" + bytes.fromhex(card["salt"]) + card["code"].encode()).hexdigest()
        assert leaf == proof["leaves"][card["place"]]
        cards[card["place"]] = card["code"]
    return cards


def test_each_player_gets_the_proof_of_its_own_cards_and_no_salt_of_others() -> None:
    users = make_users(3)
    game = playing_game(users, ais=1)
    salts: list[set[str]] = []
    for user in users:
        snapshot = snapshots.make_snapshot(game.pk, user.pk)
        assert isinstance(snapshot, dict)
        assert snapshot["view"] is not None
        assert snapshot["you"] is not None
        proof = read_proof(game, browser_of(user))
        cards = check_proof(proof, snapshot["fair"]["root"])
        hand = snapshot["view"]["seats"][snapshot["you"]]["hand"]
        # seated clockwise, one card at a time
        assert [code for _, code in sorted(cards.items())] == hand
        salts.append({card["salt"] for card in proof["cards"]})
    assert len(set.union(*salts)) == 9
    assert read_proof(game, Client())["cards"] == []
    assert read_proof(game, Client(), "")["leaves"] == []


def test_a_spectator_gets_the_flipped_cards_only() -> None:
    game = playing_game(make_users(2), lives=20)
    driver = Driver(game.pk, random.Random(3))
    flips: set[int] = set()
    while len(flips) < 3:
        driver.step()
        snapshot = snapshots.make_snapshot(game.pk, None)
        assert isinstance(snapshot, dict)
        assert snapshot["view"] is not None
        cards = check_proof(read_proof(game, Client()), snapshot["fair"]["root"])
        center = [code for code in snapshot["view"]["amplification"] if code]
        assert [code for _, code in sorted(cards.items())] == center
        flips.add(len(cards))


@pytest.mark.parametrize("slug", ["density-deck", "rps-extreme"])
def test_every_proof_of_a_game_fits_its_root(slug: str) -> None:
    users = make_users(2)
    game = playing_game(users, slug=slug, **({"lives": 2} if slug == "density-deck" else {}))
    driver = Driver(game.pk, random.Random(6))
    browsers = [browser_of(user) for user in users]
    for _ in range(40):
        for user, browser in zip(users, browsers, strict=True):
            snapshot = snapshots.make_snapshot(game.pk, user.pk)
            assert isinstance(snapshot, dict)
            assert check_proof(read_proof(game, browser), snapshot["fair"]["root"])
        if Game.objects.get(pk=game.pk).status == Game.Status.FINISHED:
            break
        driver.step()


def test_a_proof_is_refused_before_the_deal_and_to_strangers_of_a_closed_table() -> None:
    users = make_users(3)
    sealing = open_game(users[:2])
    answer = browser_of(users[0]).get(f"/api/games/{sealing.pk}/proof/")
    assert (answer.status_code, answer.json()) == (409, {"code": "not-started"})
    closed = playing_game(make_users(2, "Closed"), watchable=False)
    answer = browser_of(users[2]).get(f"/api/games/{closed.pk}/proof/")
    assert (answer.status_code, answer.json()) == (403, {"code": "not-seated"})
    assert Client().get("/api/games/none/proof/").status_code == 404
    # no proof leads to another root than the published one
    Match.objects.filter(game=closed).update(merkle_root="0" * 64)
    player = Seat.objects.filter(game=closed)[0].user
    answer = browser_of(player).get(f"/api/games/{closed.pk}/proof/")
    assert (answer.status_code, answer.json()) == (409, {"code": "no-proof"})
