/** The page of the public log: compares it with the entries that this browser has seen. */

import { html, render } from "../../density/vendor/lit-html/lit-html.js";
import { t, tn } from "../../density/words.js";
import { findChanges, recallEntries } from "./log_memory.js";
import { changeWords } from "./log_words.js";

const section = document.getElementById("remembered");
const count = recallEntries().length;

/** @param {import("./log_memory.js").Change[]} changes */
const changesView = (changes) =>
  changes.length
    ? html`<h2 class="harm">${t("The log has changed")}</h2>
        <ul>${changes.map((change) => html`<li>${changeWords(change)}</li>`)}</ul>`
    : html`<h2>${t("Unchanged since your games")}</h2>
        <p>${tn(
          "Your browser kept {count} entry from your games. It and everything before it are unchanged.",
          "Your browser kept {count} entries from your games. They and everything before them are unchanged.",
          count,
        )}</p>`;

if (section && count)
  findChanges().then(
    (changes) => {
      render(changesView(changes), section);
      section.hidden = false;
    },
    () => {}, // the log cannot be read now
  );
