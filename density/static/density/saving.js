/** Saves each choice of the settings page at once, and says so. Without this script, forms have buttons. */

import { t } from "./words.js";

/** How long "Saved" is shown, in ms. */
const SHOWN = 3000;

const note = document.getElementById("saved");
let timer = 0;

/** Says that a choice is saved; an error stays until the next choice. */
export function saySaved(fault = "") {
  if (!note) return;
  clearTimeout(timer);
  const words = document.createElement("span");
  words.dataset.kind = fault ? "error" : "success";
  words.textContent = fault || t("Saved");
  note.replaceChildren(words);
  if (!fault) hideLater();
}

/** Hides the note after a while. */
const hideLater = () => {
  timer = setTimeout(() => note?.replaceChildren(), SHOWN);
};

// the page that answers a form without a script has the note in it
if (note?.querySelector("[data-kind=success]")) hideLater();

/** @param {HTMLFormElement} form */
async function saveForm(form) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  try {
    const headers = { Accept: "text/plain" };
    const answer = await fetch(form.action, { method: "POST", headers, body, redirect: "error" });
    if (answer.status === 400) saySaved(await answer.text());
    else if (answer.status === 204) saySaved();
    else throw new Error(answer.statusText);
  } catch {
    saySaved(t("Not saved. Try again."));
  }
}

/**
 * Whether a field differs from what the server sent.
 * @param {Element} field
 */
function hasChanged(field) {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  if (!(field instanceof HTMLInputElement)) return false;
  // the value of a box without one is "on", and its default value ""
  if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** The requests so far: they run one after the other, so that the last choice counts. */
let saving = Promise.resolve();
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (
  document.querySelectorAll("form[data-saves]")
)) {
  form.addEventListener("change", () => {
    saving = saving.then(() => saveForm(form));
  });
  // a choice was made before this script came; other scripts of the page listen to it, too
  if ([...form.elements].some(hasChanged))
    queueMicrotask(() => form.dispatchEvent(new Event("change")));
}
