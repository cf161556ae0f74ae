/** Words into the reader's clipboard. */

import { t } from "../../../density/words.js";

/**
 * Copies words, by the old way in a page without a secure context or leave to use the clipboard. Where
 * neither works the reader is shown them, to copy them by hand.
 * @param {string} words
 * @returns {Promise<boolean>} whether they are in the clipboard
 */
export async function copyWords(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    if (copyBySelection(words)) return true;
    prompt(t("Your browser blocks copying. Copy it from here:"), words);
    return false;
  }
}

/** @param {string} words */
function copyBySelection(words) {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = words;
  // nothing outside of an open dialog can be selected
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}
