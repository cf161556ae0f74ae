/** Scripts that the page loads some time after its table stands, and what they and the table share. */

/**
 * The table, and the check of each card that is seen, once its script is loaded.
 * @type {{app: import("../page/app.js").App | null, seal: import("../seal/seal.js").Seal | null}}
 */
export const page = { app: null, seal: null };

const LATER_MS = 3000;
let isPlanned = false;

/** Loads the scripts of the template "later", once and in their order. */
export function loadLater() {
  const later = document.getElementById("later");
  if (!(later instanceof HTMLTemplateElement)) return;
  const scripts = document.importNode(later.content, true);
  later.remove();
  for (const script of scripts.querySelectorAll("script")) script.async = false;
  document.head.append(scripts);
}

/** Loads them in three seconds; later calls do nothing. */
export function planLater() {
  if (!isPlanned) setTimeout(loadLater, LATER_MS);
  isPlanned = true;
}
