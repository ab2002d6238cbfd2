/* Animate a side to its new rank and a new row into the log. The animation starts after the swap, because a view
   transition would delay the page and the taps on it. */
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const EASE = { duration: 260, easing: "cubic-bezier(.2, .7, .3, 1)" };
const list = () => document.querySelector(".standings");
const rows = () => document.querySelectorAll("#log .log-rows > li");
const offsets = () =>
  new Map([...(list()?.children ?? [])].map((row) => [row.dataset.side, row.offsetTop - list().offsetTop]));

let before = { partie: "", sides: new Map(), rows: 0 };
document.addEventListener("htmx:before:swap", (event) => {
  if (event.detail.ctx.target?.id === "page")
    before = { partie: list()?.dataset.partie, sides: offsets(), rows: rows().length };
});

function animateChanges() {
  if (reducedMotion.matches || !list() || list().dataset.partie !== before.partie) return;
  const now = offsets();
  for (const row of list().children) {
    const distance = before.sides.get(row.dataset.side) - now.get(row.dataset.side);
    if (distance) row.animate([{ transform: `translateY(${distance}px)` }, { transform: "none" }], EASE);
  }
  if (rows().length === before.rows + 1)
    [...rows()].at(-1).animate([{ transform: "translateY(-.75rem)" }, { transform: "none" }], EASE);
  before.partie = "";
}
document.addEventListener("marque:page", animateChanges);
