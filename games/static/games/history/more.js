// Adds earlier games to the list when "More" is pressed, instead of opening another page.

import { tn } from "../../density/words.js";

const link = /** @type {HTMLAnchorElement | null} */ (document.getElementById("more"));
const statusLine = document.getElementById("history-status");

/** @param {MouseEvent} event */
async function loadMore(event) {
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.getAttribute("aria-busy") === "true") return;
  link.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    appendGames(page, link);
  } catch {
    // the link still leads to the page
    window.location.assign(link.href);
  } finally {
    link.removeAttribute("aria-busy");
  }
}

/**
 * @param {Document} page
 * @param {HTMLAnchorElement} shown
 */
function appendGames(page, shown) {
  const rows = [...page.querySelectorAll("#history li")].map((row) =>
    document.importNode(row, true),
  );
  document.querySelector("#history ul")?.append(...rows);
  const next = /** @type {HTMLAnchorElement | null} */ (page.getElementById("more"));
  rows[0]?.querySelector("a")?.focus({ preventScroll: true });
  if (statusLine)
    statusLine.textContent = tn(
      "{count} more game shown.",
      "{count} more games shown.",
      rows.length,
    );
  if (next === null) shown.remove();
  else shown.setAttribute("href", next.getAttribute("href") ?? "");
}

link?.addEventListener("click", (event) => void loadMore(event));

export {};
