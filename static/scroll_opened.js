/* Scroll what the user opens above the dock: a fold, or the tricks of a failed nil. */
const show = (element) => element?.scrollIntoView({ block: "nearest" });
let tapped;
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
/* The lines of a manche arrive after its row was opened. */
document.addEventListener("htmx:after:swap", ({ detail }) => show(detail.ctx?.sourceElement?.closest("#log details")));
