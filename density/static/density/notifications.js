/** The part of the settings page about notifications: this browser on and off, its time zone. */

import { canPush, findSubscription, switchOn, endSubscription } from "./push.js";

const choices = document.getElementById("push-choices");
const on = document.getElementById("push-on");
const note = document.getElementById("push-note");

if (choices instanceof HTMLFormElement) {
  const zone = choices.elements.namedItem("time_zone");
  if (zone instanceof HTMLInputElement)
    zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || zone.value;
}

const off = document.querySelector("form[data-push-off]");

if (on instanceof HTMLFormElement && note && canPush()) {
  findSubscription().then((has) => on.toggleAttribute("hidden", has !== null && off !== null));
  on.addEventListener("submit", async (event) => {
    event.preventDefault();
    const token = `${new FormData(on).get("csrfmiddlewaretoken")}`;
    const fault = await switchOn({ url: on.action, key: on.dataset.key ?? "", token });
    note.hidden = fault === "";
    note.textContent = fault;
    if (!fault) location.reload();
  });
}

if (off instanceof HTMLFormElement)
  off.addEventListener("submit", async (event) => {
    event.preventDefault();
    await endSubscription().catch(() => {});
    off.submit();
  });
