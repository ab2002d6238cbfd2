/* Stands between the pages and the network where the house is reached over HTTPS. VERSION and NEEDED are written over
   this file as it is served. Documents come from the network, after three seconds from their copy, which the pages keep
   themselves (script/offline_pages.js); files under /static/ have their hash in their address and never change. */
const FILES = `marque ${VERSION}`,
  PAGES = "marque pages",
  LIMIT = 3000; // milliseconds

async function install() {
  const files = await caches.open(FILES);
  await files.addAll(NEEDED);
  await self.skipWaiting();
}
self.addEventListener("install", (event) => event.waitUntil(install()));

async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith("marque ") && name !== FILES && name !== PAGES);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
}
self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(FILES)).put(request, answer.clone());
  return answer;
}

/* The copy of a sheet, under the same policy as the page it was taken from. */
async function copy(address, offline) {
  const kept = address.search ? undefined : await (await caches.open(PAGES)).match(address.pathname);
  if (!kept) return undefined;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": offline.headers.get("Content-Security-Policy"),
  };
  return new Response(await kept.text(), { headers });
}

async function page(request, address) {
  const offline = await caches.match("/offline"),
    kept = offline && (await copy(address, offline));
  const late = new Promise((_, give_up) => {
    if (kept) setTimeout(give_up, LIMIT);
  });
  try {
    const answer = await Promise.race([fetch(request), late]);
    if (answer.status === 404) await (await caches.open(PAGES)).delete(address.pathname);
    return answer;
  } catch {
    return kept ?? offline ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event,
    address = new URL(request.url);
  if (address.origin !== location.origin) return;
  if (request.method === "POST" && address.pathname.endsWith("/leave")) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (address.pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request, address));
});

/* The network is back, says a browser that has Background Sync: what waits on an open page may go. */
async function reached() {
  for (const one of await self.clients.matchAll()) one.postMessage("reached");
}
self.addEventListener("sync", (event) => event.waitUntil(reached()));
