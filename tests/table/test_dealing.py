"""Sealing the deal: commitment, pledges, reveals, the first cards."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from games.density_deck.rules.cards import CODES, DECK
from games.engine import deal
from games.engine.contract import Refused, Seed
from games.engine.verify import verify_record
from games.live import snapshots
from games.live.commands import dealing
from games.models import DealCommitment, Game, Match, Seat
from games.positions.position import read_position
from games.records import game_log
from tests.table.harness import (
    SECRET,
    Driver,
    against_ai,
    at_once,
    bytes_of,
    expire_turn,
    frame_of,
    make_due,
    make_users,
    open_game,
    playing_game,
    seal_deal,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_commitment_is_published_before_anybody_pledges() -> None:
    (mira,) = make_users(1)
    game = against_ai(mira)
    game.refresh_from_db()
    link = DealCommitment.objects.get(game_id=game.pk)
    assert (link.scheme, link.commitment) == (2, dealing.make_commitment(game))
    assert link.commitment == deal.make_commitment(
        game.pk, bytes(game.secret), scheme=2, game="density-deck", ruleset=game.ruleset
    )
    assert not Seat.objects.filter(game=game).exclude(pledge="").exists()
    frame = frame_of(game.pk, mira.pk)
    assert frame["fair"] == {
        "commitment": link.commitment,
        "pledges": [None] * 4,
        "given": [None, "server", "server", "server"],
        "stage": "pledge",
        "root": None,
    }


@pytest.mark.postgres
def test_games_that_are_sealed_at_once_all_find_their_place_in_the_log() -> None:
    users = make_users(5)
    at_once(*[lambda u=user: against_ai(u) for user in users])
    links = list(DealCommitment.objects.order_by("sequence"))
    assert [link.sequence for link in links] == [1, 2, 3, 4, 5]
    assert [link.previous for link in links] == ["0" * 64, *(link.hash for link in links[:-1])]
    for link in links:
        assert link.hash == deal.hash_log_entry(
            link.previous, link.commitment, deal.hash_game_id(link.game_id)
        )


def test_the_cards_are_dealt_when_the_last_seat_has_revealed() -> None:
    mira, ola = make_users(2)
    game = open_game([mira, ola])
    for user in (mira, ola):
        assert dealing.take_reveal(game.pk, user.pk, bytes_of(user).hex()) == Refused("wrong-phase")
        assert dealing.take_pledge(game.pk, user.pk, deal.hash_pledge(bytes_of(user))) is None
    assert dealing.take_pledge(game.pk, mira.pk, "0" * 64) == Refused("wrong-phase")
    assert dealing.take_reveal(game.pk, mira.pk, bytes_of(mira).hex()) is None
    assert Game.objects.get(pk=game.pk).status == Game.Status.SEALING
    assert dealing.take_reveal(game.pk, ola.pk, bytes_of(ola).hex()) is None
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert {seat.bytes_by for seat in game.seats.all()} == {"client"}


def test_every_deck_follows_from_the_secret_and_the_bytes_of_all_seats() -> None:
    mira, ola = make_users(2)
    game = playing_game([mira, ola])
    seed = Seed(SECRET, bytes_of(mira) + bytes_of(ola))
    order = deal.shuffle_deck(seed, 1, DECK)
    assert read_position(game.pk).state.deal.deck == order
    assert game.first_dealer == deal.draw_first_dealer(seed, 2)
    match = Match.objects.get(game=game)
    assert match.dealer == game.first_dealer
    assert match.merkle_root == deal.merkle_root(seed, 1, [CODES[face] for face in order])


def test_a_pledge_is_64_lower_case_hex_digits() -> None:
    mira, ola = make_users(2)
    game = open_game([mira, ola])
    for digest in ("", "0" * 63, "0" * 65, "g" * 64, "A" * 64, "٠" * 64):
        assert dealing.take_pledge(game.pk, mira.pk, digest) == Refused("malformed"), digest


def test_bytes_that_were_not_pledged_are_refused_and_may_be_corrected() -> None:
    mira, ola = make_users(2)
    game = open_game([mira, ola])
    for user in (mira, ola):
        dealing.take_pledge(game.pk, user.pk, deal.hash_pledge(bytes_of(user)))
    assert dealing.take_reveal(game.pk, mira.pk, bytes_of(ola).hex()) == Refused("wrong-bytes")
    assert dealing.take_reveal(game.pk, mira.pk, "00") == Refused("malformed")
    assert dealing.take_reveal(game.pk, mira.pk, bytes_of(mira).hex()) is None


def test_a_seat_that_stays_silent_gets_bytes_that_the_secret_had_fixed() -> None:
    mira, ola = make_users(2)
    game = open_game([mira, ola])
    dealing.take_pledge(game.pk, mira.pk, deal.hash_pledge(bytes_of(mira)))
    silent = make_due(game.pk)
    assert silent.user == ola
    assert expire_turn(game.pk, silent.index, silent.question)
    assert not expire_turn(game.pk, silent.index, silent.question)
    dealing.take_reveal(game.pk, mira.pk, bytes_of(mira).hex())
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    silent.refresh_from_db()
    assert silent.bytes_by == "server"
    fixed = deal.derive_client_bytes(game.pk, bytes(game.secret), silent.index)
    assert bytes(silent.client_bytes or b"") == fixed
    assert_marked(game, silent, "no-pledge")


def assert_marked(game: Game, silent: Seat, reason: str) -> None:
    """Check that the seat is published to all, and that the record says why and when."""
    frame = frame_of(game.pk, None)
    given = ["client", "client"]
    given[silent.index] = "server"
    assert frame["fair"]["given"] == given
    Driver(game.pk).finish()
    silent.refresh_from_db()
    assert silent.silent_at is not None
    at = silent.silent_at.strftime("%Y-%m-%dT%H:%M:%SZ")
    record = game_log.read_record(game.pk)
    assert record["fair"]["silent"] == [{"seat": silent.index, "reason": reason, "at": at}]
    assert record["fair"]["client_bytes"][silent.index] is None
    assert verify_record(record) is None


def test_a_game_that_was_sealed_before_the_newest_scheme_is_finished_under_its_own() -> None:
    mira, ola = make_users(2)
    game = open_game([mira, ola], lives=1)
    commitment = deal.make_commitment(game.pk, SECRET, scheme=1, game="", ruleset={})
    first = deal.hash_log_entry("0" * 64, commitment)
    links = DealCommitment.objects.filter(game_id=game.pk)
    links.update(scheme=1, commitment=commitment, previous="0" * 64, hash=first)
    seal_deal(game, [mira, ola])
    Driver(game.pk).finish()
    record = game_log.read_record(game.pk)
    assert record["fair"]["scheme"] == "density-deck-fair/1"
    assert record["fair"]["commitment"] == commitment
    assert "silent" not in record["fair"]
    assert verify_record(record) is None
    assert [link["game"] for link in game_log.list_deals(0)] == [None]


def test_a_stage_waits_four_seconds_for_people_and_for_no_ai() -> None:
    mira, ola = make_users(2)
    before = timezone.now()
    game = open_game([mira, ola], ais=2)
    latest = timezone.now() + timedelta(seconds=4)
    for seat in game.seats.all():
        if seat.kind == Seat.Kind.AI:
            assert (seat.asked, seat.bytes_by) == (False, "server")
        else:
            assert seat.due_at is not None
            assert before + timedelta(seconds=4) <= seat.due_at <= latest


def test_neither_the_secret_nor_anybodys_bytes_leave_before_the_game_is_finished() -> None:
    users = make_users(2)
    game = open_game(users, lives=2)
    secrets = [SECRET.hex(), *(bytes_of(user).hex() for user in users)]
    seen = []

    def look() -> None:
        for viewer in (*users, None):
            frame = snapshots.make_snapshot(game.pk, viewer.pk if viewer else None)
            seen.append(json.dumps(frame))

    look()
    seal_deal(game, users)
    look()
    Driver(game.pk, after=look).finish()
    assert len(seen) > 12
    assert not [text for text in seen for secret in secrets if secret in text]
    fair = game_log.read_record(game.pk)["fair"]
    assert [fair["secret"], *fair["client_bytes"]] == secrets
