/** Filters the card gallery of the rules in the page. Without this script, the form asks the server. */

import { showAddress } from "../../density/address.js";
import { t } from "../../density/words.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("asked-cards"));
const getElement = (/** @type {string} */ id) =>
  /** @type {HTMLElement} */ (document.getElementById(id));

/** The fields with a value. @param {HTMLFormElement} filters */
const wantedOf = (filters) =>
  [...new FormData(filters)]
    .map(([name, value]) => [name, String(value)])
    .filter(([, value]) => value);

/** @param {HTMLFormElement} filters */
function showCards(filters) {
  const conditions = wantedOf(filters);
  const cards = /** @type {HTMLElement[]} */ ([...getElement("all-items").children]);
  let count = 0;
  for (const card of cards) {
    card.hidden = conditions.some(([name, value]) => card.dataset[name] !== value);
    count += Number(!card.hidden);
  }
  getElement("shown-cards").textContent = t("{count} of {of} cards", { count, of: cards.length });
  getElement("no-cards").hidden = count > 0;
  getElement("all-cards").hidden = conditions.length === 0;
  const query = new URLSearchParams(conditions).toString();
  showAddress(`${location.pathname}${query && `?${query}`}#gallery`);
}

if (form) {
  getElement("ask-cards").hidden = true;
  form.addEventListener("change", () => showCards(form));
  form.addEventListener("submit", (event) => event.preventDefault());
  getElement("all-cards").addEventListener("click", (event) => {
    event.preventDefault();
    for (const field of form.querySelectorAll("input, select")) {
      if (field instanceof HTMLSelectElement) field.value = "";
      else if (field instanceof HTMLInputElement) field.checked = field.value === "";
    }
    form.querySelector("input")?.focus();
    showCards(form);
  });
}
