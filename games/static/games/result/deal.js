/** The check of the deal on the result page: in this browser, when it is asked for. */

import { html, render } from "../../density/vendor/lit-html/lit-html.js";
import { found } from "../replay/checking.js";
import { examine } from "../replay/compare.js";
import { check, checkChallenges } from "../replay/deal.js";
import { CODES } from "../../rps_extreme/table/items.js";
import { useAssets } from "../table/core/parts.js";

const place = /** @type {HTMLElement} */ (document.getElementById("deal-check"));
const button = /** @type {HTMLButtonElement} */ (place.querySelector("button"));
const told = /** @type {HTMLElement} */ (place.querySelector("[role=status]"));

/** @param {import("../replay/compare.js").Checked | "wait" | "failed"} checked */
const draw = (checked) => render(html`${found(checked)}`, told);

/** Fetches the record, deals the game again and compares it. */
async function press() {
  button.disabled = true;
  draw("wait");
  try {
    const answer = await fetch(place.dataset.record ?? "", { credentials: "same-origin" });
    const record = await answer.json();
    const rps = record.game === "rps-extreme";
    draw(await examine(record, rps ? () => checkChallenges(record, CODES) : check, rps ? CODES : []));
  } catch {
    draw("failed");
  }
  button.disabled = false;
}

useAssets(place.dataset);
button.addEventListener("click", press);
place.hidden = false;
