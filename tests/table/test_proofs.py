"""The proof of cards over HTTP: it fits the published root, and shows each viewer its own cards."""

import random
from collections import Counter
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine import deal
from games.live import snapshots
from games.live.executor import Change
from games.models import Game, Match, Seat
from tests.pages.markup import browser_of
from tests.table.harness import (
    Driver,
    act_on,
    asked_seat,
    make_users,
    open_game,
    playing_game,
)

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


def play_until_a_fight(game: Game) -> User:
    """Let all seats draw until round 3; then one surrenders and the next calls the fight.

    Return the player who surrendered.
    """
    surrendered: list[User] = []
    while Match.objects.filter(game=game).count() == 1:
        seat = asked_seat(game.pk)
        snapshot = snapshots.make_snapshot(game.pk, seat.user_id)
        assert isinstance(snapshot, dict)
        assert snapshot["view"] is not None
        action = snapshot["view"]["legal"][0]
        if snapshot["view"]["round"] == 3:
            action = {"do": "fight"} if surrendered else {"do": "surrender"}
            assert seat.user is not None
            surrendered.append(seat.user)
        assert isinstance(act_on(game.pk, seat.user_id, seat.question, action), Change)
    return surrendered[0]


def test_hands_shown_in_a_fight_are_proved_to_everyone_at_once_and_no_hidden_one() -> None:
    users = make_users(4)
    game = playing_game(users, lives=20)
    quitter = play_until_a_fight(game)
    root = Match.objects.get(game=game, number=1).merkle_root
    public = check_proof(read_proof(game, Client(), "?match=1&leaves=1"), root)
    snapshot = snapshots.make_snapshot(game.pk, None)
    assert isinstance(snapshot, dict)
    over = next(event for event in snapshot["log"] if event["e"] == "match_over")
    shown = [code for row in over["seats"] for code in row["hand"] or ()]
    assert len(shown) == 9
    assert not Counter(shown) - Counter(public.values())
    # three seats with three dealt and two drawn cards each, and two flipped ones
    assert len(public) == 3 * (3 + 2) + 2
    for user in users:
        proof = read_proof(game, browser_of(user), "?match=1&leaves=1")
        cards = check_proof(proof, root)
        # only the seat that surrendered knows more: its own cards
        assert cards.items() >= public.items()
        assert len(cards) == len(public) + (5 if user == quitter else 0)
    # the current match has no card of others
    assert read_proof(game, Client())["cards"] == []


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
    mine = browser_of(Seat.objects.filter(game=closed)[0].user)
    for match, status, code in (
        ("2", 404, "no-such-match"),
        ("0", 404, "no-such-match"),
        ("99999", 404, "no-such-match"),
        ("x", 400, "malformed"),
    ):
        answer = mine.get(f"/api/games/{closed.pk}/proof/?match={match}")
        assert (answer.status_code, answer.json()) == (status, {"code": code})
    # no proof leads to another root than the published one
    Match.objects.filter(game=closed).update(merkle_root="0" * 64)
    player = Seat.objects.filter(game=closed)[0].user
    answer = browser_of(player).get(f"/api/games/{closed.pk}/proof/")
    assert (answer.status_code, answer.json()) == (409, {"code": "no-proof"})
