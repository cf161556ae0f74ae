/** Whether this page can go elsewhere: the worker asks when a notification is pressed. */

/** The fields that the reader has changed. @type {Set<Element>} */
const changed = new Set();

/** Whether a field has unsent input. @param {Element} field */
function isUnsent(field) {
  if (!field.isConnected) return false;
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  return (
    field instanceof HTMLInputElement &&
    (field.value !== field.defaultValue || field.checked !== field.defaultChecked)
  );
}

/** Whether an open dialog calls the reader to an address. @param {string} href */
const isCalledTo = (href) =>
  [...document.querySelectorAll("dialog[open] a")].some(
    (link) => link instanceof HTMLAnchorElement && link.href === href,
  );

/**
 * Whether the reader loses nothing if the page goes to this address: no game or lesson, no queue, no
 * open question, no form with something in it. A page that calls its reader there can go.
 * @param {string} href
 */
export function isIdle(href) {
  if ([...changed].some(isUnsent)) return false;
  if (document.body.hasAttribute("data-game")) return false;
  if (isCalledTo(href)) return true;
  return !document.body.hasAttribute("data-stays") && !document.querySelector("dialog[open]");
}

/** Answers the worker's question whether this page is idle. */
export function answerWorker() {
  document.addEventListener("input", ({ target }) => {
    if (target instanceof Element && target.closest("form")) changed.add(target);
  });
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data?.type === "idle?") ports[0]?.postMessage(isIdle(data.href) ? "idle" : "busy");
  });
}
