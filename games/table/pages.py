"""What the pages about games show, ready for their templates."""

from django.db.models import Count
from django.urls import reverse

from accounts.models import User
from games.bots.catalog import levels
from games.engine.contract import Json
from games.models import Game, Match, Move, Seat
from games.table import history
from games.table.position import Position, read

SLUG = "density-deck"
LEVELS = [(level, level.capitalize()) for level in levels(SLUG)]
DEFAULT_LEVEL = LEVELS[-1][0]
RECENT = 20


def home(user_id: int | None) -> Json:
    """The context of templates/games/home.html; None is somebody signed out."""
    if user_id is None:
        return {"running": None, "games": [], "levels": LEVELS}
    seat = history.running_game(user_id)
    return {
        "running": None if seat is None else _running(seat),
        "games": [_line(mine) for mine in history.recent_games(user_id, most=5)],
        "levels": LEVELS,
    }


def table(game: Game, snapshot: Json) -> Json:
    """The context of templates/games/table.html, except the encoded snapshot."""
    empty = any(seat["kind"] == "empty" for seat in snapshot["seats"])
    seated = snapshot["you"] is not None
    return {
        "game": game,
        "snapshot": snapshot,
        "socket_url": f"/ws/game/{game.pk}/",
        "seated": seated,
        "can_join": empty and not seated and game.status == Game.Status.OPEN,
        "join_url": reverse("games:join", args=(game.pk,)),
    }


def player(user: User, viewer_id: int | None) -> Json:
    """The context of templates/games/player.html."""
    finished = Seat.objects.filter(user=user, game__status=Game.Status.FINISHED)
    counts = dict(finished.values_list("place").annotate(Count("pk")))
    played = sum(counts.values())
    matches = Match.objects.filter(game__in=finished.values("game"))
    chairs = dict(finished.values_list("game_id", "index"))
    mine = list(matches.values_list("game_id", "living", "winners"))
    return {
        "player": {
            "name": user.name,
            "since": user.joined_at,
            "guest": user.is_guest,
            "you": user.pk == viewer_id,
            "played": played,
            "matches": sum(chairs[game] in living for game, living, _ in mine),
            "matches_won": sum(chairs[game] in winners for game, _, winners in mine),
        },
        "split": [
            {
                "place": place,
                "count": counts.get(place, 0),
                "share": round(100 * counts.get(place, 0) / played) if played else 0,
            }
            for place in range(1, 5)
        ],
        "games": [_line(seat) for seat in history.recent_games(user.pk, most=RECENT)],
    }


def result(game_id: str, viewer_id: int | None) -> Json:
    """The context of templates/games/result.html; the game must be finished."""
    position = read(game_id)
    overs = _ends_of_matches(position)
    you = position.seat_of(viewer_id)
    most = int(position.game.ruleset["lives"])
    best_first = sorted(position.seats.values(), key=lambda seat: (seat.place, seat.index))
    return {
        "headline": _headline(best_first, you),
        "game": _facts(position.game),
        "places": [_placed(seat, overs, you, most) for seat in best_first],
        "most": most,
        "matches": [_match(position, over, you) for over in overs],
        "chart": [_lives(seat, overs, you, most) for seat in position.seats.values()],
        "deal": _deal(position),
        "levels": LEVELS,
    }


# ------------------------------------------------------------------------- lists of games
def _running(seat: Seat) -> Json:
    game = seat.game
    last = game.matches.last()
    return {
        "url": reverse("games:game", args=(game.pk,)),
        "your_turn": seat.asked and game.status == Game.Status.PLAYING,
        "match": last.number if last else 1,
        "names": _names(game, seat),
        "status": "open" if game.status == Game.Status.OPEN else "playing",
    }


def _line(seat: Seat) -> Json:
    """A finished game in a list, from one seat's side."""
    game = seat.game
    matches = list(game.matches.all())
    scores = [
        match.scores[str(seat.index)]
        for match in matches
        if str(seat.index) in (match.scores or {})
    ]
    return {
        "url": reverse("games:game", args=(game.pk,)),
        "place": seat.place,
        "names": _names(game, seat),
        "finished_at": game.finished_at,
        "matches": len(matches),
        "best": _best(max(scores, key=lambda score: score["score"])) if scores else None,
    }


def _names(game: Game, seat: Seat) -> str:
    return ", ".join(other.name for other in game.seats.all() if other.pk != seat.pk)


def _best(score: Json) -> Json:
    base = score["base"]
    return {"suit": base["suit"] if base else None, "score": score["score"]}


# ---------------------------------------------------------------------- the result page
def _ends_of_matches(position: Position) -> list[Json]:
    """How every match ended, as everybody may know it, oldest first."""
    moves = Move.objects.filter(game=position.game).order_by("ply")
    steps = history.replay(position, moves)
    told = [event for step in steps for event in history.told(position, step, None)]
    return [event for event in told if event["e"] == "match_over"]


def _headline(best_first: list[Seat], you: Seat | None) -> str:
    if you is not None:
        words = {1: "first", 2: "second", 3: "third", 4: "fourth"}
        return f"You finish {words[you.place or 4]}"
    return f"{best_first[0].name} finishes first"


def _facts(game: Game) -> Json:
    start, end = game.started_at, game.finished_at
    minutes = round((end - start).total_seconds() / 60) if start and end else 0
    return {
        "edition": game.edition.capitalize(),
        "minutes": minutes,
        "record_url": reverse("games:record", args=(game.pk,)),
    }


def _placed(seat: Seat, overs: list[Json], you: Seat | None, most: int) -> Json:
    out_in = next(
        (
            over["match"]
            for over in overs
            for it in over["seats"]
            if it["out"] and it["seat"] == seat.index
        ),
        None,
    )
    return {
        "place": seat.place,
        "name": seat.name,
        "kind": seat.kind,
        "level": seat.level or None,
        "you": seat == you,
        "lives": _lives(seat, overs, you, most)["lives"][-1],
        "out_in": out_in,
        "url": reverse("games:player", args=(seat.user.name,)) if seat.user else None,
    }


def _lives(seat: Seat, overs: list[Json], you: Seat | None, most: int) -> Json:
    lives = [most]
    for over in overs:
        after = (it["lives"] for it in over["seats"] if it["seat"] == seat.index)
        lives.append(next(after, 0))
    return {"name": seat.name, "you": seat == you, "lives": lives}


def _match(position: Position, over: Json, you: Seat | None) -> Json:
    names = {index: seat.name for index, seat in position.seats.items()}
    own = next((it for it in over["seats"] if you is not None and it["seat"] == you.index), None)
    scores = [it["score"] for it in over["seats"] if it["seat"] in over["winners"] and it["score"]]
    return {
        "number": over["match"],
        "ended_by": over["ended_by"],
        "round": over["round"],
        "stake": over["stake"],
        "caller": None if over["caller"] is None else names[over["caller"]],
        "winners": [names[index] for index in over["winners"]],
        "won": own is not None and own["seat"] in over["winners"],
        "best": _best(scores[0]) if scores else None,
        "lives_before": own["lives_before"] if own else None,
        "lives": own["lives"] if own else None,
        "amplification": over["amplification"],
        "seats": [
            {
                **it,
                "name": names[it["seat"]],
                "you": own is it,
                "winner": it["seat"] in over["winners"],
                "caller": it["seat"] == over["caller"],
            }
            for it in over["seats"]
        ],
    }


def _deal(position: Position) -> Json:
    return {
        "commitment": history.fair(position)["commitment"],
        "secret": bytes(position.game.secret).hex(),
        "seats": [
            {
                "name": seat.name,
                "bytes": bytes(seat.client_bytes or b"").hex()
                if seat.bytes_by == Seat.BytesBy.CLIENT
                else None,
            }
            for seat in position.seats.values()
        ],
    }
