"""The two web servers within the bounds: which one is chosen, and how each is started."""

import importlib.util
import sys
from collections.abc import Callable

from density import bounds, environment
from density.embedded.process import CannotStart

# what uvicorn needs for WebSockets, too; httptools and uvloop of the same extra are for speed
NEEDED = ("uvicorn", "websockets")
# Daphne knows one bound for both directions, and a snapshot in a long match is larger than the 4096
# bytes that the consumer accepts from a browser.
LARGEST_MESSAGE = str(bounds.LARGEST_MESSAGE)


def chosen() -> str:
    """Return the name of the server that the variable SERVER names: daphne when it is not set.

    Raises BadChoice for another name, CannotStart when that server is not installed.
    """
    name = environment.choice("SERVER", *COMMANDS)
    if name == "uvicorn" and not all(map(importlib.util.find_spec, NEEDED)):
        raise CannotStart("SERVER=uvicorn needs more packages: pip install .[fast], or unset it.")
    return name


def command(number: int, server: str | None = None) -> list[str]:
    """Return the command that serves on the open socket of this file number.

    The server is the chosen one unless it is named. Raises what `chosen` raises.
    """
    return COMMANDS[server or chosen()](str(number))


def daphne(number: str) -> list[str]:
    """Return the command of Daphne."""
    return [
        *(sys.executable, "-m", "density.embedded.web", "--fd", number, "--verbosity", "0"),
        *("--no-server-name", "--websocket-max-message-size", LARGEST_MESSAGE),
        *("--websocket-max-frame-size", LARGEST_MESSAGE),
        # a socket that dies without a word is noticed within 10 seconds
        *("--ping-interval", str(bounds.PING_SECONDS)),
        *("--ping-timeout", str(bounds.PONG_SECONDS)),
        *("--application-close-timeout", "2", "density.asgi:application"),
    ]


def uvicorn(number: str) -> list[str]:
    """Return the command of uvicorn; the module knows the bounds."""
    # uvicorn listens anew
    waiting = ("--backlog", str(bounds.MOST_UNACCEPTED))
    return [sys.executable, "-m", "density.embedded.fast", "--fd", number, *waiting]


COMMANDS: dict[str, Callable[..., list[str]]] = {"daphne": daphne, "uvicorn": uvicorn}
