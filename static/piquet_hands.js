/* Declarations of Piquet. In two hands, show how many cards each lacks; once elder's hand is full, one tap gives a card
   to the dealer. */
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const handSize = (list) => Number(list.dataset.hand);
const countCards = (list, seat) => all(`.card-choice input[value="${seat}"]:checked`, list.closest("form")).length;

function showMissing(list, line, count) {
  const left = handSize(list) - count;
  const message = count === 0 ? "" : missingText(list.dataset, left);
  if (line.textContent !== message) line.textContent = message; // else it would be announced again
  line.classList.toggle("over", left < 0);
}

function missingText({ none, over, one, many }, left) {
  if (left === 0) return none;
  if (left < 0) return over.replace("{n}", -left);
  return (left === 1 ? one : many).replace("{n}", left);
}

/* Update the counts, and return whether both hands are full. */
function recount(list) {
  const counts = all("[data-seat]", list).map((hand) => {
    const count = countCards(list, hand.dataset.seat);
    showMissing(list, hand.querySelector(".remaining"), count);
    return count;
  });
  const [elder, dealer] = counts.map((count) => count >= handSize(list));
  const form = list.closest("form");
  const hint = form.querySelector(".hand > .hint");
  form.classList.toggle("elder-full", elder && !dealer);
  hint.dataset.usual ??= hint.textContent;
  hint.textContent = elder && !dealer ? hint.dataset.full : hint.dataset.usual;
  return counts.every((count) => count === handSize(list));
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
function showAsked() {
  const asked = document.querySelector("#declarations [data-asked]")?.dataset.asked.split(" ") ?? [];
  const fields = asked.map((name) => document.querySelector(`[name="${name}"]`).closest(".declaration"));
  fields.forEach((field) => field.classList.add("wrong"));
  fields[0]?.scrollIntoView({ block: "center" });
}
document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (!detail.ctx.live) showAsked();
});
const prepare = () => all(".hand-sizes").forEach(recount);
document.addEventListener("marque:page", prepare);
prepare();
document.addEventListener("reset", (event) => event.target.querySelector("#declarations")?.replaceChildren());
