/** The page that checks a saved record; once loaded, it needs no connection. */

import { html, render } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { useAssets } from "../table/parts/parts.js";
import { findingsView } from "./checking.js";
import { examineRecord } from "./compare.js";

/** The checks of each game, by its slug. @type {Map<string, import("./compare.js").Ways>} */
const checks = new Map();

/** @param {string} slug @param {import("./compare.js").Ways} ways how its deals are checked */
export const offerCheck = (slug, ways) => checks.set(slug, ways);

const place = document.getElementById("checked");
const input = document.getElementById("record");
const name = document.getElementById("record-name");
if (place && input instanceof HTMLInputElement) {
  useAssets(place.dataset);
  const showFindings = async () => {
    const file = input.files?.[0];
    if (!file) return;
    name?.replaceChildren(file.name);
    render(findingsView("wait"), place);
    render(await checkFile(file), place);
  };
  // by then all games have offered their checks, and a file may have been chosen already
  document.addEventListener("DOMContentLoaded", () => {
    input.addEventListener("change", showFindings);
    void showFindings();
  });
}

/** The findings for each record of a file, one record a line. @param {File} file */
async function checkFile(file) {
  try {
    const records = (await file.text()).split("\n").filter((line) => line.trim());
    const findings = [];
    for (const line of records) findings.push(await checkRecord(JSON.parse(line)));
    return html`${findings}`;
  } catch {
    return html`<p class="harm">${t("This file isn’t the record of a game.")}</p>`;
  }
}

/** @param {import("./compare.js").Record & {game: string}} record */
async function checkRecord(record) {
  const ways = checks.get(record.game);
  if (!ways) throw new Error(`no check of ${record.game}`);
  return html`<section><h2>${record.id}</h2>${findingsView(await examineRecord(record, ways))}</section>`;
}
