/** Saves each choice of the settings page as it is made, and says so; without it a form has a button. */

import { t } from "./words.js";

/** Milliseconds for which the page says that a choice is saved. */
const SHOWN = 3000;

const note = document.getElementById("saved");
let timer = 0;

/** Says that a choice is saved, or what went wrong until the next choice. */
export function saySaved(fault = "") {
  if (!note) return;
  clearTimeout(timer);
  note.textContent = fault || t("Saved");
  if (!fault) timer = setTimeout(() => note.replaceChildren(), SHOWN);
}

/** @param {HTMLFormElement} form */
async function save(form) {
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

/** One after the other: the last choice counts. */
let saving = Promise.resolve();
for (const form of document.querySelectorAll("form[data-saves]"))
  form.addEventListener("change", () => {
    saving = saving.then(() => save(/** @type {HTMLFormElement} */ (form)));
  });
