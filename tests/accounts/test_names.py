"""What a name may be."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.names import check_chosen_name, check_name, name_key, tidy_name


@pytest.mark.parametrize("name", ["Mi", "Mira O'Neil", "Ёлка", "小林", "J.R.-R_2", "x" * 16])
def test_a_name_of_any_script_may_be_used(name: str) -> None:
    check_chosen_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "M",
        "x" * 17,
        "a\x00b",
        "a\u202eb",
        "a\u200bb",
        "a/b",
        "😀😀",
        "  a",
        "a  b",
        "...",
        "<b>",
    ],
)
def test_a_name_that_hides_or_breaks_something_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        check_name(name)


@pytest.mark.parametrize("name", ["Guest 1234", "GUEST-1", "guest77", "Ｇｕｅｓｔ 1"])
def test_a_player_cannot_look_like_a_guest(name: str) -> None:
    with pytest.raises(ValidationError):
        check_chosen_name(tidy_name(name))


@given(st.text(max_size=40))
def test_tidying_twice_changes_nothing(name: str) -> None:
    assert tidy_name(tidy_name(name)) == tidy_name(name)


@given(st.text(max_size=40))
def test_a_name_and_its_capitals_are_the_same_name(name: str) -> None:
    assert name_key(name) == name_key(name_key(name))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("first", "second"), [("Mira", "MIRA"), ("Élan", "éLAN"), ("Straße", "STRASSE")]
)
def test_two_names_differ_by_more_than_capitals(first: str, second: str) -> None:
    User.objects.create_user(first)
    with pytest.raises(ValidationError, match="taken"):
        User.objects.free_name(second)


@pytest.mark.parametrize(
    "name", ["\u3164\u3164", "\u115f\u1160", "Mira\ufe0f", "Mi\u034fra", "a" + "\u0301\u0316" * 3]
)
def test_no_name_is_invisible_or_the_twin_of_another(name: str) -> None:
    with pytest.raises(ValidationError):
        check_name(tidy_name(name))
