/** A puzzle without reloading the page, with the keys 1 to 9 and N, and sharing its result. */

import { offerCopy } from "../../games/copy_buttons.js";
import { turnPages } from "./turn.js";

const PLACE = "#puzzle";

/** Offers to copy the day's result, and to share it where the browser can. */
function offerSharing() {
  const field = document.querySelector(`${PLACE} #result`);
  const copy = document.querySelector(`${PLACE} [data-copy]`);
  const share = document.querySelector(`${PLACE} [data-share]`);
  if (!(field instanceof HTMLTextAreaElement)) return;
  if (!(copy instanceof HTMLElement) || !(share instanceof HTMLElement)) return;
  offerCopy(copy, () => field.value);
  share.hidden = !navigator.share;
  share.addEventListener("click", () => {
    // the reader closed the sheet
    navigator.share({ text: field.value }).catch(() => {});
  });
}

turnPages(PLACE, `${PLACE} #verdict, ${PLACE} #question`, offerSharing);
