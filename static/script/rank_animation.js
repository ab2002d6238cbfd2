/* Animate a side to its new rank and a new row into the log. The animation starts after the swap: a view transition
   would delay the page, and taps on it. */
const reduced_motion = matchMedia("(prefers-reduced-motion: reduce)");
const EASE = { duration: 260, easing: "cubic-bezier(.2, .7, .3, 1)" };
const list = () => document.querySelector(".standings");
const rows = () => document.querySelectorAll("#log .log-rows > li");
const offsets = () =>
  new Map([...(list()?.children ?? [])].map((one) => [one.dataset.side, one.offsetTop - list().offsetTop]));

let before = { at: "", sides: new Map(), rows: 0 };
document.addEventListener("htmx:before:swap", (event) => {
  if (event.detail.ctx?.target?.id === "page")
    before = { at: list()?.dataset.partie, sides: offsets(), rows: rows().length };
});

function animate_changes() {
  if (reduced_motion.matches || !list() || list().dataset.partie !== before.at) return;
  const now = offsets();
  for (const one of list().children) {
    const distance = before.sides.get(one.dataset.side) - now.get(one.dataset.side);
    if (distance) one.animate([{ transform: `translateY(${distance}px)` }, { transform: "none" }], EASE);
  }
  if (rows().length === before.rows + 1)
    [...rows()].at(-1).animate([{ transform: "translateY(-.75rem)" }, { transform: "none" }], EASE);
  before.at = "";
}
document.addEventListener("marque:page", animate_changes);
