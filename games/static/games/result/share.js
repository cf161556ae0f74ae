/** Shares a result: its picture in the reader's theme, its link, and the share sheet of the device. */

import { copyWords } from "../table/parts/copying.js";

const COPIED_MS = 2500;

const share = document.getElementById("share");
const address = `${location.origin}${location.pathname}`;

/** Shows and offers the picture of the theme that the page has now. */
function choosePicture() {
  const picture = share?.querySelector("img");
  if (!picture) return;
  const theme = getComputedStyle(document.documentElement).colorScheme;
  picture.src = picture.src.replace(/\/pictures\/\w+\//, `/pictures/${theme}/`);
  share?.querySelector("a[download]")?.setAttribute("href", picture.src);
}

/** @param {HTMLButtonElement} button */
async function copyLink(button) {
  const words = /** @type {HTMLElement} */ (button.querySelector("span"));
  const said = /** @type {HTMLElement} */ (share?.querySelector("[role=status]"));
  const before = words.textContent;
  if (!(await copyWords(address))) return;
  words.textContent = said.textContent = button.dataset.copied ?? "";
  setTimeout(() => {
    words.textContent = before;
    said.textContent = "";
  }, COPIED_MS);
}

async function openShareSheet() {
  try {
    await navigator.share({ title: document.title, url: address });
  } catch {
    // the reader closed it
  }
}

for (const [name, act, works] of /** @type {const} */ ([
  ["[data-copy]", copyLink, true],
  ["[data-share]", openShareSheet, "share" in navigator],
])) {
  const button = /** @type {HTMLButtonElement | null | undefined} */ (share?.querySelector(name));
  if (!button) continue;
  button.hidden = !works;
  button.addEventListener("click", () => void act(button));
}
share?.addEventListener("toggle", choosePicture);
