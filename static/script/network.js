/* htmx: open articles in a dialog, set the focus after a swap, report a lost network and keep the form. */

/* Fetch an answer of the app. The page of a proxy or of a public network is no answer: it fails as without a network. */
globalThis.fetch_own = async (...request) => {
  const answer = await fetch(...request);
  if (!answer.headers.has("La-Marque")) throw new TypeError("Failed to fetch from the app");
  return answer;
};
/* Return the answer of the app, null without a network or after this time, which Safari before 16 cannot limit. The catch
   holds this request alone: any other error shows itself. */
globalThis.fetch_within = (time, address, options) =>
  globalThis.fetch_own(address, { ...options, signal: AbortSignal.timeout?.(time) }).catch(() => null);
document.addEventListener("htmx:config:request", ({ detail }) => {
  detail.ctx.fetch = globalThis.fetch_own;
});

/* Fire marque:page, which scripts prepare a page on: after load, swap and return from the back-forward cache. */
const page_ready = () => document.dispatchEvent(new CustomEvent("marque:page"));

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
let unsent_name = "";
/* The field to focus after a swap, which keeps the on-screen keyboard open for a user who types: the one with autofocus;
   after a name was sent, the one for the next name; after a tap on an existing name, none. */
let focus_selector = "";
document.addEventListener("htmx:config:request", (event) => {
  const tapped = event.detail.ctx?.sourceElement;
  focus_selector = tapped?.matches("a.chip, .seats a, .game-tabs a")
    ? ""
    : tapped?.matches("form") && tapped.querySelector("[data-next]")
      ? "#main [data-next]"
      : "#main [autofocus]";
  unsent_name = tapped?.matches("a.chip, .seats a, .game-tabs a") ? (document.getElementById("name")?.value ?? "") : "";
});

const banner = document.getElementById("offline");
new ResizeObserver(() => document.documentElement.style.setProperty("--banner", `${banner.offsetHeight}px`)).observe(
  banner,
);
/* Show a message of the banner, or hide it. */
globalThis.show_banner = (message) => {
  banner.textContent = banner.dataset[message] ?? "";
  banner.hidden = !banner.textContent;
};
/* While something waits on this device, its queue writes the banner. */
const is_waiting = () => "waits" in banner.dataset || "kept" in banner.dataset;
const show_network = (message) => is_waiting() || globalThis.show_banner(message);
document.addEventListener("htmx:before:swap", (event) => {
  const { status } = event.detail.ctx?.response ?? {};
  const posted = event.detail.ctx?.request?.method === "POST";
  if (!posted || !(status >= 500 || status === 404)) return;
  event.preventDefault();
  globalThis.show_banner(status === 404 ? "gone" : "failed");
});
document.addEventListener("htmx:after:swap", (event) => {
  const target = event.detail.ctx?.target;
  show_network("");
  if (event.detail.ctx?.live) {
    page_ready();
    return;
  } // from polling: the focus and the position stay
  if (target?.id === "aside-body") {
    const aside = document.getElementById("aside");
    if (!aside.open) aside.showModal();
    aside.scrollTop = 0;
    return;
  }
  if (event.detail.ctx?.sourceElement?.closest("#log details")) return; // the lines of a row: the focus stays on it
  page_ready();
  const name = document.getElementById("name");
  if (unsent_name && name && !name.value) name.value = unsent_name;
  unsent_name = "";
  const refusal = document.getElementById("refusal"),
    laying = document.getElementById("laying");
  const field = focus_selector && document.querySelector(focus_selector);
  if (refusal) refusal.scrollIntoView({ block: "center" });
  else if (laying) laying.scrollIntoView();
  if (field) field.focus({ preventScroll: true });
  else if (!refusal && !laying) document.getElementById("main")?.focus({ preventScroll: true });
});
for (const name of ["htmx:error", "marque:lost"]) document.addEventListener(name, () => show_network("offline"));
document.addEventListener("marque:reached", () => {
  if (banner.textContent === banner.dataset.offline) show_network("");
});
window.addEventListener("online", () => show_network(""));
window.addEventListener("pageshow", page_ready);
