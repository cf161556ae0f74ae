"""The members of the demo site: their names, how well they play, how often and how fast."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from accounts.models import Follow, User
from accounts.names import check_chosen_name, guest_name

FIRST = (
    "Ada", "Amir", "Anouk", "Bela", "Bruno", "Carmen", "Chidi", "Dagny", "Dario", "Edda",
    "Elif", "Emil", "Esra", "Farid", "Finn", "Frida", "Gita", "Goran", "Hana", "Henrik",
    "Ilse", "Inés", "Iwan", "Jonas", "Joy", "Kaito", "Kira", "Lars", "Leïla", "Ludo",
    "Maren", "Milo", "Nadia", "Noor", "Ola", "Otis", "Pavel", "Pilar", "Quinn", "Ravi",
    "Rosa", "Saskia", "Selma", "Silas", "Tariq", "Tilda", "Tomasz", "Ulla", "Vera", "Wim",
    "Yara", "Zeno",
)  # fmt: skip
HOW = (
    "quiet", "slow", "bold", "late", "north", "little", "second", "steady", "plain", "lucky",
    "salt", "paper",
)  # fmt: skip
WHAT = (
    "river", "fold", "ridge", "heron", "lantern", "otter", "comet", "delta", "dune", "ember",
    "fjord", "moth",
)  # fmt: skip
MOST = 1000
BUSIEST = 100  # games for each of them, of all that are played
FEWEST = 8
# of so many users one is a guest
GUESTS = 8
# the first of them are there when the past begins
FOUNDERS = 6
# of so many users one hides the rating, another one the history
HIDES_EVERY = 20
# of so many on either side, by skill, a member follows some
NEIGHBORS = 8


@dataclass(eq=False, slots=True)
class Member:
    """A user of the demo; `skill` is from 0 to 1, `zeal` how often others play to this.

    `pace` is how many seconds a decision mostly takes, `free_at` from when on there is no game.
    """

    user: User
    skill: float
    zeal: float
    pace: float
    free_at: datetime


def gather(dice: Random, players: int, begin: datetime, end: datetime) -> list[Member]:
    """Save so many users, from FEWEST to MOST, who joined between the two times.

    No login as one of them is possible.
    """
    guests = players // GUESTS
    names = draw_names(dice, players - guests)
    names += [guest_name(number) for number in dice.sample(range(1000, 10_000), guests)]
    members = []
    for number, name in enumerate(names):
        guest = number >= players - guests
        late = dice.random() * (0.95 if guest else 0.7)
        joined = begin if number < FOUNDERS else begin + late * (end - begin)
        user = User.objects.create_user(
            name,
            is_guest=guest,
            joined_at=joined - timedelta(minutes=dice.uniform(3, 300)),
            hides_rating=not guest and number % HIDES_EVERY == HIDES_EVERY // 2,
            hides_history=not guest and number % HIDES_EVERY == HIDES_EVERY - 1,
        )
        members.append(
            Member(
                user=user,
                skill=dice.betavariate(1.1, 0.9),
                zeal=0.3 if guest else dice.lognormvariate(0, 0.9),
                pace=dice.uniform(2.5, 8),
                free_at=joined,
            )
        )
    return members


def befriend(dice: Random, members: Sequence[Member], at: datetime) -> None:
    """Let the members with an account follow some others, mostly those who play about as well."""
    named = sorted((each for each in members if not each.user.is_guest), key=lambda who: who.skill)
    follows = []
    for place, member in enumerate(named):
        near = named[max(0, place - NEIGHBORS) : place + NEIGHBORS + 1]
        others = [other for other in near if other is not member]
        chosen = dice.sample(others, dice.randint(min(2, len(others)), min(7, len(others))))
        follows += [Follow(owner=member.user, followed=other.user, at=at) for other in chosen]
    Follow.objects.bulk_create(follows)


def draw_names(dice: Random, count: int) -> list[str]:
    """Return so many allowed names, no two the same, like those that users choose."""
    first = list(FIRST)
    dice.shuffle(first)
    lettered = [f"{name} {letter}" for name in FIRST for letter in "BDFHJKLMPRSTVW"]
    aged = [f"{name.lower()}{year:02d}" for name in FIRST for year in range(60, 100)]
    found = [f"{how}{what}" for how in HOW for what in WHAT]
    names = first[: 3 * count // 5]
    rest = count - len(names)
    names += dice.sample(found, min(len(found), rest // 2))
    rest = count - len(names)
    names += dice.sample(lettered, rest - rest // 2) + dice.sample(aged, rest // 2)
    for name in names:
        check_chosen_name(name)
    return names
