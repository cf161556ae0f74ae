/** Shares a result: its picture in the reader's theme, its link, and the share sheet of the device. */

import { offerCopy } from "../copy_buttons.js";

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

async function openShareSheet() {
  try {
    await navigator.share({ title: document.title, url: address });
  } catch {
    // the reader closed it
  }
}

const copy = /** @type {HTMLElement | null | undefined} */ (share?.querySelector("[data-copy]"));
if (copy) offerCopy(copy, () => address);
const sheet = /** @type {HTMLElement | null | undefined} */ (share?.querySelector("[data-share]"));
if (sheet) {
  sheet.hidden = !("share" in navigator);
  sheet.addEventListener("click", () => void openShareSheet());
}
share?.addEventListener("toggle", choosePicture);
