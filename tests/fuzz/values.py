"""Draws absurd values, and damages valid ones."""

import json
from random import Random
from typing import Any

Dice = Random

TEXTS = (
    *("", " ", "\0", "\n", "\r\nSet-Cookie: a=b", "null", "undefined", "NaN", "-1", "0x10", "1e9"),
    *("../../../etc/passwd", "..%2f..", "<script>alert(1)</script>", "' OR 1=1 --", "{{ 7 * 7 }}"),
    *("%s%s%n", "${jndi:ldap://x}", "javascript:alert(1)", "//evil.example/", "http://[::1"),
    # Unicode oddities: joiners, right-to-left, invisible, surrogates, high planes, other digits
    *("e\u0301" * 40, "\u202eabc", "\u200b\u200d", "\ufeff", "\ud800", "\udfff\ud800"),
    *("\U0010ffff", "\u0661\u0662\u0663", "\u0130\u0131\u00df\u01c4"),
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    *("\ufdfa" * 20, "\u1160", "\U000e0001", "\U0001d54f" * 100, "a\u0300" * 300, "\ufffe\uffff"),
    *("x" * 41, "x" * 65, "x" * 201, "x" * 5000, "9" * 400, "-" * 33, "Mira\x7f", "\x1b[31m"),
)
NUMBERS = (
    *(0, 1, -1, 2, 3, 4, 5, 7, 99, 2**15, 2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**63 - 1, 2**63),
    *(2**64, -(2**31), -(2**63), 10**30, 10**400, 0.5, -0.5, 1e300, -0.0, 1e-300),
)
OTHERS: tuple[Any, ...] = (
    *(None, True, False, [], {}, [[]], [None]),
    *({"": {}}, {"do": {}}, {"do": None}),
)
# not JSON, although some parsers accept it
RAW = ("NaN", "Infinity", "-Infinity", "1e999", "01", "+1", "'a'", "undefined", "\\u0000", "//")


def draw_text(dice: Dice) -> str:
    """Return a text, mostly a nasty one."""
    if dice.random() < 0.7:
        return dice.choice(TEXTS)
    return "".join(chr(dice.choice(CODES)(dice)) for _ in range(dice.choice((1, 3, 12, 70))))


CODES = (
    lambda dice: dice.randrange(0x20),
    lambda dice: dice.randrange(0x20, 0x7F),
    lambda dice: dice.randrange(0x80, 0x3000),
    lambda dice: dice.randrange(0x10000),
    lambda dice: dice.randrange(0x10000, 0x110000),
)


def draw_nested(dice: Dice) -> Any:
    """Return a deeply nested value."""
    value: Any = dice.choice(OTHERS)
    for _ in range(dice.choice((5, 50, 300))):
        value = [value] if dice.random() < 0.5 else {"do": value}
    return value


def draw_value(dice: Dice) -> Any:
    """Return any JSON value."""
    draw = dice.random()
    if draw < 0.35:
        return draw_text(dice)
    if draw < 0.7:
        return dice.choice(NUMBERS)
    return dice.choice(OTHERS) if draw < 0.95 else draw_nested(dice)


def change_message(dice: Dice, message: dict[str, Any]) -> dict[str, Any]:
    """Return a message with one change."""
    made = dict(message)
    name = dice.choice(list(made)) if made else "type"
    draw = dice.random()
    if draw < 0.55:
        made[name] = draw_value(dice)
    elif draw < 0.7:
        made.pop(name, None)
    elif draw < 0.85:
        inner = made.get(name)
        made[name] = change_message(dice, inner) if isinstance(inner, dict) and inner else [inner]
    else:
        made[draw_text(dice)] = draw_value(dice)
    return made


def as_json(dice: Dice, message: Any) -> str:
    """Return a message as text, in any valid JSON formatting."""
    written: str = json.dumps(message, ensure_ascii=dice.random() < 0.5)
    return written.encode("utf-8", "replace").decode()


def tear_text(dice: Dice, written: str) -> str:
    """Return a text with a part removed, repeated or replaced."""
    place = dice.randrange(len(written) + 1)
    draw = dice.random()
    if draw < 0.3:
        return written[:place]
    if draw < 0.6:
        put: str = dice.choice((*RAW, *'{}[]",:\\\0\u2028'))
        return written[:place] + put + written[place:]
    if draw < 0.8:
        return written[:place] + written[place + 1 :]
    return written.replace("{", '{"type": "act", ', 1) if draw < 0.9 else written * 2
