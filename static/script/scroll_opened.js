/* Scroll above the dock what the user opens, a fold or the tricks of a failed nil, and what was refused. */
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
/* The lines of a manche arrive after its row was opened; a refused form comes back with its field marked. */
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  show(ctx?.sourceElement?.closest("#log details"));
  if (!ctx?.live && document.getElementById("refusal")) show(document.querySelector("form .wrong"));
});
