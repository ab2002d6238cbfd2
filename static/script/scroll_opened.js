/* Scroll above the dock what the user opens, a fold or the tricks of a failed nil, what was refused, and the manche in
   the address, whose fold is opened. */
const show = (element) => element?.scrollIntoView({ block: "nearest" });
let tapped; // the fold whose summary the user tapped: only that one is scrolled to
let shownAddress;
document.addEventListener(
  "click",
  (event) => {
    tapped = event.target.closest("summary")?.parentElement;
  },
  true,
);
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target === tapped && target.open && !target.matches(".entry, .menu")) show(target);
  },
  true,
);
document.addEventListener("change", (event) => show(event.target.closest(".nil")));
/* The lines of a manche arrive after its row was opened; a refused form comes back with its field marked. */
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  show(ctx.sourceElement?.closest("#log details"));
  if (!ctx.live && document.getElementById("refusal")) show(document.querySelector("form .wrong"));
});
document.addEventListener("marque:page", () => {
  const row = /^#m\d+$/.test(location.hash) && document.querySelector(location.hash);
  if (!row || location.href === shownAddress) return;
  shownAddress = location.href;
  for (const fold of [row.closest(".earlier"), row.querySelector("details")]) {
    if (fold) fold.open = true;
  }
  row.scrollIntoView({ block: "center" });
});
