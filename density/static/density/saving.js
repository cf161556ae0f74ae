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

/** The requests so far: they run one after the other, so that the last choice counts. */
let saving = Promise.resolve();
for (const form of document.querySelectorAll("form[data-saves]"))
  form.addEventListener("change", () => {
    saving = saving.then(() => saveForm(/** @type {HTMLFormElement} */ (form)));
  });
