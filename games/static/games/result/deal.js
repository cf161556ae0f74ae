/** The check of the deal on the result page: it runs in this browser, on request. */

import { renderLive } from "../live.js";
import { html } from "../../density/vendor/lit-html/lit-html.js";
import { findingsView } from "../replay/checking.js";
import { useAssets } from "../table/parts/parts.js";

/** @typedef {import("../replay/compare.js").Checked} Checked */

/** @param {import("../table/state/protocol.js").Does<[record: import("../replay/compare.js").Record], Promise<Checked>>} check of the game that was played */
export function offerCheck(check) {
  const place = /** @type {HTMLElement} */ (document.getElementById("deal-check"));
  const button = /** @type {HTMLButtonElement} */ (place.querySelector("button"));
  const status = /** @type {HTMLElement} */ (place.querySelector("[role=status]"));
  const draw = (/** @type {Checked | "wait" | "failed"} */ checked) =>
    renderLive(html`${findingsView(checked)}`, status);

  /** Fetches the record, deals the game again and compares it. */
  async function press() {
    button.disabled = true;
    draw("wait");
    try {
      const answer = await fetch(place.dataset.record ?? "", { credentials: "same-origin" });
      draw(await check(await answer.json()));
    } catch {
      draw("failed");
    }
    button.disabled = false;
  }

  useAssets(place.dataset);
  button.addEventListener("click", press);
  // the page disables the button: a press before this script runs would be lost
  button.disabled = false;
  // a link from elsewhere leads to the check
  if (location.hash === "#deal") place.closest("details")?.setAttribute("open", "");
}
