/**
 * Compares the browser features that pages use with the oldest browsers of docs/BROWSERS.md. A table
 * there lists newer features and what happens without them. Reports newer features that it lacks, and
 * entries that are not newer.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import postcss from "postcss";
import ts from "typescript";
import data from "@mdn/browser-compat-data" with { type: "json" };
import { projectFiles } from "./project_files.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(`${ROOT}${path}`, "utf8");
const DOCS = read("docs/BROWSERS.md");
/** The oldest version of each browser, by its name in the data. */
const FLOOR = Object.fromEntries(
  [...DOCS.matchAll(/^\|.*\| ([\d.]+) \| `([\w`, ]+)` \|$/gm)].flatMap(([, version, names]) =>
    names.split("`, `").map((name) => [name, version]),
  ),
);
const DOCUMENTED = new Set(
  [...DOCS.matchAll(/^\| `((?:css|html|api|javascript)\.[^`]+)`/gm)].map(([, key]) => key),
);
/** The interfaces to search for members that another interface inherits. */
const INCLUDED = ["Element", "HTMLElement", "Document", "Window", "Node"];
const [CSS, API, BUILTINS] = [data.css, data.api, data.javascript.builtins];

/** The functions of CSS values, with their path in the data. @type {Map<string, string[]>} */
const FUNCTIONS = new Map();
(function index(node, path) {
  for (const [name, child] of Object.entries(node)) {
    if (name === "__compat") continue;
    if (!FUNCTIONS.has(name)) FUNCTIONS.set(name, [...path, name]);
    index(child, [...path, name]);
  }
})(CSS.types, ["css", "types"]);

const isAt = (/** @type {string} */ version, /** @type {string} */ floor) => {
  const [one, two] = [version.replace("≤", ""), floor].map((text) => text.split(".").map(Number));
  return one[0] === two[0] ? (one[1] ?? 0) <= (two[1] ?? 0) : one[0] < two[0];
};

/** Whether the oldest version of a browser supports a feature. */
const isThere = (/** @type {any} */ support, /** @type {string} */ floor) =>
  [support]
    .flat()
    .some(
      (entry) =>
        /^[\d≤]/.test(entry?.version_added || "") &&
        !entry.flags &&
        !entry.prefix &&
        !entry.alternative_name &&
        isAt(entry.version_added, floor) &&
        !(entry.version_removed && isAt(entry.version_removed, floor)),
    );

/** Whether all the oldest browsers support the feature at a path of the data, or the data lacks it. */
function has(/** @type {string[]} */ path) {
  const support = path.reduce((node, name) => node?.[name], data)?.__compat?.support;
  if (!support) return true;
  return Object.entries(FLOOR).every(([browser, floor]) => {
    // features for touch or mouse only are missing on the other devices of the same browser
    const other = { safari: "safari_ios", safari_ios: "safari" }[browser];
    const never = [support[browser]].flat().every((entry) => entry?.version_added === false);
    return isThere(support[browser], floor) || (never && isThere(support[other ?? ""], floor));
  });
}

/** The features that a sheet uses outside of @supports, as paths of the data. */
function* ofSheet(/** @type {string} */ path) {
  const features = [];
  const guarded = (/** @type {postcss.Node | undefined} */ node) =>
    !!node && (node.name === "supports" || guarded(node.parent));
  postcss.parse(read(path)).walk((node) => {
    if (guarded(node)) return;
    if (node.type === "rule")
      for (const [, name] of node.selector.matchAll(/::?([a-z][a-z-]+)/g))
        features.push(["css", "selectors", name]);
    if (node.type === "atrule") {
      features.push(["css", "at-rules", node.name]);
      if (node.name === "media") {
        if (/[<>]/.test(node.params)) features.push(["css", "at-rules", "media", "range_syntax"]);
        for (const [, name] of node.params.matchAll(/\(\s*([a-z-]+)/g))
          features.push(["css", "at-rules", "media", name]);
      }
    }
    if (node.type !== "decl") return;
    const property = ["css", "properties", node.prop];
    if (!node.prop.startsWith("--")) features.push(property);
    for (const [, name, call] of node.value.replace(/"[^"]*"/g, "").matchAll(/([a-z-]+)(\(?)/g)) {
      if (call && FUNCTIONS.has(name)) features.push(FUNCTIONS.get(name) ?? []);
      else features.push([...property, name]);
    }
  });
  yield* features;
}

/** The attributes in a template, or in the markup of a script, as paths of the data. */
function* ofMarkup(/** @type {string} */ path) {
  for (const [, tag, attributes] of read(path).matchAll(/<([a-z]+\d?)(\s[^<>]*)/g))
    for (const [, name] of attributes
      .replace(/\{%.*?%\}/gs, "")
      .replace(/"[^"]*"/g, "")
      .matchAll(/\s([a-z]+)(?=[\s=]|$)/g))
      yield data.html.elements[tag]?.[name]
        ? ["html", "elements", tag, name]
        : ["html", "global_attributes", name];
}

/** The features that the scripts use, as paths of the data. */
function* ofScripts(/** @type {ts.Program} */ program) {
  const checker = program.getTypeChecker();
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || file.fileName.includes("/vendor/")) continue;
    /** @type {ts.Node[]} */
    const nodes = [file];
    for (let node = nodes.pop(); node; node = nodes.pop()) {
      ts.forEachChild(node, (child) => void nodes.push(child));
      if (!ts.isIdentifier(node)) continue;
      for (const declared of checker.getSymbolAtLocation(node)?.declarations ?? []) {
        if (!program.isSourceFileDefaultLibrary(declared.getSourceFile())) continue;
        const place = placeOf(node.text, declared);
        if (place) yield place;
      }
    }
  }
}

/** The path in the data of something that TypeScript's libraries declare. */
function placeOf(/** @type {string} */ name, /** @type {ts.Declaration} */ declared) {
  const around = declared.parent;
  const owner = ts.isInterfaceDeclaration(around)
    ? around.name.text
    : ts.isTypeLiteralNode(around) && ts.isVariableDeclaration(around.parent)
      ? around.parent.name.getText()
      : "";
  const type = owner.replace(/^Readonly|Constructor$/g, "");
  if (!owner) return BUILTINS[name] ? ["javascript", "builtins", name] : ["api", name];
  if (BUILTINS[type]?.[name]) return ["javascript", "builtins", type, name];
  if (API[owner]?.[`${name}_static`]) return ["api", owner, `${name}_static`];
  const holder = API[owner] ? owner : INCLUDED.find((candidate) => API[candidate][name]);
  return holder ? ["api", holder, name] : null;
}

/** The features that are newer than the oldest browsers and not documented, and the reverse. */
export function newerThanTheFloor(/** @type {ts.Program} */ program) {
  const sheets = projectFiles("*/static/*.css", ":(exclude)tests/*").flatMap((path) => [
    ...ofSheet(path),
  ]);
  const markup = projectFiles("templates/*.html", "*/static/*.js", ":(exclude)*/vendor/*");
  const features = [
    ...sheets,
    ...markup.flatMap((path) => [...ofMarkup(path)]),
    ...ofScripts(program),
  ];
  const missing = new Set(features.filter((path) => !has(path)).map((path) => path.join(".")));
  // without a property its values are missing too, and without an interface its members
  const newer = [...missing].filter((key) => has(key.split(".").slice(0, -1)));
  return [
    ...newer.filter((key) => !DOCUMENTED.has(key)).map((key) => `newer, and not there: ${key}`),
    ...[...DOCUMENTED]
      .filter((key) => !newer.includes(key))
      .map((key) => `there, and not newer: ${key}`),
  ];
}
