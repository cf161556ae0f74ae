"""Names may use any one script, but must not mislead or look like another name."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import F
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts import tasks
from accounts.models import FormerName, User
from accounts.names import (
    LONGEST_SKELETON,
    check_chosen_name,
    claims_office,
    name_key,
    skeleton_of,
    tidy_name,
)
from games.lobby import removal

PASSWORD = "eleven-kinds-of-cards"

# names in any script, and names that only contain the letters of an office
USABLE = (
    "Mi", "Mira O'Neil", "Ёлка", "小林", "J.R.-R_2", "x" * 16, "Мира", "Ἑλένη", "محمد", "दीपक",
    "小林ひとみ", "ゲームKen", "김민준Kim", "王小明A", "Zoë",
    "Modesta", "Adminga", "Stafford", "Teamo", "Helper", "Mood", "Devin", "Kiki", "Ai Tanaka",
    "Kai", "Badminton", "Mika", "Bottas", "Systemiq", "Gaston", "Seatle", "Serverin",
    "Supportive", "Guestav", "Basaltina", "Rooter", "Mira 2",
)  # fmt: skip
REFUSED = {
    "length": ("", "M", "x" * 17),
    "characters": (
        "a\x00b", "a\u202eb", "a\u200bb", "a/b", "😀😀", "<b>", "\u3164\u3164", "\u115f\u1160",
        "Mira\ufe0f", "Mi\u034fra",
    ),
    "marks": ("a" + "\u0301\u0316" * 3,),
    "spaces": ("  a", "a  b"),
    "letters": ("...",),
    "guest": (
        "Guest 1234", "GUEST-1", "guest77", "Guest", "Guеst 123", "Guest l23", "Guest.O12",
        "Gast 5", "ɢᴜᴇsᴛ 1",
    ),
    "scripts": (
        "Mirа", "Мирa", "Αnna", "Anna محمد", "小林Мира", "ᎠnnaMira", "аdmіn", "Dеnsity Dеck",
        "Mоderаtоr",
    ),
    "reserved": (
        "Density", "Density Team", "D3nsity Deck", "xXDensityXx", "D.e.n.s.i.t.y", "ᴅᴇɴsɪᴛʏ",
        "Denssity", "Mods", "M0ds", "TheMods", "ModTeam", "Mod Paul", "paul_mod", "MODPaul",
        "Admin1Paul", "AdminMira", "Addmin", "M o d Paul", "System", "Syst3m", "Security", "Team",
        "Das Team", "Hilfe", "Help", "5upport", "0fficial", "Official Paul", "Sicherheit",
        "Mica AI", "AI Mica", "MicaAI", "aimica", "Mica bot", "Mica-KI", "Mica 2", "M1ca",
        "Topaz Player", "AI Player 3", "You", "Spieler", "A Player", "ADM1N", "a.d.m.i.n",
        "Admin 2", "Moderator", "rnoderator", "moderatorin", "Supp0rt", "site-support",
        "Density Deck", "density.deck", "Basalt", "basa1t", "Jasper", "staff", "ᴀᴅᴍɪɴ",
    ),
}  # fmt: skip
SAME = {
    "Paul Oscar": (
        "Paul Oscar.", "Paul-Oscar", "Pauḷ Oscar", "Pᴀul Oscar", "PaulOscar", "paul_oscar",
        "P4ul 0sc4r", "Pau1 Oscar", "Paui Oscar", "Paul O'scar", "Påul Øscar", "Ƥaul Oscar",
        "Pɑul Oscar", "P.a.u.l. Oscar", "Paul Oscar-", "ᴾaul Oscar", "PAUL  OSCAR", "Paul 05car",
    ),
    "Iris": ("lris",), "Оса": ("Oca",), "Mirna": ("rnirna",), "Zo0": ("zoo",), "МАМА": ("mama",),
    "vvim": ("VVIM",), "Ali1": ("Alil",), "Mira": ("MIRA",), "Élan": ("éLAN",),
    "Straße": ("STRASSE",),
}  # fmt: skip
APART = (
    ("Paul Oscar", "Paul Oskar"), ("Mira", "Mira 2"), ("Anna", "Ana"), ("がが", "かか"),
    ("กุกุ", "กูกู"), ("कमल", "कामिल"), ("김민", "긴민"), ("Мира", "Мара"),
)  # fmt: skip


def test_a_name_of_any_script_may_be_used() -> None:
    for name in USABLE:
        check_chosen_name(name)


@pytest.mark.parametrize("code", REFUSED)
def test_a_name_that_misleads_or_breaks_something_is_refused(code: str) -> None:
    for name in REFUSED[code]:
        with pytest.raises(ValidationError) as refused:
            check_chosen_name(name)
        assert refused.value.code == code, name


def test_the_title_of_a_table_names_no_staff() -> None:
    assert all(map(claims_office, ("Official league", "Table of the M0ds", "Admin's table")))
    assert not any(map(claims_office, ("Team night", "Density Deck for beginners", "Help me")))


def is_taken(name: str, owner: User | None = None) -> bool:
    """Return whether a well-formed name is refused."""
    try:
        User.objects.free_name(name, owner=owner)
    except ValidationError as refused:
        return refused.code in {"taken", "looks-taken", "rests"}
    return False


@pytest.mark.django_db
@pytest.mark.parametrize("first", SAME)
def test_a_new_name_looks_like_nobody_elses(first: str) -> None:
    User.objects.create_user(first)
    for name in SAME[first]:
        assert is_taken(name), name
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.create_user(name)


@pytest.mark.django_db
def test_names_that_differ_by_a_letter_or_a_vowel_are_two() -> None:
    for first, second in APART:
        user = User.objects.create_user(first)
        assert not is_taken(second), second
        user.delete()


@given(st.text(max_size=16))
def test_what_looks_alike_has_one_look_whatever_its_capitals(name: str) -> None:
    assert skeleton_of(tidy_name(name)) == skeleton_of(name)
    assert len(skeleton_of(name)) <= LONGEST_SKELETON


# --------------------------------------------------------------------------- former names
@pytest.mark.django_db
def test_a_name_that_was_given_up_rests_and_its_former_owner_may_take_it_back() -> None:
    mira, ola = User.objects.create_user("Mira"), User.objects.create_user("Ola")
    mira.name = "Miranda"
    mira.save(update_fields=["name"])
    assert is_taken("Mira")
    assert is_taken("M1ra.", owner=ola)
    assert not is_taken("Mira", owner=mira)
    FormerName.objects.update(at=F("at") - timedelta(days=91))
    assert not is_taken("Mira", owner=ola)
    tasks.bring_up_to_date()
    assert not FormerName.objects.exists()


@pytest.mark.django_db
def test_the_name_of_a_deleted_account_rests_and_stays_nowhere() -> None:
    removal.remove_account(User.objects.create_user("Mira"))
    assert is_taken("Mira")
    row = FormerName.objects.get()
    assert row.user is None
    assert "mira" not in str(row.look)
    removal.remove_account(User.objects.create_user("Wanderer", is_guest=True))
    assert not is_taken("Wanderer")


@pytest.mark.django_db
def test_a_user_changes_the_name_once_and_then_every_thirty_days(client: Client) -> None:
    mira = User.objects.create_user("Mira", "mira@example.org", PASSWORD)
    client.force_login(mira, backend="allauth.account.auth_backends.AuthenticationBackend")

    def rename(name: str) -> Any:
        return client.post("/accounts/settings/", {"name": name})

    assert "You can change it again after 30 days" in client.get("/accounts/settings/").text
    # a change that keeps all letters does not count
    assert rename("MI-RA").status_code == 302
    assert not FormerName.objects.exists()
    assert rename("Miranda").status_code == 302
    refused = rename("Mirabel")
    assert "You can change it again on" in refused.context["form"].errors["name"][0]
    assert rename("MIRANDA").status_code == 302
    User.objects.update(renamed_at=timezone.now() - timedelta(days=31))
    assert rename("Mira").status_code == 302
    assert User.objects.get(pk=mira.pk).name == "Mira"


# ------------------------------------------------------------------------ older databases
@pytest.mark.django_db
def test_somebody_with_a_name_that_is_not_given_any_more_keeps_it(client: Client) -> None:
    client.force_login(User.objects.create_user("Admin"))
    assert client.post("/accounts/settings/", {"name": "ADMIN"}).status_code == 302
    page = client.post("/accounts/settings/", {"name": "Moderator"})
    assert page.context["form"].errors == {"name": ["This name is reserved. Choose another one."]}


@pytest.mark.django_db(transaction=True)
def test_accounts_whose_names_look_alike_by_now_keep_them() -> None:
    older = [("accounts", "0001_initial")]
    executor = MigrationExecutor(connection)
    executor.migrate(older)
    model: Any = executor.loader.project_state(older).apps.get_model("accounts", "User")
    names = ["Paul Oscar", "Paul-Oscar", "Paul Oscar.", "Pᴀul Oscar", "Density", "Mods", "Ola"]
    # a former skeleton that another user has by now
    looks = {"Ola": "pauioscar"}
    model.objects.bulk_create(
        model(name=name, name_key=name_key(name), skeleton=looks.get(name, name.casefold()))
        for name in [*names, *(f"P {number}" for number in range(600))]
    )
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    kept = dict(User.objects.values_list("name", "shares_skeleton"))
    assert len(kept) == len(names) + 600
    assert [name for name, shares in kept.items() if shares] == names[1:4]
    for user in User.objects.all():
        assert user.skeleton == skeleton_of(user.name)
        assert User.objects.free_name(user.name, owner=user) == user.name
        user.save()
    assert is_taken("P4ul Oscar")
