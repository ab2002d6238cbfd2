/* htmx: open articles in a dialog, set the focus after a swap, report a lost network and keep the form. */

/* Fetch an answer of the app. The page of a proxy or of a public network is no answer: it fails as without a network. */
globalThis.fetchOwn = async (...request) => {
  const answer = await fetch(...request);
  if (!answer.headers.has("La-Marque")) throw new TypeError("Failed to fetch from the app");
  return answer;
};
/* Request a page as htmx does. Return the answer, null without a network or after this time, which Safari before 16 cannot
   limit. */
globalThis.fetchWithin = (time, address, options) => {
  const headers = { "HX-Request": "true", "HX-Boosted": "true", ...options.headers };
  return globalThis.fetchOwn(address, { ...options, headers, signal: AbortSignal.timeout?.(time) }).catch(() => null);
};

/* Fire marque:page, which scripts prepare a page on: after load, swap and return from the back-forward cache. */
const pageReady = () => document.dispatchEvent(new CustomEvent("marque:page"));

/* Open the article of a link in the dialog; the listener captures the click so that the link is not followed. */
document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest?.("a.article");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    event.stopPropagation();
    htmx.ajax("GET", link.href, { target: "#aside-body", swap: "innerHTML" });
  },
  true,
);

/* A typed name that is not added yet survives a tap on another name. */
let unsentName = "";
/* The field to focus after a swap, which keeps the on-screen keyboard open for a user who types: the one with autofocus;
   after a name was sent, the one for the next name; after a tap on an existing name, none. */
let focusSelector = "";
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  ctx.fetch = globalThis.fetchOwn;
  const tapped = ctx.sourceElement;
  focusSelector = "#main [autofocus]";
  unsentName = "";
  if (tapped.matches("a.chip, .seats a, .game-tabs a")) {
    focusSelector = "";
    unsentName = document.getElementById("name")?.value ?? "";
  } else if (tapped.matches("form") && tapped.querySelector("[data-next]")) focusSelector = "#main [data-next]";
});

const banner = document.getElementById("offline");
new ResizeObserver(() => document.documentElement.style.setProperty("--banner", `${banner.offsetHeight}px`)).observe(
  banner,
);
/* Show a message of the banner, or hide it. */
globalThis.showBanner = (message) => {
  banner.textContent = banner.dataset[message] ?? "";
  banner.hidden = !banner.textContent;
};
/* While something waits on this device, its queue writes the banner. */
const isWaiting = () => "waits" in banner.dataset || "kept" in banner.dataset;
function showNetwork(message) {
  if (!isWaiting()) globalThis.showBanner(message);
}
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  const { status } = ctx.response ?? {}; // none: a script swaps a page
  const isPosted = ctx.request?.method === "POST";
  const isFailed = status >= 500 || status === 404;
  if (!isPosted || !isFailed) return;
  event.preventDefault(); // the form stays as it is filled in
  globalThis.showBanner(status === 404 ? "gone" : "failed");
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  showNetwork("");
  if (ctx.live) pageReady(); // from polling: the focus and the position stay
  else if (ctx.target?.id === "aside-body") showAside();
  else if (!ctx.sourceElement?.closest("#log details")) preparePage(); // else the lines of a row: the focus stays on it
});
function showAside() {
  const aside = document.getElementById("aside");
  if (!aside.open) aside.showModal();
  aside.scrollTop = 0;
}
function preparePage() {
  pageReady();
  const name = document.getElementById("name");
  if (unsentName && name && !name.value) name.value = unsentName;
  unsentName = "";
  const refusal = document.getElementById("refusal");
  const laying = document.getElementById("laying");
  const field = focusSelector && document.querySelector(focusSelector);
  if (refusal) refusal.scrollIntoView({ block: "center" });
  else if (laying) laying.scrollIntoView();
  if (field) field.focus({ preventScroll: true });
  else if (!refusal && !laying) document.getElementById("main")?.focus({ preventScroll: true });
}
for (const name of ["htmx:error", "marque:lost"]) document.addEventListener(name, () => showNetwork("offline"));
document.addEventListener("marque:reached", () => {
  if (banner.textContent === banner.dataset.offline) showNetwork("");
});
window.addEventListener("online", () => showNetwork(""));
window.addEventListener("pageshow", pageReady);
