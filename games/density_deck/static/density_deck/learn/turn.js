/** Questions and answers that follow each other without reloading the page, and their keys. */

import { showAddress } from "../../density/address.js";
import { signOf } from "../../games/table/senses/sign.js";

/**
 * The answer that a key chooses, or "next".
 * @param {string} key
 * @param {number} choices
 * @returns {number | "next" | null} the index of the answer; null for other keys
 */
export function answerOfKey(key, choices) {
  if (/^[1-9]$/.test(key)) return Number(key) <= choices ? Number(key) - 1 : null;
  return key.toLowerCase() === "n" ? "next" : null;
}

/**
 * Replaces a part of the page in place of loading another page: for its forms, its link to the next
 * question, and its keys. Forms with method post need the attribute data-turns for that.
 * @param {string} place selector of the part
 * @param {string} focus selector of what gets the focus afterwards
 * @param {() => void} then called after each replacement, and once at the start
 */
export function turnPages(place, focus, then) {
  /** @param {Element | EventTarget | null} target @param {string} selector */
  const elementWithin = (target, selector) =>
    target instanceof Element ? target.closest(`${place} ${selector}`) : null;

  /** @param {URL} url @param {URLSearchParams} [sent] */
  async function turnTo(url, sent) {
    try {
      const answer = await fetch(url, sent && { method: "POST", body: sent });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      // a refusal answers with another page
      const target = [place, "main"].find((selector) => page.querySelector(selector));
      if (!target || (target !== place && !sent)) throw new Error("another page");
      document
        .querySelector(target)
        ?.replaceWith(/** @type {Element} */ (page.querySelector(target)));
      showAddress(answer.url);
    } catch {
      location.assign(url);
      return;
    }
    then();
    /** @type {HTMLElement | null} */ (document.querySelector(focus))?.focus();
  }

  addEventListener("submit", (event) => {
    const form = elementWithin(event.target, "form");
    if (!(form instanceof HTMLFormElement)) return;
    const posted = form.method === "post";
    if (posted && !("turns" in form.dataset)) return;
    event.preventDefault();
    const data = new FormData(form, event.submitter);
    const given = new URLSearchParams(/** @type {[string, string][]} */ ([...data]));
    if (posted) turnTo(new URL(form.action), given);
    else turnTo(new URL(`?${given}`, form.action));
  });

  addEventListener("click", (event) => {
    const link = elementWithin(event.target, "[data-next]");
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    event.preventDefault();
    turnTo(new URL(link.href));
  });

  addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
    const choices = document.querySelectorAll(`${place} .choices button`);
    const answer = answerOfKey(signOf(event), choices.length);
    const pressed =
      answer === "next" ? document.querySelector(`${place} [data-next]`) : choices[answer ?? -1];
    if (!(pressed instanceof HTMLElement)) return;
    event.preventDefault();
    pressed.click();
  });

  then();
}
