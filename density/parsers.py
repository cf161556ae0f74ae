"""The parser of the API: it leaves the body of a request alone."""

from typing import Any

from rest_framework.parsers import BaseParser


class NoBodyParser(BaseParser):
    """Leaves a body as it came: a view that wants one reads and bounds it (games.inbox).

    Otherwise the CSRF check reads it first, looking for the token of a form.
    """

    media_type = "*/*"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """No fields."""
        return {}
