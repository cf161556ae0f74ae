"""Measures the peak of a sound and its loudness by ITU-R BS.1770-5."""

from collections.abc import Iterator, Sequence
from math import log10, pi, tan

BLOCK, STEP = 0.4, 0.1  # seconds: length of a gating block, and distance between two
FLOOR, BELOW = -70.0, -10.0  # LUFS of the absolute gate, LU of the relative one

# the two filters of the K weighting: frequency, quality, and the gain of a shelf in dB
SHELF = (1681.974450955533, 0.7071752369554196, 3.999843853973347)
HIGH_PASS = (38.13547087602444, 0.5003270373238773, None)


def peak_level(samples: Sequence[float]) -> float:
    """Return the peak in dBFS."""
    return _decibels(max(map(abs, samples), default=0.0), 20)


def momentary_loudness(samples: Sequence[float], rate: int) -> float:
    """Return the loudness in LUFS of the loudest 0.4 s; shorter sounds are padded with silence."""
    silence = [0.0] * round(BLOCK * rate)
    return max(map(_loudness, _blocks([*silence, *samples, *silence], rate)))


def integrated_loudness(samples: Sequence[float], rate: int) -> float:
    """Return the gated loudness of one channel in LUFS."""
    blocks = [power for power in _blocks(samples, rate) if _loudness(power) > FLOOR]
    if not blocks:
        return FLOOR
    gate = _loudness(sum(blocks) / len(blocks)) + BELOW
    loud = [power for power in blocks if _loudness(power) > gate]
    return _loudness(sum(loud) / len(loud))


def _blocks(samples: Sequence[float], rate: int) -> Iterator[float]:
    """Yield the mean square of each block of the weighted sound, at least one."""
    size, step = round(BLOCK * rate), round(STEP * rate)
    rest = [0.0] * (size - len(samples))
    heard = _filtered(_filtered([*samples, *rest], rate, *SHELF), rate, *HIGH_PASS)
    for begin in range(0, len(heard) - size + 1, step):
        yield sum(sample * sample for sample in heard[begin : begin + size]) / size


def _filtered(
    samples: Sequence[float], rate: int, frequency: float, quality: float, gain: float | None
) -> list[float]:
    """Return the samples after one second-order filter."""
    k = tan(pi * frequency / rate)
    a0 = 1 + k / quality + k * k
    a1, a2 = 2 * (k * k - 1) / a0, (1 - k / quality + k * k) / a0
    if gain is None:
        b0, b1, b2 = 1.0, -2.0, 1.0
    else:
        high = 10 ** (gain / 20)
        middle = high**0.4996667741545416
        b0, b1, b2 = (
            (high + middle * k / quality + k * k) / a0,
            2 * (k * k - high) / a0,
            (high - middle * k / quality + k * k) / a0,
        )
    x1 = x2 = y1 = y2 = 0.0
    out = []
    for x in samples:
        y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
        x2, x1, y2, y1 = x1, x, y1, y
        out.append(y)
    return out


def _loudness(power: float) -> float:
    return _decibels(power, 10) - 0.691


def _decibels(value: float, factor: int) -> float:
    return factor * log10(value) if value > 1e-10 else -100.0
