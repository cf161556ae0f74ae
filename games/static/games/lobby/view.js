/** The list of tables as it stands on the page; templates/games/_tables.html draws the same. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { chairWords } from "./list.js";

/**
 * @typedef {import("./list.js").Row} Row
 * @typedef {import("./list.js").Chair} Chair
 */

/**
 * @param {Row[]} tables
 * @param {DOMStringMap} page what the template has put on the list: addresses, token, the own table
 */
export const listView = (tables, page) =>
  tables.length
    ? html`<ul class="rows tables">${tables.map((table) => row(table, page))}</ul>`
    : html`<div class="empty"><span class="card back" data-size="small" aria-hidden="true"><svg><use href="${page.suits}#back"></use></svg></span>
        <div><h3>No open tables now</h3><p class="quiet">Open one, and it stands here for everybody.</p><a class="button" href=${page.new}>Open a table</a></div></div>`;

/** @param {Row} table @param {DOMStringMap} page */
const row = (table, page) => html`<li>
  <p class="table-name"><b class="wrap"><a href=${table.url}>${table.title}</a></b>${
    table.locked ? html`${icon(page, "lock")}<span class="sr-only">with a password</span>` : nothing}${
    table.edition === "Current" ? nothing : html` <small class="quiet">${table.edition}</small>`}${
    table.progress ? html` <small class="progress">${table.progress}</small>` : nothing}</p>
  <p class="chairs" role="img" aria-label=${chairWords(table.seats)}>${table.seats.map((seat) => chair(seat, page))}</p>
  <p class="pace">${table.time}</p>
  <p class="watching">${icon(page, "eye")}${table.watchers}<span class="sr-only"> watching</span></p>
  ${door(table, page)}
</li>`;

/** @param {Row} table @param {DOMStringMap} page */
function door(table, page) {
  const named = html`<span class="sr-only"> ${table.title}</span>`;
  if (table.id === page.yours) return html`<a class="button bright" href=${table.url}>Return</a>`;
  if (!table.open) return html`<a class="button quiet" href=${table.url}>Watch${named}</a>`;
  if (table.locked) return html`<a class="button" href=${table.url}>Join${named}</a>`;
  return html`<form method="post" action=${table.join_url}><input type="hidden" name="csrfmiddlewaretoken" .value=${page.csrf ?? ""}><button
    class="button" type="submit">Join${named}</button></form>`;
}

/** @param {Chair} seat @param {DOMStringMap} page */
function chair({ kind, name }, page) {
  if (kind === "empty") return html`<span class="chair"></span>`;
  if (kind === "ai") return html`<span class="avatar" data-kind="ai" data-size="tiny" aria-hidden="true">${icon(page, "ai")}</span>`;
  const letters = [...name];
  const sum = letters.reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return html`<span class="avatar" data-tone=${sum % 8} data-size="tiny" aria-hidden="true"><svg><use
    href="${page.suits}#avatar-${sum % 3}"></use></svg><b>${letters[0].toUpperCase()}</b></span>`;
}

/** @param {DOMStringMap} page @param {string} name */
const icon = (page, name) => html`<svg class="icon" aria-hidden="true"><use href="${page.icons}#${name}"></use></svg>`;
