{% autoescape off %}/* Shows the page without a connection when none can be loaded, and notifications that are pushed.
   Keeps nothing else: no page of anybody, no data, no game. */
const NAME = {{ name }};
const PAGE = {{ page }};
const FILES = {{ files }};
const ICON = {{ icon }};

addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(fresh)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => event.waitUntil(begin()));

/** Older pages go. In Firefox a preload that fails takes the page without a connection with it, and browsers keep one on. */
async function begin() {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
  await registration.navigationPreload?.disable();
  await clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(load(request));
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => caches.match(request.url)));
});

/** The page that was asked for, or the one without a connection. */
async function load(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

addEventListener("push", (event) => event.waitUntil(notify(event.data?.json() ?? {})));

/** Shows what was pushed, unless its reader looks at the site right now. */
async function notify({ title, body, path, tag, stop, stop_words, stop_hint }) {
  if ((await pages()).some((page) => page.focused)) return;
  const buttons = (globalThis.Notification?.maxActions ?? 0) > 0;
  await registration.showNotification(title ?? "Density Deck", {
    body: buttons ? body : `${body}\n${stop_hint}`,
    tag,
    renotify: tag !== undefined,
    icon: ICON,
    data: { path, stop },
    actions: [{ action: "stop", title: stop_words }],
  });
}

const pages = () => clients.matchAll({ type: "window", includeUncontrolled: true });

addEventListener("notificationclick", (event) => {
  const { path, stop } = event.notification.data ?? {};
  event.notification.close();
  event.waitUntil(show((event.action === "stop" ? stop : path) ?? "/"));
});

/**
 * Brings the page with this address to the front; else leads an idle page there, else opens a new one.
 * A game, a lesson or a form that its reader is busy with stays where it is.
 */
async function show(path) {
  const { href } = new URL(path, location.origin);
  const open = await pages();
  const there = open.find((page) => isAt(page.url, href));
  if (there) return there.focus().catch(() => {});
  const idle = await findIdle(open, href);
  if (!idle) return clients.openWindow(href);
  const front = await idle.focus().catch(() => idle);
  await front.navigate(href).catch(() => clients.openWindow(href));
}

/** Whether a page with this address shows what another address names: the place in it does not count. */
function isAt(url, href) {
  const [shown, wanted] = [new URL(url), new URL(href)];
  const same = shown.origin === wanted.origin && shown.pathname === wanted.pathname;
  return same && (wanted.search === "" || wanted.search === shown.search);
}

/** The page that was looked at last, of those whose readers can be led elsewhere. */
async function findIdle(open, href) {
  const idle = await Promise.all(open.map((page) => isIdle(page, href)));
  return open.find((_, index) => idle[index]);
}

/** Asks a page; one that does not answer is busy. Browsers let a press open a window for a second only. */
const isIdle = (page, href) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    setTimeout(resolve, 800, false);
    port1.onmessage = ({ data }) => resolve(data === "idle");
    page.postMessage({ type: "idle?", href }, [port2]);
  });
{% endautoescape %}
