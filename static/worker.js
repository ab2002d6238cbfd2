/* The service worker, with HTTPS only. The server prepends VERSION, STATIC and NEEDED, whose first is the offline page.
   Pages come from the network, or after LIMIT from the cache that script/offline_pages.js fills; files under STATIC have
   a hash in their address and never change. */
const FILES = `marque ${VERSION}`;
const PAGES = "marque pages";
const LIMIT = 3000; // milliseconds
const KEPT = 30 * 24 * 3600 * 1000; // milliseconds for which the copy of a page can be read

async function install() {
  await (await caches.open(FILES)).addAll(NEEDED);
  await self.skipWaiting();
}
self.addEventListener("install", (event) => event.waitUntil(install()));

async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith("marque ") && name !== FILES && name !== PAGES);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
}
self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function getFile(request) {
  const cached = await caches.match(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(FILES)).put(request, answer.clone());
  return answer;
}

/* Delete the copy of a page that is gone; if its whole carnet is closed to this phone, the copies of all its pages. */
async function forget(answer, path) {
  const carnet = answer.headers.get("La-Marque") === "closed" && path.match(/^.*?\/c\/[^/]+\//)?.[0];
  const pages = await caches.open(PAGES);
  for (const { url } of await pages.keys()) {
    const other = new URL(url).pathname;
    if (carnet ? other.startsWith(carnet) : other === path) await pages.delete(url);
  }
}

/* Return the cached copy of a page with the Content-Security-Policy of the offline page. */
async function copyOf(address, offline) {
  const cached = address.search ? undefined : await (await caches.open(PAGES)).match(address.pathname);
  if (!cached || Date.now() - cached.headers.get("Seen") > KEPT) return undefined;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": offline.headers.get("Content-Security-Policy"),
  };
  return new Response(await cached.text(), { headers });
}

async function getPage(request, address) {
  const offline = await caches.match(NEEDED[0]);
  const cached = offline && (await copyOf(address, offline));
  const timeout = new Promise((_, reject) => cached && setTimeout(reject, LIMIT)); // without a copy there is none
  try {
    const answer = await Promise.race([fetch(request), timeout]);
    if (answer.status === 404) await forget(answer, address.pathname);
    return answer;
  } catch {
    return cached ?? offline ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== location.origin) return;
  if (request.method === "POST" && address.pathname.endsWith("/leave")) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (address.pathname.startsWith(STATIC)) event.respondWith(getFile(request));
  else if (request.mode === "navigate") event.respondWith(getPage(request, address));
});

/* Background Sync reports that the network is back: tell the open pages to send their queues. */
async function reached() {
  for (const client of await self.clients.matchAll()) client.postMessage("reached");
}
self.addEventListener("sync", (event) => event.waitUntil(reached()));
