"""Lighthouse on the pages people meet first, with demo data: python -m bench.quality."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests import house as houses
from tests.browser.conftest import chromium_path

FOLDER = Path(__file__).parent / "lighthouse"
REPORT = Path(__file__).parents[1] / "docs" / "QUALITY.md"
BEGIN, END = "<!-- scores -->", "<!-- end of scores -->"
COLUMNS = ("performance", "accessibility", "practices", "seo")


def main() -> None:
    """Print the table of scores; --write also puts it into docs/QUALITY.md."""
    node = shutil.which("node") or sys.exit("Lighthouse needs node.")
    if not (FOLDER / "node_modules").exists():
        npm = shutil.which("npm") or sys.exit("Lighthouse is installed with npm.")
        subprocess.run([npm, "ci", "--silent", "--no-fund"], cwd=FOLDER, check=True)
    with tempfile.TemporaryDirectory() as data:
        demo = [sys.executable, "manage.py", "demo"]
        env = {**houses.environ(DATA_DIR=data)}
        home = houses.open_house(Path(data))
        try:
            subprocess.run(demo, cwd=houses.ROOT, env=env, check=True, stdout=subprocess.DEVNULL)
            table = told(node, home.url.rstrip("/"))
        finally:
            home.end()
    print(table)
    if "--write" in sys.argv:
        before, rest = REPORT.read_text(encoding="utf-8").split(BEGIN)
        after = rest.split(END)[1]
        REPORT.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


def told(node: str, origin: str) -> str:
    """The scores of every page, as a table."""
    session, pages = visit(origin)
    command = [node, "run.js", chromium_path(), origin, session, *pages]
    run = subprocess.run(
        command, cwd=FOLDER, check=True, text=True, stdout=subprocess.PIPE, env=os.environ
    )
    lines = ["| page | device | performance | accessibility | best practices | SEO | LCP | shift |"]
    lines.append("|---|---|---|---|---|---|---|---|")
    for found in map(json.loads, run.stdout.splitlines()):
        scores = " | ".join(str(found[column]) for column in COLUMNS)
        name = pages[found["page"]]
        lines.append(
            f"| {name} | {found['device']} | {scores} | {found['lcp']} ms | {found['cls']:.3f} |"
        )
        for fault in found["faults"]:
            print(f"{name}, {found['device']}: {fault}", file=sys.stderr)
    return "\n".join(lines)


def visit(origin: str) -> tuple[str, dict[str, str]]:
    """A guest's session with a game that runs, and the paths of the pages by their names."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path())
        page = browser.new_page()
        page.goto(f"{origin}/leaderboards/")
        player = page.locator("main a[href^='/players/']").first.get_attribute("href") or ""
        # a public table: search engines are kept from one behind a link, which costs points
        page.goto(f"{origin}/tables/new/?access=public")
        page.get_by_role("button", name="Open the table").click()
        page.get_by_role("button", name="Fill with AI and start").click()
        page.get_by_role("group", name="Your hand").wait_for()
        table = page.url.removeprefix(origin)
        session = "; ".join(
            f"{kept.get('name')}={kept.get('value')}" for kept in page.context.cookies()
        )
        browser.close()
    return session, {"/": "home", "/tables/": "lobby", table: "table", player: "profile"}


if __name__ == "__main__":
    main()
