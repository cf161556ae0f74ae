/** Web Push in this browser: support, and the subscription. */

import { t } from "./words.js";

/** Whether this browser can receive notifications. */
export const canPush = () =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** The subscription that this browser has, if any. */
export async function findSubscription() {
  const worker = await navigator.serviceWorker.getRegistration("/");
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Ends the subscription of this browser. */
export async function endSubscription() {
  await (await findSubscription())?.unsubscribe();
}

/**
 * Subscribes this browser, after its user has allowed notifications. Replaces a subscription with another key.
 * @param {string} key
 */
async function startSubscription(key) {
  const worker = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await worker.pushManager.subscribe(options);
  } catch (fault) {
    if (!(fault instanceof DOMException) || fault.name !== "InvalidStateError") throw fault;
    await endSubscription();
    return await worker.pushManager.subscribe(options);
  }
}

/**
 * Asks for permission, subscribes this browser and registers it with the site. Returns the error in
 * words, or "".
 * @param {{url: string, key: string, token: string, kind?: string}} where url and token: of the form; kind: of notification that is switched on as well
 */
export async function switchOn({ url, key, token, kind = "" }) {
  if ((await Notification.requestPermission()) !== "granted")
    return t(
      "Your browser is blocking notifications from this site. Allow them in the address bar, then try again.",
    );
  try {
    const { endpoint, keys } = (await startSubscription(key)).toJSON();
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
    // the push service is unreachable, or the browser has none
    return t("This browser can’t receive notifications right now. Try again later.");
  }
}
