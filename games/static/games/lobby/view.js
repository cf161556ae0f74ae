/** The list of tables on the page; templates/games/_tables.html draws the same. */

import { html, nothing, repeat } from "../../density/vendor/lit-html/lit-html.js";
import { t } from "../../density/words.js";
import { joinList } from "../table/text/sentences.js";
import {
  chairWords,
  editionWords,
  gameWords,
  paceWords,
  progressWords,
  rowWords,
  sitterWords,
  titleWords,
} from "./list.js";

/**
 * @typedef {import("./list.js").Row} Row
 * @typedef {import("./list.js").Chair} Chair
 */

/**
 * @param {Row[]} tables
 * @param {DOMStringMap} page data of the list: addresses, token, the reader's own table
 */
export const listView = (tables, page) =>
  tables.length
    ? html`<ul class="rows tables">${repeat(
        tables,
        ({ id }) => id,
        (table) => rowView(table, page),
      )}</ul>`
    : html`<div class="empty"><span class="card back" data-size="small" aria-hidden="true"><svg><use href="${page.suits}#back"></use></svg></span>
        <div><h3>${t("Open a table for everyone")}</h3><p class="quiet">${t("It shows up here right away, and AI players fill any empty seats.")}</p><a class="button" href=${page.new}>${t("Open a table")}</a></div></div>`;

/**
 * The game that is best to watch; templates/games/_watch.html draws the same.
 * @param {Row} table
 * @param {DOMStringMap} page
 */
export const watchView = (table, page) => html`
  <header class="head"><h2>${t("Watch a game")}</h2><p class="pill"><i class="dot"></i>${t("Live")}</p></header>
  <p class="chairs" aria-hidden="true">${table.seats.map((seat) => chairView(seat, page))}</p>
  <p><b class="wrap">${joinList(table.seats.map(sitterWords))}</b></p>
  <p class="quiet">${rowWords(table)}</p>
  <p class="watch-door"><a class="button" href=${table.url}>${t("Watch")}</a><span class="watching">${iconView(page, "eye")}${table.watchers}<span class="sr-only"> ${t("watching")}</span></span></p>`;

/** @param {Row} table @param {DOMStringMap} page */
const rowView = (table, page) => html`<li>
  <p class="table-name"><b class="wrap"><a href=${table.url}>${titleWords(table)}</a></b>${
    table.locked
      ? html`${iconView(page, "lock")}<span class="sr-only">${t("with a password")}</span>`
      : nothing
  }${gameWords(table) ? html` <small class="quiet">${gameWords(table)}</small>` : nothing}${
    editionWords(table) ? html` <small class="quiet">${editionWords(table)}</small>` : nothing
  }${
    progressWords(table) ? html` <small class="progress">${progressWords(table)}</small>` : nothing
  }</p>
  <p class="chairs" role="img" aria-label=${chairWords(table.seats)}>${table.seats.map((seat) => chairView(seat, page))}</p>
  <p class="pace">${paceWords(table)}</p>
  <p class="watching">${iconView(page, "eye")}${table.watchers}<span class="sr-only"> ${t("watching")}</span></p>
  ${seatButtonView(table, page)}
</li>`;

/** @param {Row} table @param {DOMStringMap} page */
function seatButtonView(table, page) {
  const named = html`<span class="sr-only"> ${titleWords(table)}</span>`;
  if (table.id === page.yours)
    return html`<a class="button bright" href=${table.url}>${t("Return")}</a>`;
  if (!table.open) return html`<a class="button quiet" href=${table.url}>${t("Watch")}${named}</a>`;
  if (table.locked) return html`<a class="button" href=${table.url}>${t("Join")}${named}</a>`;
  // a visitor is asked for a name there
  if (!page.known) return html`<a class="button" href=${table.join_url}>${t("Join")}${named}</a>`;
  return html`<form method="post" action=${table.join_url}><input type="hidden" name="csrfmiddlewaretoken" .value=${page.csrf ?? ""}><button
    class="button" type="submit">${t("Join")}${named}</button></form>`;
}

/** @param {Chair} seat @param {DOMStringMap} page */
function chairView({ kind, name, avatar }, page) {
  if (kind === "empty") return html`<span class="chair"></span>`;
  if (kind === "ai")
    return html`<span class="avatar" data-kind="ai" data-size="tiny" aria-hidden="true">${iconView(page, "ai")}</span>`;
  const letters = [...name];
  const sum = letters.reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const [drawing, tone] = (avatar || `letter-${sum % 8}`).split("-");
  return html`<span class="avatar" data-tone=${tone} data-size="tiny" aria-hidden="true"><svg><use
    href="${page.suits}#avatar-${sum % 3}"></use></svg>${
      drawing === "letter"
        ? html`<b>${letters[0].toUpperCase()}</b>`
        : html`<svg><use href="${page.suits}#${drawing}"></use></svg>`
    }</span>`;
}

/** @param {DOMStringMap} page @param {string} name */
const iconView = (page, name) =>
  html`<svg class="icon" aria-hidden="true"><use href="${page.icons}#${name}"></use></svg>`;
