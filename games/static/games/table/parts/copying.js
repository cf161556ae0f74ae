/** Copies words to the reader's clipboard. */

import { t } from "../../../density/words.js";

/**
 * Copies words. Without the clipboard API, it copies a selection; if that fails, it shows the words
 * to be copied by hand.
 * @param {string} words
 * @returns {Promise<boolean>} whether they are in the clipboard
 */
export async function copyWords(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    if (copyBySelection(words)) return true;
    prompt(t("Your browser blocks copying. Copy this text:"), words);
    return false;
  }
}

/** @param {string} words */
function copyBySelection(words) {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = words;
  // outside an open dialog nothing can be selected
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}
