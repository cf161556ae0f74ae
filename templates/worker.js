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

/** Older pages go; the browser asks for a page while this worker still wakes up. */
async function begin() {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
  await registration.navigationPreload?.enable();
  await clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(load(event));
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => caches.match(request.url)));
});

/** The page that was asked for, or the one without a connection. */
async function load(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
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

/** Brings a page of this site to the front, with this address; opens one where there is none. */
async function show(path) {
  const { href } = new URL(path, location.origin);
  const open = await pages();
  const page = open.find((each) => each.url === href) ?? open[0];
  if (!page) return clients.openWindow(href);
  const front = await page.focus().catch(() => page);
  if (front.url !== href) await front.navigate(href).catch(() => clients.openWindow(href));
}
{% endautoescape %}
