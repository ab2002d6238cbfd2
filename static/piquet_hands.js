/* Declarations of Piquet. In two hands, show how many cards each lacks; once elder's hand is full, one tap gives a card
   to the dealer. */
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const hand_size = (list) => Number(list.dataset.hand);
const count_cards = (list, seat) => all(`.card-choice input[value="${seat}"]:checked`, list.closest("form")).length;

function show_missing(list, line, count) {
  const left = hand_size(list) - count;
  const template =
    left === 0 ? list.dataset.none : left < 0 ? list.dataset.over : left === 1 ? list.dataset.one : list.dataset.many;
  const message = count === 0 ? "" : template.replace("99", String(Math.abs(left)));
  if (line.textContent !== message) line.textContent = message;
  line.classList.toggle("over", left < 0);
}

/* Update the counts, and return whether both hands are full. */
function recount(list) {
  const counts = all("[data-seat]", list).map((hand) => {
    const count = count_cards(list, hand.dataset.seat);
    show_missing(list, hand.querySelector(".remaining"), count);
    return count;
  });
  const [elder, dealer] = counts.map((count) => count >= hand_size(list));
  const form = list.closest("form"),
    hint = form.querySelector(".hand > .hint");
  form.classList.toggle("elder-full", elder && !dealer);
  hint.dataset.usual ??= hint.textContent;
  hint.textContent = elder && !dealer ? hint.dataset.full : hint.dataset.usual;
  return counts.every((count) => count === hand_size(list));
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form");
  const declarations = form?.querySelector("#declarations");
  event.target.closest(".declaration")?.classList.remove("wrong");
  if (declarations && event.target.closest(".hand, .declarer, .other-answers, .blanche"))
    declarations.replaceChildren();
  const list = event.target.closest(".card-choice") && form.querySelector(".hand-sizes");
  if (list && recount(list)) form.querySelector('[name="switch"][value="check"]')?.click();
});
/* Scroll to the first field that the comparison needs, and mark them all. */
function show_asked() {
  const asked = document.querySelector("#declarations [data-asked]")?.dataset.asked.split(" ") ?? [];
  const fields = asked.map((name) => document.querySelector(`[name="${name}"]`).closest(".declaration"));
  fields.forEach((field) => field.classList.add("wrong"));
  fields[0]?.scrollIntoView({ block: "center" });
}
document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (!detail.ctx?.live) show_asked();
});
const prepare = () => all(".hand-sizes").forEach(recount);
document.addEventListener("marque:page", prepare);
prepare();
document.addEventListener("reset", (event) => event.target.querySelector("#declarations")?.replaceChildren());
