"""An attack on accounts: passwords that are guessed."""

from collections import Counter

from tests.hostile.client import PASSWORD, Client
from tests.hostile.players import players
from tests.process_group import ProcessGroup


async def lockout(site: ProcessGroup, scale: int) -> str:
    """Wrong passwords from one address, whatever it claims to be, lock nobody else out."""
    victim = (await players(site.port, 1, "victim"))[0].client
    attacker = Client(site.port, address="192.0.2.66")
    answers = Counter[int]()
    for number in range(14):
        # a new jar each time, and a new forged address
        attacker = Client(site.port, address="192.0.2.66", forged=f"192.0.2.{100 + number}")
        answers[(await attacker.log_in(victim.name, "wrong")).status] += 1
    assert answers[429], f"fourteen wrong passwords were never limited: {answers}"
    assert not [status for status in answers if status >= 500], answers
    owner = Client(site.port, address="10.9.9.9")
    answer = await owner.log_in(victim.name, PASSWORD)
    assert answer.status == 302, f"the owner is locked out with {answer.status}"
    stranger = Client(site.port, address="192.0.2.67")
    assert (await stranger.log_in("somebody-else", "wrong")).status == 200
    return f"attacker {dict(answers)}, owner {answer.status}"
