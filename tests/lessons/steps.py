"""Parts of the tests of lessons."""

from games.engine.contract import Json


def key_of(action: Json) -> str:
    """What an action is called in the reasons of a step."""
    return " ".join(str(part) for part in action.values())
