/** Buttons that copy a text of the page, and say so for a while. They are hidden without this script. */

import { t } from "../density/words.js";
import { copyWords } from "./table/parts/copying.js";

const COPIED_MS = 2500;

/**
 * Shows a button that copies a text.
 * @param {HTMLElement} button
 * @param {() => string} readText
 */
export function offerCopy(button, readText) {
  const label = button.querySelector("span") ?? button;
  const words = label.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (!(await copyWords(readText()))) return;
    label.textContent = t("Copied");
    setTimeout(() => (label.textContent = words), COPIED_MS);
  });
}

for (const button of document.querySelectorAll("[data-copies]")) {
  if (!(button instanceof HTMLElement)) continue;
  const source = document.getElementById(button.dataset.copies ?? "");
  offerCopy(button, () => source?.textContent ?? "");
}
