/** A puzzle without reloading the page, with the keys 1 to 9 and N, and sharing its result. */

import { t } from "../../density/words.js";
import { copyWords } from "../../games/table/parts/copying.js";
import { turnPages } from "./turn.js";

const PLACE = "#puzzle";
const COPIED = 2500; // milliseconds for which a button says "Copied"

/** Offers to copy the day's result, and to share it where the browser can. */
function offerSharing() {
  const field = document.querySelector(`${PLACE} #result`);
  const copy = document.querySelector(`${PLACE} [data-copy]`);
  const share = document.querySelector(`${PLACE} [data-share]`);
  if (!(field instanceof HTMLTextAreaElement)) return;
  if (!(copy instanceof HTMLElement) || !(share instanceof HTMLElement)) return;
  const words = copy.textContent;
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    if (!(await copyWords(field.value))) return;
    copy.textContent = t("Copied");
    setTimeout(() => (copy.textContent = words), COPIED);
  });
  share.hidden = !navigator.share;
  share.addEventListener("click", () => {
    // the reader closed the sheet
    navigator.share({ text: field.value }).catch(() => {});
  });
}

turnPages(PLACE, `${PLACE} #verdict, ${PLACE} #question`, offerSharing);
