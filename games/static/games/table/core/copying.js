/** Words into the reader's clipboard. */

/** @param {string} words where a page without a secure context has no clipboard, by the old way */
export async function copyWords(words) {
  try {
    await navigator.clipboard.writeText(words);
  } catch {
    const field = document.createElement("textarea");
    field.value = words;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
