{% autoescape off %}/* Shows the page without a connection when none can be loaded. Keeps nothing else: no page of
   anybody, no data, no game. */
const NAME = {{ name }};
const PAGE = {{ page }};
const FILES = {{ files }};

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
{% endautoescape %}
