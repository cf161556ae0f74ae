"""The meter that sounds are balanced with says what the standard says of known tones."""

from math import pi, sin

import pytest

from bench.loudness import FLOOR, integrated, momentary, peak

RATE = 48_000


def tone(seconds: float, level: float = 1.0, frequency: float = 997.0) -> list[float]:
    """Return a sine of this level."""
    turn = 2 * pi * frequency / RATE
    return [level * sin(turn * at) for at in range(round(seconds * RATE))]


def test_a_full_tone_of_997_hz_in_one_channel_is_3_lu_below_full_scale() -> None:
    full = tone(2)
    assert peak(full) == pytest.approx(0, abs=0.01)
    assert momentary(full, RATE) == pytest.approx(-3.01, abs=0.05)
    assert integrated(full, RATE) == pytest.approx(-3.01, abs=0.05)


def test_half_the_level_is_6_lu_less_and_low_tones_count_less() -> None:
    assert momentary(tone(1, 0.5), RATE) == pytest.approx(-9.03, abs=0.05)
    assert momentary(tone(1, 1, 30), RATE) < -6


def test_what_is_short_is_less_loud_and_silence_is_not_counted() -> None:
    assert momentary(tone(0.1), RATE) == pytest.approx(-3.01 - 6.02, abs=0.2)
    # blocks that are half silence still count
    pauses = [*tone(3), *([0.0] * 6 * RATE)]
    assert integrated(pauses, RATE) == pytest.approx(-3.01, abs=0.3)
    assert integrated([0.0] * RATE, RATE) == FLOOR
