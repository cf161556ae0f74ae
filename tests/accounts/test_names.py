"""What a name may be."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.names import (
    LONGEST_SKELETON,
    check_chosen_name,
    skeleton_of,
    tidy_name,
)


@pytest.mark.parametrize(
    "name",
    ["Mi", "Mira O'Neil", "Ёлка", "小林", "J.R.-R_2", "x" * 16, "Мира", "Ἑλένη", "محمد", "दीपक",
     "小林ひとみ", "ゲームKen", "김민준Kim", "王小明A", "Zoë"],
)  # fmt: skip
def test_a_name_of_any_script_may_be_used(name: str) -> None:
    check_chosen_name(name)


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
    "scripts": ("Mirа", "Мирa", "Αnna", "Anna محمد", "小林Мира", "ᎠnnaMira"),
}  # fmt: skip


@pytest.mark.parametrize("code", REFUSED)
def test_a_name_that_misleads_or_breaks_something_is_refused(code: str) -> None:
    for name in REFUSED[code]:
        with pytest.raises(ValidationError) as refused:
            check_chosen_name(name)
        assert refused.value.code == code, name


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("first", "second"),
    [("Iris", "lris"), ("Оса", "Oca"), ("Mirna", "rnirna"), ("Zo0", "zoo"), ("МАМА", "mama"),
     ("vvim", "VVIM"), ("Ali1", "Alil"), ("Mira", "MIRA"), ("Élan", "éLAN"),
     ("Straße", "STRASSE")],
)  # fmt: skip
def test_a_new_name_looks_like_nobody_elses(first: str, second: str) -> None:
    User.objects.create_user(first)
    with pytest.raises(ValidationError, match=r"looks like|taken"):
        User.objects.free_name(second)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(second)


@given(st.text(max_size=16))
def test_what_looks_alike_has_one_look_whatever_its_capitals(name: str) -> None:
    assert skeleton_of(tidy_name(name)) == skeleton_of(name)
    assert len(skeleton_of(name)) <= LONGEST_SKELETON


@pytest.mark.django_db
def test_somebody_with_a_name_that_is_not_given_any_more_keeps_it(client: Client) -> None:
    mira = User.objects.create_user("Admin", password="eleven-kinds-of-cards")
    fields = {"login": "admin", "password": "eleven-kinds-of-cards"}
    assert client.post("/accounts/login/", fields).status_code == 302
    for sent in (
        {"form": "privacy", "hides_rating": "on"},
        {"form": "language", "language": "en"},
        {"name": "Admin"},
        {"name": "ADMIN"},
    ):
        assert client.post("/accounts/settings/", sent).status_code == 302
    mira.refresh_from_db()
    assert (mira.name, mira.hides_rating, mira.language) == ("ADMIN", True, "en")
    page = client.post("/accounts/settings/", {"name": "Moderator"})
    assert page.context["form"].errors == {"name": ["This name is kept for the site itself."]}
    assert client.post("/accounts/settings/", {"name": "Mira"}).status_code == 302
