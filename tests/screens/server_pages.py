"""Saves the pages of a site with fixed past games at a fixed time."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.test import Client, RequestFactory

from accounts.friends import follow_user
from accounts.models import AiAccount, Follow, User
from accounts.names import name_key
from games.analysis import luck, puzzles, weighing
from games.analysis import review as reviews
from games.engine.contract import Json
from games.live import online
from games.lobby import challenges
from games.models import Challenge, Game, Review, Seat
from games.pages.today import hide_part
from games.positions import position as positions
from games.records import deal_chain, game_log
from matchmaking import demo, queue
from tests.records.finished import list_exports, save_deal_statistics
from tests.records.puzzle_rows import DISCARDING, DISCARDS, SLUG, save_puzzle
from tests.screens.app_pages import visit_app_pages, visit_password_and_email_pages
from tests.screens.bot_pages import visit_bot_pages
from tests.screens.login_pages import visit_login_pages
from tests.screens.story import NAMES
from tests.table.harness import Driver, make_users, open_table, playing_game

FIXED_TIME = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
PLAYERS, GAMES, SEED, DAYS = 12, 44, 5, 90
COSTLY = 0.02  # kinds of choices that a replay marks
VISITOR = Client()


@dataclass
class Pages:
    """The saved responses of paths, by a name for the moment."""

    html: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, answer: HttpResponseBase) -> None:
        """Save a response, and clear caches for the next page."""
        assert isinstance(answer, HttpResponse)
        self.html[name] = answer.content.decode()
        assert self.html[name], f"{name} is no page but a redirect"
        cache.clear()


@contextmanager
def fixed_time() -> Iterator[None]:
    """Freeze the time at the fixed evening."""
    with patch("django.utils.timezone.now", lambda: FIXED_TIME):
        yield


def write_pages() -> Pages:
    """Fill the empty database and save every page, first those without a running game."""
    pages = Pages()
    with fixed_time():
        mira = _past()
        visitor = Client()
        visitor.force_login(mira)
        _public(pages, mira, visitor)
        _own(pages, mira, visitor)
        _tables(pages, mira, visitor)
        _puzzles(pages, visitor)
        _friends(pages, mira, visitor)
        _errors(pages)
        _german(pages, mira, visitor)
        _at_table(pages, mira, visitor)
    return pages


def _past() -> User:
    """Create three months of games, and rename the most active player to Mira."""
    keenest = demo.fill_site(PLAYERS, GAMES, SEED, FIXED_TIME, days=DAYS)
    mira = User.objects.get(pk=keenest.pk)
    User.objects.filter(pk=mira.pk).update(name=NAMES[0], name_key=name_key(NAMES[0]))
    Seat.objects.filter(user=mira).update(name=NAMES[0])
    for game_id in Game.objects.filter(status=Game.Status.FINISHED).values_list("pk", flat=True):
        luck.calculate_luck(game_id)
    return User.objects.get(pk=mira.pk)


def _public(pages: Pages, mira: User, visitor: Client) -> None:
    """Save public pages, and those that look different with an account."""
    pages.add("home-out", VISITOR.get("/"))
    pages.add("rules", VISITOR.get("/rules/"))
    pages.add("rps-rules", VISITOR.get("/rules/rps-extreme/"))
    pages.add("rps-cards", VISITOR.get("/rules/rps-extreme/cards/"))
    pages.add("learn", VISITOR.get("/learn/"))
    pages.add("practice", VISITOR.get("/learn/practice/?seed=7"))
    pages.add("first-game", VISITOR.get("/learn/first-game/"))
    pages.add("first-game-line", VISITOR.get("/api/learn/first-game/"))
    pages.add("rps-lesson", VISITOR.get("/learn/rps-extreme/"))
    pages.add("rps-lesson-line", VISITOR.get("/api/learn/rps-extreme/"))
    pages.add("no-connection", VISITOR.get("/offline/"))
    with patch("accounts.ratings.leaderboards.BOARD_GAMES", 5):
        pages.add("boards", visitor.get("/leaderboards/"))
        pages.add("boards-around", visitor.get("/leaderboards/?view=around"))
        pages.add("boards-week", VISITOR.get("/leaderboards/?view=week"))
        ai = _known_ai_player()
        pages.add("boards-ai", visitor.get("/leaderboards/?ai=1"))
    pages.add("ai-player", visitor.get(f"/players/{ai.name}/"))
    pages.add("boards-empty", VISITOR.get("/leaderboards/?game=rps-extreme"))
    pages.add("boards-bots", VISITOR.get("/leaderboards/?view=bots"))
    for name, answer in visit_bot_pages():
        pages.add(name, answer)
    pages.add("deals-empty", VISITOR.get("/deals/?game=rps-extreme"))
    save_deal_statistics("Go10", 1)
    pages.add("api", VISITOR.get("/api/"))
    pages.add("deals", VISITOR.get("/deals/"))
    with patch("games.records.exports.read_index", list_exports):
        pages.add("exports", VISITOR.get("/exports/"))
    deal_chain.sign_log(FIXED_TIME)
    pages.add("deal-log", VISITOR.get("/deals/log/"))
    pages.add("deal-check", VISITOR.get("/deals/check/"))
    pages.add("profile", visitor.get(f"/players/{mira.name}/"))
    pages.add("history", visitor.get(f"/players/{mira.name}/games/"))
    nothing = "?color=black&place=4&mode=casual&with=Nobody"
    pages.add("history-empty", visitor.get(f"/players/{mira.name}/games/{nothing}"))
    other = User.objects.filter(is_guest=False).exclude(pk=mira.pk).order_by("pk")[0]
    pages.add("profile-other", visitor.get(f"/players/{other.name}/"))
    rated = mira.results.filter(rated=True).order_by("-finished_at")
    won = rated.filter(place=1).first() or rated[0]
    pages.add("result-ranked", visitor.get(f"/game/{won.game_id}/"))
    with patch("games.analysis.result.FRESH", timedelta(days=3650)):
        pages.add("result-won", visitor.get(f"/game/{won.game_id}/"))
    for name, place in (("result-second", 2), ("result-last", 4)):
        lost = rated.filter(place=place).first() or rated[0]
        pages.add(name, visitor.get(f"/game/{lost.game_id}/"))
    with patch.object(luck, "VERSION", 0), patch.object(luck, "request_luck"):
        pages.add("result-uncounted", visitor.get(f"/game/{lost.game_id}/"))
    casual = mira.results.filter(rated=False).order_by("-finished_at")[0]
    pages.add("result-casual", visitor.get(f"/game/{casual.game_id}/"))
    _replay(pages, casual.game_id, visitor)
    _find_mistakes(pages, lost.game_id, mira)
    _find_strength(pages, won.game_id, mira)
    _duel(pages)


def _known_ai_player() -> AiAccount:
    """Make an AI player with two months of rated games."""
    ai = AiAccount.objects.filter(slug="density-deck").order_by("pk")[0]
    rating, ai.days = ai.rating, []
    for day in range(0, 60, 4):
        rating += random.Random(day).randint(-14, 15)
        at = FIXED_TIME - timedelta(days=60 - day)
        ai.days.append([at.date().isoformat(), rating, day + 4])
    ai.rating, ai.results, ai.sigma, ai.places = (
        rating,
        60,
        2.2,
        {"1": 19, "2": 23, "3": 14, "4": 8},
    )
    ai.save()
    return ai


def _replay(pages: Pages, game_id: str, visitor: Client) -> None:
    """Save the replay of a match that ended with a fight, with two mistakes of the reader."""
    game = Game.objects.get(pk=game_id)
    seat = _looked_at(pages, "replay", game, 9, visitor)
    assert Seat.objects.get(game=game, index=seat).name == NAMES[0]
    pages.add("replay-embedded", VISITOR.get(f"/embed/game/{game_id}/?view=1&match=1&step=9"))
    pages.add("record", visitor.get(f"/game/{game_id}/record.json"))
    pages.html["coach-nothing"] = json.dumps({"mistakes": [], "made": 0, "of": 6})
    pages.html |= {"coach-away": "503", "coach-missing": "404"}
    pages.html["coach-waiting"] = json.dumps({"state": "waiting", "made": 3, "of": 8})


def _find_strength(pages: Pages, game_id: str, reader: User) -> None:
    """Save the review of the match that a winner won, with a decision that was best by far."""
    seat = Seat.objects.get(game_id=game_id, user=reader).index
    review = json.loads(pages.html["replay-learn-review"])
    worst = max(review["decisions"], key=lambda each: each["cost"])
    review["decisions"] = [{**worst, "seat": seat, "cost": 0, "own": True}]
    pages.html["coach-strong"] = json.dumps(review)


def _find_mistakes(pages: Pages, game_id: str, reader: User) -> None:
    """Save the mistakes of the replay as those of a reader in another game, too."""
    seat = Seat.objects.get(game_id=game_id, user=reader).index
    found = json.loads(pages.html["replay-learn-mistakes"])
    found["mistakes"] = [{**mistake, "seat": seat} for mistake in found["mistakes"]]
    pages.html["coach-found"] = json.dumps(found)
    pages.html["coach-so-far"] = json.dumps({**found, "of": found["made"] + 4})


def _duel(pages: Pages) -> None:
    """Save the replay of a duel, and of a challenge with many throws."""
    duel = Game.objects.filter(slug="rps-extreme", status="finished").order_by("finished_at")[0]
    pages.add("rps-result", VISITOR.get(f"/game/{duel.pk}/"))
    for name, place in (("rps-won", 1), ("rps-lost", 2)):
        player = Client()
        player.force_login(User.objects.get(seats__game=duel, seats__place=place))
        pages.add(name, player.get(f"/game/{duel.pk}/"))
    _looked_at(pages, "rps-replay", duel, 2, VISITOR)


def _looked_at(pages: Pages, name: str, game: Game, match: int, visitor: Client) -> int:
    """Save the replay of a match, also for the seat with the worst choice; return that seat.

    If AI players change, another match may have to be chosen.
    """
    position = positions.read_position(game.pk)
    moves = game_log.read_moves(position.game, game_log.moves_of(game.pk))
    data = weighing.weigh_match(position, [move for move in moves if move.match <= match], match)
    worst = max(data["decisions"], key=lambda each: each["cost"])
    assert worst["cost"] >= COSTLY, f"no choice of match {match} is marked: name another one"
    seat: int = worst["seat"]
    made = {"version": reviews.VERSION, "data": data}
    Review.objects.update_or_create(game=game, match=match, defaults=made)
    _coached(pages, name, f"/{game.pk}/", f"view=all&match={match}", visitor)
    _coached(pages, f"{name}-learn", f"/{game.pk}/", f"view={seat}&match={match}", visitor)
    pages.html[f"{name}-mistakes"] = json.dumps(_mistakes(game, "all", visitor))
    pages.html[f"{name}-learn-mistakes"] = json.dumps(_mistakes(game, str(seat), visitor))
    return seat


def _coached(pages: Pages, name: str, game: str, asked: str, visitor: Client) -> None:
    """Save a replay for a view: the page, its steps and its review."""
    learn = "&learn=1" if name.endswith("-learn") else ""
    pages.add(name, visitor.get(f"/game{game}replay/?{asked}&step=0{learn}"))
    for part, path in (("story", "replay"), ("review", "review")):
        pages.add(f"{name}-{part}", visitor.get(f"/api/games{game}{path}/?{asked}"))


def _mistakes(game: Game, view: str, visitor: Client) -> Json:
    """Save the costliest choices of one match, as if it were the whole game."""
    found: Json = visitor.get(f"/api/games/{game.pk}/mistakes/?view={view}").json()
    return {**found, "of": found["made"]}


def _own(pages: Pages, mira: User, visitor: Client) -> None:
    """Save the sign-up and the account pages."""
    pages.add("signup", VISITOR.get("/accounts/signup/"))
    wrong = {"username": "Mira", "email": "not an address", "password1": "1234"}
    pages.add("signup-errors", VISITOR.post("/accounts/signup/", wrong))
    pages.add("login", VISITOR.get("/accounts/login/"))
    pages.add("reset", VISITOR.get("/accounts/password/reset/"))
    pages.add("settings", visitor.get("/accounts/settings/"))
    for visit in (visit_app_pages(mira), visit_password_and_email_pages(), visit_login_pages()):
        for name, answer in visit:
            pages.add(name, answer)
    guest, nameless = Client(), User.objects.create_user("Guest 4821", is_guest=True)
    guest.force_login(nameless)
    pages.add("keep", guest.get("/accounts/keep/"))
    pages.add("home-guest", guest.get("/"))
    fresh = Driver(playing_game([nameless], ais=3).pk, random.Random(3)).finish()
    pages.add("result-guest", guest.get(f"/game/{fresh.pk}/"))
    stranger = Client()
    stranger.force_login(User.objects.create_user("Noor van den Ber"))
    pages.add("home-new", stranger.get("/"))
    stranger.post("/play/ai/", {"level": "like-me", "strength": "1350"})
    Seat.objects.filter(user__name="Noor van den Ber").update(live=False)
    pages.add("home-dial", stranger.get("/"))
    chosen = {"access": "link", "clock": "standard", "seats": 4, "ais": 2, "level": "like-me"}
    chosen |= {"length": "usual", "edition": "current", "absence": "ai", "watchable": "on"}
    pages.add("new-table-dial", stranger.post("/tables/new/", chosen))
    pages.add("profile-new", stranger.get("/players/Noor van den Ber/"))


def _come_back(mira: User) -> None:
    """Let a day pass since Mira's last visit, with a new follower, and a former opponent online."""
    visits = {"seen": FIXED_TIME - timedelta(minutes=5), "before": FIXED_TIME - timedelta(days=4)}
    mira.home = {name: at.isoformat() for name, at in visits.items()}
    mira.save()
    aurelia = User.objects.get(name="Aurelia")
    follow_user(aurelia, mira)
    Follow.objects.exclude(owner=aurelia).update(at=FIXED_TIME - timedelta(days=30))
    Follow.objects.filter(owner=aurelia).update(at=FIXED_TIME - timedelta(hours=3))
    games = Game.objects.filter(results__user=mira, rated=True).order_by("-finished_at")[:1]
    met = User.objects.filter(seats__game__in=games, is_guest=False).exclude(pk=mira.pk)
    online.note_users(met.values_list("pk", flat=True), {})


def _tables(pages: Pages, mira: User, visitor: Client) -> None:
    """Save home and the lobby, without and with tables, the form of a new table, and the queue."""
    pages.add("tables-empty", visitor.get("/tables/"))
    pages.add("home-first", visitor.get("/"))
    mira.refresh_from_db()
    hide_part(mira, "goals", hide=True)
    hide_part(mira, "puzzle", hide=True)
    pages.add("home-hidden", visitor.get("/"))
    hide_part(mira, "goals", hide=False)
    hide_part(mira, "puzzle", hide=False)
    hosts = [User.objects.create_user(name) for name in ("Nadja", "Pilou", "Sven", "Aurelia")]
    titles = ("Slow evening", "First games welcome", "Quick ones", "A table with 30 letters here")
    for host, title, free, ais in zip(hosts, titles, (45, 20, 10, 45), (0, 2, 1, 3), strict=True):
        open_table(host, title=title, access="public", free=free, ais=ais)
    locked = open_table(make_users(1, "Locksmith")[0], access="password", password="sesame")
    pages.add("locked", visitor.get(f"/game/{locked.pk}/"))
    playing_game(make_users(3, "Regular"), access="public", title="Sunday regulars")
    private = playing_game(make_users(2, "Hermit"), watchable=False)
    pages.add("closed", visitor.get(f"/game/{private.pk}/"))
    _come_back(mira)
    save_puzzle(21)
    pages.add("home", visitor.get("/"))
    pages.add("tables", visitor.get("/tables/"))
    pages.add("new-table", visitor.get("/tables/new/"))
    pages.add("queue", visitor.get("/queue/"))


def _puzzles(pages: Pages, visitor: Client) -> None:
    """Save the page of puzzles, an open puzzle, and the solved daily one."""
    today = puzzles.daily_puzzle(SLUG, FIXED_TIME.date())
    assert today is not None
    discard = {"question": "discard", "kind": "lower", "worth": DISCARDS, "theme": "feeding"}
    other = save_puzzle(22, position=DISCARDING, **discard)
    pages.add("puzzles", VISITOR.get("/learn/puzzles/"))
    pages.add("puzzle", VISITOR.get(f"/learn/puzzles/{today.pk}/"))
    pages.add("puzzle-discard", visitor.get(f"/learn/puzzles/{other.pk}/"))
    answered = visitor.post(f"/learn/puzzles/{today.pk}/", {"answer": "on"}, follow=True)
    pages.add("puzzle-answered", answered)


def _friends(pages: Pages, mira: User, visitor: Client) -> None:
    """Save the list of friends, empty and with a challenge, and the form of a challenge."""
    alone = Client()
    alone.force_login(User.objects.get(name="Noor van den Ber"))
    pages.add("friends-empty", alone.get("/friends/"))
    for name in ("Nadja", "Pilou", "Aurelia", "Regular 0", "Locksmith 0", "Noor van den Ber"):
        follow_user(mira, User.objects.get(name=name))
    hosts = list(User.objects.filter(name__in=("Nadja", "Pilou", "Aurelia", "Regular 0")))
    online.note_users([host.pk for host in hosts[1:]], {})
    challenge = challenges.invite_user(User.objects.get(name="Pilou"), mira)
    assert isinstance(challenge, Challenge)
    pages.add("friends", visitor.get("/friends/"))
    pages.add("profile-friend", visitor.get("/players/Nadja/"))
    pages.add("challenge", visitor.get("/players/Nadja/challenge/"))
    pages.add("found", visitor.get("/players/?search=na"))
    pages.add("report", visitor.get("/players/Nadja/report/"))
    challenges.decline_challenge(challenge.pk, mira)


def _errors(pages: Pages) -> None:
    """Save the error pages."""
    pages.add("404", VISITOR.get("/nothing/here/"))
    for code in ("403", "429", "500"):
        request = RequestFactory().get("/nothing/here/")
        request.user = AnonymousUser()
        pages.add(code, render(request, f"{code}.html", {"minutes": 3}))


def _german(pages: Pages, mira: User, visitor: Client) -> None:
    """Save pages in German, whose words are longer."""
    own, ai = f"/players/{mira.name}/", AiAccount.objects.order_by("pk")[0]
    rated = mira.results.filter(rated=True).order_by("-finished_at")[0]
    stranger = Client()
    stranger.force_login(User.objects.get(name="Noor van den Ber"))
    for client, paths in (
        (VISITOR, {"home-out": "/", "signup": "/accounts/signup/", "rules": "/rules/"}),
        (VISITOR, {"learn": "/learn/", "practice": "/learn/practice/?seed=7", "404": "/no/"}),
        (visitor, {"home": "/", "tables": "/tables/", "new-table": "/tables/new/"}),
        (visitor, {"settings": "/accounts/settings/", "friends": "/friends/", "queue": "/queue/"}),
        (visitor, {"profile": own, "history": f"{own}games/", "ai-player": f"/players/{ai.name}/"}),
        (visitor, {"boards": "/leaderboards/?view=week", "result": f"/game/{rated.game_id}/"}),
        (visitor, {"puzzles": "/learn/puzzles/"}),
        (stranger, {"home-new": "/", "friends-empty": "/friends/"}),
    ):
        for name, path in paths.items():
            pages.add(f"{name}-de", client.get(path, headers={"accept-language": "de"}))


def _at_table(pages: Pages, mira: User, visitor: Client) -> None:
    """Save the queue with Mira waiting, then her table before and during the game."""
    queue.join_queue(mira, "density-deck")
    pages.add("queue-waiting", visitor.get("/queue/"))
    pages.add("tables-waiting", visitor.get("/tables/"))
    queue.leave_queue(mira.pk)
    known = {user.name: user for user in User.objects.filter(name__in=NAMES)}
    others = [known.get(name) or User.objects.create_user(name) for name in NAMES[1:]]
    game = playing_game([mira, *others])
    pages.add("table", visitor.get(f"/game/{game.pk}/"))
    with patch("games.pages.contexts._is_first_game", lambda *_who: True):
        pages.add("table-first", visitor.get(f"/game/{game.pk}/"))
    pages.add("table-watch", VISITOR.get(f"/game/{game.pk}/"))
    pages.add("home-running", visitor.get("/"))
    challenge = challenges.invite_user(User.objects.get(name="Pilou"), mira)
    assert isinstance(challenge, Challenge)
    pages.add("home-invited", visitor.get("/"))
    challenges.decline_challenge(challenge.pk, mira)
    pages.add("busy", visitor.post("/play/ai/", {"level": "medium"}))
    Driver(game.pk, random.Random(3)).finish()
    duel = playing_game([mira, others[0]], slug="rps-extreme")
    pages.add("rps-table", visitor.get(f"/game/{duel.pk}/"))
    pages.add("rps-table-watch", VISITOR.get(f"/game/{duel.pk}/"))
    Driver(duel.pk, random.Random(3)).finish()
    waiting = open_table(mira)
    pages.add("private", visitor.get(f"/game/{waiting.pk}/"))
