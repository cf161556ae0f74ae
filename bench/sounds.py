"""Measures the loudness of the table's sounds: every cue and a whole fight, in a browser.

Run `python -m bench.sounds`; `--write` puts the table into docs/SOUNDS.md, `--wav FOLDER` saves
the rendered sounds. It needs a Chromium, like the browser tests, and plays nothing aloud.
"""

import argparse
import base64
import sys
import wave
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from bench.loudness import integrated_loudness, momentary_loudness, peak_level
from bench.report import Goal, goal_table, write_section
from tests.browser.conftest import chromium_path

ROOT = Path(__file__).parent.parent
TONES = ROOT / "games/static/games/table/senses/tones.js"
PAGE = ROOT / "docs/SOUNDS.md"
RATE = 48_000
LONGEST = 0.6  # seconds of a cue
# the goals, in dBFS and LU
MOST_PEAK, SPREAD, QUIETER = -3.0, 4.0, 2.0
# cues that sound at every card or every tick are quieter than those that call for attention
QUIET = ("card", "race")
# A fight with four hands: the call, two opponents' hands, the pause before the strongest, its hand,
# the winner's chord, and three losers with three lives each, whose pips break at the same moments.
FIGHT: Sequence[tuple[float, str]] = (
    (0.0, "impact"),
    (0.6, "flip"),
    (1.45, "flip"),
    (2.3, "race"),
    (2.9, "flip"),
    (3.9, "win"),
    *((4.6 + 0.07 * pip, "hit") for pip in range(3)),
)
RENDER = """async ([source, rate, score]) => {
  const { scheduleSound } = await import(`data:text/javascript;base64,${source}`);
  const end = Math.max(...score.map(([at]) => at)) + 0.7;
  const context = new OfflineAudioContext(1, Math.ceil(end * rate), rate);
  for (const [at, name] of score) scheduleSound(context, name, at, 1);
  const { buffer } = (await context.startRendering()).getChannelData(0);
  let bytes = "";
  for (const byte of new Uint8Array(buffer)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}"""
NAMES = """async (source) =>
  Object.keys((await import(`data:text/javascript;base64,${source}`)).SOUNDS)"""


def render_cues(browser: Browser) -> dict[str, list[float]]:
    """Return the samples of every cue by its name, and those of a whole fight as "fight"."""
    source = base64.b64encode(TONES.read_bytes()).decode()
    page = browser.new_page()
    scores = {name: [(0.0, name)] for name in page.evaluate(NAMES, source)}
    rendered = {}
    for name, score in {**scores, "fight": FIGHT}.items():
        data = page.evaluate(RENDER, [source, RATE, list(score)])
        rendered[name] = list(array("f", base64.b64decode(data)))
    page.close()
    return rendered


def sound_length(samples: Sequence[float]) -> float:
    """Return the seconds until a sound has faded out."""
    last = max((at for at, sample in enumerate(samples) if abs(sample) > 0.0002), default=0)
    return last / RATE


def check_goals(rendered: Mapping[str, Sequence[float]]) -> list[Goal]:
    """Return the goals of docs/SOUNDS.md with the measured values."""
    cues = {name: samples for name, samples in rendered.items() if name != "fight"}
    loud = {name: momentary_loudness(samples, RATE) for name, samples in cues.items()}
    calling = [value for name, value in loud.items() if name not in QUIET]
    return [
        Goal("seconds of the longest cue", max(map(sound_length, cues.values())), LONGEST),
        Goal("dBFS, highest peak of a cue", max(map(peak_level, cues.values())), MOST_PEAK),
        Goal("dBFS, peak of a whole fight", peak_level(rendered["fight"]), MOST_PEAK),
        Goal("LU between the cues that call", max(calling) - min(calling), SPREAD),
        *(
            Goal(
                f"LU that *{name}* is below the quietest of them",
                min(calling) - loud[name],
                QUIETER,
                True,
            )
            for name in QUIET
        ),
    ]


def _quieter(name: str, by: float) -> Goal:
    return Goal(f"LU that *{name}* is below the quietest of them", by, QUIETER, at_least=True)


def sounds_table(rendered: Mapping[str, Sequence[float]]) -> list[str]:
    """Return all figures as a Markdown table."""
    rows = [
        "| cue | length, s | peak, dBFS | loudest 0.4 s, LUFS | integrated, LUFS |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, samples in rendered.items():
        values = (
            peak_level(samples),
            momentary_loudness(samples, RATE),
            integrated_loudness(samples, RATE),
        )
        rows.append(
            f"| {name} | {sound_length(samples):.2f} | "
            + " | ".join(f"{value:.1f}" for value in values)
            + " |"
        )
    return rows


def write_wave_files(rendered: Mapping[str, Sequence[float]], folder: Path) -> None:
    """Write each sound as a 16-bit WAV file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, samples in rendered.items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", ""))
            file.writeframes(array("h", (round(sample * 32767) for sample in samples)).tobytes())


def main() -> None:
    """Measure and print; exit with 1 if a goal is not met."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--wav", type=Path)
    arguments = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path())
        rendered = render_cues(browser)
        browser.close()
    if arguments.wav:
        write_wave_files(rendered, arguments.wav)
    goals = check_goals(rendered)
    report = "\n".join([*sounds_table(rendered), "", *goal_table(goals)])
    print(report)
    if arguments.write:
        write_section("sounds", "Measured", report, page=PAGE)
    sys.exit(not all(goal.met for goal in goals))


if __name__ == "__main__":
    main()
