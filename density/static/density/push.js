/** Web Push in this browser: whether it can, and the subscription that its push service gives. */

import { t } from "./words.js";

/** Whether this browser can be sent notifications. */
export const canPush = () =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** The subscription that this browser has, if any. */
export async function subscribed() {
  const worker = await navigator.serviceWorker.getRegistration("/");
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Ends the subscription of this browser. */
export async function unsubscribe() {
  await (await subscribed())?.unsubscribe();
}

/**
 * Subscribes this browser, once its user has allowed notifications; one for another key goes.
 * @param {string} key
 */
async function subscribe(key) {
  const worker = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await worker.pushManager.subscribe(options);
  } catch (fault) {
    if (!(fault instanceof DOMException) || fault.name !== "InvalidStateError") throw fault;
    await unsubscribe();
    return await worker.pushManager.subscribe(options);
  }
}

/**
 * Asks for leave, subscribes this browser, and lets the site know; returns what went wrong, "" if
 * nothing did.
 * @param {{url: string, key: string, token: string, kind?: string}} where the address and token of the form, the key, and what is switched on as well
 */
export async function switchOn({ url, key, token, kind = "" }) {
  if ((await Notification.requestPermission()) !== "granted")
    return t(
      "Your browser is blocking notifications from this site. Allow them in the address bar, then try again.",
    );
  try {
    const { endpoint, keys } = (await subscribe(key)).toJSON();
    const fields = {
      csrfmiddlewaretoken: token,
      endpoint: endpoint ?? "",
      p256dh: keys?.p256dh ?? "",
      auth: keys?.auth ?? "",
      kind,
    };
    const answer = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(fields),
    });
    if (answer.ok) return "";
    return answer.status === 400 ? await answer.text() : t("That didn’t work. Try again later.");
  } catch {
    // no push service can be reached, or the browser has none
    return t("This browser can’t receive notifications right now. Try again later.");
  }
}
