/* htmx: open articles in a dialog, set the focus after a swap, report a lost network and keep the form. */

/* Fetch an answer of the app. The page of a proxy or of a public network is no answer: it fails as without a network. */
globalThis.fetchOwn = async (...request) => {
  const answer = await fetch(...request);
  if (!answer.headers.has("La-Marque")) throw new TypeError("Failed to fetch from the app");
  return answer;
};
/* Return the answer of the app, null without a network or after this time, which Safari before 16 cannot limit. The catch
   holds this request alone: any other error shows itself. */
globalThis.fetchWithin = (time, address, options) =>
  globalThis.fetchOwn(address, { ...options, signal: AbortSignal.timeout?.(time) }).catch(() => null);
document.addEventListener("htmx:config:request", ({ detail }) => {
  detail.ctx.fetch = globalThis.fetchOwn;
});

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
document.addEventListener("htmx:config:request", (event) => {
  const tapped = event.detail.ctx?.sourceElement;
  focusSelector = tapped?.matches("a.chip, .seats a, .which a")
    ? ""
    : tapped?.matches("form") && tapped.querySelector("[data-next]")
      ? "#main [data-next]"
      : "#main [autofocus]";
  unsentName = tapped?.matches("a.chip, .seats a, .which a") ? (document.getElementById("name")?.value ?? "") : "";
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
const showNetwork = (message) => isWaiting() || globalThis.showBanner(message);
document.addEventListener("htmx:before:swap", (event) => {
  const { status } = event.detail.ctx?.response ?? {};
  const posted = event.detail.ctx?.request?.method === "POST";
  if (!posted || !(status >= 500 || status === 404)) return;
  event.preventDefault();
  globalThis.showBanner(status === 404 ? "gone" : "failed");
});
document.addEventListener("htmx:after:swap", (event) => {
  const target = event.detail.ctx?.target;
  showNetwork("");
  if (event.detail.ctx?.live) {
    pageReady();
    return;
  } // from polling: the focus and the position stay
  if (target?.id === "aside-body") {
    const aside = document.getElementById("aside");
    if (!aside.open) aside.showModal();
    aside.scrollTop = 0;
    return;
  }
  if (event.detail.ctx?.sourceElement?.closest("#log details")) return; // the lines of a row: the focus stays on it
  pageReady();
  const name = document.getElementById("name");
  if (unsentName && name && !name.value) name.value = unsentName;
  unsentName = "";
  const refusal = document.getElementById("refusal"),
    laying = document.getElementById("laying");
  const field = focusSelector && document.querySelector(focusSelector);
  if (refusal) refusal.scrollIntoView({ block: "center" });
  else if (laying) laying.scrollIntoView();
  if (field) field.focus({ preventScroll: true });
  else if (!refusal && !laying) document.getElementById("main")?.focus({ preventScroll: true });
});
for (const name of ["htmx:error", "marque:lost"]) document.addEventListener(name, () => showNetwork("offline"));
document.addEventListener("marque:reached", () => {
  if (banner.textContent === banner.dataset.offline) showNetwork("");
});
window.addEventListener("online", () => showNetwork(""));
window.addEventListener("pageshow", pageReady);
