/* Where the phone allows it, which is over HTTPS: the house can be installed, and the sheets seen last stay at hand. */
const PAGES = "marque pages",
  MOST = 12;

/* A sheet as it stands, without what was just said, and never a page of entry. */
async function keep() {
  const page = document.getElementById("page");
  if (
    !page.dataset.live ||
    location.search ||
    document.getElementById("refusal") ||
    !page.querySelector("#log, .parties")
  )
    return;
  const whole = document.documentElement.cloneNode(true);
  whole.removeAttribute("style");
  whole.querySelectorAll(".strip").forEach((one) => one.remove());
  whole.querySelectorAll("dialog, details.menu, details.entry").forEach((fold) => {
    fold.removeAttribute("open");
  });
  whole.querySelector("#offline").hidden = true;
  const pages = await caches.open(PAGES);
  await pages.put(location.pathname, new Response(`<!doctype html>${whole.outerHTML}`));
  (await pages.keys()).slice(0, -MOST).forEach((old) => pages.delete(old));
}

/* The page for when there is neither network nor copy shows the sheet seen last. */
async function show_last(place) {
  const pages = await caches.open(PAGES),
    sheets = await pages.keys();
  const last = sheets.filter((one) => /\/parties\/\d+$/.test(one.url)).at(-1) ?? sheets.at(-1);
  if (!last) return;
  const seen = new DOMParser().parseFromString(await (await pages.match(last)).text(), "text/html");
  const link = place.querySelector("a");
  link.href = last.url;
  place.hidden = false;
  place.append(...seen.querySelectorAll(".standings-head, .standings, #log, .ranked"));
}

if (window.isSecureContext && navigator.serviceWorker) {
  navigator.serviceWorker.register("/worker.js");
  const soon = () => setTimeout(() => keep().catch(() => {}), 500);
  document.addEventListener("marque:page", soon);
  soon();
  const place = document.getElementById("seen-last");
  if (place) show_last(place);
}
