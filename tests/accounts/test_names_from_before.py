"""A site with names that look alike comes to the rule with all of them."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from accounts.models import User
from accounts.names import name_key

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "eleven-kinds-of-cards"
BEFORE = [("accounts", "0005_language")]


@pytest.fixture
def before() -> Iterator[Any]:
    """The users of a database as it was before."""
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    yield executor.loader.project_state(BEFORE).apps.get_model("accounts", "User").objects
    go_on()


def go_on() -> None:
    """Bring the database to where it is now."""
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_names_from_before_stay_and_nobody_else_gets_such_a_name(before: Any) -> None:
    password = User(name="X")
    password.set_password(PASSWORD)
    names = ["Guest 1000", "Iris", "lris", "Mirа", "Admin", "Мир", *(f"P {n}" for n in range(600))]
    before.bulk_create(
        before.model(
            name=name,
            name_key=name_key(name),
            password=password.password,
            is_guest=name.startswith("Guest"),
            email="" if name.startswith("Guest") else f"a{number}@example.org",
        )
        for number, name in enumerate(names)
    )
    go_on()
    assert sorted(User.objects.values_list("name", flat=True)) == sorted(names)
    sharing = User.objects.filter(shares_skeleton=True).values_list("name", flat=True)
    assert {"lris"} <= set(sharing)
    assert not {"Iris", "Guest 1000", "Admin", "Мир"} & set(sharing)
    with pytest.raises(ValidationError, match="looks like"):
        User.objects.free_name("1ris")
    for login in ("lris", "Mirа", "a2@example.org", "Admin"):
        client = Client()
        answer = client.post("/accounts/login/", {"login": login, "password": PASSWORD})
        assert answer.status_code == 302, login
        again = User.objects.get(name="lris" if "@" in login else login)
        assert client.post("/accounts/settings/", {"name": again.name}).status_code == 302
        again.save()
        fields = {"form": "privacy", "hides_history": "on"}
        assert client.post("/accounts/settings/", fields).status_code == 302


def test_one_of_two_that_look_alike_may_take_another_name(before: Any) -> None:
    before.bulk_create(
        before.model(name=name, name_key=name_key(name)) for name in ("Iris", "lris")
    )
    go_on()
    second = User.objects.get(name="lris")
    second.name = "Ola"
    second.save()
    assert not User.objects.get(pk=second.pk).shares_skeleton
    with pytest.raises(ValidationError, match="looks like"):
        User.objects.free_name("lris", owner=second)
