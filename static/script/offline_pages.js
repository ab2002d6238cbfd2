/* With HTTPS: register the service worker, which makes the app installable, and cache the last sheets seen. */
const PAGES = "marque pages";
const MAX_PAGES = 12;
const KEPT = 30 * 24 * 3600 * 1000; // milliseconds

/* Cache the page of a partie or soirée, or one with the foot of a carnet, without its messages; never the entry. */
async function cachePage() {
  const page = document.getElementById("page");
  const isWanted = page.querySelector(page.dataset.live ? "#log, .parties" : ".tabs");
  if (!isWanted || location.search || document.getElementById("refusal")) return;
  const copy = document.documentElement.cloneNode(true);
  copy.removeAttribute("style"); // the height of the banner
  copy.querySelectorAll(".notice-bar").forEach((one) => one.remove());
  copy.querySelectorAll("dialog, details.menu, details.entry").forEach((fold) => fold.removeAttribute("open"));
  const banner = copy.querySelector("#offline");
  banner.hidden = false; // who sees the copy has no network
  banner.textContent = banner.dataset.offline;
  const pages = await caches.open(PAGES);
  await pages.put(
    location.pathname,
    new Response(`<!doctype html>${copy.outerHTML}`, { headers: { Seen: Date.now() } }),
  );
  (await pages.keys()).slice(0, -MAX_PAGES).forEach((old) => pages.delete(old));
}

/* Delete the copies that are older than a month; the worker shows none of them. */
async function deleteOld() {
  const pages = await caches.open(PAGES);
  for (const one of await pages.keys()) {
    const seen = (await pages.match(one))?.headers.get("Seen");
    if (Date.now() - seen > KEPT) await pages.delete(one);
  }
}

/* Without a network, open the cached copy of the page that a link leads to, if there is one: the worker sends it. */
async function follow({ detail }) {
  const link = detail.ctx?.sourceElement?.closest("a");
  if (!link || link.search) return; // a copy has no search string
  const pages = await caches.open(PAGES);
  if (await pages.match(link.pathname)) location.assign(link);
}

/* Show the last cached sheet on the offline page. */
async function showLast(section) {
  const pages = await caches.open(PAGES);
  const sheets = await pages.keys();
  const lastOf = (kind) => sheets.filter((one) => one.url.includes(`/${kind}/`)).at(-1);
  const last = lastOf("parties") ?? lastOf("soirees");
  if (!last) return;
  const parsed = new DOMParser().parseFromString(await (await pages.match(last)).text(), "text/html");
  const link = section.querySelector("a");
  link.href = last.url;
  section.hidden = false;
  section.append(...parsed.querySelectorAll(".standings-head, .standings, #log, .ranked"));
}

if (window.isSecureContext && navigator.serviceWorker) {
  const { href } = document.querySelector("link[rel=manifest]");
  navigator.serviceWorker.register(new URL("worker.js", href));
  const cacheSoon = () => setTimeout(() => cachePage().catch(() => {}), 500);
  document.addEventListener("marque:page", cacheSoon);
  cacheSoon();
  document.addEventListener("htmx:error", follow);
  deleteOld();
  const section = document.getElementById("seen-last");
  if (section) showLast(section);
}
