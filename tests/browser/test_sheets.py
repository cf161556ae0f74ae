"""A browser reads a minified style sheet like its source."""

import re

from playwright.sync_api import Browser

from density.assets.storage import minify_source
from tests.project_files import ROOT, project_files

READ = """text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return Array.from(sheet.cssRules, rule => rule.cssText);
}"""
# browsers keep insignificant spaces in values of custom properties
NEEDLESS = re.compile(r"(?<=[(,])\s+|\s+(?=[),])")


def test_every_rule_of_every_sheet_means_the_same_when_it_is_minified(browser: Browser) -> None:
    page = browser.new_page()

    def rules(text: str) -> list[str]:
        return [" ".join(NEEDLESS.sub("", rule).split()) for rule in page.evaluate(READ, text)]

    sheets = project_files("*/static/*.css")
    assert len(sheets) > 20
    changed = []
    for path in sheets:
        text = re.sub(r"@import[^;]*;", "", path.read_text(encoding="utf-8"))
        if rules(text) != rules(minify_source(text, ".css")):
            changed.append(path.relative_to(ROOT))
    page.close()
    assert changed == []
