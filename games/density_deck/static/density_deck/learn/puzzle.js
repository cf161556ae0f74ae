/** A puzzle without reloading the page, the keys 1 to 9 and N, and its result to hand on. */

import { t } from "../../density/words.js";
import { copyWords } from "../../games/table/parts/copying.js";
import { turnPages } from "./turn.js";

const PLACE = "#puzzle";
const COPIED = 2500; // milliseconds for which a button says that it has copied

/** Offers the ways that this browser has to hand the result of the day on. */
function offer() {
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
    // whoever closes the sheet wants nothing more
    navigator.share({ text: field.value }).catch(() => {});
  });
}

turnPages(PLACE, `${PLACE} #verdict, ${PLACE} #question`, offer);
