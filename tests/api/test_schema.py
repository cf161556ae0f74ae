"""Generated requests to every operation: no faults, and every response is as the schema says."""

from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis.core.transport import Response
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from density.api import docs, openapi
from games.models import Game
from tests.once import made_once
from tests.pages.markup import browser_of
from tests.pages.test_declared_answers import finish_game
from tests.records.puzzle_rows import save_puzzle
from tests.table.harness import make_users, playing_game

pytestmark = pytest.mark.django_db(transaction=True)
SCHEMA = schemathesis.openapi.from_dict(openapi.build_schema())
SCHEMA.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
AnyCase = schemathesis.Case[Any]
CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = settings(
    max_examples=8,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


class Site:
    """A finished and a running game, whose ids and names replace some of the generated ones."""

    def __init__(self) -> None:
        self.finished = made_once("a finished game for the schema", finish_game)
        self.users = make_users(2)
        self.running: Game = playing_game(self.users)
        save_puzzle()
        self.browsers = [Client(), browser_of(self.users[0])]

    def variants(self, given: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the generated parameters of a path, and those that exist here."""
        yield given
        if "game_id" in given:
            yield {**given, "game_id": self.finished.pk}
            yield {**given, "game_id": self.running.pk}
        if "name" in given:
            yield {**given, "name": self.users[1].name}


@pytest.fixture
def played_site() -> Site:
    return Site()


def test_the_schema_is_the_one_that_the_code_declares() -> None:
    assert docs.SCHEMA.read_bytes() == openapi.write_schema(), "run manage.py protocol"


@SCHEMA.parametrize()
@EXAMPLES
def test_generated_requests_are_answered_as_declared(case: AnyCase, played_site: Site) -> None:
    for parameters in played_site.variants(dict(case.path_parameters or {})):
        case.path_parameters = parameters
        for browser in played_site.browsers:
            case.validate_response(send_case(case, browser), checks=CHECKS)


def send_case(case: AnyCase, browser: Client) -> Response:
    """Send a generated request to the site in this process; return the response."""
    asked = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    body = asked.body.encode() if isinstance(asked.body, str) else asked.body or b""
    kind = str(asked.headers.get("Content-Type", "application/json"))
    answer = browser.generic(case.method, asked.path_url, body, content_type=kind)
    headers = {name.lower(): [value] for name, value in answer.headers.items()}
    content = getattr(answer, "content", b"")
    return Response(answer.status_code, headers, content, asked, elapsed=0.0, verify=False)
