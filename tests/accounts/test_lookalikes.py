"""No new name passes for the name of another user, of the site, or of an AI player."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts import tasks
from accounts.models import FormerName, User
from accounts.names import check_chosen_name, claims_office, name_key, skeleton_of
from games.table import removal

PASSWORD = "eleven-kinds-of-cards"
OLDER = [("accounts", "0001_initial")]


def taken(name: str, owner: User | None = None) -> bool:
    """Whether a user may not have a name that is well-formed."""
    try:
        User.objects.free_name(name, owner=owner)
    except ValidationError as refused:
        return refused.code in {"taken", "looks-taken", "rests"}
    return False


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name",
    ["Paul Oscar.", "Paul-Oscar", "Pauḷ Oscar", "Pᴀul Oscar", "PaulOscar", "paul_oscar",
     "P4ul 0sc4r", "Pau1 Oscar", "Paui Oscar", "Paul O'scar", "Påul Øscar", "Ƥaul Oscar",
     "Pɑul Oscar", "P.a.u.l. Oscar", "Paul Oscar-", "ᴾaul Oscar", "PAUL  OSCAR", "Paul 05car"],
)  # fmt: skip
def test_a_name_with_other_separators_marks_or_digits_is_the_same(name: str) -> None:
    User.objects.create_user("Paul Oscar")
    assert taken(name)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("first", "second"),
    [("Paul Oscar", "Paul Oskar"), ("Mira", "Mira 2"), ("Anna", "Ana"), ("がが", "かか"),
     ("กุกุ", "กูกู"), ("कमल", "कामिल"), ("김민", "긴민"), ("Мира", "Мара")],
)  # fmt: skip
def test_names_that_differ_by_a_letter_or_a_vowel_are_two(first: str, second: str) -> None:
    User.objects.create_user(first)
    assert not taken(second)


@pytest.mark.parametrize(
    "name",
    ["Density", "Density Team", "D3nsity Deck", "xXDensityXx", "D.e.n.s.i.t.y", "ᴅᴇɴsɪᴛʏ",
     "Denssity", "Mods", "M0ds", "TheMods", "ModTeam", "Mod Paul", "paul_mod", "MODPaul",
     "Admin1Paul", "AdminMira", "Addmin", "M o d Paul", "System", "Syst3m", "Security", "Team",
     "Das Team", "Hilfe", "Help", "5upport", "0fficial", "Official Paul", "Sicherheit",
     "Mica AI", "AI Mica", "MicaAI", "aimica", "Mica bot", "Mica-KI", "Mica 2", "M1ca",
     "Topaz Player", "AI Player 3", "You", "Spieler", "A Player", "ADM1N", "a.d.m.i.n", "Admin 2",
     "аdmіn", "Moderator", "rnoderator", "Mоderаtоr", "moderatorin", "Supp0rt", "site-support",
     "Density Deck", "density.deck", "Dеnsity Dеck", "Basalt", "basa1t", "Jasper", "staff",
     "ᴀᴅᴍɪɴ"],
)  # fmt: skip
def test_no_name_speaks_for_the_site_its_staff_or_an_ai_player(name: str) -> None:
    with pytest.raises(ValidationError, match=r"kept for the site|one script"):
        check_chosen_name(name)


@pytest.mark.parametrize(
    "name",
    ["Modesta", "Adminga", "Stafford", "Teamo", "Helper", "Mood", "Devin", "Kiki", "Ai Tanaka",
     "Kai", "Badminton", "Mika", "Bottas", "Systemiq", "Gaston", "Seatle", "Serverin",
     "Supportive", "Guestav", "Basaltina", "Rooter", "Mira 2"],
)  # fmt: skip
def test_a_name_that_only_has_the_letters_of_an_office_is_a_name(name: str) -> None:
    check_chosen_name(name)


def test_the_title_of_a_table_names_no_staff() -> None:
    assert all(map(claims_office, ("Official league", "Table of the M0ds", "Admin's table")))
    assert not any(map(claims_office, ("Team night", "Density Deck for beginners", "Help me")))


# --------------------------------------------------------------------------- former names
@pytest.mark.django_db
def test_a_name_that_was_given_up_rests_and_its_former_owner_may_take_it_back() -> None:
    mira, ola = User.objects.create_user("Mira"), User.objects.create_user("Ola")
    mira.name = "Miranda"
    mira.save(update_fields=["name"])
    assert taken("Mira")
    assert taken("M1ra.", owner=ola)
    assert not taken("Mira", owner=mira)
    FormerName.objects.update(at=F("at") - timedelta(days=91))
    assert not taken("Mira", owner=ola)
    tasks.bring_up_to_date()
    assert not FormerName.objects.exists()


@pytest.mark.django_db
def test_the_name_of_a_deleted_account_rests_and_stays_nowhere() -> None:
    mira = User.objects.create_user("Mira", "mira@example.org", PASSWORD)
    removal.remove(mira)
    assert taken("Mira")
    row = FormerName.objects.get()
    assert row.user is None
    assert "mira" not in str(row.look)
    removal.remove(User.objects.create_user("Wanderer", is_guest=True))
    assert not taken("Wanderer")


@pytest.mark.django_db
def test_other_capitals_or_separators_free_no_name() -> None:
    mira = User.objects.create_user("Mira Li")
    mira.name = "mira-li"
    mira.save()
    assert not FormerName.objects.exists()


@pytest.mark.django_db
def test_a_user_changes_the_name_once_and_then_every_thirty_days(client: Client) -> None:
    mira = User.objects.create_user("Mira", "mira@example.org", PASSWORD)
    client.force_login(mira, backend="allauth.account.auth_backends.AuthenticationBackend")

    def rename(name: str) -> Any:
        return client.post("/accounts/settings/", {"name": name})

    page = client.get("/accounts/settings/").content.decode()
    assert "you can change it again in 30 days" in page
    assert rename("Miranda").status_code == 302
    refused = rename("Mirabel")
    assert refused.status_code == 200
    assert "You can change it again on" in refused.context["form"].errors["name"][0]
    # a correction that changes no letter is none
    assert rename("MIRANDA").status_code == 302
    User.objects.update(renamed_at=timezone.now() - timedelta(days=31))
    assert rename("Mira").status_code == 302
    assert User.objects.get(pk=mira.pk).name == "Mira"


# ------------------------------------------------------------------------ older databases
@pytest.mark.django_db(transaction=True)
def test_accounts_whose_names_look_alike_by_now_keep_them_and_log_in() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(OLDER)
    model: Any = executor.loader.project_state(OLDER).apps.get_model("accounts", "User")
    written = User(name="X")
    written.set_password(PASSWORD)
    names = ["Paul Oscar", "Paul-Oscar", "Paul Oscar.", "Pᴀul Oscar", "Density", "Mods", "Ola"]
    # a look of before that is the one of another user by now
    looks = {"Ola": "pauioscar"}
    model.objects.bulk_create(
        model(
            name=name,
            name_key=name_key(name),
            skeleton=looks.get(name, name.casefold()),
            password=written.password,
            email=f"a{number}@example.org",
        )
        for number, name in enumerate([*names, *(f"P {number}" for number in range(600))])
    )
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    kept = dict(User.objects.values_list("name", "shares_skeleton"))
    assert len(kept) == len(names) + 600
    assert [name for name, shares in kept.items() if shares] == names[1:4]
    assert all(user.skeleton == skeleton_of(user.name) for user in User.objects.all())
    for name in names:
        client = Client()
        answer = client.post("/accounts/login/", {"login": name, "password": PASSWORD})
        assert answer.status_code == 302, name
        assert client.post("/accounts/settings/", {"name": name}).status_code == 302
        User.objects.get(name=name).save()
    assert taken("paul oscar")
    assert taken("P4ul Oscar")
