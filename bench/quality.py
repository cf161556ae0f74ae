"""Runs Lighthouse on the first pages that people see, with demo data: python -m bench.quality."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from tests import serve_process as houses
from tests.browser.conftest import chromium_path

FOLDER = Path(__file__).parent / "lighthouse"
REPORT = Path(__file__).parents[1] / "docs" / "QUALITY.md"
BEGIN, END = "<!-- scores -->", "<!-- end of scores -->"
COLUMNS = ("performance", "accessibility", "practices", "seo")
SCORES = ("performance", "accessibility", "best practices", "SEO")
HEADS = ("page", "device", *SCORES, "LCP", "blocked", "shift", "weight")
NUMBERS = (*COLUMNS, "lcp", "tbt", "cls", "bytes")
PAGES = ("home", "lobby", "table", "profile")
RUNS = 3


def main() -> None:
    """Print the table of scores; --write also puts it into docs/QUALITY.md."""
    node = shutil.which("node") or sys.exit("Lighthouse needs node.")
    if not (FOLDER / "node_modules").exists():
        npm = shutil.which("npm") or sys.exit("Lighthouse is installed with npm.")
        subprocess.run([npm, "ci", "--silent", "--no-fund"], cwd=FOLDER, check=True)
    with tempfile.TemporaryDirectory() as data:
        demo = [sys.executable, "manage.py", "demo", "--data", data]
        subprocess.run(
            demo, cwd=houses.ROOT, env=houses.clean_environ(), check=True, stdout=subprocess.DEVNULL
        )
        home = houses.serve_site(Path(data))
        try:
            table = score_table(node, home.url.rstrip("/"))
        finally:
            home.end()
    print(table)
    if "--write" in sys.argv:
        before, rest = REPORT.read_text(encoding="utf-8").split(BEGIN)
        after = rest.split(END)[1]
        REPORT.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


def score_table(node: str, origin: str) -> str:
    """Return a table with the median scores of every page over several runs."""
    session, pages = visit_pages(origin)
    command = [node, "run.js", chromium_path(), origin, session, *list(pages) * RUNS]
    run = subprocess.run(
        command, cwd=FOLDER, check=True, text=True, stdout=subprocess.PIPE, env=os.environ
    )
    results: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for result in map(json.loads, run.stdout.splitlines()):
        results.setdefault((pages[result["page"]], result["device"]), []).append(result)
        for fault in result["faults"]:
            print(f"{pages[result['page']]}, {result['device']}: {fault}", file=sys.stderr)
    lines = [f"| {' | '.join(HEADS)} |", "|---" * len(HEADS) + "|"]
    for (name, device), runs in sorted(results.items(), key=lambda item: PAGES.index(item[0][0])):
        middle = {key: median(result[key] for result in runs) for key in NUMBERS}
        scores = " | ".join(f"{middle[column]:.0f}" for column in COLUMNS)
        lines.append(
            f"| {name} | {device} | {scores} | {middle['lcp']:.0f} ms | {middle['tbt']:.0f} ms "
            f"| {middle['cls']:.3f} | {middle['bytes'] / 1000:.0f} kB |"
        )
    return "\n".join(lines)


def visit_pages(origin: str) -> tuple[str, dict[str, str]]:
    """Start a game as a guest; return its session cookies and the page names by path."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path())
        page = browser.new_page()
        page.goto(f"{origin}/leaderboards/")
        player = page.locator("main a[href^='/players/']").first.get_attribute("href") or ""
        # a public table: one on a link forbids indexing, which would lower the SEO score
        page.goto(f"{origin}/tables/new/?access=public")
        page.get_by_role("button", name="Open the table").click()
        page.get_by_role("button", name="Fill with AI and start").click()
        page.get_by_role("group", name="Your hand").wait_for()
        table = page.url.removeprefix(origin)
        session = "; ".join(
            f"{cookie.get('name')}={cookie.get('value')}" for cookie in page.context.cookies()
        )
        browser.close()
    return session, {"/": "home", "/tables/": "lobby", table: "table", player: "profile"}


if __name__ == "__main__":
    main()
