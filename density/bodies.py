"""What the API makes of the body of a request: nothing."""

from typing import Any

from rest_framework.parsers import BaseParser


class Unread(BaseParser):
    """Leaves a body as it came: whoever wants one reads and bounds it (games.inbox).

    Else the look for a form's token reads it first, whatever it is.
    """

    media_type = "*/*"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """No fields."""
        return {}
