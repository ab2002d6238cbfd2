/* htmx: an article opens over the page; a new page takes the focus; a lost network says so and loses nothing. */

/* Whatever prepares a page listens for this: it is there for the first time, swapped in, or shown again. */
const ready = () => document.dispatchEvent(new CustomEvent("marque:page"));

/* An article opens over the page, whoever names it: tapped plainly, its link leads no further. */
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

/* A name typed but not added yet outlives a tap on somebody else's. */
let unsent = "";
/* The keyboard stays open for whoever types: a field that asks for the focus on arrival, or for the next name once one
   was sent, has it; after a tap on a name that is there already, it does not come up. */
let wanted = "";
document.addEventListener("htmx:config:request", (event) => {
  const tapped = event.detail.ctx?.sourceElement;
  wanted = tapped?.matches("a.chip, .seats a, .which a")
    ? ""
    : tapped?.matches("form") && tapped.querySelector("[data-next]")
      ? "#main [data-next]"
      : "#main [autofocus]";
  unsent = tapped?.matches("a.chip, .seats a, .which a") ? (document.getElementById("name")?.value ?? "") : "";
});

const banner = document.getElementById("offline");
new ResizeObserver(() => document.documentElement.style.setProperty("--banner", `${banner.offsetHeight}px`)).observe(
  banner,
);
const offline = (lost) => {
  banner.hidden = !lost;
  if (lost) banner.textContent = banner.dataset[lost === "offline" && "kept" in banner.dataset ? "taps" : lost];
};
document.addEventListener("htmx:before:swap", (event) => {
  const { status } = event.detail.ctx?.response ?? {};
  const posted = event.detail.ctx?.request?.method === "POST";
  if (!posted || !(status >= 500 || status === 404)) return;
  event.preventDefault();
  offline(status === 404 ? "gone" : "failed");
});
document.addEventListener("htmx:after:swap", (event) => {
  const target = event.detail.ctx?.target;
  offline("");
  if (event.detail.ctx?.live) {
    ready();
    return;
  } // it came by itself: whoever reads or types stays where they are
  if (target?.id === "aside-body") {
    const aside = document.getElementById("aside");
    if (!aside.open) aside.showModal();
    aside.scrollTop = 0;
    return;
  }
  if (event.detail.ctx?.sourceElement?.closest("#log details")) return; // the lines of a row: whoever opened it stays there
  ready();
  const name = document.getElementById("name");
  if (unsent && name && !name.value) name.value = unsent;
  unsent = "";
  const refusal = document.getElementById("refusal"),
    laying = document.getElementById("laying");
  const field = wanted && document.querySelector(wanted);
  if (refusal) refusal.scrollIntoView({ block: "center" });
  else if (laying) laying.scrollIntoView();
  if (field) field.focus({ preventScroll: true });
  else if (!refusal && !laying) document.getElementById("main")?.focus({ preventScroll: true });
});
document.addEventListener("htmx:error", () => offline("offline"));
window.addEventListener("online", () => offline(""));
window.addEventListener("pageshow", ready);
